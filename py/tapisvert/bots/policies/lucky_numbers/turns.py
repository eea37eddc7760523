"""
How many turns a garden still needs, by the tiles that are hidden and those that lie open.

The estimate is a sum: something for the number of free cells, and for each of them a cost that falls with the
share of the hidden tiles that may lie there in a full garden; it is another if a visible tile may. The weights were
fitted to games of the rule of thumb: see ``tests/bench/gardens.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from ....games.lucky_numbers.rules import CELLS, HIGHEST, NONE, SIZE, bounds

WEIGHTS: tuple[tuple[float, float, float, float], ...] = (
    (1.09, 15.66, -0.09, 0.00),
    (3.16, 8.24, -0.55, 3.55),
    (4.67, 6.24, -0.36, 2.49),
    (6.14, 5.00, -0.28, 1.73),
    (8.26, 3.23, -0.11, -0.95),
    (9.84, 2.43, -0.17, -0.39),
    (11.08, 2.14, -0.16, -0.20),
    (12.49, 1.75, -0.19, 0.28),
    (13.67, 1.59, -0.24, 0.96),
    (14.93, 1.39, -0.24, 1.11),
    (16.43, 1.12, -0.23, 1.25),
    (17.92, 0.92, -0.23, 1.33),
)
"""By the number of free cells, from one: what they cost together, then the weights of :func:`costs`."""
WIDTH = 2.5
"""Added to the numbers that fit a cell: what a cell costs at most is its weight divided by that."""
GRAIN = 4
"""Widths are told apart to one quarter of a number."""
BELOW = [(1 << number) - 1 for number in range(HIGHEST + 2)]
"""By number, a mask of those below it."""


@cache
def costs(free: int) -> tuple[float, list[float], list[float]]:
    """
    Gets what *free* cells cost together, and what each costs by its width, in :data:`GRAIN` parts of a number.

    The first list is for a cell that only hidden tiles may fill, the other for one that a visible tile may.
    """
    together, hidden, visible, either = WEIGHTS[min(free, len(WEIGHTS)) - 1]
    widths = [WIDTH + width / GRAIN for width in range(HIGHEST * GRAIN + 1)]
    return together, [hidden / width for width in widths], [visible + either / width for width in widths]


def limits(numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """Gets, by cell, the lowest and the highest number with which the garden can still be filled."""
    low, high = list(numbers), list(numbers)
    for cell in range(CELLS):
        if not low[cell]:
            above = low[cell - SIZE] if cell >= SIZE else NONE
            left = low[cell - 1] if cell % SIZE else NONE
            low[cell] = (above if above > left else left) + 1
    for cell in range(CELLS - 1, -1, -1):
        if not high[cell]:
            below = high[cell + SIZE] if cell < CELLS - SIZE else HIGHEST + 1
            right = high[cell + 1] if cell % SIZE != SIZE - 1 else HIGHEST + 1
            high[cell] = (below if below < right else right) - 1
    return low, high


class Outlook:
    """What gardens need while so many tiles of each number are hidden."""

    def __init__(self, hidden: Sequence[int]) -> None:
        """
        Counts.

        :param hidden: how many tiles are hidden, by number from 0.
        """
        self.hidden = hidden
        self.tiles = sum(hidden)
        up_to = list(accumulate(hidden))
        scale = HIGHEST * GRAIN / max(1, self.tiles)
        self._widths = [
            [int(scale * (up_to[high] - up_to[low - 1]) + 0.5) if 0 < low <= high else 0 for high in range(HIGHEST + 1)]
            for low in range(HIGHEST + 2)
        ]

    def turns(self, numbers: Sequence[int], visible: int) -> float:
        """
        Estimates the turns until a garden is full, at least one; 0 if it is.

        :param visible: a mask of the numbers that lie open.
        """
        free = numbers.count(NONE)
        if not free:
            return 0.0
        total, by_hidden, by_visible = costs(free)
        low, high = limits(numbers)
        widths = self._widths
        for cell in range(CELLS):
            if not numbers[cell]:
                least, most = low[cell], high[cell]
                if least > most:
                    total += by_hidden[0]
                elif visible & (BELOW[most + 1] ^ BELOW[least]):
                    total += by_visible[widths[least][most]]
                else:
                    total += by_hidden[widths[least][most]]
        return total if total > 1 else 1.0

    def prospect(self, numbers: list[int], visible: int) -> Prospect:
        """Looks one turn of a garden's owner ahead."""
        stays = self.turns(numbers, visible)
        best = [stays] * (HIGHEST + 1)
        for cell, (low, high) in enumerate(bounds(numbers)):
            old = numbers[cell]
            for number in range(low + 1, high):
                if number != old:
                    numbers[cell] = number
                    turns = self.turns(numbers, visible & ~(1 << number))
                    if turns < best[number]:
                        best[number] = turns
            numbers[cell] = old
        drawing = sum([count * turns for count, turns in zip(self.hidden, best, strict=True) if count])
        return Prospect(1 + (drawing / self.tiles if self.tiles else stays), [1 + turns for turns in best])


class Prospect:
    """What a garden needs from its owner's turn on, that turn included."""

    __slots__ = ("drawing", "taking")

    def __init__(self, drawing: float, taking: list[float]) -> None:
        self.drawing = drawing
        """The turns if a hidden tile is drawn, on average."""
        self.taking = taking
        """By number, the turns if such a tile is placed or, where that helps nothing, left."""
