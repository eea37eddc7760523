"""The page from its first Python step: the home screen, the table, and the way between them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import replace
from typing import Any

from tapisvert.match import Match
from tapisvert.record import Record

from .bar import labels
from .copies import Copies
from .entrance import Entrance, new_record
from .faults import Faults, give_up
from .keys import help_sheet, shortcuts, tips_sheet
from .layouts import TABLES
from .lobby import Lobby
from .players import Bots
from .ports import Browser
from .saves import Saves
from .session import Session
from .settings import Settings
from .sheets import settings_sheet
from .storage import Storage, TakenError
from .text import Texts, tag, texts

BREATH = 0.4
"""Seconds that the table has for itself before the bots' worker starts; a bot that is asked starts it at once."""
LOOKING = ("last-trick", "played", "log", "odds", "hand", "scores")
"""The sheets that look at the deal in progress."""
SHEETS = (*LOOKING, "settings", "help", "tips")
"""The sheets that a person opens at any time."""


class App:
    """The page."""

    def __init__(self, browser: Browser, boot: Mapping[str, Any], storage: Storage) -> None:
        """
        Takes over from the shell.

        :param boot: what the shell knows; see :func:`browser.boot`.
        """
        query = boot["query"]
        self._browser = browser
        self._storage = storage
        storage.on_refused = self._refused
        self._texts = texts(boot["language"])
        self._settings = Settings.read(storage.get_json("settings"))
        self._kept_settings = replace(self._settings)  # without what the address alone asks for
        self._settings.change("speed", query.get("speed", ""))
        self._faults = Faults(browser, storage, self)
        self._saves = Saves(storage)
        self._copies = Copies(browser, self._saves, self)
        self._entrance = Entrance(browser, storage, self._saves, self)
        self._lobby = Lobby(self, storage, self._saves, self._copies.offered, boot)
        self._session: Session | None = None
        self._playing: asyncio.Task[None] | None = None
        self._is_early = False
        self._skip: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.sheet = ""
        """The name of the sheet that is open, if any."""
        self._looked_at = ""  # what that sheet is about, where it may be about several things
        self._bots = Bots(
            browser.start_worker,
            boot["build"],
            has_deadline=query.get("bots") != "worlds",
            on_trouble=self._tell_worker_trouble,
        )

    # ------------------------------------------------------------------ start

    async def start(self, boot: Mapping[str, Any]) -> None:
        """Shows the home screen or the table left open, then listens, early clicks first."""
        await self._saves.look()
        opened = TABLES.get(boot["open"])
        if opened is not None:
            self._lobby.game = opened
            await asyncio.wait([self._entrance.resume(opened)])  # a fault on the way has its sheet
        else:
            self.draw_home()
        self._is_early = True
        self._browser.connect(self.handle)
        self._is_early = False
        self.spawn(self._wake_bots())

    # ------------------------------------------------------------------ what a person does

    def handle(self, event: Mapping[str, Any]) -> None:
        """Does what a person asked for: an action of the table's own, or a move."""
        self._faults.report.did(event)
        try:
            self._handle(event)
        except Exception as error:  # noqa: BLE001 - a fault of ours is told in a sentence, and play can go on
            self._faults.tell(error)

    def _handle(self, event: Mapping[str, Any]) -> None:
        if self._session is None:  # at the table the form is out of sight, and may never have been filled in
            self._lobby.fill_in(event.get("form"))
        if "move" in event:
            if self._session is not None and not self._session.move(str(event["move"])):
                self.do_skip("")
            return
        name, _, value = str(event.get("action", "")).partition(" ")
        if name in SHEETS:
            self._toggle_sheet(name, value)
            return
        name = f"do_{name.replace('-', '_')}"
        for part in (self, self._lobby, self._copies, self._faults):
            if (act := getattr(part, name, None)) is not None:
                act(value)
                return

    def do_skip(self, _: str) -> None:
        """Ends the wait in progress."""
        if self._skip is not None and not self._skip.done():
            self._skip.set_result(None)

    def do_home(self, _: str) -> None:
        self.leave_table()
        self.go_home()

    def do_new_match(self, _: str) -> None:
        is_told = self._lobby.is_replacing and not self._is_early
        self._entrance.deal_in(self._lobby.record(), is_told=is_told)

    def do_rematch(self, _: str) -> None:
        if self._session is not None and self._session.match.is_over:
            old = self._session.record
            levels = [player.level for player in old.players[1:]]
            self._entrance.deal_in(new_record(old.match.game, old.match.options, levels), is_told=False)

    def do_resume(self, value: str) -> None:
        if (game := TABLES.get(value)) is not None:
            self._entrance.resume(game)

    def do_take_over(self, _: str) -> None:
        """Goes on here with what another tab has."""
        self._entrance.take_over()

    def do_lost(self, value: str) -> None:
        """Gives way to the tab that has taken the table over; a match in memory alone cannot be, and goes on."""
        if self._session is not None and self._session.match.game.name == value and self._storage.is_kept:
            self._give_way()

    def do_next_deal(self, _: str) -> None:
        if self._session is not None and self._session.next_deal():
            self.sheet = ""
            self._browser.draw({"sheet": None})

    def do_select(self, value: str) -> None:
        if self._session is not None:
            self._session.select(value)

    def do_confirm_pass(self, _: str) -> None:
        if self._session is not None:
            self._session.confirm()

    def do_score(self, _: str) -> None:
        if self._session is not None:
            self._session.turn_score()

    def do_repeat(self, _: str) -> None:
        if self._session is not None:
            self._session.repeat()

    def do_status(self, _: str) -> None:
        if self._session is not None:
            self._session.tell_status()

    def do_set(self, value: str) -> None:
        name, _, chosen = value.partition(" ")
        if self._settings.change(name, chosen):
            self._kept_settings.change(name, chosen)
            self.spawn(self._storage.put_json("settings", self._kept_settings.to_json()))
            self._redraw()

    def do_language(self, value: str) -> None:
        self._texts = texts(value)
        self._browser.remember("language", self._texts.language)
        if self._session is not None:
            self._session.texts = self._texts
        self._redraw()

    def do_close(self, _: str) -> None:
        self._close_sheet()

    # ------------------------------------------------------------------ screens

    @property
    def texts(self) -> Texts:
        """The texts of the language spoken."""
        return self._texts

    @property
    def match(self) -> Match | None:
        """The match at the table, if any."""
        return self._session.match if self._session is not None else None

    @property
    def game_name(self) -> str:
        """The game at the table, or chosen at home."""
        return self._lobby.game.name

    @property
    def is_home(self) -> bool:
        """Whether the home screen is shown, with no sheet over it."""
        return self._session is None and not self.sheet

    def go_home(self) -> None:
        """Shows the home screen."""
        self._lobby.enter()

    def draw_home(self) -> None:
        """Draws the home screen as it is known, without any sheet."""
        self._lobby.draw()

    def paint(self, regions: Mapping[str, str]) -> None:
        """Draws the home screen's regions."""
        self.draw({"screen": "home", "regions": regions, "data": {}, "sheet": None, "shell": self._shell_texts()})

    def drop_sheet(self) -> None:
        """Takes away whatever sheet there is."""
        self.sheet = ""

    def show_sheet(self, name: str, html: str) -> None:
        """Lays a sheet over the table; *name* tells which."""
        self.sheet = name
        self._browser.draw({"sheet": html})

    def _strip(self) -> str:
        """Gets the line over the table that says that nothing is kept; empty if something is."""
        return "" if self._storage.is_kept else tag("p", self._texts("notice.not_kept.short"))

    def _refused(self) -> None:
        """Says, once and for all to see, that the browser keeps nothing any more."""
        self._browser.say(self._texts("notice.not_kept"))
        if self.is_home:
            self.draw_home()
            return
        regions = {"notice": self._strip()} if self._session is not None else {}
        self._browser.draw({"shell": self._shell_texts(), "regions": regions})
        if self.sheet == "fault":
            self._faults.show()

    def _redraw(self) -> None:
        """Draws everything again after a change of language or settings."""
        if self._session is None:
            self._lobby.redraw()
        else:
            self._browser.draw({"shell": self._shell_texts(), "regions": {"notice": self._strip()}})
            self._session.redraw()
        self._draw_sheet()

    def _shell_texts(self) -> dict[str, Any]:
        """Gets the texts around the table, the keys that act, and whether all is in memory."""
        t = self._texts
        at_table = self._session is not None
        return {
            "language": t.language,
            "house": t("house"),
            "page": t("page.title", game=t(f"game.{self.game_name}")) if at_table else t("house"),
            "keys": shortcuts(self._settings, t),
            "unkept": not self._storage.is_kept,  # then nothing is offered that loads the page afresh
            "labels": labels(t),
        }

    def _toggle_sheet(self, name: str, about: str) -> None:
        """Opens a sheet, or closes it if it is open; a fault's sheet stays, and one that a key could lose."""
        if self.sheet not in ("", *SHEETS) or (name in LOOKING and self._session is None):
            return
        if (self.sheet, self._looked_at) == (name, about):
            self._close_sheet()
            return
        self.sheet, self._looked_at = name, about
        self._draw_sheet()
        if name == "played" and self._session is not None:
            self._session.tell_played()

    def _draw_sheet(self) -> None:
        """Draws the sheet that a person has opened, if any."""
        if self.sheet == "settings":
            self._browser.draw({"sheet": settings_sheet(self._settings, self._texts)})
        elif self.sheet == "help":
            self._browser.draw({"sheet": help_sheet(self._settings, self._texts, self.game_name)})
        elif self.sheet == "tips":
            self._browser.draw({"sheet": tips_sheet(self._texts, self.game_name)})
        elif self.sheet in SHEETS and self._session is not None:
            self._browser.draw({"sheet": self._session.sheet(self.sheet, self._looked_at)})

    def _close_sheet(self) -> None:
        if self._faults.is_standing:
            self._faults.show()
            return
        self.sheet = ""
        self._browser.draw({"sheet": None})
        if self._session is not None and not self._session.is_playing:
            self._session.show_result()

    # ------------------------------------------------------------------ the table

    def open_table(self, record: Record) -> None:
        """Opens the table for a match."""
        self._lobby.notice = self.sheet = ""
        self._saves.troubles.clear()
        self._lobby.game = game = record.match.game
        self._session = Session(record, self._texts, self._settings, self, self._bots, self._saves.save)
        self._browser.remember("open", game.name)
        self._browser.draw(
            {
                "screen": "table",
                "game": game.name,
                "regions": {"notice": self._strip()},
                "data": {},
                "sheet": None,
                "shell": self._shell_texts(),
            }
        )
        self.spawn(self._wake_bots())
        self._playing = self.spawn(self._session.run())

    def leave_table(self) -> None:
        """Leaves the table, or the way to one."""
        if self._session is not None or self._faults.is_standing:
            self._browser.remember("open", "")
        self._stop()
        self._entrance.leave()

    def _stop(self) -> None:
        """Ends the session; what is not written yet is dropped."""
        if self._playing is not None:
            self._playing.cancel()
        self._playing = self._session = None
        self._faults.is_standing = False
        self.sheet = ""

    def _give_way(self) -> None:
        """Leaves the table to the tab that has taken it over."""
        if self._session is not None:
            game = self._session.match.game
            self._stop()
            self._browser.draw({"data": {}})
            self._entrance.give_way(game)

    def take_in(self, record: Record) -> None:
        """Opens the table with a copy of a match, in place of any other of its game."""
        self._entrance.take_in(record)

    # ------------------------------------------------------------------ the stage of a session

    def draw(self, scene: Mapping[str, Any]) -> None:
        """Draws regions of the page."""
        if self.sheet and "sheet" in scene:
            scene = {key: value for key, value in scene.items() if key != "sheet"}  # an open sheet stays open
        self._browser.draw(scene)

    def say(self, line: str) -> None:
        """Tells screen readers a line."""
        self._browser.say(line)

    async def pause(self, milliseconds: int) -> None:
        """Waits; a click on the table ends the wait."""
        if not milliseconds:
            return
        self._skip = asyncio.get_running_loop().create_future()
        await asyncio.wait([self._skip], timeout=milliseconds / 1000)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs something beside, and keeps hold of it till it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, TakenError):
            self._give_way()
        else:
            self._faults.tell(error)

    async def _wake_bots(self) -> None:
        """Starts the bots' worker a moment after what is shown: its start takes the device's full strength."""
        await asyncio.sleep(BREATH)
        self._bots.wake()

    def _tell_worker_trouble(self) -> None:
        """Tells that the bots have a new worker; the log and the report have it too."""
        self._faults.report.note("worker-trouble")
        if self._session is not None:
            self._session.note("bots_restarted")


async def start(browser: Browser) -> None:
    """Starts the page in a browser; one that cannot start says so, and does not try the same table again."""
    try:
        boot = browser.boot()
        storage = await Storage.open(browser.open_store)
        await App(browser, boot, storage).start(boot)
    except Exception as error:  # noqa: BLE001 - whatever it is, its text may tell a card
        give_up(browser, error)
