"""Matches that were played, summed up: how each bot did, and how sure that is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from .arena import Result


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did in a run."""

    level: str
    score: float
    """The mean score of a match."""
    error: float | None
    """The standard error of that; None with a single match."""
    points: float
    """The mean points of a deal."""
    place: float
    """The mean place."""
    wins: int
    """Matches won, shared wins included."""
    matches: int
    decisions: int
    milliseconds: float
    """Per decision; differs from run to run."""


def mean_error(values: Sequence[float]) -> tuple[float, float | None]:
    """
    Gets the mean of independent values and its standard error.

    >>> mean_error([1, 3]), mean_error([2])
    ((2.0, 1.0), (2.0, None))
    """
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def by_seed(results: Sequence[Result], bot: int) -> list[float]:
    """
    Lists a bot's mean score for each deal seed.

    Rotations of one seed are dealt the same cards, so only their mean is independent of the rest.
    """
    found: dict[int, list[int]] = {}
    for result in results:
        found.setdefault(result.fixture.number, []).append(result.scores[bot])
    return [sum(scores) / len(scores) for scores in found.values()]


def standings(results: Sequence[Result]) -> list[Standing]:
    """Sums up a run, by bot in the order they were named."""
    return [_standing(results, bot, level) for bot, level in enumerate(results[0].fixture.levels)]


def _standing(results: Sequence[Result], bot: int, level: str) -> Standing:
    score, error = mean_error(by_seed(results, bot))
    points = [row[bot] for result in results for row in result.points]
    places = [result.places[bot] for result in results]
    decisions = sum(result.decisions[bot] for result in results)
    return Standing(
        level=level,
        score=score,
        error=error,
        points=sum(points) / len(points),
        place=sum(places) / len(places),
        wins=places.count(1),
        matches=len(results),
        decisions=decisions,
        milliseconds=1000 * sum(result.seconds[bot] for result in results) / max(1, decisions),
    )


def transcript(results: Sequence[Result]) -> str:
    """Gets a hash of every card dealt and every move made."""
    told = hashlib.sha256()
    for result in results:
        told.update(result.record.encode())
    return told.hexdigest()
