"""
What a manche is worth, line by line: the sheet at its end shows the lines, and their sum is the score.

Source: the rules page, section 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .rules import ALL_POINTS, BELOTE, CAPOT, LAST_TRICK, NEEDED, TRICKS

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
    belote: int
    """The side that had it; -1 if none."""
    announced: Sequence[int]
    """Of the announcements that score, by side."""
    majority: bool = False
    """Whether the takers need as much as the defence instead of 81."""
    last: int = -1
    """The side of the last trick; without it the line of the last trick is empty, and the sum is the same."""


def is_made(manche: Manche) -> bool:
    """
    Tells whether the takers made their contract.

    >>> is_made(Manche(0, [81, 81], [4, 4], -1, [0, 0])), is_made(Manche(0, [80, 82], [4, 4], -1, [0, 0]))
    (True, False)
    """
    takers, tricks = manche.takers, manche.tricks[manche.takers]
    totals = [manche.points[side] + manche.announced[side] + BELOTE * (side == manche.belote) for side in (0, 1)]
    needed = totals[1 - takers] if manche.majority else NEEDED
    return tricks == TRICKS or (tricks > 0 and totals[takers] >= needed)


def account(manche: Manche) -> list[Line]:
    """
    Lists the lines of a manche's score.

    Dedans moves what the takers have to the defence, but for their belote; a capot adds what it is worth more
    than all the points of the pack.

    >>> account(Manche(0, [70, 92], [4, 4], 1, [0, 0], last=0))
    [('tricks', [60, 92]), ('last_trick', [10, 0]), ('belote', [0, 20]), ('dedans', [-70, 70])]
    """
    return [*_gathered(manche), *_moved(manche)]


def side_scores(manche: Manche) -> list[int]:
    """
    Gets what a manche is worth to each side.

    >>> side_scores(Manche(0, [70, 92], [4, 4], 1, [25, 0])), side_scores(Manche(0, [60, 102], [3, 5], 0, [50, 0]))
    ([95, 112], [130, 102])
    """
    amounts = [amounts for _, amounts in account(manche)]
    return [sum([each[0] for each in amounts]), sum([each[1] for each in amounts])]


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
    takers = manche.takers
    if not is_made(manche):
        lost = manche.points[takers] + manche.announced[takers]
        yield "dedans", [-lost if side == takers else lost for side in (0, 1)]
    if TRICKS in manche.tricks:
        winners = manche.tricks.index(TRICKS)
        yield "capot", [(CAPOT - ALL_POINTS) * (side == winners) for side in (0, 1)]
