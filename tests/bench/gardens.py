"""
Lucky Numbers among bots and a greedy player: who wins, and in how many turns.

``python -m tests.bench.gardens --seats hard,medium,easy,greedy --deals 250`` plays each deal, with the same order of
tiles, once for every rotation of the players, and tells of each its share of the wins (who share a win have equal
parts), the points of a game, and the turns it took to fill a garden. Rotations of a deal are one observation.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from pathlib import Path
from typing import Any

from tapisvert.arena.playing import seeds_of
from tapisvert.arena.standings import mean_error
from tapisvert.bots import VERSION, decide
from tapisvert.cards import EMPTY
from tapisvert.game import Move, Phase
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS, LuckyNumbersDeal
from tapisvert.games.lucky_numbers.rules import (
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


def play(number: int, seed: str, options: Any, players: Sequence[str]) -> tuple[list[int], list[int], bool]:
    """Plays a deal, and gets by seat the points and the turns, and whether a garden was filled."""
    seeds = seeds_of(seed, number)
    match = Match(LUCKY_NUMBERS, options, seeds)
    deal = match.next_deal()
    assert isinstance(deal, LuckyNumbersDeal)
    turns = [0] * deal.seats
    while deal.phase:
        seat = deal.turn
        turns[seat] += deal.phase == Phase.TURN and not deal.drawn
        if players[seat] == GREEDY and deal.phase == Phase.TURN:
            move = greedy(deal)
        else:
            level = "easy" if players[seat] == GREEDY else players[seat]
            move = decide(level, match.view(seat), seeds.of_bot(1, match.ply, seat)).move
        match.push(move)
        if match.ply > LONGEST:
            raise AssertionError(f"deal {number} does not end")
    return deal.points(), turns, deal.completed_by() is not None


def measure(seats: Sequence[str], number: int, seed: str, options: Any) -> dict[str, Any]:
    """Plays a deal at every rotation of the players; gets lists by player."""
    count = len(seats)
    wins, means = [0.0] * count, [0.0] * count
    filled: list[list[int]] = [[] for _ in seats]
    for rotation in range(count):
        order = [(seat + rotation) % count for seat in range(count)]
        points, turns, is_filled = play(number, seed, options, [seats[player] for player in order])
        winners = points.count(max(points))
        for seat, player in enumerate(order):
            means[player] += points[seat] / count
            if points[seat] == max(points):
                wins[player] += 1 / winners / count
                filled[player] += [turns[seat]] * is_filled
    return {"wins": wins, "points": means, "turns": filled}


def main() -> None:
    """Prints a row for each player."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.gardens")
    parser.add_argument("--seats", required=True, help=f"two to four players, parted by commas: levels, or {GREEDY}")
    parser.add_argument("--deals", type=int, default=250, help="each is played once for every rotation of the players")
    parser.add_argument("--seed", default="gardens")
    parser.add_argument("--setup", default="standard", choices=("standard", "michael"))
    parser.add_argument("--tournament", action="store_true", help="whether each game counts as one of a tournament")
    parser.add_argument("--results", type=Path, help="keep each deal in this file, and play only what it lacks")
    asked = parser.parse_args()
    seats = asked.seats.split(",")
    options = LUCKY_NUMBERS.options(players=len(seats), setup=asked.setup, tournament=asked.tournament)
    told = json.dumps([seats, asked.seed, LUCKY_NUMBERS.options_json(options), VERSION])
    kept = {}
    if asked.results is not None and asked.results.exists():
        kept = {(line["run"], line["deal"]): line for line in map(json.loads, asked.results.read_text().splitlines())}
    tallies = [Tally() for _ in seats]
    for number in range(1, asked.deals + 1):
        found = kept.get((told, number))
        if found is None:
            found = {"run": told, "deal": number, **measure(seats, number, asked.seed, options)}
            if asked.results is not None:
                with asked.results.open("a") as file:
                    file.write(json.dumps(found) + "\n")
        for player, tally in enumerate(tallies):
            tally.wins.append(found["wins"][player])
            tally.points.append(found["points"][player])
            tally.turns += found["turns"][player]
    print(f"{asked.deals} deals, each at {len(seats)} rotations; ± is the standard error over deals")
    for seat, tally in zip(seats, tallies, strict=True):
        wins, points, turns = (mean_error(values) for values in (tally.wins, tally.points, tally.turns or [0]))
        print(
            f"{seat:8} wins {100 * wins[0]:.1f} % ± {100 * (wins[1] or 0):.1f}, points {points[0]:+.2f} ±"
            f" {points[1] or 0:.2f}, fills in {turns[0]:.2f} ± {turns[1] or 0:.2f} turns ({len(tally.turns)} gardens)"
        )


if __name__ == "__main__":
    main()
