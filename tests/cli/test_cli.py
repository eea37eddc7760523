"""The command line: what it prints, its exit codes, and one sentence for every error."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapisvert import cli
from tapisvert.bots import VERSION
from tapisvert.cli import main
from tapisvert.record import loads
from tests.bots.commands import PY, command
from tests.cli.runs import Run, check_sentence

QUICK = ("--game", "hearts", "--option", "length=quick")
MATCH = ("match", *QUICK, "--seats", "easy,random,easy,easy", "--seed", "7")
CASE = {"id": "a", "game": "hearts", "options": {}, "ask": "pass", "given": {"deal": 1}, "answer": "left"}


def write(path: Path, value: object) -> Path:
    """Writes a JSON file."""
    path.write_text(json.dumps(value), "utf-8")
    return path


# ---------------------------------------------------------------------- cases


def test_cases_agree(run: Run, tmp_path: Path) -> None:
    """All agree: exit 0 and a line that says how many there are."""
    one, two = write(tmp_path / "1", [CASE]), write(tmp_path / "2", [CASE, {**CASE, "id": "b"}])
    assert (0, "3 cases agree\n", "") == run("cases", one, two)
    assert (0, "1 case agrees\n", "") == run("cases", one)


def test_cases_differ(run: Run, tmp_path: Path) -> None:
    """One line per case that differs, with id, expected and got, or what cannot be read in it; exit 1."""
    wrong, odd = {**CASE, "id": "w", "answer": "right"}, {**CASE, "id": "o\n", "ask": "?"}
    code, out, err = run("cases", write(tmp_path / "1", [CASE, wrong]), write(tmp_path / "2", [odd]))
    assert (1, "") == (code, err)
    assert 'w: expected "right", got "left"' == out.splitlines()[0]
    assert out.splitlines()[1].startswith(r"o\n: ask is none of")
    assert 2 == len(out.splitlines())


def test_an_unreadable_file_among_cases(run: Run, tmp_path: Path) -> None:
    """Exit 2 and a sentence that names the file; the other files are still asked."""
    wrong = write(tmp_path / "wrong", [{**CASE, "answer": "right"}])
    code, out, err = run("cases", tmp_path / "none", wrong)
    assert (2, 'a: expected "right", got "left"\n') == (code, out)
    assert str(tmp_path / "none") in err
    check_sentence(err)


BAD_FILES: dict[str, bytes] = {
    "empty": b"",
    "no JSON": b"{",
    "no object": b"[1]",
    "a text": b'"x"',
    "null": b"null",
    "no UTF-8": b"\xff\xfe\x00",
    "zeros": bytes(1000),
    "deep": b"[" * 100_000,
    "deep and whole": b'[{"id":' * 40_000 + b"1" + b"}]" * 40_000,
    "a huge number": b'[{"id": ' + b"9" * 100_000 + b"}]",
    "huge": b" " * 20_000_000,
}


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("verb", ["cases", "replay"])
def test_unreadable_files(run: Run, tmp_path: Path, verb: str, name: str) -> None:
    """What is no file of cases or no record is refused with one sentence that names it, exit 2."""
    path = tmp_path / "file"
    path.write_bytes(BAD_FILES[name])
    assert str(path) in run.fails(2, verb, path)


@pytest.mark.parametrize("verb", ["cases", "replay"])
def test_files_that_are_none(run: Run, tmp_path: Path, verb: str) -> None:
    """A missing file, or a folder, is refused by name, exit 2."""
    for path in (tmp_path / "none", tmp_path, "a\0b"):
        run.fails(2, verb, path)


# ---------------------------------------------------------------------- replay


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A whole match as a record."""
    folder = tmp_path_factory.mktemp("records")
    assert 0 == main([*MATCH, "--records", str(folder)])
    (path,) = folder.iterdir()
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_replay(run: Run, tmp_path: Path, record: dict[str, Any]) -> None:
    """Prints the points of each deal, then scores and places by seat."""
    path = write(tmp_path / "record", record)
    told = run.json("replay", path)
    assert [deal["points"] for deal in record["deals"]] == told["points"]
    scores = [75 + sum(points) for points in zip(*told["points"], strict=True)]
    assert scores == told["scores"]
    assert [1 + sum(other > score for other in scores) for score in scores] == told["places"]
    assert told["over"]
    code, out, err = run("replay", path)
    assert (0, "") == (code, err)
    rows = [line.split() for line in out.splitlines()[-2:]]
    assert ["scores", *map(str, told["scores"])] == rows[0]
    assert ["places", *map(str, told["places"])] == rows[1]


def test_replay_of_an_unfinished_match(run: Run, tmp_path: Path, record: dict[str, Any]) -> None:
    """There are no places before the end, and no points of a deal in progress."""
    first = record["deals"][0]
    path = write(tmp_path / "r", {**record, "deals": [{**first, "moves": first["moves"][:20], "points": None}]})
    told = run.json("replay", path)
    assert (None, [None], [75] * 4, False) == tuple(told[name] for name in ("places", "points", "scores", "over"))
    code, out, _ = run("replay", path)
    assert 0 == code
    assert ["deal", "1"] + 4 * ["–"] == out.splitlines()[-3].split()


def test_replay_refuses(run: Run, tmp_path: Path, record: dict[str, Any]) -> None:
    """Exit 1 with deal, ply, move and rule for what the rules refuse, exit 2 for what is no record."""
    first = record["deals"][0]
    moves = [first["moves"][0], *first["moves"]]
    illegal = run.fails(1, "replay", write(tmp_path / "1", {**record, "deals": [{**first, "moves": moves}]}))
    assert f"deal 1, ply 2: {moves[1]} is refused" in illegal
    assert "hearts#" in illegal
    run.fails(1, "replay", write(tmp_path / "2", {**record, "deals": [{**first, "points": [0, 0, 0, -26]}]}))
    pack = first["pack"].rsplit(" ", 1)[0]
    run.fails(2, "replay", write(tmp_path / "3", {**record, "deals": [{**first, "pack": pack}]}))
    run.fails(2, "replay", write(tmp_path / "4", {**record, "game": "chess"}))


# ---------------------------------------------------------------------- deal and match


def test_deal(run: Run) -> None:
    """Prints whole packs; more deals or matches begin with the same ones."""
    told = run.json("deal", *QUICK, "--seed", "x")
    assert 4 == len(told["deals"])
    assert [0, 1, 2, 3] == [row["dealer"] for row in told["deals"]]
    more = run.json("deal", *QUICK, "--seed", "x", "--deals", "6", "--matches", "2")
    assert told["deals"] == more["deals"][:4]
    assert 12 == len({row["pack"] for row in more["deals"]})
    assert {52} == {len(set(row["pack"].split())) for row in more["deals"]}
    code, out, _ = run("deal", *QUICK, "--seed", "x")
    assert 0 == code
    assert [row["pack"] for row in told["deals"]] == [line.split(": ")[1] for line in out.splitlines()]


SEATS_OF = {"hearts": 4, "belote": 4, "solo_whist": 4, "luz": 4, "lucky_numbers": 2}


@pytest.mark.parametrize("game", SEATS_OF)
def test_deal_prints_what_match_deals(run: Run, tmp_path: Path, game: str) -> None:
    """In every game the packs printed are those that a match of the same seed deals, and no more than it has."""
    told = run.json("deal", "--game", game, "--seed", "same", "--deals", "9")["deals"]
    seats = ",".join(["easy"] * SEATS_OF[game])
    run.json("match", "--game", game, "--seed", "same", "--seats", seats, "--records", tmp_path)
    (path,) = tmp_path.glob("*.json")
    dealt = json.loads(path.read_text("utf-8"))["deals"]
    expected = {"hearts": min(9, len(dealt)), "belote": 1, "solo_whist": 1, "luz": 4, "lucky_numbers": 1}[game]
    shown = told[: len(dealt)]
    assert expected == len(shown)
    assert game == "hearts" or shown == told
    assert [(row["dealer"], row["pack"]) for row in shown] == [(d["dealer"], d["pack"]) for d in dealt[: len(shown)]]
    assert 0 == run("replay", path)[0]


def test_match_and_records(run: Run, tmp_path: Path) -> None:
    """Every match leaves a record that replays to its result, and was dealt the packs that ``deal`` prints."""
    told = run.json(*MATCH, "--matches", "2", "--rotate", "--records", tmp_path / "new" / "folder")
    paths = sorted((tmp_path / "new" / "folder").iterdir())
    records = [loads(path.read_text("utf-8")) for path in paths]
    assert 8 == len(records) == len({record.id for record in records}) == len(told["results"])
    dealt_ = run.json("deal", *QUICK, "--seed", "7", "--matches", "2", "--deals", "20")["deals"]
    packs = {(row["match"], row["deal"]): row["pack"] for row in dealt_}
    for row, record, path in zip(told["results"], records, paths, strict=True):
        match, levels = record.match, [player.level for player in record.players]
        assert sorted(row["scores"]) == sorted(match.scores)
        assert row["scores"][1] == match.scores[levels.index("random")]
        assert {("bot", VERSION)} == {(player.kind, player.version) for player in record.players}
        for index, dealt in enumerate(match.deals, 1):
            assert packs[row["match"], index] == match.game.format_pack(dealt.pack)
        assert match.scores == run.json("replay", path)["scores"]
    assert {0, 1, 2, 3} == {[player.level for player in r.players].index("random") for r in records[:4]}


def test_match_sums_up(run: Run) -> None:
    """Means, places and wins are those of the results; only times stand under ``timing``."""
    told = run.json(*MATCH, "--matches", "3")
    assert run.json(*MATCH, "--matches", "3") | {"timing": 0} == told | {"timing": 0}
    for bot, row in enumerate(told["bots"]):
        scores = [result["scores"][bot] for result in told["results"]]
        places = [result["places"][bot] for result in told["results"]]
        assert sum(scores) / 3 == pytest.approx(row["score"])
        assert sum(places) / 3 == pytest.approx(row["place"])
        assert places.count(1) == row["wins"]
    assert 4 == len(told["timing"]["ms_per_decision"])
    code, out, err = run(*MATCH, "--matches", "3")
    assert (0, "", 5) == (code, err, len(out.splitlines()))


BAD_COMMANDS: list[Sequence[object]] = [
    [],
    ["none"],
    ["cases"],
    ["replay"],
    ["deal"],
    ["deal", "--game", "chess", "--seed", "1"],
    ["deal", *QUICK, "--seed", "1", "--deals", "0"],
    ["deal", *QUICK, "--seed", "1", "--option", "length"],
    ["deal", *QUICK, "--seed", "1", "--option", "length=slow"],
    ["deal", *QUICK, "--seed", "1", "--option", "speed=1"],
    ["deal", *QUICK, "--seed", "\udcff"],
    [*MATCH[:-4], "--seed", "1", "--seats", "easy,easy,easy"],
    [*MATCH, "--seats", "easy,easy,easy,easy,easy"],
    [*MATCH, "--seats", "easy,easy,easy,godlike"],
    [*MATCH, "--seats", ""],
    [*MATCH, "--game", "chess"],
    *(
        [*MATCH, option, value]
        for option in ("--matches", "--workers", "--worlds")
        for value in ("0", "-1", "x", "1.5")
    ),
    [*MATCH, "--matches", "9" * 5000],
    [*MATCH, "--more"],
    [*MATCH, "a\nb\x1b[31m"],
    [*MATCH, "--records", __file__],
    [*MATCH, "--records", f"{__file__}/below"],
]


@pytest.mark.parametrize("arguments", BAD_COMMANDS, ids=range(len(BAD_COMMANDS)))
def test_bad_commands(run: Run, arguments: Sequence[object]) -> None:
    """What cannot be understood, or written to, is refused with one sentence, exit 2."""
    run.fails(2, *arguments)


def test_help(run: Run) -> None:
    """Help and version are no errors."""
    for arguments in (["--help"], ["--version"], ["match", "--help"], ["arena", "--help"]):
        code, out, err = run(*arguments)
        assert (0, "") == (code, err)
        assert "tapisvert" in out


VALID = (
    "cases replay deal match arena --game hearts --seed 1 --seats easy,easy,easy,easy --levels easy,random "
    "--option length=quick --json --rotate"
)
WORDS = [*VALID.split(), "--matches", "--workers", "x", "-", "--", "é", "/"]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arguments=st.lists(st.sampled_from([*WORDS, "", "\ud800"]), max_size=9))
def test_any_arguments(run: Run, arguments: list[str]) -> None:
    """No arguments whatever get past the exit codes and the one sentence."""
    code, out, err = run(*arguments)
    assert code in (0, 2)
    if code:
        assert "" == out
        for line in err.splitlines(keepends=True):
            check_sentence(line)


# ---------------------------------------------------------------------- in a process of its own


def test_nothing_need_be_installed() -> None:
    """It runs from the folder ``py`` alone, without what is installed, and without writing there."""
    code = f"""
import runpy, sys
sys.path[:0] = [{str(PY)!r}]
sys.argv = "tapisvert deal --game hearts --seed 1 --deals 1".split()
runpy.run_module("tapisvert", run_name="__main__")
"""
    isolated = [sys.executable, "-I", "-S", "-B", "-c", code]
    done = subprocess.run(isolated, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith("match 1 deal 1 dealer 0: ")


def test_exit_codes_leave_the_process(tmp_path: Path) -> None:
    """The process ends with the code, and odd file names are told in whatever stderr can write."""
    done = command("cases", str(write(tmp_path / "é", [{**CASE, "answer": "é"}])))
    assert (1, "") == (done.returncode, done.stderr)
    done = command("replay", str(tmp_path / "none é"))
    assert 2 == done.returncode
    check_sentence(done.stderr)


def process(*arguments: str, **settings_: Any) -> subprocess.Popen[str]:
    """Starts the command line."""
    return subprocess.Popen(
        [sys.executable, "-m", "tapisvert", *arguments],
        env={**os.environ, "PYTHONPATH": str(PY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **settings_,
    )


def test_nobody_reads_on() -> None:
    """A reader that hangs up ends the program quietly."""
    with process("deal", *QUICK, "--seed", "1", "--matches", "2000") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert "" == running.stderr.read()
    assert cli.PIPE_CLOSED == running.returncode


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk() -> None:
    """A result that cannot be written is an error of one sentence."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tapisvert", "deal", *QUICK, "--seed", "1"],
            env={**os.environ, "PYTHONPATH": str(PY)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert 2 == done.returncode
    check_sentence(done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted(workers: str) -> None:
    """Ctrl-C ends it at once, workers and all, with one sentence."""
    many = ("match", *QUICK, "--seats", "medium,medium,medium,medium", "--seed", "1", "--matches", "200")
    with process(*many, "--workers", workers, start_new_session=True) as running:
        time.sleep(1)
        began = time.monotonic()
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert time.monotonic() - began < 10
    assert (cli.INTERRUPTED, "", "tapisvert: interrupted\n") == (running.returncode, out, err)


def test_streams_closed_before_the_start() -> None:
    """Without stdout or stderr nothing is printed, and the exit code stands."""
    for redirection, arguments, code in ((">&-", "deal --game hearts --seed 1", 0), ("2>&-", "cases none", 2)):
        line = f'"{sys.executable}" -m tapisvert {arguments} {redirection}'
        done = subprocess.run(
            line, shell=True, env={**os.environ, "PYTHONPATH": str(PY)}, capture_output=True, text=True, check=False
        )
        assert (code, "", "") == (done.returncode, done.stdout, done.stderr)
