"""Every message to and from the bots is checked: what cannot be read is refused with one clear sentence."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapisvert.bots import LEVELS
from tapisvert.bots.craft import Craft
from tapisvert.bots.search import Progress
from tapisvert.bots.service import MAX_TEXT, Worker, choose, make_request, parse_answer, parse_request
from tapisvert.game import InvalidRecordError
from tapisvert.games.hearts import HEARTS
from tapisvert.match import Match
from tests.helpers import Setting, is_asked, plies, settings_of
from tests.values import VALUES, Damage, drop, paths, put

HEARTS_SETTING = settings_of(HEARTS)[0]
HIDDEN = -1


def match_at(ply: int) -> Match:
    """Plays a deal at random up to a ply; 12 is the first after the pass."""
    match, rng = HEARTS_SETTING.match("service"), random.Random("service")
    for _, move in plies(match, rng, 1):
        if match.ply == ply and move is not None:
            break
    return match


def question(match: Match, level: str = "easy", worlds: int = 2, deadline_ms: int | None = None) -> str:
    """Asks for the seat to act."""
    assert match.deal is not None
    return make_request(
        id="q1",
        build="b",
        game=match.game,
        options=match.options,
        view=match.view(match.deal.turn),
        level=level,
        seed="seed",
        worlds=worlds,
        deadline_ms=deadline_ms,
    )


def answer_to(text: str) -> dict[str, Any]:
    """Gets the answer to a message."""
    found: dict[str, Any] = json.loads(choose(text, lambda: 0.0))
    return found


GOOD: dict[str, Any] = json.loads(question(match_at(30)))


def check_refusal(answer: dict[str, Any], id_: str | None) -> None:
    """Checks an error answer: the id, one short printable sentence, and a code."""
    assert {"id", "error", "code"} == set(answer)
    assert id_ == answer["id"]
    assert "unreadable" == answer["code"]
    assert 0 < len(answer["error"]) < 300
    assert answer["error"].isprintable()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.usefixtures("with_toys")
def test_questions_and_answers(setting: Setting, level: str) -> None:
    """A question comes back from its text as it was, and its answer as a legal move with reasons."""
    for _, move in plies(match := setting.match("questions"), random.Random("questions"), 1):
        if move is not None and match.deal is not None and is_asked(match):
            text = question(match, level)
            view = match.view(match.deal.turn)
            assert (view, level, "seed", 2, None) == (
                (request := parse_request(text)).view,
                request.level,
                request.seed,
                request.worlds,
                request.deadline_ms,
            )
            answer = answer_to(text)
            assert {"id", "move", "worlds", "cut", "why", "timing"} == set(answer)
            read = parse_answer(json.dumps(answer), "q1", setting.game)
            assert read.move in view.legal_moves()
            assert {reason.move for reason in read.why} <= set(view.legal_moves())


DAMAGES: dict[str, Damage] = {
    **{f"no {name}": drop(name) for name in GOOD},
    "a field more": put("more", value=1),
    "another protocol": put("protocol", value=2),
    "a protocol that is true": put("protocol", value=True),
    "half a character": put("seed", value="\ud800"),
    "an endless seed": put("seed", value="s" * 10_000),
    "a build that is no text": put("build", value=None),
    "an unknown game": put("game", value="bridge"),
    "a list for a game": put("game", value=["hearts"]),
    "an unknown option": put("options", "players", value=3),
    "an unknown value": put("options", "length", value="long"),
    "options in a list": put("options", value=[]),
    "a seat too many": put("seat", value=4),
    "a seat below 0": put("seat", value=-1),
    "a seat that is true": put("seat", value=True),
    "a seat that is not asked": put("seat", value=(GOOD["seat"] + 1) % 4),
    "no view": put("view", value=None),
    "a view without a field": drop("view", "hands"),
    "a view with a field more": put("view", "more", value=1),
    "a view with half a phase": put("view", "phase", value=4.5),
    "a view that is over": put("view", "phase", value=0),
    "tricks without winners": put("view", "winners", value=[]),
    "a hole in one's own hand": put("view", "hands", GOOD["seat"], 0, value=HIDDEN),
    "a card twice": put("view", "hands", GOOD["seat"], 0, value=GOOD["view"]["hands"][GOOD["seat"]][1]),
    "a card that does not exist": put("view", "hands", GOOD["seat"], 0, value=77),
    "lacks of three seats": put("lacks", value=[[], [], []]),
    "lacks of cards that do not exist": put("lacks", 0, value=[99]),
    "lacks of names": put("lacks", 0, value=["QS"]),
    "lacks of everything": put("lacks", value=[list(range(52))] * 4),
    "scores of three seats": put("scores", value=[1, 2, 3]),
    "scores in text": put("scores", value=["1", "2", "3", "4"]),
    "endless scores": put("scores", 0, value=10**400),
    "an unknown level": put("level", value="grandmaster"),
    "a budget in text": put("budget", value="2"),
    "no worlds": put("budget", "worlds", value=0),
    "endless worlds": put("budget", "worlds", value=10**9),
    "half a world": put("budget", "worlds", value=0.5),
    "no deadline said": drop("budget", "deadline_ms"),
    "a deadline before": put("budget", "deadline_ms", value=-1),
    "a deadline in text": put("budget", "deadline_ms", value="soon"),
    "a budget with more": put("budget", "cores", value=2),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_questions(name: str) -> None:
    """A question with one thing wrong is refused under its id, or under none where that cannot be read."""
    data = json.loads(json.dumps(GOOD))
    DAMAGES[name](data)
    check_refusal(answer_to(json.dumps(data)), data.get("id"))


@pytest.mark.parametrize("id_", [None, 7, ["q1"], "i" * 10_000, "\ud800"])
def test_unreadable_ids(id_: object) -> None:
    """A question whose id cannot be read is answered under no id."""
    check_refusal(answer_to(json.dumps({**GOOD, "id": id_})), None)


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '"q1"', "1", "NaN", "[" * 100_000, '{"id":' * 50_000, " " * (MAX_TEXT + 1), "\x00"]
)
def test_texts_that_are_no_questions(text: str) -> None:
    """What is no JSON object of reasonable length and depth is refused."""
    check_refusal(answer_to(text), None)


def test_views_of_others_are_refused() -> None:
    """A question that shows what its seat cannot see gets no answer: not the whole deal, not a rival's view."""
    match = match_at(30)
    assert match.deal is not None
    seat = match.deal.turn
    whole = match.deal.to_json()
    check_refusal(answer_to(json.dumps({**GOOD, "view": whole})), "q1")
    for other in {0, 1, 2, 3} - {seat}:
        check_refusal(answer_to(json.dumps({**GOOD, "view": match.view(other).deal.to_json()})), "q1")
    seen = match.view(seat).deal.to_json()
    receiver = (seat + 2) % 4
    seen["gave"][receiver] = whole["gave"][receiver]
    check_refusal(answer_to(json.dumps({**GOOD, "view": seen})), "q1")
    assert "error" not in answer_to(json.dumps(GOOD))


@given(VALUES)
def test_any_value(value: Any) -> None:
    """Whatever JSON comes, an answer comes."""
    answer = answer_to(json.dumps(value))
    assert "error" in answer


@given(st.data())
@settings(max_examples=300)
def test_mutated_questions(data: st.DataObject) -> None:
    """A question with any value put anywhere is answered: with a legal move, or with one sentence, without insides."""
    damaged = json.loads(json.dumps(GOOD))
    path = data.draw(st.sampled_from(paths(damaged)))
    put(*path, value=data.draw(VALUES))(damaged)
    answer = answer_to(json.dumps({**damaged, "level": "medium"} if path[0] != "level" else damaged))
    if "error" in answer:
        check_refusal(answer, answer["id"])
    else:
        assert (
            parse_answer(json.dumps(answer), damaged["id"], HEARTS).move
            in parse_request(json.dumps(damaged)).view.legal_moves()
        )


# ---------------------------------------------------------------------- answers


ANSWER: dict[str, Any] = answer_to(question(match_at(30), "medium", 4))
WRONG_ANSWERS: dict[str, Damage] = {
    **{f"no {name}": drop(name) for name in ANSWER},
    "to another question": put("id", value="q2"),
    "a move that is none": put("move", value="QX"),
    "a move that is a number": put("move", value=3),
    "worlds in text": put("worlds", value="4"),
    "a cut that is a number": put("cut", value=0),
    "reasons in text": put("why", value="because"),
    "a reason for no move": put("why", 0, "move", value="QX"),
    "a reason without points": drop("why", 0, "points"),
    "a reason that is no number": put("why", 0, "points", value=float("nan")),
    "endless points": put("why", 0, "points", value=10**400),
    "progress in text": put("why", 0, "progress", value="5.6 of 5"),
    "progress without a mean": put("why", 0, "progress", value={"needed": 5, "worlds": 4}),
    "progress in no world": put("why", 0, "progress", value={"mean": 5.6, "needed": 5, "worlds": 0}),
}


def test_progress_comes_back() -> None:
    """What a reason tells of a contract ("about 5.6 tricks of the 5 needed") comes back as it was sent."""
    data = json.loads(json.dumps(ANSWER))
    data["why"][0]["progress"] = {"mean": 5.6, "needed": 5, "worlds": 4}
    first, *others = parse_answer(json.dumps(data), "q1", HEARTS).why
    assert Progress(5.6, 5, 4) == first.progress
    assert {None} == {other.progress for other in others}


@pytest.mark.parametrize("name", WRONG_ANSWERS)
def test_damaged_answers(name: str) -> None:
    """The page refuses an answer with one thing wrong."""
    data = json.loads(json.dumps(ANSWER))
    WRONG_ANSWERS[name](data)
    with pytest.raises(InvalidRecordError):
        parse_answer(json.dumps(data), "q1", HEARTS)


@given(st.one_of(VALUES.map(json.dumps), st.text()))
def test_any_answer(text: str) -> None:
    """Whatever the page gets for an answer, it is refused with an error of one kind."""
    with pytest.raises(InvalidRecordError):
        parse_answer(text, "q1", HEARTS)


def test_error_answers_are_errors() -> None:
    """An answer that says what went wrong raises just that."""
    with pytest.raises(InvalidRecordError, match="no such level"):
        parse_answer(json.dumps(answer_to(json.dumps({**GOOD, "level": "x"}))), "q1", HEARTS)


def test_faults_show_no_insides(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that fails comes back as an error of its own code, which tells nothing of the deal."""

    def fail(*_: object) -> None:
        raise KeyError("QS is with seat 2")

    monkeypatch.setattr("tapisvert.bots.craft_of", lambda deal: Craft(fail))
    answer = answer_to(json.dumps(GOOD))
    assert {"id": "q1", "error": "the bot failed (KeyError)", "code": "failed"} == answer


def test_worker_goes_on_after_bad_questions() -> None:
    """A worker asked rubbish answers the next question as if nothing had been."""

    async def ask(*texts: str) -> list[dict[str, Any]]:
        worker = Worker(lambda: 0.0)
        return [json.loads(await worker.choose(text)) for text in texts]

    good = json.dumps(GOOD)
    answers = asyncio.run(ask(good, "{", good))
    assert answers[0] == answers[2] == answer_to(good)
    check_refusal(answers[1], None)
