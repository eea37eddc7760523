"""Hasty fingers, sleeping tabs, Back and Forward, workers in trouble: one page that must not lose its place."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DIST, Watch, new_visitor
from tests.browser.table import YOUR_TURN, Table
from tests.browser.test_match import INSTANT, reload, seen, start_quick_match
from tools import weight

MANY = 4
"""Cards in hand that leave time for a few plays more."""
NOT_YOURS = "document.getElementById('table').dataset.toAct !== document.getElementById('table').dataset.you"
TURN = "document.dispatchEvent(new Event('visibilitychange'))"
HIDE = f"Object.defineProperty(document, 'hidden', {{ value: true, configurable: true }}); {TURN}"
SHOW = f"delete document.hidden; {TURN}"
ENTRIES = """async (put) => {
    const found = [], done = (q) => new Promise((then) => { q.onsuccess = () => then(q.result); });
    for (const { name } of await indexedDB.databases()) {
        const db = await done(indexedDB.open(name));
        for (const each of db.objectStoreNames) {
            const store = db.transaction(each, 'readwrite').objectStore(each);
            for (const [base, at, key, value] of put || []) if (base === name && at === each) store.put(value, key);
            for (const key of await done(store.getAllKeys())) found.push([name, each, key, await done(store.get(key))]);
        }
        db.close();
    }
    return found;
}"""
"""Gets all that the site's databases hold, or puts it back."""


@pytest.fixture
def table(booted: Table) -> Table:
    """Gets the module's table, at your turn to play with many cards in hand."""
    if not booted.page.url.endswith(INSTANT):
        booted.open(INSTANT)
    booted.come_to_play(MANY)
    return booted


def middle(table: Table, place: int = 0) -> tuple[float, float]:
    """Gets a point on the visible strip of one of your legal cards."""
    box = table.legal().nth(place).bounding_box()
    assert box
    return box["x"] + 8, box["y"] + box["height"] / 2


# ---------------------------------------------------------------------- hasty fingers


def five_clicks(page: Page, x: float, y: float) -> None:
    for _ in range(5):
        page.mouse.click(x, y)


def double_click(page: Page, x: float, y: float) -> None:
    page.mouse.dblclick(x, y)


def five_taps(page: Page, x: float, y: float) -> None:
    devtools = page.context.new_cdp_session(page)  # Playwright taps only where every tab has a touch screen
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    page.evaluate("globalThis.taps = 0; addEventListener('click', () => { taps += 1; }, true)")
    began = time.time()
    for count, touching in enumerate((True, False) * 5):
        kind, points = ("touchStart", [{"x": x, "y": y}]) if touching else ("touchEnd", [])
        event = {"type": kind, "touchPoints": points, "timestamp": began + count / 100}  # however busy the machine is
        devtools.send("Input.dispatchTouchEvent", event)
    page.wait_for_function("taps >= 5")  # a late one would fall into another turn
    devtools.detach()


def click_at(page: Page, selector: str, when: float) -> None:
    """Clicks once, at a time that need not have come yet."""
    box = page.locator(selector).bounding_box()
    assert box
    at = {"x": box["x"] + 8, "y": box["y"] + box["height"] / 2, "button": "left", "clickCount": 1}
    devtools = page.context.new_cdp_session(page)
    for kind in ("mousePressed", "mouseReleased"):
        devtools.send("Input.dispatchMouseEvent", {"type": kind, "timestamp": when, **at})
    devtools.detach()


def held_enter(page: Page, x: float, y: float) -> None:
    page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button').focus()", [x, y])
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")


def trembling_enter(page: Page, x: float, y: float) -> None:
    page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button').focus()", [x, y])
    for _ in range(5):
        page.keyboard.press("Enter")


HASTE = {"instant": [five_clicks, double_click, five_taps, held_enter], "quick": [five_clicks, trembling_enter]}


@pytest.mark.parametrize(("speed", "hurry"), [(speed, hurry) for speed, hurries in HASTE.items() for hurry in hurries])
def test_one_card_however_hasty(table: Table, speed: str, hurry: Any) -> None:
    """Several presses on one spot at once play one card and leave the next turn alone, be there waits or not."""
    table.set_speed(speed)
    for _ in range(3):
        table.come_to_play(MANY)
        held, position = table.hand(), table.position()
        hurry(table.page, *middle(table))
        table.wait_for_change(position)
        table.wait_for_turn()
        assert len(held) - 1 == len(table.hand())
    table.set_speed("instant")


def test_clicks_out_of_turn_are_not_kept(table: Table) -> None:
    """A click on a card while others play skips a wait at most; it is no move then, and none later."""
    page = table.page
    table.set_speed("quick")
    held, position = len(table.hand()), table.position()
    table.legal().first.click()
    table.wait_for_change(position)
    for _ in range(20):
        if page.evaluate(YOUR_TURN):
            break
        page.evaluate(f"if ({NOT_YOURS}) document.querySelector('#hand [data-move]')?.click()")
    table.wait_for_turn()
    assert held - 1 == len(table.hand())
    table.set_speed("instant")


def test_selection_under_hasty_fingers(table: Table) -> None:
    """A double click selects once, two deliberate clicks select and unselect, and there is never a fourth card."""
    page = table.page
    table.do("home")
    table.do("new-match")
    assert "pass" == table.wait_for_turn()
    cards = table.hand()
    pressed = page.locator('#hand [aria-pressed="true"]')
    for hurry, count in ((double_click, 1), (five_clicks, 2), (five_taps, 3)):
        box = page.locator(f'[data-action="select {cards[2 * count]}"]').bounding_box()
        assert box
        hurry(page, box["x"] + 8, box["y"] + box["height"] / 2)
        assert count == pressed.count()
    table.do(f"select {cards[0]}")
    assert 3 == pressed.count()
    for seconds, count in ((2, 2), (4, 3)):
        click_at(page, f'[data-action="select {cards[2]}"]', time.time() + seconds)
        assert count == pressed.count()
    table.do("confirm-pass")
    table.page.wait_for_function("document.getElementById('table').dataset.phase !== 'pass'")


# ---------------------------------------------------------------------- sheets, sleep, sizes


def test_double_click_on_home_keeps_the_match(table: Table) -> None:
    """The second click of a double click does nothing, whatever has come under the pointer: here the Play button."""
    page = table.page
    table.play_until("deal-over")
    position = table.position()
    home = page.locator('#sheet [data-action="home"]').bounding_box()
    assert home
    places = [home["x"] + home["width"] * part for part in (0.1, 0.5, 0.9)]
    for x in places:
        page.mouse.dblclick(x, home["y"] + home["height"] / 2)
        page.wait_for_selector("#home:visible")
        table.do("resume hearts")
        assert "deal-over" == table.wait_for_turn()
        assert position == table.position()


def test_bots_play_behind_a_sheet(table: Table) -> None:
    """While the settings lie open, the bots play on until it is your turn."""
    page = table.page
    table.set_speed("quick")
    held = len(table.hand())
    table.legal().first.click()
    table.do("settings")
    page.wait_for_function(YOUR_TURN)
    assert page.locator("#sheet fieldset").count() >= 2
    table.do("set speed instant")
    table.do("close")
    table.wait_for_turn()
    assert held - 1 == len(table.hand())


def test_tab_hidden_for_a_minute_goes_on(fresh_table: Table) -> None:
    """A tab that sleeps for a minute while a bot thinks is where it was; no worker is taken for dead."""
    table, page = fresh_table, fresh_table.page
    page.clock.install()
    table.open("lang=fr&speed=instant")
    table.come_to_play(MANY)
    table.set_speed("normal")
    held, position = len(table.hand()), table.position()
    worker = page.workers[0].url
    table.legal().first.click()
    table.wait_for_change(position)
    page.evaluate(HIDE)
    page.clock.fast_forward(60_000)
    page.evaluate(SHOW)
    table.wait_for_turn()
    assert held - 1 == len(table.hand())
    assert [worker] == [each.url for each in page.workers]


def test_resizing_loses_nothing(table: Table) -> None:
    """A window that changes its size in the middle of a trick shows the same match."""
    before = seen(table)
    for width, height in ((390, 844), (844, 390), (1280, 760)):
        table.page.set_viewport_size({"width": width, "height": height})
        now = seen(table)
        assert [before["hand"], before["trick"], before["data"]] == [now["hand"], now["trick"], now["data"]]
    assert before == seen(table)


def test_reloads_at_your_turn_move_nobody(table: Table) -> None:
    """However often the page is reloaded at your turn, nobody has moved."""
    table.wait_for_turn()
    before = seen(table)
    for _ in range(5):
        reload(table)
        assert before == seen(table)


def test_reload_while_a_bot_thinks(table: Table) -> None:
    """Bots asked again after a reload play the same cards as they would have without, each once."""
    page = table.page
    table.do("home")
    table.page.select_option('[name="level.1"]', "medium")
    table.do("new-match")
    page.wait_for_selector("body[data-screen=table]")
    table.come_to_play(MANY)
    saved = page.evaluate(ENTRIES)
    position = table.position()
    card = str(table.legal().first.get_attribute("data-move"))
    page.click(f'[data-move="{card}"]')
    table.wait_for_change(position)
    table.wait_for_turn()
    expected = seen(table)
    page.evaluate(ENTRIES, saved)
    reload(table)
    page.click(f'[data-move="{card}"]')
    table.wait_for_change(position)
    reload(table)
    assert expected == seen(table)


# ---------------------------------------------------------------------- Back and Forward


def test_back_and_forward(table: Table) -> None:
    """Back leaves the table for the home screen, Forward returns; reloads and rematches pile up no steps."""
    page = table.page
    before, length = seen(table), page.evaluate("history.length")
    reload(table)
    assert length == page.evaluate("history.length")
    page.go_back()
    page.wait_for_selector("#home:visible")
    assert page.is_visible('[data-action="resume hearts"]')
    page.go_forward()
    table.wait_for_turn()
    assert before == seen(table)
    table.do("settings")
    page.go_back()
    page.wait_for_selector("#home:visible")
    assert page.is_hidden("#sheet")
    table.do("resume hearts")
    table.wait_for_turn()
    for _ in range(3):
        table.do("home")
        page.wait_for_selector("#home:visible")
        page.wait_for_function("!history.state")
        table.do("resume hearts")
        table.wait_for_turn()
    assert before == seen(table)
    assert length == page.evaluate("history.length")


def test_leaving_the_site_and_coming_back(table: Table) -> None:
    """After a visit elsewhere, Back finds the table as it was."""
    before = seen(table)
    table.page.goto("about:blank")
    table.page.go_back()
    table.page.wait_for_selector("body[data-ready]")
    table.wait_for_turn()
    assert before == seen(table)


def test_a_frame_leaves_the_hosts_back_alone(fresh_page: Page, url: str) -> None:
    """In a frame, opening the table adds no step to the host's history."""
    page = fresh_page
    page.route("**/host.html", lambda route: route.fulfill(body=f"<iframe width=900 height=600 src='{url}?{INSTANT}'>"))
    page.goto(f"{url}host.html")
    length = page.evaluate("history.length")
    frame = page.frames[1]
    frame.wait_for_selector("body[data-ready]")
    frame.click('#home [data-action="new-match"]')
    frame.wait_for_selector("#hand [data-key]")
    frame.click('[data-action="home"]')
    frame.click('[data-action="resume hearts"]')
    frame.wait_for_selector("#hand [data-key]")
    assert length == page.evaluate("history.length")


# ---------------------------------------------------------------------- faults


def test_error_report_is_copied(table: Table) -> None:
    """The settings give an error report, in the clipboard and before one's eyes, without a card or a name."""
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.do("settings")
    table.do("report")
    page.wait_for_selector("#report")
    text = page.input_value("#report")
    assert text == page.evaluate("navigator.clipboard.readText()")
    assert page.get_attribute("html", "data-build") in text
    assert f"deal {table.data('deal')}" in text
    assert "fr" in text
    assert not set(table.hand()) & set(re.findall(r"\w+", text))
    assert "Nora" not in text
    table.do("close")
    assert page.is_hidden("#sheet")


def test_error_report_without_a_clipboard(table: Table) -> None:
    """Where the clipboard is refused, the report stands selected in a field."""
    page = table.page
    page.evaluate("""() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
        document.execCommand = () => false;
    }""")
    table.do("settings")
    table.do("report")
    page.wait_for_selector("#report")
    assert page.input_value("#report") == page.evaluate("getSelection().toString()")
    assert "Copiez" in page.inner_text("#sheet")
    table.do("close")
    page.evaluate("delete navigator.clipboard.writeText, delete document.execCommand")


def test_faults_in_scripts_are_told(table: Table) -> None:
    """An error of our own scripts leads to the fault sheet, with a report; one of others' is noted only."""
    page = table.page
    before = seen(table)
    page.evaluate("setTimeout(() => { throw new Error('elsewhere: 2C'); })")
    page.evaluate("setTimeout(() => tapisvert.draw('no JSON: 2C'))")
    page.wait_for_selector('#sheet [data-action="retry"]')
    table.do("report")
    page.wait_for_selector("#report")
    text = page.input_value("#report")
    assert "error: SyntaxError" in text
    assert "stage.js:" in text
    assert "2C" not in text
    table.faults.clear()
    table.do("retry")
    page.wait_for_selector("#sheet", state="hidden")
    page.wait_for_selector("body[data-ready]")
    table.wait_for_turn()
    assert before == seen(table)


def test_python_keeps_off_switched_stacks(table: Table) -> None:
    """Neither the page nor its worker can switch stacks: where Chromium samples allocations, that ends the tab."""
    table.page.wait_for_selector("html[data-build-bots]", state="attached")
    assert [False, False] == [
        each.evaluate("'Suspending' in WebAssembly") for each in (table.page, table.page.workers[0])
    ]


CHOOSE = "answer = await _worker.choose(question)"
FAULTS = {
    "throws": (CHOOSE, "raise ValueError('QS')"),
    "hangs": (CHOOSE, "await __import__('asyncio').Future()"),
    "answers nonsense": (CHOOSE, "return '{}'"),
    "is of another build": ("BUILD = ", "BUILD = 'other' + "),
    "cannot boot": ("import json", "import nothing_of_that_name"),
}


@pytest.fixture(scope="module")
def routed(chromium: Browser, url: str) -> Iterator[Table]:
    """Opens one table in a browser without a service worker, so that routes see all."""
    watching = Watch(url)
    with new_visitor(chromium) as context:
        watching.over(context)
        table = Table(context.new_page(), url, watching.faults)
        start_quick_match(table, "fr")
        yield table


@pytest.mark.parametrize("name", FAULTS)
def test_faulty_worker_is_replaced(routed: Table, name: str) -> None:
    """A worker in trouble is replaced by another, one at a time, and the match goes on meanwhile."""
    table, page = routed, routed.page
    table.come_to_play(MANY)
    good, bad = FAULTS[name]
    source = (DIST / weight.build_of(DIST) / "worker.py").read_text()
    assert good in source
    is_bad = [True]
    page.route(
        "**/worker.py",
        lambda route: route.fulfill(body=source.replace(good, bad)) if is_bad[0] else route.fulfill(body=source),
    )
    page.goto(f"{table.url}?speed=instant")
    page.wait_for_selector("body[data-ready]")
    assert "play" == table.wait_for_turn()
    started = "!!document.querySelector('script[name=\"bots-2\"]')"
    if good == CHOOSE:
        page.wait_for_function("document.querySelector('script[name=\"bots-1\"]')?.xworker?.ready.then(() => true)")
        while not page.evaluate(started):
            table.step()
            table.wait_for_turn()
    page.wait_for_function(started)
    is_bad[0] = False
    table.come_to_play(MANY)
    page.wait_for_function("() => document.querySelectorAll('script[worker]').length === 1")
    table.do("settings")
    table.do("report")
    page.wait_for_selector("#report")
    assert "worker-trouble" in page.input_value("#report")
    table.do("close")
    page.unroute_all(behavior="wait")
    table.faults.clear()
