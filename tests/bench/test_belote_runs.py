"""Runs of Belote against ``belote-cli``: the same however often interrupted, and one sentence for what fails."""

from __future__ import annotations

import json
import sys
from importlib.metadata import PackageNotFoundError
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.bench.outside.belote import __main__, outsider, table
from tests.bench.outside.belote.figures import summary

needs_package = pytest.mark.skipif(find_spec("belote") is None, reason="belote-cli is not installed here")
RUN = ["--level", "easy", "--tier", "medium", "--deals", "3", "--json"]
DYING = [sys.executable, "-c", "raise SystemExit('no cards left')"]


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Runs the command and gets what it prints, less what may differ."""
    assert 0 == __main__.main([*RUN, *arguments])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    del found["timing"]
    return found


@needs_package
def test_resumed_is_uninterrupted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run whose results were cut off in a line plays the rest, in any number of processes, to the same end."""
    file = tmp_path / "results"
    whole = ran(capsys)
    assert whole == ran(capsys, "--results", str(file), "--workers", "2")
    lines = file.read_text().splitlines(keepends=True)
    assert 3 * 2 == len(lines)
    file.write_text("".join(lines[:2]) + lines[2][:-9])
    assert whole == ran(capsys, "--results", str(file))
    assert lines[:2] == file.read_text().splitlines(keepends=True)[:2]


@needs_package
def test_known_is_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in the file is not asked; what another seed, level, tier or number of worlds would decide is."""
    file = ["--results", str(tmp_path / "results")]
    whole = ran(capsys, *file)
    monkeypatch.setattr(__main__, "WORKER", DYING)
    assert whole == ran(capsys, *file)
    for other in (["--seed", "2"], ["--level", "random"], ["--tier", "hard"], ["--worlds", "2"], ["--deals", "4"]):
        assert 2 == __main__.main([*RUN, *file, *other])
        assert "outside.belote: a worker ended with exit code 1: no cards left\n" == capsys.readouterr().err


def test_sides_are_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal is played twice with the same cards: our pair North-South, then East-West."""
    monkeypatch.setattr(outsider, "library_version", lambda: "1")
    asked = __main__._parser().parse_args(RUN)
    ours, theirs = __main__._ours(asked), table.outside_player("medium")
    (first, second), *_ = __main__.plan(asked, ours, theirs)
    assert [ours, theirs, ours, theirs] == first["seats"]
    assert [theirs, ours, theirs, ours] == second["seats"]
    assert (first["seed"], first["deal"]) == (second["seed"], second["deal"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--level", "grand"], "no such level: 'grand'"),
        (["--own-tier", "hard", "--worlds", "2"], "belote-cli imagines no worlds"),
        (["--own-tier", "medium"], "two pairs of medium are equal"),
        (["--level", "easy", "--results", "{tmp}/other"], "other: line 1 is no result"),
    ],
)
def test_what_cannot_be_run(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What cannot be run is one sentence; a file of hold deals is none of manches."""
    monkeypatch.setattr(outsider, "library_version", lambda: "1")
    hold = '{"question": {}, "answer": {"points": [], "decisions": [], "worlds": [], "seconds": []}}\n'
    (tmp_path / "other").write_text(hold)
    assert 2 == __main__.main([argument.format(tmp=tmp_path) for argument in arguments])
    said = capsys.readouterr()
    assert "" == said.out
    assert sentence in said.err
    assert 1 == said.err.count("\n")


def test_the_package_is_missing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package the bench says so in a sentence."""

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(outsider, "version", missing)
    assert 2 == __main__.main(RUN)
    assert "outside.belote: belote-cli is not installed here\n" == capsys.readouterr().err


def test_summary() -> None:
    """The mean of a deal's two plays is one observation; contracts, capots and illegal moves go to who had them."""

    def answer(ours: int, north: int, east: int, taker: int, *, made: bool, tricks: list[int]) -> dict[str, Any]:
        theirs = [0, 1, 0, 1] if ours == 0 else [1, 0, 1, 0]
        counts = dict.fromkeys(("wanted", "disputed", "called"), theirs)
        told = {"points": [north, east] * 2, "worlds": [8] * 4, "decisions": [4] * 4, "seconds": [0.5] * 4}
        return {**told, **counts, "replaced": [0] * 4, "taker": taker, "made": made, "tricks": tricks}

    found = summary(
        [
            [
                answer(0, 100, 62, 2, made=True, tricks=[5, 3]),  # +38
                answer(1, 252, 0, 1, made=False, tricks=[8, 0]),  # -252
            ],
            [
                answer(0, 0, 0, -1, made=False, tricks=[0, 0]),  # 0
                answer(1, 62, 100, 3, made=True, tricks=[3, 5]),  # +38
            ],
        ]
    )
    assert {"mean": 50, "error": 0} == found["ours"]
    assert {"mean": 94, "error": 63} == found["theirs"]
    assert {"mean": -44, "error": 63} == found["difference"]
    assert (4, 1) == (found["plays"], found["passed_out"])
    assert {"taken": 3, "made": 2, "capots": 0} == found["our_contracts"]
    assert {"taken": 0, "made": 0, "capots": 1} == found["their_contracts"]
    assert (32, 2.0) == (found["decisions"], found["worlds_per_decision"])
    assert (8, 24, 8, 0, 8) == tuple(
        found[name] for name in ("their_calls", "their_cards", "wanted", "replaced", "disputed")
    )
    assert {"milliseconds": 125.0, "opponent_milliseconds": 125.0} == found["timing"]
