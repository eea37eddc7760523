"""The command ``arena``: what it prints of given results, that interruptions leave no trace, and its errors."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tapisvert import cli
from tapisvert.arena import playing
from tapisvert.arena.lineups import line_ups, schedule
from tapisvert.arena.playing import Fixture, Result
from tapisvert.arena.results import Results
from tapisvert.bots import VERSION
from tapisvert.cli import telling
from tapisvert.games import GAMES
from tests.bots.commands import PY
from tests.cli.runs import Run

TILES = ("arena", "--game", "lucky_numbers", "--levels", "easy,random", "--seed", "7")
PATIENCE = 60
"""Seconds that processes have to start, or to end."""
HEARTS = ("arena", "--game", "hearts", "--levels", "easy,random", "--seed", "7")


def make_up(
    path: Path, levels: Sequence[str], count: int, figures: Callable[[Fixture], dict[str, Any]], **how: Any
) -> None:
    """Writes the results of an arena of Lucky Numbers that nobody has played."""
    game = GAMES["lucky_numbers"]
    results = Results(path)
    for _, fixture in schedule(game, game.options(), line_ups(game, game.options(), levels), "7", count, **how):
        results.add(Result(fixture, record="", **figures(fixture)))


POINTS = {(1, "easy"): [4, 2], (1, "random"): [1, 5], (2, "easy"): [0, 6], (2, "random"): [3, 1]}
"""Points by number and by who sits on seat 0, as in ``tests/arena/test_standings.py``."""


def figures(fixture: Fixture) -> dict[str, Any]:
    """Makes up figures: easy decides ten times in 5 ms, random four times in 1 ms."""
    points = POINTS[fixture.number, fixture.seated[0]]
    is_easy = [level == "easy" for level in fixture.seated]
    return {
        "scores": points,
        "places": [1, 2] if points[0] > points[1] else [2, 1],
        "points": [points],
        "decisions": [10 if easy else 4 for easy in is_easy],
        "seconds": [0.005 if easy else 0.001 for easy in is_easy],
    }


# ---------------------------------------------------------------------- what it prints


def test_table_of_deals(run: Run, tmp_path: Path) -> None:
    """The table has the means, the difference and its error that were worked out by hand for these points."""
    make_up(tmp_path / "results", ["easy", "random"], 2, figures, is_deal=True)
    code, out, err = run(*TILES, "--deals", 2, "--results", tmp_path / "results")
    assert (0, "") == (code, err)
    heads, row = out.splitlines()
    assert "A against B deals plays points A points B A − B ± ms A ms B" == " ".join(heads.split())
    assert "1 easy against 1 random 2 4 2.50 3.00 -0.50 3.50 0.50 0.25" == " ".join(row.split())


def test_table_of_matches(run: Run, tmp_path: Path) -> None:
    """
    Matches add places and the share of wins.

    Easy is first in both of seed 1, last in both of seed 2: place 1.5 and half the wins.
    """
    make_up(tmp_path / "results", ["easy", "random"], 2, figures, worlds=9)
    code, out, err = run(*TILES, "--matches", 2, "--worlds", 9, "--results", tmp_path / "results")
    assert (0, "") == (code, err)
    heads, row, worlds = out.splitlines()
    expected = "A against B matches plays points A points B A − B ± place A place B wins A ms A ms B"
    assert expected == " ".join(heads.split())
    assert "1 easy against 1 random 2 4 2.50 3.00 -0.50 3.50 1.50 1.50 50.0 % 0.50 0.25" == " ".join(row.split())
    assert "worlds imagined for a decision: 9" == worlds


def test_json(run: Run, tmp_path: Path) -> None:
    """The same in JSON, with all that was asked; only times stand under ``timing``."""
    make_up(tmp_path / "results", ["easy", "random"], 2, figures, is_deal=True)
    told = run.json(*TILES, "--deals", 2, "--results", tmp_path / "results")
    assert {"easy": 0.5, "random": 0.25} == told.pop("timing")["ms_per_decision"]
    line_up = {
        "a": "easy",
        "b": "random",
        "seats": {"a": 1, "b": 1},
        "deals": 2,
        "plays": 4,
        "points": {"a": 2.5, "b": 3},
        "difference": -0.5,
        "error": pytest.approx(3.5),
    }
    expected = {
        "game": "lucky_numbers",
        "options": {"players": 2, "setup": "standard", "tournament": False},
        "seed": "7",
        "levels": ["easy", "random"],
        "version": VERSION,
        "worlds": None,
        "deals": 2,
        "matches": None,
        "line_ups": [line_up],
        "decisions": {"easy": 40, "random": 16},
    }
    assert expected == told


def test_json_of_matches(run: Run, tmp_path: Path) -> None:
    """Matches are counted as such, and add places and wins."""
    make_up(tmp_path / "results", ["easy", "random"], 2, figures)
    told = run.json(*TILES, "--matches", 2, "--results", tmp_path / "results")
    (row,) = told["line_ups"]
    assert (None, 2, 2) == (told["deals"], told["matches"], row["matches"])
    assert ({"a": 1.5, "b": 1.5}, 0.5) == (row["place"], row["wins"])
    assert "deals" not in row


def test_one_deal_has_no_error(run: Run) -> None:
    """The error of a single deal is unknown, and told so."""
    assert {None} == {row["error"] for row in run.json(*HEARTS, "--deals", 1)["line_ups"]}
    code, out, _ = run(*HEARTS, "--deals", 1)
    assert 0 == code
    assert ["–"] * 3 == [line.split()[-3] for line in out.splitlines()[1:]]


def test_every_pair(run: Run) -> None:
    """Three levels are three pairs, in each of which both are measured; four alone have three line-ups."""
    levels = ("--levels", "random,medium,easy", "--worlds", 1)
    rows = run.json(*TILES, *levels, "--deals", 1)["line_ups"]
    assert [("random", "medium"), ("random", "easy"), ("medium", "easy")] == [(row["a"], row["b"]) for row in rows]
    rows = run.json(*HEARTS, "--deals", 2)["line_ups"]
    assert [(1, 3, 8), (2, 2, 12), (3, 1, 8)] == [(r["seats"]["a"], r["seats"]["b"], r["plays"]) for r in rows]


def test_levels_exchanged(run: Run, tmp_path: Path) -> None:
    """Named the other way round, the same is played and the differences change their signs."""
    asked = (*HEARTS, "--deals", 3, "--results", tmp_path / "results")
    there, written = run.json(*asked), (tmp_path / "results").read_bytes()
    back = run.json(*asked, "--levels", "random,easy")
    assert written == (tmp_path / "results").read_bytes()
    assert [row["difference"] for row in there["line_ups"]] == [
        pytest.approx(-row["difference"]) for row in reversed(back["line_ups"])
    ]


# ---------------------------------------------------------------------- whatever happens on the way


def untimed(told: dict[str, Any]) -> dict[str, Any]:
    """Leaves out what may differ."""
    return {name: value for name, value in told.items() if name != "timing"}


def ids(path: Path) -> list[str]:
    """Lists the fixtures in a file of results."""
    return [json.loads(line)["id"] for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("asked", [(*HEARTS, "--deals", 3), (*TILES, "--matches", 3)], ids=["deals", "matches"])
def test_cut_and_resumed(run: Run, tmp_path: Path, asked: Sequence[object]) -> None:
    """Cut anywhere and started again, it plays what is missing, once, and prints what an uninterrupted run does."""
    path = tmp_path / "results"
    whole = untimed(run.json(*asked))
    assert whole == untimed(run.json(*asked, "--results", path))
    content, every = path.read_bytes(), ids(path)
    assert len(every) == len(set(every)) == sum(row["plays"] for row in whole["line_ups"])
    first = content.index(b"\n") + 1
    for cut in (0, 1, 30, first - 1, first, first + 1, len(content) // 2, len(content) - 1, len(content)):
        path.write_bytes(content[:cut])
        assert whole == untimed(run.json(*asked, "--results", path))
        assert every == ids(path)
        kept = content[:cut].rpartition(b"\n")[0]
        assert path.read_bytes().startswith(kept)


def test_interrupted(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C leaves what is finished, and the next run plays the rest alone."""
    asked = (*HEARTS, "--deals", 1, "--results", tmp_path / "results")
    played: list[str] = []
    real = playing.play_fixture

    def until_the_third(fixture: Fixture) -> Result:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(fixture.id)
        return real(fixture)

    monkeypatch.setattr(playing, "play_fixture", until_the_third)
    run.fails(cli.INTERRUPTED, *asked)
    assert played == ids(tmp_path / "results")
    monkeypatch.undo()
    resumed = untimed(run.json(*asked))
    assert untimed(run.json(*HEARTS, "--deals", 1)) == resumed
    assert (played, 14) == (ids(tmp_path / "results")[:2], len(ids(tmp_path / "results")))


def test_more_of_the_same(run: Run, tmp_path: Path) -> None:
    """A longer run takes over a shorter one's results, and other runs share the file without mixing."""
    path = tmp_path / "results"
    run.json(*HEARTS, "--deals", 1, "--results", path)
    run.json(*HEARTS, "--deals", 1, "--seed", "8", "--results", path)
    run.json(*HEARTS, "--matches", 1, "--results", path)
    assert 3 * 14 == len(set(ids(path)))
    longer = run.json(*HEARTS, "--deals", 2, "--results", path)
    assert 4 * 14 == len(set(ids(path)))
    assert untimed(run.json(*HEARTS, "--deals", 2)) == untimed(longer)


@pytest.mark.slow
def test_workers_change_nothing(run: Run, tmp_path: Path) -> None:
    """One process or two, the same is printed, and the same results are kept, in whatever order."""
    asked = (*HEARTS, "--deals", 2)
    one = run.json(*asked, "--results", tmp_path / "one")
    two = run.json(*asked, "--results", tmp_path / "two", "--workers", 2)
    assert untimed(one) == untimed(two)
    assert sorted(ids(tmp_path / "one")) == sorted(ids(tmp_path / "two"))


def test_bar(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the bar begins with what was played before, counts plays, and is wiped away."""
    make_up(tmp_path / "results", ["easy", "random"], 1, figures, is_deal=True)
    monkeypatch.setattr(telling.sys.stderr, "isatty", lambda: True, raising=False)
    code, _, err = run(*TILES, "--deals", 2, "--results", tmp_path / "results")
    assert 0 == code
    bars = err.split("\r")[1:]
    assert ["2/4 plays", "3/4 plays", "4/4 plays"] == [bar.partition("] ")[2] for bar in bars[:-1]]
    assert ["[" + filled * "#" + (30 - filled) * "." for filled in (15, 22, 30)] == [
        b.partition("]")[0] for b in bars[:-1]
    ]
    assert "\x1b[K" == bars[-1]


# ---------------------------------------------------------------------- what it refuses


@pytest.mark.parametrize("content", [b"Dear diary", b"\n", b'{"format": 1}\n', bytes(9), b"\xff\xfe"])
def test_other_files(run: Run, tmp_path: Path, content: bytes) -> None:
    """A file of anything else is named in one sentence and left as it is."""
    path = tmp_path / "diary"
    path.write_bytes(content)
    assert str(path) in run.fails(2, *TILES, "--deals", 1, "--results", path)
    assert content == path.read_bytes()


def test_files_that_cannot_be(run: Run, tmp_path: Path) -> None:
    """A folder, a file in no folder, a device: one sentence, and nothing is played."""
    for path in (tmp_path, tmp_path / "none" / "results", "a\0b", "/dev/zero"):
        run.fails(2, *TILES, "--deals", 1_000, "--results", path)


ONE = ("--deals", "1")
BAD: list[Sequence[object]] = [
    HEARTS,
    [*HEARTS, *ONE, "--matches", "1"],
    [*HEARTS, "--deals", "0"],
    [*HEARTS, "--matches", "x"],
    [*HEARTS, *ONE, "--levels", "easy"],
    [*HEARTS, *ONE, "--levels", "easy,easy"],
    [*HEARTS, *ONE, "--levels", "easy,random,easy"],
    [*HEARTS, *ONE, "--levels", "easy,godlike\n"],
    [*HEARTS, *ONE, "--levels", ""],
    [*HEARTS, *ONE, "--levels", "easy,,random"],
    [*HEARTS, *ONE, "--game", "chess"],
    [*HEARTS, *ONE, "--option", "length=slow"],
    [*HEARTS, *ONE, "--worlds", "0"],
    [*HEARTS, *ONE, "--workers", "-1"],
    [*HEARTS, *ONE, "--seed", "\udcff"],
    [*HEARTS, *ONE, "--seats", "easy,random,random,random"],
    ["arena", "--game", "hearts", "--levels", "easy,random", *ONE],
    ["arena", "--game", "hearts", "--seed", "1", *ONE],
]


@pytest.mark.parametrize("arguments", BAD, ids=range(len(BAD)))
def test_bad_commands(run: Run, tmp_path: Path, arguments: Sequence[object]) -> None:
    """What cannot be understood is refused with one sentence, exit 2, and makes no file."""
    run.fails(2, *arguments, "--results", tmp_path / "results")
    assert not (tmp_path / "results").exists()


def test_too_many_plays(run: Run) -> None:
    """The most is what is played, not what is dealt: 71,429 deals at 14 seatings are more than a million plays."""
    assert "1000006 plays" in run.fails(2, *HEARTS, "--deals", 71_429)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="other processes are watched by Linux's means")
def test_workers_end_with_the_run(tmp_path: Path) -> None:
    """However the run ends, killed outright too, no process that played for it is left."""
    results = tmp_path / "results"
    asked = ["--game", "hearts", "--levels", "easy,random", "--seed", "7", "--deals", "10000", "--workers", "2"]
    command = [sys.executable, "-m", "tapisvert", "arena", *asked, "--results", str(results)]
    run = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(PY)})
    end = time.monotonic() + PATIENCE
    while not (results.exists() and results.stat().st_size) and time.monotonic() < end:
        os.sched_yield()
    children = [int(pid) for pid in Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()]
    watched = [os.pidfd_open(pid) for pid in children]
    assert len(watched) >= 2
    run.kill()
    run.wait(PATIENCE)
    for process in watched:
        assert select.select([process], [], [], PATIENCE)[0], "a worker is left over"
        os.close(process)
