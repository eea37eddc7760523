"""What points are worth to a seat: by the lead in a deal, and by the match at Hearts."""

from __future__ import annotations

import random

import pytest

from tapisvert.bots.craft import by_lead
from tapisvert.bots.policies.belote import match_chance
from tapisvert.bots.policies.hearts import match_share
from tapisvert.game import Seat
from tapisvert.games.belote import BELOTE
from tapisvert.games.hearts import HEARTS, deal_points
from tapisvert.match import Match, Seeds
from tapisvert.view import View
from tests.bots.positions import hearts, view_of


def view_at(scores: list[int], seat: Seat = 0) -> View:
    """Gets a view at these scores; the cards do not matter."""
    view = view_of(hearts("2C AC", "KC AH 3C"))
    return View(seat, view.deal, view.lacks, scores, view.options)


def share(scores: list[int], points: list[int], seat: Seat = 0) -> float:
    """Gets what points are worth to a seat at these scores."""
    return match_share(view_at(scores, seat))(points)


def random_points(rng: random.Random) -> list[int]:
    """Makes the points of a deal."""
    taken = [0, 0, 0, 0]
    for penalty in [13] + [1] * 13:
        taken[rng.randrange(4)] += penalty
    return deal_points(taken)


def test_lead_is_over_the_mean_of_the_others() -> None:
    """The others have −8 on average, (−6 − 8 − 10) / 3: −2 is six more."""
    assert 6 == by_lead(view_at([100] * 4))([-2, -6, -8, -10])


@pytest.mark.parametrize(
    ("scores", "points", "expected"),
    [
        ([30, 10, 35, 28], [0, -10, 0, 0], 2 / 3),  # 30, 0, 35, 28: two behind
        ([30, 10, 35, 28], [-3, -10, 0, 0], 1 / 3),  # 27: one behind
        ([30, 10, 35, 28], [-2, -10, 0, 0], 1 / 2),  # 28: one behind and a tie
        ([40, 10, 35, 28], [0, -26, -26, -26], 1.0),
        ([3, 10, 5, 28], [-13, 0, -4, 0], 0.0),
    ],
)
def test_end_of_the_match_counts_rivals_left_behind(scores: list[int], points: list[int], expected: float) -> None:
    """Where the points end the match, they are worth the share of rivals behind, ties as a half."""
    assert pytest.approx(expected) == share(scores, points)


def test_shares_add_up() -> None:
    """Of two rivals one is ahead: the four shares make two, at any scores."""
    rng = random.Random("shares")
    for _ in range(200):
        scores, points = [rng.randrange(1, 101) for _ in range(4)], random_points(rng)
        assert pytest.approx(2) == sum(share(scores, points, seat) for seat in range(4))


def test_own_point_never_helps_and_a_rival_s_never_hurts() -> None:
    """In mid-match a penalty costs whoever takes it, and serves the others."""
    scores = [70, 60, 80, 75]
    assert share(scores, [-1, 0, 0, -25]) < share(scores, [0, -1, 0, -25])
    assert share(scores, [0, -13, -13, 0]) > share(scores, [-13, 0, -13, 0])


def test_lead_is_worth_more_near_the_end() -> None:
    """Ten points ahead with the last rival at 5 are surer than with all of them at 90."""
    assert share([25, 15, 15, 5], [0] * 4) > share([100, 90, 90, 90], [0] * 4) > 0.5


def test_moon_counts_against_every_rival() -> None:
    """One's own moon is worth more than a deal without a point, a rival's costs more than thirteen."""
    scores = [100] * 4
    own, clean = share(scores, [0, -26, -26, -26]), share(scores, [0, -9, -9, -8])
    rival, queen = share(scores, [-26, 0, -26, -26]), share(scores, [-13, -4, -4, -5])
    assert own > clean > queen > share(scores, [-26 + 1, 0, -1, 0])
    assert rival < clean


def test_worth_follows_the_rules_end() -> None:
    """The worth takes the match for over exactly where the rules do: at zero, not at one."""
    for low in (1, 0, -1):
        scores = [50, 30, 40, low]
        is_over = HEARTS.is_over(HEARTS.options(), scores, hearts("2C AC", "KC AH 3C"), 5)
        assert is_over == (share(scores, [0] * 4) == 1)


# ---------------------------------------------------------------------- Belote


def chance(scores: tuple[int, int], points: tuple[int, int], seat: Seat = 0, *, target: int = 1001) -> float:
    """Gets what points by side are worth to a seat of Belote at these scores."""
    match = Match(BELOTE, BELOTE.read_options({"target": target}), Seeds("worth", "bots"))
    match.next_deal()
    view = match.view(seat)
    view.scores = [scores[side] for side in (0, 1, 0, 1)]
    return match_chance(view)([points[side] for side in (0, 1, 0, 1)])


@pytest.mark.parametrize(
    ("scores", "points", "target", "expected"),
    [
        ((950, 900), (100, 62), 1001, 1),  # the rules page: 1050 to 962
        ((960, 900), (50, 132), 1001, 0),  # 1010 to 1032: the higher score wins
        ((920, 920), (81, 81), 1001, 0.5),  # 1001 each: another manche
        ((400, 300), (110, 52), 501, 1),
        ((400, 400), (0, 162), 501, 0),
        ((900, 900), (0, 0), 1001, 0.5),  # nobody took
    ],
)
def test_end_of_a_match_of_belote_is_certain(
    scores: tuple[int, int], points: tuple[int, int], target: int, expected: float
) -> None:
    """At the target the higher score wins; level scores are an even chance."""
    assert expected == chance(scores, points, target=target)


def test_chances_of_both_sides_add_up() -> None:
    """One side wins; partners have the same chance."""
    rng = random.Random("chances")
    for _ in range(200):
        scores, points = (rng.randrange(1000), rng.randrange(1000)), (rng.randrange(253), rng.randrange(253))
        chances = [chance(scores, points, seat) for seat in range(4)]
        assert chances[:2] == chances[2:]
        assert pytest.approx(1) == chances[0] + chances[1]


def test_a_lead_at_belote_is_worth_more_near_the_target() -> None:
    """A hundred points ahead are surer at 950 than at 200, and never sure before the target."""
    assert 0.5 < chance((200, 100), (0, 0)) < chance((950, 850), (0, 0)) < 1


def test_who_needs_little_wants_no_risk() -> None:
    """With 62 points to go and the rivals far, 70 for certain beat an even chance of 162 or nothing."""
    scores = (939, 600)
    certain = chance(scores, (70, 92))
    assert certain > (chance(scores, (162, 0)) + chance(scores, (0, 162))) / 2
