"""The rules of Lucky Numbers as tables and pure functions: tiles, cells, what may be placed where, points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ...cards import EMPTY, Card
from ...game import Move, Seat, choice

SIZE = 4
CELLS = SIZE * SIZE
HIGHEST = 20
MOST = 4
"""The most players, each with a set of tiles. A tile is ``HIGHEST * copy + number - 1``."""
DIAGONAL = [(SIZE + 1) * lap for lap in range(SIZE)]
"""The cells with the golden edge, from the top left."""
CELL_NAMES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcd")
NUMBER: list[int] = [tile % HIGHEST + 1 for tile in range(HIGHEST * MOST)]
LINES: list[list[int]] = [
    *([SIZE * row + column for column in range(SIZE)] for row in range(SIZE)),
    *([SIZE * row + column for row in range(SIZE)] for column in range(SIZE)),
]
"""The cells of each row from the left, and of each column from the top: numbers ascend along them."""
LINES_BACK: list[list[int]] = [line[::-1] for line in LINES]
NONE = 0
"""The number of a free cell in a list of numbers."""
WINNING_POINTS = 2
# The moves.
DRAW, DISCARD = 0, 1
PLACE = 2
"""The first move that places the tile drawn, by cell."""
TAKE = PLACE + CELLS
"""The first move that takes a visible tile and places it, by number, then by cell."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    players: int = choice(2, 3, 4, doc="How many play, each with a set of tiles.")
    setup: str = choice("standard", "michael", doc="The first four tiles: sorted, or placed by hand as they come.")
    tournament: bool = choice(False, True, doc="Whether a match is as many games as players instead of one.")


# ---------------------------------------------------------------------- the rules as pure functions


def numbers_of(garden: Sequence[Card]) -> list[int]:
    """Gets the numbers of a garden's tiles, :data:`NONE` for free cells."""
    return [NONE if tile == EMPTY else NUMBER[tile] for tile in garden]


def bounds(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Gets, by cell, what a tile there must be above and below, whatever lies on the cell itself."""
    lows, highs = [NONE] * CELLS, [HIGHEST + 1] * CELLS
    for line in LINES:
        low = NONE
        for cell in line:  # compared by hand: playouts ask this at every turn
            if low > lows[cell]:
                lows[cell] = low
            if numbers[cell] > low:
                low = numbers[cell]
    for line in LINES_BACK:
        high = HIGHEST + 1
        for cell in line:
            if high < highs[cell]:
                highs[cell] = high
            if NONE < numbers[cell] < high:
                high = numbers[cell]
    return list(zip(lows, highs, strict=True))


def cells_for(numbers: Sequence[int], number: int) -> list[int]:
    """
    Lists the cells where a tile may be placed: free, or instead of the tile there.

    >>> [CELL_NAMES[cell] for cell in cells_for([1, 0, 0, 10] + [0] * 12, 12)][:3]
    ['d1', 'a2', 'b2']
    """
    return [cell for cell, (low, high) in enumerate(bounds(numbers)) if low < number < high]


def forbidding(numbers: Sequence[int], cell: int, number: int) -> tuple[str, int] | None:
    """
    Gets why *number* may not be placed on *cell*: the line that would not ascend, and the cell of the tile against it.

    Of several tiles it is the nearest, in the row before the column. None if the number may be placed.

    >>> forbidding([1, 0, 0, 10] + [0] * 12, 1, 12)
    ('row', 3)
    """
    for name, line in (("row", LINES[cell // SIZE]), ("column", LINES[SIZE + cell % SIZE])):
        at = line.index(cell)
        wrong = [
            other
            for place, other in enumerate(line)
            if numbers[other] != NONE
            and ((place < at and numbers[other] >= number) or (place > at and numbers[other] <= number))
        ]
        if wrong:
            return name, min(wrong, key=lambda other: abs(line.index(other) - at))
    return None


def is_fillable(numbers: Sequence[int]) -> bool:
    """
    Tells whether numbers from 1 to 20 on the free cells could fill a garden without any swap.

    Takes the least number for each free cell in turn: if those do not do, none do. How many tiles there are of each
    number does not matter here.

    >>> is_fillable([1, 0, 0, 4] + [0] * 12), is_fillable([1, 0, 0, 3] + [0] * 12)
    (True, False)
    """
    least: list[int] = []
    for cell, number in enumerate(numbers):
        left = least[cell - 1] if cell % SIZE else NONE
        above = least[cell - SIZE] if cell >= SIZE else NONE
        floor = 1 + max(left, above)
        if floor > HIGHEST or (number != NONE and number < floor):
            return False
        least.append(number or floor)
    return True


def setup_cells(numbers: Sequence[int]) -> list[int]:
    """Lists the cells where a tile may be placed in Michael's set-up: any free one of the diagonal."""
    return [cell for cell in DIAGONAL if numbers[cell] == NONE]


def legal_actions(numbers: Sequence[int], drawn: int, visible: Sequence[int], hidden: int) -> list[Move]:
    """
    Lists the legal moves of a turn.

    :param drawn: the number in hand; :data:`NONE` if none was drawn yet.
    :param visible: the numbers lying open.
    :param hidden: how many tiles are hidden; the game is over when none is.
    """
    if drawn:
        return [DISCARD, *(PLACE + cell for cell in cells_for(numbers, drawn))]
    if not hidden or NONE not in numbers:
        return []
    limits = bounds(numbers)
    return [
        DRAW,
        *(
            TAKE + CELLS * (number - 1) + cell
            for number in sorted(set(visible))
            for cell, (low, high) in enumerate(limits)
            if low < number < high
        ),
    ]


def distinct_draws(pool: list[Card], rng: random.Random) -> list[Card]:
    """Draws from the top of *pool* until four numbers are distinct; a repeated one goes back at a random place."""
    drawn: list[Card] = []
    while len(drawn) < SIZE:
        tile = pool.pop(0)
        if NUMBER[tile] in [NUMBER[other] for other in drawn]:
            pool.insert(int(rng.random() * (len(pool) + 1)), tile)
        else:
            drawn.append(tile)
    return drawn


def game_points(free: Sequence[int], completed_by: Seat | None) -> list[int]:
    """
    Gets the points of a game: two for the winner or winners, minus one for each free cell of the others.

    :param completed_by: who filled its garden; None if the last hidden tile was drawn, and the fewest free cells win.

    >>> game_points([0, 3, 1], 0), game_points([2, 2, 5], None)
    ([2, -3, -1], [2, 2, -5])
    """
    fewest = min(free)
    return [
        WINNING_POINTS if (seat == completed_by if completed_by is not None else cells == fewest) else -cells
        for seat, cells in enumerate(free)
    ]


def taken(move: Move) -> tuple[int, int]:
    """Gets the number and the cell of a move that takes a visible tile."""
    index, cell = divmod(move - TAKE, CELLS)
    return index + 1, cell


def in_order_of_appearance(numbers: Sequence[int]) -> list[Card]:
    """Gets tiles from their numbers, the copies of each number in order."""
    copies = [0] * (HIGHEST + 1)
    tiles = []
    for number in numbers:
        tiles.append(HIGHEST * copies[number] + number - 1)
        copies[number] += 1
    return tiles


def reach(cell: int) -> tuple[int, int]:
    """
    Gets the lowest and the highest number on *cell* with which a garden can still be filled.

    >>> reach(CELL_NAMES.index("d1"))
    (4, 17)
    """
    steps = cell // SIZE + cell % SIZE
    return 1 + steps, HIGHEST - 2 * (SIZE - 1) + steps
