"""Chromium on the built site: one server and one browser for all tests, and nothing may go wrong unnoticed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.browser.table import Table
from tools import serve

DIST = Path(__file__).resolve().parents[2] / "dist"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
EXPECTED = ("requires SharedArrayBuffer",)
"""Parts of console messages that PyScript writes in every worker without special headers: no fault."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test of this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """Serves the site."""
    if not (DIST / "index.html").exists():
        pytest.fail("the site is not built: run ./build.sh site")
    server, address = serve.start(DIST)
    yield address
    server.shutdown()
    server.server_close()


CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Starts Playwright, which can be had only once at a time."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Starts the browser."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


class Watch:
    """Notes all that must not happen on a page."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.faults: list[str] = []
        self.allowed: tuple[str, ...] = EXPECTED

    def over(self, context: BrowserContext) -> None:
        """Watches every page and request of a context."""
        context.on("request", lambda request: self._request(request.url))
        context.on("console", lambda message: self._message(message.type, message.text))
        context.on("weberror", lambda error: self.faults.append(f"uncaught: {error.error}"))

    def _request(self, address: str) -> None:
        if not address.startswith((self._url, "blob:", "data:")):
            self.faults.append(f"request to {address}")

    def _message(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in self.allowed):
            self.faults.append(f"console {kind}: {text}")


@pytest.fixture(scope="module")
def booted(chromium: Browser, url: str) -> Iterator[Table]:
    """Opens one table for all tests of a module, since a boot takes seconds; each leaves it ready for the next."""
    watching = Watch(url)
    fresh = chromium.new_context(locale="fr-FR", viewport={"width": 1280, "height": 760})
    fresh.set_default_timeout(60_000)
    watching.over(fresh)
    table = Table(fresh.new_page(), url)
    table.faults = watching.faults
    table.open("game=hearts&lang=fr&speed=instant&bots=worlds")
    yield table
    fresh.close()
    assert [] == watching.faults


@pytest.fixture
def watch(url: str) -> Iterator[Watch]:
    """Fails the test if anything went to the console as an error, or to another host."""
    watching = Watch(url)
    yield watching
    assert [] == watching.faults


@pytest.fixture
def context(chromium: Browser, watch: Watch) -> Iterator[BrowserContext]:
    """Opens a fresh profile."""
    fresh = chromium.new_context(locale="fr-FR", viewport={"width": 1280, "height": 760})
    fresh.set_default_timeout(60_000)
    watch.over(fresh)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """Opens a tab."""
    return context.new_page()


@pytest.fixture
def table(page: Page, url: str) -> Table:
    """Gets the driver of a table on a fresh tab; nothing is loaded yet."""
    return Table(page, url)
