"""
A gardening rule for Lucky Numbers.

Each free cell costs, roughly, the turns until a number comes that may lie there in a full garden. The move
that lowers the cost of the whole garden most is made; taking a visible tile, or a swap, must be well worth
the turn. In the set-up by hand a number goes near the place that it has in most full gardens. The weights
were tuned by playing it against itself.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from ....cards import EMPTY
from ....game import Deal, Move
from ....games.lucky_numbers import LuckyNumbersDeal
from ....games.lucky_numbers.deal import SETTING_UP
from ....games.lucky_numbers.rules import (
    CELLS,
    DIAGONAL,
    DISCARD,
    DRAW,
    HIGHEST,
    NONE,
    NUMBER,
    PLACE,
    SIZE,
    numbers_of,
    taken,
)
from .turns import limits

IDEAL = [(1.6, 3.7, 6.8, 10.5, 14.2, 17.3, 19.4)[cell // SIZE + cell % SIZE] for cell in range(CELLS)]
"""By cell, its mean number in all full gardens."""


def _steps(start: int, end: int) -> int:
    """Counts the steps from a cell to another below and to the right of it: their numbers differ at least so much."""
    down, right = end // SIZE - start // SIZE, end % SIZE - start % SIZE
    return down + right if down * right >= 0 else 0


STEPS = [[_steps(start, end) for end in range(CELLS)] for start in range(CELLS)]
"""By two cells; negative backwards, 0 if either number may be the higher."""
BLUR = 0.3
"""Added to the tiles that fit a free cell: what the cell costs when none does."""
AT_ANY_PRICE = 1000.0
"""What filling a cell is worth in the last turn."""
PLACING, TAKING, SWAPPING, TAKING_TO_SWAP = 0.0, 1.0, 0.3, 1.5
"""What these must be worth, or the tile is discarded, or another drawn."""
NEARLY_FULL = 6
"""The free cells of a rival's garden from which on it matters that a discard fits one of them."""
GIFT = 1.5
"""What it costs to discard such a tile."""


def grow(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, LuckyNumbersDeal)
    if deal.phase == SETTING_UP:
        return _set_up(deal, moves)
    garden = Garden(deal)
    if deal.drawn:
        number = NUMBER[deal.drawn[0]]
        offers = [(number, move - PLACE, move) for move in moves if move != DISCARD]
        gift = GIFT if _suits_next(deal, number) else 0.0
        return garden.best(offers, DISCARD, PLACING - gift, SWAPPING - gift)
    offers = [(*taken(move), move) for move in moves if move != DRAW]
    return garden.best(offers, DRAW, TAKING, TAKING_TO_SWAP)


class Garden:
    """The garden of the seat to act: what may come to lie on each free cell, and what the cells cost."""

    __slots__ = ("bonus", "fit", "free", "high", "low", "numbers", "scale")

    def __init__(self, deal: LuckyNumbersDeal) -> None:
        self.numbers = numbers_of(deal.gardens[deal.turn])
        self.free = [cell for cell in range(CELLS) if self.numbers[cell] == NONE]
        hidden, players = len(deal.pool), len(deal.gardens)
        self.scale = hidden + 1
        self.fit = _outside_up_to(deal)
        self.bonus = AT_ANY_PRICE if hidden + len(deal.drawn) <= players else 0.0
        self.low, self.high = limits(self.numbers)

    def best(self, offers: list[tuple[int, int, Move]], default: Move, filling: float, swapping: float) -> Move:
        """
        Gets the move that lowers the cost most.

        :param offers: number, cell and move.
        :param default: the move if none lowers it by more than *filling* and *swapping* a cell must.
        """
        cost = [self.cost(self.low[cell], self.high[cell]) for cell in range(CELLS)]
        best, found = 0.0, default
        swaps = []
        for number, cell, move in offers:
            if self.numbers[cell] != NONE:
                swaps.append((number, cell, move))
                continue
            gain = self.gain(cost, number, cell) - filling
            if gain > best:
                best, found = gain, move
        if found == default and swaps:
            return self.best_swap(swaps, default, swapping)
        return found

    def best_swap(self, swaps: list[tuple[int, int, Move]], default: Move, least: float) -> Move:
        """
        Gets the swap that lowers the cost most, if by more than *least*.

        Looks only at those that bring the cell nearer to its ideal: so nobody can swap for ever without drawing.
        """
        before = self.total(self.low, self.high)
        best, found = least, default
        numbers = self.numbers
        for number, cell, move in swaps:
            old = numbers[cell]
            if abs(number - IDEAL[cell]) < abs(old - IDEAL[cell]):
                numbers[cell] = number
                gain = before - self.total(*limits(numbers))
                numbers[cell] = old
                if gain > best:
                    best, found = gain, move
        return found

    def cost(self, low: int, high: int) -> float:
        """Gets the cost of a free cell with these limits."""
        return self.scale / (BLUR + (self.fit[high] - self.fit[low - 1] if low <= high else 0))

    def total(self, low: list[int], high: list[int]) -> float:
        """Gets the cost of all free cells."""
        return sum([self.cost(low[cell], high[cell]) for cell in self.free])

    def gain(self, cost: list[float], number: int, cell: int) -> float:
        """Gets by how much the cost falls if *number* fills *cell*: the others become narrower."""
        gain = self.bonus + cost[cell]
        steps, low, high = STEPS[cell], self.low, self.high
        for other in self.free:
            step = steps[other]
            if step > 0 and number + step > low[other]:
                gain += cost[other] - self.cost(number + step, high[other])
            elif step < 0 and number + step < high[other]:
                gain += cost[other] - self.cost(low[other], number + step)
        return gain


def _suits_next(deal: LuckyNumbersDeal, number: int) -> bool:
    """Tells whether the next seat, its garden nearly full, has a place for *number*."""
    garden = deal.gardens[(deal.turn + 1) % len(deal.gardens)]
    if garden.count(EMPTY) > NEARLY_FULL:
        return False
    low, high = limits(numbers_of(garden))
    return any(garden[cell] == EMPTY and low[cell] <= number <= high[cell] for cell in range(CELLS))


def _outside_up_to(deal: LuckyNumbersDeal) -> list[int]:
    """Counts, by number, the tiles up to it that lie in no garden: they are hidden, or may be taken."""
    counts = [0] + [len(deal.gardens)] * HIGHEST
    for pile in (*deal.gardens, deal.drawn):
        for tile in pile:
            if tile != EMPTY:
                counts[NUMBER[tile]] -= 1
    return list(accumulate(counts))


def _set_up(deal: LuckyNumbersDeal, moves: list[Move]) -> Move:
    """Puts the tile on the golden cell nearest to its place, where the diagonal ascends if there is such a cell."""
    number, numbers = NUMBER[deal.drawn[0]], numbers_of(deal.gardens[deal.turn])

    def distance(move: Move) -> tuple[int, float]:
        cell = move - PLACE
        broken = [c for c in DIAGONAL if numbers[c] and (number - numbers[c]) * (cell - c) <= 0]
        return len(broken), abs(number - IDEAL[cell])

    return min(moves, key=distance)
