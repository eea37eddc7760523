"""
A browser without a browser: drives the whole page in CPython, with as many tabs as a test needs.

``Host`` is one browser with its store; ``Tab`` is a tab of it: it satisfies
``table.ports.Browser`` and keeps what is shown.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from table import app
from tapisvert.bots.service import choose

PATIENCE = 20_000
"""Turns of the loop after which a condition counts as never met."""


def run(work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine in a thread of its own: the browser tests keep a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


async def brief() -> None:
    """Waits for a second that is soon over."""
    await asyncio.sleep(0.001)


class Seconds:
    """Seconds that the test deals out."""

    def __init__(self) -> None:
        self.ticks: list[asyncio.Future[None]] = []

    async def tick(self) -> None:
        self.ticks.append(asyncio.get_running_loop().create_future())
        await self.ticks[-1]

    async def pass_by(self, seconds: int) -> None:
        """Lets seconds pass, each only when it is waited for."""
        for _ in range(seconds):
            await settle()
            for tick in self.ticks:
                if not tick.done():
                    tick.set_result(None)
            self.ticks.clear()
            await settle()


async def settle() -> None:
    """Lets everything happen that waits for no second."""
    for _ in range(20):
        await asyncio.sleep(0)


class LocalWorker:
    """Answers in the page's own process."""

    async def ready(self) -> dict[str, object]:
        return {"build": "test"}

    async def choose(self, request: str) -> str:
        return choose(request, lambda: 0.0)

    def end(self) -> None:
        pass


class Disk:
    """A device's store, which can be told to fail."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts = dict(texts or {})
        self.trouble = ""
        """``refuse`` raises, ``full`` raises on writing, ``hang`` never answers."""
        self.writes: list[str] = []

    async def _maybe_fail(self, *troubles: str) -> None:
        await asyncio.sleep(0)
        if self.trouble == "hang":
            await asyncio.get_running_loop().create_future()
        if self.trouble in troubles:
            raise OSError(self.trouble)

    async def read(self) -> dict[str, str]:
        await self._maybe_fail("refuse")
        return dict(self.texts)

    async def write(self, name: str, text: str, fence: str = "", token: str = "") -> bool:
        await self._maybe_fail("refuse", "full")
        if fence and self.texts.get(fence) != token:
            return False
        self.texts[name] = text
        self.writes.append(name)
        return True

    async def remove(self, name: str, text: str) -> bool:
        await self._maybe_fail("refuse", "full")
        if self.texts.get(name) != text:
            return False
        del self.texts[name]
        return True


class Host:
    """One browser: what its tabs share."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.disk: Disk | None = Disk(texts)
        """None refuses every tab a store."""
        self.words: dict[str, str] = {}
        self.holders: dict[str, Tab] = {}
        self.has_locks = True


class Tab:
    """A tab: a browser as the page needs one, and what a person sees in it."""

    def __init__(self, host: Host, language: str = "en", **query: str) -> None:
        self.host = host
        self._language = language
        self._query = {"speed": "instant", "bots": "worlds"} | query
        self._handle: Callable[[dict[str, Any]], None] | None = None
        self.early: list[dict[str, Any]] = []
        self.screen = ""
        self.regions: dict[str, str] = {}
        self.data: dict[str, str] = {}
        self.sheet = ""
        self.said: list[str] = []
        self.copied: list[str] = []
        self.files: dict[str, str] = {}
        self.field = ""
        self.failed = ""
        """Why the page could not start."""
        self.shell: dict[str, Any] = {}
        self.has_clipboard = True
        self.has_selected = False

    # ------------------------------------------------------------------ a person

    async def open(self) -> Tab:
        """Loads the page."""
        await app.start(self)
        return self

    def send(self, event: dict[str, Any]) -> None:
        """Does something as the listener of the page hears it."""
        assert self._handle is not None
        self._handle(event)

    def click(self, action: str) -> None:
        """Clicks an action that is shown."""
        shown = self.sheet or "".join(self.regions.values())
        assert f'data-action="{action}"' in shown, f"no {action} in {shown}"
        self.send({"action": action})

    async def do(self, action: str) -> None:
        """Clicks an action, and lets the page do it."""
        self.click(action)
        await self.settle()

    async def do_home(self) -> None:
        """Goes home by the button of the bar."""
        self.send({"action": "home"})
        await self.settle()

    async def settle(self) -> None:
        """Lets the page do what it can at once."""
        for _ in range(50):
            await asyncio.sleep(0)

    async def until(self, condition: Callable[[], object]) -> None:
        """Waits until something is so."""
        for _ in range(PATIENCE):
            if condition():
                return
            await asyncio.sleep(0)
        raise AssertionError(f"never: screen {self.screen}, {self.data}, sheet {self.sheet[:300]}")

    @property
    def is_mine(self) -> bool:
        """Whether the page waits for the person."""
        data = self.data
        if self.screen != "table" or not data.get("phase"):
            return False
        if data["phase"] in ("deal-over", "match-over"):
            return bool(self.sheet)
        return data["to-act"] == data["you"] and bool(re.search(r'class="[^"]*\basked\b', self.regions["hand"]))

    def legal(self) -> list[str]:
        """Lists the moves that the hand offers."""
        found = re.findall(r'data-move="([^"]+)"([^>]*)>', self.regions.get("hand", ""))
        return [name for name, rest in found if "aria-disabled" not in rest]

    def offered(self, region: str = "panel") -> list[str]:
        """Lists the moves that the buttons beside the hand offer."""
        found = re.findall(r'data-move="([^"]+)"([^>]*)>', self.regions.get(region, ""))
        return [name for name, rest in found if "aria-disabled" not in rest]

    async def step(self) -> str:
        """Does the next thing a person would do who calls lowest and announces all; gets the phase it was done in."""
        await self.until(lambda: self.is_mine)
        phase, before = self.data["phase"], self.position
        if phase == "pass":
            for name in re.findall(r'data-action="select (\w+)"', self.regions["hand"])[:3]:
                self.send({"action": f"select {name}"})
            self.send({"action": "confirm-pass"})
        elif phase == "bet":
            self.send({"move": self.offered()[4]})  # two tricks
        elif phase == "call":
            self.send({"move": self.offered()[1]})  # the first after passing
        elif phase in ("announce", "name"):
            self.send({"move": self.offered()[-1]})
        elif phase == "play":
            self.send({"move": self.legal()[0]})
        elif phase in ("setup", "turn"):
            self.send({"move": (self.legal() or self.offered("trick"))[0]})
        else:
            self.click("rematch" if phase == "match-over" else "next-deal")
        await self.until(lambda: self.position != before)
        return phase

    @property
    def position(self) -> tuple[str | None, str | None]:
        """The deal and the ply shown."""
        return self.data.get("deal"), self.data.get("ply")

    # ------------------------------------------------------------------ a browser

    def boot(self) -> dict[str, Any]:
        return {
            "query": self._query,
            "language": self._language,
            "open": self.host.words.get("open", ""),
            "form": {"option.length": "quick"} | {f"level.{seat}": "easy" for seat in (1, 2, 3)},
            "build": "test",
        }

    def connect(self, handle: Callable[[dict[str, Any]], None]) -> None:
        self._handle = handle
        for event in self.early:
            handle(event)

    def fail(self, reason: str) -> None:
        self.failed = reason

    def facts(self) -> dict[str, Any]:
        return {"browser": "fake"}

    def draw(self, scene: Mapping[str, Any]) -> None:
        self.screen = scene.get("screen", self.screen)
        self.shell = scene.get("shell", self.shell)
        self.regions.update(scene.get("regions", {}))
        self.data = dict(scene.get("data", self.data))
        self.sheet = scene["sheet"] or "" if "sheet" in scene else self.sheet

    def say(self, line: str) -> None:
        self.said.append(line)

    def remember(self, name: str, value: str) -> None:
        self.host.words[name] = value

    async def start_worker(self, name: str) -> LocalWorker:
        return LocalWorker()

    async def open_store(self) -> Disk:
        if self.host.disk is None:
            raise OSError("blocked")
        return self.host.disk

    async def take_table(self, game: str, *, steal: bool) -> bool:
        await asyncio.sleep(0)
        if not self.host.has_locks:
            return True
        holder = self.host.holders.get(game)
        if holder not in (None, self):
            if not steal:
                return False
            asyncio.get_running_loop().call_soon(holder.send, {"action": f"lost {game}"})  # type: ignore[union-attr]
        self.host.holders[game] = self
        return True

    def release_table(self) -> None:
        self.host.holders = {game: tab for game, tab in self.host.holders.items() if tab is not self}

    async def copy(self, text: str) -> bool:
        self.copied.append(text if self.has_clipboard else "")
        return self.has_clipboard

    def select_field(self) -> None:
        self.has_selected = True

    def pasted(self) -> str:
        return self.field

    def download(self, name: str, text: str) -> None:
        self.files[name] = text
