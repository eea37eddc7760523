"""
What is kept on the device: named texts. In memory only if the browser keeps nothing.

Everything is read on opening, and again whenever another tab may have written; every write is one transaction.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from tapisvert.game import InvalidRecordError
from tapisvert.reading import read_json

from .ticks import Tick, second, within

TICKS = 10
"""Seconds awake that the browser may take; one that never answers keeps nothing."""
MAX_JSON = 100_000

T = TypeVar("T")


class TakenError(Exception):
    """Raised when another tab has taken over what was to be written; nothing has been written."""


class Device(Protocol):
    """The browser's store, as ``browser.Device`` is; any of its methods may raise anything, or never return."""

    async def read(self) -> dict[str, str]:
        """Reads all texts."""

    async def write(self, name: str, text: str, fence: str = "", token: str = "") -> bool:
        """Writes a text; False, and nothing written, if the text named *fence* is not *token*."""

    async def remove(self, name: str, text: str) -> bool:
        """Removes a text; False, and nothing removed, if it is no longer *text*."""


class Storage:
    """Named texts on the device, or in memory."""

    def __init__(self, device: Device | None = None, tick: Tick = second) -> None:
        """
        Wraps a device's store, not read yet.

        :param device: None keeps in memory.
        :param tick: waits for one second awake.
        """
        self._device = device
        self._tick = tick
        self._texts: dict[str, str] = {}
        self.on_refused: Callable[[], None] = lambda: None
        """Called once, when the browser refuses and all goes on in memory."""

    @classmethod
    async def open(cls, opener: Callable[[], Awaitable[Device]], tick: Tick = second) -> Storage:
        """Opens the device's store, or one in memory if the browser refuses."""
        try:
            storage = cls(await within(opener(), TICKS, tick), tick)
        except Exception:  # noqa: BLE001  (whatever a browser raises, play goes on)
            return cls()
        await storage.refresh()
        return storage

    @property
    def is_kept(self) -> bool:
        """Whether what is put here outlives the page."""
        return self._device is not None

    async def refresh(self) -> None:
        """Reads everything afresh: another tab may have written."""
        texts = await self._ask(lambda device: device.read())
        if texts is not None:
            self._texts = texts

    def names(self, prefix: str) -> list[str]:
        """Lists the names that begin so."""
        return sorted(name for name in self._texts if name.startswith(prefix))

    def get(self, name: str) -> str | None:
        """Gets a text as last read or put, or None."""
        return self._texts.get(name)

    async def put(self, name: str, text: str, fence: tuple[str, str] = ("", "")) -> None:
        """
        Keeps a text; once the browser refuses, goes on in memory.

        :param fence: the name of a text and what it must be, in the same transaction.
        :raises TakenError: if it is something else; nothing has been written.
        """
        if await self._ask(lambda device: device.write(name, text, *fence)) is False:
            raise TakenError
        self._texts[name] = text

    async def remove(self, name: str, text: str) -> bool:
        """Forgets a text; False, and nothing forgotten, if another tab has made it something else than *text*."""
        if self._texts.get(name) != text or await self._ask(lambda device: device.remove(name, text)) is False:
            return False
        self._texts.pop(name, None)
        return True

    async def _ask(self, work: Callable[[Device], Awaitable[T]]) -> T | None:
        """Asks the device for something; one that refuses, or does not answer, is asked no more."""
        device = self._device
        if device is None:
            return None
        try:
            return await within(work(device), TICKS, self._tick)
        except Exception:  # noqa: BLE001
            if self._device is not None:
                self._device = None
                self.on_refused()
            return None

    # ------------------------------------------------------------------ JSON values

    def get_json(self, name: str) -> Any:
        """Gets JSON values, or None if there are none or they cannot be read."""
        try:
            return read_json(self.get(name) or "null", MAX_JSON)
        except InvalidRecordError:
            return None

    async def put_json(self, name: str, value: Any) -> None:
        """Keeps JSON values."""
        await self.put(name, json.dumps(value))
