"""The bots' worker in every kind of trouble: the page plays on, and one worker at most is alive."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from table.players import (
    ANSWER_TICKS,
    DISTANCES,
    FALLBACK_LEVEL,
    PATIENCE_TICKS,
    READY_TICKS,
    UNLIMITED_ANSWER_TICKS,
    Bots,
    Person,
)
from tapisvert.bots import decide
from tapisvert.bots.service import choose
from tapisvert.cards import CARD_NAMES
from tapisvert.game import Move
from tapisvert.games import GAMES
from tapisvert.match import Match, Seeds
from tapisvert.view import View
from tests.table.fakes import Seconds, run, settle

HEARTS = GAMES["hearts"]
BUILD = "b1"
NEVER = "never"
LEVEL = "random"
"""The level asked for: cheap, and told from the one that the page plays by."""
Fault = Callable[[str], Any]
"""What a worker does with a question: gives an answer, raises, or (``NEVER``) says nothing."""


def honest(request: str) -> str:
    return choose(request, lambda: 0.0)


def changed(**fields: Any) -> Fault:
    """Makes a worker that answers well but for some fields."""
    return lambda request: json.dumps(json.loads(honest(request)) | fields)


def broken(error: BaseException) -> Fault:
    def fail(request: str) -> str:
        raise error

    return fail


def illegal(request: str) -> str:
    """Answers with a card that the seat does not hold."""
    held = json.loads(request)["view"]["hands"][0]
    return changed(move=next(name for card, name in enumerate(CARD_NAMES) if card not in held))(request)


class Worker:
    """A worker that does as told."""

    def __init__(self, first: Any, answer: Fault) -> None:
        self.first = first
        self.answer = answer
        self.is_alive = True
        self.waiting: list[asyncio.Future[str]] = []
        self.requests: list[str] = []

    async def ready(self) -> dict[str, object]:
        if isinstance(self.first, BaseException):
            raise self.first
        if self.first == NEVER:
            await self.say_nothing()
        found: dict[str, object] = self.first
        return found

    async def choose(self, request: str) -> str:
        self.requests.append(request)
        answer = self.answer(request)
        return await self.say_nothing() if answer == NEVER else answer

    async def say_nothing(self) -> str:
        """Waits for what never comes, unless the test says it late."""
        self.waiting.append(asyncio.get_running_loop().create_future())
        return await self.waiting[-1]

    def end(self) -> None:
        self.is_alive = False


class Bench:
    """Bots whose workers and seconds the test deals out."""

    def __init__(self, *workers: tuple[Any, Fault], has_deadline: bool = True) -> None:
        self.plan = list(workers)
        self.workers: list[Worker] = []
        self.troubles = 0
        seconds = Seconds()
        self.advance = seconds.pass_by
        self.bots = Bots(self.start, BUILD, has_deadline=has_deadline, on_trouble=self.note, tick=seconds.tick)
        match = Match(HEARTS, HEARTS.options(), Seeds("players", "bots"))
        match.next_deal()
        self.view: View = match.view(0)
        assert self.by(LEVEL) != self.by(FALLBACK_LEVEL), "the test tells who has played"

    async def start(self, name: str) -> Worker:
        """Starts the next worker of the plan, or an honest one."""
        made = Worker(*(self.plan.pop(0) if self.plan else ({"build": BUILD}, honest)))
        self.workers.append(made)
        assert 1 == len(self.alive())
        return made

    def note(self) -> None:
        self.troubles += 1

    def alive(self) -> list[Worker]:
        return [worker for worker in self.workers if worker.is_alive]

    def ask(self, level: str = LEVEL) -> asyncio.Task[Move]:
        return asyncio.ensure_future(self.bots.choose(HEARTS, self.view, level, "seed"))

    def by(self, level: str) -> Move:
        """Gets what a level chooses here."""
        return decide(level, self.view, "seed").move


GOOD = {"build": BUILD}
FAULTS: dict[str, tuple[Any, Fault, int]] = {
    "throws": (GOOD, broken(RuntimeError("the worker died")), 0),
    "gives the call up": (GOOD, broken(asyncio.CancelledError()), 0),
    "hangs": (GOOD, lambda request: NEVER, ANSWER_TICKS),
    "answers an old turn": (GOOD, changed(id="0"), 0),
    "answers with a move that is not allowed": (GOOD, illegal, 0),
    "answers with what is no move": (GOOD, changed(move="ZZ"), 0),
    "answers with an error": (GOOD, lambda request: json.dumps({"id": "1", "error": "no", "code": "failed"}), 0),
    "answers with half a text": (GOOD, lambda request: honest(request)[:20], 0),
    "answers with nothing": (GOOD, lambda request: "", 0),
    "answers with what is no text": (GOOD, lambda request: 7, 0),
    "is of another build": ({"build": "b0"}, honest, 0),
    "names no build": ({}, honest, 0),
    "opens with nonsense": ([], honest, 0),
    "cannot boot": (OSError("404"), honest, 0),
    "never boots": (NEVER, honest, READY_TICKS),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faulty_worker_is_replaced(name: str) -> None:
    """A worker in trouble is ended and replaced; meanwhile the page plays a legal move by its rule of thumb."""

    async def scenario() -> None:
        first, answer, seconds = FAULTS[name]
        bench = Bench((first, answer), (NEVER, honest))
        asked = bench.ask()
        await settle()
        await bench.advance(seconds)
        assert asked.done(), "the page does not wait for the next worker"
        assert bench.by(FALLBACK_LEVEL) == asked.result()
        assert (1, [False, True]) == (bench.troubles, [worker.is_alive for worker in bench.workers])
        again = bench.ask()
        await settle()
        assert bench.by(FALLBACK_LEVEL) == again.result(), "nor do the questions after"
        bench.workers[1].waiting[0].set_result("")
        bench.workers[1].first = GOOD
        await settle()

    run(scenario())


def test_replacement_plays_at_its_level() -> None:
    """Once the next worker is up, it is asked, at the level that was chosen."""

    async def scenario() -> None:
        bench = Bench((GOOD, broken(RuntimeError())))
        await bench.ask()
        await settle()
        assert bench.by(LEVEL) == await bench.ask()
        assert (1, 1) == (bench.troubles, len(bench.workers[1].requests))
        assert [False, True] == [worker.is_alive for worker in bench.workers]

    run(scenario())


def test_late_answer_is_dropped() -> None:
    """An answer that comes after its worker was given up changes nothing, nor does a second one."""

    async def scenario() -> None:
        bench = Bench((GOOD, lambda request: NEVER))
        asked = bench.ask()
        await settle()
        await bench.advance(ANSWER_TICKS)
        chosen = asked.result()
        late = bench.workers[0].waiting[0]
        assert late.cancelled(), "nobody waits for it any more"
        await settle()
        assert bench.by(LEVEL) == await bench.ask()
        assert (bench.by(FALLBACK_LEVEL), 1) == (chosen, bench.troubles)

    run(scenario())


def test_cold_boot_is_waited_for() -> None:
    """A bot that is due while the first worker boots waits for it, and then plays at its level."""

    async def scenario() -> None:
        bench = Bench((NEVER, honest))
        bench.bots.wake()
        asked = bench.ask()
        await settle()
        await bench.advance(PATIENCE_TICKS - 1)
        assert not asked.done()
        worker = bench.workers[0]
        worker.first = GOOD
        worker.waiting[0].set_result("")
        await settle()
        assert bench.by(LEVEL) == asked.result()
        assert (0, 1) == (bench.troubles, len(bench.workers))

    run(scenario())


def test_very_slow_boot_keeps_nobody_waiting() -> None:
    """When patience is over the page plays, and says so once; the worker goes on booting and is used when it is up."""

    async def scenario() -> None:
        bench = Bench((NEVER, honest))
        asked = bench.ask()
        await settle()
        await bench.advance(PATIENCE_TICKS)
        assert bench.by(FALLBACK_LEVEL) == asked.result()
        assert bench.by(FALLBACK_LEVEL) == await bench.ask()
        assert (1, [True]) == (bench.troubles, [worker.is_alive for worker in bench.workers])
        bench.workers[0].first = GOOD
        bench.workers[0].waiting[0].set_result("")
        await settle()
        assert bench.by(LEVEL) == await bench.ask()
        assert 1 == bench.troubles

    run(scenario())


def test_boots_are_tried_a_bounded_number_of_times() -> None:
    """A worker that cannot boot is tried again at growing distances, then no more; a new match tries again."""

    async def scenario() -> None:
        bench = Bench(*[(OSError("offline"), honest)] * len(DISTANCES))
        bench.bots.wake()
        for distance in DISTANCES:
            tried = len(bench.workers)
            await bench.advance(distance - 1 if distance else 0)
            await settle()
            assert not distance or tried == len(bench.workers)
            assert bench.by(FALLBACK_LEVEL) == await bench.ask()
            await bench.advance(1 if distance else 0)
            await settle()
        assert (len(DISTANCES), []) == (len(bench.workers), bench.alive())
        await bench.advance(1000)
        assert bench.by(FALLBACK_LEVEL) == await bench.ask()
        assert (len(DISTANCES), len(DISTANCES)) == (len(bench.workers), bench.troubles)
        bench.bots.wake()
        await settle()
        assert bench.by(LEVEL) == await bench.ask()

    run(scenario())


@pytest.mark.parametrize(("has_deadline", "seconds"), [(True, ANSWER_TICKS), (False, UNLIMITED_ANSWER_TICKS)])
def test_sleep_is_no_hang(has_deadline: bool, seconds: int) -> None:
    """Only seconds awake count: a page that was frozen for an hour adds one at most, and goes on waiting."""

    async def scenario() -> None:
        bench = Bench((GOOD, lambda request: NEVER), has_deadline=has_deadline)
        asked = bench.ask()
        await settle()
        await bench.advance(seconds - 2)
        # frozen: nothing runs, whatever the clock on the wall says; on waking, one timer is due
        await bench.advance(1)
        assert not asked.done()
        worker = bench.workers[0]
        worker.waiting[0].set_result(honest(worker.requests[0]))
        await settle()
        assert (bench.by(LEVEL), 0, 1) == (asked.result(), bench.troubles, len(bench.workers))

    run(scenario())


def test_leaving_the_table_leaks_nothing() -> None:
    """A question that nobody waits for any longer ends with its call; the worker stays for the next match."""

    async def scenario() -> None:
        bench = Bench((GOOD, lambda request: NEVER))
        here = asyncio.all_tasks()
        for _ in range(50):
            asked = bench.ask()
            await settle()
            asked.cancel()
            await settle()
        assert here == asyncio.all_tasks()
        assert all(call.cancelled() for call in bench.workers[0].waiting)
        assert (0, 1) == (bench.troubles, len(bench.alive()))

    run(scenario())


def test_twenty_deaths_leak_nothing() -> None:
    """Twenty workers that hang one after another leave one alive and no task behind."""

    async def scenario() -> None:
        bench = Bench(*[(GOOD, lambda request: NEVER), (GOOD, honest)] * 20)
        here = asyncio.all_tasks()
        for deaths in range(1, 21):
            asked = bench.ask()
            await settle()
            await bench.advance(ANSWER_TICKS + DISTANCES[2])  # the second death in a row brings a short rest
            assert asked.result() == bench.by(FALLBACK_LEVEL)
            assert bench.by(LEVEL) == await bench.ask()
            bench.alive()[0].answer = broken(RuntimeError())
            await bench.ask()
            await settle()
            assert (2 * deaths, 1) == (bench.troubles, len(bench.alive()))
        assert here == asyncio.all_tasks()

    run(scenario())


def test_person_answers_once() -> None:
    """Only the first answer to a question counts, and nothing answers a question not asked."""

    async def scenario() -> None:
        person = Person()
        person.answer([9])
        asked: Coroutine[Any, Any, list[Move]] = person.choose()
        task = asyncio.ensure_future(asked)
        await settle()
        person.answer([1])
        person.answer([2])
        assert [1] == await task
        assert not person.is_asked

    run(scenario())


def test_never_a_fourth_card() -> None:
    """A card is selected by one click and unselected by the next; beyond the number asked for nothing is."""
    person = Person()
    for card in (1, 2, 2, 3, 4, 5, 4):
        person.toggle(card, 3)
    assert [1, 3] == person.selection
