"""
A lone gardener at Lucky Numbers: in how many turns a garden is full, by what its free cells are taken to cost.

``python -m tests.bench.lone`` fills the same gardens with the same tiles, four sets of them and no rival, for several
values of the bots' ``SLACK``: each tile drawn goes where the garden then costs least, or is laid aside for good. With
``--further`` the four best places are told apart by what the next tile may bring, as the level ``hard`` does.
"""

from __future__ import annotations

import argparse
import random

from tapisvert.arena.standings import mean_error
from tapisvert.bots.policies.lucky_numbers import turns
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS
from tapisvert.games.lucky_numbers.rules import CELLS, DIAGONAL, HIGHEST, NONE, NUMBER, SIZE, bounds

SLACKS = (0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 5.0)
BEST = 4
OPTIONS = LUCKY_NUMBERS.options(players=4)


def fill(number: int, *, further: bool) -> int:
    """Fills a garden, and gets the turns it took; one that the tiles did not fill counts five for each free cell."""
    pool = [NUMBER[tile] for tile in LUCKY_NUMBERS.next_pack(OPTIONS, None, 1, random.Random(f"lone {number}"))]
    numbers = [NONE] * CELLS
    for cell, first in zip(DIAGONAL, sorted(pool[:SIZE]), strict=True):
        numbers[cell] = first
    pool = pool[SIZE:]
    hidden = [pool.count(number) for number in range(HIGHEST + 1)]
    for turn, drawn in enumerate(pool, 1):
        hidden[drawn] -= 1
        outlook = turns.Outlook(hidden)
        found = [numbers]
        for cell, (low, high) in enumerate(bounds(numbers)):
            if low < drawn < high:
                found.append([*numbers[:cell], drawn, *numbers[cell + 1 :]])
        found.sort(key=outlook.cost)
        if further:
            found = sorted(found[:BEST], key=lambda garden: outlook.prospect(garden).drawing)
        numbers = found[0]
        if NONE not in numbers:
            return turn
    return len(pool) + 5 * numbers.count(NONE)


def main() -> None:
    """Prints the mean turns for each slack."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lone")
    parser.add_argument("--games", type=int, default=1000, help="gardens to fill for each slack")
    parser.add_argument("--further", action="store_true", help="look one tile further")
    asked = parser.parse_args()
    for slack in SLACKS:
        turns.SLACK, turns.DEAREST = slack, HIGHEST / slack
        mean, error = mean_error([fill(number, further=asked.further) for number in range(asked.games)])
        print(f"slack {slack}: {mean:.2f} ± {error or 0:.2f} turns", flush=True)


if __name__ == "__main__":
    main()
