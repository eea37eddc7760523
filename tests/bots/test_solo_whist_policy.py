"""The rule of thumb of Solo Whist bids what its hand is good for and plays for its contract's aim."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tapisvert.bots.craft import at_random
from tapisvert.bots.policies import policy_of
from tapisvert.bots.policies.solo_whist import bid_and_play
from tapisvert.cards import CARD_NAMES, PACK_52, SUIT_LETTERS, Card, parse_card
from tapisvert.game import Phase, Seat
from tapisvert.games.solo_whist import SOLO_WHIST, SoloWhistDeal
from tapisvert.games.solo_whist.rules import CONTRACT_NAMES
from tapisvert.tricks import NO_TRUMP
from tapisvert.view import View

OPTIONS = SOLO_WHIST.options()
ELDEST, DEALER = 0, 3


def cards(text: str) -> list[Card]:
    """Reads cards."""
    return [parse_card(name) for name in text.split()]


def dealt(seat: Seat, hand: str, turned: str) -> SoloWhistDeal:
    """Deals so that *seat* has *hand* and the dealer, seat 3, turned up *turned*; the rest goes round by number."""
    mine, top = cards(hand), parse_card(turned)
    rest = [card for card in PACK_52 if card not in mine and card != top]
    hands: list[list[Card]] = [[], [], [], []]
    hands[seat] = mine
    for owner in range(4):
        if owner != seat:
            size = 12 if owner == DEALER else 13
            hands[owner], rest = rest[:size], rest[size:]
    if seat != DEALER:
        hands[DEALER].append(top)
    hands[DEALER].sort(key=lambda card: card == top)  # the turned-up card is dealt last
    pack = [card for start in (0, 3, 6, 9) for owner in range(4) for card in hands[owner][start : start + 3]]
    return SoloWhistDeal.start(pack + [owned[12] for owned in hands], DEALER, 1, OPTIONS)


def call(hand: str, turned: str, calls: str = "", seat: Seat = ELDEST) -> str:
    """Gets the policy's call with *hand* in an auction; hearts are the suit turned up in most cases."""
    deal = dealt(seat, hand, turned)
    for name in calls.split():
        deal.push(deal.parse_move(name))
    assert (seat, Phase.CALL) == (deal.turn, deal.phase)
    return deal.move_name(bid_and_play(deal, deal.legal_moves(), random.Random(1).random))


def position(
    contract: str,
    declarers: Sequence[Seat],
    hand: str,
    trick: str = "",
    plays: str = "",
    *,
    seat: Seat = 0,
    trump: str = "H",
    exposed: str = "",
) -> SoloWhistDeal:
    """
    Sets up *seat* to play a card.

    :param trick: the trick in progress, led by whoever makes it *seat*'s turn.
    :param plays: whole tricks before, all won and so led by seat 0.
    :param exposed: the first declarer's hand.
    """
    held, played, before, open_hand = cards(hand), cards(trick), cards(plays), cards(exposed)
    rest = [card for card in PACK_52 if card not in (*held, *played, *before, *open_hand)]
    deal = dealt(0, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "AH")
    deal.contract, deal.declarers = CONTRACT_NAMES.index(contract), list(declarers)
    deal.trump = SUIT_LETTERS.index(trump) if trump else NO_TRUMP
    deal.phase, deal.turn = int(Phase.PLAY), seat
    deal.trick, deal.plays, deal.winners = played, before, [0] * (len(before) // 4)
    deal.opener, deal.leader = 0, (seat - len(played)) % 4
    for owner in range(4):
        size = len(held) - ((owner - deal.leader) % 4 < len(played))
        deal.hands[owner], rest = rest[:size], rest[size:]
    deal.hands[seat] = held
    if open_hand:
        deal.hands[declarers[0]] = open_hand
    return deal


def choice(deal: SoloWhistDeal) -> str:
    """Gets the policy's choice."""
    return CARD_NAMES[bid_and_play(deal, deal.legal_moves(), random.Random(1).random)]


# ---------------------------------------------------------------------- the auction

STRONG = "AH KH QH JH 9H 8H AS KS 3S 2D 3D 4D 2C"  # six trumps from the top, two side winners, a singleton
SOUND = "AH QH 9H 8H AS KS 5S 8D 6D 3D 9C 7C 5C"
FAIR = "KH 9H 8H AS KS 7S 5S 8D 6D 3D 9C 7C 5C"
WEAK = "9H 6H 2H JS 8S 5S 4S JD 9D 7D TC 8C 6C"
LOW = "2H 4H 6H 2S 3S 5S 2D 4D 5D 7D 2C 3C 5C"


@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        (WEAK, "", "pass"),
        (SOUND, "", "prop"),
        (STRONG, "", "solo"),
        (LOW, "", "misere_ouverte"),
        ("AS KS QS JS TS 9S 8S AD KD AH KH 2C 3C", "", "abondance"),
        ("AS KS QS JS AH KH QH AD KD QD AC KC QC", "", "abondance_declaree"),
    ],
)
def test_opens(hand: str, calls: str, expected: str) -> None:
    """Each contract is bid on a hand that is clearly good for it, the dearest one first."""
    assert expected == call(hand, "5H", calls)


def test_nearly_safe_hand_plays_misere_closed() -> None:
    """A hand with a suit or two a little too high is good for a Misère, but not for laying it open."""
    assert "misere" == call("2H 4H 8H 2S 3S 5S 2D 4D 7D TD 2C 3C 7C", "5H", "pass", seat=1)


@pytest.mark.parametrize(("hand", "expected"), [(SOUND, "cop"), (FAIR, "cop"), (WEAK, "pass"), (STRONG, "solo")])
def test_answers_a_prop(hand: str, expected: str) -> None:
    """A Prop is accepted with a fair hand, left alone with a weak one and overcalled with a strong one."""
    assert expected == call(hand, "5H", "prop", seat=1)


@pytest.mark.parametrize(("hand", "expected"), [(FAIR, "cop"), (WEAK, "pass")])
def test_late_cop(hand: str, expected: str) -> None:
    """Eldest, asked again after passing, accepts with a fair hand only."""
    assert expected == call(hand, "5H", "pass prop pass pass")


def test_lone_prop() -> None:
    """A Prop that nobody accepted is raised to Solo with a hand that may take five tricks alone, else withdrawn."""
    better = "AH QH JH 8H AS KS 5S 8D 6D 3D 9C 7C 5C"
    assert "prop" == call(better, "5H")
    assert "solo" == call(better, "5H", "prop pass pass pass")
    assert "pass" == call(SOUND, "5H", "prop pass pass pass")


def test_overcalls_abondance_in_trumps() -> None:
    """With nine tricks in the suit turned up, another's Abondance is overcalled; in another suit it is not."""
    hand = "AH KH QH JH TH 9H 8H AD KD AS KS 2C 3C"
    assert "abondance_atout" == call(hand, "5H", "abondance", seat=1)
    assert "pass" == call(hand, "5S", "abondance", seat=1)


def test_declarer_of_abondance_names_best_suit() -> None:
    """The trumps named are the long and strong suit, not the one turned up."""
    deal = dealt(ELDEST, "AS KS QS JS TS 9S 8S AD KD AH KH 2C 3C", "5H")
    for name in ("abondance", "pass", "pass", "pass"):
        deal.push(deal.parse_move(name))
    assert Phase.NAME == deal.phase
    assert "trump S" == deal.move_name(bid_and_play(deal, deal.legal_moves(), random.Random(1).random))


# ---------------------------------------------------------------------- tricks wanted


@pytest.mark.parametrize(
    ("declarers", "hand", "trick", "expected"),
    [
        # last, a rival wins: with the cheapest card that beats him, or the lowest if none does
        ([0], "2S 9S QS AS", "TS 3S 4S", "QS"),
        ([0], "2S 9S", "TS 3S 4S", "2S"),
        # last, a partner wins: the lowest (seats 2 and 0 declare; then seats 0, 1 and 2 defend)
        ([0, 2], "2S 9S QS AS", "TS 5S 4S", "QS"),
        ([0, 2], "2S 9S QS AS", "5S TS 4S", "2S"),
        ([3], "2S 9S QS AS", "5S TS 4S", "2S"),
        # only partners are left to play: as if last
        ([3], "2S 9S QS AS", "TS", "QS"),
        # before rivals: the ace, not the queen
        ([0], "2S 9S QS AS", "TS", "AS"),
        # before a rival and a partner: low without a sure winner
        ([0, 2], "2S 9S QS", "TS", "2S"),
        # the last rival is still to play: high
        ([0, 3], "2S 9S KS", "5S TS", "KS"),
        # void: the lowest trump that wins, whoever is left; none if it does not win or a partner does
        ([0], "3H 9H KH 2D", "TS 5H 4S", "9H"),
        ([0], "3H 9H KH 2D", "TS", "3H"),
        ([0], "3H 4H 2D 9D", "TS 5H 4S", "2D"),
        ([0, 2], "3H 9H KH 2D", "5S KS 4S", "2D"),
        # a partner's card is left alone before the last rival only if no unseen one beats it
        ([0, 2], "3H 9H KH 2D", "AS 4S", "2D"),
        ([0, 2], "3H 9H KH 2D", "QS 4S", "3H"),
    ],
)
def test_follows_for_tricks(declarers: list[Seat], hand: str, trick: str, expected: str) -> None:
    """Tricks are taken cheaply if no partner has them, and nothing is wasted on the others."""
    contract = "prop_cop" if len(declarers) > 1 else "solo"
    assert expected == choice(position(contract, declarers, hand, trick))


@pytest.mark.parametrize(
    ("declarers", "hand", "expected"),
    [
        # the declarer draws trumps from the top
        ([0], "AH KH QH 4H AS 2D", "AH"),
        # a defender cashes an ace and leads no trumps
        ([1], "AH KH QH 4H AS 2D", "AS"),
        # a defender without winners leads from length, the top of touching honours first
        ([1], "3S 4S 7D 6D 5D 3D", "3D"),
        ([1], "3S 4S KD QD 5D 3D", "KD"),
        # with a trump and a single card: that card, to ruff later
        ([1], "4H 3S 7D 6D 5D 3D", "3S"),
    ],
)
def test_leads_for_tricks(declarers: list[Seat], hand: str, expected: str) -> None:
    """The declarer draws trumps; who plays against him cashes winners, then leads from length or towards a ruff."""
    assert expected == choice(position("solo", declarers, hand))


def test_defender_lets_no_declarer_ruff_an_ace() -> None:
    """A suit that the declarer has ruffed is not led again while he may ruff it again, be it an ace."""
    hand = "AS 3S 7D 6D 5D"
    assert "AS" == choice(position("solo", [1], hand, plays="2C 3C 4C 5C"))
    # Seat 1 threw a club on a spade, and so has none left.
    assert "D" == choice(position("solo", [1], hand, plays="KS 3C 2S 4S"))[1]


def test_declarer_of_a_slam_runs_his_winners() -> None:
    """With thirteen winners and the lead, every trick is won, whatever the others hold."""
    deal = dealt(2, "AS KS QS JS AH KH QH AD KD QD AC KC QC", "5H")
    for name in ("pass", "pass", "abondance_declaree"):
        deal.push(deal.parse_move(name))
    rng = random.Random("slam")
    while deal.phase:
        policy = bid_and_play if deal.turn == 2 else at_random
        deal.push(policy(deal, deal.legal_moves(), rng.random))
    assert [-30, -30, 90, -30] == deal.points()


# ---------------------------------------------------------------------- no trick wanted


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        # the highest card that loses; the lowest if all win, for somebody may still go over it
        ("2S 9S QS AS", "TS", "9S"),
        ("2S 9S QS AS", "TS KS", "QS"),
        ("JS AS", "TS", "JS"),
        # void: the top of the suit that the rivals can stay under longest
        ("2D 3D 5D KC 9H", "TS", "KC"),
        ("2D 4D 6D 8D TD QD AD 7C", "TS", "7C"),
        # to lead: where the others must go over
        ("2S KS 5D 8D TC", "", "2S"),
    ],
)
def test_declarer_of_a_misere(hand: str, trick: str, expected: str) -> None:
    """Follow with the highest card that loses, throw the most dangerous one, lead the lowest."""
    assert expected == choice(position("misere", [0], hand, trick, trump=""))


@pytest.mark.parametrize(
    ("declarer", "hand", "trick", "expected"),
    [
        # he is still to play: under what lies there, with the lowest if that cannot be
        (1, "2S 9S QS AS", "TS", "9S"),
        (1, "QS AS", "TS", "QS"),
        # he is winning: under him; he is under already: high cards go
        (3, "2S 9S QS AS", "TS", "9S"),
        (2, "2S 9S QS AS", "5S TS", "AS"),
        # void: the highest card
        (1, "2D 9D KC 3H", "TS", "KC"),
    ],
)
def test_plays_against_a_misere(declarer: Seat, hand: str, trick: str, expected: str) -> None:
    """Stay under where the declarer may win, and get rid of high cards where he does not."""
    assert expected == choice(position("misere", [declarer], hand, trick, trump=""))


def test_leads_against_a_misere() -> None:
    """A suit the declarer has shown to be void of is left alone, though its lowest card would be the best lead."""
    hand = "2S 7D 9D"
    assert "2S" == choice(position("misere", [1], hand, plays="6C 5C 4C 3C", trump=""))
    assert "D" == choice(position("misere", [1], hand, plays="6S 5C 4S 3S", trump=""))[1]


@pytest.mark.parametrize(
    ("exposed", "hand", "trick", "expected"),
    [
        # his lowest spade is the eight: under it as high as may be, if nothing lies over it yet
        ("8S 2D 3D", "3S 6S KS", "4S", "6S"),
        # he can go under the ten: high cards go
        ("8S 2D 3D", "3S 6S KS", "TS", "KS"),
        # he has no spade, so the trick is not his
        ("5C 2D 3D", "3S 6S KS", "4S", "KS"),
        # to lead: the suit where he is in danger, under his card
        ("8S 2D 3D", "3S KS 9D", "", "3S"),
        ("2S 3S 8D", "7S KS 4D", "", "4D"),
        # void: the high card of the suit where he is in danger
        ("8S 2D 3D", "KS AD 5D", "TC", "KS"),
        ("2S 3S 8D", "KS KD 5D", "TC", "KD"),
    ],
)
def test_plays_against_an_exposed_hand(exposed: str, hand: str, trick: str, expected: str) -> None:
    """Once the hand of a Misère Ouverte lies open, all play under what they see there."""
    deal = position("misere_ouverte", [1], hand, trick, plays="2C 6C 7C 8C", trump="", exposed=exposed)
    assert expected == choice(deal)


def test_hand_is_not_looked_at_before_it_is_exposed() -> None:
    """In trick 1 the declarer's hand makes no difference to what the others play."""
    hand, trick = "3S 6S KS", "4S"
    answers = {
        choice(position("misere_ouverte", [1], hand, trick, trump="", exposed=exposed))
        for exposed in ("8S 2D 3D", "5C 2D 3D", "QS 2D 3D")
    }
    assert {"3S"} == answers


# ---------------------------------------------------------------------- whole deals


def test_same_answer_in_view_and_world() -> None:
    """In every contract the answer is the same in the deal, in the seat's view of it and in another world."""
    rng = random.Random("worlds")
    for number in range(70):
        deal = SoloWhistDeal.start(SOLO_WHIST.next_pack(OPTIONS, None, 1, rng), DEALER, 1, OPTIONS)
        contract = number % len(CONTRACT_NAMES)
        deal.contract, deal.declarers = contract, [number % 4, (number + 1) % 4][: 1 if contract else 2]
        deal.trump = rng.randrange(4) if contract in (0, 1, 3, 4) else NO_TRUMP
        deal.phase = int(Phase.PLAY)
        while deal.phase:
            view = View(deal.turn, deal.seen_by(deal.turn), [[], [], [], []], [0] * 4, OPTIONS)
            moves = [bid_and_play(d, d.legal_moves(), rng.random) for d in (deal, view.deal, view.sample(rng))]
            assert [moves[0]] * 3 == moves
            deal.push(moves[0])


def test_contracts_bid_are_mostly_made() -> None:
    """Played among themselves, Prop & Cop and Solo are bid often, are made more often than not, and pay."""
    rng = random.Random("contracts")
    found: dict[str, list[int]] = {name: [] for name in CONTRACT_NAMES}
    for number in range(300):
        deal = SoloWhistDeal.start(SOLO_WHIST.next_pack(OPTIONS, None, 1, rng), number % 4, 1, OPTIONS)
        while deal.phase:
            deal.play(bid_and_play(deal, deal.legal_moves(), rng.random))
        if deal.contract >= 0:
            found[CONTRACT_NAMES[deal.contract]].append(deal.points()[deal.declarers[0]])
    assert 210 < sum(map(len, found.values()))
    for name in ("prop_cop", "solo"):
        paid = found[name]
        assert 60 < len(paid)
        assert 0.55 < sum(points > 0 for points in paid) / len(paid) < 0.95
        assert sum(paid) > 0


def test_beats_chance() -> None:
    """One seat by the rule gains against three at random, and one at random loses to three by the rule."""
    rng = random.Random("chance")
    gained = {True: 0, False: 0}
    for number in range(240):
        deal = SoloWhistDeal.start(SOLO_WHIST.next_pack(OPTIONS, None, 1, rng), number % 4, 1, OPTIONS)
        odd, is_wise = number // 4 % 4, number % 2 == 0
        assert bid_and_play is policy_of(deal)
        while deal.phase:
            policy = bid_and_play if (deal.turn == odd) == is_wise else at_random
            deal.play(policy(deal, deal.legal_moves(), rng.random))
        gained[is_wise] += deal.points()[odd]
    assert gained[True] / 120 > 10
    assert gained[False] / 120 < -20
