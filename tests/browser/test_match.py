"""A whole quick match of Hearts, by clicks, from the first to the last."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route

from tapisvert.bots import OFFERED
from tests.browser.conftest import Watch
from tests.browser.saves import last_tricks
from tests.browser.table import Table

INSTANT = "speed=instant&bots=worlds"
EACH_STORE = """async (visit) => {
    const values = [];
    for (const { name } of await indexedDB.databases()) {
        const db = await new Promise((done) => { const q = indexedDB.open(name); q.onsuccess = () => done(q.result); });
        for (const each of db.objectStoreNames) {
            const store = db.transaction(each, 'readwrite').objectStore(each);
            const got = (q) => new Promise((done) => { q.onsuccess = () => done(q.result); });
            values.push(...await got(store.getAll()));
            for (const key of await got(store.getAllKeys())) visit(store, key);
        }
        db.close();
    }
    return values;
}"""
"""Visits every entry of the site's databases, and gets the values found."""


@pytest.fixture
def table(booted: Table) -> Table:
    """Gets the page that the tests of this module share."""
    return booted


def scores_on_sheet(page: Page) -> list[int]:
    """Reads the scores, from best to worst."""
    return [int(text.replace("−", "-")) for text in page.locator("#sheet td b").all_inner_texts()]


def start_quick_match(table: Table, language: str) -> None:
    """Fills in the form, on a page that is up or is loaded for it, and is dealt in."""
    if INSTANT not in table.page.url or not table.page.locator("body[data-ready]").count():
        table.open(f"game=hearts&lang={language}&{INSTANT}")
    table.go_home(language)
    table.new_match()


def test_whole_quick_match_by_clicks(table: Table) -> None:
    """A match goes from the first click to the last score, in whatever phase it is reloaded, and another can be had."""
    page = table.page
    start_quick_match(table, "fr")
    reloaded: set[str] = set()
    while "deal-over" not in reloaded:
        phase = table.wait_for_turn()
        if phase not in reloaded and (phase != "play" or len(table.hand()) == 10):
            check_reload(table, phase)
            reloaded.add(phase)
        table.step()
    assert {"pass", "play", "deal-over"} == reloaded
    table.play_until("match-over")
    check_reload(table, "match-over")
    assert "true" == table.data("over")
    scores = scores_on_sheet(page)
    assert sorted(scores, reverse=True) == scores
    assert min(scores) <= 0
    assert (300 - sum(scores)) % 26 == 0, "each deal costs the table 26 points, or 78"
    table.shoot("match-over-fr")
    table.rematch()
    table.wait_for_turn()
    assert ("pass", "1", "") == (table.data("phase"), table.data("deal"), table.data("over"))
    table.do("home")
    page.wait_for_selector("#home:visible")
    assert page.locator('[data-action="resume hearts"]').is_visible()


def held_back(page: Page) -> Callable[[], None]:
    """Keeps Python away from the page till what is returned is called."""
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))  # noqa: PLW0108 - Playwright counts its parameters

    def release() -> None:
        for route in held:
            route.continue_()
        page.unroute("**/pyodide.asm.wasm")

    return release


def test_early_click_is_remembered(fresh_table: Table) -> None:
    """A click on Play made before Python runs deals one in, with the form as it was filled in."""
    table, page = fresh_table, fresh_table.page
    release = held_back(page)
    page.goto(f"{table.url}?lang=fr&{INSTANT}")
    assert page.locator("#seats .plate").count() >= 3, "the table is painted at once"
    page.select_option('[name="option.length"]', "quick")
    page.click('[data-action="new-match"]')
    release()
    assert "pass" == table.wait_for_turn()
    assert "75" in page.inner_text("#score")
    assert "fr" == page.get_attribute("html", "lang")


def test_shell_speaks_before_python(fresh_table: Table) -> None:
    """Language can be switched while Python loads; the form keeps what was chosen, and Play is remembered."""
    table, page = fresh_table, fresh_table.page
    release = held_back(page)
    page.goto(f"{table.url}?lang=fr&{INSTANT}")
    page.select_option('[name="option.length"]', "quick")
    page.click('[data-action="language en"]:visible')
    assert "Play" == page.inner_text('[data-action="new-match"]')
    assert "quick" == page.input_value('[name="option.length"]')
    page.click('[data-action="new-match"]')
    assert "Dealing" in page.inner_text('[data-action="new-match"]')
    release()
    assert "pass" == table.wait_for_turn()
    assert "75" in page.inner_text("#score")
    assert "en" == page.get_attribute("html", "lang")


def test_language_acts_at_once_in_mid_deal(table: Table) -> None:
    """Switching the language in mid-deal changes every text, and not the deal."""
    page = table.page
    start_quick_match(table, "fr")
    table.play_until("play")
    hand, ply = table.hand(), table.data("ply")
    assert "main 1" in page.inner_text("#title")
    table.do("settings")
    table.do("language en")
    assert "Settings" == page.inner_text("#sheet h2")
    table.do("close")
    assert "hand 1" in page.inner_text("#title")
    assert "en" == page.get_attribute("html", "lang")
    assert (hand, ply) == (table.hand(), table.data("ply"))
    labels = page.eval_on_selector_all("#hand .card", "cards => cards.map(c => c.ariaLabel)")
    assert all(" of " in label for label in labels)
    assert page.locator('#hand img[src$=".fr.svg"]').count() == 0


def test_refused_card_says_why(table: Table) -> None:
    """A card that the rules refuse stays in hand and its reason is told."""
    page = table.page
    start_quick_match(table, "en")
    table.play_until_refused()
    hand, ply = table.hand(), table.data("ply")
    table.try_card(page.locator("#hand [data-sunk]").last)
    page.wait_for_selector("#prompt .refused")
    assert page.inner_text("#prompt").strip().endswith(".")
    assert (hand, ply) == (table.hand(), table.data("ply"))


def test_pass_holds_three_cards(table: Table) -> None:
    """A fourth card cannot be selected; a pass of two is refused."""
    page = table.page
    start_quick_match(table, "fr")
    table.wait_for_turn()
    cards = table.hand()
    for card in cards[:2]:
        table.do(f"select {card}")
    page.click('[data-action="confirm-pass"]', force=True)
    page.wait_for_selector("#prompt .refused")
    assert "pass" == table.data("phase")
    for card in cards[2:5]:
        table.do(f"select {card}")
    assert 3 == page.locator('#hand [aria-pressed="true"]').count()
    table.do(f"select {cards[0]}")
    assert 2 == page.locator('#hand [aria-pressed="true"]').count()


def test_double_click_plays_one_card(table: Table) -> None:
    """A double click, or five fast ones, play one card."""
    page = table.page
    start_quick_match(table, "fr")
    table.play_until("play")
    held = len(table.hand())
    position = table.position()
    box = table.legal().first.bounding_box()
    assert box
    for count in range(1, 6):
        page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2, click_count=count)
    table.wait_for_change(position)
    table.wait_for_turn()
    assert held - 1 == len(table.hand())


def seen(table: Table) -> dict[str, object]:
    """Notes what a person sees of a match."""
    page = table.page
    return {
        "hand": table.hand(),
        "trick": page.eval_on_selector_all("#trick .card", "cards => cards.map(c => c.dataset.key)"),
        "seats": page.inner_text("#seats"),
        "score": page.inner_text("#score"),
        "data": {name: table.data(name) for name in ("phase", "deal", "ply", "to-act", "over")},
        "sheet": page.inner_text("#sheet") if page.is_visible("#sheet") else "",
    }


def check_reload(table: Table, phase: str) -> None:
    """Makes sure that a reload shows the same again."""
    before = seen(table)
    reload(table)
    assert before == seen(table), f"reloaded in {phase}"


def reload(table: Table) -> None:
    table.page.reload()
    table.page.wait_for_selector("body[data-ready]")
    table.wait_for_turn()


def test_form_is_kept(table: Table) -> None:
    """The home screen has the form as it was last filled in, also when one came from a match resumed by a reload."""
    start_quick_match(table, "fr")
    table.wait_for_turn()
    reload(table)
    table.do("home")
    table.page.wait_for_selector("#home:visible")
    assert "quick" == table.page.input_value('[name="option.length"]')
    assert "easy" == table.page.input_value('[name="level.2"]')


def test_damaged_save_is_set_aside(table: Table) -> None:
    """A save that cannot be read is set aside with a message, and a new match can be played."""
    page = table.page
    start_quick_match(table, "fr")
    table.wait_for_turn()
    table.do("home")
    page.evaluate(f"({EACH_STORE})((all, key) => key.startsWith('match:') && all.put('{{', key))")
    table.open(f"lang=fr&{INSTANT}")
    assert "abîmée" in page.inner_text("#home [role=alert]")
    table.do("new-match")
    assert "pass" == table.wait_for_turn()


def test_failure_to_load_says_so(fresh_table: Table, watch: Watch) -> None:
    """A file that cannot be had gives a sentence and a retry that works."""
    table, page = fresh_table, fresh_table.page
    watch.allowed += ("404", "Failed", "fetch", "wasm", "Error")
    page.route("**/python_stdlib.zip", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{table.url}?lang=en")
    page.wait_for_selector("#loading.failed")
    assert "could not be loaded" in page.inner_text("#loading")
    page.unroute("**/python_stdlib.zip")
    watch.faults.clear()
    page.click('[data-action="retry"]')
    page.wait_for_selector("body[data-ready]")
    watch.faults.clear()


def test_nothing_hidden_reaches_the_page(table: Table) -> None:
    """No card that you may not see stands anywhere in the document, nor in clear in the store."""
    page = table.page
    start_quick_match(table, "fr")
    table.play_until("play")
    shown = set(table.hand()) | set(page.eval_on_selector_all("#trick .card", "cards => cards.map(c => c.dataset.key)"))
    html = page.content().split("<template")[0]
    pack = {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"}
    words = set(html.replace('"', " ").replace("/", " ").replace(".", " ").replace(">", " ").replace("<", " ").split())
    assert set() == (words & pack) - shown
    stored = page.evaluate(f"({EACH_STORE})(() => 0).then(all => JSON.stringify([all, {{ ...localStorage }}]))")
    assert not [card for card in pack if f'"{card}"' in stored or f" {card} " in stored]
    assert "pack" not in stored


def test_bad_address_is_refused(table: Table) -> None:
    """An unknown game in the address is named in a sentence, as text; other unknown values change nothing."""
    table.page.evaluate("localStorage.clear()")
    table.open("game=<b>tarot&lang=xx&speed=warp&bots=none")
    assert "<b>tarot" in table.page.inner_text("#home [role=alert]")
    assert "fr" == table.page.get_attribute("html", "lang"), "the browser's language stands in"
    assert table.page.locator('#home [data-action="new-match"]').is_visible()


def test_page_is_readable_without_scripts(chromium: Browser, url: str) -> None:
    """Without scripts the page says, in both languages, what it is and what it needs."""
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url)
    assert page.locator("noscript").is_visible()
    text = page.inner_text("noscript")
    assert "JavaScript" in text
    assert "rechargez" in text
    assert "reload" in text
    context.close()


def test_deal_at_a_human_pace(table: Table) -> None:
    """With waits and animations, a click cuts the wait short and the deal goes on to its end."""
    page = table.page
    table.take_in(last_tricks(5))
    table.set_speed("quick")
    while table.wait_for_turn() != "match-over":
        table.step()
        page.click("#title")
        page.mouse.click(640, 150)  # the felt
    assert 4 == page.locator("#sheet tbody tr").count()
    page.wait_for_function("!document.querySelector('.ghost')")
    table.set_speed("instant")


@pytest.mark.parametrize("level", OFFERED)
def test_every_level_plays_a_deal(table: Table, level: str) -> None:
    """Three bots of a level play a deal to its end, in their worker all the while; the form remembers the level."""
    page = table.page
    table.open(INSTANT)
    table.new_match(level)
    page.wait_for_selector("html[data-build-bots]", state="attached")
    worker = page.workers[0].url
    table.play_until("deal-over")
    assert 300 - sum(scores_on_sheet(page)) in (26, 78)
    assert [worker] == [each.url for each in page.workers]
    table.go_home()
    assert [level] * 3 == [page.input_value(f'[name="level.{seat}"]') for seat in (1, 2, 3)]


def test_fault_of_the_page_loses_nothing(table: Table) -> None:
    """If drawing fails, a sheet says so, without a traceback on the page; a reload resumes."""
    page = table.page
    start_quick_match(table, "en")
    table.play_until("play")
    left = table.hand()[1:]
    page.evaluate("""() => {
        const draw = tapisvert.draw;
        tapisvert.draw = () => { tapisvert.draw = draw; throw new Error("broken"); };
    }""")
    table.legal().first.click()
    page.wait_for_selector('#sheet [data-action="retry"]')
    assert "Traceback" not in page.inner_text("body")
    table.faults.clear()
    with page.expect_navigation():
        page.click('#sheet [data-action="retry"]')
    table.wait_for_turn()
    assert len(left) >= len(table.hand())


BROKEN_TABLE = """document.addEventListener("DOMContentLoaded", () => {
    const draw = tapisvert.draw;
    tapisvert.draw = (text) => {
        if (JSON.parse(text).screen === "table" && !window.mended) throw new Error("broken");
        draw(text);
    };
})"""


def test_fault_on_resuming_can_be_left(table: Table) -> None:
    """If the table cannot be drawn after any reload, the fault's sheet leads home, and the match is still there."""
    page = table.page
    start_quick_match(table, "en")
    table.play_until("play")
    before = table.hand()
    page.add_init_script(BROKEN_TABLE)
    for _ in range(2):
        page.reload()
        page.wait_for_selector('#sheet [data-action="home"]')
        assert page.is_visible('#sheet [data-action="save-sheet"]')
    page.click('#sheet [data-action="home"]')
    page.wait_for_selector("#sheet", state="hidden")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.is_visible('#home [data-action="resume hearts"]')
    table.faults.clear()
    page.evaluate("window.mended = true")
    page.click('#home [data-action="resume hearts"]')
    table.wait_for_turn()
    assert before == table.hand()
