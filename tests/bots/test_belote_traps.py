"""Manners of Belote that a partner counts on: positions in which one card is right, and hard finds it."""

from __future__ import annotations

import pytest

from tapisvert.bots import Budget, decide
from tapisvert.games.belote import BeloteDeal, Options
from tapisvert.games.belote.rules import PACK, PASS
from tapisvert.view import View
from tests.bots.positions import Tricks, belote, cards

WORLDS = 60
TRUMPS_GONE: Tricks = [(0, "JH 7H QH 8H"), (0, "9H TH KH AH")]


def chosen(deal: BeloteDeal, scores: tuple[int, int] = (0, 0)) -> str:
    """Gets what hard does in the seat to act."""
    seen, seat = deal.seen_by(deal.turn), deal.turn
    view = View(seat, seen, [[], [], [], []], [*scores, *scores], Options(announcements=deal.announcing))
    return deal.move_name(decide("hard", view, "trap", Budget(WORLDS)).move)


@pytest.mark.parametrize(
    ("hand", "taker", "tricks", "expected"),
    [
        # the taker with jack and nine draws trumps
        ("JH 9H AH 8H AC TC KD 7S", 0, [], {"JH", "9H", "AH"}),
        # its partner, with nothing else to lead, leads one to it
        ("QH 7H KD TD KS TS KC TC", 2, [], {"QH", "7H"}),
        # a defender leads its ace, not its trumps
        ("9H 7H AC 8C 8D 7D 8S 7S", 1, [], {"AC"}),
    ],
)
def test_leads(hand: str, taker: int, tricks: Tricks, expected: set[str]) -> None:
    """Takers draw trumps and then cash; defenders do not draw them for the takers."""
    assert chosen(belote(hand, taker=taker, tricks=tricks)) in expected


@pytest.mark.parametrize(
    ("hand", "trick", "taker", "expected"),
    [
        # last to play, and the partner has ruffed: the ten goes while its ace is still to come
        ("TS 8S AC 7D KD 9C 8C QD", "9S 7H JS", 3, "TS"),
        # a rival is: it stays
        ("TS 9S AC 7D KD 9C 8C QD", "AS 7S 8S", 1, "9S"),
        # over a rival's king the ace is enough and due
        ("AS 8S 7C 7D KD 9C 8C QD", "KS 7S 9S", 1, "AS"),
        # the small trump ruffs as well as the jack
        ("JH 7H 9C 8C KD QD 8D KC", "AS 7S 8S", 1, "7H"),
        # a lone ten goes on the partner's trick, not a trump
        ("TC JH 7H 7D 8D 9D QD JD", "7S AS 8S", 2, "TC"),
    ],
)
def test_follows(hand: str, trick: str, taker: int, expected: str) -> None:
    """Points go on the partner's sure tricks and not on the rivals'; no more is spent than wins."""
    assert expected == chosen(belote(hand, trick, taker=taker))


@pytest.mark.parametrize(
    ("hand", "trick"),
    [
        ("AC 7D", "AS 7S 8S"),  # the ace of clubs cannot be ruffed any more
        ("8H 7D", "7S AS 8S"),  # the last trump, on a trick that is the partner's
    ],
)
def test_saves_the_last_trick(hand: str, trick: str) -> None:
    """A sure winner is kept for the last trick and its ten points."""
    gone: Tricks = [*TRUMPS_GONE, (0, "QC JC 9C KC"), (3, "TC 8C 7C 8D"), (3, "TD KD QD JD"), (3, "TS KS QS JS")]
    assert "7D" == chosen(belote(hand, trick, taker=1, tricks=gone))


@pytest.mark.parametrize(
    ("hand", "passes", "expected"),
    [
        ("JH 9H AH AC TC", 0, "take"),
        ("JH AH TC AC 7D", 3, "take"),
        ("7C 8C 9D 7D 8S", 0, "pass"),
        ("7C 8C 9D 7D QS", 2, "pass"),
    ],
)
def test_calls(hand: str, passes: int, expected: str) -> None:
    """With trumps and aces hard takes the seven of hearts, with nothing it does not."""
    mine, up = cards(hand), cards("7H")[0]
    rest = [card for card in PACK if card not in [*mine, up]]
    first, then = rest[:9], rest[9:15]
    first[3 * passes : 3 * passes], then[2 * passes : 2 * passes] = mine[:3], mine[3:]
    deal = BeloteDeal.start([*first, *then, up, *rest[15:]], 3, 1, Options())
    for _ in range(passes):
        deal.push(PASS)
    assert expected == chosen(deal)


def test_announces_what_it_has() -> None:
    """Before its first card hard announces its run, as nothing is lost by it."""
    deal = belote("KH QH JH AC TC 8D 7D 7S", taker=0, announcing=True)
    assert "announce tierce KH" == chosen(deal)
