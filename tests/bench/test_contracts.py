"""What a level bids and makes: each deal is told as the rules score it, and a run can be resumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tapisvert.cards import PACK_52
from tapisvert.game import Phase
from tapisvert.games.belote import BeloteDeal, Options
from tapisvert.games.belote.rules import PACK, PASS, TAKE, TAKE_SUIT
from tapisvert.games.luz import LUZ, LuzDeal
from tapisvert.games.solo_whist import SOLO_WHIST, SoloWhistDeal
from tests.bench.contracts.__main__ import main
from tests.bench.contracts.kinds import Outcome, of_belote, of_luz, of_solo_whist


def finished(calls: list[int], points: tuple[int, int], tricks: tuple[int, int]) -> BeloteDeal:
    """Makes a finished deal, dealt by seat 3, with these points and tricks by side."""
    deal = BeloteDeal.start(PACK, 3, 1, Options())
    for call in calls:
        deal.push(call)
    deal.card_points, deal.winners = list(points), [0] * tricks[0] + [1] * tricks[1]
    deal.phase = int(Phase.OVER)
    return deal


@pytest.mark.parametrize(
    ("calls", "points", "tricks", "expected"),
    [
        ([TAKE], (100, 62), (5, 3), Outcome(0, "first round", True, 38)),
        ([TAKE], (80, 82), (4, 4), Outcome(0, "first round", False, -162)),
        ([TAKE], (81, 81), (4, 4), Outcome(0, "first round", True, 0)),
        ([PASS, TAKE], (162, 0), (8, 0), Outcome(1, "first round", False, -252)),
        ([PASS] * 4 + [TAKE_SUIT], (162, 0), (8, 0), Outcome(0, "second round", True, 252)),
        ([PASS] * 8, (0, 0), (0, 0), None),
    ],
)
def test_belote_is_told_by_the_round_of_calls(
    calls: list[int], points: tuple[int, int], tricks: tuple[int, int], expected: Outcome | None
) -> None:
    """Made is what the rules page calls made; the points are the takers' lead."""
    assert ([expected] if expected else []) == of_belote(finished(calls, points, tricks))


@pytest.mark.parametrize(
    ("calls", "tricks", "expected"),
    [
        ("prop cop pass pass", 9, Outcome(0, "prop_cop", True, 6)),
        ("prop cop pass pass", 6, Outcome(0, "prop_cop", False, -6)),
        ("solo pass pass pass", 5, Outcome(0, "solo", True, 15)),
        ("solo pass pass pass", 3, Outcome(0, "solo", False, -18)),
        ("misere pass pass pass", 0, Outcome(0, "misere", True, 30)),
        ("abondance_declaree", 12, Outcome(0, "abondance_declaree", False, -90)),
        ("pass pass pass pass", 0, None),
    ],
)
def test_solo_whist_is_told_by_its_contract(calls: str, tricks: int, expected: Outcome | None) -> None:
    """The points are what a declarer is paid, the same for both of a Prop & Cop."""
    deal = SoloWhistDeal.start(PACK_52, 3, 1, SOLO_WHIST.options())
    for name in calls.split():
        deal.push(deal.parse_move(name))
    deal.winners = [0] * tricks + [2] * (13 - tricks)
    deal.phase = int(Phase.OVER)
    assert ([expected] if expected else []) == of_solo_whist(deal)


def test_luz_is_told_of_every_seat() -> None:
    """Each seat's bet stands for itself; one trick more is right with the blue marble, for half the points."""
    options = LUZ.options(players=3)
    deal = LuzDeal.start(LUZ.pack(options), 2, 3, options)
    for name in ("bet 3", "bet 4+blue", "bet 1+blue"):
        deal.push(deal.parse_move(name))
    deal.winners = [0] * 3 + [1] * 5 + [2] * 2
    deal.phase = int(Phase.OVER)
    expected = [
        Outcome(0, "without blue", True, 30),
        Outcome(1, "with blue", True, 15),
        Outcome(2, "with blue", True, 15),
    ]
    assert expected == of_luz(deal)
    deal.winners = [0] * 2 + [1] * 6 + [2] * 2
    assert [(False, -5), (False, -10), (True, 15)] == [(each.made, each.points) for each in of_luz(deal)]


def test_run_is_summed_up_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Contracts sum up to all of them; deals that the file holds are not played again."""
    path = tmp_path / "contracts.jsonl"
    command = ["belote", "--level", "easy", "--results", str(path), "--json"]
    assert 0 == main([*command, "--deals", "6"])
    first = path.read_text()
    assert 0 == main([*command, "--deals", "10"])
    told = json.loads(capsys.readouterr().out.partition("}\n{")[2].join(["{", ""]))
    assert path.read_text().startswith(first)
    assert 10 == len(path.read_text().splitlines()) == told["deals"]
    *rows, every = told["contracts"]
    assert every["bid"] == told["played"] == sum(row["bid"] for row in rows)
    assert every["made"] == sum(row["made"] for row in rows)


def test_levels_share_the_seats(capsys: pytest.CaptureFixture[str]) -> None:
    """Each match is played once for every rotation, and each seat's bet of each round goes to its level."""
    command = ["luz", "--option", "players=3", "--seats", "easy,random,random", "--matches", "2", "--json"]
    assert 0 == main(command)
    told = json.loads(capsys.readouterr().out)
    assert (6, 24, 24) == (told["plays"], told["deals"], told["played"])
    assert ["easy", "random"] == [row["level"] for row in told["levels"]]
    assert {"easy": 24, "random": 48} == {
        row["level"]: row["bid"] for row in told["contracts"] if row["contract"] == "all"
    }
    better, worse = (row["points"] for row in told["levels"])
    assert pytest.approx(better - worse) == told["between"][0]["difference"]


def test_levels_must_fill_the_seats(capsys: pytest.CaptureFixture[str]) -> None:
    """Two levels are too few for the four seats of Luz."""
    assert 2 == main(["luz", "--seats", "easy,random"])
    assert "4 seats" in capsys.readouterr().err
