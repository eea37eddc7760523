"""Drives the page as a person does: through what carries ``data-move`` and ``data-action``, by clicks."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Locator, Page

SHOTS = os.environ.get("SHOTS", "")
"""A folder for screenshots, to be looked at; none are made without it."""
YOUR_TURN = """() => { const d = document.getElementById('table')?.dataset;
    return d && document.body.dataset.screen === 'table' && !!d.phase
        && (['deal-over', 'match-over'].includes(d.phase) ? !document.getElementById('sheet').hidden
            : d.toAct === d.you && (d.phase !== 'play' || !!document.querySelector('#hand .asked'))); }"""


class Table:
    """A table in a tab."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.faults: list[str] = []
        """What went wrong unnoticed on a table that a module shares."""

    def open(self, query: str = "") -> None:
        """Loads the page and waits until Python answers."""
        self.page.goto(f"{self.url}?{query}")
        self.page.wait_for_selector("body[data-ready]")

    def do(self, action: str) -> None:
        """Clicks an action of the table's own."""
        self.page.locator(f'[data-action="{action}"]:visible').last.click()

    def new_match(self) -> None:
        """Starts a quick match with easy bots from wherever the page is."""
        if self.page.is_hidden("#home"):
            self.page.evaluate("tapisvert.send({ action: 'home' })")
            self.page.wait_for_selector("#home:visible")
        self.page.select_option('[name="option.length"]', "quick")
        for seat in range(1, self.page.locator('[name^="level."]').count() + 1):
            self.page.select_option(f'[name="level.{seat}"]', "easy")
        self.do("new-match")

    def focused(self, name: str) -> str:
        """Gets a ``data-`` attribute of what has the focus."""
        return str(self.page.evaluate("name => document.activeElement.getAttribute('data-' + name) || ''", name))

    def live(self) -> list[str]:
        """Lists the last updates told to screen readers."""
        return self.page.locator("#live p").all_text_contents()

    def try_card(self, card: Locator) -> None:
        """Clicks a card that the rules may refuse (Playwright would wait for it to be enabled)."""
        card.click(force=True)

    def data(self, name: str) -> str:
        """Gets one of the table's ``data-`` attributes."""
        return self.page.get_attribute("#table", f"data-{name}") or ""

    def wait_for_turn(self) -> str:
        """Waits until you are asked or a sheet is shown, and gets the phase."""
        self.page.wait_for_function(YOUR_TURN)
        return self.data("phase")

    def hand(self) -> list[str]:
        """Lists your cards, as shown from left to right."""
        return [str(card.get_attribute("data-key")) for card in self.page.query_selector_all("#hand .card")]

    def legal(self) -> Locator:
        """Finds your cards that may be played now."""
        return self.page.locator("#hand [data-move]:not([aria-disabled])")

    def pass_cards(self) -> None:
        """Passes your first three cards."""
        for card in self.hand()[:3]:
            self.do(f"select {card}")
        self.do("confirm-pass")
        self.page.wait_for_function("document.getElementById('table').dataset.phase !== 'pass'")

    def play_card(self) -> None:
        """Plays your first legal card and waits until it has been made."""
        position = self.position()
        self.legal().first.click()
        self.wait_for_change(position)

    def position(self) -> list[str]:
        """Gets the deal and the ply shown."""
        return [self.data("deal"), self.data("ply")]

    def wait_for_change(self, position: list[str]) -> None:
        """Waits until another deal or ply is shown."""
        self.page.wait_for_function(
            "old => (({ deal, ply }) => deal !== old[0] || ply !== old[1])(document.querySelector('#table').dataset)",
            arg=position,
        )

    def step(self) -> str:
        """Does the next thing a person would do; gets the phase it was done in."""
        phase = self.wait_for_turn()
        if phase == "pass":
            self.pass_cards()
        elif phase == "play":
            self.play_card()
        elif phase == "deal-over":
            self.do("next-deal")
        return phase

    def play_until(self, phase: str) -> None:
        """Plays on until *phase* is reached (and not yet acted in)."""
        while self.wait_for_turn() != phase:
            self.step()

    def shoot(self, name: str) -> None:
        """Keeps a screenshot for a person to look at, if a folder for them is named."""
        if SHOTS:
            self.page.screenshot(path=Path(SHOTS) / f"{name}.png")
