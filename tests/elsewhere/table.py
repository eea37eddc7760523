"""Plays at the table in any browser, as ``tests.browser.table`` does in Chromium."""

from __future__ import annotations

import json

from tests.browser.table import YOUR_TURN
from tests.elsewhere.browser import Browser, BrowserError

LEGAL = "#hand [data-move]:not([aria-disabled])"
POSITION = "(({ deal, ply }) => `${deal} ${ply}`)(document.getElementById('table').dataset)"
SEEN = """(() => {
    const text = (query) => document.querySelector(query)?.innerText.trim() ?? '';
    const keys = (query) => [...document.querySelectorAll(query)].map((card) => card.dataset.key);
    const { phase, deal, ply, toAct, over } = document.getElementById('table').dataset;
    return { hand: keys('#hand .card'), trick: keys('#trick .card'), seats: text('#seats'), score: text('#score'),
        title: text('#title'), phase, deal, ply, toAct, over, sheet: text('#sheet:not([hidden])') };
})()"""

PACE = 150
"""Milliseconds between two presses of Enter or Space."""
FIND_WAY = """((query) => {
    const here = document.activeElement;
    if (here?.matches(query)) return '';
    const there = document.querySelector(query);
    const isBehind = there && here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING;
    const group = here.closest('[data-roving]');
    if (group?.contains(there)) return isBehind ? 'ArrowLeft' : 'ArrowRight';
    return isBehind && here !== document.body ? 'Shift+Tab' : 'Tab';
})"""
"""The key that leads to an element; the long way round would lead through the browser's own buttons."""


class Table:
    """The table in a browser's tab."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url

    def open(self, query: str = "") -> None:
        """Loads the page and waits until Python answers."""
        self.browser.open(f"{self.url}?{query}")
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Waits until Python answers."""
        self.browser.wait_for("document.body?.dataset.ready !== undefined")

    def do(self, action: str) -> None:
        """Clicks an action of the table's own."""
        self.browser.click(f'[data-action="{action}"]', -1)

    def seen(self) -> dict[str, object]:
        """Notes what a person sees of a match."""
        found: dict[str, object] = self.browser.evaluate(SEEN)
        return found

    def wait_for_turn(self) -> str:
        """Waits until you are asked or a sheet is shown, and gets the phase."""
        self.browser.wait_for(f"({YOUR_TURN})()")
        return str(self.browser.evaluate("document.getElementById('table').dataset.phase"))

    def hand(self) -> list[str]:
        """Lists your cards, as shown from left to right."""
        return [
            str(key)
            for key in self.browser.evaluate("[...document.querySelectorAll('#hand .card')].map(c => c.dataset.key)")
        ]

    def new_quick_match(self) -> None:
        """Fills in the form for a short match of Hearts against easy bots, and is dealt in."""
        for name, value in {"option.length": "quick", **{f"level.{seat}": "easy" for seat in (1, 2, 3)}}.items():
            self.choose(name, value)
        self.do("new-match")

    def choose(self, name: str, value: str) -> None:
        """Chooses in the form by script: the list that a browser unfolds is no part of the page."""
        self.browser.evaluate(
            f"""((field) => {{
                field.value = {json.dumps(value)};
                field.dispatchEvent(new Event('change', {{ bubbles: true }}));
            }})(document.getElementsByName('{name}')[0])"""
        )

    def pass_cards(self) -> None:
        """Passes your first three cards, by clicks."""
        for card in self.hand()[:3]:
            self.do(f"select {card}")
        self.do("confirm-pass")
        self._wait_for_other_phase("pass")

    def play_card(self) -> None:
        """Plays your first legal card, by a click."""
        before = self._position()
        self.browser.click(LEGAL)
        self._wait_for_change(before)

    def step(self, *, keyboard: bool = False) -> str:
        """Does the next thing a person would do; gets the phase it was done in."""
        phase = self.wait_for_turn()
        if phase == "pass":
            self.pass_cards_by_keys() if keyboard else self.pass_cards()
        elif phase == "play":
            self.play_card_by_keys() if keyboard else self.play_card()
        elif phase == "deal-over":
            before = self._position()
            if keyboard:
                self.press_on('[data-action="next-deal"]')
            else:
                self.do("next-deal")
            self._wait_for_change(before)
        return phase

    def play_until(self, *phases: str, keyboard: bool = False) -> str:
        """Plays on until one of *phases* is reached (and not yet acted in)."""
        while (phase := self.wait_for_turn()) not in phases:
            self.step(keyboard=keyboard)
        return phase

    # ------------------------------------------------------------------ keyboard

    def press_on(self, query: str, key: str = "Enter") -> int:
        """
        Goes to an element that fits and presses a key there; gets how many keys led there.

        From group to group by Tab and Shift+Tab, within one by arrows.

        :raises BrowserError: if they do not lead there.
        """
        for count in range(60):
            way = self.browser.evaluate(f"{FIND_WAY}({json.dumps(query)})")
            if not way:
                self._keep_a_persons_pace()
                self.browser.press(key)
                return count
            self.browser.press(way)
        raise BrowserError(f"no key leads to {query}")

    def _keep_a_persons_pace(self) -> None:
        """Lets some time go by on the page since the last press: what follows sooner is taken for a tremor."""
        self.browser.wait_for(f"performance.now() > (globalThis.lastPress ?? 0) + {PACE}")
        self.browser.evaluate("void (globalThis.lastPress = performance.now())")

    def pass_cards_by_keys(self) -> None:
        """Passes your first three cards, with Tab, arrows, Space and Enter."""
        for card in self.hand()[:3]:
            self.press_on(f'[data-action="select {card}"]', "Space")
            self.browser.wait_for(f"""!!document.querySelector('#hand [data-key="{card}"][aria-pressed="true"]')""", 60)
        self.press_on('[data-action="confirm-pass"]')
        self._wait_for_other_phase("pass")

    def play_card_by_keys(self) -> int:
        """Plays a legal card, with Tab, arrows and Enter; gets how many keys led there."""
        before = self._position()
        count = self.press_on(LEGAL)
        self._wait_for_change(before)
        return count

    # ------------------------------------------------------------------ waiting

    def _position(self) -> str:
        return str(self.browser.evaluate(POSITION))

    def _wait_for_change(self, before: str) -> None:
        self.browser.wait_for(f"{POSITION} !== {json.dumps(before)}")

    def _wait_for_other_phase(self, phase: str) -> None:
        self.browser.wait_for(f"document.getElementById('table').dataset.phase !== '{phase}'")
