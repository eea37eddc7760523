"""Rule cases: those of the house agree, and what cannot be read is named and never raises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapisvert.cases import Outcome, ask, check, read_cases
from tapisvert.game import InvalidRecordError
from tapisvert.games import GAMES
from tapisvert.questions import CaseError
from tests.values import VALUES, drop, paths, put

FOLDER = Path(__file__).parent.parent / "cases"
CASES = [case for path in sorted(FOLDER.glob("*.json")) for case in read_cases(path.read_text("utf-8"))]
LEGAL: dict[str, Any] = {
    "id": "a case",
    "game": "hearts",
    "options": {},
    "ask": "legal",
    "given": {"hand": "6D 9H QS", "trick": "", "first_trick": False, "hearts_broken": False},
    "answer": "6D QS",
}
TAKEN = [{"hearts": 13, "queen": False}, {"hearts": 0, "queen": True}] + [{"hearts": 0, "queen": False}] * 2
GIVEN: dict[str, dict[str, Any]] = {
    "legal": {"hand": "6D 9H QS", "trick": "5D", "first_trick": False, "hearts_broken": False},
    "trick": {"leader": 0, "trick": "2C KC 9C AD"},
    "pass": {"deal": 3},
    "score": {"before": [100, 100, 100, 100], "taken": TAKEN},
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases_agree(case: dict[str, Any]) -> None:
    """The rules give a case's answer."""
    outcome = check(case)
    assert "" == outcome.error
    assert outcome.agrees, str(outcome)
    assert ask(case) == outcome.got


def test_cases_are_told_apart() -> None:
    """Every case has an id of its own, and every question of every game is asked."""
    assert len(CASES) == len({case["id"] for case in CASES})
    for name, game in GAMES.items():
        assert set(game.questions) == {case["ask"] for case in CASES if case["game"] == name}


@pytest.mark.parametrize(
    ("changes", "agrees"),
    [
        ({"answer": "QS 6D"}, True),
        ({"answer": " QS  6D "}, True),
        ({"answer": "6D"}, False),
        ({"answer": "6D QS QS"}, False),
        ({"answer": ["6D", "QS"]}, False),
        ({"answer": None}, False),
        ({"answer": {}}, False),
        ({"ask": "pass", "given": {"deal": 4}, "answer": "none"}, True),
        ({"ask": "pass", "given": {"deal": 4}, "answer": None}, False),
        ({"ask": "trick", "given": GIVEN["trick"], "answer": {"winner": 1, "penalty": 0}}, True),
        ({"ask": "trick", "given": GIVEN["trick"], "answer": {"winner": True, "penalty": 0}}, False),
        ({"ask": "trick", "given": GIVEN["trick"], "answer": {"winner": 1}}, False),
        ({"ask": "trick", "given": GIVEN["trick"], "answer": {"winner": 1, "penalty": 0, "more": 0}}, False),
        (
            {
                "ask": "score",
                "given": GIVEN["score"],
                "answer": {"scores": [87, 87, 100, 100], "over": False, "places": None},
            },
            True,
        ),
        (
            {
                "ask": "score",
                "given": GIVEN["score"],
                "answer": {"scores": [87, 100, 87, 100], "over": False, "places": None},
            },
            False,
        ),
        (
            {
                "ask": "score",
                "given": GIVEN["score"],
                "answer": {"scores": [87, 87, 100, 100], "over": 0, "places": None},
            },
            False,
        ),
    ],
)
def test_answers_are_compared(changes: dict[str, Any], agrees: bool) -> None:
    """Cards and sets have no order, lists by seat have one, true is not 1, and every field counts."""
    outcome = check({**LEGAL, **changes})
    assert "" == outcome.error
    assert agrees == outcome.agrees
    assert json.dumps(outcome.expected) in str(outcome)


UNREADABLE: list[tuple[dict[str, Any], str]] = [
    ({"game": "go"}, "game"),
    ({"game": None}, "game"),
    ({"game": ["hearts"]}, "game"),
    ({"ask": "why"}, "ask"),
    ({"ask": 5}, "ask"),
    ({"given": None}, "given"),
    ({"given": []}, "given"),
    ({"options": {"speed": 1}}, "options"),
    ({"options": {"length": "long"}}, "options"),
    ({"options": []}, "options"),
    ({"given": {}}, "given.hand"),
    ({"given": {"hand": "6D 9H"}}, "given.trick"),
    ({"given": {**GIVEN["legal"], "hand": "6D XX"}}, "given.hand"),
    ({"given": {**GIVEN["legal"], "hand": "6D 6D"}}, "given.hand"),
    ({"given": {**GIVEN["legal"], "hand": ""}}, "given.hand"),
    ({"given": {**GIVEN["legal"], "hand": ["6D"]}}, "given.hand"),
    ({"given": {**GIVEN["legal"], "hand": None}}, "given.hand"),
    ({"given": {**GIVEN["legal"], "trick": 5}}, "given.trick"),
    ({"given": {**GIVEN["legal"], "trick": "2C 3C 4C 5C"}}, "given.trick"),
    ({"given": {**GIVEN["legal"], "trick": "6D"}}, "given.trick"),
    ({"given": {**GIVEN["legal"], "trick": "", "first_trick": True}}, "given.hand"),
    ({"given": {**GIVEN["legal"], "first_trick": 1}}, "given.first_trick"),
    ({"given": {**GIVEN["legal"], "hearts_broken": "no"}}, "given.hearts_broken"),
    ({"ask": "trick", "given": {**GIVEN["trick"], "leader": 4}}, "given.leader"),
    ({"ask": "trick", "given": {**GIVEN["trick"], "leader": True}}, "given.leader"),
    ({"ask": "trick", "given": {"trick": "2C KC 9C AD"}}, "given.leader"),
    ({"ask": "trick", "given": {**GIVEN["trick"], "trick": "2C KC"}}, "given.trick"),
    ({"ask": "pass", "given": {}}, "given.deal"),
    ({"ask": "pass", "given": {"deal": 0}}, "given.deal"),
    ({"ask": "pass", "given": {"deal": 1.0}}, "given.deal"),
    ({"ask": "score", "given": {**GIVEN["score"], "before": [100] * 3}}, "given.before"),
    ({"ask": "score", "given": {**GIVEN["score"], "before": ["100"] * 4}}, "given.before"),
    ({"ask": "score", "given": {**GIVEN["score"], "before": 100}}, "given.before"),
    ({"ask": "score", "given": {"before": [100] * 4}}, "given.taken"),
    ({"ask": "score", "given": {**GIVEN["score"], "taken": TAKEN[:3]}}, "given.taken"),
    ({"ask": "score", "given": {**GIVEN["score"], "taken": [TAKEN[0]] * 4}}, "given.taken"),
    ({"ask": "score", "given": {**GIVEN["score"], "taken": [*TAKEN[:3], 0]}}, "given.taken"),
    ({"ask": "score", "given": {**GIVEN["score"], "taken": [*TAKEN[:3], {"hearts": 0}]}}, "queen"),
    ({"ask": "score", "given": {**GIVEN["score"], "taken": [*TAKEN[:3], {"hearts": 14, "queen": False}]}}, "hearts"),
]


@pytest.mark.parametrize(("changes", "field"), UNREADABLE)
def test_unreadable_cases(changes: dict[str, Any], field: str) -> None:
    """A case that cannot be read differs, and the outcome names its id and the field."""
    case = {**LEGAL, **changes}
    outcome = check(case)
    assert not outcome.agrees
    assert field in outcome.error
    assert str(outcome).startswith("a case: ")
    assert "\n" not in str(outcome)
    with pytest.raises(CaseError, match=field.replace(".", r"\.")):
        ask(case)


FIRST: dict[tuple[str, str], dict[str, Any]] = {}
"""A case of each question of each game."""
for each in CASES:
    FIRST.setdefault((each["game"], each["ask"]), each)
OPTIONAL = {"unit", "target", "stake", "taker", "first_trick", "hearts_broken", "winner", "deserter"}
ODD_VALUES: list[Any] = [None, True, -1, 5, 1.5, 10**13, "", "x", "YR", [], [None], [5, "x"], {}, {"a": 1}]


@pytest.mark.parametrize("question", FIRST, ids=" ".join)
def test_odd_values_in_every_field(question: tuple[str, str]) -> None:
    """Whatever stands in a field of any question is answered, or told by the name of the field; never a traceback."""
    case = FIRST[question]
    for field in case["given"]:
        missing = {name: value for name, value in case["given"].items() if name != field}
        outcome = check({**case, "given": missing})
        assert f"given.{field} is missing" in outcome.error or field in OPTIONAL
        for value in ODD_VALUES:
            outcome = check({**case, "given": {**missing, field: value}})
            assert is_told(outcome)
            assert not outcome.error or "given" in outcome.error
    wrong_type = check({**case, "given": {name: {"no": "value"} for name in case["given"]}})
    assert "given." in wrong_type.error


def test_options_stand_in_for_what_is_not_given() -> None:
    """A value in ``given`` wins over the option of the same name, which serves where none is given."""
    points = {"takers": 0, "points": [79, 83], "tricks": [4, 4], "belote": 0, "announcements": [0, 25]}
    score = {"id": "score", "game": "belote", "ask": "score", "given": points}
    assert [99, 108] == ask(score)
    assert [20, 187] == ask({**score, "options": {"contract": "majority"}})
    assert [20, 187] == ask({**score, "given": {**points, "contract": "majority"}})
    assert [99, 108] == ask({**score, "options": {"contract": "majority"}, "given": {**points, "contract": "81"}})
    pack = {"id": "pack", "game": "luz", "ask": "pack", "given": {}, "options": {"players": 5}}
    assert {"cards": 60, "highest": 12, "aside": 10} == ask(pack)
    assert {"cards": 40, "highest": 8, "aside": 10} == ask({**pack, "given": {"players": 3}})
    with pytest.raises(CaseError, match="players is missing"):
        ask({**pack, "options": {}})


@pytest.mark.parametrize("field", ["game", "ask", "given", "answer"])
def test_missing_fields(field: str) -> None:
    """A case without a game, a question, what is given or an answer cannot be read; options have defaults."""
    outcome = check({name: value for name, value in LEGAL.items() if name != field})
    assert field in outcome.error
    assert not outcome.agrees
    assert check({name: value for name, value in LEGAL.items() if name != "options"}).agrees


@pytest.mark.parametrize(
    "text", ["", "{", "{}", "null", "5", "[5]", "[{}]", '[{"id": 5}]', "[" * 100_000, "[" + "9" * 5000 + "]", "\x00"]
)
def test_files_that_are_no_cases(text: str) -> None:
    """A file that is no array of objects with an id each cannot be read."""
    with pytest.raises(InvalidRecordError, match="not a file of rule cases"):
        read_cases(text)


def test_an_empty_file_of_cases() -> None:
    """An empty array holds no cases."""
    assert [] == read_cases("[]")


def is_told(outcome: Outcome) -> bool:
    """Tells whether an outcome reads well: one line with the id, a reason where it could not be asked."""
    return str(outcome).startswith(f"{outcome.id}: ") and not (outcome.error and outcome.agrees)


@given(
    st.sampled_from(sorted(GIVEN)),
    st.dictionaries(
        st.sampled_from(["hand", "trick", "leader", "deal", "taken", "before", "first_trick", "hearts_broken"]), VALUES
    ),
)
def test_arbitrary_given(question: str, changes: dict[str, Any]) -> None:
    """No value of what is given raises anything."""
    case = {**LEGAL, "ask": question, "given": {**GIVEN[question], **changes}}
    assert is_told(check(json.loads(json.dumps(case))))


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("game", "options", "ask", "given", "answer", "why"), VALUES)))
def test_arbitrary_cases(changes: dict[str, Any]) -> None:
    """No value of any field raises anything."""
    assert is_told(check(json.loads(json.dumps({**LEGAL, **changes}))))


@settings(max_examples=200)
@given(st.sampled_from(CASES), st.data())
def test_mutated_cases(case: dict[str, Any], data: st.DataObject) -> None:
    """No mutation of a good case raises anything."""
    mutant = json.loads(json.dumps(case))
    path = data.draw(st.sampled_from([path for path in paths(mutant) if path != ("id",)]))
    (drop(*path) if data.draw(st.booleans()) else put(*path, value=data.draw(VALUES)))(mutant)
    assert is_told(check(json.loads(json.dumps(mutant))))


def test_deep_answer() -> None:
    """An answer nested deeply is compared, or the file refused: nothing raises, nor ends the program."""
    for depth in (10, 90):
        text = json.dumps([{**LEGAL, "why": "[" * 1000}]).replace('"6D QS"', "[" * depth + "]" * depth)
        assert not check(read_cases(text)[0]).agrees
    for depth in (100, 960, 30_000):
        with pytest.raises(InvalidRecordError, match="nested too deeply"):
            read_cases(json.dumps([LEGAL]).replace('"6D QS"', "[" * depth + "]" * depth))
