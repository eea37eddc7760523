"""
Sampled worlds: imagine the unseen cards, play each world out by the game's policy, keep the moves that compete.

Every move that still competes is tried in the same worlds, so that they differ by the move alone. After
each round the worse half is dropped (sequential halving, Karnin, Koren and Somekh, ICML 2013), so that most
worlds are spent on the moves that are hard to tell apart. With the same number of worlds the outcome is
the same; a clock can only cut it short.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import sqrt

from ..game import Deal, Move
from ..view import View
from .craft import Craft, Ending, Policy

DECIMALS = 9
"""Where the worths of two moves differ by less, they are the same."""
CHUNK = 4
"""Playouts between two looks at the clock."""
DRAWS = 40
"""How often a world is drawn anew because it is not believed."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think."""

    worlds: int
    """How many worlds to imagine."""
    is_late: Callable[[], bool] | None = None
    """Tells, between chunks of work, whether to stop now; None never stops early."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of what it undertakes a seat wins in the end: "about 5.6 tricks of the 5 needed"."""

    mean: float
    needed: int
    """What most playouts asked for."""
    worlds: int
    """How many playouts asked for as much: in the others the seat undertook something else, or nothing."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What a move is worth, as far as the bot can tell."""

    move: Move
    points: float
    """Expected points of the seat in this deal."""
    error: float | None
    """The standard error of that; None with a single world."""
    worlds: int
    """In how many worlds the move was tried; those dropped early were tried in fewer."""
    worth: float
    """The expected worth of the points to the seat: what the move was chosen by."""
    progress: Progress | None = None
    """What becomes of the seat's undertaking; None in a game that has none, or if the move leads to none."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot decided."""

    move: Move
    worlds: int
    """How many worlds were looked at."""
    cut: bool = False
    """Whether the deadline ended the search."""
    why: tuple[Reason, ...] = field(default=())
    """What each move is worth, best first: those that competed longest, by what they are worth."""


def slipping(policy: Policy, slips: float) -> Policy:
    """
    Makes a policy that plays any legal move now and then.

    Playouts in which nobody ever errs are too sure of what comes: see docs/bots.md for the figures.
    """

    def play(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
        mark = random01()
        return moves[int(mark / slips * len(moves))] if mark < slips else policy(deal, moves, random01)

    return play if slips else policy


def playout(deal: Deal, policy: Policy, random01: Callable[[], float], ending: Ending | None = None) -> list[int]:
    """Plays *deal* to its end by *policy*, in place, or up to where *ending* tells the rest, and gets its points."""
    while deal.phase:
        if ending is not None and (points := ending(deal)) is not None:
            return points
        moves = deal.legal_moves()
        deal.play(moves[0] if len(moves) == 1 else policy(deal, moves, random01))
    return deal.points()


def rounds(moves: int, worlds: int) -> list[tuple[int, int]]:
    """
    Plans how many moves compete in each round, and in how many worlds.

    Each round has about as many playouts as any other, and the worlds add up.

    >>> rounds(8, 70), rounds(2, 5), rounds(3, 1)
    ([(8, 10), (4, 20), (2, 40)], [(2, 5)], [(3, 1)])
    """
    left, shares = moves, []
    while left > 1:
        shares.append(left)
        left = (left + 1) // 2
    whole = sum(1 / share for share in shares)
    plan: list[tuple[int, int]] = []
    spent, due = 0, 0.0
    for share in shares:
        due += worlds / share / whole
        until = max(spent, round(due)) if plan else max(1, round(due))
        if until > spent:
            plan.append((share, until - spent))
        spent = until
    return plan


@dataclass(slots=True)
class Candidate:
    """A move as it is tried in one world after the other."""

    move: Move
    worlds: int = 0
    points: int = 0
    squares: int = 0
    worth: float = 0.0
    handicap: float = 0.0
    """What is taken off its worth where moves are compared."""
    won: dict[int, list[int]] = field(default_factory=dict)
    """What was won in each playout, by what the seat had undertaken there."""

    def add(self, points: int, worth: float, progress: tuple[int, int] | None) -> None:
        """Counts a playout."""
        if progress is not None:
            self.won.setdefault(progress[1], []).append(progress[0])
        self.worlds += 1
        self.points += points
        self.squares += points * points
        self.worth += worth

    def rank(self) -> tuple[float, float]:
        """
        Gets what to sort by, the best first: what the move is worth, and where that is the same, its points.

        Rounded, since the last bit of a worth is the platform's mathematics library's.
        """
        worlds = max(1, self.worlds)
        return -round(self.worth / worlds - self.handicap, DECIMALS), -self.points / worlds

    def reason(self) -> Reason:
        """Sums up."""
        count = self.worlds
        mean = self.points / count
        error = sqrt(max(0.0, self.squares / count - mean * mean) / (count - 1)) if count > 1 else None
        return Reason(self.move, mean, error, count, self.worth / count, self._progress())

    def _progress(self) -> Progress | None:
        if not self.won:
            return None
        needed, won = max(self.won.items(), key=lambda item: (len(item[1]), item[0]))
        return Progress(sum(won) / len(won), needed, len(won))


def competitors(view: View, craft: Craft, first: Move) -> list[Move]:
    """Lists *first*, and the other legal moves that are worth a search."""
    return craft.sift(view.deal, [first, *(move for move in view.legal_moves() if move != first)])


class Search:
    """A search under way: the moves that compete, and those dropped."""

    def __init__(self, view: View, rng: random.Random, craft: Craft, first: Move) -> None:
        """Takes moves as competitors, *first* among them; of those worth the same to the end, it is preferred."""
        self._view, self._rng = view, rng
        self._policy, self._worth = slipping(craft.policy, craft.slips), craft.worth(view)
        self._ending, self._believes = craft.ending, craft.hears(view)
        self._competing = [Candidate(move) for move in competitors(view, craft, first)]
        for candidate in self._competing:
            candidate.handicap = craft.handicap(view.deal, candidate.move, first)
        self._dropped: list[Candidate] = []
        self.worlds = 0
        """How many worlds every competitor was tried in."""

    @property
    def is_settled(self) -> bool:
        """Whether no move competes with the first."""
        return len(self._competing) == 1

    def playouts(self, worlds: int) -> Iterator[None]:
        """Spends a budget of worlds; yields after each playout."""
        seat = self._view.seat
        for count, more in rounds(len(self._competing), worlds):
            self._keep(count)
            for _ in range(more):
                world = self.world()
                ends = []
                for candidate in self._competing:
                    end = world.after(candidate.move)
                    points = playout(end, self._policy, self._rng.random, self._ending)
                    ends.append((points, None if end.phase else end.progress(seat)))
                    yield
                # Only now: a search cut within a world must not compare moves tried in different ones.
                for candidate, (points, progress) in zip(self._competing, ends, strict=True):
                    candidate.add(points[seat], self._worth(points), progress)
                self.worlds += 1

    def world(self) -> Deal:
        """Imagines the unseen cards: a world that is believed, if one comes up soon enough."""
        world = self._view.sample(self._rng)
        if self._believes is not None:
            for _ in range(DRAWS):
                if self._believes(world, self._rng.random):
                    break
                world = self._view.sample(self._rng)
        return world

    def _keep(self, count: int) -> None:
        """Drops all but the best."""
        self._sort()
        self._dropped[:0] = self._competing[count:]
        del self._competing[count:]

    def _sort(self) -> None:
        self._competing.sort(key=Candidate.rank)  # stable

    def choice(self, *, is_cut: bool) -> Choice:
        """Gets the best move so far; at least one world must be done."""
        self._sort()
        why = tuple(candidate.reason() for candidate in self._competing + self._dropped)
        return Choice(why[0].move, self.worlds, is_cut, why)


def think(view: View, rng: random.Random, budget: Budget, craft: Craft) -> Iterator[Choice]:
    """Works in chunks of playouts; yields after each one, and the best move in the end or when it is late."""
    moves = view.legal_moves()
    first = Choice(moves[0] if len(moves) == 1 else craft.policy(view.deal, moves, rng.random), 0)
    if len(moves) == 1 or craft.by_rule(view.deal):
        yield first
        return
    search = Search(view, rng, craft, first.move)
    if search.is_settled:
        yield first
        return
    worlds = max(1, round(budget.worlds * craft.share(view.deal)))
    for done, _ in enumerate(search.playouts(worlds), 1):
        if done % CHUNK:
            continue
        if budget.is_late is not None and budget.is_late():
            yield search.choice(is_cut=True) if search.worlds else replace(first, cut=True)
            return
        yield first
    yield search.choice(is_cut=False)
