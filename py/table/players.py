"""Who sits on the seats: a person at this page, or a bot in the worker."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from tapisvert.bots import LEVELS, decide
from tapisvert.bots.service import make_request, parse_answer
from tapisvert.game import Game, InvalidRecordError, Move
from tapisvert.view import View

from .ticks import Tick, let_pass, second, within

ANSWER_TICKS = 10
"""Seconds awake that a worker which is ready may take for an answer before it counts as stuck."""
UNLIMITED_ANSWER_TICKS = 30
"""The same for decisions without a deadline."""
PATIENCE_TICKS = 20
"""Seconds awake that the page's first questions wait for the first worker: bots at their level are worth a wait."""
READY_TICKS = 90
"""Seconds awake for a worker's start: a cold boot on a slow device is no hang."""
DISTANCES = (0, 0, 5, 20, 60, 180)
"""Seconds awake before the first start and before each start after a failure; after the last, none is tried."""
DEADLINE_MS = 900
"""What a decision may take: with the way there and back, an answer within a second."""
FALLBACK_LEVEL = "easy"


class WorkerLike(Protocol):
    """A worker with bots, as ``browser.Worker`` is."""

    async def ready(self) -> dict[str, object]:
        """Waits for the worker's first message."""

    async def choose(self, request: str) -> str:
        """Asks for a choice."""

    def end(self) -> None:
        """Ends the worker, also one that is still booting."""


class Bots:
    """
    The one worker with the bots, kept alive: one that fails is replaced, and the page plays meanwhile.

    Time is counted in ticks, never read from a clock, so a page that slept finds no worker stuck. The first
    worker is waited for, since its boot is part of coming in; while a replacement boots, the page plays at once.
    """

    def __init__(
        self,
        start: Callable[[str], Awaitable[WorkerLike]],
        build: str,
        *,
        has_deadline: bool,
        on_trouble: Callable[[], None],
        tick: Tick = second,
    ) -> None:
        """
        Prepares; nothing is started yet.

        :param start: starts a worker under a given name, and need not wait till it is up.
        :param build: the page's build; a worker of another one is not used.
        :param has_deadline: whether :data:`DEADLINE_MS` cuts a decision; without, it depends on the request alone.
        :param on_trouble: called once for each worker that fails, or that the page does not wait for any longer.
        :param tick: waits for one second awake.
        """
        self._start = start
        self._build = build
        self._deadline = DEADLINE_MS if has_deadline else None
        self._answer_ticks = ANSWER_TICKS if has_deadline else UNLIMITED_ANSWER_TICKS
        self._on_trouble = on_trouble
        self._tick = tick
        self._worker: WorkerLike | None = None  # the one that is up
        self._keeper: asyncio.Task[None] | None = None  # brings one up
        self._is_settled = asyncio.Event()  # the first one is up, or nobody waits for it any longer
        self._is_told = False
        self._started = self._asked = self._failures = 0

    def wake(self) -> None:
        """Brings a worker up, if none is up or on its way; begins afresh if the page had given up."""
        if self._failures >= len(DISTANCES):
            self._failures = 1
        self._keep()

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
        worker = await self._get_worker()
        if worker is None:
            return self._play_here(view, seed)
        try:
            text = await within(worker.choose(request), self._answer_ticks, self._tick)
            move = parse_answer(text, name, game).move
            if move not in view.legal_moves():
                raise InvalidRecordError("this move is not allowed")
        except Exception:  # noqa: BLE001  (a worker may fail in any way; the game goes on)
            self._replace(worker)
            return self._play_here(view, seed)
        self._failures = 0
        return move

    def _play_here(self, view: View, seed: str) -> Move:
        """Chooses by the rule of thumb, in the page."""
        return decide(FALLBACK_LEVEL, view, seed).move

    # ------------------------------------------------------------------ the worker

    async def _get_worker(self) -> WorkerLike | None:
        """Gets the worker, waiting for the first one; None if the page is to play by itself."""
        self._keep()
        try:
            await within(self._is_settled.wait(), PATIENCE_TICKS, self._tick)
        except TimeoutError:
            self._tell()
        return self._worker

    def _keep(self) -> None:
        """Sees to it that a worker comes up, if that is still tried."""
        is_trying = self._keeper is not None and not self._keeper.done()
        if self._worker is None and not is_trying and self._failures < len(DISTANCES):
            self._keeper = asyncio.ensure_future(self._bring_up())

    async def _bring_up(self) -> None:
        """Starts workers, at growing distances, until one is up."""
        while self._worker is None and self._failures < len(DISTANCES):
            await let_pass(DISTANCES[self._failures], self._tick)
            await self._boot()

    async def _boot(self) -> None:
        """Starts a worker and waits for its first message; ends it if it is unfit."""
        self._started += 1
        self._is_told = False
        worker: WorkerLike | None = None
        try:
            worker = await within(self._start(f"bots-{self._started}"), READY_TICKS, self._tick)
            first = await within(worker.ready(), READY_TICKS, self._tick)
            if first.get("build") != self._build:
                raise InvalidRecordError("this worker is of another build")
            self._worker = worker
            self._is_settled.set()
        except Exception:  # noqa: BLE001  (the same)
            self._drop(worker)

    def _replace(self, worker: WorkerLike) -> None:
        """Ends a worker that failed, and brings up another."""
        if self._worker is worker:
            self._worker = None
            self._drop(worker)
            self._keep()

    def _drop(self, worker: WorkerLike | None) -> None:
        """Ends a worker; nobody waits for the next one."""
        if worker is not None:
            worker.end()
        self._failures += 1
        self._tell()

    def _tell(self) -> None:
        """Tells of the trouble with a worker, once."""
        self._is_settled.set()
        if not self._is_told:
            self._is_told = True
            self._on_trouble()


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
