"""Elo ratings: what a match, and a match left, does to them, against the formula worked out in decimals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapisvert.rating import (
    STARTING_RATING,
    Change,
    conceded_places,
    expected,
    k_factor,
    rate,
    rate_left,
    rate_sides,
    rounded,
    share,
    title,
)

NEAR = 1e-9


@dataclass(frozen=True)
class Played:
    """A finished match: ratings and numbers of matches before it, places, the recommended number of players."""

    ratings: list[int]
    games: list[int]
    places: list[int]
    recommended: int

    def rate(self) -> Change:
        """Rates it."""
        return rate(self.ratings, self.games, self.places, self.recommended)


RATINGS = st.integers(300, 2900)
GAMES = st.one_of(st.integers(0, 100), st.sampled_from([0, 28, 29, 30, 31]))


def places_by(scores: Sequence[int]) -> list[int]:
    """Gets places from scores: 1 and one more for each that is better."""
    return [1 + len([other for other in scores if other > score]) for score in scores]


@st.composite
def matches(draw: st.DrawFn) -> Played:
    """Makes a finished match of two to six players, ties among them."""
    players = draw(st.integers(2, 6))
    return Played(
        draw(st.lists(RATINGS, min_size=players, max_size=players)),
        draw(st.lists(GAMES, min_size=players, max_size=players)),
        places_by(draw(st.lists(st.integers(0, 4), min_size=players, max_size=players))),
        draw(st.integers(2, 6)),
    )


# ---------------------------------------------------------------------- the formula, in decimals of 28 digits


def plain_expected(ours: Fraction | int, theirs: Fraction | int) -> Decimal:
    """Works out the share of wins expected of a rating: tenfold odds for every 400 points, up to 600 counted."""
    apart = Fraction(ours) - Fraction(theirs)
    apart = min(apart, Fraction(600))
    apart = max(apart, Fraction(-600))
    exponent = Decimal(apart.numerator) / Decimal(apart.denominator) / 400
    odds = Decimal(10) ** exponent
    return odds / (1 + odds)


def plain_change(match: Played, seat: int) -> Decimal:
    """Works out a player's change: K, times half the players (or the recommended ones), times the mean surplus."""
    players = len(match.ratings)
    k = 60 if match.games[seat] < 30 else 40
    weight = Fraction(min(players, match.recommended), 2) / (players - 1)
    surplus = Decimal(0)
    for rival in range(players):
        if rival == seat:
            continue
        won = {True: Fraction(1), False: Fraction(0)}[match.places[seat] < match.places[rival]]
        if match.places[seat] == match.places[rival]:
            won = Fraction(1, 2)
        surplus += Decimal(won.numerator) / won.denominator
        surplus -= plain_expected(match.ratings[seat], match.ratings[rival])
    return surplus * k * weight.numerator / weight.denominator


def plain_round(value: Decimal) -> int:
    """Rounds to the nearest whole number; a half goes away from zero, as decimals call "half up"."""
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))


def assert_rounded(exact: Decimal, change: int) -> None:
    """Checks a change against the exact one; within a hair of a half either neighbour is right."""
    hair = Decimal("1e-9")
    assert change in {plain_round(exact - hair), plain_round(exact), plain_round(exact + hair)}


@given(matches())
def test_changes_are_the_formula(match: Played) -> None:
    """Every change is the formula's, rounded once; all are made from the ratings before the match."""
    change = match.rate()
    for seat in range(len(match.ratings)):
        exact = plain_change(match, seat)
        assert float(exact) == pytest.approx(change.exact[seat], abs=NEAR)
        assert_rounded(exact, change.changes[seat])
        assert rounded(change.exact[seat]) == change.changes[seat]
    assert [number + 1 for number in match.games] == change.games
    assert [0] * len(match.ratings) == change.stakes
    assert [r + c for r, c in zip(match.ratings, change.changes, strict=True)] == change.ratings(match.ratings)


@pytest.mark.parametrize(
    ("apart", "share_of_wins"),
    [
        (0, 0.5),
        (100, 0.6401),
        (200, 0.7597),
        (300, 0.8490),
        (400, 10 / 11),
        (600, 0.9693),
        (601, 0.9693),
        (9000, 0.9693),
    ],
)
def test_expected(apart: int, share_of_wins: float) -> None:
    """Equals expect one half, 400 points apart ten wins to one; more than 600 count as 600."""
    assert share_of_wins == pytest.approx(expected(1500 + apart, 1500), abs=0.00005)
    assert 1 - share_of_wins == pytest.approx(expected(1500, 1500 + apart), abs=0.00005)
    assert float(plain_expected(1500 + apart, 1500)) == pytest.approx(expected(1500 + apart, 1500), abs=NEAR)


# ---------------------------------------------------------------------- what holds whatever the numbers


@settings(max_examples=60)
@given(matches(), st.sampled_from([3, 50]))
def test_same_k_is_zero_sum(match: Played, games: int) -> None:
    """With the same K for all, what some win the others lose, before rounding; ties included."""
    match = Played(match.ratings, [games] * len(match.ratings), match.places, match.recommended)
    assert pytest.approx(0, abs=NEAR) == sum(match.rate().exact)


def test_mixed_k_is_not_zero_sum() -> None:
    """Each uses his own K: a newcomer's thirty points cost the other twenty."""
    change = rate([1500, 1500], [29, 30], [1, 2], 2)
    assert ([30, -20], [30, 31]) == (change.changes, change.games)


@settings(max_examples=60)
@given(matches(), st.data())
def test_seats_do_not_matter(match: Played, data: st.DataObject) -> None:
    """Listed in another order, the players have the same changes in that order."""
    order = data.draw(st.permutations(range(len(match.ratings))))
    other = Played(
        [match.ratings[seat] for seat in order],
        [match.games[seat] for seat in order],
        [match.places[seat] for seat in order],
        match.recommended,
    )
    exact = match.rate().exact
    assert [exact[seat] for seat in order] == pytest.approx(other.rate().exact, abs=NEAR)


@given(matches(), st.data())
def test_better_places_never_give_less(match: Played, data: st.DataObject) -> None:
    """A player who passes others, or ties with them, wins more or loses less; those passed never win more."""
    players = len(match.ratings)
    seat = data.draw(st.integers(0, players - 1))
    scores = [-place for place in match.places]
    better = scores[:]
    better[seat] += data.draw(st.integers(1, players))
    after = Played(match.ratings, match.games, places_by(better), match.recommended).rate()
    before = match.rate()
    for other in range(players):
        if other == seat:
            assert after.changes[other] >= before.changes[other]
            assert after.exact[other] >= before.exact[other] - NEAR
        else:
            assert after.changes[other] <= before.changes[other]
            assert after.exact[other] <= before.exact[other] + NEAR


@settings(max_examples=60)
@given(RATINGS, st.integers(0, 2000), GAMES, st.sampled_from([[1, 2], [2, 1], [1, 1]]))
def test_600_points_apart_is_the_most(rating: int, more: int, games: int, places: list[int]) -> None:
    """A rival further away than 600 points is worth what one 600 points away is."""
    for sign in (1, -1):
        near = rate([rating, rating + 600 * sign], [games] * 2, places, 2)
        far = rate([rating, rating + (600 + more) * sign], [games] * 2, places, 2)
        assert near.exact == pytest.approx(far.exact, abs=NEAR)
        assert near.changes == far.changes
        nearer = rate([rating, rating + 599 * sign], [games] * 2, places, 2)
        assert abs(nearer.exact[0] - near.exact[0]) > 0.001


def test_much_weaker_rivals_give_next_to_nothing() -> None:
    """With 600 points more and K 40 a win brings 1 and a loss costs 39."""
    assert [1, -1] == rate([2200, 1500], [40, 40], [1, 2], 2).changes
    assert [-39, 39] == rate([2200, 1500], [40, 40], [2, 1], 2).changes


@pytest.mark.parametrize("games", [0, 40])
@pytest.mark.parametrize(
    ("players", "recommended", "most"),
    [(2, 2, 20), (3, 3, 30), (4, 4, 40), (5, 5, 50), (5, 4, 40), (4, 2, 20), (2, 4, 20)],
)
def test_most_that_can_be_won(players: int, recommended: int, most: int, games: int) -> None:
    """Among equals the first wins, and the last loses, K/4 a player, up to the recommended number of them."""
    change = rate([1500] * players, [games] * players, list(range(1, players + 1)), recommended)
    expected_most = most * 60 // 40 if games == 0 else most
    assert (expected_most, -expected_most) == (change.changes[0], change.changes[-1])


@pytest.mark.parametrize(
    ("places", "changes"),
    [
        ([1, 2, 2, 4, 5], [50, 13, 13, -25, -50]),
        ([1, 1, 3, 4, 4], [38, 38, 0, -38, -38]),
        ([1, 2, 3, 3, 5], [50, 25, -13, -13, -50]),
        ([1, 1, 1, 1, 5], [13, 13, 13, 13, -50]),
        ([1, 2, 2, 2, 2], [50, -13, -13, -13, -13]),
        ([1, 1, 1, 1, 1], [0, 0, 0, 0, 0]),
    ],
)
def test_halves_are_rounded_away_from_zero(places: list[int], changes: list[int]) -> None:
    """Five equals with ties: 25 a duel won beyond two of four, so ties make halves, rounded once for each player."""
    change = rate([1500] * 5, [40] * 5, places, 5)
    assert changes == change.changes
    wins = [sum(other > place for other in places) + (places.count(place) - 1) / 2 for place in places]
    assert [25 * (won - 2) for won in wins] == change.exact


@given(st.integers(-200_000, 200_000))
def test_rounding(thousandths: int) -> None:
    """To the nearest whole number, halves away from zero, alike on both sides of it."""
    assert plain_round(Decimal(thousandths) / 1000) == rounded(thousandths / 1000)
    assert plain_round(Decimal(thousandths) / 2) == rounded(thousandths / 2)
    assert -rounded(thousandths / 2) == rounded(-thousandths / 2)


@pytest.mark.parametrize(
    ("value", "whole"), [(0.5, 1), (-0.5, -1), (1.5, 2), (2.5, 3), (-2.5, -3), (0.49, 0), (-0.49, 0), (0.0, 0)]
)
def test_rounding_near_zero(value: float, whole: int) -> None:
    """Half a point counts, less does not."""
    assert whole == rounded(value)


@pytest.mark.parametrize(("games", "k"), [(0, 60), (1, 60), (28, 60), (29, 60), (30, 40), (31, 40), (5000, 40)])
def test_k(games: int, k: int) -> None:
    """The first thirty rated matches have K 60, the later ones 40."""
    assert k == k_factor(games)
    change = rate([STARTING_RATING] * 2, [games, 100], [1, 2], 2)
    assert (k // 2, -20) == tuple(change.changes)


def test_ties_are_half_a_win() -> None:
    """Equal places: equals win nothing, and the better of two co-winners loses a little."""
    assert [1.0, 0.5, 0.0] == [share(1, 2), share(2, 2), share(3, 2)]
    assert [0, 0] == rate([1500, 1500], [40, 40], [1, 1], 2).changes
    # 40 * (0.5 - 0.7597) = -10.39
    assert [-10, 10] == rate([1700, 1500], [40, 40], [1, 1], 2).changes


def test_there_is_no_floor() -> None:
    """A rating may sink below zero."""
    assert [-17, 23] == rate([3, 3], [40, 40], [2, 1], 2).ratings([3, 3])


# ---------------------------------------------------------------------- leaving and conceding


@settings(max_examples=60)
@given(matches(), st.data())
def test_leaving(match: Played, data: st.DataObject) -> None:
    """The first to leave loses as alone last, and ten points more; nobody else moves, and no match is counted."""
    players = len(match.ratings)
    quitter = data.draw(st.integers(0, players - 1))
    change = rate_left(match.ratings, match.games, match.recommended, quitter)
    last = Played(
        match.ratings, match.games, [players if seat == quitter else 1 for seat in range(players)], match.recommended
    )
    exact = plain_change(last, quitter)
    assert exact < 0
    assert float(exact) == pytest.approx(change.exact[quitter], abs=NEAR)
    assert_rounded(exact, change.changes[quitter] + 10)
    assert change.changes[quitter] <= -10
    others = [seat for seat in range(players) if seat != quitter]
    assert [0] * (players - 1) == [change.changes[seat] for seat in others]
    assert [0.0] * (players - 1) == [change.exact[seat] for seat in others]
    assert match.games == change.games
    assert [0] * players == change.stakes


@settings(max_examples=60)
@given(matches(), st.data())
def test_leaving_costs_more_than_staying(match: Played, data: st.DataObject) -> None:
    """Whatever the place, to have stayed to the end is at least ten points better."""
    seat = data.draw(st.integers(0, len(match.ratings) - 1))
    left = rate_left(match.ratings, match.games, match.recommended, seat)
    assert left.changes[seat] <= match.rate().changes[seat] - 10


@pytest.mark.parametrize(
    ("ratings", "games", "recommended", "quitter", "loss"),
    [
        ([1500] * 4, [40] * 4, 4, 2, -50),
        ([1500] * 4, [0, 0, 0, 40], 4, 0, -70),
        ([1500] * 5, [40] * 5, 4, 4, -50),
        ([1500, 1500], [40, 40], 2, 1, -30),
        ([1500, 2500], [40, 40], 2, 0, -11),
        ([2500, 1500], [40, 40], 2, 0, -49),
    ],
)
def test_what_leaving_costs(ratings: list[int], games: list[int], recommended: int, quitter: int, loss: int) -> None:
    """Equals lose what the last loses and ten more; against much better rivals it is one and ten."""
    change = rate_left(ratings, games, recommended, quitter)
    assert [loss if seat == quitter else 0 for seat in range(len(ratings))] == change.changes
    assert games == change.games


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=6), st.data())
def test_conceding(scores: list[int], data: st.DataObject) -> None:
    """Who concedes is last alone; the others have the places that their scores give them among themselves."""
    seat = data.draw(st.integers(0, len(scores) - 1))
    places = conceded_places(scores, list(range(len(scores))), seat)
    assert len(scores) == places[seat]
    assert places_by(scores[:seat] + scores[seat + 1 :]) == places[:seat] + places[seat + 1 :]
    assert 1 in places


@pytest.mark.parametrize(
    ("scores", "sides", "seat", "expected_places"),
    [
        ([90, 40, 95, 60], [0, 1, 2, 3], 2, [1, 3, 4, 2]),
        ([50, 50, 50, 50, 50], [0, 1, 2, 3, 4], 0, [5, 1, 1, 1, 1]),
        ([0, 700], [0, 1], 1, [1, 2]),
        ([900, 40, 900, 40], [0, 1, 0, 1], 2, [3, 1, 3, 1]),
        ([900, 40, 900, 40], [0, 1, 0, 1], 1, [1, 3, 1, 3]),
    ],
)
def test_conceded_places(scores: list[int], sides: list[int], seat: int, expected_places: list[int]) -> None:
    """A leader who concedes is last all the same; with partners the whole side is."""
    assert expected_places == conceded_places(scores, sides, seat)


# ---------------------------------------------------------------------- two sides

TABLES = st.lists(RATINGS, min_size=4, max_size=4)
COUNTERS = st.lists(GAMES, min_size=4, max_size=4)
SIDES = [0, 1, 0, 1]


def plain_side_change(ratings: Sequence[int], games: Sequence[int], seat: int, won: bool) -> Decimal:
    """Works out a partner's change: K times what the duel of the mean ratings gives beyond what was expected."""
    means = [Fraction(ratings[0] + ratings[2], 2), Fraction(ratings[1] + ratings[3], 2)]
    side = seat % 2
    return (60 if games[seat] < 30 else 40) * (int(won) - plain_expected(means[side], means[1 - side]))


@settings(max_examples=60)
@given(TABLES, COUNTERS, st.integers(0, 1), st.integers(0, 100))
def test_sides(ratings: list[int], games: list[int], winner: int, stake: int) -> None:
    """Both partners win or lose the duel of the sides' mean ratings, each with his own K, and the stake."""
    change = rate_sides(ratings, games, SIDES, winner, stake)
    for seat in range(4):
        exact = plain_side_change(ratings, games, seat, seat % 2 == winner)
        assert float(exact) == pytest.approx(change.exact[seat], abs=NEAR)
        assert_rounded(exact, change.changes[seat])
    assert [stake if side == winner else -stake for side in SIDES] == change.stakes
    assert 0 == sum(change.stakes)
    assert [number + 1 for number in games] == change.games


@settings(max_examples=60)
@given(TABLES, st.sampled_from([0, 60]), st.integers(0, 1))
def test_sides_with_one_k_are_zero_sum(ratings: list[int], games: int, winner: int) -> None:
    """With the same K for all four, the changes cancel out, rounded as well as exact."""
    change = rate_sides(ratings, [games] * 4, SIDES, winner)
    assert pytest.approx(0, abs=NEAR) == sum(change.exact)
    assert 0 == sum(change.changes)


@settings(max_examples=60)
@given(TABLES, COUNTERS, st.integers(0, 3), st.integers(0, 100))
def test_deserting(ratings: list[int], games: list[int], deserter: int, stake: int) -> None:
    """A deserter loses his match once and both stakes; his partner loses nothing, and the two others win."""
    partner, winner = (deserter + 2) % 4, 1 - deserter % 2
    change = rate_sides(ratings, games, SIDES, winner, stake, deserter)
    assert (-2 * stake, 0) == (change.stakes[deserter], change.stakes[partner])
    assert [stake] * 2 == [change.stakes[seat] for seat in range(4) if seat % 2 == winner]
    assert 0 == sum(change.stakes)
    assert (0, 0.0, games[partner]) == (change.changes[partner], change.exact[partner], change.games[partner])
    for seat in range(4):
        if seat != partner:
            exact = plain_side_change(ratings, games, seat, seat != deserter)
            assert float(exact) == pytest.approx(change.exact[seat], abs=NEAR)
            assert_rounded(exact, change.changes[seat])
            assert games[seat] + 1 == change.games[seat]


def test_sides_by_hand() -> None:
    """Means 1600 and 1400: the better side expects 0.7597, so its loss costs 30 and its win brings 10 (K 40)."""
    ratings = [1700, 1400, 1500, 1400]
    assert [10, -10, 10, -10] == rate_sides(ratings, [40] * 4, SIDES, 0, 5).changes
    assert [-30, 30, -30, 30] == rate_sides(ratings, [40] * 4, SIDES, 1, 5).changes
    left = rate_sides(ratings, [40, 40, 0, 0], SIDES, 1, 5, deserter=2)
    # K 60 for the deserter and for seat 3: 60 * 0.7597 = 45.6.
    assert ([0, 30, -46, 46], [0, 5, -10, 5], [40, 41, 1, 1]) == (left.changes, left.stakes, left.games)


def test_half_points_of_mean_ratings_count() -> None:
    """The mean of two ratings is not rounded."""
    odd = rate_sides([1501, 1500, 1500, 1500], [40] * 4, SIDES, 0)
    assert float(20 - 40 * (plain_expected(Fraction(3001, 2), 1500) - Decimal("0.5"))) == pytest.approx(
        odd.exact[0], abs=NEAR
    )
    assert abs(odd.exact[0] - 20) > 0.02


# ---------------------------------------------------------------------- titles


@pytest.mark.parametrize(
    ("rating", "expected_title"),
    [
        (-20, ""),
        (1500, ""),
        (1600, ""),
        (1601, "good"),
        (1800, "good"),
        (1801, "expert"),
        (2000, "expert"),
        (2001, "master"),
        (3000, "master"),
    ],
)
def test_titles(rating: int, expected_title: str) -> None:
    """A title needs strictly more than 1600, 1800 or 2000, and at least one rated match."""
    assert "NC" == title(rating, 0)
    for games in (1, 29, 30, 500):
        assert expected_title == title(rating, games)


@given(st.integers(-1000, 4000), st.integers(1, 1000))
def test_titles_by_steps(rating: int, games: int) -> None:
    """Each of three steps passed gives the next title, however many matches were rated."""
    assert ("", "good", "expert", "master")[sum(rating > step for step in (1600, 1800, 2000))] == title(rating, games)


def test_titles_follow_the_rating() -> None:
    """A title is won and lost again with the rating; the first match makes somebody unrated rated."""
    change = rate([1590, 1610], [0, 40], [1, 2], 2)
    before, after = [1590, 1610], change.ratings([1590, 1610])
    assert ["NC", "good"] == [title(rating, games) for rating, games in zip(before, [0, 40], strict=True)]
    assert ["good", ""] == [title(rating, games) for rating, games in zip(after, change.games, strict=True)]
