"""
Chromium on the built site: one server, two browsers for all tests, and nothing may go wrong unnoticed.

``page`` and ``table`` are a tab in a browser that has been here before: its visits start in a second, from the memory
snapshot and through the service worker. Routes see nothing of what a service worker serves, and what a context is
given stays with it: tests that need such things, and the first visit itself, use ``fresh`` and ``fresh_table``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.browser.hosts import Host
from tests.browser.table import Table
from tools import serve

DIST = Path(__file__).resolve().parents[2] / "dist"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
VISITOR: dict[str, Any] = {"locale": "fr-FR", "viewport": {"width": 1280, "height": 760}}
EXPECTED = ("requires SharedArrayBuffer",)
"""Parts of console messages that PyScript writes in every worker without special headers: no fault."""
NOTHING_LATER = "export const settle = () => {};"
"""Stands in for ``later.mjs``, so that no snapshot is made while the next test runs."""


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


@pytest.fixture
def host() -> Iterator[Host]:
    """Serves the site, with faults to come, until it is stopped."""
    serving = Host(DIST)
    yield serving
    serving.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Starts Playwright, which can be had only once at a time."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Starts the browser whose contexts have never been here."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


class Watch:
    """Notes all that must not happen on a page."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.faults: list[str] = []
        self.allowed: tuple[str, ...] = EXPECTED

    def over(self, watched: BrowserContext | Page) -> None:
        """Watches a tab, or every tab and worker of a context."""
        watched.on("request", lambda request: self._request(request.url))
        watched.on("console", lambda message: self._message(message.type, message.text))
        if isinstance(watched, Page):
            watched.on("pageerror", lambda error: self.faults.append(f"uncaught: {error}"))
            watched.on("crash", lambda: self.faults.append("crashed"))
        else:
            watched.on("weberror", lambda error: self.faults.append(f"uncaught: {error.error}"))
            watched.on("page", lambda page: page.on("crash", lambda: self.faults.append("crashed")))

    def _request(self, address: str) -> None:
        if not address.startswith((self._url, "blob:", "data:")):
            self.faults.append(f"request to {address}")

    def _message(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in self.allowed):
            self.faults.append(f"console {kind}: {text}")


@pytest.fixture
def watch(url: str) -> Iterator[Watch]:
    """Fails the test if anything went to the console as an error, or to another host."""
    watching = Watch(url)
    yield watching
    assert [] == watching.faults


# ---------------------------------------------------------------------- later visits


@pytest.fixture(scope="session")
def profile(playwright: Playwright, url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """Opens a browser and visits once, until all that later visits start from is kept."""
    context = playwright.chromium.launch_persistent_context(
        tmp_path_factory.mktemp("profile"), executable_path=CHROMIUM, args=FLAGS, **VISITOR
    )
    context.set_default_timeout(60_000)
    watching = Watch(url)
    page = context.new_page()
    watching.over(page)
    page.goto(url)
    page.wait_for_selector("html[data-snapshot=made][data-offline=ready]", state="attached")
    page.close()
    assert [] == watching.faults
    yield context
    context.close()


@contextmanager
def new_tab(profile: BrowserContext, watching: Watch, url: str) -> Iterator[Page]:
    """Opens a tab; of earlier tests nothing is kept but what the page starts from."""
    assert all(page.url == "about:blank" for page in profile.pages), "an earlier test left its tab open"
    page = profile.new_page()
    devtools = profile.new_cdp_session(page)
    devtools.send("Storage.clearDataForOrigin", {"origin": url.rstrip("/"), "storageTypes": "indexeddb,local_storage"})
    devtools.detach()
    watching.over(page)
    yield page
    page.close()


@pytest.fixture(scope="module")
def shared(profile: BrowserContext, url: str) -> Iterator[Table]:
    """Boots one table for all tests of a module; they use no other tab of that browser but those they close."""
    watching = Watch(url)
    with new_tab(profile, watching, url) as page:
        table = Table(page, url, watching.faults)
        table.open("game=hearts&lang=fr&speed=instant&bots=worlds")
        yield table


@pytest.fixture
def booted(shared: Table) -> Iterator[Table]:
    """Gets the module's table, as an earlier test left it; nothing may go wrong unnoticed."""
    yield shared
    faults = list(shared.faults)
    shared.faults.clear()
    assert [] == faults


@pytest.fixture
def page(profile: BrowserContext, watch: Watch, url: str) -> Iterator[Page]:
    """Opens a tab in the browser that has been here before."""
    with new_tab(profile, watch, url) as tab:
        yield tab


@pytest.fixture
def table(page: Page, watch: Watch, url: str) -> Table:
    """Gets the driver of a table in a tab of the browser that has been here before; nothing is loaded yet."""
    return Table(page, url, watch.faults)


# ---------------------------------------------------------------------- first visits


@contextmanager
def new_visitor(chromium: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Opens a profile that was never here, and in which nothing follows the start."""
    context = chromium.new_context(**VISITOR | {"service_workers": "block"} | options)
    context.set_default_timeout(60_000)
    context.route("**/js/later.mjs", lambda route: route.fulfill(content_type="text/javascript", body=NOTHING_LATER))
    yield context
    context.close()


@pytest.fixture
def fresh(chromium: Browser, watch: Watch) -> Iterator[BrowserContext]:
    """Opens a browser that was never here; what a test does to it goes with it."""
    with new_visitor(chromium) as context:
        watch.over(context)
        yield context


@pytest.fixture
def fresh_page(fresh: BrowserContext) -> Page:
    """Opens a tab in a browser that was never here."""
    return fresh.new_page()


@pytest.fixture
def fresh_table(fresh_page: Page, watch: Watch, url: str) -> Table:
    """Gets the driver of a table in a tab of a browser that was never here; nothing is loaded yet."""
    return Table(fresh_page, url, watch.faults)
