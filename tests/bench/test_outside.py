"""Runs against outside opponents: the same however often interrupted, and one sentence if a program misbehaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tapisvert.bots import Budget
from tests.bench import ROOT
from tests.bench.outside import __main__, hold, players, worker
from tests.bench.outside.bridge import Bridge, BridgeError
from tests.bench.outside.hold import outsider, sit_down
from tests.bench.outside.players import our_bot
from tests.bench.outside.pool import ask_all
from tests.bench.outside.summary import Observed, summary
from tests.bench.outside.trials import TRIALS, decide_in

RUN = ["--level", "easy", "--opponent", "ducking", "--deals", "3", "--json"]
DYING = [sys.executable, "-c", "raise SystemExit('no cards left')"]


def program(body: str) -> list[str]:
    """Gets the command of a program that does *body* for each line of its input."""
    return [sys.executable, "-uc", f"import os, sys\nfor line in sys.stdin:\n    {body}"]


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Runs the command and gets what it prints, less what may differ."""
    assert 0 == __main__.main([*RUN, *arguments])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    del found["timing"]
    return found


# ---------------------------------------------------------------------- runs


def test_resumed_is_uninterrupted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run whose results were cut off in a line plays the rest, in any number of processes, to the same end."""
    file = tmp_path / "results"
    whole = ran(capsys)
    assert whole == ran(capsys, "--results", str(file), "--workers", "2")
    lines = file.read_text().splitlines(keepends=True)
    assert 3 * 5 == len(lines)
    file.write_text("".join(lines[:4]) + lines[4][:-9])
    assert whole == ran(capsys, "--results", str(file))
    resumed = file.read_text().splitlines(keepends=True)
    assert lines[:4] == resumed[:4]
    questions = [sorted(json.dumps(json.loads(line)["question"]) for line in some) for some in (lines, resumed)]
    assert questions[0] == questions[1]


def test_known_is_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in the file is not asked; what another seed, level or number of worlds would decide is."""
    file = ["--results", str(tmp_path / "results")]
    whole = ran(capsys, *file)
    monkeypatch.setattr(__main__, "WORKER", DYING)
    assert whole == ran(capsys, *file)
    for other in (["--seed", "2"], ["--level", "random"], ["--worlds", "2"], ["--deals", "4"]):
        assert 2 == __main__.main([*RUN, *file, *other])
        assert "outside: a worker ended with exit code 1: no cards left\n" == capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--level", "grand"], "no such level: 'grand'"),
        (["--results", "{tmp}/other"], "other: line 2 is no result"),
        (["--results", "{tmp}/none/results"], "none/results: No such file or directory"),
    ],
)
def test_what_cannot_be_run(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be run is one sentence."""
    (tmp_path / "other").write_text(
        '{"question": {}, "answer": {"points": [], "decisions": [], "worlds": [], "seconds": []}}\n[]\n{}\n'
    )
    assert 2 == __main__.main([*RUN, *(argument.format(tmp=tmp_path) for argument in arguments)])
    said = capsys.readouterr()
    assert "" == said.out
    assert sentence in said.err
    assert 1 == said.err.count("\n")


def test_every_seat_has_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal is played by four of the opponent, then with our bot in each seat; the same cards are dealt."""
    hands = []
    monkeypatch.setattr(worker, "play_deal", lambda match, seated: hands.append(match.deal.hands) or {})
    ours, theirs = our_bot("easy", 1), outsider("ducking", 1)
    asked = __main__._parser().parse_args(RUN)
    (questions, *_) = __main__.plan(asked, ours, theirs)
    bots = hold.players()
    for question in questions:
        worker.play(question, bots)
    bots.close()
    assert 5 == len(hands)
    assert all(hands[0] == other for other in hands)
    assert [None, 0, 1, 2, 3] == [q["seats"].index(ours) if ours in q["seats"] else None for q in questions]
    assert all(3 <= question["seats"].count(theirs) for question in questions)


def test_summary() -> None:
    """The mean over a deal's seats is one observation; so is its difference to the control. Moons are told apart."""

    def answer(*points: int) -> dict[str, Any]:
        return {"points": points, "decisions": [2] * 4, "worlds": [8] * 4, "seconds": [0.5] * 4}

    control = answer(-20, -6, 0, 0)
    found = summary(
        [
            Observed(control, [answer(-4, -22, 0, 0), answer(-13, 0, -13, 0)], 2),  # 2 taken, against 13
            Observed(control, [answer(0, -26, -26, -26), answer(-26, -26, 0, -26)], 2),  # 13 taken, against 13
        ]
    )
    assert {"mean": 7.5, "error": 5.5} == found["taken"]
    assert {"mean": 13, "error": 0} == found["control"]
    assert {"mean": -5.5, "error": 5.5} == found["difference"]
    assert (1, 1, 0) == (found["own_moons"], found["rival_moons"], found["control_moons"])
    assert (4, 8, 4.0) == (found["plays"], found["decisions"], found["worlds_per_decision"])
    assert {"milliseconds": 250.0, "opponent_milliseconds": 250.0} == found["timing"]


# ---------------------------------------------------------------------- programs


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (DYING, "the opponent ended with exit code 1: no cards left"),
        (program("os._exit(3)"), "the opponent ended with exit code 3"),
        (program("print('2C')"), "the opponent answered what is no JSON object: '2C'"),
        (program("print('[1]')"), "the opponent answered what is no JSON object: '[1]'"),
        (program("""print('{"error": "no cards left"}')"""), "no cards left"),
        (["/no/such/program"], "the opponent cannot be started: No such file or directory"),
    ],
)
def test_a_program_that_does_not_answer(command: list[str], sentence: str) -> None:
    """A program that is dead, or says what is no answer, is one sentence."""
    with pytest.raises(BridgeError) as caught, Bridge("the opponent", command) as bridge:
        bridge.ask({})
    assert sentence == str(caught.value)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ('{"card": "XX"}', "the opponent ducking played 'XX' where our rules allow "),
        ("{}", "the opponent ducking played None where our rules allow "),
        ('{"card": "2C", "legal": ["2C"]}', "the opponent ducking holds 2C legal where our rules allow "),
    ],
)
def test_an_opponent_that_breaks_the_rules(answer: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is not legal, or another idea of what is, ends the run with a sentence."""
    monkeypatch.setattr(hold, "OPPONENT", program(f"print({answer!r})"))
    seated = hold.players()
    with pytest.raises(BridgeError, match=sentence):
        players.play_deal(sit_down("1", 1), [seated.seat(outsider("ducking", 1))] * 4)
    seated.close()


def test_processes_are_ended() -> None:
    """Processes are gone once all is answered, and once nobody waits for the rest."""
    command = program("""print('{"pid": %d}' % os.getpid())""")
    for asked in (2, 20):
        answers = ask_all("a worker", command, [{"number": number} for number in range(asked)], 2)
        pids = {next(answers)[1]["pid"] for _ in range(2)}
        if asked == 2:
            assert [] == list(answers)
        answers.close()
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)


def test_opponents_know_nothing_of_the_engine() -> None:
    """The opponents' program imports nothing of the engine."""
    source = "import sys, tests.bench.outside.opponent; print([name for name in sys.modules if 'tapisvert' in name])"
    done = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert "[]\n" == done.stdout


@pytest.mark.parametrize("trial", TRIALS)
def test_trials_play_by_the_rules(trial: str) -> None:
    """Whatever is tried, the bot plays legal cards; and it is tried on hard alone."""
    match = sit_down("trials", 1)
    while (deal := match.deal) is not None and deal.phase:
        choice = decide_in(trial, match.view(deal.turn), "seed", Budget(3))
        assert choice.move in deal.legal_moves()
        match.push(choice.move)


def test_trial_is_of_hard(capsys: pytest.CaptureFixture[str]) -> None:
    """A trial of another level is refused with a sentence."""
    assert 2 == __main__.main(["--opponent", "ducking", "--level", "easy", "--trial", "by-lead", "--deals", "1"])
    assert "outside: a trial changes hard" in capsys.readouterr().err


@pytest.mark.parametrize("text", [b"Dear diary", b"Dear diary\n", b'{"question": {}, "answer": {}}\n', b"1\n", b"\xff"])
def test_other_files_are_left_alone(tmp_path: Path, text: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of anything else is refused with a sentence and keeps every byte."""
    path = tmp_path / "file"
    path.write_bytes(text)
    assert 2 == __main__.main([*RUN, "--results", str(path)])
    assert "is no result" in capsys.readouterr().err
    assert text == path.read_bytes()
