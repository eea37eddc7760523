"""
The bots behind one text in and one text out, as the worker offers them.

A request holds a seat's view and nothing else of the deal. It is checked field by field; what cannot
be read is answered with one sentence. Without a deadline the answer (``timing`` apart) is a function
of the request.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..game import Game, InvalidMoveError, InvalidRecordError, Move
from ..games import find_game
from ..view import View
from . import find_level
from .search import Budget, Choice

PROTOCOL = 1
MAX_TEXT = 200_000
MAX_WORLDS = 100_000
MAX_SCORE = 10**9


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a bot."""

    id: str
    view: View
    level: str
    seed: str
    worlds: int
    deadline_ms: int | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the page reads from an answer."""

    move: Move
    worlds: int
    cut: bool


def make_request(
    *,
    id: str,  # noqa: A002 - the protocol's name
    build: str,
    game: Game,
    options: Any,
    view: View,
    level: str,
    seed: str,
    worlds: int,
    deadline_ms: int | None,
) -> str:
    """Makes the text of a question."""
    return json.dumps(
        {
            "protocol": PROTOCOL,
            "id": id,
            "build": build,
            "game": game.name,
            "options": game.options_json(options),
            "seat": view.seat,
            "view": view.deal.to_json(),
            "lacks": view.lacks,
            "scores": view.scores,
            "level": level,
            "seed": seed,
            "budget": {"worlds": worlds, "deadline_ms": deadline_ms},
        }
    )


def parse_request(text: str) -> Request:
    """
    Reads and checks a question.

    :raises InvalidRecordError: saying what is wrong.
    """
    data = _object(text)
    if data.get("protocol") != PROTOCOL:
        raise InvalidRecordError(f"this worker speaks protocol {PROTOCOL}")
    game = find_game(data.get("game"))
    options = game.read_options(data.get("options"))
    seats = game.seats(options)
    deal = game.deal.from_json(data.get("view"))
    seat = _integer(data, "seat", 0, seats - 1)
    if deal.seats != seats:
        raise InvalidRecordError(f"view has {deal.seats} seats, not {seats}")
    lacks: Any = data.get("lacks")
    scores: Any = data.get("scores")
    every = set(deal.cards())
    if not (_is_row(lacks, seats, list) and all(type(c) is int and c in every for row in lacks for c in row)):
        raise InvalidRecordError("lacks is a list of cards by seat")
    if not (_is_row(scores, seats, int) and all(abs(score) <= MAX_SCORE for score in scores)):
        raise InvalidRecordError("scores is a list of integers by seat")
    budget = data.get("budget")
    if not isinstance(budget, dict):
        raise InvalidRecordError("budget is an object")
    deadline = budget.get("deadline_ms")
    view = View(seat, deal, lacks, scores, options)
    if not view.legal_moves():
        raise InvalidRecordError("this seat has no move to make")
    return Request(
        id=_string(data, "id"),
        view=view,
        level=_level(data),
        seed=_string(data, "seed"),
        worlds=_integer(budget, "worlds", 1, MAX_WORLDS),
        deadline_ms=None if deadline is None else _integer(budget, "deadline_ms", 1, 3_600_000),
    )


def parse_answer(text: str, id: str, game: Game) -> Answer:  # noqa: A002 - the protocol's name
    """
    Reads and checks an answer to the question *id*.

    :raises InvalidRecordError: if it is an error, an answer to another question, or unreadable.
    """
    data = _object(text)
    if data.get("id") != id:
        raise InvalidRecordError("this answers another question")
    if "error" in data:
        raise InvalidRecordError(f"the bots answer: {str(data['error'])[:200]}")
    try:
        move = game.deal.parse_move(_string(data, "move"))
    except InvalidMoveError as error:
        raise InvalidRecordError(str(error)) from None
    return Answer(move, _integer(data, "worlds", 0, MAX_WORLDS), data.get("cut") is True)


def choose(text: str, now: Callable[[], float]) -> str:
    """Answers a question, in one go."""
    steps = answer_steps(text, now)
    answer = next(steps)
    for answer in steps:  # noqa: B007 - the last one counts
        pass
    return answer or ""


class Worker:
    """Answers questions one at a time and can be told to stop: the newest question wins."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._turn = 0

    async def choose(self, text: str) -> str:
        """Answers a question; lets others in between two chunks of work."""
        self._turn += 1
        turn = self._turn
        answer: str | None = None
        for answer in answer_steps(text, self._now, lambda: self._turn != turn):
            if answer is None:
                await asyncio.sleep(0)
        return answer or ""

    def stop(self) -> str:
        """Ends the search under way: it answers with the best move so far."""
        self._turn += 1
        return json.dumps({"stopped": True})


def answer_steps(
    text: str, now: Callable[[], float], is_stopped: Callable[[], bool] = lambda: False
) -> Iterator[str | None]:
    """Works on a question in steps: yields None after each chunk of work and the answer's text at the end."""
    began = now()
    name = None
    try:
        request = parse_request(text)
        name = request.id
        deadline = None if request.deadline_ms is None else began + request.deadline_ms / 1000
        budget = Budget(request.worlds, lambda: is_stopped() or (deadline is not None and now() >= deadline))
        choice: Choice | None = None
        for choice in find_level(request.level).bot(  # noqa: B007 - the last one counts
            request.view, random.Random(request.seed), budget
        ):
            yield None
        assert choice is not None
        yield _answer(request, choice, now() - began)
    except InvalidRecordError as error:
        yield json.dumps({"id": name or _id_of(text), "error": str(error), "code": "unreadable"})
    except Exception as error:  # noqa: BLE001 - a bot's fault must come back as an answer, without its insides
        yield json.dumps({"id": name, "error": f"the bot failed ({type(error).__name__})", "code": "failed"})


def _answer(request: Request, choice: Choice, seconds: float) -> str:
    names = request.view.deal.move_name
    return json.dumps(
        {
            "id": request.id,
            "move": names(choice.move),
            "worlds": choice.worlds,
            "cut": choice.cut,
            "why": [
                {"move": names(r.move), "points": r.points, "error": r.error, "worlds": r.worlds} for r in choice.why
            ],
            "timing": {"ms": round(seconds * 1000, 1)},
        }
    )


# ---------------------------------------------------------------------- reading fields


def _object(text: object) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise InvalidRecordError("a message is a text of reasonable length")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRecordError("a message is JSON") from None
    if not isinstance(data, dict):
        raise InvalidRecordError("a message is an object")
    return data


def _id_of(text: str) -> str | None:
    """Gets the id of a question that cannot be answered, if it has one."""
    try:
        found = _object(text).get("id")
    except InvalidRecordError:
        return None
    return found if isinstance(found, str) else None


def _string(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or len(value) > 200:
        raise InvalidRecordError(f"{name} is a short text")
    return value


def _integer(data: dict[str, Any], name: str, low: int, high: int) -> int:
    value = data.get(name)
    if type(value) is not int or not low <= value <= high:
        raise InvalidRecordError(f"{name} is an integer from {low} to {high}")
    return value


def _level(data: dict[str, Any]) -> str:
    level = _string(data, "level")
    find_level(level)
    return level


def _is_row(value: Any, seats: int, kind: type) -> bool:
    return type(value) is list and len(value) == seats and all(type(item) is kind for item in value)
