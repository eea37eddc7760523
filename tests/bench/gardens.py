"""
Lucky Numbers among bots and a greedy player: who wins, and in how many turns.

``python -m tests.bench.gardens --seats hard,medium,easy,greedy --deals 250`` plays each deal, with the same order of
tiles, once for every rotation of the players, and tells of each its share of the wins (who share a win have equal
parts), the points of a game, and the turns it took to fill a garden. Rotations of a deal are one observation.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any

from tapisvert.arena.playing import seeds_of
from tapisvert.arena.standings import mean_error
from tapisvert.bots import decide
from tapisvert.cards import EMPTY
from tapisvert.game import Move
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS, LuckyNumbersDeal
from tapisvert.games.lucky_numbers.rules import (
    CELLS,
    DISCARD,
    DRAW,
    HIGHEST,
    NONE,
    NUMBER,
    PLACE,
    bounds,
    numbers_of,
    taken,
)
from tapisvert.match import Match

GREEDY = "greedy"
LONGEST = 3000
"""Plies after which a game would count as endless."""


def greedy(deal: LuckyNumbersDeal) -> Move:
    """
    Fills a cell whenever it can, the one that keeps its garden healthiest.

    A garden's health is the sum of the logarithms of the widths of its free cells: how many hidden or visible tiles
    fit each now (rules page, 4). No cell is filled if nothing would fit another; nothing is ever swapped.
    """
    numbers = numbers_of(deal.gardens[deal.turn])
    outside = [0] + [deal.seats] * HIGHEST
    for pile in (*deal.gardens, deal.drawn):
        for tile in pile:
            if tile != EMPTY:
                outside[NUMBER[tile]] -= 1
    default = DISCARD if deal.drawn else DRAW
    best, found = -1.0, default
    for move in deal.legal_moves():
        if move == default:
            continue
        number, cell = (NUMBER[deal.drawn[0]], move - PLACE) if deal.drawn else taken(move)
        if numbers[cell] == NONE:
            numbers[cell] = number
            healthy = health(numbers, outside)
            numbers[cell] = NONE
            if healthy > best:
                best, found = healthy, move
    return found


def health(numbers: Sequence[int], outside: Sequence[int]) -> float:
    """Gets the health of a garden, −1 if nothing fits some free cell."""
    widths = [sum(outside[low + 1 : high]) for cell, (low, high) in enumerate(bounds(numbers)) if not numbers[cell]]
    return sum(map(log, widths)) if all(widths) else -1.0


@dataclass(slots=True)
class Tally:
    """How a player did."""

    wins: list[float] = field(default_factory=list)
    """By deal, the share of the wins over all rotations."""
    points: list[float] = field(default_factory=list)
    """By deal, the mean points of a game."""
    turns: list[int] = field(default_factory=list)
    """Of each garden filled, the turns it took."""


def play(number: int, seed: str, options: Any, players: Sequence[str]) -> tuple[list[int], list[bool], list[int], bool]:
    """Plays a deal, and gets by seat the points, who won and the turns, and whether a garden was filled."""
    match = Match(LUCKY_NUMBERS, options, seeds_of(seed, number))
    deal = match.next_deal()
    assert isinstance(deal, LuckyNumbersDeal)
    turns, seeds = [0] * deal.seats, seeds_of(seed, number)
    while deal.phase:
        seat = deal.turn
        turns[seat] += not deal.drawn
        if players[seat] == GREEDY and not _is_set_up(deal):
            move = greedy(deal)
        else:
            level = "easy" if players[seat] == GREEDY else players[seat]
            move = decide(level, match.view(seat), seeds.of_bot(1, match.ply, seat)).move
        match.push(move)
        if match.ply > LONGEST:
            raise AssertionError(f"deal {number} does not end")
    points = deal.points()
    return points, [of == max(points) for of in points], turns, deal.completed_by() is not None


def _is_set_up(deal: LuckyNumbersDeal) -> bool:
    return all(garden.count(EMPTY) >= CELLS - 4 for garden in deal.gardens) and len(deal.legal_moves()) <= 4


def measure(seats: Sequence[str], deals: int, seed: str, options: Any, *, tell: Callable[[int], None]) -> list[Tally]:
    """Plays deals at every rotation of the players."""
    count = len(seats)
    tallies = [Tally() for _ in seats]
    for number in range(1, deals + 1):
        wins, points = [0.0] * count, [0.0] * count
        for rotation in range(count):
            order = [(seat + rotation) % count for seat in range(count)]
            gained, won, turns, is_filled = play(number, seed, options, [seats[player] for player in order])
            for seat, player in enumerate(order):
                wins[player] += won[seat] / sum(won) / count
                points[player] += gained[seat] / count
                if won[seat] and is_filled:
                    tallies[player].turns.append(turns[seat])
        for tally, share, mean in zip(tallies, wins, points, strict=True):
            tally.wins.append(share)
            tally.points.append(mean)
        tell(number)
    return tallies


def main() -> None:
    """Prints a row for each player."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.gardens")
    parser.add_argument("--seats", required=True, help=f"two to four players, parted by commas: levels, or {GREEDY}")
    parser.add_argument("--deals", type=int, default=250, help="each is played once for every rotation of the players")
    parser.add_argument("--seed", default="gardens")
    parser.add_argument("--setup", default="standard", choices=("standard", "michael"))
    parser.add_argument("--tournament", action="store_true", help="whether each game counts as one of a tournament")
    asked = parser.parse_args()
    seats = asked.seats.split(",")
    options = LUCKY_NUMBERS.options(players=len(seats), setup=asked.setup, tournament=asked.tournament)
    tallies = measure(seats, asked.deals, asked.seed, options, tell=lambda _: None)
    print(f"{asked.deals} deals, each at {len(seats)} rotations; ± is the standard error over deals")
    for seat, tally in zip(seats, tallies, strict=True):
        wins, points, turns = (mean_error(values) for values in (tally.wins, tally.points, tally.turns or [0]))
        print(
            f"{seat:8} wins {100 * wins[0]:.1f} % ± {100 * (wins[1] or 0):.1f}, points {points[0]:+.2f} ±"
            f" {points[1] or 0:.2f}, fills in {turns[0]:.2f} ± {turns[1] or 0:.2f} turns ({len(tally.turns)} gardens)"
        )


if __name__ == "__main__":
    main()
