"""What a finished deal of a game was played for, and what became of it; a game is one line of :data:`KINDS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tapisvert.game import Deal
from tapisvert.games.belote import BeloteDeal
from tapisvert.games.belote.rules import SEATS, SIDES
from tapisvert.games.belote.scores import is_made
from tapisvert.games.solo_whist import SoloWhistDeal
from tapisvert.games.solo_whist.rules import CONTRACTS, is_won


@dataclass(frozen=True, slots=True)
class Outcome:
    """One deal that somebody played for."""

    contract: str
    made: bool
    points: int
    """What it brought a declarer."""


def of_belote(deal: Deal) -> Outcome | None:
    """Tells in which round of calls the trump was named, and the takers' lead in points; None if all passed."""
    assert isinstance(deal, BeloteDeal)
    if deal.taker < 0:
        return None
    points, own = deal.points(), SIDES[deal.taker]
    contract = "first round" if len(deal.calls) <= SEATS else "second round"
    return Outcome(contract, is_made(deal.summary()), points[own] - points[1 - own])


def of_solo_whist(deal: Deal) -> Outcome | None:
    """Tells the contract and what each of its declarers was paid; None if there was none."""
    assert isinstance(deal, SoloWhistDeal)
    if deal.contract < 0:
        return None
    name, declarer = CONTRACTS[deal.contract].name, deal.declarers[0]
    return Outcome(name, is_won(deal.contract, deal.tricks_won()), deal.points()[declarer])


KINDS: dict[str, Callable[[Deal], Outcome | None]] = {"belote": of_belote, "solo_whist": of_solo_whist}
