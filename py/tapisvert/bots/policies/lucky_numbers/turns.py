"""
What a garden still costs: a plain estimate of the turns until it is full.

Each free cell costs ``20 / (x + SLACK)`` turns, where *x* is how many of the twenty numbers may lie there in a full
garden, each counted by its share of the hidden tiles. With no slack that is the time until such a number comes; the
slack stands for what swaps mend. It is what fills a lone gardener's garden soonest (``docs/bots.md``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ....games.lucky_numbers.rules import CELLS, HIGHEST, NONE, SIZE, bounds

SLACK = 1.5
DEAREST = HIGHEST / SLACK
"""What a free cell costs that no number fits."""


class Outlook:
    """What gardens cost while so many tiles of each number are hidden."""

    def __init__(self, hidden: Sequence[int]) -> None:
        """
        Counts.

        :param hidden: how many tiles are hidden, by number from 0.
        """
        self.hidden = hidden
        self.tiles = sum(hidden)
        up_to = list(accumulate(hidden))
        share = HIGHEST / max(1, self.tiles)
        self._cells = [
            [HIGHEST / (SLACK + share * max(0, up_to[high] - up_to[max(0, low - 1)])) for high in range(HIGHEST + 1)]
            for low in range(HIGHEST + 1)
        ]
        """What a free cell costs, by the lowest and the highest number that may lie there, if that is not lower."""

    def cost(self, numbers: Sequence[int]) -> float:
        """Estimates the turns until a garden is full; 0 if it is."""
        low, high = limits(numbers)
        cells, total = self._cells, 0.0
        for cell in range(CELLS):
            if not numbers[cell]:
                least, most = low[cell], high[cell]
                total += cells[least][most] if least <= most else DEAREST
        return total

    def prospect(self, numbers: list[int]) -> Prospect:
        """Looks one turn of a garden's owner ahead."""
        stays = self.cost(numbers)
        best = [stays] * (HIGHEST + 1)
        for cell, (low, high) in enumerate(bounds(numbers)):
            old = numbers[cell]
            for number in range(low + 1, high):
                if number != old:
                    numbers[cell] = number
                    cost = self.cost(numbers)
                    if cost < best[number]:
                        best[number] = cost
            numbers[cell] = old
        drawing = sum([count * cost for count, cost in zip(self.hidden, best, strict=True) if count])
        return Prospect(drawing / self.tiles if self.tiles else stays, best)


class Prospect:
    """What a garden costs after its owner's next turn."""

    __slots__ = ("drawing", "placing")

    def __init__(self, drawing: float, placing: list[float]) -> None:
        self.drawing = drawing
        """On average, if a hidden tile is drawn and the best is made of it."""
        self.placing = placing
        """By number, if such a tile is placed where it is best or, where that is better, not at all."""


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
