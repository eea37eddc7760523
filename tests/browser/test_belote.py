"""Belote as a person plays it: by clicks and by keys, on screens of every size."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from table.saves import pack
from tapisvert.match import Match
from tests.browser.table import Table
from tests.browser.test_axe import RUN
from tests.browser.test_layout import SIZES, measure
from tests.engine.plain_belote import HANDS, SOLID
from tests.helpers import play_moves
from tests.table.test_belote import dealt, record_of

CROWDED = """() => {
    const box = (e) => e.getBoundingClientRect();
    const shown = (query) => [...document.querySelectorAll(query)].filter((e) => box(e).width);
    const overlap = (a, b) => box(a).left < box(b).right - 1 && box(b).left < box(a).right - 1
        && box(a).top < box(b).bottom - 1 && box(b).top < box(a).bottom - 1;
    const name = (e) => e.dataset.key || e.dataset.seat || e.id || e.textContent;
    const found = [];
    for (const card of shown('#trick .card'))
        for (const other of shown('.plate, #score, #panel button, #prompt span, #hand .card'))
            if (overlap(card, other)) found.push(`${name(card)} / ${name(other)}`);
    for (const button of shown('#panel button, #score button')) {
        const { left, top, width, height } = box(button);
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        if (!button.contains(hit)) found.push(`${name(button)} cannot be hit`);
        if (Math.min(width, height) < 44) found.push(`${name(button)} is small`);
    }
    for (const text of shown('.plate .name, .bubble'))
        if (text.scrollWidth > text.clientWidth + 1) found.push(`${text.textContent} is cut`);
    return JSON.stringify(found);
}"""
OPEN = "take,announce cent AH,AH,7S,announce tierce 9D,7D,7C"
POSITIONS: dict[str, tuple[Sequence[str], bool, str]] = {
    "call": (HANDS, False, ""),
    "second-round": (HANDS, False, "pass,pass,pass,pass"),
    "announce": (HANDS, True, "take"),
    "trick": (HANDS, True, "take,announce tierce KH,8D,announce tierce KS,AD,TD,JD,QS,TS,8S"),
    "open": (SOLID, True, OPEN),
}
"""Positions in which you are asked: the hands, whether with announcements, and the moves that lead there."""


@pytest.fixture
def table(booted: Table) -> Table:
    """Gets the page that the tests of this module share."""
    return booted


def come_to(table: Table, match: Match) -> None:
    """Opens the table on a match."""
    table.take_in(pack(record_of(match).dumps()))


def position(name: str) -> Match:
    hands, announcements, moves = POSITIONS[name]
    match = dealt(hands=hands, announcements=announcements)
    return play_moves(match, moves) if moves else match


def test_manche_by_clicks(table: Table) -> None:
    """Taken by a click on the turn-up, announced, played: a manche ends with its score explained line by line."""
    page = table.page
    table.go_home("fr")
    come_to(table, dealt(announcements=True))
    assert ("belote", "call") == (table.data("game"), table.data("phase"))
    assert "Vous prenez ou vous passez" in page.inner_text("#prompt")
    page.click('#trick [data-move="take"]')
    page.wait_for_function("document.getElementById('table').dataset.phase === 'announce'")
    page.click('#panel [data-move="announce tierce KH"]')
    page.wait_for_function("document.getElementById('table').dataset.phase === 'play'")
    assert "Atout Cœur" in page.inner_text("#score")
    phases = set()
    while (phase := table.wait_for_turn()) != "deal-over":
        phases.add(phase)
        table.step()
    assert {"play"} == phases
    table.shoot("belote-deal-over")
    heads = page.locator("#sheet tbody th").all_inner_texts()
    assert ["Plis", "Dix de der"] == heads[:2]
    assert ["Manche", "Match"] == heads[-2:]
    table.do("next-deal")
    assert table.wait_for_turn() in ("call", "announce", "play")


@pytest.mark.parametrize("partner", ["across", "diagonal"])
@pytest.mark.parametrize("name", POSITIONS)
def test_every_size(table: Table, name: str, partner: str) -> None:
    """At every size nothing covers another thing, all can be hit, and strips of cards are 24 px wide or more."""
    page = table.page
    page.set_viewport_size({"width": 1280, "height": 760})
    table.go_home("fr")
    come_to(table, position(name))
    page.evaluate("tapisvert.send({ action: 'settings' })")
    table.do(f"set partner {partner}")
    table.do("close")
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("document.getAnimations().every((a) => a.playState !== 'running')")
        table.shoot(f"belote-{name}-{partner}-{width}x{height}")
        found = measure(page)
        crowded = [*found["covered"], *json.loads(page.evaluate(CROWDED))]  # type: ignore[misc]
        is_reached = found["cards"] == found["hit"] and found["strip"] >= 24  # type: ignore[operator]
        if crowded or not is_reached or found["off"]:
            faults.append((f"{width}×{height}", found if not is_reached or found["off"] else "", crowded))
    assert [] == faults, str(faults)


def test_by_keys(table: Table) -> None:
    """The calls are one stop with arrows, the turn-up and the score are reached by Tab, and Enter takes."""
    page = table.page
    page.set_viewport_size({"width": 1280, "height": 760})
    table.go_home("fr")
    come_to(table, dealt())
    page.evaluate("document.querySelector('#panel button').focus()")
    page.keyboard.press("ArrowRight")
    assert "take" == table.focused("move")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('#hand')")
    for _ in range(3):
        page.keyboard.press("Shift+Tab")
    assert "score" == table.focused("action")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#trick [data-move=take]')")
    page.keyboard.press("Enter")
    page.wait_for_function("document.getElementById('table').dataset.phase === 'play'")
    table.wait_for_turn()
    assert page.evaluate("!!document.activeElement.closest('#hand')"), "the focus goes to the hand when it is asked"


def test_no_violations(table: Table) -> None:
    """Neither the form, nor any position, nor the sheet at the end has what axe calls a violation."""
    page, faults = table.page, []
    page.evaluate(AXE_SCRIPT)
    for name in POSITIONS:
        table.go_home("fr")
        come_to(table, position(name))
        for width, height in ((360, 640), (1280, 760)):
            page.set_viewport_size({"width": width, "height": height})
            faults += page.evaluate(RUN)
    table.play_until("deal-over")
    page.wait_for_selector("#sheet:visible")
    faults += page.evaluate(RUN)
    table.go_home("fr")
    faults += page.evaluate(RUN)
    assert [] == faults, str(faults)
