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
    const cards = [...document.querySelectorAll('#hand .card')];
    const box = (e) => e.getBoundingClientRect();
    const rows = new Map();
    for (const card of cards) {
        const top = Math.round(box(card.parentElement).top);
        rows.set(top, [...(rows.get(top) || []), card]);
    }
    const lefts = [...rows.values()].map((row) => row.map((card) => box(card).left));
    const strips = lefts.flatMap((row) => row.slice(1).map((left, i) => left - row[i]));
    const hit = cards.filter((card) => {
        const r = box(card);
        return card.contains(document.elementFromPoint(r.left + 8, r.top + 14));
    });
    const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const shown = [...document.querySelectorAll('.plate, #score, #prompt span')].filter((e) => box(e).width);
    const covered = [];
    shown.forEach((a, i) => shown.slice(i + 1).forEach((b) => {
        if (overlap(box(a), box(b))) covered.push(a.textContent + ' / ' + b.textContent);
    }));
    for (const card of document.querySelectorAll('#trick .card'))
        for (const other of [...document.querySelectorAll('#prompt span'), ...cards])
            if (overlap(box(card), box(other))) covered.push(card.dataset.key + ' / ' + (other.dataset.key || other.textContent));
    return JSON.stringify({
        strip: Math.min(...strips), hit: hit.length, cards: cards.length, covered,
        wide: document.documentElement.scrollWidth - innerWidth, low: Math.max(...cards.map((c) => box(c).bottom)) - innerHeight,
        width: box(cards[0]).width, off: cards.filter((c) => box(c).left < 0 || box(c).right > innerWidth).length,
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
            assert found["wide"] <= 0 and found["low"] <= 0, where  # type: ignore[operator]
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
