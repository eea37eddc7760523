"""
The browser, as the page sees it: the only module that imports ``js`` or ``pyscript``.

Every call carries one string across the border between Python and JavaScript, since it is the calls that cost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import js
from pyscript import create_named_worker, storage
from pyscript.ffi import create_proxy

STORE = "tapis-vert"
SOURCE = "./worker.py"


def boot() -> dict[str, Any]:
    """
    Gets what the shell knows.

    Its fields: ``query``, ``language``, ``open`` (the game at the table when the page was left), ``form`` (what was
    chosen early), ``path`` (of the site), ``build``.
    """
    found: dict[str, Any] = json.loads(js.tapisvert.boot())
    return found


def connect(handle: Callable[[dict[str, Any]], None]) -> None:
    """Gives all that a person does from now on to *handle*; what was done early comes first."""
    js.tapisvert.connect(create_proxy(lambda text: handle(json.loads(text))))


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


async def copy(text: str) -> bool:
    """Copies a text to the clipboard; tells whether that was allowed."""
    return bool(await js.tapisvert.copy(text))


def fail(reason: str) -> None:
    """Shows that the page could not start."""
    js.tapisvert.fail(reason)


def now() -> float:
    """Gets a clock's time in seconds."""
    return float(js.performance.now()) / 1000


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
        self._remote = await create_named_worker(src=SOURCE, name=self._name, config="./pyscript.toml")
        found: dict[str, Any] = json.loads(await self._remote.ready())
        return found

    async def choose(self, request: str) -> str:
        """Asks for a bot's choice."""
        return str(await self._remote.choose(request))

    def end(self) -> None:
        """Ends the worker at once, also one that is still booting; calls under way never return."""
        js.tapisvert.endWorker(self._name)


async def start_worker(name: str) -> Worker:
    """Makes a worker under a *name* not used before."""
    return Worker(name)


class Store(dict[str, str]):
    """The device's store as a mapping of texts; an entry that is no text is as if it were not there."""

    def __init__(self, store: Any) -> None:
        super().__init__((key, value) for key, value in store.entries() if isinstance(value, str))
        self._store = store

    def __setitem__(self, key: str, value: str) -> None:
        self._store.set(key, value)
        super().__setitem__(key, value)

    def __delitem__(self, key: str) -> None:
        self._store.delete(key)
        super().__delitem__(key)

    async def sync(self) -> None:
        """Waits until all is written."""
        await self._store.sync()


async def open_store(path: str) -> Store:
    """
    Opens the site's store; two copies of the site on one host share nothing.

    :raises Exception: whatever the browser raises if it keeps nothing.
    """
    store: Store = await storage(f"{STORE}{path}", storage_class=Store)
    return store
