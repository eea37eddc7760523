"""Sums of results, each worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tapisvert.arena.lineups import LineUp
from tapisvert.arena.playing import Fixture, Result
from tapisvert.arena.standings import compare, pace
from tapisvert.game import places_of

LEVELS = {"A": "easy", "B": "random"}


def played(
    seats: str,
    number: int,
    *points: Sequence[int],
    decisions: Sequence[int] | None = None,
    seconds: Sequence[float] | None = None,
) -> Result:
    """Makes up a result: a letter for each seat, the number of its seed, and points by deal and seat."""
    fixture = Fixture("hearts", {}, tuple(LEVELS[letter] for letter in seats), "s", number)
    scores = [sum(column) for column in zip(*points, strict=True)]
    rows = [list(row) for row in points]
    none = [0] * len(seats)
    return Result(fixture, scores, places_of(scores), rows, list(decisions or none), list(seconds or none), "")


def line_up(*seatings: str) -> LineUp:
    """Makes a line-up of two levels."""
    return LineUp("easy", "random", tuple(tuple(LEVELS[letter] for letter in seats) for seats in seatings))


def test_paired_differences() -> None:
    """
    The unit is the seed: the mean of A's seats less that of B's over all its seatings.

    Seed 1: A has 4 and 5, B 2 and 1, the difference is 4.5 − 1.5 = 3. Seed 2: A has 0 and 1, B 6 and 3: −4. Their mean
    is −0.5, and with deviations of 3.5 the standard error is √(2 × 3.5² / 1 / 2) = 3.5.
    """
    results = [played("AB", 1, [4, 2]), played("BA", 1, [1, 5]), played("AB", 2, [0, 6]), played("BA", 2, [3, 1])]
    found = compare(line_up("AB", "BA"), results)
    assert (2, 4) == (found.seeds, found.plays)
    assert (2.5, 3.0) == found.points
    assert (-0.5, pytest.approx(3.5)) == (found.difference, found.error)


def test_cards_shared_by_seatings_are_no_error() -> None:
    """A difference that is the same with every cards is certain, however far the deals are apart."""
    results = [played("AB", n, [100 * n + 7, -100 * n]) for n in (1, 2, 3)]
    results += [played("BA", n, [100 * n, -100 * n + 7]) for n in (1, 2, 3)]
    found = compare(line_up("AB", "BA"), results)
    assert (7, 0) == (found.difference, found.error)


def test_a_seat_counts_once() -> None:
    """One against three: the difference is to the mean of the three. 9 − (0 + 3 + 6) / 3 = 6; one seed has no error."""
    found = compare(line_up("ABBB"), [played("ABBB", 1, [9, 0, 3, 6])])
    assert ((9, 3), 6, None) == (found.points, found.difference, found.error)


def test_deals_of_matches() -> None:
    """
    Points are those of a deal: each deal of a seed's matches counts alike, and each seed.

    Seed 1, with one deal at one seating and three at the other: A has 6, 2, 2, 2, B 0, 0, 0, 3: means of 3 and 0.75.
    Seed 2: everybody has 1. Together 2 and 0.875.
    """
    results = [
        played("AB", 1, [6, 0]),
        played("BA", 1, [0, 2], [0, 2], [3, 2]),
        played("AB", 2, [1, 1]),
        played("BA", 2, [1, 1]),
    ]
    found = compare(line_up("AB", "BA"), results)
    assert ((2, 0.875), 1.125) == (found.points, found.difference)


def test_places_and_wins() -> None:
    """
    A place is a seat's, and a win that is shared is split among its winners.

    One A: first with another (half a win), then last, then alone at the top: 1.5 of 3 wins, places 1, 4, 1. The
    others' places: 1, 3, 4; 1, 2, 3; 2, 3, 4, of which the mean is 23 / 9.
    """
    results = [
        played("ABBB", 1, [9, 9, 8, 7]),
        played("BABB", 1, [9, 6, 8, 7]),
        played("BBAB", 1, [6, 7, 9, 8]),
    ]
    found = compare(line_up("ABBB", "BABB", "BBAB"), results)
    assert (0.5, 2, pytest.approx(23 / 9)) == (found.wins, *found.place)


def test_exchanged_sides_cancel_the_cards() -> None:
    """
    With bots that play alike, one side's better cards are one level's and then the other's.

    Everybody has (162 + 0 + 90 + 72 + 0 + 252) / 6 = 96 points a deal.
    """
    cards = [[162, 0, 162, 0], [90, 72, 90, 72], [0, 252, 0, 252]]
    results = [played(seats, n, points) for n, points in enumerate(cards, 1) for seats in ("ABAB", "BABA")]
    found = compare(line_up("ABAB", "BABA"), results)
    assert (0, 0, 0.5) == (found.difference, found.error, found.wins)
    assert (2, 2) == found.place
    assert (96, 96) == found.points


def test_pace() -> None:
    """A level's time for a decision is all its time by all its decisions, on whatever seats."""
    results = [
        played("ABBB", 1, [0] * 4, decisions=[10, 1, 2, 0], seconds=[0.5, 0.25, 0.25, 0]),
        played("BABB", 1, [0] * 4, decisions=[1, 30, 2, 2], seconds=[0.25, 1.5, 0.25, 0]),
    ]
    assert (40, 50) == (pace(results, "easy").decisions, pace(results, "easy").milliseconds)
    assert (8, 125) == (pace(results, "random").decisions, pace(results, "random").milliseconds)
    assert (0, 0) == (pace(results, "medium").decisions, pace(results, "medium").milliseconds)
