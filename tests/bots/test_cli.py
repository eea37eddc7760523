"""The command line keeps its exit codes: 0 all well, 1 the rules say no, 2 it cannot be read; never a traceback."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tapisvert.bots import LEVELS
from tapisvert.bots.arena import Fixture, play_fixture
from tapisvert.cli import main
from tests.bots.commands import PY, command

CASE = {
    "id": "T1",
    "game": "hearts",
    "options": {},
    "ask": "pass",
    "given": {"deal": 1},
    "answer": "left",
    "why": "deal 1 passes left",
}
EASY = ("--game", "hearts", "--seats", "easy,easy,easy,easy", "--seed", "7", "--option", "length=quick")


def write(folder: Path, value: Any, name: str = "file.json") -> str:
    """Writes a text, or a value as JSON, and gets the path."""
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Runs a command in this process; gets its exit code, output and errors."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def check_complaint(err: str, about: str = "") -> None:
    """Checks that an error is one printable sentence."""
    assert 1 == err.count("\n")
    assert err.rstrip("\n").isprintable()
    assert "Traceback" not in err
    assert about in err


# ---------------------------------------------------------------------- cases


def test_cases_that_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When all cases agree the exit is 0, after one line that counts them."""
    code, out, err = run(capsys, "cases", write(tmp_path, [CASE, {**CASE, "id": "T2"}]))
    assert (0, "2 cases agree\n", "") == (code, out, err)


def test_cases_that_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A case that differs, or cannot be asked, takes one line with id, expected and got; the exit is 1."""
    rows = [{**CASE, "answer": "right"}, CASE, {**CASE, "id": "T3\n\x1b[2J", "given": {}}]
    code, out, err = run(capsys, "cases", write(tmp_path, rows))
    assert (1, "") == (code, err)
    lines = out.splitlines()
    assert ['T1: expected "right", got "left"', r"T3\n\x1b[2J: given.deal is missing"] == lines


def test_cases_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json one object tells the same."""
    code, out, _ = run(capsys, "cases", "--json", write(tmp_path, [{**CASE, "answer": "right"}, CASE]))
    differ = [{"id": "T1", "expected": "right", "got": "left", "error": None}]
    assert (1, {"cases": 2, "agree": 1, "differ": differ}) == (code, json.loads(out))


def test_several_files_of_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every file is asked; one that cannot be read makes the exit 2 and is named."""
    good, bad = write(tmp_path, [{**CASE, "answer": "right"}], "a.json"), write(tmp_path, "{}", "b.json")
    code, out, err = run(capsys, "cases", bad, good, str(tmp_path / "none.json"))
    assert 2 == code
    assert 'T1: expected "right", got "left"\n' == out
    assert [True, True] == [name in line for name, line in zip(("b.json", "none.json"), err.splitlines(), strict=True)]


UNREADABLE = {
    "nothing": "",
    "no JSON": "{",
    "another thing": '"text"',
    "a null": "null",
    "nested deeply": "[" * 100_000,
    "an endless number": "[" + "9" * 5_000 + "]",
}


@pytest.mark.parametrize("verb", ["cases", "replay"])
@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_files(tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str, name: str) -> None:
    """A file that is neither cases nor a record cannot be read."""
    code, out, err = run(capsys, verb, write(tmp_path, UNREADABLE[name]))
    assert (2, "") == (code, out)
    check_complaint(err, "file.json: ")


@pytest.mark.parametrize("verb", ["cases", "replay"])
def test_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str) -> None:
    """A folder, a missing file, bytes that are no text, and far too much text cannot be read."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "huge").write_text(" " * 11_000_000)
    for name in ("", "none", "bytes", "huge", "none\n\x1b[2J"):
        code, out, err = run(capsys, verb, str(tmp_path / name))
        assert (2, "") == (code, out)
        check_complaint(err)


# ---------------------------------------------------------------------- replay


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A whole quick match."""
    found: dict[str, Any] = json.loads(
        play_fixture(Fixture("hearts", {"length": "quick"}, ("easy",) * 4, "r", 1)).record
    )
    return found


def test_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str], record: dict[str, Any]) -> None:
    """A record's points by deal, scores and places are told by seat, in words and as one object."""
    path = write(tmp_path, record)
    code, out, _ = run(capsys, "replay", path, "--json")
    told = json.loads(out)
    points = [deal["points"] for deal in record["deals"]]
    scores = [75 + sum(column) for column in zip(*points, strict=True)]
    places = [1 + sum(other > score for other in scores) for score in scores]
    assert (0, points, scores, places, True) == (code, told["points"], told["scores"], told["places"], told["over"])
    code, out, _ = run(capsys, "replay", path)
    rows = {line[:8].strip(): line.split()[-4:] for line in out.splitlines()[1:]}
    assert list(map(str, scores)) == rows["scores"]
    assert list(map(str, places)) == rows["places"]
    assert list(map(str, points[0])) == rows["deal 1"]
    assert 0 == code


def test_replay_of_an_unfinished_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], record: dict[str, Any]
) -> None:
    """An unfinished match has no places yet, an unfinished deal no points."""
    last = {**record["deals"][1], "points": None, "moves": record["deals"][1]["moves"][:20]}
    path = write(tmp_path, {**record, "deals": [record["deals"][0], last]})
    code, out, _ = run(capsys, "replay", path, "--json")
    told = json.loads(out)
    assert (0, None, None, False) == (code, told["points"][1], told["places"], told["over"])
    assert 0 == run(capsys, "replay", path)[0]


def test_refused_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], record: dict[str, Any]) -> None:
    """What the rules refuse in a record exits with 1 and names deal, ply, move and rule."""
    deal = record["deals"][0]
    moves = [*deal["moves"][:12], "AH", *deal["moves"][13:]]
    code, out, err = run(capsys, "replay", write(tmp_path, {**record, "deals": [{**deal, "moves": moves}]}))
    assert (1, "") == (code, out)
    check_complaint(err, "deal 1, ply 13: AH is refused")


# ---------------------------------------------------------------------- deal


def test_deal_prints_what_match_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The packs and dealers printed are those of the records of `match` with the same seed."""
    code, out, _ = run(capsys, "match", *EASY, "--matches", "2", "--records", str(tmp_path))
    assert 0 == code
    records = [json.loads(path.read_text("utf-8")) for path in sorted(tmp_path.iterdir())]
    _, out, _ = run(capsys, "deal", "--game", "hearts", "--seed", "7", "--matches", "2", "--deals", "3", "--json")
    for row in json.loads(out)["deals"]:
        dealt = records[row["match"] - 1]["deals"][row["deal"] - 1]
        assert (dealt["dealer"], dealt["pack"]) == (row["dealer"], row["pack"])
    _, out, _ = run(capsys, "deal", "--game", "hearts", "--seed", "7", "--deals", "1")
    assert f"match 1 deal 1 dealer 0: {records[0]['deals'][0]['pack']}\n" == out


# ---------------------------------------------------------------------- match


def test_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every bot gets a line, results are by bot when rotated, and each record written can be replayed."""
    arguments = ("match", "--game", "hearts", "--seats", "easy,random,easy,random", "--seed", "é", "--rotate")
    folder = tmp_path / "deep" / "er"
    code, out, err = run(capsys, *arguments, "--records", str(folder), "--json")
    assert (0, "") == (code, err)
    told = json.loads(out)
    assert ["easy", "random", "easy", "random"] == [bot["level"] for bot in told["bots"]]
    assert (4, 4, True) == (told["matches"], len(told["results"]), told["rotate"])
    assert 4 == len(told["timing"]["ms_per_decision"])
    assert min(told["bots"][i]["score"] for i in (0, 2)) > max(told["bots"][i]["score"] for i in (1, 3))
    for result, path in zip(told["results"], sorted(folder.iterdir()), strict=True):
        code, out, _ = run(capsys, "replay", str(path), "--json")
        replayed = json.loads(out)
        seats = [(bot - result["rotation"]) % 4 for bot in range(4)]
        assert (0, result["scores"]) == (code, [replayed["scores"][seat] for seat in seats])
        assert {"bot"} == {player["kind"] for player in replayed["players"]}
        assert {1} == {player["version"] for player in replayed["players"]}
    code, out, _ = run(capsys, *arguments)
    assert [0, 5] == [code, len(out.splitlines())]


def test_worlds_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """--worlds overrules the level's own number."""
    arguments = ("match", "--game", "hearts", "--seats", "medium,easy,easy,easy", "--seed", "1", "--json")
    found = [json.loads(run(capsys, *arguments, "--worlds", worlds)[1])["transcript"] for worlds in ("1", "2", "2")]
    assert found[0] != found[1] == found[2]


WRONG = {
    "no command": (),
    "an unknown command": ("shuffle",),
    "an unknown flag": ("match", *EASY, "--fast"),
    "a flag cut short": ("match", *EASY, "--mat", "2"),
    "no game": ("match", "--seats", "easy,easy,easy,easy", "--seed", "1"),
    "no seed": ("deal", "--game", "hearts"),
    "an unknown game": ("deal", "--game", "bri\ndge", "--seed", "1"),
    "an unknown level": ("match", "--game", "hearts", "--seats", "easy,easy,easy,expert", "--seed", "1"),
    "an empty level": ("match", "--game", "hearts", "--seats", "easy,,easy,easy", "--seed", "1"),
    "three seats": ("match", "--game", "hearts", "--seats", "easy,easy,easy", "--seed", "1"),
    "five seats": ("match", "--game", "hearts", "--seats", "easy,easy,easy,easy,easy", "--seed", "1"),
    "no matches": ("match", *EASY, "--matches", "0"),
    "matches below 0": ("match", *EASY, "--matches", "-3"),
    "half a match": ("match", *EASY, "--matches", "0.5"),
    "endless matches": ("match", *EASY, "--matches", "9" * 5_000),
    "no workers": ("match", *EASY, "--workers", "0"),
    "no worlds": ("match", *EASY, "--worlds", "0"),
    "no deals": ("deal", "--game", "hearts", "--seed", "1", "--deals", "0"),
    "an unknown option": ("deal", "--game", "hearts", "--seed", "1", "--option", "players=3"),
    "an unknown value": ("deal", "--game", "hearts", "--seed", "1", "--option", "length=long"),
    "an option without a value": ("deal", "--game", "hearts", "--seed", "1", "--option", "length"),
    "a seed that is no text": ("deal", "--game", "hearts", "--seed", "\udcff"),
    "a file for a folder": ("match", *EASY, "--records", "/dev/null"),
    "a folder that cannot be": ("match", *EASY, "--records", "/proc/none/such"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_questions(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """What cannot be understood exits with 2 after one sentence, and nothing is played."""
    code, out, err = run(capsys, *WRONG[name])
    assert (2, "") == (code, out)
    check_complaint(err)


def test_levels_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """The refusal of a level names those there are."""
    _, _, err = run(capsys, *WRONG["an unknown level"])
    assert all(level in err for level in LEVELS)


@pytest.mark.parametrize("verb", ["", "cases", "replay", "deal", "match"])
def test_help(capsys: pytest.CaptureFixture[str], verb: str) -> None:
    """Every command explains itself."""
    code, out, err = run(capsys, *filter(None, [verb]), "--help")
    assert (0, "") == (code, err)
    assert "usage" in out


# ---------------------------------------------------------------------- as processes


def test_exit_codes_of_processes(tmp_path: Path) -> None:
    """As a process, the command exits as it should, whatever the encoding of the terminal."""
    good, differing = write(tmp_path, [CASE], "a.json"), write(tmp_path, [{**CASE, "id": "é♥", "answer": 1}], "b.json")
    assert [0, 1, 2] == [command("cases", *files).returncode for files in ([good], [good, differing], [good, "none"])]
    ascii_ = {**os.environ, "PYTHONPATH": str(PY), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "tapisvert", "cases", differing], env=ascii_, capture_output=True, check=False
    )
    assert (1, b"") == (done.returncode, done.stderr)


def start(*arguments: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Starts a command."""
    environment = {**os.environ, "PYTHONPATH": str(PY)}
    line = [sys.executable, "-m", "tapisvert", *arguments]
    return subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=stderr)


def test_closed_pipe() -> None:
    """A reader that goes away, as `head` does, ends the command in silence."""
    process = start("deal", "--game", "hearts", "--seed", "1", "--matches", "2000")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(100)
    process.stdout.close()
    assert b"" == process.stderr.read()
    assert 141 == process.wait(60)
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk() -> None:
    """Output that cannot be written is said in one sentence."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tapisvert", "deal", "--game", "hearts", "--seed", "1"],
            env={**os.environ, "PYTHONPATH": str(PY)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    check_complaint(done.stderr.decode())
    assert 2 == done.returncode


def test_interrupt_and_progress() -> None:
    """On a terminal a bar shows how far it is; an interrupt ends the run with one sentence."""
    ours, theirs = pty.openpty()
    process = start("match", *EASY, "--matches", "100000", stderr=theirs)
    os.close(theirs)
    shown = b""
    limit = time.monotonic() + 60
    while b"] 1/100000 matches" not in shown and time.monotonic() < limit:
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    assert 130 == process.wait(60)
    shown += os.read(ours, 65536)
    os.close(ours)
    assert b"tapisvert: interrupted" in shown
    assert b"Traceback" not in shown
    assert process.stdout is not None
    assert b"" == process.stdout.read()
    process.stdout.close()
