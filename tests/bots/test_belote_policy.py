"""The rule of thumb of Belote: sound calls, trumps drawn, the partner's sure tricks charged, winners kept."""

from __future__ import annotations

import random

import pytest

from tapisvert.bots.policies import policy_of
from tapisvert.bots.policies.belote import partner_play
from tapisvert.cards import CARD_NAMES, SUIT_LETTERS, parse_card
from tapisvert.game import Phase
from tapisvert.games.belote import BELOTE, BeloteDeal, Options
from tapisvert.games.belote.rules import ANNOUNCE, PACK, PASS
from tests.bots.positions import Tricks, belote, cards


def answer(deal: BeloteDeal) -> str:
    """Gets the policy's choice."""
    return deal.move_name(partner_play(deal, deal.legal_moves(), random.Random(1).random))


def call(hand: str, turned: str, passes: int = 0) -> str:
    """Gets the call on five cards and the turn-up, after a number of passes."""
    mine, up = cards(hand), parse_card(turned)
    rest = [card for card in PACK if card not in mine and card != up]
    place = passes % 4
    first, then = rest[:9], rest[9:15]
    first[3 * place : 3 * place], then[2 * place : 2 * place] = mine[:3], mine[3:]
    deal = BeloteDeal.start([*first, *then, up, *rest[15:]], 3, 1, Options())
    for _ in range(passes):
        deal.push(PASS)
    assert mine == deal.hands[deal.turn]
    return answer(deal)


def play(hand: str, trick: str = "", *, taker: int, tricks: Tricks = ()) -> str:
    """Gets what seat 0 plays with hearts trumps."""
    return answer(belote(hand, trick, taker=taker, tricks=tricks))


@pytest.mark.parametrize(
    ("hand", "turned", "passes", "expected"),
    [
        # strong trumps, or their jack with aces beside
        ("JH 9H 8C 7C KD", "AH", 0, "take"),
        ("JH 7H AC AD 8S", "8H", 1, "take"),
        # the turn-up counts: three trumps with it
        ("9H AH AC 8D 7S", "JH", 0, "take"),
        # three low trumps and nothing beside
        ("7H 8H KC QD 9S", "QH", 0, "pass"),
        # strong, but two trumps only
        ("AH AC TC AD TD", "JH", 0, "pass"),
        # second round: the best of the other suits, of which three are needed too
        ("JS 9S AS KD 7C", "8H", 4, "S"),
        ("QC 8C 7C JS KD", "AS", 5, "pass"),
        ("JD 9D TD KC QC", "8C", 4, "D"),
        ("JS 9S AC KD QD", "8H", 6, "pass"),
    ],
)
def test_calls(hand: str, turned: str, passes: int, expected: str) -> None:
    """A hand takes on trumps, their length and aces; in the second round it names its best suit."""
    assert expected == call(hand, turned, passes)


def test_takes_with_three_trumps_at_least() -> None:
    """Whoever takes has three trumps among its five cards and the turn-up."""
    rng, taken = random.Random("three"), 0
    for _ in range(300):
        deal = BeloteDeal.start(BELOTE.next_pack(Options(), None, 1, rng), 0, 1, Options())
        while deal.phase == Phase.CALL:
            six = [*deal.hands[deal.turn], deal.turned]
            deal.push(partner_play(deal, deal.legal_moves(), rng.random))
        if deal.taker >= 0:
            taken += 1
            assert 3 <= sum(CARD_NAMES[card][1] == SUIT_LETTERS[deal.trump] for card in six)
    assert taken > 150


def test_declares_everything() -> None:
    """Before its card in the first trick, a seat makes every announcement it can."""
    rng, made = random.Random("declares"), 0
    for _ in range(150):
        deal = BeloteDeal.start(BELOTE.next_pack(Options(), None, 1, rng), 0, 1, Options(announcements=True))
        while deal.phase:
            moves = deal.legal_moves()
            move = partner_play(deal, moves, rng.random)
            if any(each >= ANNOUNCE for each in moves):
                made += 1
                assert move >= ANNOUNCE
            deal.push(move)
    assert made > 50


@pytest.mark.parametrize(
    ("hand", "taker", "tricks", "expected"),
    [
        # the taker draws trumps while the rivals may have some
        ("JH AH 8H 7H AC 8C KD 7S", 0, [], {"JH"}),
        ("JH 9H 8H AC 8C KD 7S", 0, [(2, "QD AD 8D 7D")], {"JH", "9H"}),
        # without the jack, neither the nine nor the ten goes under it
        ("9H TH 8H 7H QC 8C KD 7S", 0, [], {"7H", "8H", "7S", "8C"}),
        # both rivals are out of trumps: it cashes its ace instead
        ("9H 8H AC 8C KD 7S", 0, [(0, "JH 7S QH 8S"), (0, "AH 8D KH 7D")], {"AC"}),
        # one may still have some
        ("9H 8H AC 8C KD", 0, [(0, "JH 7H QH 8S"), (0, "AH KH KS 7D")], {"9H"}),
        # the taker's partner leads a trump at the first chance, and cashes aces once that is done
        ("QH 7H AC 8C KD 9D 8S 7S", 2, [], {"QH", "7H"}),
        ("7H AC 8C KD 9D 8S", 2, [(2, "JH 8H QH KH"), (2, "7S AS TS 9S")], {"AC"}),
        # the defence leads an ace, and no trumps however good
        ("JH 9H AC 8C KD 7D 8S 7S", 1, [], {"AC"}),
        ("AH 8H TC 8C KD 7D", 3, [(1, "QS AS 7S 8S"), (2, "AD QD 8D 9D")], {"KD", "7D", "8C"}),
        # a ten whose ace has gone is as good as one, with no trumps left to ruff it
        ("TC 8C KD 7D 9S", 1, [(1, "JH 7H QH 8H"), (1, "9H AH TH KH"), (2, "AC 7C 9C QC")], {"TC"}),
    ],
)
def test_leads(hand: str, taker: int, tricks: Tricks, expected: set[str]) -> None:
    """The takers draw trumps and then cash; the defence cashes aces and leaves trumps alone."""
    assert play(hand, taker=taker, tricks=tricks) in expected


@pytest.mark.parametrize(
    ("hand", "taker", "tricks", "expected"),
    [
        # the partner led diamonds, a rival won them and led clubs: diamonds again rather than its single spade
        ("QD 8D 7S 8H TH 9H", 3, [(2, "9D AD 7D KD"), (3, "AC KC 8C 7C"), (3, "JC 9C QC TC")], {"8D"}),
        # the takers do not: the partner of the taker has trumps to draw
        ("QD 8D 7S 8H TH 9H", 2, [(2, "9D AD 7D KD"), (3, "AC KC 8C 7C"), (3, "JC 9C QC TC")], {"8H"}),
    ],
)
def test_returns(hand: str, taker: int, tricks: Tricks, expected: set[str]) -> None:
    """A defender returns the suit that its partner led."""
    assert play(hand, taker=taker, tricks=tricks) in expected


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        # last, and the partner is master: points go on the trick
        ("TS 8S AC", "KS AS 7S", "TS"),
        # second and third alike, if the partner's ace will hold
        ("TS 8S AC", "AS 7S", "TS"),
        # a rival's sure trick gets nothing
        ("TS 9S AC", "AS 7S 8S", "9S"),
        ("TS 7S AC", "AS", "7S"),
        # last, over a rival: win
        ("AS 8S 7C", "KS 7S 9S", "AS"),
        # the partner's low card will not hold: third hand goes up
        ("AS 8S 7C", "7S KS", "AS"),
        # second hand takes with the ace what a rival led
        ("AS 8S 7C", "KS", "AS"),
        # ruff low: the jack stays
        ("JH 7H 9C", "AS 7S 8S", "7H"),
        ("QH JH 9C", "AS TS KS", "QH"),
        # trumps are not spent on the partner's trick, and its ruff is not overruffed
        ("9H 7H 8C", "7S AS 8S", "8C"),
        ("JH KC 7C", "AS 7H 8S", "KC"),
        # under a trump that cannot be beaten, the least
        ("AH 8H 7C", "9H 7H JH", "8H"),
    ],
)
def test_follows(hand: str, trick: str, expected: str) -> None:
    """Points go where the side wins; what loses is low, and what wins is cheap."""
    assert expected == play(hand, trick, taker=1)


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        # on the partner's trick a ten goes, not an ace that will win by itself, and no trump
        ("TC 8C JH AD 7D", "7S AS 8S", {"TC"}),
        # on the rivals' trick neither the ten nor its only guard
        ("TC 8C 9D 8D", "AS 7S 8S", {"9D", "8D"}),
        # at the end the master stays, for the last trick and its ten points
        ("AC 7D", "AS 7S 8S", {"7D"}),
        ("7D QC", "AS 7S 8S", {"7D"}),
    ],
)
def test_discards(hand: str, trick: str, expected: set[str]) -> None:
    """Discards bring points to the partner's trick, and keep guards and winners from the rivals'."""
    assert play(hand, trick, taker=3) in expected


def exchange(seed: str, deals: int, options: Options) -> tuple[float, list[BeloteDeal]]:
    """
    Plays packs twice, by policy against chance and with the sides exchanged.

    Gets the points by which the policy's side was ahead, per deal, and the deals finished.
    """
    rng, ahead, played = random.Random(seed), 0, []
    for number in range(deals):
        pack = BELOTE.next_pack(options, None, 1, rng)
        for side in (0, 1):
            deal = BeloteDeal.start(pack, number % 4, 1, options)
            while deal.phase:
                moves = deal.legal_moves()
                by_policy = deal.turn % 2 == side
                deal.play(partner_play(deal, moves, rng.random) if by_policy else moves[int(rng.random() * len(moves))])
            points = deal.points()
            ahead += points[side] - points[1 - side]
            played.append(deal)
    return ahead / len(played), played


@pytest.mark.parametrize("announcements", [False, True])
def test_beats_chance(announcements: bool) -> None:
    """On the same packs the policy is far ahead of a side that moves at random."""
    ahead, played = exchange("chance", 200, Options(announcements=announcements))
    assert 400 == len(played)
    assert ahead > 40


def test_makes_most_contracts() -> None:
    """Among four seats that play by it, most contracts are made, and few deals are passed out."""
    rng, made, out = random.Random("contracts"), 0, 0
    for number in range(400):
        deal = BeloteDeal.start(BELOTE.next_pack(Options(), None, 1, rng), number % 4, 1, Options())
        assert partner_play is policy_of(deal)
        while deal.phase:
            deal.play(partner_play(deal, deal.legal_moves(), rng.random))
        out += deal.taker < 0
        # Who is set scores nothing but a belote; who makes it has 81.
        made += deal.taker >= 0 and deal.points()[deal.taker] >= 81
    assert 0.05 * 400 < out < 0.25 * 400
    assert made > 0.65 * (400 - out)
