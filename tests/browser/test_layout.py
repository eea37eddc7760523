"""Where things lie on screens of every size: nothing covered, cut or too small to hit."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from tests.browser.table import Table
from tests.browser.test_match import start_quick_match

SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 760), (2560, 1440), (853, 507), (640, 380)]
"""The last two are 1280×760 at 150 % and 200 % zoom."""
MEASURE = """() => {
    const all = (query) => [...document.querySelectorAll(query)];
    const box = (e) => e.getBoundingClientRect();
    const overlap = (a, b) => box(a).left < box(b).right - 1 && box(b).left < box(a).right - 1
        && box(a).top < box(b).bottom - 1 && box(b).top < box(a).bottom - 1;
    const name = (e) => e.dataset.key || e.textContent;
    const cards = all('#hand .card');
    const rows = new Map();
    for (const card of cards) {
        const top = Math.round(box(card.parentElement).top);
        rows.set(top, [...(rows.get(top) || []), box(card).left]);
    }
    const strips = [...rows.values()].flatMap((row) => row.slice(1).map((left, i) => left - row[i]));
    const isHit = (card) => card.contains(document.elementFromPoint(box(card).left + 8, box(card).top + 14));
    const plates = all('.plate, #score, #prompt span').filter((e) => box(e).width);
    const pairs = plates.flatMap((a, i) => plates.slice(i + 1).map((b) => [a, b]));
    for (const card of all('#trick .card'))
        for (const other of all('#prompt span, #hand .card')) pairs.push([card, other]);
    return JSON.stringify({
        strip: Math.min(...strips),
        cards: cards.length,
        hit: cards.filter(isHit).length,
        covered: pairs.filter(([a, b]) => overlap(a, b)).map(([a, b]) => `${name(a)} / ${name(b)}`),
        wide: document.documentElement.scrollWidth - innerWidth,
        low: Math.max(...cards.map((c) => box(c).bottom)) - innerHeight,
        width: box(cards[0]).width,
        off: cards.filter((c) => box(c).left < 0 || box(c).right > innerWidth).length,
    });
}"""


BAR = """() => {
    const all = [...document.querySelectorAll('#bar > *')].map((e) => [e, e.getBoundingClientRect()])
        .filter(([, b]) => b.width);
    const title = document.getElementById('title');
    return JSON.stringify({
        actions: all.map(([e]) => e.dataset.action || e.id),
        overlaps: all.filter(([, b], i) => i && b.left < all[i - 1][1].right - 0.5).length,
        small: all.filter(([e, b]) => e.tagName === 'BUTTON' && Math.min(b.width, b.height) < 40).length,
        out: all.filter(([, b]) => b.left < 0 || b.right > innerWidth || b.top < 0 || b.bottom > 49).length,
        cut: title.scrollWidth > title.clientWidth,
    });
}"""
SHEET = """() => {
    const sheet = document.getElementById('sheet'), box = sheet.getBoundingClientRect();
    const end = sheet.querySelector('[data-action="close"]').getBoundingClientRect();
    const hit = document.elementFromPoint(end.left + end.width / 2, end.top + end.height / 2);
    return JSON.stringify({
        out: box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight,
        wide: sheet.scrollWidth > sheet.clientWidth,
        cut: [...sheet.querySelectorAll('button, li, b, p, kbd, dd')]
            .filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML),
        close: !!hit && hit.dataset.action === 'close',
    });
}"""


def measure(page: Page) -> dict[str, object]:
    found: dict[str, object] = json.loads(page.evaluate(MEASURE))
    return found


def test_every_size(table: Table) -> None:
    """Each card of a full hand can be hit on a strip of at least 24 px, and nothing covers another thing."""
    page = table.page
    start_quick_match(table, "fr")
    widths: dict[tuple[int, int], float] = {}
    for phase in ("pass", "play"):
        table.play_until(phase)
        if phase == "play":
            table.play_until("play")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("document.getAnimations().every((a) => a.playState !== 'running')")
            found = measure(page)
            where = f"{phase} at {width}×{height}: {found}"
            table.shoot(f"{phase}-{width}x{height}")
            assert found["strip"] >= 24, where  # type: ignore[operator]
            assert found["cards"] == found["hit"], where
            assert ([], 0) == (found["covered"], found["off"]), where
            assert found["wide"] <= 0, where  # type: ignore[operator]
            free = 34 if min(width, height) < 500 else 0  # a phone's own bar, or a thumb
            assert found["low"] <= -free, where  # type: ignore[operator]
            widths[width, height] = float(str(found["width"]))
    whole = widths[1280, 760]
    assert widths[853, 507] * 1.5 / whole >= 1.3, "150 % zoom makes cards larger"
    assert widths[640, 380] * 2 / whole >= 1.6, "200 % zoom makes cards much larger"


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (1280, 760), (844, 390)])
def test_home_fits(table: Table, size: tuple[int, int]) -> None:
    """The home screen shows its form and reaches its Play button at every size."""
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.open("lang=fr")
    button = table.page.locator('#home [data-action="new-match"]')
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    assert 0 <= box["y"] <= size[1] - box["height"]
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.shoot(f"home-{size[0]}x{size[1]}")


def test_sheets_and_bar_fit(booted: Table) -> None:
    """Each sheet fits or scrolls inside with its way out in reach, and the bar holds its buttons, at every size."""
    page = booted.page
    booted.new_match()
    booted.play_until("play")
    for _ in range(4):
        booted.step()
        booted.play_until("play")
    for width, height in [(320, 568), (360, 640), (640, 380), (844, 390), (1280, 760), (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        bar = json.loads(page.evaluate(BAR))
        assert {"home", "title", "last-trick", "log", "settings"} <= set(bar.pop("actions")), (width, bar)
        assert {"overlaps": 0, "small": 0, "out": 0, "cut": False} == bar, width
        booted.shoot(f"bar-{width}x{height}")
        for action in ("last-trick", "log", "played", "settings", "help"):
            page.evaluate("action => tapisvert.send({ action })", action)
            page.wait_for_selector("#sheet:visible")
            found = json.loads(page.evaluate(SHEET))
            booted.shoot(f"{action}-{width}x{height}")
            assert {"out": False, "wide": False, "cut": [], "close": True} == found, (action, width)
            page.keyboard.press("Escape")
            page.wait_for_selector("#sheet", state="hidden")
    page.set_viewport_size({"width": 320, "height": 568})
    booted.do("settings")
    booted.do("help")
    page.wait_for_selector("#sheet .shortcuts")
    page.keyboard.press("Escape")
