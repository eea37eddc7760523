"""
Elo ratings: what a finished match, and a match left, does to the ratings of those who played it.

Source: the page *Classement* of Board Game Arena (2012) and, for partners and stakes, the page
*Calcul de la cote* of Cliquojeux. A rating is kept for each player and game.

Choices where the rules leave room: the duels of a match share its K among them; a tie is half a win;
changes are rounded once per player, halves away from zero; there is no floor; "more than 1600" is strict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import copysign, floor
from typing import Any

from .questions import CaseError, Given, Question

STARTING_RATING = 1500
PROVISIONAL_GAMES = 30
"""So many rated matches have the greater K."""
PROVISIONAL_K, K = 60, 40
MOST_APART = 600
"""A greater difference of ratings counts as this."""
SCALE = 400
"""A difference of so many points expects ten wins to one loss."""
QUITTING_PENALTY = 10
DECIMALS = 9
"""Where two changes differ by less, they are the same."""
UNRATED = "NC"
TITLES = ((2000, "master"), (1800, "expert"), (1600, "good"))
"""A rating above the number has the title."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a match does to ratings, by seat."""

    exact: list[float]
    """The changes before they are rounded, and before a penalty."""
    changes: list[int]
    games: list[int]
    """The numbers of rated matches afterwards."""
    stakes: list[int]
    """Points won or lost beside the ratings; zeros where nothing was staked."""

    def ratings(self, before: Sequence[int]) -> list[int]:
        """Gets the new ratings from those *before*."""
        return [rating + change for rating, change in zip(before, self.changes, strict=True)]


def expected(ours: float, theirs: float) -> float:
    """
    Gets the expected share of wins of one rating against another.

    >>> expected(1500, 1500), round(expected(1900, 1500), 4), expected(9000, 1000) == expected(1600, 1000)
    (0.5, 0.9091, True)
    """
    apart = max(-MOST_APART, min(MOST_APART, ours - theirs))
    return float(1 / (1 + 10 ** (-apart / SCALE)))


def k_factor(games: int) -> int:
    """Gets a player's K from the number of rated matches played before."""
    return PROVISIONAL_K if games < PROVISIONAL_GAMES else K


def rounded(value: float) -> int:
    """
    Rounds to the nearest integer, halves away from zero.

    >>> rounded(2.5), rounded(-2.5), rounded(-0.4), rounded(22.499999999999996)
    (3, -3, 0, 23)
    """
    # Duels whose expectations add up to a whole number may miss their half by a last bit.
    return int(copysign(floor(round(abs(value), DECIMALS) + 0.5), value))


def share(place: int, other: int) -> float:
    """Gets what a duel is worth: 1 if won (the better place), 0.5 if tied, 0 if lost."""
    return 0.5 if place == other else float(place < other)


def duels(ratings: Sequence[int], games: Sequence[int], places: Sequence[int], recommended: int, seat: int) -> float:
    """Gets a player's exact change from its duels with all others."""
    players = len(ratings)
    factor = min(players, recommended) / 2 / (players - 1)
    rivals = [rival for rival in range(players) if rival != seat]
    surplus = sum(share(places[seat], places[rival]) - expected(ratings[seat], ratings[rival]) for rival in rivals)
    return k_factor(games[seat]) * factor * surplus


def rate(ratings: Sequence[int], games: Sequence[int], places: Sequence[int], recommended: int) -> Change:
    """
    Rates a finished match.

    :param games: how many rated matches each has played before.
    :param places: 1 is best; equal places are ties.
    :param recommended: the game's recommended number of players.
    """
    exact = [duels(ratings, games, places, recommended, seat) for seat in range(len(ratings))]
    return Change(exact, [rounded(change) for change in exact], [n + 1 for n in games], [0] * len(ratings))


def rate_left(ratings: Sequence[int], games: Sequence[int], recommended: int, quitter: int) -> Change:
    """Rates a match that *quitter* was the first to leave: last alone, and a penalty; nothing for the others."""
    alone_last = [2 if seat == quitter else 1 for seat in range(len(ratings))]
    exact = [0.0] * len(ratings)
    exact[quitter] = duels(ratings, games, alone_last, recommended, quitter)
    changes = [0] * len(ratings)
    changes[quitter] = rounded(exact[quitter]) - QUITTING_PENALTY
    return Change(exact, changes, list(games), [0] * len(ratings))


def conceded_places(standing: Sequence[int], sides: Sequence[int], seat: int) -> list[int]:
    """
    Gets the places when *seat* concedes: its side alone last, the others as they stand.

    :param standing: by seat, greater is better: the scores, or what else tells who is ahead in the deal.

    >>> conceded_places([90, 40, 95, 60], [0, 1, 2, 3], 2)
    [1, 3, 4, 2]
    >>> conceded_places([900, 40, 900, 40], [0, 1, 0, 1], 2)
    [3, 1, 3, 1]
    """
    others = [score for score, side in zip(standing, sides, strict=True) if side != sides[seat]]
    return [
        len(others) + 1 if side == sides[seat] else 1 + sum(other > score for other in others)
        for score, side in zip(standing, sides, strict=True)
    ]


# ---------------------------------------------------------------------- two sides, and what is staked


def rate_sides(
    ratings: Sequence[int],
    games: Sequence[int],
    sides: Sequence[int],
    winner: int,
    stake: int = 0,
    deserter: int | None = None,
) -> Change:
    """
    Rates a match of two sides as one duel of their mean ratings.

    :param winner: the winning side (0 or 1); where there is a *deserter*, the other side than his.
    :param stake: what each player has staked.
    :param deserter: the seat that was the first to leave, if any: it pays its partner's stake too, and
        the partner's rating, stake and number of matches do not change.
    """
    seats = range(len(ratings))
    spared = {seat for seat in seats if deserter not in (None, seat) and sides[seat] != winner}
    means = [
        sum(r for r, s in zip(ratings, sides, strict=True) if s == side) / sides.count(side)
        for side in (winner, 1 - winner)
    ]
    surplus = 1 - expected(*means)
    signs = [0 if seat in spared else 1 if sides[seat] == winner else -1 for seat in seats]
    exact = [k_factor(games[seat]) * surplus * signs[seat] for seat in seats]
    stakes = [stake * (2 if seat == deserter else 1) * signs[seat] for seat in seats]
    return Change(
        exact, [rounded(change) for change in exact], [n + abs(s) for n, s in zip(games, signs, strict=True)], stakes
    )


def title(rating: int, games: int) -> str:
    """
    Gets a player's title: a word, nothing, or ``NC`` before the first rated match.

    >>> title(1600, 5), title(1601, 5), title(2500, 0)
    ('', 'good', 'NC')
    """
    if not games:
        return UNRATED
    return next((name for above, name in TITLES if rating > above), "")


# ---------------------------------------------------------------------- questions of rule cases

MOST_PLAYERS = 100
MOST_RATING = 10**6
MOST_GAMES = 10**9


def read_players(given: Given, least: int = 2, most: int = MOST_PLAYERS) -> tuple[list[int], list[int]]:
    """
    Reads ratings and numbers of rated matches, as many of both.

    :raises CaseError: naming the field that is wrong.
    """
    ratings, games = given.integers("ratings"), given.integers("games")
    if not least <= len(ratings) <= most or any(abs(rating) > MOST_RATING for rating in ratings):
        raise CaseError(f"given.ratings must be from {least} to {most} ratings of at most {MOST_RATING}")
    if len(games) != len(ratings) or not all(0 <= number <= MOST_GAMES for number in games):
        raise CaseError("given.games must be as many numbers of matches as there are ratings")
    return ratings, games


def _ask_rate(given: Given) -> Mapping[str, Any]:
    ratings, games = read_players(given)
    places = given.integers("places", len(ratings))
    if min(places) < 1:
        raise CaseError("given.places must be places from 1 on")
    change = rate(ratings, games, places, given.integer("recommended", 2, MOST_PLAYERS))
    exact = [round(value, 4) for value in change.exact]
    return {"exact": exact, "changes": change.changes, "ratings": change.ratings(ratings)}


def _ask_quit(given: Given) -> Mapping[str, Any]:
    ratings, games = read_players(given)
    quitter = given.seat("quitter", len(ratings))
    change = rate_left(ratings, games, given.integer("recommended", 2, MOST_PLAYERS), quitter)
    return {"changes": change.changes, "games": change.games}


def _ask_title(given: Given) -> str:
    return title(given.integer("rating"), given.integer("games", 0))


QUESTIONS = {
    "rate": Question(_ask_rate, tolerance=0.0001),
    "quit": Question(_ask_quit),
    "title": Question(_ask_title),
}
