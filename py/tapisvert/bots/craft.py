"""What a bot knows of a game beside its rules: a rule of thumb, and what points are worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ..game import Deal, Move
from ..view import View

if TYPE_CHECKING:
    from .search import Budget, Choice

Policy: TypeAlias = Callable[[Deal, list[Move], Callable[[], float]], Move]
"""Chooses among the legal moves of the seat to act; the third argument draws from [0, 1)."""
Worth: TypeAlias = Callable[[Sequence[int]], float]
"""Tells what a deal's points, by seat, are worth to one seat: more is better."""

Ending: TypeAlias = Callable[[Deal], list[int] | None]
"""Tells the points, by seat, of a world near its end if all play their best; None while the end is too far."""
Belief: TypeAlias = Callable[[Deal, Callable[[], float]], bool]
"""Draws whether a world is believed: as often as its hands would have had their seats do what they did."""
Thinker: TypeAlias = "Callable[[View, random.Random, Budget], Iterator[Choice]]"
"""Decides in steps, as a bot does; the budget's worlds tell it how hard to think."""


def at_random(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses any move: the policy of a game that has none."""
    return moves[int(random01() * len(moves))]


def by_lead(view: View) -> Worth:
    """
    Makes points worth the seat's lead over the mean of the others.

    A deal that nobody scores is no loss to who would have lost it, and a rival's point is as bad as
    one's own is good.
    """
    seat = view.seat

    def worth(points: Sequence[int]) -> float:
        own = points[seat]
        return own - (sum(points) - own) / (len(points) - 1)

    return worth


def believing_all(_: View) -> Belief | None:
    """Takes every world that is consistent with a view for as likely as any other."""
    return None


def never(_: Deal) -> bool:
    """Searches for every move."""
    return False


def unhindered(_: Deal, __: Move) -> float:
    """Lets any move compete with the policy's as it is."""
    return 0.0


def each(_: Deal) -> Callable[[Move], object]:
    """Takes every move for one of its own."""
    return lambda move: move


@dataclass(frozen=True, slots=True)
class Craft:
    """What bots know of a game."""

    policy: Policy = at_random
    """The level ``easy``; it also plays worlds out."""
    slips: float = 0.0
    """How often a playout's move is any legal one instead of the policy's."""
    worth: Callable[[View], Worth] = by_lead
    """What points are worth at the score of the match."""
    by_rule: Callable[[Deal], bool] = never
    """Tells of a view's deal whether the move is the policy's at every level: part of a plan, or plain."""
    hears: Callable[[View], Belief | None] = believing_all
    """What the moves of the others tell, beyond what the rules say, of the cards they hold; None if nothing."""
    handicap: Callable[[Deal, Move], float] = unhindered
    """How much more worth than the policy's move another one must promise: what playouts do not tell of it."""
    alike: Callable[[Deal], Callable[[Move], object]] = each
    """Makes a key of moves: those of the same key come to the same, and one of them is tried."""
    think: Thinker | None = None
    """Takes the place of sampled worlds where a game is better looked at in another way; None for the shared search."""
    ending: Ending | None = None
    """Plays the last moves of a world exactly."""
