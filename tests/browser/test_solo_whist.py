"""Solo Whist as a person plays it: every contract by clicks, one by keys alone, on screens of every size."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from table.saves import pack
from tapisvert.match import Match
from tests.browser.table import Table
from tests.browser.test_axe import RUN
from tests.browser.test_belote import CROWDED
from tests.browser.test_layout import SHEET, SIZES, measure
from tests.helpers import play_moves
from tests.table.solo_whist import POSITIONS, dealt, early, last_deal, position, record_of

LANGUAGES = ("fr", "en")
PHONES = [(320, 568), (360, 640), (844, 390)]
"""The sizes at which the length of a language's words matters."""
OVERLAPS = """() => {
    const box = (e) => e.getBoundingClientRect();
    const shown = (query) => [...document.querySelectorAll(query)].filter((e) => box(e).width);
    const overlap = (a, b) => box(a).left < box(b).right - 1 && box(b).left < box(a).right - 1
        && box(a).top < box(b).bottom - 1 && box(b).top < box(a).bottom - 1;
    const found = [];
    for (const row of shown('#seats .minis, #panel button'))
        for (const other of shown('.plate, #score, #trick .card, #prompt span, #hand .card'))
            if (overlap(row, other)) found.push(`${row.className || row.textContent} / ${other.textContent}`);
    for (const text of shown('#title, #panel :is(b, small), .task > div, .plate :is(.points, .own)'))
        if (text.scrollWidth > text.clientWidth + 1) found.push(`${text.textContent} is cut`);
    for (const e of shown('.minis, #panel button, #score, .plate'))
        if (box(e).left < 0 || box(e).right > innerWidth || box(e).top < 48) found.push(`${e.textContent} is off`);
    return JSON.stringify(found);
}"""

UNTOLD = """() => {
    const box = (e) => e.getBoundingClientRect();
    const shown = (query) => [...document.querySelectorAll(query)].filter((e) => box(e).width);
    const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const found = [];
    if (!shown('#score .sign, #seats .mini, .so-far b').length) found.push('no suit turned up');
    if (!shown('.badge, .so-far b').length) found.push('no dealer');
    for (const badge of shown('.badge')) {
        const text = document.createRange();
        text.selectNodeContents(badge.parentElement.querySelector('.name'));
        if (overlap(box(badge), text.getBoundingClientRect())) found.push('the badge hides the name');
    }
    return JSON.stringify(found);
}"""
"""What a screen must show of the deal and does not."""
COLUMNS = """() => {
    const sheet = document.getElementById('sheet').getBoundingClientRect();
    const heads = [...document.querySelectorAll('.by-player thead th')];
    return JSON.stringify({
        widths: new Set(heads.map((e) => Math.round(e.getBoundingClientRect().width))).size,
        cut: heads.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent),
        split: sheet.height > 0.9 * innerHeight && (sheet.top % 1 || sheet.bottom % 1) !== 0,
    });
}"""


@pytest.fixture
def table(booted: Table) -> Table:
    """Gets the page that the tests of this module share, on a desktop; nothing moves, so that nothing is waited for."""
    booted.page.set_viewport_size({"width": 1280, "height": 760})
    booted.page.emulate_media(reduced_motion="reduce")
    return booted


def come_to(table: Table, match: Match, language: str = "fr") -> None:
    """Opens the table on a match."""
    table.go_home(language)
    table.take_in(pack(record_of(match).dumps()))


def call(table: Table, move: str) -> str:
    """Clicks a call, and gets the phase in which you are asked next."""
    ply = table.position()
    table.page.click(f'#panel [data-move="{move}"]')
    table.wait_for_change(ply)
    return table.wait_for_turn()


def box(table: Table) -> str:
    """Reads the box with the contract."""
    return " ".join(table.page.inner_text("#score .task").split())


# ---------------------------------------------------------------------- every contract, by clicks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "move", "french", "english"),
    [
        ("cop", "cop", "Prop & Cop Nora et vous", "Prop & Cop Nora and you"),
        ("late-cop", "cop", "Prop & Cop Nora et vous", "Prop & Cop Nora and you"),
        ("lone-prop", "solo", "Solo Vous", "Solo You"),
        ("last-call", "misere_ouverte", "Misère Ouverte Vous", "Misère Ouverte You"),
    ],
)
def test_contracts(table: Table, language: str, name: str, move: str, french: str, english: str) -> None:
    """A Cop, a late Cop, a lone Prop raised and a Misère Ouverte are called by a click, and their contract is shown."""
    come_to(table, position(name), language)
    assert "call" == table.data("phase")
    assert "play" == call(table, move)
    assert box(table).startswith(french if language == "fr" else english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_solo_to_its_payment(table: Table, language: str) -> None:
    """A lone Prop raised to Solo is played to the end; the sheet says who pays whom, and each line sums to zero."""
    come_to(table, position("lone-prop"), language)
    assert "play" == call(table, "solo")
    assert "deal-over" == table.drive("deal-over")
    table.shoot(f"solo-whist-sheet-{language}")
    lines = table.page.locator("#sheet .remark").all_inner_texts()
    assert 3 == len(lines[1].splitlines()), "one for each opponent"
    amounts = table.page.locator("#sheet tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].slice(1).map((c) => Number(c.textContent.replace('−', '-'))))"
    )
    assert amounts
    assert all(0 == sum(row[:4]) == row[4] for row in amounts)
    table.do("next-deal")
    assert table.wait_for_turn() in ("call", "name", "play", "deal-over")


@pytest.mark.parametrize("language", LANGUAGES)
def test_abondance_names_its_trumps(table: Table, language: str) -> None:
    """After the auction the declarer of an Abondance names the trumps by a click, and leads or follows with them."""
    come_to(table, position("last-call"), language)
    assert "name" == call(table, "abondance")
    assert 4 == table.page.locator("#panel [data-move^=trump]").count()
    assert "play" == call(table, "trump D")
    assert ("Atout Carreau" if language == "fr" else "Diamonds trumps") in box(table)
    assert table.hand()[0] == "AD", "the trumps come first in the hand"


@pytest.mark.parametrize("language", LANGUAGES)
def test_misere_ouverte_lays_its_hand_out(table: Table, language: str) -> None:
    """With the last card of trick 1 the declarer's twelve others lie face up; before, none does."""
    come_to(table, play_moves(dealt(0), "misere_ouverte,pass,pass,pass,5S,8S,JS"), language)
    assert 0 == table.page.locator(".minis").count()
    table.page.click('#hand [data-move="2S"]')
    table.page.wait_for_selector(".minis")
    assert table.page.locator(".minis .mini").count() in (11, 12), "Nora may have played to trick 2 by now"
    label = table.page.get_attribute(".minis", "aria-label") or ""
    assert label.startswith("Nora, main exposée" if language == "fr" else "Nora’s exposed hand")


@pytest.mark.parametrize("language", LANGUAGES)
def test_abondance_declaree_lost_shows_the_unplayed_cards(table: Table, language: str) -> None:
    """The declarer leads; with the first trick lost play stops, and all see what was left in the hands."""
    come_to(table, position("last-call"), language)
    assert "play" == call(table, "abondance_declaree")
    table.page.click('#hand [data-move="2S"]')
    table.page.wait_for_selector("#sheet:visible")
    assert "deal-over" == table.data("phase")
    table.shoot(f"solo-whist-unplayed-{language}")
    assert 48 == table.page.locator("#sheet .mini").count()
    assert ("Cartes non jouées" if language == "fr" else "Unplayed cards") == table.page.inner_text("#sheet h3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pass(table: Table, language: str) -> None:
    """When all have passed nobody pays, and the next player deals the same deal of the match again."""
    come_to(table, position("last-call"), language)
    assert "deal-over" == call(table, "pass")
    void = {"fr": "Tout le monde passe\N{NO-BREAK SPACE}: nouvelle donne.", "en": "All pass: new deal."}
    assert void[language] == table.page.inner_text("#sheet .remark")
    assert 0 == table.page.locator("#sheet .mini").count()
    table.do("next-deal")
    table.wait_for_turn()
    assert "1" == table.data("deal")


def test_by_keys(table: Table) -> None:
    """An Abondance is called, its trumps named and its first card played by keys alone; a refused call says why."""
    page, keys = table.page, table.page.keyboard
    come_to(table, position("last-call"))
    page.wait_for_function("!!document.activeElement.closest('#panel')")
    keys.press("Home")
    assert "pass" == table.focused("move")
    keys.press("ArrowRight")
    assert "cop" == table.focused("move")
    table.press_enter()
    page.wait_for_selector("#prompt .refused")
    assert "cop" == table.focused("move"), "the focus stays where it was"
    keys.press("End")
    assert "abondance_declaree" == table.focused("move")
    for _ in range(3):
        keys.press("ArrowLeft")
    assert "abondance" == table.focused("move")
    table.press_enter()
    page.wait_for_function("document.getElementById('table').dataset.phase === 'name'")
    page.wait_for_function("(document.activeElement.dataset.move || '').startsWith('trump')")
    keys.press("Home")
    for _ in range(2):
        keys.press("ArrowRight")
    table.press_enter()
    page.wait_for_function("document.getElementById('table').dataset.phase === 'play'")
    table.wait_for_turn()
    assert page.evaluate("!!document.activeElement.closest('#hand')"), "the focus goes to the hand when it is asked"
    before = table.position()
    keys.press("Home")
    while page.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true":
        keys.press("ArrowRight")
    table.press_enter()
    table.wait_for_change(before)
    table.wait_for_turn()
    assert any("Vous jouez" in line for line in table.live())


# ---------------------------------------------------------------------- how it looks


@pytest.mark.parametrize("name", POSITIONS)
def test_every_size(table: Table, name: str) -> None:
    """
    At every size nothing covers or cuts another thing, all can be hit, and strips of cards are 24 px or more.

    The suit turned up, or the trumps, and the dealer are in sight.
    """
    page, faults = table.page, []
    for language, sizes in {"fr": SIZES, "en": PHONES}.items():
        come_to(table, position(name), language)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("document.getAnimations().every((a) => a.playState !== 'running')")
            table.shoot(f"solo-whist-{name}-{language}-{width}x{height}")
            found = measure(page)
            crowded = [
                *json.loads(page.evaluate(UNTOLD)),
                *found["covered"],
                *json.loads(page.evaluate(CROWDED)),
                *json.loads(page.evaluate(OVERLAPS)),
            ]  # type: ignore[misc]
            free = 34 if min(width, height) < 500 else 0  # a phone's own bar, or a thumb
            is_reached = found["cards"] == found["hit"] and found["strip"] >= 24 and found["low"] <= -free  # type: ignore[operator]
            if crowded or not is_reached or found["off"]:
                faults.append((language, f"{width}×{height}", found if not is_reached or found["off"] else "", crowded))
    assert [] == faults, str(faults)


def test_sheets_fit(table: Table) -> None:
    """
    The sheets at the end of a deal and of the match fit or scroll inside, with their way on in reach.

    The columns of the players are alike, and no edge of a sheet that scrolls lies between two pixels.
    """
    page = table.page
    for language in LANGUAGES:
        for match in (early("misere_ouverte"), last_deal()):
            come_to(table, match, language)
            page.wait_for_selector("#sheet:visible")
            for width, height in (*PHONES, (1280, 760)):
                page.set_viewport_size({"width": width, "height": height})
                table.shoot(f"solo-whist-{table.data('phase')}-{language}-{width}x{height}")
                found = json.loads(page.evaluate(SHEET))
                assert {"out": False, "wide": False, "cut": [], "close": True} == found, (language, width)
                even = {"widths": 1, "cut": [], "split": False}
                assert even == json.loads(page.evaluate(COLUMNS)), (language, width)


def test_no_violations(table: Table) -> None:
    """Neither the form, nor any position, nor the sheets have what axe calls a violation."""
    page, faults = table.page, []
    page.evaluate(AXE_SCRIPT)
    for name in ("call", "late-cop", "name", "prop-cop", "open-top", "own-open"):
        come_to(table, position(name))
        for width, height in ((360, 640), (1280, 760)):
            page.set_viewport_size({"width": width, "height": height})
            faults += page.evaluate(RUN)
    for match in (early("abondance_declaree"), last_deal()):
        come_to(table, match)
        page.wait_for_selector("#sheet:visible")
        faults += page.evaluate(RUN)
    table.go_home("fr")
    faults += page.evaluate(RUN)
    assert [] == faults, str(faults)
