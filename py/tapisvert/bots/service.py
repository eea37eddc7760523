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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..cards import EMPTY
from ..game import Deal, Game, InvalidMoveError, InvalidRecordError, Move, Seat
from ..games import find_game
from ..reading import read_json
from ..view import View
from . import find_level
from .search import Budget, Choice, Progress, Reason

PROTOCOL = 1
MAX_TEXT = 200_000
MAX_WORLDS = 100_000
MAX_SCORE = 10**9
MAX_DEADLINE_MS = 3_600_000
MAX_STRING = 200
REQUEST_FIELDS = (
    "protocol",
    "id",
    "build",
    "game",
    "options",
    "seat",
    "view",
    "lacks",
    "scores",
    "level",
    "seed",
    "budget",
)
ANSWER_FIELDS = ("id", "move", "worlds", "cut", "why", "timing")


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
    why: tuple[Reason, ...] = ()


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
    if type(data.get("protocol")) is not int or data["protocol"] != PROTOCOL:
        raise InvalidRecordError(f"this worker speaks protocol {PROTOCOL}")
    _check_fields(data, "a question", REQUEST_FIELDS)
    game = find_game(data["game"])
    options = game.read_options(data["options"])
    budget = data["budget"]
    if not isinstance(budget, dict):
        raise InvalidRecordError("budget is an object")
    _check_fields(budget, "budget", ("worlds", "deadline_ms"))
    _string(data, "build")
    deadline = budget["deadline_ms"]
    return Request(
        id=_string(data, "id"),
        view=_view(data, game, options),
        level=_level(data),
        seed=_string(data, "seed"),
        worlds=_integer(budget, "worlds", 1, MAX_WORLDS),
        deadline_ms=None if deadline is None else _integer(budget, "deadline_ms", 1, MAX_DEADLINE_MS),
    )


def _view(data: dict[str, Any], game: Game, options: Any) -> View:
    """Reads the view of a seat that is asked, in a position that can have come about."""
    seats = game.seats(options)
    seat = _integer(data, "seat", 0, seats - 1)
    deal = game.deal.from_json(data["view"])
    if deal.seats != seats:
        raise InvalidRecordError(f"view has {deal.seats} seats, not {seats}")
    if sorted(deal.cards()) != sorted(game.pack(options)):
        raise InvalidRecordError("view is not of the pack that these options give")
    lacks, scores = data["lacks"], data["scores"]
    every = set(deal.cards())
    if not (_is_row(lacks, seats, list) and all(type(c) is int and c in every for row in lacks for c in row)):
        raise InvalidRecordError("lacks is a list of cards by seat")
    if not (_is_row(scores, seats, int) and all(abs(score) <= MAX_SCORE for score in scores)):
        raise InvalidRecordError("scores is a list of integers by seat")
    view = View(seat, deal, lacks, scores, options)
    try:
        is_own = _is_seen_by(deal, seat)
        is_asked = deal.turn == seat and bool(view.legal_moves())
        if is_own and is_asked:
            view.sample(random.Random(0))
    except (ArithmeticError, LookupError, TypeError, ValueError, StopIteration):
        raise InvalidRecordError("view is no position of this game") from None
    if not is_own:
        raise InvalidRecordError("view is not what this seat sees")
    if not is_asked:
        raise InvalidRecordError("this seat has no move to make")
    return view


def _is_seen_by(deal: Deal, seat: Seat) -> bool:
    """Tells whether a deal has its holes exactly where *seat* cannot see."""
    hidden, shown = [pile for _, pile in deal.places(deal.secret)], [pile for _, pile in deal.places(deal.public)]
    for owner, pile in deal.places(deal.private):
        (shown if owner == seat else hidden).append(pile)
    for owner, pile in deal.places(deal.blind):
        (hidden if owner == seat else shown).append(pile)
    known = {*deal.known(seat), EMPTY}
    forgotten = [card for owner, pile in deal.places(deal.memory) if owner != seat for card in pile]
    return (
        all(card >= 0 for pile in shown for card in pile)
        and all(card < 0 or card in known for pile in hidden for card in pile)
        and all(card < 0 for card in forgotten)
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
    _check_fields(data, "an answer", ANSWER_FIELDS)
    if type(data["cut"]) is not bool:
        raise InvalidRecordError("cut is true or false")
    why = data["why"]
    if not isinstance(why, list) or not all(isinstance(reason, dict) for reason in why):
        raise InvalidRecordError("why is a list of objects")
    reasons = tuple(_reason(reason, game) for reason in why)
    return Answer(_move(data, game), _integer(data, "worlds", 0, MAX_WORLDS), data["cut"], reasons)


def _reason(data: dict[str, Any], game: Game) -> Reason:
    return Reason(
        move=_move(data, game),
        points=_number(data, "points"),
        error=None if data.get("error", 0) is None else _number(data, "error"),
        worlds=_integer(data, "worlds", 1, MAX_WORLDS),
        worth=_number(data, "worth"),
        progress=_progress(data.get("progress")),
    )


def _progress(data: Any) -> Progress | None:
    if data is None:
        return None
    if not isinstance(data, dict):
        raise InvalidRecordError("progress is an object, or null")
    needed, worlds = _integer(data, "needed", 0, MAX_SCORE), _integer(data, "worlds", 1, MAX_WORLDS)
    return Progress(_number(data, "mean"), needed, worlds)


def _move(data: dict[str, Any], game: Game) -> Move:
    try:
        return game.deal.parse_move(_string(data, "move"))
    except InvalidMoveError as error:
        raise InvalidRecordError(str(error)) from None


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
        yield json.dumps({"id": _id_of(text), "error": str(error), "code": "unreadable"})
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
            "why": [{**asdict(reason), "move": names(reason.move)} for reason in choice.why],
            "timing": {"ms": round(seconds * 1000, 1)},
        }
    )


# ---------------------------------------------------------------------- reading fields


def _object(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise InvalidRecordError("a message is a text")
    try:
        data = read_json(text, MAX_TEXT)
    except InvalidRecordError as error:
        raise InvalidRecordError(f"this is no message: {error}") from None
    if not isinstance(data, dict):
        raise InvalidRecordError("a message is an object")
    return data


def _check_fields(data: dict[str, Any], what: str, names: Sequence[str]) -> None:
    if set(data) != set(names):
        raise InvalidRecordError(f"{what} has the fields {', '.join(names)}")


def _id_of(text: str) -> str | None:
    """Gets the id of a question that cannot be answered, if it has one."""
    try:
        return _string(_object(text), "id")
    except InvalidRecordError:
        return None


def _string(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or len(value) > MAX_STRING or any("\ud800" <= c <= "\udfff" for c in value):
        raise InvalidRecordError(f"{name} is a short text")
    return value


def _integer(data: dict[str, Any], name: str, low: int, high: int) -> int:
    value = data.get(name)
    if type(value) is not int or not low <= value <= high:
        raise InvalidRecordError(f"{name} is an integer from {low} to {high}")
    return value


def _number(data: dict[str, Any], name: str) -> float:
    value: Any = data.get(name)
    if type(value) not in (int, float) or not abs(value) <= MAX_SCORE:  # false of NaN too
        raise InvalidRecordError(f"{name} is a number")
    return float(value)


def _level(data: dict[str, Any]) -> str:
    level = _string(data, "level")
    find_level(level)
    return level


def _is_row(value: Any, seats: int, kind: type) -> bool:
    return type(value) is list and len(value) == seats and all(type(item) is kind for item in value)
