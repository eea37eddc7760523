"""
Sampled worlds: imagine the unseen cards, play each world out by the game's policy, take the best mean lead.

Every move is tried in the same worlds, so that they differ by the move alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt

from ..game import Deal, Move, Phase
from ..view import View
from .policies import Policy, policy_of

CHUNK = 4
"""Worlds between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think."""

    worlds: int
    """How many worlds to imagine."""
    is_late: Callable[[], bool] | None = None
    """Tells, between chunks of work, whether to stop now; None never stops early."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What a move is worth, as far as the bot can tell."""

    move: Move
    points: float
    """Expected points of the seat in this deal."""
    error: float
    """The standard error of that."""
    worlds: int
    lead: float = 0.0
    """The expected lead over the mean of the other seats: what the move was chosen by."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot decided."""

    move: Move
    worlds: int
    """How many worlds were looked at."""
    cut: bool = False
    """Whether the deadline ended the search."""
    why: tuple[Reason, ...] = field(default=())
    """What each move is worth, best first."""


def rollout(deal: Deal, policy: Policy, random01: Callable[[], float]) -> list[int]:
    """Plays *deal* to its end by *policy*, in place, and gets its points."""
    while deal.phase:
        moves = deal.legal_moves()
        deal.play(moves[0] if len(moves) == 1 else policy(deal, moves, random01))
    return deal.points()


def think(view: View, rng: random.Random, budget: Budget) -> Iterator[Choice]:
    """Yields the best move found so far after each chunk of worlds."""
    moves = view.legal_moves()
    policy = policy_of(view.deal)
    if len(moves) == 1 or view.deal.phase == Phase.PASS:
        # A pass is a plan of several cards; the policy's rule for it is better than a card at a time.
        yield Choice(moves[0] if len(moves) == 1 else policy(view.deal, moves, rng.random), 0)
        return
    sums, squares, leads = [0] * len(moves), [0] * len(moves), [0.0] * len(moves)
    done = 0
    while done < budget.worlds:
        for _ in range(min(CHUNK, budget.worlds - done)):
            world = view.sample(rng)
            for index, move in enumerate(moves):
                every = rollout(world.after(move), policy, rng.random)
                points = every[view.seat]
                sums[index] += points
                squares[index] += points * points
                leads[index] += points - (sum(every) - points) / (len(every) - 1)
            done += 1
        is_late = budget.is_late is not None and budget.is_late()
        why = _reasons(moves, sums, squares, leads, done)
        yield Choice(why[0].move, done, is_late and done < budget.worlds, why)
        if is_late:
            return


def _reasons(
    moves: list[Move], sums: list[int], squares: list[int], leads: list[float], worlds: int
) -> tuple[Reason, ...]:
    """
    Weighs the moves, best first; of equals, the one listed first.

    The best has the greatest lead over the other seats: a deal that nobody scores is no loss to who would
    have lost it, and a rival's point is as bad as one's own is good.
    """
    reasons = []
    for move, total, square, lead in zip(moves, sums, squares, leads, strict=True):
        mean = total / worlds
        variance = max(0.0, square / worlds - mean * mean)
        reasons.append(Reason(move, mean, sqrt(variance / max(1, worlds - 1)), worlds, lead / worlds))
    return tuple(sorted(reasons, key=lambda reason: -reason.lead))
