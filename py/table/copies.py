"""Copies of a match: the sheets through which it leaves the page as a text, and comes back."""

from __future__ import annotations

from collections.abc import Coroutine
from html import escape
from typing import Any, Protocol

from tapisvert.record import Record

from .layouts import TABLES
from .ports import Browser
from .saves import SaveError, Saves, read_save
from .sheets import button, sheet
from .text import Texts, tag

SHOWN = 100_000
"""Characters of a text that its field shows; no save is longer, junk may be."""


class Page(Protocol):
    """What copies need of the page."""

    @property
    def texts(self) -> Texts:
        """The texts of the language spoken."""

    @property
    def game_name(self) -> str:
        """The game at the table, or chosen at home."""

    def show_sheet(self, name: str, html: str) -> None:
        """Lays a sheet over the table."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> object:
        """Runs something beside."""

    def take_in(self, record: Record) -> None:
        """Opens the table with a match that replaces any other of its game."""

    def go_home(self) -> None:
        """Shows the home screen."""


class Copies:
    """What a person does on the sheets with copies; its ``do_`` methods are actions of the table's own."""

    def __init__(self, browser: Browser, saves: Saves, page: Page) -> None:
        self._browser = browser
        self._saves = saves
        self._page = page
        self._shown = ""
        self._read: Record | None = None

    def offered(self) -> dict[str, str]:
        """Lists the home screen's buttons for copies: labels by their actions."""
        t, name = self._page.texts, self._page.game_name
        more = {f"save-sheet {name}": t("action.save_sheet")} if name in self._saves.unfinished else {}
        more["open-sheet"] = t("action.open")
        for other in TABLES:
            more |= {
                f"save-sheet {key}": t("action.aside", game=t(f"game.{other}")) for key in self._saves.aside(other)
            }
        return more

    # ------------------------------------------------------------------ out

    def do_save_sheet(self, value: str) -> None:
        """Shows the save of a game (the one at hand if none is named); without one, the sheet to open a copy."""
        self._shown = value or self._page.game_name
        if self._text():
            self._show_save("")
        else:
            self.do_open_sheet("")

    def _text(self) -> str:
        """Gets the save shown."""
        if self._shown in TABLES:
            return self._saves.text(self._shown) or ""
        return self._saves.aside_text(self._shown)

    def _show_save(self, note: str) -> None:
        t = self._page.texts
        is_aside = self._shown not in TABLES
        game = t(f"game.{self._shown.split(':')[1] if is_aside else self._shown}")
        heading = t("sheet.aside" if is_aside else "sheet.save", game=game)
        field = tag(
            "textarea",
            escape(self._text()[:SHOWN]),
            readonly=True,
            rows=4,
            aria_label=t("field.save"),
            spellcheck="false",
        )
        last = button("forget-aside", t("action.forget_aside")) if is_aside else button("open-sheet", t("action.open"))
        what = "aside" if is_aside else "newer" if self._saves.is_newer(self._shown) else "save"
        content = tag("p", escape(t(f"sheet.{what}.text"))) + field
        self._page.show_sheet(
            "save",
            sheet(
                heading,
                content + tag("p", escape(note), class_="note", role="status"),
                button("copy-save", t("action.copy"), is_main=True),
                button("download-save", t("action.download")),
                last,
                button("close", t("action.close")),
            ),
        )

    def do_copy_save(self, _: str) -> None:
        """Copies the save shown."""
        self._page.spawn(self._copy())

    async def _copy(self) -> None:
        if await self._browser.copy(self._text()):
            self._show_save(self._page.texts("note.copied"))
        else:
            self._show_save(self._page.texts("note.selected"))
            self._browser.select_field()

    def do_download_save(self, _: str) -> None:
        """Gives the save shown as a file."""
        name = self._shown.replace(":", "-").replace("_", "-")
        self._browser.download(f"tapis-vert-{name}.txt", self._text())

    def do_forget_aside(self, _: str) -> None:
        """Forgets the save set aside that is shown."""
        self._page.spawn(self._forget())

    async def _forget(self) -> None:
        await self._saves.forget(self._shown)
        self._page.go_home()

    # ------------------------------------------------------------------ in

    def do_open_sheet(self, _: str) -> None:
        """Shows the sheet to open a copy of a match."""
        self._show_open("", "")

    def _show_open(self, text: str, error: str) -> None:
        t = self._page.texts
        field = tag(
            "textarea",
            escape(text[:SHOWN]),
            rows=4,
            aria_label=t("field.paste"),
            placeholder=t("field.paste"),
            spellcheck="false",
        )
        file = tag("label", escape(t("field.file")) + '<input type="file" accept=".txt,text/plain">', class_="button")
        refused = tag("p", escape(error), class_="notice", role="alert") if error else ""
        self._page.show_sheet(
            "open",
            sheet(
                t("sheet.open"),
                tag("p", escape(t("sheet.open.text"))) + file + field + refused,
                button("import", t("action.import"), is_main=True),
                button("close", t("action.back")),
            ),
        )

    def do_import(self, _: str) -> None:
        """Opens the copy given, after a question if that replaces an unfinished match."""
        text = self._browser.pasted()
        try:
            self._read = read_save(text)
        except SaveError as error:
            self._show_open(text, self._page.texts(f"refused.{error.code}"))
            return
        self._page.spawn(self._import(self._read))

    async def _import(self, record: Record) -> None:
        await self._saves.look()
        name, t = record.match.game.name, self._page.texts
        if name not in self._saves.unfinished:
            self._page.take_in(record)
            return
        self._page.show_sheet(
            "replace",
            sheet(
                t("sheet.replace"),
                tag("p", escape(t("sheet.replace.text", game=t(f"game.{name}")))),
                button("close", t("action.keep"), is_main=True),
                button("replace", t("action.replace")),
            ),
        )

    def do_replace(self, _: str) -> None:
        """Opens the copy read, in place of the unfinished match."""
        if self._read is not None:
            record, self._read = self._read, None
            self._page.take_in(record)
