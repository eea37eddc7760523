"""What the checks ask of a browser, whichever it is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue006",
    "Escape": "\ue00c",
    "Space": " ",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
    "Shift": "\ue008",
}
"""WebDriver's names of keys that are no letters."""
PATIENCE = 240
"""Seconds: WebKit's workers start in half a minute, and in minutes on a machine that has other things to do."""
FIND_POINT = """((query, which) => {
    const isThere = (e) => e.getClientRects().length && !e.closest('[inert]');
    const element = [...document.querySelectorAll(query)].filter(isThere).at(which);
    if (!element) return null;
    element.scrollIntoView({ block: 'nearest' });
    const box = element.getBoundingClientRect();
    for (const down of [.5, .3, .8, .1]) for (const across of [.5, .2, .1, .9]) {
        const [x, y] = [Math.round(box.left + box.width * across), Math.round(box.top + box.height * down)];
        if (element.contains(document.elementFromPoint(x, y))) return [x, y];
    }
    return null;
})"""
"""Finds a point where a click lands on the element and on nothing that covers it."""


class BrowserError(Exception):
    """What a browser did not do, in one sentence."""


class Browser(ABC):
    """A browser with a fresh profile in a temporary folder and one tab; ``with`` ends all it started."""

    name: str
    version = ""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="elsewhere-", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self.faults: list[str] = []
        """Errors and warnings that went to the console, as far as this browser tells them."""
        self.requests: list[str] = []
        """Addresses asked for, as far as this browser tells them."""
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        except (OSError, BrowserError):
            pass  # it had gone before
        finally:
            self._end_processes()
            self._folder.cleanup()

    @abstractmethod
    def start(self) -> None:
        """Starts the browser with its profile and an empty tab; also again after :meth:`close`."""

    @abstractmethod
    def close(self) -> None:
        """Closes the browser as a person does; its profile stays."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Goes to an address, without waiting for more than an answer."""

    @abstractmethod
    def reload(self) -> None:
        """Loads the page again."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Evaluates a JavaScript expression, waits if it is a promise, and gets its JSON value."""

    @abstractmethod
    def perform(self, actions: Sequence[Mapping[str, Any]]) -> None:
        """Performs WebDriver's input actions."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Gives the page this size."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Keeps a picture of the page."""

    @abstractmethod
    def refresh_notes(self) -> None:
        """Brings :attr:`faults` and :attr:`requests` up to date."""

    def reopen(self) -> None:
        """Closes the browser and starts it again with the same profile."""
        self.close()
        self._end_processes()
        self.start()

    def wait_for(self, expression: str, seconds: float = PATIENCE) -> Any:
        """
        Waits until an expression is true, and gets its value.

        :raises BrowserError: if it is not in time.
        """
        deadline = time.monotonic() + seconds
        while True:
            value = self.evaluate(expression)
            if value:
                return value
            if time.monotonic() > deadline:
                raise BrowserError(f"not true within {seconds} s: {expression[:200]}")
            time.sleep(0.05)

    def click(self, query: str, which: int = 0) -> None:
        """
        Clicks on an element as a mouse does, once it can be hit.

        :param which: the element among those found: from 0, or from -1 backwards.
        """
        x, y = self.wait_for(f"{FIND_POINT}({json.dumps(query)}, {which})", 60)
        self.perform(
            [
                {
                    "type": "pointer",
                    "id": "mouse",
                    "parameters": {"pointerType": "mouse"},
                    "actions": [
                        {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"},
                        {"type": "pointerDown", "button": 0},
                        {"type": "pointerUp", "button": 0},
                    ],
                }
            ]
        )

    def press(self, *keys: str) -> None:
        """Presses keys one after the other: letters, names out of ``KEYS``, or several at once as in ``Shift+Tab``."""
        strokes = []
        for key in keys:
            values = [KEYS.get(name, name) for name in key.split("+")]
            strokes += [{"type": "keyDown", "value": value} for value in values]
            strokes += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.perform([{"type": "key", "id": "keyboard", "actions": strokes}])

    # ------------------------------------------------------------------ for the browsers

    def run(self, *command: str, log: str, **environment: str) -> subprocess.Popen[bytes]:
        """Starts a process in a group of its own; its output goes to a file in the folder."""
        with (self.folder / log).open("ab") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=os.environ | environment,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def log(self, name: str) -> str:
        """Reads what a process has put out."""
        path = self.folder / name
        return path.read_text("utf-8", "replace") if path.exists() else ""

    def _end_processes(self) -> None:
        """Ends what was started, by its own ids, the last first."""
        for process in reversed(self._processes):
            for kind in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, kind)
                    process.wait(10)
                except ProcessLookupError:
                    break
                except subprocess.TimeoutExpired:
                    continue
            process.wait()
        self._processes.clear()


def wait_until(condition: Any, what: str, seconds: float = 60) -> Any:
    """
    Waits until *condition* gives something, and gets it.

    :raises BrowserError: if it does not in time.
    """
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise BrowserError(f"{what}: not within {seconds} s")
        time.sleep(0.1)
    return found
