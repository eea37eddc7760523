"""
Sums up a run of Belote against an outside opponent.

The two plays of a deal, with our pair in either seats, share its cards: their mean is one observation. A manche
that nobody took counts, with no points for either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, TypeAlias

from tapisvert.games.belote.rules import SEATS, SIDES, TRICKS

from ..pool import Answer
from ..summary import line, mean_of, milliseconds

Played: TypeAlias = Sequence[Answer]
"""A deal with our pair in seats 0 and 2, and in seats 1 and 3: ours is the side of the play's number."""


def seats_of(side: int) -> list[int]:
    """Lists the seats of a side."""
    return [seat for seat in range(SEATS) if SIDES[seat] == side]


def summary(observed: Sequence[Played]) -> dict[str, Any]:
    """Gets the figures of a run as plain values; what differs from run to run stands under ``timing``."""
    plays = [(play, side) for deal in observed for side, play in enumerate(deal)]
    ours = [(play, seat) for play, side in plays for seat in seats_of(side)]
    theirs = [(play, seat) for play, side in plays for seat in seats_of(1 - side)]
    points = [
        [fmean(play["points"][side ^ they] for side, play in enumerate(deal)) for they in (0, 1)] for deal in observed
    ]
    decisions = total("decisions", ours)
    return {
        "ours": mean_of([mine for mine, _ in points]),
        "theirs": mean_of([other for _, other in points]),
        "difference": mean_of([mine - other for mine, other in points]),
        "plays": len(plays),
        "passed_out": sum(play["taker"] < 0 for play, _ in plays),
        "our_contracts": contracts(plays),
        "their_contracts": contracts([(play, 1 - side) for play, side in plays]),
        "decisions": decisions,
        "worlds_per_decision": total("worlds", ours) / max(1, decisions),
        "their_calls": total("called", theirs),
        "their_cards": total("decisions", theirs) - total("called", theirs),
        "wanted": total("wanted", theirs),
        "replaced": total("replaced", theirs),
        "disputed": total("disputed", theirs),
        "timing": {"milliseconds": milliseconds(ours), "opponent_milliseconds": milliseconds(theirs)},
    }


def total(name: str, seated: Iterable[tuple[Answer, int]]) -> int:
    """Adds up what is told by seat."""
    return sum(play[name][seat] for play, seat in seated)


def contracts(plays: Sequence[tuple[Answer, int]]) -> dict[str, int]:
    """Counts the contracts that a side took and made, and its capots (all eight tricks, whoever took)."""
    taken = [play for play, side in plays if play["taker"] >= 0 and SIDES[play["taker"]] == side]
    return {
        "taken": len(taken),
        "made": sum(play["made"] for play in taken),
        "capots": sum(play["tricks"][side] == TRICKS for play, side in plays),
    }


def lines(found: dict[str, Any], ours: str, theirs: str) -> list[str]:
    """Writes the figures out."""
    timing, decisions = found["timing"], found["their_calls"] + found["their_cards"]
    return [
        line(f"points of a deal, {ours}", found["ours"]),
        line(f"points of a deal, {theirs}", found["theirs"]),
        line("difference", found["difference"], "+"),
        *(_contracts(who, found[whose]) for who, whose in ((ours, "our_contracts"), (theirs, "their_contracts"))),
        f"manches that nobody took: {found['passed_out']} of {found['plays']}",
        f"a decision of {ours}: {timing['milliseconds']:.2f} ms, {found['worlds_per_decision']:.1f} worlds",
        f"a decision of {theirs}: {timing['opponent_milliseconds']:.2f} ms",
        f"of its {found['their_calls']} calls {found['wanted']} wanted a contract that our rules do not have",
        f"of its {decisions} decisions {found['replaced']} were not legal here and replaced",
        f"of its {found['their_cards']} cards {found['disputed']} were chosen from others than our legal ones",
    ]


def _contracts(who: str, found: dict[str, int]) -> str:
    return f"contracts of {who}: {found['taken']} taken, {found['made']} made; {found['capots']} capots"
