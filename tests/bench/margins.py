"""
Belote: whether ``hard`` calls rightly where it is in doubt, ``python -m tests.bench.margins --deals 150``.

Wherever a take and a pass seem about as good to ``hard``, both are tried: the deal is played to its end twice, all
seats by the search with few worlds. Told is, by how much better the take seemed, what it brought more than the pass.
If calls are right at the margin, that has the sign of what it seemed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tapisvert.arena.playing import seeds_of
from tapisvert.arena.standings import mean_error
from tapisvert.bots import Budget, decide
from tapisvert.game import Move, Phase, Seat
from tapisvert.games.belote import BELOTE, Options
from tapisvert.games.belote.rules import PASS
from tapisvert.match import Match

WORLDS = 40
"""For the cards after the call; the call itself has those of hard."""
STEPS = (-0.03, -0.02, -0.01, 0.0, 0.01, 0.02, 0.03)
"""How much better the take seemed, as a chance to win the match: 0.01 are about ten points."""


def after(seed: str, number: int, calls: Sequence[Move]) -> Match:
    """Deals, and makes some calls."""
    match = Match(BELOTE, Options(), seeds_of(seed, number), number)
    match.next_deal()
    for call in calls:
        match.push(call)
    return match


def lead(match: Match, seat: Seat) -> int:
    """Plays a deal out, and gets how far a seat's side is ahead."""
    deal = match.deal
    assert deal is not None
    while deal.phase:
        match.push(decide("hard", match.view(deal.turn), f"margin {match.ply}", Budget(WORLDS)).move)
    points = deal.points()
    return points[seat] - points[(seat + 1) % len(points)]


def margins(seed: str, number: int) -> Iterator[tuple[float, int, int]]:
    """Yields of each doubtful call of a deal by how much the take seemed better, and the leads after take and pass."""
    match, calls = after(seed, number, []), []
    deal = match.deal
    assert deal is not None
    while deal.phase == Phase.CALL:
        choice = decide("hard", match.view(deal.turn), f"{number}/{match.ply}")
        worth = {reason.move: reason.worth for reason in choice.why}
        take = max((move for move in worth if move != PASS), key=worth.__getitem__)
        gap = worth[take] - worth[PASS]
        if STEPS[0] <= gap < STEPS[-1]:
            taken, passed = (lead(after(seed, number, [*calls, call]), deal.turn) for call in (take, PASS))
            yield gap, taken, passed
        match.push(choice.move)
        calls.append(choice.move)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="tests.bench.margins", description="Try hard's doubtful calls both ways.")
    parser.add_argument("--deals", type=int, default=100, help="how many deals (100)")
    parser.add_argument("--seed", default="1", help="any text (1)")
    asked = parser.parse_args()
    found = [each for number in range(1, asked.deals + 1) for each in margins(asked.seed, number)]
    print("the take seemed better by | calls | brought more than the pass | its side ahead after the take")
    for low, high in pairwise(STEPS):
        those = [(taken, passed) for gap, taken, passed in found if low <= gap < high]
        if those:
            more, error = mean_error([taken - passed for taken, passed in those])
            ahead = sum(taken >= 0 for taken, _ in those) / len(those)
            print(f"{low:+.2f} to {high:+.2f} | {len(those)} | {more:+.1f} ± {error or 0:.1f} | {ahead:.0%}")


if __name__ == "__main__":
    main()
