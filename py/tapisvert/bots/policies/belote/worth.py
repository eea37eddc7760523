"""What points are worth at the score of the match: the chance that the side then wins it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, tanh

from ....view import View
from ...craft import Worth

SPREAD, SPREAD_FROM = 8.0, 100
"""How far apart two scores must be to tell who wins: fitted to matches by tests/bench/fit.py."""


def match_chance(view: View) -> Worth:
    """
    Makes points worth the seat's chance to win the match.

    The first to the target wins; before, a lead tells the less, the more points are still to come. That a match
    is not won by belote alone is left aside: points do not tell it.
    """
    seat, before, target = view.seat, view.scores, view.options.target
    rival = (seat + 1) % len(before)
    known: dict[tuple[int, int], float] = {}

    def chance(own: int, other: int) -> float:
        lead, left = own - other, target - max(own, other)
        if left <= 0 and lead:
            return float(lead > 0)
        # The logistic function of the lead, in a form that no lead is too great for.
        return 0.5 + 0.5 * tanh(lead / (SPREAD * sqrt(max(0, left) + SPREAD_FROM)) / 2)

    def worth(points: Sequence[int]) -> float:
        key = before[seat] + points[seat], before[rival] + points[rival]
        if key not in known:
            known[key] = chance(*key)
        return known[key]

    return worth
