"""Players' names from a save made elsewhere: shown and spoken literally, whatever stands in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

import pytest

from table.layouts import TABLES
from table.saves import pack
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record
from tapisvert.tricks import TrickDeal
from tests.table.fakes import Host, Tab, run
from tools.catalogues import compile_catalogues

NAMES = (
    "Éloïse <b>♥",
    '"><img src=x onerror=alert(1)>',
    "' data-action='home' &lt;{name}",
    "</div><script>alert(1)</script>",
)
"""One for each bot, as far as there are bots."""
PLIES = 60


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


class Watched(Tab):
    """A tab that keeps all HTML ever drawn, by region."""

    def __init__(self, host: Host, language: str) -> None:
        super().__init__(host, language)
        self.drawn: dict[str, set[str]] = {}

    def draw(self, scene: Mapping[str, Any]) -> None:
        super().draw(scene)
        for name, html in [*scene.get("regions", {}).items(), ("sheet", scene.get("sheet") or "")]:
            self.drawn.setdefault(name, set()).add(html)

    async def look_at(self, sheet: str) -> str:
        self.send({"action": sheet})
        await self.settle()
        shown = self.sheet
        await self.do("close")
        return shown


def save_with(game_name: str) -> tuple[str, list[str]]:
    """Makes a save of a game whose bots have such names."""
    game = TABLES[game_name]
    options = game.options()
    match = Match(game, options, Seeds("names", "bots"))
    match.next_deal()
    names = list(NAMES[: game.seats(options) - 1])
    bots = [Player("bot", name, "easy", 1) for name in names]
    return pack(Record("id", match, [Player("human", NAMES[0]), *bots]).dumps()), names


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", TABLES)
def test_names_are_literal_everywhere(game: str, language: str) -> None:
    """Plates, trick, prompt, log, every sheet and the live region show the names of a copy as they are written."""

    async def scenario() -> None:
        save, names = save_with(game)
        tab = await Watched(Host(), language).open()
        await tab.do("open-sheet")
        tab.field = save
        tab.click("import")
        logs, tricks = "", ""
        for _ in range(PLIES):
            phase = await tab.step()
            await tab.until(lambda: tab.is_mine)
            if phase in ("play", "turn") and not tab.sheet:
                logs += await tab.look_at("log")
                tricks += await tab.look_at("last-trick")
            if phase == "deal-over" or tab.data["phase"] == "match-over":
                break
        for name in names:
            shown = {"plates": "".join(tab.drawn["seats"]), "log": logs}
            shown |= {"tricks": tricks} if issubclass(TABLES[game].deal, TrickDeal) else {}
            for where, html in shown.items():
                assert escape(name) in html, where
            assert any(name in line for line in tab.said)
            assert not any(escape(name) in line for line in tab.said), "the live region takes text, not HTML"
            results = [html for html in tab.drawn["sheet"] if 'class="scores' in html]
            assert results
            assert all(escape(name) in html for html in results)
        for where, htmls in tab.drawn.items():
            for html in htmls:
                assert not re.search(r"<b>♥|<img src=x|<script|' data-action='home'", html), where
                assert "&amp;lt;b&amp;gt;♥" not in html, f"{where}: escaped twice"

    run(scenario())
