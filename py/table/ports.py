"""What the page needs of a browser; the module ``browser`` gives it, and so does a fake in the tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from .players import WorkerLike
from .storage import Device


class Browser(Protocol):
    """What the page needs of a browser; the module ``browser`` is one."""

    def boot(self) -> dict[str, Any]:
        """Gets what the shell knows."""

    def connect(self, handle: Callable[[dict[str, Any]], None]) -> None:
        """Gives all that a person does from now on to *handle*; what was done early comes before this returns."""

    def facts(self) -> dict[str, Any]:
        """Gets what an error report tells of the browser."""

    def draw(self, scene: Mapping[str, Any]) -> None:
        """Draws regions of the page."""

    def say(self, line: str) -> None:
        """Tells screen readers a line."""

    def remember(self, name: str, value: str) -> None:
        """Keeps a word that the shell needs before Python runs."""

    def fail(self, reason: str) -> None:
        """Shows that the page could not start."""

    async def start_worker(self, name: str) -> WorkerLike:
        """Boots a worker with bots."""

    async def open_store(self) -> Device:
        """Opens the site's store; raises anything if the browser keeps nothing."""

    async def take_table(self, game: str, *, steal: bool) -> bool:
        """Makes this the tab of a game's table; False if another is and *steal* is not. Robbed, it hears ``lost``."""

    def release_table(self) -> None:
        """Lets another tab have the table."""

    def copy(self, text: str) -> Awaitable[bool]:
        """Copies a text; False if the browser refuses."""

    def select_field(self) -> None:
        """Selects what stands in the sheet's field."""

    def pasted(self) -> str:
        """Gets what was pasted into the sheet's field."""

    def download(self, name: str, text: str) -> None:
        """Gives a text as a file."""
