"""A game that a wheel adds: its form, its table and its bots, with nothing changed in the house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from playwright.sync_api import Browser

from tests.browser.conftest import Watch
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
    context = chromium.new_context(locale="fr-FR", viewport={"width": 1280, "height": 760})
    watch = Watch(added_site)
    watch.over(context)
    page = context.new_page()
    page.set_default_timeout(60_000)
    table = Table(page, added_site)
    table.open("lang=fr&speed=instant&bots=worlds")
    assert 2 == page.locator("#home .tile").count()
    table.do(f"game {NAME}")
    page.wait_for_selector('#setup [name="option.players"]')
    assert "Whist éliminatoire" in page.inner_text('#home .tile[aria-pressed="true"]')
    assert 2 == page.locator('#setup [name^="level."]').count()
    page.select_option('[name="option.players"]', "4")
    page.wait_for_selector('#setup [name="level.3"]')
    page.select_option('[name="option.trump"]', "named")
    table.do("new-match")
    named = False
    while (phase := table.wait_for_turn()) != "match-over":
        if phase == "name":
            table.shoot("added-name")
            page.locator('#panel [data-move="trump H"]', has_text="Atout Cœur").click()
            page.wait_for_function("document.getElementById('table').dataset.phase !== 'name'")
            named = True
        else:
            table.step()
    assert named
    assert page.is_visible('#sheet [data-action="rematch"]')
    assert [] == watch.faults
    context.close()
