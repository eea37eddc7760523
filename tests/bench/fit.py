"""
Fits what a lead is worth: how often it still stands at the end of the match.

``python -m tests.bench.fit hearts`` plays matches by the rule of thumb, notes every pair of scores after every deal
but the last with who ended ahead, and lists how well ``1 / (1 + exp(-lead / (a * sqrt(left + b))))`` foretells it,
by mean log-likelihood; *left* is how many points the match may still last. The bots' ``SPREAD`` and ``SPREAD_FROM``
are the best *a* and *b* of the table.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import exp, log
from typing import TypeAlias

from tapisvert.bots.policies import craft_of
from tapisvert.bots.search import slipping
from tapisvert.games import find_game
from tapisvert.match import Match, Seeds

MATCHES = 2500
LEAST = 1e-6
SLIPS = 0.1
"""Players differ: without slips equal bots would meet."""
Pair: TypeAlias = tuple[int, int, float]
"""A lead, how many points were left then, and what became of the lead: 1 kept, 0.5 a tie, 0 lost."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What is tried for a game."""

    left: Callable[[Sequence[int]], int]
    """Tells from the scores how many points the match may still last."""
    factors: Sequence[float]
    starts: Sequence[int]


FITS = {
    "hearts": Fit(min, (2.0, 2.2, 2.5, 2.8, 3.1), (0, 5, 10, 15, 20, 30)),
    "belote": Fit(lambda scores: 1001 - max(scores), (6.0, 7.0, 8.0, 9.0, 10.0, 11.0), (0, 50, 100, 200, 300, 400)),
}


def pairs_of(name: str, number: int) -> list[Pair]:
    """Plays a match, and lists its pairs: of two sides each."""
    game, rng = find_game(name), random.Random(f"fit {number}")
    options = game.options()
    match = Match(game, options, Seeds(f"fit {number}", ""))
    sides = game.sides(options)
    seats = [sides.index(side) for side in sorted(set(sides))]
    history = []
    while not match.is_over:
        deal = match.next_deal()
        policy = slipping(craft_of(deal).policy, SLIPS)
        while deal.phase:
            match.push(policy(deal, deal.legal_moves(), rng.random))
        history.append([match.scores[seat] for seat in seats])
    end, left = history.pop(), FITS[name].left
    return [
        (then[one] - then[other], left(then), (end[one] > end[other]) + 0.5 * (end[one] == end[other]))
        for then in history
        for one, other in combinations(range(len(seats)), 2)
    ]


def fit(pairs: Sequence[Pair], factor: float, start: int) -> float:
    """Gets the mean log-likelihood of the pairs."""
    total = 0.0
    for lead, left, kept in pairs:
        chance = 1 / (1 + exp(-lead / (factor * max(1, left + start) ** 0.5)))
        chance = min(max(chance, LEAST), 1 - LEAST)
        total += kept * log(chance) + (1 - kept) * log(1 - chance)
    return total / len(pairs)


def main() -> None:
    """Prints the fits, best first."""
    parser = argparse.ArgumentParser(prog="tests.bench.fit")
    parser.add_argument("game", choices=sorted(FITS))
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"matches played (default: {MATCHES})")
    asked = parser.parse_args()
    pairs = [pair for number in range(asked.matches) for pair in pairs_of(asked.game, number)]
    print(f"{len(pairs)} pairs of scores from {asked.matches} matches; a coin would have {log(0.5):.4f}")
    tried = FITS[asked.game]
    found = sorted(((fit(pairs, a, b), a, b) for a, b in product(tried.factors, tried.starts)), reverse=True)
    for likelihood, factor, start in found[:8]:
        print(f"a = {factor}, b = {start}: {likelihood:.4f}")


if __name__ == "__main__":
    main()
