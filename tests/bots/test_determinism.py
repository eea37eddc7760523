"""Trap 61: a bot's choice is a function of view, seed and worlds, on every machine and in any number of processes."""

from __future__ import annotations

import json
import random
import subprocess

import pytest

from tapisvert.arena.playing import Fixture, fixtures, play_all, play_fixture, seeds_of
from tapisvert.arena.standings import standings, transcript
from tapisvert.bots import LEVELS, Budget, decide
from tapisvert.games.hearts import HEARTS
from tapisvert.record import loads
from tests.bots.commands import command
from tests.helpers import Setting, is_asked, plies, settings_of

HEARTS_SETTING = settings_of(HEARTS)[0]
SEATS = ("medium", "hard", "random", "easy")
MATCH = ("match", "--game", "hearts", "--seats", ",".join(SEATS), "--option", "length=quick", "--seed", "7")


def told(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """Gets what a match printed, without what may differ from run to run."""
    assert (0, "") == (done.returncode, done.stderr)
    found: dict[str, object] = json.loads(done.stdout)
    assert found.pop("timing")
    return found


def test_same_question_same_answer(setting: Setting) -> None:
    """Asked again the same, and after other questions, a bot answers the same."""
    for level in LEVELS:
        match, rng = setting.match("again"), random.Random("again")
        views = [match.view(deal.turn) for deal, move in plies(match, rng, 1) if move is not None and is_asked(match)]
        choices = [decide(level, view, str(ply), Budget(2)) for ply, view in enumerate(views)]
        again = [decide(level, view, str(ply), Budget(2)) for ply, view in reversed(list(enumerate(views)))]
        assert choices == again[::-1]


def test_hash_seed_changes_nothing() -> None:
    """The same match is played whatever PYTHONHASHSEED is."""
    arguments = (*MATCH, "--worlds", "4", "--json")
    here = transcript([play_fixture(Fixture("hearts", {"length": "quick"}, SEATS, "7", 1, 0, 4))])
    for hash_seed in ("0", "1", "random"):
        assert here == told(command(*arguments, hash_seed=hash_seed))["transcript"]


@pytest.mark.slow
def test_workers_change_nothing() -> None:
    """One process or two, the same is printed."""
    arguments = (*MATCH, "--worlds", "4", "--matches", "2", "--rotate", "--json")
    assert told(command(*arguments)) == told(command(*arguments, "--workers", "2"))


def test_levels_do_not_deal() -> None:
    """Easy or random bots, the same seed deals the same packs, which `deal` prints."""
    packs = []
    for level in ("easy", "random"):
        result = play_fixture(Fixture("hearts", {"length": "quick"}, (level,) * 4, "7", 3))
        packs.append([dealt.pack for dealt in loads(result.record).match.deals])
    shared = min(map(len, packs))
    assert shared >= 3
    assert packs[0][:shared] == packs[1][:shared]
    done = command("deal", "--game", "hearts", "--seed", "7", "--matches", "3", "--deals", str(shared), "--json")
    told_ = [row["pack"] for row in json.loads(done.stdout)["deals"] if row["match"] == 3]
    assert told_ == [HEARTS.format_pack(pack) for pack in packs[0][:shared]]


def test_rotations_share_their_cards() -> None:
    """Rotations of a match move the bots to other seats and deal the same cards; results are by bot."""
    options = HEARTS.options("quick")
    planned = list(fixtures(HEARTS, options, ("easy", "random", "easy", "random"), "s", 2, rotate=True))
    assert [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)] == [
        (fixture.number, fixture.rotation) for fixture in planned
    ]
    results = list(play_all(planned[:4], workers=1))
    matches = [loads(result.record) for result in results]
    assert 1 == len({tuple(record.match.deals[0].pack) for record in matches})
    assert 1 == len({(record.match.seeds) for record in matches})
    assert 4 == len({record.id for record in matches})
    for result, record in zip(results, matches, strict=True):
        for bot, level in enumerate(result.fixture.levels):
            seat = (bot - result.fixture.rotation) % 4
            assert level == record.players[seat].level
            assert result.scores[bot] == record.match.scores[seat]
            assert (record.match.places or [])[seat] == result.places[bot]
    assert {0, 1, 2, 3} == {(0 - result.fixture.rotation) % 4 for result in results}


def test_chance_of_bots_is_not_that_of_the_deal() -> None:
    """The bots' seed is another than the deal's, and each match has its own."""
    seeds = [seeds_of("7", number) for number in (1, 2)]
    assert ["7/1", "7/2"] == [each.deal for each in seeds]
    assert 4 == len({each.deal for each in seeds} | {each.bot for each in seeds})


def test_errors_are_by_seed() -> None:
    """Rotations of one seed count once in the standard error: they are dealt the same cards."""
    planned = list(fixtures(HEARTS, HEARTS.options("quick"), ("easy",) * 4, "s", 2, rotate=True))
    rows = standings(list(play_all(planned, workers=1)))
    once = standings(list(play_all(planned[:4], workers=1)))
    assert [None] * 4 == [row.error for row in once]
    assert all(row.error is not None and row.matches == 8 for row in rows)


def test_records_of_matches_are_told_apart() -> None:
    """A record's id depends on all that makes its match another one, and on nothing else."""
    base = Fixture("hearts", {"length": "quick"}, SEATS, "7", 1)
    others = [
        Fixture("hearts", {"length": "normal"}, SEATS, "7", 1),
        Fixture("hearts", {"length": "quick"}, SEATS[::-1], "7", 1),
        Fixture("hearts", {"length": "quick"}, SEATS, "8", 1),
        Fixture("hearts", {"length": "quick"}, SEATS, "7", 2),
        Fixture("hearts", {"length": "quick"}, SEATS, "7", 1, 1),
        Fixture("hearts", {"length": "quick"}, SEATS, "7", 1, 0, 5),
    ]
    assert 7 == len({fixture.id for fixture in [base, *others]})
    assert base.id == Fixture("hearts", {"length": "quick"}, SEATS, "7", 1).id
