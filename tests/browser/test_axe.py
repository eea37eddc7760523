"""No screen has what axe calls a violation, on a phone and on a desktop."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Route

from tests.browser.conftest import Watch
from tests.browser.saves import last_tricks
from tests.browser.table import SHEETS, Table

SIZES = ((360, 640), (1280, 760))
RUN = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map((n) => `${id}: ${n.target} ${n.failureSummary}`)))"""


class Checker:
    """Looks at a page with axe, and keeps what it finds."""

    def __init__(self, table: Table, found: list[str] | None = None) -> None:
        """
        Brings axe into the page, as it must be after each load.

        :param found: what was found before.
        """
        self.table = table
        self.found = found or []
        table.page.evaluate(AXE_SCRIPT)

    def check(self, screen: str) -> None:
        """Looks at the screen shown, in every size."""
        page = self.table.page
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("document.getAnimations().every((a) => a.playState !== 'running')")
            self.table.shoot(f"axe-{screen}-{width}x{height}")
            self.found += [f"{screen} at {width}×{height}: {fault}" for fault in page.evaluate(RUN)]

    def check_sheet(self, name: str) -> None:
        """Looks at a sheet and closes it."""
        self.table.open_sheet(name)
        self.check(name)
        self.table.close_sheet()


def test_no_screen_has_violations(booted: Table) -> None:
    """Home, pass, play, a refused card, every sheet, both results and the fault's sheet are without violations."""
    table = booted
    page = table.page
    checker = Checker(table)
    checker.check("home")
    table.new_match()
    table.wait_for_turn()
    page.locator("#hand button").first.click()
    checker.check("pass")
    page.locator("#hand button").first.click()
    page.wait_for_selector('#hand [aria-pressed="true"]', state="detached")
    table.play_until_refused()
    checker.check("play")
    table.try_card(page.locator("#hand [data-sunk]").last)
    page.wait_for_selector("#prompt .refused")
    checker.check("refused")
    for _ in range(5):
        table.step()
    for name in (*SHEETS, "lost"):
        checker.check_sheet(name)
    table.play_until("deal-over")
    checker.check("deal-over")
    table.take_in(last_tricks(1))
    table.play_until("match-over")
    checker.check("match-over")
    table.rematch()
    table.wait_for_turn()
    page.evaluate("""() => { const draw = tapisvert.draw;
        tapisvert.draw = () => { tapisvert.draw = draw; throw new Error("broken"); }; }""")
    page.locator("#hand button").first.click()
    page.wait_for_selector('#sheet [data-action="retry"]')
    checker.check("fault")
    table.faults.clear()
    assert [] == checker.found
    page.evaluate("document.getElementById('sheet').append(document.createElement('button'))")
    assert any("button-name" in fault for fault in page.evaluate(RUN)), "axe does look"


def test_no_screen_of_trouble_has_violations(fresh_table: Table, watch: Watch) -> None:
    """Loading, each sentence of failure, a save set aside and a browser that keeps nothing are without violations."""
    table, page = fresh_table, fresh_table.page
    watch.allowed += ("404", "Failed", "fetch", "Error")
    held: list[Route] = []
    page.route("**/python_stdlib.zip", lambda route: held.append(route))  # noqa: PLW0108 - a wrapper is marked
    page.goto(f"{table.url}?lang=fr")
    checker = Checker(table)
    checker.check("loading")
    held[0].fulfill(status=404, body="gone")
    page.wait_for_selector("#loading.failed")
    checker.check("failed")
    page.unroute("**/python_stdlib.zip")
    page.route("**/loader.js", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{table.url}?lang=fr")
    checker = Checker(table, checker.found)
    page.wait_for_selector("#stuck:visible")
    checker.check("stuck")
    page.unroute("**/loader.js")
    table.open("lang=fr&speed=instant&bots=worlds")
    page.evaluate("tapisvert.openStore().then((store) => store.put('match:hearts', 'not a match'))")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    checker = Checker(table, checker.found)
    checker.check("home-aside")
    table.do("save-sheet aside:hearts:1")
    checker.check("aside")
    page.add_init_script("Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true })")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    checker = Checker(table, checker.found)
    checker.check("home-unkept")
    table.new_match()
    table.wait_for_turn()
    checker.check("table-unkept")
    watch.faults.clear()
    assert [] == checker.found
