"""
Fits what a lead at Hearts is worth: how often it still stands at the end of the match.

``python -m tests.bench.fit_hearts`` plays matches by the rule of thumb, notes every pair of scores after every
deal but the last with who ended ahead, and lists how well ``1 / (1 + exp(-lead / (a * sqrt(low + b))))``
foretells it, by mean log-likelihood; *low* is the lowest score. The bots' ``SPREAD`` and ``SPREAD_FROM`` are
the best *a* and *b* of the table.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from itertools import combinations, product
from math import exp, log
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT / "py") not in sys.path:
    sys.path.append(str(ROOT / "py"))

from tapisvert.bots.policies import craft_of  # noqa: E402
from tapisvert.bots.search import playout, slipping  # noqa: E402
from tapisvert.games.hearts import HEARTS, Options  # noqa: E402

MATCHES = 2500
FACTORS = (2.0, 2.2, 2.5, 2.8, 3.1)
STARTS = (0, 5, 10, 15, 20, 30)
LEAST = 1e-6
SLIPS = 0.1
"""Players differ: without slips four equal bots would meet."""
Pair: TypeAlias = tuple[int, int, float]
"""A lead, the lowest score then, and what became of the lead: 1 kept, 0.5 a tie, 0 lost."""


def pairs_of(number: int) -> list[Pair]:
    """Plays a match, and lists its pairs."""
    rng = random.Random(f"fit {number}")
    scores, deals = HEARTS.starting_scores(Options()), []
    while min(scores) > 0:
        pack = HEARTS.next_pack(Options(), None, 1, rng)
        deal = HEARTS.deal.start(pack, 0, len(deals) + 1, Options())
        points = playout(deal, slipping(craft_of(deal).policy, SLIPS), rng.random)
        scores = [score + more for score, more in zip(scores, points, strict=True)]
        deals.append(scores)
    return [
        (then[one] - then[other], min(then), (scores[one] > scores[other]) + 0.5 * (scores[one] == scores[other]))
        for then in deals[:-1]
        for one, other in combinations(range(len(scores)), 2)
    ]


def fit(pairs: Sequence[Pair], factor: float, start: int) -> float:
    """Gets the mean log-likelihood of the pairs."""
    total = 0.0
    for lead, low, kept in pairs:
        chance = 1 / (1 + exp(-lead / (factor * (low + start) ** 0.5)))
        chance = min(max(chance, LEAST), 1 - LEAST)
        total += kept * log(chance) + (1 - kept) * log(1 - chance)
    return total / len(pairs)


def main() -> None:
    """Prints the fits, best first."""
    parser = argparse.ArgumentParser(prog="tests.bench.fit_hearts")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"matches played (default: {MATCHES})")
    asked = parser.parse_args()
    pairs = [pair for number in range(asked.matches) for pair in pairs_of(number)]
    print(f"{len(pairs)} pairs of scores from {asked.matches} matches; a coin would have {log(0.5):.4f}")
    found = sorted(((fit(pairs, a, b), a, b) for a, b in product(FACTORS, STARTS)), reverse=True)
    for likelihood, factor, start in found[:8]:
        print(f"a = {factor}, b = {start}: {likelihood:.4f}")


if __name__ == "__main__":
    main()
