"""
Levels against levels: who sits where, so that luck is shared out.

Two levels meet in every line-up that their game allows, and each line-up plays the same cards at every
seating: whoever has the good hand in one seating meets it as an opponent in another. What is seated is a side,
which is a single seat in games where everybody plays alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..bots import find_level
from ..game import Game, InvalidRecordError
from .playing import Fixture

HALVES_OF = 4
"""With so many sides, two against two is played too; with more the seatings would be too many."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Two levels that share the seats of a table in certain numbers."""

    a: str
    b: str
    seatings: tuple[tuple[str, ...], ...]
    """The levels by seat, in each seating."""

    @property
    def seats(self) -> tuple[int, int]:
        """How many seats each level has."""
        return self.seatings[0].count(self.a), self.seatings[0].count(self.b)


def read_levels(text: str) -> list[str]:
    """
    Reads the levels that are to meet, with commas between them.

    :raises InvalidRecordError: if they are not at least two, all different.
    """
    levels = text.split(",")
    for level in levels:
        find_level(level)
    if len(levels) < 2:
        raise InvalidRecordError(f"a level needs another one to meet, as in {levels[0]},…")
    if len(set(levels)) < len(levels):
        raise InvalidRecordError("a level cannot meet itself: every level may be named once")
    return levels


def line_ups(game: Game, options: Any, levels: Sequence[str], size: int | None = None) -> list[LineUp]:
    """
    Lists the line-ups of every pair of levels: one side against the rest, and with four sides two against two.

    :param size: takes only the line-ups in which the first of two levels has so many sides.
    :raises InvalidRecordError: if the game has a single side, or no line-up of this size.
    """
    sides = game.sides(options)
    every = sorted(set(sides))
    if len(every) < 2:
        raise InvalidRecordError(f"in {game.name} nobody plays against anybody")
    sizes = {1, len(every) - 1} | ({2} if len(every) == HALVES_OF else set())
    if size is not None and size not in sizes:
        raise InvalidRecordError(f"in {game.name} a level has {' or '.join(map(str, sorted(sizes)))} sides, not {size}")
    return [
        LineUp(a, b, tuple(tuple(a if side in own else b for side in sides) for own in combinations(every, own_sides)))
        for a, b in combinations(levels, 2)
        for own_sides in ([size] if size is not None else sorted(sizes))
    ]


def schedule(
    game: Game, options: Any, meeting: Sequence[LineUp], seed: str, count: int, **how: Any
) -> Iterator[tuple[LineUp, Fixture]]:
    """
    Lists what is to be played: the first deal or match at every seating of every line-up, then the second.

    :param count: how many deals or matches, each with its own seed.
    :param how: ``worlds`` and ``is_deal`` of a :class:`Fixture`.
    """
    given = game.options_json(options)
    for number in range(1, count + 1):
        for line_up in meeting:
            for seated in line_up.seatings:
                yield line_up, Fixture(game.name, given, seated, seed, number, **how)
