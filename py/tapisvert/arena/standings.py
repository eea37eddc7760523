"""Matches that were played, summed up: how each bot did, and how sure that is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from .lineups import LineUp
from .playing import Result


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


def mean(values: Sequence[float]) -> float:
    """Gets the mean of at least one value."""
    return sum(values) / len(values)


def mean_error(values: Sequence[float]) -> tuple[float, float | None]:
    """
    Gets the mean of independent values and its standard error.

    >>> mean_error([1, 3]), mean_error([2])
    ((2.0, 1.0), (2.0, None))
    """
    centre = mean(values)
    if len(values) < 2:
        return centre, None
    return centre, sqrt(sum((value - centre) ** 2 for value in values) / (len(values) - 1) / len(values))


def by_seed(results: Sequence[Result], bot: int) -> list[float]:
    """
    Lists a bot's mean score for each deal seed.

    Rotations of one seed are dealt the same cards, so only their mean is independent of the rest.
    """
    found: dict[int, list[int]] = {}
    for result in results:
        found.setdefault(result.fixture.number, []).append(result.scores[bot])
    return [mean(scores) for scores in found.values()]


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
        points=mean(points),
        place=mean(places),
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


# ---------------------------------------------------------------------- level against level


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two levels did against each other in one line-up; pairs are of A and of B."""

    line_up: LineUp
    seeds: int
    """How many deals, or matches, that differ in their cards."""
    plays: int
    """How often they were played, at all seatings."""
    points: tuple[float, float]
    """The mean points of a deal and seat; every seed counts alike."""
    difference: float
    """A's points less B's."""
    error: float | None
    """The standard error of that difference over the seeds; None with a single one."""
    place: tuple[float, float]
    """The mean place."""
    wins: float
    """The share of all wins that A's seats have; who share a win have equal parts of it."""


def compare(line_up: LineUp, results: Sequence[Result]) -> Comparison:
    """Compares the two levels of a line-up by its results: those of each seed at every seating."""
    found: dict[int, list[Result]] = {}
    for result in results:
        found.setdefault(result.fixture.number, []).append(result)
    points = [(_points(plays, line_up.a), _points(plays, line_up.b)) for plays in found.values()]
    difference, error = mean_error([a - b for a, b in points])
    return Comparison(
        line_up,
        seeds=len(found),
        plays=len(results),
        points=(mean([a for a, _ in points]), mean([b for _, b in points])),
        difference=difference,
        error=error,
        place=(_place(results, line_up.a), _place(results, line_up.b)),
        wins=mean([_share(result, line_up.a) for result in results]),
    )


def _seats(result: Result, level: str) -> list[int]:
    return [seat for seat, seated in enumerate(result.fixture.seated) if seated == level]


def _points(results: Sequence[Result], level: str) -> float:
    """Gets the mean points of a level's seats over all deals of some results."""
    return mean([row[seat] for result in results for seat in _seats(result, level) for row in result.points])


def _place(results: Sequence[Result], level: str) -> float:
    return mean([result.places[seat] for result in results for seat in _seats(result, level)])


def _share(result: Result, level: str) -> float:
    """Gets a level's part of a win."""
    return mean([seat in _seats(result, level) for seat, place in enumerate(result.places) if place == 1])


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a level thought."""

    decisions: int
    """How often it had a choice."""
    milliseconds: float
    """Per decision; differs from run to run."""


def pace(results: Sequence[Result], level: str) -> Pace:
    """Gets how long a level thought in all results that it played in."""
    seats = [(result, seat) for result in results for seat in _seats(result, level)]
    decisions = sum(result.decisions[seat] for result, seat in seats)
    seconds = sum(result.seconds[seat] for result, seat in seats)
    return Pace(decisions, 1000 * seconds / max(1, decisions))
