"""
What is tried in each browser, in this order; each function is a check, its docstring what the table says of it.

A check gets the :class:`Visit`, raises if something is not so, and may return a remark. One that raises
:class:`NotYetError` is told, and is no failure.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from tests.browser.conftest import EXPECTED
from tests.browser.test_layout import MEASURE
from tests.elsewhere.browser import Browser
from tests.elsewhere.server import Server
from tests.elsewhere.table import Table

SIZES = [(360, 640), (1280, 760)]
QUERY = "game=hearts&lang=fr&speed=instant&bots=worlds"
CONTROLLED = "navigator.serviceWorker?.controller != null"


class NotYetError(Exception):
    """What the build does not offer, so that it cannot be checked."""


def expect(expected: object, actual: object) -> None:
    """Compares, and tells both values if they differ (pytest, which does so too, does not run this)."""
    if expected != actual:
        raise AssertionError(f"expected {expected!r}, got {actual!r}")


class Visit:
    """A browser, the site, and a folder for pictures."""

    def __init__(self, browser: Browser, server: Server, shots: Path) -> None:
        self.browser = browser
        self.server = server
        self.table = Table(browser, server.url)
        self.excused: list[str] = []
        """Faults that were meant to happen."""
        self._shots = shots

    def shoot(self, name: str) -> None:
        """Keeps a picture at each size."""
        for width, height in SIZES:
            self.browser.resize(width, height)
            self.settle()
            self.browser.screenshot(self._shots / f"{self.browser.name}-{name}-{width}x{height}.png")

    def settle(self) -> None:
        """Waits until all pictures are there and nothing moves."""
        self.browser.wait_for("[...document.images].every((image) => image.complete)", 60)
        self.browser.wait_for("document.getAnimations().every((a) => a.playState !== 'running')", 60)

    def layout(self) -> str:
        """Measures the table at each size, as in Chromium; gets what is wrong."""
        wrong = []
        for width, height in SIZES:
            self.browser.resize(width, height)
            self.settle()
            found = json.loads(self.browser.evaluate(f"({MEASURE})()"))
            good = found["strip"] >= 24 and found["cards"] == found["hit"] and not (found["covered"] or found["off"])
            if not good or found["wide"] > 0 or found["low"] > 0:
                wrong.append(f"{width}×{height}: {found}")
        return "; ".join(wrong)

    def describe(self) -> str:
        """Tells what a visit was served by."""
        count = self.browser.evaluate("performance.getEntriesByType('resource').length")
        start = self.browser.evaluate("globalThis.tapisvertStart ?? null")
        controlled = self.browser.evaluate(CONTROLLED)
        return f"{count} resources, service worker {controlled}, tapisvertStart {json.dumps(start)}"


def first_visit(visit: Visit) -> str:
    """A first visit: a click on Play made at once deals one in, and a card answers."""
    table, browser = visit.table, visit.browser
    began = time.monotonic()
    browser.open(f"{visit.server.url}?{QUERY}")
    painted = time.monotonic() - began
    table.new_quick_match()
    table.wait_until_ready()
    ready = time.monotonic() - began
    expect("pass", table.wait_for_turn())
    table.do(f"select {table.hand()[0]}")
    browser.wait_for("document.querySelectorAll('#hand [aria-pressed=\"true\"]').length === 1", 60)
    answered = time.monotonic() - began
    assert "75" in str(table.seen()["score"]), "the form filled in before Python counts"
    table.do(f"select {table.hand()[0]}")
    return f"page {painted:.1f} s, Python {ready:.1f} s, card {answered:.1f} s; {visit.describe()}"


def pass_by_clicks(visit: Visit) -> None:
    """Three cards are passed by clicks."""
    table = visit.table
    visit.shoot("pass")
    expect("", visit.layout())
    cards = table.hand()
    table.pass_cards()
    table.wait_for_turn()
    expect(3, len(set(cards) - set(table.hand())))


def deal_by_clicks(visit: Visit) -> None:
    """A whole deal is played by clicks, up to its sheet."""
    table = visit.table
    table.step()
    table.wait_for_turn()
    visit.shoot("play")
    expect("", visit.layout())
    expect("deal-over", table.play_until("deal-over", "match-over"))
    expect(4, visit.browser.evaluate("document.querySelectorAll('#sheet tbody tr').length"))
    visit.shoot("sheet")


def next_deal(visit: Visit) -> None:
    """The deal sheet leads to the next deal."""
    table = visit.table
    expect("deal-over", table.step())
    expect("pass", table.wait_for_turn())
    expect("2", table.seen()["deal"])


def language_in_mid_deal(visit: Visit) -> None:
    """The language is switched in mid-deal: every text changes, the deal does not."""
    table, browser = visit.table, visit.browser
    table.play_until("play")
    before = table.seen()
    assert "main 2" in str(before["title"])
    table.do("settings")
    visit.shoot("settings")
    table.do("language en")
    browser.wait_for("document.querySelector('#sheet h2').innerText === 'Settings'", 60)
    table.do("close")
    browser.wait_for("document.getElementById('sheet').hidden", 60)
    after = table.seen()
    assert "hand 2" in str(after["title"])
    expect("en", browser.evaluate("document.documentElement.lang"))
    assert all(
        " of " in label
        for label in browser.evaluate("[...document.querySelectorAll('#hand .card')].map(c => c.ariaLabel)")
    )
    kept = ("hand", "trick", "phase", "deal", "ply", "toAct")
    expect([before.get(name) for name in kept], [after.get(name) for name in kept])


def reload_in_mid_deal(visit: Visit) -> None:
    """A reload in mid-deal resumes exactly: hand, trick, scores."""
    table = visit.table
    for _ in range(3):
        table.play_until("play")
        table.step()
    table.wait_for_turn()
    before = table.seen()
    visit.browser.reload()
    table.wait_until_ready()
    table.wait_for_turn()
    expect(before, table.seen())


def deal_by_keyboard(visit: Visit) -> str:
    """A whole deal is played with Tab, arrows, Space and Enter alone."""
    table, browser = visit.table, visit.browser
    table.play_until("deal-over")
    table.step(keyboard=True)
    tabs = []
    while (phase := table.wait_for_turn()) not in ("deal-over", "match-over"):
        if phase == "play":
            tabs.append(table.play_card_by_keys())
        else:
            table.step(keyboard=True)
    expect(13, len(tabs))
    assert browser.evaluate("!!document.activeElement.closest('#sheet')"), "the sheet has the focus"
    return f"keys before each card: {' '.join(map(str, tabs))}"


def second_visit(visit: Visit) -> str:
    """A second visit with the same profile, the browser started anew, finds the match as it was left."""
    table, browser = visit.table, visit.browser
    if table.wait_for_turn() == "deal-over":
        table.step()
        table.play_until("play")
        table.step()
        table.wait_for_turn()
    before = table.seen()
    browser.reopen()
    began = time.monotonic()
    browser.open(visit.server.url)
    table.wait_until_ready()
    table.wait_for_turn()
    took = time.monotonic() - began
    expect(before, table.seen())
    return f"{took:.1f} s; {visit.describe()}"


def home(visit: Visit) -> None:
    """The home screen can be had from the table; it offers to resume, and keeps what the form held."""
    visit.table.do("home")
    visit.browser.wait_for("document.body.dataset.screen === 'home'", 60)
    visit.shoot("home")
    expect("quick", visit.browser.evaluate("document.getElementsByName('option.length')[0].value"))
    visit.table.do("resume hearts")
    visit.table.wait_for_turn()


def offline(visit: Visit) -> str:
    """Offline, with the browser started anew, the page comes up and a card can be played."""
    table, browser = visit.table, visit.browser
    if not browser.evaluate(CONTROLLED):
        raise NotYetError("no service worker controls the page")
    browser.refresh_notes()
    before = len(browser.faults)
    visit.server.stop()
    try:
        browser.reopen()
        browser.open(visit.server.url)
        table.wait_until_ready()
        if table.wait_for_turn() != "match-over":
            table.step()
        return visit.describe()
    finally:
        visit.server.start()
        browser.refresh_notes()
        visit.excused += browser.faults[before:]  # that the network was away may be told


def no_other_host(visit: Visit) -> str:
    """Nothing was asked of another host."""
    visit.browser.refresh_notes()
    own = (visit.server.url, "blob:", "data:", "about:")
    expect([], [address for address in visit.browser.requests if not address.startswith(own)])
    return f"{len(visit.browser.requests)} requests told"


def clean_console(visit: Visit) -> None:
    """No error and no warning went to the console."""
    visit.browser.refresh_notes()
    allowed = (*EXPECTED, *visit.excused)
    expect([], [line for line in visit.browser.faults if not any(part in line for part in allowed)])


CHECKS: list[Callable[[Visit], str | None]] = [
    first_visit,
    pass_by_clicks,
    deal_by_clicks,
    next_deal,
    language_in_mid_deal,
    reload_in_mid_deal,
    deal_by_keyboard,
    second_visit,
    home,
    offline,
    no_other_host,
    clean_console,
]
