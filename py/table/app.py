"""The page from its first Python step: the home screen, the table, and the way between them."""

from __future__ import annotations

import asyncio
import secrets
import sys
import traceback
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

from tapisvert.bots import VERSION
from tapisvert.game import Game, InvalidRecordError
from tapisvert.match import Match, Seeds
from tapisvert.record import IllegalRecordError, Player, Record, loads

from .home import BOT_NAMES, home, read_form
from .keys import help_sheet, shortcuts
from .layouts import TABLES
from .players import Bots, WorkerLike
from .session import Session
from .settings import Settings
from .sheets import fault_sheet, settings_sheet
from .storage import Storage, pack, unpack
from .table import YOU, waiting_table
from .text import texts

BACKS = 13
SHEETS = ("last-trick", "played", "log", "settings", "help")
"""The sheets that a person opens; the first three look back on the deal in progress."""


class Browser(Protocol):
    """What the page needs of a browser; the module ``browser`` is one."""

    def boot(self) -> dict[str, Any]:
        """Gets what the shell knows."""

    def connect(self, handle: Callable[[dict[str, Any]], None]) -> None:
        """Gives all that a person does from now on to *handle*."""

    def draw(self, scene: Mapping[str, Any]) -> None:
        """Draws regions of the page."""

    def say(self, line: str) -> None:
        """Tells screen readers a line."""

    def remember(self, name: str, value: str) -> None:
        """Keeps a word that the shell needs before Python runs."""

    async def start_worker(self, name: str) -> WorkerLike:
        """Boots a worker with bots."""

    async def open_store(self, path: str) -> Any:
        """Opens the site's store."""


class App:
    """The page."""

    def __init__(self, browser: Browser, boot: Mapping[str, Any], storage: Storage) -> None:
        """
        Takes over from the shell.

        :param boot: what the shell knows; see :func:`browser.boot`.
        """
        self._browser = browser
        query = boot["query"]
        self._storage = storage
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
        self._skip: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._sheet = ""
        self._bots = Bots(
            browser.start_worker,
            boot["build"],
            has_deadline=query.get("bots") != "worlds",
            on_trouble=self._note_new_worker,
        )
        if not storage.is_kept:
            self._notice = self._texts("notice.not_kept")

    # ------------------------------------------------------------------ start

    def start(self, boot: Mapping[str, Any]) -> None:
        """Shows the home screen or the table left open, then listens, early clicks first."""
        opened = TABLES.get(boot["open"])
        if opened is None or not self._resume(opened):
            self._go_home()
        self._browser.connect(self.handle)
        self._bots.wake()

    # ------------------------------------------------------------------ what a person does

    def handle(self, event: Mapping[str, Any]) -> None:
        """Does what a person asked for: an action of the table's own, or a move."""
        try:
            self._handle(event)
        except Exception as error:  # noqa: BLE001 - a fault of ours is told in a sentence, and play can go on
            self._fault(error)

    def _handle(self, event: Mapping[str, Any]) -> None:
        self._form |= _strings(event.get("form"))
        if "move" in event:
            if self._session is not None and not self._session.move(str(event["move"])):
                self._do_skip("")
            return
        name, _, value = str(event.get("action", "")).partition(" ")
        if name in SHEETS:
            self._toggle_sheet(name)
            return
        act = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if act is not None:
            act(value)

    def _do_skip(self, _: str) -> None:
        """Ends the wait in progress."""
        if self._skip is not None and not self._skip.done():
            self._skip.set_result(None)

    def _do_home(self, _: str) -> None:
        self._leave_table()
        self._go_home()

    def _do_game(self, value: str) -> None:
        self._game = TABLES.get(value, self._game)
        self._go_home()

    def _do_refresh(self, _: str) -> None:
        """Draws the form again after a choice that may change it (the number of players)."""
        if self._session is None:
            self._go_home()

    def _do_new_match(self, _: str) -> None:
        self._leave_table()
        options, levels = read_form(self._game, self._form)
        self._keep("form", self._form)
        self._open(_new_record(self._game, options, levels))

    def _do_rematch(self, _: str) -> None:
        if self._session is not None and self._session.match.is_over:
            old = self._session.record
            self._leave_table()
            levels = [player.level for player in old.players[1:]]
            self._open(_new_record(old.match.game, old.match.options, levels))

    def _do_resume(self, value: str) -> None:
        game = TABLES.get(value)
        if game is not None and not self._resume(game):
            self._go_home()

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

    def _do_close(self, _: str) -> None:
        self._close_sheet()

    # ------------------------------------------------------------------ screens

    def _go_home(self) -> None:
        self._browser.remember("open", "")
        unfinished = {name for name in TABLES if (saved := self._saved(name)) and not saved.match.is_over}
        options, _ = read_form(self._game, self._form)
        names = [self._texts("you"), *BOT_NAMES][: self._game.seats(options)]
        shown = home(self._texts, self._game, self._form, unfinished, self._notice)
        painted = waiting_table(names, BACKS) | {"title": self._texts("house"), "home": shown}
        self.draw({"screen": "home", "regions": painted, "data": {}, "sheet": None, "shell": self._shell_texts()})

    def _redraw(self) -> None:
        """Draws everything again after a change of language or settings."""
        if self._session is None:
            self._go_home()
        else:
            self._browser.draw({"shell": self._shell_texts()})
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
        """Opens a sheet, or closes it if it is open; a fault's sheet stays."""
        looks_back = name in SHEETS[:3]
        if self._sheet == "fault" or (looks_back and self._session is None):
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

    def _open(self, record: Record) -> None:
        """Opens the table for a match."""
        self._notice = ""
        game = record.match.game
        self._game = game
        self._session = Session(record, self._texts, self._settings, self, self._bots, self._save)
        self._browser.remember("open", game.name)
        self._browser.draw({"screen": "table", "data": {}, "sheet": None, "shell": self._shell_texts()})
        self._playing = self._spawn(self._session.run())

    def _leave_table(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
        self._playing = self._session = None
        self._sheet = ""

    def _resume(self, game: Game) -> bool:
        """Opens the table with the saved match of *game*; sets a damaged save aside and says so."""
        record = self._saved(game.name)
        if record is None:
            return False
        self._leave_table()
        self._open(record)
        return True

    def _saved(self, name: str) -> Record | None:
        """Reads the saved match of a game; a damaged save is set aside, with a notice."""
        packed = self._storage.get(f"match:{name}")
        if packed is None:
            return None
        try:
            record = loads(unpack(packed))
            if record.match.game.name != name or record.match.seeds is None or record.players[YOU].kind != "human":
                raise InvalidRecordError("this save is of another table")
            return record
        except (InvalidRecordError, IllegalRecordError):
            self._notice = self._texts("notice.damaged", game=self._texts(f"game.{name}"))
            self._spawn(self._set_aside(name, packed))
            return None

    async def _set_aside(self, name: str, packed: str) -> None:
        await self._storage.put(f"aside:{name}", packed)
        await self._storage.remove(f"match:{name}")

    async def _save(self, record: Record) -> None:
        was_kept = self._storage.is_kept
        await self._storage.put(f"match:{record.match.game.name}", pack(record.dumps()))
        if was_kept and not self._storage.is_kept:
            self._browser.say(self._texts("notice.not_kept"))

    def _note_new_worker(self) -> None:
        """Tells that the bots have a new worker; the log has it too."""
        if self._session is not None:
            self._session.note("bots_restarted")

    def _keep(self, name: str, value: Any) -> None:
        self._spawn(self._storage.put_json(name, value))

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

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs something beside, and keeps hold of it till it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._fault(error)

    def _fault(self, error: BaseException) -> None:
        """Tells a fault of ours; each ply is saved before it is shown, so a reload resumes."""
        frames = "".join(traceback.format_tb(error.__traceback__))
        sys.stderr.write(f"{frames}{type(error).__name__}\n")  # without its text, which might tell a card
        self._sheet = "fault"
        self._browser.draw({"sheet": fault_sheet(self._texts)})


def _new_record(game: Game, options: Any, levels: list[str]) -> Record:
    """Sits you down with bots of these levels, under fresh seeds."""
    match = Match(game, options, Seeds(secrets.token_urlsafe(9), secrets.token_urlsafe(9)))
    bots = [Player("bot", name, level, VERSION) for name, level in zip(BOT_NAMES, levels, strict=False)]
    return Record(secrets.token_urlsafe(9), match, [Player("human", ""), *bots])


def _strings(value: Any) -> dict[str, str]:
    """Keeps what is a mapping of short texts."""
    if not isinstance(value, Mapping):
        return {}
    return {str(k): v for k, v in value.items() if isinstance(v, str) and len(v) < 100}


async def start(browser: Browser) -> None:
    """Starts the page in a browser."""
    boot = browser.boot()
    storage = await Storage.open(lambda: browser.open_store(boot["path"]))
    App(browser, boot, storage).start(boot)
