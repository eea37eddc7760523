"""Who sits on the seats: a person at this page, or a bot in the worker."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from tapisvert.bots import LEVELS, decide
from tapisvert.bots.service import make_request, parse_answer
from tapisvert.game import Game, Move
from tapisvert.view import View

ANSWER_TIMEOUT = 15.0
"""Seconds that a worker which is ready may take for an answer before it counts as stuck."""
READY_TIMEOUT = 120.0
"""Seconds for a worker's start: a cold boot on a slow device is no hang."""
DEADLINE_MS = 3000
FALLBACK_LEVEL = "easy"


class WorkerLike(Protocol):
    """A worker with bots, as ``browser.Worker`` is."""

    async def ready(self) -> dict[str, object]:
        """Waits for the worker's first message."""

    async def choose(self, request: str) -> str:
        """Asks for a choice."""

    def end(self) -> None:
        """Ends the worker."""


class Bots:
    """The worker with the bots, kept alive: one that fails is replaced, and the page plays meanwhile."""

    def __init__(
        self,
        start: Callable[[str], Awaitable[WorkerLike]],
        build: str,
        *,
        has_deadline: bool,
        on_trouble: Callable[[], None],
    ) -> None:
        """
        Prepares; nothing is started yet.

        :param start: starts a worker under a given name.
        :param has_deadline: whether a decision is cut after a few seconds; without, it depends on the request alone.
        :param on_trouble: called when a worker had to be replaced.
        """
        self._start = start
        self._build = build
        self._deadline = DEADLINE_MS if has_deadline else None
        self._on_trouble = on_trouble
        self._worker: asyncio.Task[WorkerLike] | None = None
        self._started = 0
        self._asked = 0

    def wake(self) -> None:
        """Starts the worker, if none is up or starting."""
        if self._worker is None:
            self._started += 1
            self._worker = asyncio.ensure_future(self._boot(f"bots-{self._started}"))

    async def _boot(self, name: str) -> WorkerLike:
        worker = await asyncio.wait_for(self._start(name), READY_TIMEOUT)
        await asyncio.wait_for(worker.ready(), READY_TIMEOUT)
        return worker

    async def choose(self, game: Game, view: View, level: str, seed: str) -> Move:
        """Gets a bot's move; legal whatever becomes of the worker."""
        self._asked += 1
        name = f"{self._asked}"
        request = make_request(
            id=name,
            build=self._build,
            game=game,
            options=view.options,
            view=view,
            level=level,
            seed=seed,
            worlds=LEVELS[level].worlds,
            deadline_ms=self._deadline,
        )
        self.wake()
        assert self._worker is not None
        task = self._worker
        try:
            worker = await asyncio.shield(task)
            text = await asyncio.wait_for(worker.choose(request), ANSWER_TIMEOUT)
            move = parse_answer(text, name, game).move
            if move in view.legal_moves():
                return move
        except asyncio.CancelledError:
            raise
        except Exception:  # noqa: BLE001  (a worker may fail in any way; the game goes on)
            pass
        self._replace(task)
        return self._play_here(view, seed)

    def _replace(self, task: asyncio.Task[WorkerLike]) -> None:
        """Ends a worker that failed; the next one starts at the next question."""
        if self._worker is task:
            self._worker = None
            if task.done() and not task.cancelled() and not task.exception():
                task.result().end()
            self._on_trouble()

    def _play_here(self, view: View, seed: str) -> Move:
        """Chooses by the rule of thumb, in the page."""
        return decide(FALLBACK_LEVEL, view, seed).move


class Person:
    """The person at this page: waits for clicks, and knows what has been selected."""

    def __init__(self) -> None:
        self.selection: list[Move] = []
        self._answer: asyncio.Future[list[Move]] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether an answer is awaited."""
        return self._answer is not None and not self._answer.done()

    async def choose(self) -> list[Move]:
        """Waits for the person's move, or for all the moves of a sealed pass."""
        self._answer = asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._answer = None
            self.selection = []

    def answer(self, moves: list[Move]) -> None:
        """Gives the answer awaited; a second one is dropped."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(moves)

    def toggle(self, move: Move, most: int) -> None:
        """Selects or unselects a card; never more than *most*."""
        if move in self.selection:
            self.selection.remove(move)
        elif len(self.selection) < most:
            self.selection.append(move)
