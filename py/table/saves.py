"""
Unfinished matches: kept on the device, set aside when damaged, given out and taken in as texts.

A save that only a newer page can read stays where it is, since a tab of that page may be playing it; a new match of
its game sets it aside.

A save is one text, the same in the store, in the clipboard and in a file: ``tapisvert-save-1:`` and the match's
record, compressed (with a checksum) and written in the letters of base64, which mail carries unharmed. Blanks, line
ends and the ``>`` of a quoted mail do not matter. The number goes up whenever an older page could not read the text;
the hidden cards stand in it, so that nobody reads them by accident.
"""

from __future__ import annotations

import base64
import binascii
import re
import secrets
import zlib

from tapisvert.bots import LEVELS
from tapisvert.game import InvalidRecordError
from tapisvert.reading import read_json
from tapisvert.record import FORMAT, MAX_TEXT, IllegalRecordError, Record, loads

from .layouts import TABLES
from .storage import Storage

SAVE = "tapisvert-save-"
VERSION = 1
MAX_UNPACKED = 2_000_000
DAMAGED = "damaged"
NEWER = "newer"
BLANKS = re.compile(r"[\s>\ufeff]+")


class SaveError(Exception):
    """Raised when a text is no save that this page can resume."""

    def __init__(self, code: str) -> None:
        """
        Says why.

        :param code: ``DAMAGED`` or ``NEWER``.
        """
        super().__init__(f"this save is {code}")
        self.code = code


def pack(text: str) -> str:
    """Packs a record's text into a save."""
    return f"{SAVE}{VERSION}:{base64.b64encode(zlib.compress(text.encode(), 6)).decode()}"


def unpack(save: str) -> str:
    """
    Unpacks a save into a record's text.

    :raises SaveError: if it is none of ours, cut short, or made by a newer page.
    """
    if len(save) > MAX_UNPACKED:
        raise SaveError(DAMAGED)
    head, _, packed = BLANKS.sub("", save).partition(":")
    version = head.removeprefix(SAVE)
    if head == version or not re.fullmatch(r"[1-9][0-9]{0,3}", version):
        raise SaveError(DAMAGED)
    if int(version) > VERSION:
        raise SaveError(NEWER)
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(base64.b64decode(packed, validate=True), MAX_UNPACKED).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise SaveError(DAMAGED) from None
    if not unpacking.eof:
        raise SaveError(DAMAGED)
    return text


def read_save(save: str, game: str = "") -> Record:
    """
    Reads a save and replays its match.

    :param game: the game it must be of; any that has a table if empty.
    :raises SaveError: if it cannot be resumed here.
    """
    text = unpack(save)
    try:
        record = loads(text)
    except (InvalidRecordError, IllegalRecordError):
        raise SaveError(NEWER if _is_newer(text) else DAMAGED) from None
    you, *others = record.players
    is_ours = you.kind == "human" and all(player.kind == "bot" and player.level in LEVELS for player in others)
    name = record.match.game.name
    if not is_ours or record.match.seeds is None or name not in TABLES or name != (game or name):
        raise SaveError(DAMAGED)
    return record


def _is_newer(text: str) -> bool:
    try:
        data = read_json(text, MAX_TEXT)
    except InvalidRecordError:
        return False
    version = data.get("format") if isinstance(data, dict) else None
    return type(version) is int and version > FORMAT


class Saves:
    """The matches on the device, at most one of each game."""

    def __init__(self, storage: Storage) -> None:
        """Takes what *storage* has read; call :meth:`look` before asking what there is."""
        self._storage = storage
        self._token = secrets.token_urlsafe(9)
        self._looked: dict[str, tuple[str, bool]] = {}
        self.troubles: dict[str, str] = {}
        """Games whose save cannot be resumed, and why: the code of a :class:`SaveError`."""

    @property
    def unfinished(self) -> set[str]:
        """Names of the games with a match to resume, as last looked at."""
        return {name for name, (_, is_over) in self._looked.items() if not is_over}

    async def look(self) -> None:
        """Looks afresh at every save; tells in :attr:`troubles` what cannot be resumed, and sets damaged ones aside."""
        await self._storage.refresh()
        for name in TABLES:
            if self.is_newer(name):
                del self.troubles[name]
            if not await self._check(name):
                await self._storage.refresh()
                await self._check(name)

    async def _check(self, name: str) -> bool:
        """Notes what a save is; False if another tab has written it meanwhile."""
        try:
            self._look_at(name)
        except SaveError as error:
            if error.code != NEWER and not await self._set_aside(name):
                return False
            self.troubles[name] = error.code
        return True

    def _look_at(self, name: str) -> None:
        """Notes whether a save is finished; one that has not changed is not replayed again."""
        text, seen = self.text(name), self._looked.pop(name, None)
        if text is not None and (seen is None or seen[0] != text):
            seen = text, read_save(text, name).match.is_over
        if text is not None and seen is not None:
            self._looked[name] = seen

    def text(self, name: str) -> str | None:
        """Gets the save of a game as a text, as last read or written."""
        return self._storage.get(_key(name))

    async def load(self, name: str) -> Record | None:
        """
        Reads a game's match afresh, for this tab to go on with; another tab can write it no more.

        :return: None if there is none, or no more, or none that can be read; a newer one stays the other tab's.
        """
        await self.look()
        if self.is_newer(name):
            return None
        await self.claim(name)
        await self.look()
        text = self.text(name)
        return read_save(text, name) if text is not None and name in self._looked else None

    def is_newer(self, name: str) -> bool:
        """Tells whether a game's save, as last looked at, is for a newer page alone."""
        return self.troubles.get(name) == NEWER

    async def clear(self, name: str) -> None:
        """Makes a game's place free for a new match; a save that cannot be read is set aside."""
        await self.claim(name)
        await self._storage.refresh()
        try:
            self._look_at(name)
        except SaveError:
            await self._set_aside(name)

    async def claim(self, name: str) -> None:
        """Makes this tab the only one whose writes of a game's match are accepted."""
        await self._storage.put(_fence(name), self._token)

    async def save(self, record: Record) -> None:
        """
        Writes a match.

        :raises TakenError: if another tab has taken over; nothing has been written.
        """
        name, text = record.match.game.name, pack(record.dumps())
        await self._storage.put(_key(name), text, (_fence(name), self._token))
        self._looked[name] = (text, record.match.is_over)

    # ------------------------------------------------------------------ set aside

    async def _set_aside(self, name: str) -> bool:
        """Moves a bad save out of the way; those set aside before stay. False if it is there no more."""
        text = self.text(name) or ""
        kept = {self._storage.get(key): key for key in self.aside(name)}
        if text and text not in kept:
            number = 1 + max((int(key.rpartition(":")[2]) for key in kept.values()), default=0)
            await self._storage.put(f"aside:{name}:{number}", text)
        return await self._storage.remove(_key(name), text)

    def aside(self, name: str) -> list[str]:
        """Lists the keys of a game's saves set aside, oldest first."""
        keys = [key for key in self._storage.names(f"aside:{name}:") if key.rpartition(":")[2].isdecimal()]
        return sorted(keys, key=lambda key: (len(key), key))

    def aside_text(self, key: str) -> str:
        """Gets a save set aside."""
        return self._storage.get(key) or ""

    async def forget(self, key: str) -> None:
        """Forgets a save set aside."""
        if any(key in self.aside(name) for name in TABLES):
            await self._storage.remove(key, self.aside_text(key))


def _key(name: str) -> str:
    return f"match:{name}"


def _fence(name: str) -> str:
    return f"owner:{name}"
