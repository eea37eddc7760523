"""
The browser, as the page sees it: the only module that imports ``js`` or ``pyscript``.

Every call carries one string across the border between Python and JavaScript, since it is the calls that cost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import js
from pyscript import create_named_worker
from pyscript.ffi import create_proxy

from tapisvert.sealing import seal, unseal

from .build import BUILD, FOLDER

SOURCE = f"./{FOLDER}worker.py"
CONFIG = f"./{FOLDER}pyscript.toml"


def boot() -> dict[str, Any]:
    """
    Gets what the shell knows.

    Its fields: ``query``, ``language``, ``open`` (the game at the table when the page was left), ``form`` (what was
    chosen early), ``build``.
    """
    found: dict[str, Any] = json.loads(js.tapisvert.boot())
    return found


def connect(handle: Callable[[dict[str, Any]], None]) -> None:
    """Gives all that a person does from now on to *handle*; what was done early comes first."""
    js.tapisvert.connect(create_proxy(lambda text: handle(json.loads(text))), BUILD)


def draw(scene: Mapping[str, Any]) -> None:
    """Draws regions of the page; see ``stage.js`` for the fields."""
    js.tapisvert.draw(json.dumps(scene))


def remember(name: str, value: str) -> None:
    """Keeps a word that the shell needs before Python runs; an empty one is forgotten."""
    js.tapisvert.remember(name, value)


def say(line: str) -> None:
    """Tells screen readers a line."""
    js.tapisvert.say(line)


def facts() -> dict[str, Any]:
    """Gets what an error report tells of the browser."""
    found: dict[str, Any] = json.loads(js.tapisvert.facts())
    return found


def fail(reason: str) -> None:
    """Shows that the page could not start."""
    js.tapisvert.fail(reason)


class Worker:
    """One worker with the bots."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._remote: Any = None

    async def ready(self) -> dict[str, Any]:
        """
        Boots the worker and waits for its first message.

        :raises OSError: if its program cannot be had, which PyScript would wait for without end.
        """
        if not (await js.fetch(SOURCE)).ok:
            raise OSError(SOURCE)
        self._remote = await create_named_worker(src=SOURCE, name=self._name, config=CONFIG)
        found: dict[str, Any] = json.loads(await self._remote.ready())
        js.tapisvert.settle(str(found["build"]))
        return found

    async def choose(self, request: str) -> str:
        """Asks for a bot's choice; what bots may see stands in clear in no message."""
        return unseal(str(await self._remote.choose(seal(request))))

    def end(self) -> None:
        """Ends the worker at once, also one that is still booting; calls under way never return."""
        js.tapisvert.endWorker(self._name)


async def start_worker(name: str) -> Worker:
    """Makes a worker under a *name* not used before."""
    return Worker(name)


class Device:
    """The device's store; each call is one transaction."""

    def __init__(self, store: Any) -> None:
        self._store = store

    async def read(self) -> dict[str, str]:
        """Reads all texts; an entry that is no text is as if it were not there."""
        found: dict[str, str] = json.loads(await self._store.all())
        return found

    async def write(self, name: str, text: str, fence: str = "", token: str = "") -> bool:
        """Writes a text; False, and nothing written, if the text named *fence* is not *token*."""
        return bool(await self._store.put(name, text, fence, token))

    async def remove(self, name: str, text: str) -> bool:
        """Removes a text; False, and nothing removed, if it is no longer *text*."""
        return bool(await self._store.remove(name, text))


async def open_store() -> Device:
    """
    Opens the site's store; two copies of the site on one host share nothing.

    :raises Exception: whatever the browser raises if it keeps nothing.
    """
    return Device(await js.tapisvert.openStore())


async def take_table(game: str, *, steal: bool) -> bool:
    """Makes this the tab of a game's table; False if another is and *steal* is not. Robbed, it hears ``lost``."""
    return bool(await js.tapisvert.tabs.take(game, steal))


def release_table() -> None:
    """Lets another tab have the table."""
    js.tapisvert.tabs.release()


async def copy(text: str) -> bool:
    """Copies a text; False if the browser refuses."""
    return bool(await js.tapisvert.copies.copy(text))


def select_field() -> None:
    """Selects what stands in the sheet's field."""
    js.tapisvert.copies.select()


def download(name: str, text: str) -> None:
    """Gives a text as a file."""
    js.tapisvert.copies.download(name, text)


def pasted() -> str:
    """Gets what was pasted into the sheet's field."""
    return str(js.tapisvert.copies.pasted())
