"""A game that a wheel adds: its form, its table and its bots, with nothing changed in the house."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Watch
from tests.browser.table import Table
from tools import serve
from tools.site import build_site

TOYS = Path(__file__).resolve().parents[1] / "toys"
NAME = "knockout_whist"
ENTRY = '''"""Knockout whist as a wheel of its own."""

from tapisvert.games import AddedGame

from .game import KNOCKOUT_WHIST

ADDED = AddedGame(
    game=KNOCKOUT_WHIST,
    layout={"suits": "SHDC"},
    messages={
        "fr": {
            "game.knockout_whist": "Whist éliminatoire", "game.knockout_whist.tagline": "Un jeu venu d’ailleurs",
            "option.knockout_whist.players": "Joueurs", "option.knockout_whist.players.3": "Trois",
            "option.knockout_whist.players.4": "Quatre", "option.knockout_whist.trump": "Atout",
            "option.knockout_whist.trump.turned": "Retourné", "option.knockout_whist.trump.named": "Nommé",
            "knockout_whist.move.trump H": "Atout Cœur",
        },
        "en": {
            "game.knockout_whist": "Knockout whist", "game.knockout_whist.tagline": "A game from elsewhere",
            "option.knockout_whist.players": "Players", "option.knockout_whist.players.3": "Three",
            "option.knockout_whist.players.4": "Four", "option.knockout_whist.trump": "Trumps",
            "option.knockout_whist.trump.turned": "Turned up", "option.knockout_whist.trump.named": "Named",
            "knockout_whist.move.trump H": "Hearts are trumps",
        },
    },
)
'''


def make_wheel(folder: Path) -> Path:
    """Packs the toy as a wheel that declares the entry point."""
    wheel = folder / "tapisvert_knockout-1.0-py3-none-any.whl"
    info = "tapisvert_knockout-1.0.dist-info"
    files = {
        "tapisvert_knockout/__init__.py": ENTRY,
        "tapisvert_knockout/game.py": (TOYS / f"{NAME}.py").read_text("utf-8"),
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: tapisvert-knockout\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[tapisvert.games]\nknockout_whist = tapisvert_knockout:ADDED\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


@pytest.fixture(scope="module")
def added_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Builds and serves a site, under a sub-path, that the wheel was added to."""
    folder = tmp_path_factory.mktemp("added")
    build_site(folder / "site" / "jeux", [make_wheel(folder)])
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
