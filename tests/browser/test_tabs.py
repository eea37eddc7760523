"""One match, one tab: the lock alone on bare pages, then two whole tabs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Watch
from tests.browser.table import Table
from tests.browser.test_match import INSTANT, start_quick_match
from tests.browser.test_storage import bare

TAKE = """async ([game, steal]) => {
    const { take } = await import("./tabs.mjs");
    return take(game, steal, (lost) => { globalThis.lost = lost; });
}"""
RELEASE = "import('./tabs.mjs').then(({ release }) => release())"
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined, configurable: true });"
NO_WORDS = """Object.defineProperty(globalThis, "localStorage", {
    get() { throw new DOMException("The operation is insecure.", "SecurityError"); }, configurable: true });"""


def tabs(fresh: BrowserContext, url: str, script: str = "") -> list[Page]:
    fresh.add_init_script(script or "0")
    return [bare(fresh.new_page(), url) for _ in range(2)]


@pytest.fixture
def second(table: Table, watch: Watch, url: str) -> Iterator[Table]:
    """Gets the driver of a table in a second tab of the same browser."""
    page = table.page.context.new_page()
    watch.over(page)
    yield Table(page, url, watch.faults)
    page.close()


@pytest.mark.parametrize("script", ["", NO_LOCKS], ids=["locks", "tokens"])
def test_one_tab_at_a_time(fresh: BrowserContext, url: str, script: str) -> None:
    """A table is one tab's till it leaves, is robbed or crashes; another game's table is free."""
    first, second = tabs(fresh, url, script)
    assert first.evaluate(TAKE, ["hearts", False])
    assert first.evaluate(TAKE, ["hearts", False]), "one's own table is free"
    assert not second.evaluate(TAKE, ["hearts", False])
    assert second.evaluate(TAKE, ["belote", False])
    assert second.evaluate(TAKE, ["hearts", True])
    first.wait_for_function("globalThis.lost === 'hearts'")
    assert not first.evaluate(TAKE, ["hearts", False])
    assert first.evaluate(TAKE, ["belote", False]), "going to another table has left this one"
    second.evaluate(RELEASE)
    assert first.evaluate(TAKE, ["hearts", False])
    first.close()
    second.wait_for_function("import('./tabs.mjs').then(({ take }) => take('hearts', false))")
    assert second.evaluate("globalThis.lost") is None


def test_left_while_asking(fresh: BrowserContext, url: str) -> None:
    """Who leaves before the answer holds nothing."""
    first, second = tabs(fresh, url)
    asked = """async () => {
        const { take, release } = await import("./tabs.mjs");
        const asked = take("hearts", false);
        release();
        return asked;
    }"""
    assert first.evaluate(asked) is False
    second.wait_for_function("import('./tabs.mjs').then(({ take }) => take('hearts', false))")


def test_no_way_to_guard(fresh: BrowserContext, url: str) -> None:
    """Where a browser has neither locks nor storage, play goes on unguarded."""
    first, second = tabs(fresh, url, NO_LOCKS + NO_WORDS)
    assert first.evaluate(TAKE, ["hearts", False])
    assert second.evaluate(TAKE, ["hearts", False])


def test_match_goes_from_tab_to_tab(table: Table, second: Table) -> None:
    """A second tab asks, takes over and is taken over from; no ply is lost, and a closed tab lets go."""
    first = table
    start_quick_match(first, "fr")
    first.play_until("play")
    second.open(f"lang=fr&{INSTANT}")
    assert "autre onglet" in second.page.inner_text("#sheet")
    for width, height in ((360, 640), (1280, 760)):
        second.page.set_viewport_size({"width": width, "height": height})
        second.shoot(f"elsewhere-fr-{width}")
    second.page.click('#sheet [data-action="home"]')
    second.page.wait_for_selector("#sheet", state="hidden")
    assert "table" == first.page.get_attribute("body", "data-screen")
    second.do("new-match")
    second.page.wait_for_selector("#sheet:visible")
    assert "remplacée" in second.page.inner_text("#sheet")
    second.page.click('#sheet [data-action="home"]')
    second.do("resume hearts")
    hand = first.hand()
    second.do("take-over")
    second.wait_for_turn()
    assert hand == second.hand()
    first.page.wait_for_selector("#sheet:visible")
    for width, height in ((360, 640), (1280, 760)):
        first.page.set_viewport_size({"width": width, "height": height})
        first.shoot(f"lost-fr-{width}")
    assert "" == first.data("phase")
    first.page.keyboard.press("Escape")
    assert first.page.is_visible('#sheet [data-action="take-over"]'), "there is nothing to go on with below"
    second.play_card()
    second.wait_for_turn()
    position = second.position()
    first.do("take-over")
    first.wait_for_turn()
    assert position == first.position()
    second.page.wait_for_selector('#sheet [data-action="take-over"]')
    first.page.close(run_before_unload=False)
    second.page.reload()
    second.page.wait_for_selector("body[data-ready]")
    second.wait_for_turn()
    assert position == second.position()
    assert second.page.is_hidden("#sheet")
