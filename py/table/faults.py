"""Faults of ours: told in a sentence, written down without a value, and put in a report that can be copied."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Coroutine
from typing import Any, Protocol

from tapisvert.match import Match

from .build import BUILD
from .ports import Browser
from .report import Report
from .sheets import fault_sheet, report_sheet
from .storage import Storage
from .text import Texts


class House(Protocol):
    """What the telling of faults needs of the page."""

    @property
    def texts(self) -> Texts:
        """The texts of the language spoken."""

    @property
    def match(self) -> Match | None:
        """The match at the table, if any."""

    def show_sheet(self, name: str, html: str) -> None:
        """Lays a sheet over the page."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs something beside."""


def write_down(error: BaseException) -> None:
    """Writes where an error arose, and its type, to the console; not its text, which might tell a card."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    sys.stderr.write(f"{frames}{type(error).__name__}\n")


def give_up(browser: Browser, error: BaseException) -> None:
    """Says, as the shell can, that the page could not start; the table it was to open is not tried again."""
    write_down(error)
    browser.remember("open", "")
    browser.fail(type(error).__name__)


class Faults:
    """Tells faults; its ``do_`` methods are actions of the table's own."""

    def __init__(self, browser: Browser, storage: Storage, house: House) -> None:
        self._browser, self._storage, self._house = browser, storage, house
        self.report = Report()
        self.is_standing = False
        """Whether a fault has been told and not been left yet by going home; other sheets lead back to it."""

    def tell(self, error: BaseException) -> None:
        """Tells a fault of ours; each ply is saved before it is shown, so a reload resumes."""
        write_down(error)
        self.report.fault(error)
        try:
            self.show()
        except Exception as another:  # noqa: BLE001 - nothing can be drawn any more; the shell may still have a word
            give_up(self._browser, another)

    def do_trouble(self, value: str) -> None:
        """Notes an error outside Python, told as whose it is, its type and its frames; one of ours is a fault."""
        whose, _, told = value.partition(" ")
        self.report.fault_told(told)
        if whose == "own" and not self.is_standing:
            self.show()

    def do_report(self, _: str) -> None:
        """Copies an error report, and shows it."""
        self._house.spawn(self._copy())

    def show(self) -> None:
        """Shows that the page has failed, and the ways on."""
        self.is_standing = True
        self._house.show_sheet("fault", fault_sheet(self._house.texts, is_kept=self._storage.is_kept))

    async def _copy(self) -> None:
        t = self._house.texts
        facts = {"build": BUILD, "language": t.language, "python": sys.version.split()[0]}
        facts |= self._browser.facts() | {"storage": "kept" if self._storage.is_kept else "memory only"}
        text = self.report.text(facts, self._house.match)
        shown = report_sheet(t, text, is_copied=await self._browser.copy(text), is_fault=self.is_standing)
        self._house.show_sheet("report", shown)
