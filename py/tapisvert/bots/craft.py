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


def unhindered(_: Deal, __: Move, ___: Move) -> float:
    """Lets all moves compete as they are."""
    return 0.0


def all_of(_: Deal, moves: list[Move]) -> list[Move]:
    """Lets every legal move compete."""
    return moves


def in_full(_: Deal) -> float:
    """Gives every decision all the worlds of its level."""
    return 1.0


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
    sift: Callable[[Deal, list[Move]], list[Move]] = all_of
    """Which of a view's legal moves are worth a search; the policy's is the first of both lists."""
    share: Callable[[Deal], float] = in_full
    """Which part of a level's worlds a decision gets: less where playouts are long, so that no clock cuts it short."""
    hears: Callable[[View], Belief | None] = believing_all
    """What the moves of the others tell, beyond what the rules say, of the cards they hold; None if nothing."""
    handicap: Callable[[Deal, Move, Move], float] = unhindered
    """
    How much worth a move (the second argument) must promise more than others: what playouts do not tell of it.

    The third argument is the policy's move.
    """
    think: Thinker | None = None
    """Takes the place of sampled worlds where a game is better looked at in another way; None for the shared search."""
    ending: Ending | None = None
    """Plays the last moves of a world exactly."""
