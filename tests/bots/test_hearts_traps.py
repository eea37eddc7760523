"""Where Hearts bots are known to stumble: positions in which one card is right, and hard finds it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapisvert.bots import Budget, decide
from tapisvert.cards import CARD_NAMES, SUIT, Card, parse_card
from tapisvert.game import Phase
from tapisvert.games.hearts import HEARTS, QUEEN_OF_SPADES, HeartsDeal, Options
from tapisvert.tricks import follow
from tapisvert.view import View
from tests.bots.positions import hearts, positions, view_of
from tests.helpers import Setting

WORLDS = 100
TRICK_1 = "2C TC KC AC"
ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def plays(deal: HeartsDeal, scores: tuple[int, int, int, int] = (100, 100, 100, 100), seed: str = "trap") -> str:
    """Gets the card that hard plays as seat 0."""
    view = view_of(deal)
    asked = View(0, view.deal, view.lacks, list(scores), view.options)
    return CARD_NAMES[decide("hard", asked, seed, Budget(WORLDS)).move]


# ---------------------------------------------------------------------- the queen


@pytest.mark.parametrize(
    ("hand", "trick"),
    [
        ("KS AS 2S 3C 7C JC 4D 6D 9D 2H 6H TH", "5S QS 9S"),
        ("KS TS 5C 8C 9C 3D 8D JD 4H 5H 9H QH", "2S QS 3S"),
        ("AS JS 7C 9C TC 2D 9D TD JD 3H 7H 8H", "4S 8S QS"),
    ],
)
def test_last_to_play_ducks_the_queen(hand: str, trick: str) -> None:
    """With the queen on the table and a spade under her in hand, the last to play does not take her."""
    assert parse_card(plays(hearts(hand, trick))) < QUEEN_OF_SPADES


PLACES_CANNOT_CHANGE = (90, 3, 40, 35)
"""Far ahead, with the match ending whatever seat 0 takes."""


@pytest.mark.parametrize("hand", ["AS 2S 3C 7C", "2S AS 3C 7C"])
def test_queen_is_ducked_even_where_she_costs_no_place(hand: str) -> None:
    """Where every card is worth the same to the match, the points decide, not the order of the hand."""
    deal = hearts(hand, "5S QS 9S", played="2H 3H 4H 5H", taken=(0, 4, 0, 0))
    assert "2S" == plays(deal, PLACES_CANNOT_CHANGE)


@pytest.mark.parametrize(
    ("hand", "trick"), [("AD 3D 5C 7S", "TD 8D QS"), ("AC KC 2C 4D 9S JD", "5C QS 9C"), ("QD 4D 8C 9C TS", "JD QS 6D")]
)
def test_queen_thrown_on_a_plain_suit_is_ducked(hand: str, trick: str) -> None:
    """With the queen discarded on a plain suit, whoever can stay under the winning card does."""
    deal = hearts(hand, trick)
    led = SUIT[deal.trick[0]]
    assert parse_card(plays(deal)) < max(card for card in deal.trick if SUIT[card] == led)


@pytest.mark.parametrize("trick", ["5D", "9D 4D", "KD 3D 7D"])
def test_lone_queen_is_thrown_at_the_first_chance(trick: str) -> None:
    """Void in the suit led, a queen without guards goes."""
    assert "QS" == plays(hearts("QS 3C 4C 6C 7C 9C QC JC 3H 5H 9H KH", trick, played=TRICK_1))


@pytest.mark.parametrize("trick", ["KS", "3S AS", "AS 5S 9S"])
def test_queen_goes_under_a_higher_spade(trick: str) -> None:
    """Under the king or the ace of spades the queen is played."""
    assert "QS" == plays(hearts("QS 7S 2S 4C 9C JC 3D 6D JD 2H 5H 8H", trick, played=TRICK_1))


def test_queen_is_not_led_with_anything_else_to_lead() -> None:
    """Who holds the queen leads another suit."""
    assert "QS" != plays(hearts("QS 7S 3C 6C 9C 2D 4D JD 3H 6H 8H KH", played=TRICK_1))


@pytest.mark.parametrize("high", ["KS", "AS", "AS KS"])
def test_high_spades_are_not_led_while_the_queen_is_out(high: str) -> None:
    """With a low card of another suit to lead, the king and the ace of spades are not led towards the queen."""
    assert plays(hearts(f"{high} 5S 2D 5D 7D TD 3C 4C 9C 2H 4H", played=TRICK_1)) not in {"KS", "AS"}


def test_high_spades_are_kept_under_the_queen_to_come() -> None:
    """Second to play on a low spade with the queen out, a spade under her is played, not the king."""
    assert "8S" == plays(hearts("KS 8S 3D 4D 9D 5C 9C QC 2H 5H 7H TH", "2S", played=TRICK_1))


def eating_the_queen() -> Iterator[tuple[View, list[Card]]]:
    """Finds positions, last to play on the queen, with a card to duck; and lists the cards that would take her."""
    for match in positions(Setting(HEARTS, Options()), "queen", 400):
        deal = match.deal
        assert isinstance(deal, HeartsDeal)
        if deal.phase != Phase.PLAY or len(deal.trick) != 3 or QUEEN_OF_SPADES not in deal.trick:
            continue
        led = SUIT[deal.trick[0]]
        best = max(card for card in deal.trick if SUIT[card] == led)
        cards = follow(deal.hands[deal.turn], led)
        taking = [card for card in cards if SUIT[card] == led and card > best]
        # Where nobody else has taken a heart, a moon may be worth her.
        is_no_moon = sum(deal.taken) > deal.taken[deal.turn]
        if taking and len(taking) < len(cards) and is_no_moon:
            yield match.view(deal.turn), taking


def test_queen_is_never_eaten_needlessly() -> None:
    """However the cards lie, the last to play who can duck the queen ducks her."""
    found = 0
    for view, taking in eating_the_queen():
        found += 1
        assert decide("hard", view, "queen", Budget(20)).move not in taking
    assert found >= 30


# ---------------------------------------------------------------------- leads


def test_forced_lead_is_not_the_queen() -> None:
    """With hearts unbroken, and the queen and one diamond beside them, it is led: the others are higher."""
    gone = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 7D KS AS 4S 5S 6S 7S 8S 9S TS JS"
    assert "6D" == plays(hearts("6D QS 3H 9H JH KH", played=gone))


def test_lead_gives_the_trick_away() -> None:
    """With the lead a burden, the card that somebody must beat is led, not a master card."""
    assert "2C" == plays(hearts("2C AD KD", played="QS 2D 3D 4D 5D", taken=(0, 13, 0, 0)))


# ---------------------------------------------------------------------- moons


def test_rival_s_moon_is_stopped() -> None:
    """With 25 points in one hand and the last heart on the table, taking it costs 1 point instead of 26."""
    gone = "QS " + " ".join(ALL_HEARTS.split()[:-1])
    deal = hearts("2C AC", "KC AH 3C", played=gone)
    assert [0, 25, 0, 0] == deal.taken
    assert "AC" == plays(deal)


def test_rival_s_moon_is_stopped_before_it_is_too_late() -> None:
    """With 24 points in one hand and two hearts still out, a heart on the table is taken while one can."""
    gone = "QS " + " ".join(ALL_HEARTS.split()[:-2])
    assert "AC" == plays(hearts("2C AC 3D", "KC KH 3C", played=gone, taken=(0, 24, 0, 0)))


def test_own_moon_is_finished() -> None:
    """With all points but one in one's own hand, the last one is taken too."""
    gone = "QS " + " ".join(ALL_HEARTS.split()[:-1])
    assert "AC" == plays(hearts("2D AC", "3C AH KC", played=gone, taken=(25, 0, 0, 0)))


def test_own_moon_is_seen_coming() -> None:
    """With the queen and most hearts taken, and only masters in hand, the hearts are led from the top."""
    gone = "QS 2H 3H 4H 5H 6H 7H 8H"
    hand = hearts("AH KH QH JH 2D", played=gone, taken=(20, 0, 0, 0))
    assert "2D" != plays(hand)


def test_hand_made_for_a_moon_takes_its_first_heart() -> None:
    """With all the masters of two suits it takes a heart that it could leave to others; with low cards it does not."""
    moon = "AS KS QS JS AH KH QH JH TH 9H AD 2D"
    assert "AD" == plays(hearts(moon, "3D 5D 4H", played=TRICK_1))
    assert "2D" == plays(hearts("9S 8S 4S 3S 3H 6H 7H 8H 9C 5C AD 2D", "3D 5D 4H", played=TRICK_1))


def test_no_moon_is_tried_once_a_heart_is_lost() -> None:
    """With one heart in another hand the same cards take nothing they can leave."""
    gone = "QS 2H 3H 4H 5H 6H 7H 8H"
    assert "2D" == plays(hearts("AH KH QH JH 2D", played=gone, taken=(19, 1, 0, 0)))


# ---------------------------------------------------------------------- the match


def last_heart() -> HeartsDeal:
    """Two tricks to go, one heart left, and it lies on the table: taken with the king, left to seat 1 with the two."""
    gone = "QS " + " ".join(ALL_HEARTS.split()[1:])
    return hearts("2C KC", "QC 2H 3C", played=gone, taken=(9, 9, 7, 0))


def test_point_is_left_to_others_in_mid_match() -> None:
    """Far from the end a point is a point."""
    assert "2C" == plays(last_heart())


def test_trailing_it_keeps_the_match_alive() -> None:
    """With seat 1 one point from the end and two others ahead, it takes the point itself: a match that ends is lost."""
    assert "KC" == plays(last_heart(), (29, 10, 35, 28))


def test_ahead_it_ends_the_match() -> None:
    """With the same cards and nobody ahead, seat 1 gets the point and the match is won."""
    assert "2C" == plays(last_heart(), (49, 10, 35, 28))
