"""The home screen in use: the game chosen, the form as it is filled in, what there is to resume and to tell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

from tapisvert.game import Game
from tapisvert.record import Record

from .entrance import new_record
from .home import BOT_NAMES, home, read_form
from .layouts import TABLES
from .saves import Saves
from .storage import Storage
from .table import BACKS, waiting_table
from .text import Texts


class House(Protocol):
    """What the lobby needs of the page."""

    @property
    def texts(self) -> Texts:
        """The texts of the language spoken."""

    @property
    def is_home(self) -> bool:
        """Whether the home screen is shown, with no sheet over it."""

    def paint(self, regions: Mapping[str, str]) -> None:
        """Draws the home screen's regions."""

    def drop_sheet(self) -> None:
        """Takes away whatever sheet there is."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs something beside."""


class Lobby:
    """The home screen; its ``do_`` methods are actions of the table's own."""

    def __init__(
        self,
        house: House,
        storage: Storage,
        saves: Saves,
        copies: Callable[[], Mapping[str, str]],
        boot: Mapping[str, Any],
    ) -> None:
        """
        Opens the lobby; nothing is drawn yet.

        :param copies: lists the buttons for copies, see :meth:`Copies.offered`.
        :param boot: what the shell knows.
        """
        self._house, self._storage, self._saves, self._copies = house, storage, saves, copies
        asked = boot["query"].get("game", "")
        self.game: Game = TABLES.get(asked, next(iter(TABLES.values())))
        self.form: dict[str, str] = strings(storage.get_json("form")) | strings(boot["form"])
        self.notice = house.texts("notice.no_game", name=asked[:40]) if asked not in ("", self.game.name) else ""

    def fill_in(self, form: Any) -> None:
        """Takes the form as it stands on the screen."""
        self.form |= strings(form)

    def record(self) -> Record:
        """Makes the match that the form asks for, and remembers the form."""
        self._house.spawn(self._storage.put_json("form", self.form))
        return new_record(self.game, *read_form(self.game, self.form))

    @property
    def is_replacing(self) -> bool:
        """Whether a new match would replace an unfinished one."""
        return self.game.name in self._saves.unfinished

    def do_game(self, value: str) -> None:
        """Chooses a game."""
        self.game = TABLES.get(value, self.game)
        self.enter()

    def do_refresh(self, _: str) -> None:
        """Draws the form again after a choice that may change it (the number of players)."""
        if self._house.is_home:
            self.draw()

    def enter(self) -> None:
        """Shows the home screen at once, and again if another tab has changed what there is."""
        self.draw()
        self._house.spawn(self._look_again())

    async def _look_again(self) -> None:
        before = self._html()
        await self._saves.look()
        if self._house.is_home and before != self._html():
            self.draw()

    def draw(self) -> None:
        """Draws the home screen, without any sheet."""
        self._house.drop_sheet()
        self.redraw()

    def redraw(self) -> None:
        """Draws the home screen, under whatever sheet there is."""
        options, _ = read_form(self.game, self.form)
        names = [self._house.texts("you"), *BOT_NAMES][: self.game.seats(options)]
        title = self._house.texts("house")
        self._house.paint(waiting_table(names, BACKS) | {"title": title, "home": self._html(), "notice": ""})

    def _html(self) -> str:
        """Makes the home screen, with what it has to tell."""
        t = self._house.texts
        notices = {} if self._storage.is_kept else {t("notice.not_kept"): ""}
        for name, code in self._saves.troubles.items():
            saves = [name] if self._saves.is_newer(name) else self._saves.aside(name)
            notices[t(f"notice.{code}", game=t(f"game.{name}"))] = f"save-sheet {saves[-1]}" if saves else ""
        if self.notice:
            notices[self.notice] = ""
        return home(t, self.game, self.form, self._saves.unfinished, notices, self._copies())


def strings(value: Any) -> dict[str, str]:
    """
    Keeps what is a mapping of short texts.

    >>> strings({"a": "b", "c": 1})
    {'a': 'b'}
    """
    if not isinstance(value, Mapping):
        return {}
    return {str(k): v for k, v in value.items() if isinstance(v, str) and len(v) < 100}
