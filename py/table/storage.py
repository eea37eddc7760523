"""
What is kept on the device: unfinished matches, settings, the last form. In memory only if the browser keeps nothing.

Matches are packed, so that nothing hidden stands in clear in the store.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

from tapisvert.game import InvalidRecordError
from tapisvert.reading import read_json

MAX_UNPACKED = 2_000_000


def pack(text: str) -> str:
    """Packs a text: compressed, as letters."""
    return base64.b64encode(zlib.compress(text.encode(), 6)).decode()


def unpack(packed: str) -> str:
    """
    Unpacks a text.

    :raises InvalidRecordError: if it is none of ours.
    """
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(base64.b64decode(packed, validate=True), MAX_UNPACKED).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise InvalidRecordError("this save cannot be read") from None
    if not unpacking.eof:
        raise InvalidRecordError("this save is cut short, or too large")
    return text


class Storage:
    """Named texts on the device, or in memory."""

    def __init__(self, store: Any = None) -> None:
        """
        Wraps an open store.

        :param store: a mapping with an awaitable ``sync()``; None keeps in memory.
        """
        self._store: Any = store
        self._memory: dict[str, str] = {}

    @classmethod
    async def open(cls, opener: Callable[[], Awaitable[Any]]) -> Storage:
        """Opens the device's store, or one in memory if the browser refuses."""
        try:
            return cls(await opener())
        except Exception:  # noqa: BLE001  (whatever a browser raises, play goes on)
            return cls()

    @property
    def is_kept(self) -> bool:
        """Whether what is put here outlives the page."""
        return self._store is not None

    def get(self, name: str) -> str | None:
        """Gets a text, or None."""
        if name in self._memory:
            return self._memory[name]
        value = self._store.get(name) if self._store is not None else None
        return value if isinstance(value, str) else None

    async def put(self, name: str, text: str) -> None:
        """Keeps a text; once the browser refuses, goes on in memory."""
        if self._store is not None:
            try:
                self._store[name] = text
                await self._store.sync()
                return
            except Exception:  # noqa: BLE001
                self._store = None
        self._memory[name] = text

    async def remove(self, name: str) -> None:
        """Forgets a text."""
        self._memory.pop(name, None)
        if self._store is not None and name in self._store:
            try:
                del self._store[name]
                await self._store.sync()
            except Exception:  # noqa: BLE001
                self._store = None

    # ------------------------------------------------------------------ JSON values

    def get_json(self, name: str) -> Any:
        """Gets JSON values, or None if there are none or they cannot be read."""
        try:
            return read_json(self.get(name) or "null", MAX_UNPACKED)
        except InvalidRecordError:
            return None

    async def put_json(self, name: str, value: Any) -> None:
        """Keeps JSON values."""
        await self.put(name, json.dumps(value))
