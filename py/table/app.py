"""The page from its first Python step: the home screen, the table, and the way between them."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Coroutine, Mapping
from typing import Any

from tapisvert.record import Record

from .copies import Copies
from .entrance import Entrance, new_record
from .home import BOT_NAMES, home, read_form
from .keys import help_sheet, shortcuts
from .layouts import TABLES
from .players import Bots
from .ports import Browser
from .report import Report
from .saves import Saves
from .session import Session
from .settings import Settings
from .sheets import fault_sheet, report_sheet, settings_sheet
from .storage import Storage, TakenError
from .table import waiting_table
from .text import Texts, tag, texts

BACKS = 13
BREATH = 0.4
"""Seconds that the table has for itself before the bots' worker starts; a bot that is asked starts it at once."""
SHEETS = ("last-trick", "played", "log", "settings", "help")
"""The sheets that a person opens at any time; the first three look back on the deal in progress."""


class App:
    """The page."""

    def __init__(self, browser: Browser, boot: Mapping[str, Any], storage: Storage) -> None:
        """
        Takes over from the shell.

        :param boot: what the shell knows; see :func:`browser.boot`.
        """
        self._browser = browser
        self._build = boot["build"]
        self._report = Report()
        query = boot["query"]
        self._storage = storage
        storage.on_refused = self._refused
        self._saves = Saves(storage)
        self._copies = Copies(browser, self._saves, self)
        self._entrance = Entrance(browser, storage, self._saves, self)
        self._settings = Settings.read(storage.get_json("settings"))
        self._settings.change("speed", query.get("speed", ""))
        self._texts = texts(boot["language"])
        self._game = TABLES.get(query.get("game", ""), next(iter(TABLES.values())))
        self._form: dict[str, str] = _strings(storage.get_json("form")) | _strings(boot["form"])
        self._notice = ""
        if query.get("game", self._game.name) != self._game.name:
            self._notice = self._texts("notice.no_game", name=query["game"][:40])
        self._session: Session | None = None
        self._playing: asyncio.Task[None] | None = None
        self._is_early = False
        self._has_persisted = False
        self._skip: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._sheet = ""
        self._bots = Bots(
            browser.start_worker,
            self._build,
            has_deadline=query.get("bots") != "worlds",
            on_trouble=self._tell_worker_trouble,
        )

    # ------------------------------------------------------------------ start

    async def start(self, boot: Mapping[str, Any]) -> None:
        """Shows the home screen or the table left open, then listens, early clicks first."""
        await self._saves.look()
        opened = TABLES.get(boot["open"])
        if opened is not None:
            await self._entrance.resume(opened)
        else:
            self.draw_home()
        self._is_early = True
        self._browser.connect(self.handle)
        self._is_early = False
        self.spawn(self._wake_bots())

    # ------------------------------------------------------------------ what a person does

    def handle(self, event: Mapping[str, Any]) -> None:
        """Does what a person asked for: an action of the table's own, or a move."""
        self._report.did(event)
        try:
            self._handle(event)
        except Exception as error:  # noqa: BLE001 - a fault of ours is told in a sentence, and play can go on
            self._fault(error)

    def _handle(self, event: Mapping[str, Any]) -> None:
        if self._session is None:  # at the table the form is out of sight, and may never have been filled in
            self._form |= _strings(event.get("form"))
        if "move" in event:
            if self._session is not None and not self._session.move(str(event["move"])):
                self._do_skip("")
            return
        name, _, value = str(event.get("action", "")).partition(" ")
        if name in SHEETS:
            self._toggle_sheet(name)
            return
        name = name.replace("-", "_")
        act = getattr(self, f"_do_{name}", None) or getattr(self._copies, f"do_{name}", None)
        if act is not None:
            act(value)

    def _do_skip(self, _: str) -> None:
        """Ends the wait in progress."""
        if self._skip is not None and not self._skip.done():
            self._skip.set_result(None)

    def _do_home(self, _: str) -> None:
        self.leave_table()
        self.go_home()

    def _do_game(self, value: str) -> None:
        self._game = TABLES.get(value, self._game)
        self.go_home()

    def _do_refresh(self, _: str) -> None:
        """Draws the form again after a choice that may change it (the number of players)."""
        if self._session is None:
            self.draw_home()

    def _do_new_match(self, _: str) -> None:
        self._keep("form", self._form)
        record = new_record(self._game, *read_form(self._game, self._form))
        self._entrance.deal_in(record, is_told=self._game.name in self._saves.unfinished and not self._is_early)

    def _do_rematch(self, _: str) -> None:
        if self._session is not None and self._session.match.is_over:
            old = self._session.record
            levels = [player.level for player in old.players[1:]]
            self._entrance.deal_in(new_record(old.match.game, old.match.options, levels), is_told=False)

    def _do_resume(self, value: str) -> None:
        if (game := TABLES.get(value)) is not None:
            self._entrance.resume(game)

    def _do_take_over(self, _: str) -> None:
        """Goes on here with what another tab has."""
        self._entrance.take_over()

    def _do_lost(self, value: str) -> None:
        """Gives way to the tab that has taken the table over; a match in memory alone cannot be, and goes on."""
        if self._session is not None and self._session.match.game.name == value and self._storage.is_kept:
            self._give_way()

    def _do_next_deal(self, _: str) -> None:
        if self._session is not None and self._session.next_deal():
            self._sheet = ""
            self._browser.draw({"sheet": None})

    def _do_select(self, value: str) -> None:
        if self._session is not None:
            self._session.select(value)

    def _do_confirm_pass(self, _: str) -> None:
        if self._session is not None:
            self._session.confirm()

    def _do_repeat(self, _: str) -> None:
        if self._session is not None:
            self._session.repeat()

    def _do_status(self, _: str) -> None:
        if self._session is not None:
            self._session.tell_status()

    def _do_set(self, value: str) -> None:
        name, _, chosen = value.partition(" ")
        if self._settings.change(name, chosen):
            self._keep("settings", self._settings.to_json())
            self._redraw()

    def _do_language(self, value: str) -> None:
        self._texts = texts(value)
        self._browser.remember("language", self._texts.language)
        if self._session is not None:
            self._session.texts = self._texts
        self._redraw()

    def _do_report(self, _: str) -> None:
        """Copies an error report, and shows it."""
        self.spawn(self._copy_report())

    def _do_trouble(self, value: str) -> None:
        """Notes an error outside Python, told as whose it is, its type and its frames; one of ours is a fault."""
        whose, _, told = value.partition(" ")
        self._report.fault_told(told)
        if whose == "own" and self._sheet != "fault":
            self._show_fault()

    def _do_close(self, _: str) -> None:
        self._close_sheet()

    # ------------------------------------------------------------------ screens

    @property
    def texts(self) -> Texts:
        """The texts of the language spoken."""
        return self._texts

    @property
    def game_name(self) -> str:
        """The game at the table, or chosen at home."""
        return self._game.name

    def go_home(self) -> None:
        """Shows the home screen at once, and again if another tab has changed what there is."""
        self.draw_home()
        self.spawn(self._look_again())

    def draw_home(self) -> None:
        """Draws the home screen, without any sheet."""
        self._sheet = ""
        self._paint_home()

    def _paint_home(self) -> None:
        options, _ = read_form(self._game, self._form)
        names = [self._texts("you"), *BOT_NAMES][: self._game.seats(options)]
        painted = waiting_table(names, BACKS) | {"title": self._texts("house"), "home": self._home(), "notice": ""}
        self.draw({"screen": "home", "regions": painted, "data": {}, "sheet": None, "shell": self._shell_texts()})

    async def _look_again(self) -> None:
        before = self._home()
        await self._saves.look()
        if self._session is None and not self._sheet and before != self._home():
            self.draw_home()

    def _home(self) -> str:
        """Makes the home screen, with what it has to tell."""
        t = self._texts
        notices = {} if self._storage.is_kept else {t("notice.not_kept"): ""}
        for name, code in self._saves.troubles.items():
            aside = self._saves.aside(name)
            notices[t(f"notice.{code}", game=t(f"game.{name}"))] = f"save-sheet {aside[-1]}" if aside else ""
        if self._notice:
            notices[self._notice] = ""
        return home(t, self._game, self._form, self._saves.unfinished, notices, self._copies.offered())

    def show_sheet(self, name: str, html: str) -> None:
        """Lays a sheet over the table; *name* tells which."""
        self._sheet = name
        self._browser.draw({"sheet": html})

    def _strip(self) -> str:
        """Gets the line over the table that says that nothing is kept; empty if something is."""
        return "" if self._storage.is_kept else tag("p", self._texts("notice.not_kept.short"))

    def _refused(self) -> None:
        """Says, once and for all to see, that the browser keeps nothing any more."""
        self._browser.say(self._texts("notice.not_kept"))
        if self._session is not None:
            self._browser.draw({"regions": {"notice": self._strip()}})
        elif not self._sheet:
            self.draw_home()

    def _redraw(self) -> None:
        """Draws everything again after a change of language or settings."""
        if self._session is None:
            self._paint_home()
        else:
            self._browser.draw({"shell": self._shell_texts(), "regions": {"notice": self._strip()}})
            self._session.redraw()
        self._draw_sheet()

    def _shell_texts(self) -> dict[str, Any]:
        """Gets the texts of what the shell has drawn around the table, and the keys that act."""
        t = self._texts
        at_table = self._session is not None
        return {
            "language": t.language,
            "house": t("house"),
            "page": t("page.title", game=t(f"game.{self._game.name}")) if at_table else t("house"),
            "keys": shortcuts(self._settings, t),
            "played-button": t("action.played"),
            "log-button": t("action.log"),
            "help-button": t("action.help"),
            "home-button": t("action.home"),
            "last-trick-button": t("action.last_trick"),
            "settings-button": t("action.settings"),
        }

    def _toggle_sheet(self, name: str) -> None:
        """Opens a sheet, or closes it if it is open; a fault's sheet stays, and one that a key could lose."""
        looks_back = name in SHEETS[:3]
        if self._sheet not in ("", *SHEETS) or (looks_back and self._session is None):
            return
        if self._sheet == name:
            self._close_sheet()
            return
        self._sheet = name
        self._draw_sheet()
        if name == "played" and self._session is not None:
            self._session.tell_played()

    def _draw_sheet(self) -> None:
        """Draws the sheet that a person has opened, if any."""
        if self._sheet == "settings":
            self._browser.draw({"sheet": settings_sheet(self._settings, self._texts)})
        elif self._sheet == "help":
            self._browser.draw({"sheet": help_sheet(self._settings, self._texts)})
        elif self._sheet in SHEETS and self._session is not None:
            self._browser.draw({"sheet": self._session.sheet(self._sheet)})

    def _close_sheet(self) -> None:
        self._sheet = ""
        self._browser.draw({"sheet": None})
        if self._session is not None and not self._session.is_playing:
            self._session.show_result()

    # ------------------------------------------------------------------ the table

    def open_table(self, record: Record) -> None:
        """Opens the table for a match."""
        self._notice = self._sheet = ""
        self._saves.troubles.clear()
        game = record.match.game
        self._game = game
        self._session = Session(record, self._texts, self._settings, self, self._bots, self._save)
        self._browser.remember("open", game.name)
        regions = {"notice": self._strip()}
        self._browser.draw(
            {
                "screen": "table",
                "game": game.name,
                "regions": regions,
                "data": {},
                "sheet": None,
                "shell": self._shell_texts(),
            }
        )
        self.spawn(self._wake_bots())
        self._playing = self.spawn(self._session.run())

    def leave_table(self) -> None:
        """Leaves the table, or the way to one."""
        if self._session is not None:
            self._browser.remember("open", "")
        self._stop()
        self._entrance.leave()

    def _stop(self) -> None:
        """Ends the session; what is not written yet is dropped."""
        if self._playing is not None:
            self._playing.cancel()
        self._playing = self._session = None
        self._sheet = ""

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

    async def _save(self, record: Record) -> None:
        await self._saves.save(record)
        if not self._has_persisted and record.match.deals[-1].points is not None:
            self._has_persisted = True
            self._browser.persist()

    def _keep(self, name: str, value: Any) -> None:
        self.spawn(self._storage.put_json(name, value))

    # ------------------------------------------------------------------ the stage of a session

    def draw(self, scene: Mapping[str, Any]) -> None:
        """Draws regions of the page."""
        if self._sheet and "sheet" in scene:
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
            self._fault(error)

    def _fault(self, error: BaseException) -> None:
        """Tells a fault of ours; each ply is saved before it is shown, so a reload resumes."""
        frames = "".join(traceback.format_tb(error.__traceback__))
        sys.stderr.write(f"{frames}{type(error).__name__}\n")  # without its text, which might tell a card
        self._report.fault(error)
        self._show_fault()

    def _show_fault(self) -> None:
        self.show_sheet("fault", fault_sheet(self._texts, is_kept=self._storage.is_kept))

    async def _wake_bots(self) -> None:
        """Starts the bots' worker a moment after what is shown: its start takes the device's full strength."""
        await asyncio.sleep(BREATH)
        self._bots.wake()

    def _tell_worker_trouble(self) -> None:
        """Tells that the bots have a new worker; the log and the report have it too."""
        self._report.note("worker-trouble")
        if self._session is not None:
            self._session.note("bots_restarted")

    async def _copy_report(self) -> None:
        facts = {"build": self._build, "language": self._texts.language, "python": sys.version.split()[0]}
        facts |= self._browser.facts() | {"storage": "kept" if self._storage.is_kept else "memory only"}
        text = self._report.text(facts, self._session.match if self._session is not None else None)
        is_fault = self._sheet == "fault"
        is_copied = await self._browser.copy(text)
        shown = report_sheet(self._texts, text, is_copied=is_copied, is_fault=is_fault)
        self.show_sheet("fault" if is_fault else "report", shown)


def _strings(value: Any) -> dict[str, str]:
    """Keeps what is a mapping of short texts."""
    if not isinstance(value, Mapping):
        return {}
    return {str(k): v for k, v in value.items() if isinstance(v, str) and len(v) < 100}


async def start(browser: Browser) -> None:
    """Starts the page in a browser."""
    boot = browser.boot()
    storage = await Storage.open(lambda: browser.open_store(boot["path"]))
    await App(browser, boot, storage).start(boot)
