"""A game that a wheel adds: its form, its table and its bots, with nothing changed in the house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from playwright.sync_api import Browser

from table.layouts import TABLES
from tests.browser.conftest import Watch, new_visitor
from tests.browser.table import Table
from tools import serve
from tools.site import build_site

SOURCE = Path(__file__).resolve().parents[1] / "toys" / "wheel"
NAME = "knockout_whist"


@pytest.fixture(scope="module")
def added_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Builds and serves a site, under a sub-path, that the wheel was added to."""
    folder = tmp_path_factory.mktemp("added")
    wheel = next(WheelBuilder(str(SOURCE)).build(directory=str(folder), versions=["standard"]))
    build_site(folder / "site" / "jeux", [Path(wheel)])
    server, url = serve.start(folder / "site")
    yield f"{url}jeux/"
    server.shutdown()
    server.server_close()


def test_wheel_adds_a_game(chromium: Browser, added_site: str) -> None:
    """The added game has a tile, a form of its own that follows its options, and is played against bots to its end."""
    watch = Watch(added_site)
    with new_visitor(chromium) as context:
        watch.over(context)
        play_added_game(Table(context.new_page(), added_site))
    assert [] == watch.faults


def play_added_game(table: Table) -> None:
    """Chooses the game's tile and options, and plays a match."""
    page = table.page
    table.open("lang=fr&speed=instant&bots=worlds")
    assert len(TABLES) + 1 == page.locator("#home .tile").count()
    table.do(f"game {NAME}")
    page.wait_for_selector('#setup [name="option.players"]')
    assert "Whist éliminatoire" in page.inner_text('#home .tile[aria-pressed="true"]')
    assert 2 == page.locator('#setup [name^="level."]').count()
    page.select_option('[name="option.players"]', "4")
    page.wait_for_selector('#setup [name="level.3"]')
    page.select_option('[name="option.trump"]', "named")
    table.do("new-match")
    named = False
    if table.wait_for_turn() == "play":
        table.step()
    while table.drive("match-over") == "name":
        table.shoot("added-name")
        page.locator('#panel [data-move="trump H"]', has_text="Atout Cœur").click()
        page.wait_for_function("document.getElementById('table').dataset.phase !== 'name'")
        named = True
    table.wait_for_turn()
    assert named
    assert page.is_visible('#sheet [data-action="rematch"]')
