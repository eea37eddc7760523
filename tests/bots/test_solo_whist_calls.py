"""Solo Whist's levels that search bid what a hand plainly calls for, and hear from calls which hands are likely."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tapisvert.bots import Budget, decide
from tapisvert.bots.policies import craft_of
from tapisvert.bots.policies.solo_whist import call_handicap, distinct_moves, hears
from tapisvert.bots.policies.solo_whist.calls import NEVER
from tapisvert.bots.search import Reason, Search, competitors
from tapisvert.cards import RANK_LETTERS, SUIT_NUMBER, Suit
from tapisvert.game import Phase, Seat
from tapisvert.games.solo_whist import SOLO_WHIST, SoloWhistDeal
from tapisvert.view import View
from tests.bots.test_solo_whist_policy import dealt, position

WORLDS = 100
TURNED = "5H"


def asked(hand: str, calls: str = "", seat: Seat = 0) -> View:
    """Gets the view of *seat*, which holds *hand*, after some calls; seat 0 is eldest, and a heart is turned up."""
    deal = dealt(seat, hand, TURNED)
    for name in calls.split():
        deal.push(deal.parse_move(name))
    assert (seat, Phase.CALL) == (deal.turn, deal.phase)
    return View(seat, deal.seen_by(seat), [[], [], [], []], [0] * 4, SOLO_WHIST.options())


def call(view: View, level: str = "hard") -> str:
    """Gets a bot's call."""
    return view.deal.move_name(decide(level, view, "seed", Budget(WORLDS)).move)


SURE_SOLO = "AH KH QH 9H 8H AS 7S 5S 8D 6D 3D 9C 6C"
SURE_SLAM = "AS KS QS JS AH KH QH AD KD QD AC KC QC"
LONG_SPADES = "AS KS QS JS TS 9S 8S AD KD AH KH 2C 3C"
LONG_HEARTS = "AH KH QH JH TH 9H 8H AD KD AS KS 2C 3C"
SAFE = "2H 4H 6H 2S 3S 7S 2D 4D 5D 7D 2C 3C 5C"
NEARLY_SAFE = "2H 4H 8H 2S 3S 6S 2D 4D 7D 9D 2C 4C 7C"
SOUND = "AH QH 9H 8H AS KS 5S 8D 6D 3D 9C 7C 5C"
FAIR = "KH 9H 8H AS KS 7S 5S 8D 6D 3D 9C 7C 4C"
POOR = "9H 6H 3H JS 8S 7S 4S JD 9D 7D TC 8C 6C"


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        (POOR, "", "pass"),
        (SOUND, "", "prop"),
        (FAIR, "prop", "cop"),
        (FAIR, "pass prop pass pass", "cop"),
        (POOR, "prop", "pass"),
        (SURE_SOLO, "", "solo"),
        (SURE_SOLO, "prop", "solo"),
        (NEARLY_SAFE, "prop", "misere"),
        (NEARLY_SAFE, "solo", "misere"),
        (SAFE, "", "misere_ouverte"),
        (LONG_SPADES, "", "abondance"),
        (LONG_HEARTS, "", "abondance"),
        (LONG_HEARTS, "abondance", "abondance_atout"),
        (SURE_SLAM, "", "abondance_declaree"),
        (SURE_SLAM, "abondance", "abondance_declaree"),
    ],
)
def test_each_contract_is_bid_on_a_hand_that_calls_for_it(level: str, hand: str, calls: str, expected: str) -> None:
    """The dearest contract that is nearly sure is bid, for every contract there is."""
    assert expected == call(asked(hand, calls, len(calls.split()) % 4), level)


# ---------------------------------------------------------------------- what a call tells


def imagined(view: View, *, believed: bool) -> list[SoloWhistDeal]:
    """Imagines worlds: those that the search tries moves in, or any."""
    rng = random.Random(2)
    search = Search(view, rng, craft_of(view.deal), view.legal_moves()[0])
    worlds = [search.world() if believed else view.sample(rng) for _ in range(200)]
    return [world for world in worlds if isinstance(world, SoloWhistDeal)]


def mean(worlds: list[SoloWhistDeal], seat: Seat, count: Callable[[int], bool]) -> float:
    """Gets how many cards of a kind *seat* holds in a world, on average."""
    return sum(sum(map(count, world.hands[seat])) for world in worlds) / len(worlds)


def is_trump(card: int) -> bool:
    """Tells whether a card is of the turned-up suit."""
    return SUIT_NUMBER[card] == Suit.HEARTS


def is_high(card: int) -> bool:
    """Tells whether a card is a queen or higher."""
    return card % 13 >= RANK_LETTERS.index("Q")


@pytest.mark.parametrize(
    ("calls", "kind", "sign"),
    [("solo", is_trump, 1), ("solo", is_high, 1), ("prop", is_high, 1), ("misere", is_high, -1), ("pass", is_high, -1)],
)
def test_calls_tell_of_the_cards(calls: str, kind: Callable[[int], bool], sign: int) -> None:
    """Who bids a Solo is imagined with trumps and honours, who bids a Misère or passes with fewer than by chance."""
    view = asked(POOR, calls, seat=1)
    believed, by_chance = (mean(imagined(view, believed=how), 0, kind) for how in (True, False))
    assert sign * (believed - by_chance) > 0.15


def test_nothing_is_heard_before_another_has_called() -> None:
    """The first to call has heard nothing, and what it called itself tells it nothing when it is asked again."""
    assert hears(asked(FAIR)) is None
    again = asked(FAIR, "pass prop pass pass")
    believes = hears(again)
    assert believes is not None
    world, other = again.sample(random.Random(1)), again.sample(random.Random(1))
    assert isinstance(other, SoloWhistDeal)
    other.hands[0] = sorted(other.hands[0])[:6]
    draws = [[believes(each, random.Random(seed).random) for seed in range(200)] for each in (world, other)]
    assert draws[0] == draws[1]


def test_open_hand_tells_no_more_by_its_call() -> None:
    """Once the hand of a Misère Ouverte lies open, every world shows it, and its bid rules none out."""
    deal = dealt(0, SURE_SLAM, TURNED)
    deal.push(deal.parse_move("misere_ouverte"))
    for _ in range(3):
        deal.push(deal.parse_move("pass"))
    deal.plays, deal.winners = [deal.hands[seat].pop() for seat in range(4)], [1]
    deal.turn = deal.leader = 1
    view = View(1, deal.seen_by(1), [[], [], [], []], [0] * 4, SOLO_WHIST.options())
    assert deal.is_exposed()
    believes = hears(view)
    assert believes is not None
    rng = random.Random(3)
    assert any(believes(view.sample(rng), rng.random) for _ in range(20))


# ---------------------------------------------------------------------- the rule and the playouts


@pytest.mark.parametrize(
    ("hand", "misere", "open_misere"), [(SAFE, 20.0, 45.0), (NEARLY_SAFE, 20.0, NEVER), (FAIR, NEVER, NEVER)]
)
def test_rule_is_left_only_for_a_call_that_promises_more(hand: str, misere: float, open_misere: float) -> None:
    """Another call than the rule's is made if it looks two points better by worth; a misère must be nearly sure."""
    deal = dealt(1, hand, TURNED)
    deal.push(deal.parse_move("pass"))
    rule = deal.parse_move("prop")
    handicaps = {deal.move_name(move): call_handicap(deal, move, rule) for move in deal.legal_moves()}
    special = {"prop": 0.0, "misere": misere, "misere_ouverte": open_misere}
    assert {name: special.get(name, 2.0) for name in handicaps} == handicaps
    assert misere == call_handicap(deal, deal.parse_move("misere"), deal.parse_move("misere"))
    assert 0.0 == call_handicap(deal, deal.hands[1][0], deal.hands[1][1])


# ---------------------------------------------------------------------- cards that come to the same


@pytest.mark.parametrize(
    ("hand", "trick", "plays", "expected"),
    [
        ("3C 2C 5C 9D", "", "", "3C 5C 9D"),
        ("3C 2C 5C 9D", "", "4C AC KC QC", "3C 9D"),
        ("3C 2C 5C 9D", "4C", "", "3C 5C"),
        ("AC 2D", "", "", "AC 2D"),
    ],
)
def test_one_of_cards_that_come_to_the_same_is_tried(hand: str, trick: str, plays: str, expected: str) -> None:
    """Neighbours are alike, over cards of finished tricks too; a card of the trick in progress parts them."""
    deal = position("solo", [0], hand, trick, plays)
    assert expected.split() == [deal.move_name(move) for move in distinct_moves(deal, deal.legal_moves())]


def test_policys_card_is_tried_for_its_kind() -> None:
    """The search lists the policy's card for its kind, and decides at once between cards that are all alike."""
    deal = position("solo", [0], "2C 3C 5C 9D", "", "4C AC KC QC")
    view = View(0, deal.seen_by(0), [[], [], [], []], [0] * 4, SOLO_WHIST.options())
    tried = competitors(view, craft_of(deal), deal.parse_move("3C"))
    assert ["3C", "9D"] == [deal.move_name(move) for move in tried]
    alone = position("solo", [0], "2C 3C 5C", "", "4C AC KC QC")
    choice = decide("hard", View(0, alone.seen_by(0), [[], [], [], []], [0] * 4, SOLO_WHIST.options()), "seed")
    assert 0 == choice.worlds


# ---------------------------------------------------------------------- the reason of a call


def reason(view: View, name: str) -> Reason:
    """Gets what ``hard`` tells of a call."""
    why = decide("hard", view, "seed", Budget(WORLDS)).why
    return next(each for each in why if view.deal.move_name(each.move) == name)


def test_reason_of_a_bid_tells_its_tricks() -> None:
    """A hand with AKQ and two more trumps and an ace expects more than the five tricks that a Solo needs."""
    progress = reason(asked(SURE_SOLO.replace("8H", TURNED), "pass pass pass", seat=3), "solo").progress
    assert progress is not None
    assert (5, WORLDS) == (progress.needed, progress.worlds)
    assert 5 < progress.mean < 8


def test_reason_of_a_misere_tells_the_tricks_feared() -> None:
    """Of a misère, which needs none, the mean is how often it is lost: play stops at the first trick won."""
    progress = reason(asked(SAFE.replace("6H", TURNED), "pass pass pass", seat=3), "misere").progress
    assert progress is not None
    assert 0 == progress.needed
    assert 0 <= progress.mean < 0.2


def test_pass_undertakes_nothing() -> None:
    """Who passes over a Solo has no contract to tell of."""
    assert reason(asked(POOR, "solo", seat=1), "pass").progress is None
