"""Lucky Numbers as a person plays it: by clicks, by keys, set up by hand, a tournament; on screens of every size."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from table.saves import pack
from tapisvert.match import Match
from tests.browser.table import Table
from tests.browser.test_axe import RUN
from tests.browser.test_layout import SHEET, SIZES
from tests.table.lucky_numbers import YOU, deal_of, dealt, numbers, play_on, push, record_of, to_the_end

LANGUAGES = ("fr", "en")
NBSP = "\N{NO-BREAK SPACE}"
TWO, THREE = "3 8 14 19 2 7 13 18", "3 8 14 19 2 7 13 18 1 5 11 20"
FOUR = f"{THREE} 4 9 12 16"
PLAY = """() => new Promise((done) => {
    const table = document.getElementById('table');
    const end = performance.now() + 60_000;
    const all = (query) => [...document.querySelectorAll(query)];
    const step = () => {
        const { phase, toAct, you } = table.dataset;
        if (performance.now() > end) return done(`still in ${phase}`);
        if (['deal-over', 'match-over'].includes(phase) && !document.getElementById('sheet').hidden) return done(phase);
        if (['setup', 'turn'].includes(phase) && toAct === you)
            (all('#hand .legal.free')[0] || all('#trick [data-move=discard]')[0] || all('#trick [data-move=draw]')[0])
                .click();
        setTimeout(step);
    };
    step();
})"""
"""Plays by clicks on what is shown as legal: draws, lays on the first free cell that is legal, else discards."""
CROWDED = """() => {
    const box = (e) => e.getBoundingClientRect();
    const shown = (query) => [...document.querySelectorAll(query)].filter((e) => box(e).width);
    const overlap = (a, b) => box(a).left < box(b).right - 1 && box(b).left < box(a).right - 1
        && box(a).top < box(b).bottom - 1 && box(b).top < box(a).bottom - 1;
    const name = (e) => e.id || e.className?.baseVal || e.className || e.textContent;
    const found = [];
    const parts = shown('#score button, .board-seats .plate, .plate.at-you, .board.small, .pool, .held > *, '
        + '.shelf button, .supply .note, #prompt span, .board.yours').filter((e) => e.tagName !== 'P' || e.textContent);
    parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => {
        if (overlap(a, b)) found.push(`${name(a)} / ${name(b)}`);
    }));
    for (const e of parts)
        if (box(e).left < -0.5 || box(e).right > innerWidth + 0.5 || box(e).top < 47 || box(e).bottom > innerHeight)
            found.push(`${name(e)} is off`);
    const middle = (b) => [(b.left + b.right) / 2, (b.top + b.bottom) / 2];
    const hit = (e) => e.contains(document.elementFromPoint(...middle(box(e))));
    for (const e of shown('.yours .cell, .shelf button, .pool, .held button, .board.small, #score button'))
        if (!hit(e)) found.push(`${name(e)} ${e.dataset.cell || e.dataset.action || ''} cannot be hit`);
    for (const e of shown('.yours .cell')) if (box(e).width < 38) found.push(`a cell is ${box(e).width} wide`);
    for (const e of shown('.shelf button'))
        if (Math.min(box(e).width, box(e).height) < 24) found.push('a pile is small');
    for (const e of shown('#title, .board-seats .name, .board-seats .tally, .held button'))
        if (e.scrollWidth > e.clientWidth + 1) found.push(`${e.textContent} is cut`);
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the screen');
    return JSON.stringify([...new Set(found)]);
}"""
"""What covers or cuts another thing, is off the screen, or cannot be hit."""


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


def begin(table: Table, **options: str) -> None:
    """Starts a match from the lobby: one game of two with the standard set-up, unless something else is asked for."""
    usual = {"players": "2", "setup": "standard", "tournament": "false"}
    table.new_match(game="lucky_numbers", **usual | options)


def crowd() -> Match:
    """Comes, in a tournament of four, to a turn of yours with as many piles on the shelf as there can be."""
    match = play_on(dealt(FOUR, 4, tournament=True), 108, random.Random("crowd"), discards=0.9)
    assert len(set(numbers(deal_of(match).visible))) >= 19
    return match


POSITIONS: dict[str, Callable[[], Match]] = {
    "two": lambda: play_on(dealt(TWO), 24, random.Random("two"), discards=0.5),
    "three": lambda: play_on(dealt(THREE, 3), 40, random.Random("three"), discards=0.4),
    "tournament": crowd,
    "michael": lambda: push(dealt("20 7 1 7 20 6 1 6", 2, "michael"), "place b2", "place b2"),
}


# ---------------------------------------------------------------------- whole games


def test_a_game_by_clicks(table: Table) -> None:
    """From the lobby, a game is played to its end by clicks; the sheet shows the points, the places and the gardens."""
    table.go_home("fr")
    begin(table)
    assert "match-over" == table.page.evaluate(PLAY)
    sheet = table.page.locator("#sheet")
    assert 2 == sheet.locator(".board.small").count()
    assert "Place" in sheet.inner_text()


def nearly_over(finished: int) -> Match:
    """Comes to your last turns of a game of a tournament of three, after so many games of it."""
    match = dealt(THREE, 3, tournament=True)
    for game in range(finished):
        to_the_end(match, f"game {game}")
        match.next_deal()
    rng = random.Random("nearly")
    while deal_of(match).phase and (len(deal_of(match).pool) > 5 or deal_of(match).turn != YOU):
        play_on(match, 1, rng, discards=0.8)
    assert deal_of(match).phase
    return match


ROWS = """rows => rows.map((row) => [...row.querySelectorAll('td')].map((c) => [
    c.textContent.includes('1er joueur'), Number((c.querySelector('span') || c).textContent.replace('−', '-')),
]))"""
"""Reads the sheet of a tournament: by game and seat, whether it was the first player, and its points; then totals."""


def test_a_tournament_by_clicks(table: Table) -> None:
    """A tournament from the lobby, and the ends of a first and of the last game: its scores are at hand at any time."""
    page = table.page
    table.go_home("fr")
    begin(table, players="4", setup="michael", tournament="true")
    table.wait_for_turn()
    assert f"Tournoi{NBSP}: partie 1 sur 4" in page.inner_text("#title")
    for finished in (0, 2):
        match = nearly_over(finished)
        come_to(table, match)
        assert f"Tournoi{NBSP}: partie {finished + 1} sur 3" in page.inner_text("#title")
        table.do("scores")
        assert finished == page.locator("#sheet tbody tr").count() - 1
        opener = ("Vous", "Nora", "Ali")[finished]
        assert f"Premier joueur de la partie {finished + 1}{NBSP}: {opener}." in page.inner_text("#sheet")
        table.do("close")
        assert ("match-over" if finished else "deal-over") == page.evaluate(PLAY)
        table.shoot(f"lucky-numbers-tournament-{finished}")
        rows = page.locator("#sheet tbody tr").evaluate_all(ROWS)
        games, totals = rows[: finished + 1], rows[finished + 1]
        assert [[seat == game for seat in range(3)] for game in range(finished + 1)] == [
            [cell[0] for cell in row] for row in games
        ]
        assert [sum(row[seat][1] for row in games) for seat in range(3)] == [cell[1] for cell in totals]
        assert all(cell[1] == 2 or cell[1] < 0 for row in games for cell in row)
        assert 3 == page.locator("#sheet .board.small").count()
        if not finished:
            table.do("next-deal")
            table.wait_for_turn()
            assert f"Tournoi{NBSP}: partie 2 sur 3" in page.inner_text("#title")


def test_a_game_by_keys(table: Table) -> None:
    """
    A whole game by keys alone: the pool has the focus when you are asked, the first legal cell when a tile is drawn.

    Arrows go from cell to cell, Home and End to the ends of the row, and Enter lays the tile.
    """
    page = table.page
    table.go_home("en")
    begin(table)
    turns = 0
    while table.wait_for_turn() == "turn":
        page.wait_for_function("document.activeElement.dataset.move === 'draw'")
        before = table.position()
        table.press_enter()
        table.wait_for_change(before)
        page.wait_for_function("document.activeElement.closest('#hand .legal')")
        if not turns:
            check_arrows(table)
        cells = page.locator("#hand .legal.free")
        goal = (
            cells.first.get_attribute("data-cell") if cells.count() else page.get_attribute("#hand .legal", "data-cell")
        )
        assert goal
        go_to(table, goal)
        before = table.position()
        table.press_enter()
        table.wait_for_change(before)
        turns += 1
    assert "match-over" == table.data("phase")
    assert turns > 3
    assert any("You draw the" in line for line in table.live())


def check_arrows(table: Table) -> None:
    """Goes around the garden: one tab stop, and no key leaves it."""
    keys = table.page.keyboard
    assert 1 == table.page.locator('#hand [role="gridcell"][tabindex="0"]').count()
    go_to(table, "b3")
    for key, cell in {
        "End": "d3",
        "ArrowRight": "d3",
        "ArrowDown": "d4",
        "Home": "a4",
        "ArrowUp": "a3",
        "ArrowLeft": "a3",
    }.items():
        keys.press(key)
        assert cell == table.focused("cell"), key
    label = table.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("row 3, column 1, free")


def go_to(table: Table, cell: str) -> None:
    """Goes to a cell by arrows."""
    keys = table.page.keyboard
    for _ in range(8):
        at = table.focused("cell")
        if at == cell:
            return
        key = (
            ("ArrowRight" if at < cell else "ArrowLeft")
            if at[0] != cell[0]
            else "ArrowDown"
            if at < cell
            else "ArrowUp"
        )
        keys.press(key)
    raise AssertionError(f"{cell} was not reached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_michaels_set_up(table: Table, language: str) -> None:
    """The first four tiles are placed by hand on the diagonal, one by one; elsewhere is refused with its rule."""
    page = table.page
    table.go_home(language)
    begin(table, setup="michael")
    for cell in ("c3", "a1", "d4", "b2"):
        assert "setup" == table.wait_for_turn()
        assert {"a1", "b2", "c3", "d4"} >= {
            e.get_attribute("data-cell") for e in page.query_selector_all("#hand .legal")
        }
        page.locator('#hand [data-cell="b1"]').click(force=True)
        words = "diagonale dorée" if language == "fr" else "golden diagonal"
        assert words in page.inner_text("#prompt .refused")
        before = table.position()
        page.click(f'#hand [data-cell="{cell}"]')
        table.wait_for_change(before)
    assert "turn" == table.wait_for_turn()
    assert 4 == page.locator("#hand .edged .laid").count()


def test_taking_a_visible_clover(table: Table) -> None:
    """Selecting a pile shows its cells, selecting it again takes that back; a swapped tile joins the shelf."""
    page = table.page
    come_to(table, push(dealt(f"{TWO} 10 4"), "draw", "discard", "draw", "discard"), "en")
    for pressed in ("true", "false", "true"):
        page.evaluate("document.querySelector('#trick [data-action=\"select 10\"]').click()")
        assert pressed == page.get_attribute('#trick [data-action="select 10"]', "aria-pressed")
        assert (pressed == "true") == bool(page.locator("#hand .legal").count())
    page.locator('#hand [data-cell="a2"]').click(force=True)
    assert "increasing order of the row: see the 8 (row 2, column 2)" in page.inner_text("#prompt .refused")
    assert ["b2"] == [e.get_attribute("data-cell") for e in page.query_selector_all("#hand .against")]
    before = table.position()
    page.click('#hand [data-move="take 10 b2"]')
    table.wait_for_change(before)
    assert "10" == page.inner_text('#hand [data-cell="b2"]')
    table.wait_for_turn()
    table.page.keyboard.press("j")
    table.do("log")
    lines = page.inner_text("#sheet .lines")
    assert "You take the 10 and place it: row 2, column 2." in lines
    assert "The 8 joins the visible clovers." in lines
    table.do("close")


def test_a_garden_enlarged_by_keys(table: Table) -> None:
    """Another garden is shown large by Enter; Escape leads back to the table, where something can be done."""
    page = table.page
    come_to(table, POSITIONS["two"](), "en")
    page.locator('[data-action="hand 1"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet .board.big")
    assert 16 == page.locator("#sheet .board.big td").count()
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="hidden")
    assert "draw" == table.focused("move")


def test_two_draws_at_once_are_one(table: Table) -> None:
    """Pressed twice at once, the pool gives one tile, and nothing lies where the second press could do harm."""
    page = table.page
    come_to(table, dealt(TWO))
    ply = int(table.data("ply"))
    page.evaluate("() => { for (let i = 0; i < 3; i++) document.querySelector('#trick .pool').click(); }")
    page.wait_for_selector("#trick .held .laid")
    assert ply + 1 == int(table.data("ply"))


# ---------------------------------------------------------------------- how it looks


@pytest.mark.parametrize("name", POSITIONS)
def test_every_size(table: Table, name: str) -> None:
    """At every size nothing covers or cuts another thing, all can be hit, and phones keep room for a thumb."""
    page, faults = table.page, []
    for language in LANGUAGES:
        page.set_viewport_size({"width": 1280, "height": 760})
        come_to(table, POSITIONS[name](), language)
        if language == "fr" and name != "michael":  # French has the longer words for what can be done then
            page.click("#trick .pool")
            page.wait_for_selector("#trick .held .laid")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            table.shoot(f"lucky-numbers-{name}-{language}-{width}x{height}")
            found = json.loads(page.evaluate(CROWDED))
            low = page.evaluate("innerHeight - document.querySelector('.yours').getBoundingClientRect().bottom")
            if low < (34 if min(width, height) < 500 else 0):
                found.append(f"{low} px below")
            faults += [(language, f"{width}×{height}", found)] * bool(found)
    assert [] == faults, "\n".join(map(str, faults))


def test_sheets_fit(table: Table) -> None:
    """The sheets at the end of a game and of a tournament fit or scroll inside, with their way on in reach."""
    page = table.page
    for language in LANGUAGES:
        for match in (to_the_end(dealt(FOUR, 4)), to_the_end(dealt(THREE, 3, tournament=True))):
            come_to(table, match, language)
            page.wait_for_selector("#sheet:visible")
            for width, height in ((320, 568), (360, 640), (844, 390), (1280, 760)):
                page.set_viewport_size({"width": width, "height": height})
                table.shoot(f"lucky-numbers-{table.data('phase')}-{language}-{width}x{height}")
                found = json.loads(page.evaluate(SHEET))
                assert {"out": False, "wide": False, "cut": [], "close": True} == found, (language, width)


def test_no_violations(table: Table) -> None:
    """Neither the table, at any turn, nor its sheets have what axe calls a violation."""
    page, faults = table.page, []
    page.evaluate(AXE_SCRIPT)
    for name in ("two", "tournament", "michael"):
        come_to(table, POSITIONS[name]())
        for width, height in ((360, 640), (1280, 760)):
            page.set_viewport_size({"width": width, "height": height})
            faults += page.evaluate(RUN)
    table.do("hand 1")
    faults += page.evaluate(RUN)
    table.do("close")
    come_to(table, to_the_end(dealt(THREE, 3, tournament=True)))
    page.wait_for_selector("#sheet:visible")
    faults += page.evaluate(RUN)
    assert [] == faults, str(faults)
