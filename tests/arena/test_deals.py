"""Deals played alone: the cards of their matches, numbers in turn, level scores."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tapisvert.arena import playing
from tapisvert.arena.playing import Fixture, play_fixture
from tapisvert.bots import Budget
from tapisvert.bots.search import Choice
from tapisvert.games import GAMES
from tapisvert.match import Match
from tapisvert.view import View
from tests.bots.commands import command
from tests.helpers import Setting, play_on
from tests.toys import ALL_GAMES


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Lists the matches that are sat down to."""
    found: list[Match] = []

    class Watched(Match):
        """A match that is listed."""

        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            found.append(self)

    monkeypatch.setattr(playing, "Match", Watched)
    return found


def play(game: str, number: int, seated: str = "easy random easy random", **options: Any) -> playing.Result:
    """Plays a deal alone."""
    given = GAMES[game].options_json(GAMES[game].options(**options))
    return play_fixture(Fixture(game, given, tuple(seated.split()), "s", number, is_deal=True))


def test_the_pass_goes_round(matches: list[Match]) -> None:
    """Deals 1 to 5 of Hearts are passed left, across, right, not at all, and left again; each is one deal."""
    for number in range(1, 6):
        play("hearts", number)
    assert [1, 2, 3, 0, 1] == [match.deal.to_json()["direction"] for match in matches if match.deal]
    assert [1, 1, 1, 1, 1] == [len(match.deals) for match in matches]


def test_rounds_start_again(matches: list[Match]) -> None:
    """A match of Luz has four rounds: after the fourth deal comes a first one."""
    for number in range(1, 6):
        play("luz", number, "easy random easy", players=3)
    assert [1, 2, 3, 4, 1] == [match.deal.to_json()["round"] for match in matches if match.deal]


def test_same_cards_at_every_seating(matches: list[Match]) -> None:
    """Whoever sits where, deal 3 has the cards and the dealer of the first deal of match 3, and no other deal's."""
    for seated in ("easy random random random", "random random easy easy", "easy easy random easy"):
        play("belote", 3, seated)
    play("belote", 4)
    first, *others, another = [(match.deals[0].dealer, match.deals[0].pack) for match in matches]
    assert [first] * 2 == others
    assert first[1] != another[1]
    told = json.loads(command("deal", "--game", "belote", "--seed", "s", "--matches", "3", "--json").stdout)["deals"][2]
    assert (told["dealer"], told["pack"]) == (first[0], GAMES["belote"].format_pack(first[1]))


def test_level_scores(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any game a deal alone starts from the starting scores and adds its points; it is no record of a match."""
    monkeypatch.setattr(playing, "find_game", ALL_GAMES.__getitem__)
    given = setting.game.options_json(setting.options)
    seated = ("random",) * len(setting.seats)
    result = play_fixture(Fixture(setting.game.name, given, seated, "s", 2, is_deal=True))
    (points,) = result.points
    start = setting.game.starting_scores(setting.options)
    assert [before + p for before, p in zip(start, points, strict=True)] == result.scores
    assert setting.game.places(result.scores) == result.places
    assert "" == result.record


def test_a_deal_passed_out_is_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """When nobody takes, the deal is played all the same: nobody has points."""

    def passing(level: str, view: View, seed: str, budget: Budget) -> Choice:
        names = {view.deal.move_name(move): move for move in view.legal_moves()}
        return Choice(names["pass"], 0)

    monkeypatch.setattr(playing, "decide", passing)
    result = play("belote", 1)
    assert ([[0, 0, 0, 0]], [2, 2, 2, 2]) == (result.points, result.decisions)


def test_the_rest_of_a_match() -> None:
    """A match whose first deal is number 3 of four has two deals, of the last two rounds, and level scores."""
    game = GAMES["luz"]
    match = Match(game, game.options(), Setting(game, game.options()).match("rest").seeds, 3)
    assert 2 == match.number
    play_on(match, random.Random("rest"))
    assert (2, 4, True) == (len(match.deals), match.number, match.is_over)
    points = [dealt.points or [] for dealt in match.deals]
    assert [sum(column) for column in zip(*points, strict=True)] == match.scores
