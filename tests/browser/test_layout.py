"""Where things lie on screens of every size: nothing covered, cut or too small to hit."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from tests.browser.table import SHEETS, Table

ZOOMS = {150: (853, 507), 200: (640, 380)}
"""What 1280×760 comes to when zoomed in, by the percentage."""
SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 760), (2560, 1440), *ZOOMS.values()]
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
    const out = sheet.querySelector('[data-action="close"], [data-action="home"]');
    const end = out.getBoundingClientRect();
    const hit = document.elementFromPoint(end.left + end.width / 2, end.top + end.height / 2);
    return JSON.stringify({
        out: box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight,
        wide: sheet.scrollWidth > sheet.clientWidth,
        cut: [...sheet.querySelectorAll('button, li, b, p, kbd, dd')]
            .filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML),
        close: hit === out,
    });
}"""


def measure(page: Page) -> dict[str, object]:
    found: dict[str, object] = json.loads(page.evaluate(MEASURE))
    return found


def test_every_size(booted: Table) -> None:
    """Each card of a full hand can be hit on a strip of at least 24 px, and nothing covers another thing."""
    table, page = booted, booted.page
    table.new_match()
    widths: dict[tuple[int, int], float] = {}
    for phase in ("pass", "play"):
        table.play_until(phase)
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
def test_home_fits(booted: Table, size: tuple[int, int]) -> None:
    """The home screen shows its form and reaches its Play button at every size."""
    booted.page.set_viewport_size({"width": size[0], "height": size[1]})
    booted.go_home("fr")
    booted.shoot(f"home-{size[0]}x{size[1]}")
    check_home(booted)


def check_home(table: Table) -> None:
    """Makes sure that the Play button can be reached and nothing lies beside the screen."""
    button = table.page.locator('#home [data-action="new-match"]')
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    assert 0 <= box["y"] <= table.page.evaluate("innerHeight") - box["height"]
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def check_sheet(table: Table, name: str) -> None:
    """Makes sure that a sheet fits or scrolls inside, with its way out in reach, and that this leads out."""
    table.open_sheet(name)
    found = json.loads(table.page.evaluate(SHEET))
    table.shoot(f"{name}-{table.page.evaluate('innerWidth')}")
    assert {"out": False, "wide": False, "cut": [], "close": True} == found, name
    table.close_sheet()


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
        for name in (*SHEETS, "lost"):
            check_sheet(booted, name)
    page.set_viewport_size({"width": 320, "height": 568})
    booted.do("settings")
    booted.do("help")
    page.wait_for_selector("#sheet .shortcuts")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("percent", ZOOMS)
def test_zoom(booted: Table, percent: int) -> None:
    """Zoomed in, one fills in the form, passes, plays and closes every sheet, all by the pointer."""
    page = booted.page
    width, height = ZOOMS[percent]
    devtools = page.context.new_cdp_session(page)
    screen = {"width": width, "height": height, "deviceScaleFactor": percent / 100, "mobile": False}
    devtools.send("Emulation.setDeviceMetricsOverride", screen)
    page.wait_for_function("ratio => devicePixelRatio === ratio", arg=percent / 100)
    booted.go_home("fr")
    check_home(booted)
    booted.new_match()
    assert ["pass", "play", "play"] == [booted.step() for _ in range(3)]
    booted.wait_for_turn()
    found = measure(page)
    assert found["cards"] == found["hit"], found
    assert [] == found["covered"]
    for name in SHEETS:
        booted.open_sheet(name)
        booted.shoot(f"{name}-{percent}")
        booted.do("close")
        page.wait_for_selector("#sheet", state="hidden")
    assert percent / 100 == page.evaluate("devicePixelRatio"), "it was zoomed in all the time"
    devtools.detach()
    page.set_viewport_size({"width": 1280, "height": 760})
