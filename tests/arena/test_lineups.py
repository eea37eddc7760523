"""Who sits where when levels meet: every line-up at every seating, and no side split."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tapisvert.arena.lineups import line_ups, read_levels, schedule
from tapisvert.game import Game, InvalidRecordError
from tapisvert.games import GAMES
from tapisvert.games.hearts import HEARTS
from tests.helpers import Setting


def seatings(name: str, **options: Any) -> list[list[str]]:
    """Lists the seatings of each line-up of two levels, a seat's level being its first letter."""
    game = GAMES[name]
    found = line_ups(game, game.options(**options), ["easy", "random"])
    return [["".join(level[0] for level in seated) for seated in line_up.seatings] for line_up in found]


ONE_OF_FOUR = ["errr", "rerr", "rrer", "rrre"]
TWO_OF_FOUR = ["eerr", "erer", "erre", "reer", "rere", "rree"]
THREE_OF_FOUR = ["eeer", "eere", "eree", "reee"]


@pytest.mark.parametrize("name", ["hearts", "solo_whist", "luz"])
def test_four_alone(name: str) -> None:
    """Where four play alone, one meets three, two meet two and three meet one, in all 4, 6 and 4 seatings."""
    one, two, three = seatings(name)
    assert (ONE_OF_FOUR, TWO_OF_FOUR, THREE_OF_FOUR) == (one, two, sorted(three))


def test_partners() -> None:
    """Partners have one level: the sides are exchanged, and nothing else."""
    assert [["erer", "rere"]] == seatings("belote")


def test_two_alone() -> None:
    """Two players have two seatings."""
    assert [["er", "re"]] == seatings("lucky_numbers")


def test_three_and_five_alone() -> None:
    """Three or five players have one against the rest alone."""
    one, rest = seatings("luz", players=3)
    assert (["err", "rer", "rre"], ["eer", "ere", "ree"]) == (one, sorted(rest))
    one, rest = seatings("luz", players=5)
    assert ["errrr", "rerrr", "rrerr", "rrrer", "rrrre"] == one
    assert ["eeeer", "eeere", "eeree", "ereee", "reeee"] == sorted(rest)


def test_seatings_are_fair(setting: Setting) -> None:
    """In any game each level sits in every place equally often, and partners have the same level."""
    sides = setting.game.sides(setting.options)
    for line_up in line_ups(setting.game, setting.options, ["easy", "random"]):
        assert len(line_up.seatings) == len(set(line_up.seatings))
        for seat in setting.seats:
            assert len(line_up.seatings) * line_up.seats[0] / len(sides) == [s[seat] for s in line_up.seatings].count(
                "easy"
            )
        for seated in line_up.seatings:
            assert len(set(sides)) == len(set(zip(sides, seated, strict=True)))
            assert Counter(easy=line_up.seats[0], random=line_up.seats[1]) == Counter(seated)


def test_every_pair_meets() -> None:
    """Three levels are three pairs, and the level named first is A."""
    game = GAMES["belote"]
    found = line_ups(game, game.options(), ["medium", "easy", "random"])
    assert [("medium", "easy"), ("medium", "random"), ("easy", "random")] == [(each.a, each.b) for each in found]


def test_schedule() -> None:
    """The first deal is played at every seating of every line-up before the second, each once."""
    game = GAMES["luz"]
    options = game.options(players=3)
    meeting = line_ups(game, options, ["easy", "random"])
    planned = list(schedule(game, options, meeting, "s", 2, worlds=5, is_deal=True))
    assert 6 * [1] + 6 * [2] == [fixture.number for _, fixture in planned]
    assert 2 * [seated for each in meeting for seated in each.seatings] == [fixture.seated for _, fixture in planned]
    assert all(fixture.seated in line_up.seatings for line_up, fixture in planned)
    assert 12 == len({fixture.id for _, fixture in planned})
    assert {("s", 5, True, 3)} == {(f.seed, f.worlds, f.is_deal, f.options["players"]) for _, f in planned}


@pytest.mark.parametrize("text", ["easy", "easy,easy", "easy,random,easy", "easy,godlike", "easy,", ""])
def test_levels_refused(text: str) -> None:
    """Two different levels at least, all of which there are."""
    with pytest.raises(InvalidRecordError):
        read_levels(text)


def test_levels_read() -> None:
    """The levels are kept in the order they were named."""
    assert ["random", "medium", "easy"] == read_levels("random,medium,easy")


def test_a_game_without_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all are on one side, no levels can meet."""
    game: Game = GAMES["hearts"]
    monkeypatch.setattr(type(game), "sides", lambda *_: [0, 0, 0, 0])
    with pytest.raises(InvalidRecordError, match="nobody plays against anybody"):
        line_ups(game, game.options(), ["easy", "random"])


def test_one_size_of_line_up() -> None:
    """Two against two alone can be asked for; a size that the game has not is refused."""
    [found] = line_ups(HEARTS, HEARTS.options(), ["easy", "random"], 2)
    assert (2, 2) == found.seats
    with pytest.raises(InvalidRecordError, match="1 or 2 or 3 sides, not 4"):
        line_ups(HEARTS, HEARTS.options(), ["easy", "random"], 4)
