"""
The way to a table: a match is open in one tab of a browser, and whoever opens it goes on from what was last written.

A lock tells tabs of one another (``tabs.mjs``); a fence in the store (``Saves.claim``) makes sure that a tab which has
lost its table writes no more, however late it hears of that.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from tapisvert.bots import VERSION
from tapisvert.game import Game
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record

from .home import BOT_NAMES
from .ports import Browser
from .saves import Saves
from .sheets import elsewhere_sheet
from .storage import Storage
from .text import Texts

Begin = Callable[[], Awaitable[None]]
"""What opens a table, once no other tab has it."""


class House(Protocol):
    """What the entrance needs of the page."""

    @property
    def texts(self) -> Texts:
        """The texts of the language spoken."""

    def open_table(self, record: Record) -> None:
        """Opens the table for a match."""

    def leave_table(self) -> None:
        """Leaves the table, or the way to one."""

    def draw_home(self) -> None:
        """Draws the home screen, without any sheet."""

    def show_sheet(self, name: str, html: str) -> None:
        """Lays a sheet over the page."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs something beside."""


class Entrance:
    """Opens tables, each in one tab only."""

    def __init__(self, browser: Browser, storage: Storage, saves: Saves, house: House) -> None:
        self._browser = browser
        self._storage = storage
        self._saves = saves
        self._house = house
        self._task: asyncio.Task[None] | None = None
        self._wanted: tuple[Game, Begin] | None = None

    def resume(self, game: Game) -> asyncio.Task[None]:
        """Opens the table of a game with its match, as it stands on the device now."""
        return self._enter(game, partial(self._resume, game))

    def deal_in(self, record: Record, *, is_told: bool) -> None:
        """
        Opens the table with a new match.

        :param is_told: whether the home screen has said that it replaces another; it is asked again if not.
        """
        self._enter(record.match.game, partial(self._deal_in, record, is_told=is_told), "new" if is_told else "open")

    def take_in(self, record: Record) -> None:
        """Opens the table with a match that replaces any other of its game."""
        self._enter(record.match.game, partial(self._take_in, record), "new")

    def take_over(self) -> None:
        """Does here what has just been held up because another tab has the table."""
        if self._wanted is not None:
            self._enter(*self._wanted, steal=True)

    def give_way(self, game: Game) -> None:
        """Says that another tab has taken the table over, and offers to take it back."""
        self.leave()
        self._wanted = game, partial(self._resume, game)
        self._house.show_sheet("elsewhere", elsewhere_sheet(self._house.texts, "lost", game.name))

    def leave(self) -> None:
        """Turns back, and lets another tab have the table."""
        if self._task is not None:
            self._task.cancel()
        self._task = None
        self._browser.release_table()

    # ------------------------------------------------------------------ on the way

    def _enter(self, game: Game, begin: Begin, why: str = "open", *, steal: bool = False) -> asyncio.Task[None]:
        self._house.leave_table()
        self._task = self._house.spawn(self._ask(game, begin, why, steal=steal))
        return self._task

    async def _ask(self, game: Game, begin: Begin, why: str, *, steal: bool) -> None:
        """Begins if the table is free or taken over; otherwise a sheet asks."""
        if not self._storage.is_kept or await self._browser.take_table(game.name, steal=steal):
            await begin()
            return
        self._wanted = game, begin if why == "new" else partial(self._go_on, game, begin)
        self._house.draw_home()
        self._house.show_sheet("elsewhere", elsewhere_sheet(self._house.texts, why, game.name))

    async def _go_on(self, game: Game, begin: Begin) -> None:
        """Goes on with what the other tab was playing, as the sheet has said; begins if that was nothing."""
        await self._saves.look()
        await (self._resume(game) if game.name in self._saves.unfinished else begin())

    async def _resume(self, game: Game) -> None:
        record = await self._saves.load(game.name)
        if record is not None:
            self._house.open_table(record)
        else:
            self._turn_back()

    async def _deal_in(self, record: Record, *, is_told: bool) -> None:
        name = record.match.game.name
        await self._saves.look()
        if is_told or name not in self._saves.unfinished:
            await self._saves.clear(name)
            self._house.open_table(record)
        else:
            self._turn_back()

    async def _take_in(self, record: Record) -> None:
        await self._saves.clear(record.match.game.name)
        await self._saves.save(record)
        self._house.open_table(record)

    def _turn_back(self) -> None:
        self._browser.release_table()
        self._browser.remember("open", "")
        self._house.draw_home()


def new_record(game: Game, options: Any, levels: list[str]) -> Record:
    """Sits you down with bots of these levels, under fresh seeds."""
    match = Match(game, options, Seeds(secrets.token_urlsafe(9), secrets.token_urlsafe(9)))
    bots = [Player("bot", name, level, VERSION) for name, level in zip(BOT_NAMES, levels, strict=False)]
    return Record(secrets.token_urlsafe(9), match, [Player("human", ""), *bots])
