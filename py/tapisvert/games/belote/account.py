"""
What a manche's score is made of, line by line, as the sheet at its end shows it.

The lines are told from the rules page, section 7, beside ``side_scores``; tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .rules import ALL_POINTS, BELOTE, CAPOT, LAST_TRICK, TRICKS, is_made

Line: TypeAlias = tuple[str, list[int]]
"""What the points are for, and how many there are, by side."""


@dataclass(frozen=True, slots=True)
class Manche:
    """What the score of a manche is worked out from."""

    takers: int
    """The taking side."""
    points: Sequence[int]
    """Of the tricks and the last trick, by side."""
    tricks: Sequence[int]
    """How many, by side."""
    last: int
    """The side of the last trick."""
    belote: int
    """The side that had it; -1 if none."""
    announced: Sequence[int]
    """Of the announcements that score, by side."""
    majority: bool = False
    """Whether the takers need as much as the defence instead of 81."""


def account(manche: Manche) -> list[Line]:
    """
    Lists the lines of a manche's score; they sum up to it.

    Dedans moves what the takers have to the defence, but for their belote; a capot adds what it is worth more
    than all the points of the pack.

    >>> account(Manche(0, [70, 92], [4, 4], 0, 1, [0, 0]))
    [('tricks', [60, 92]), ('last_trick', [10, 0]), ('belote', [0, 20]), ('dedans', [-70, 70])]
    """
    return [*_gathered(manche), *_moved(manche)]


def _gathered(manche: Manche) -> Iterator[Line]:
    """Lists what each side has brought together; belote and announcements only where there are any."""
    last = [LAST_TRICK * (side == manche.last) for side in (0, 1)]
    yield "tricks", [points - ten for points, ten in zip(manche.points, last, strict=True)]
    yield "last_trick", last
    if manche.belote >= 0:
        yield "belote", [BELOTE * (side == manche.belote) for side in (0, 1)]
    if any(manche.announced):
        yield "announcements", list(manche.announced)


def _moved(manche: Manche) -> Iterator[Line]:
    """Lists what the contract and a capot change."""
    takers, points, announced = manche.takers, manche.points, manche.announced
    if not is_made(takers, points, manche.tricks, manche.belote, announced, manche.majority):
        lost = points[takers] + announced[takers]
        yield "dedans", [-lost if side == takers else lost for side in (0, 1)]
    if TRICKS in manche.tricks:
        winners = manche.tricks.index(TRICKS)
        yield "capot", [(CAPOT - ALL_POINTS) * (side == winners) for side in (0, 1)]
