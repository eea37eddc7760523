"""Rule cases: asks the rules what a case asks, and compares with its answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .game import InvalidRecordError
from .games import GAMES
from .questions import CaseError, Given, Question
from .rating import QUESTIONS as RATING_QUESTIONS
from .reading import read_json

MAX_TEXT = 10_000_000
RATING = "elo"
"""Cases about ratings stand in the place of a game's, without options."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the rules say to a case."""

    id: str
    expected: Any
    got: Any = None
    error: str = ""
    """Why the question could not be asked, if so."""
    agrees: bool = False

    def __str__(self) -> str:
        if self.error:
            return f"{self.id}: {self.error}"
        return f"{self.id}: expected {json.dumps(self.expected)}, got {json.dumps(self.got)}"


def read_cases(text: str) -> list[Mapping[str, Any]]:
    """
    Reads a file of cases.

    :raises InvalidRecordError: if it is no list of cases.
    """
    try:
        cases = read_json(text, MAX_TEXT)
    except InvalidRecordError as error:
        raise InvalidRecordError(f"not a file of rule cases: {error}") from None
    if not isinstance(cases, list) or not all(isinstance(c, dict) and isinstance(c.get("id"), str) for c in cases):
        raise InvalidRecordError("not a file of rule cases: an array of objects with an id each")
    return cases


def ask(case: Mapping[str, Any]) -> Any:
    """
    Asks the rules a case's question.

    :raises CaseError: naming the field, if it cannot be read.
    """
    return _question(case).answer(_given(case))


def check(case: Mapping[str, Any]) -> Outcome:
    """Asks a case's question and compares the answer with the case's."""
    expected = case.get("answer")
    try:
        if "answer" not in case:
            raise CaseError("answer is missing")
        question = _question(case)
        got = question.answer(_given(case))
    except CaseError as error:
        return Outcome(case["id"], expected, error=str(error))
    return Outcome(case["id"], expected, got, agrees=_agree(question, expected, got))


def _question(case: Mapping[str, Any]) -> Question:
    game = case.get("game")
    if not isinstance(game, str) or game not in (*GAMES, RATING):
        raise CaseError(f"game is none of {', '.join((*GAMES, RATING))}")
    questions = RATING_QUESTIONS if game == RATING else GAMES[game].questions
    question = case.get("ask")
    if not isinstance(question, str) or question not in questions:
        raise CaseError(f"ask is none of {', '.join(questions)}")
    return questions[question]


def _given(case: Mapping[str, Any]) -> Given:
    given, options = case.get("given"), case.get("options", {})
    if not isinstance(given, dict):
        raise CaseError("given must be an object")
    if case["game"] == RATING:
        if options != {}:
            raise CaseError(f"options: {RATING} has none")
        return Given(given, {})
    try:
        GAMES[case["game"]].read_options(options)
    except InvalidRecordError as error:
        raise CaseError(f"options: {error}") from None
    return Given(given, options)


def _agree(question: Question, expected: Any, got: Any, name: str = "") -> bool:
    """Compares an answer, or its field *name*, as the question says."""
    if isinstance(got, Mapping):
        if not isinstance(expected, Mapping) or set(expected) != set(got):
            return False
        return all(_agree(question, expected[key], got[key], key) for key in got)
    if name in question.sets:
        return bool(_unordered(expected) == _unordered(got))
    if name in question.piles:
        return isinstance(expected, list) and [_unordered(pile) for pile in expected] == [_unordered(p) for p in got]
    return _equal(expected, got, question.tolerance)


def _unordered(value: Any) -> Any:
    """Forgets the order of a text of words or of a list."""
    if isinstance(value, str):
        return "text", sorted(value.split())
    return ("list", sorted(value, key=repr)) if isinstance(value, Sequence) else value


def _equal(expected: Any, got: Any, tolerance: float) -> bool:
    """Compares JSON values: floats within *tolerance*, all else exactly (true is not 1)."""
    if isinstance(got, float) and type(expected) in (int, float):
        # Not the difference: a huge integer has no decimal.
        return bool(got - tolerance <= expected <= got + tolerance)
    if type(expected) is not type(got):
        return False
    if isinstance(got, list):
        return len(expected) == len(got) and all(_equal(e, g, tolerance) for e, g in zip(expected, got, strict=True))
    if isinstance(got, dict):
        return set(expected) == set(got) and all(_equal(expected[key], got[key], tolerance) for key in got)
    return bool(expected == got)
