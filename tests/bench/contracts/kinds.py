"""What a finished deal of a game was played for, and what became of it; a game is one line of :data:`KINDS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tapisvert.game import Deal
from tapisvert.games.belote import BeloteDeal
from tapisvert.games.belote.rules import SEATS, SIDES
from tapisvert.games.belote.scores import is_made


@dataclass(frozen=True, slots=True)
class Outcome:
    """One deal that somebody played for."""

    contract: str
    made: bool
    points: int
    """What a declarer scored more than a defender."""


def of_belote(deal: Deal) -> Outcome | None:
    """Tells in which round of calls the trump was named; None if all passed."""
    assert isinstance(deal, BeloteDeal)
    if deal.taker < 0:
        return None
    points, own = deal.points(), SIDES[deal.taker]
    contract = "first round" if len(deal.calls) <= SEATS else "second round"
    return Outcome(contract, is_made(deal.summary()), points[own] - points[1 - own])


KINDS: dict[str, Callable[[Deal], Outcome | None]] = {"belote": of_belote}
