"""What seats undertook in a finished deal of a game, and what became of it; a game is one line of :data:`KINDS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tapisvert.game import Deal
from tapisvert.games.belote import BeloteDeal
from tapisvert.games.belote.rules import SEATS, SIDES
from tapisvert.games.belote.scores import is_made
from tapisvert.games.luz import LuzDeal
from tapisvert.games.luz.rules import BETS
from tapisvert.games.solo_whist import SoloWhistDeal
from tapisvert.games.solo_whist.rules import CONTRACTS, is_won


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one seat undertook in a deal, or a declarer for its side."""

    seat: int
    contract: str
    made: bool
    points: int
    """What it brought that seat."""


def of_belote(deal: Deal) -> list[Outcome]:
    """Tells in which round of calls the trump was named, and the takers' lead in points; nothing if all passed."""
    assert isinstance(deal, BeloteDeal)
    if deal.taker < 0:
        return []
    points, own = deal.points(), SIDES[deal.taker]
    contract = "first round" if len(deal.calls) <= SEATS else "second round"
    return [Outcome(deal.taker, contract, is_made(deal.summary()), points[own] - points[1 - own])]


def of_solo_whist(deal: Deal) -> list[Outcome]:
    """Tells the contract and what each of its declarers was paid; nothing if there was none."""
    assert isinstance(deal, SoloWhistDeal)
    if deal.contract < 0:
        return []
    name, declarer = CONTRACTS[deal.contract].name, deal.declarers[0]
    return [Outcome(declarer, name, is_won(deal.contract, deal.tricks_won()), deal.points()[declarer])]


def of_luz(deal: Deal) -> list[Outcome]:
    """Tells of every seat whether it bet with the blue marble, and what it scored."""
    assert isinstance(deal, LuzDeal)
    return [
        Outcome(seat, "with blue" if BETS[bet].blue else "without blue", points > 0, points)
        for seat, (bet, points) in enumerate(zip(deal.bets, deal.points(), strict=True))
    ]


KINDS: dict[str, Callable[[Deal], list[Outcome]]] = {
    "belote": of_belote,
    "luz": of_luz,
    "solo_whist": of_solo_whist,
}
