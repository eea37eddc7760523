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

DRIVE = f"""(wanted) => new Promise((done) => {{
    const isYours = {YOUR_TURN};
    const table = document.getElementById('table');
    const known = ['pass', 'call', 'bet', 'announce', 'play', 'deal-over'];
    const press = (query) => document.querySelector(query)?.click();
    const end = performance.now() + 60_000;
    const step = () => {{
        const {{ phase }} = table.dataset;
        if (performance.now() > end) return done(`still in ${{phase}}`);
        if (isYours()) {{
            if (phase === wanted || !known.includes(phase)) return done(phase);
            if (phase === 'deal-over') press('#sheet [data-action="next-deal"]');
            else if (phase === 'call') document.querySelectorAll('#panel [data-move]:not([aria-disabled])')[1].click();
            else if (phase === 'bet') press('#panel [data-move="bet 2"]');
            else if (phase === 'announce') press('#panel [data-move]:last-of-type');
            else if (phase === 'play') press('#hand .asked [data-move]:not([aria-disabled])');
            else press(document.querySelectorAll('#hand [aria-pressed="true"]').length === 3
                ? '[data-action="confirm-pass"]' : '#hand [aria-pressed="false"]');
        }}
        setTimeout(step);
    }};
    step();
}})"""
"""Plays by the first thing that may be clicked, and calls lowest, till a phase, the end, or what it does not know."""

SHEETS = ("last-trick", "log", "played", "help", "settings", "report", "save-sheet", "open-sheet", "refused", "replace")
"""The sheets that :meth:`Table.open_sheet` knows, but for ``lost``: this one has no way back but the table's."""


class Table:
    """A table in a tab."""

    def __init__(self, page: Page, url: str, faults: list[str] | None = None) -> None:
        """
        Drives a tab.

        :param faults: where whoever watches the tab notes what goes wrong unnoticed.
        """
        self.page = page
        self.url = url
        self.faults = [] if faults is None else faults

    def open(self, query: str = "") -> None:
        """Loads the page and waits until Python answers."""
        self.page.goto(f"{self.url}?{query}")
        self.page.wait_for_selector("body[data-ready]")

    def do(self, action: str) -> None:
        """Clicks an action of the table's own."""
        self.page.locator(f'[data-action="{action}"]:visible').last.click()

    def go_home(self, language: str = "") -> None:
        """Goes to the home screen from wherever the page is."""
        if self.page.is_hidden("#home") or self.page.is_visible("#sheet"):
            self.page.evaluate("tapisvert.send({ action: 'home' })")
            self.page.wait_for_selector("#home:visible")
        if language and language != self.page.get_attribute("html", "lang"):
            self.do(f"language {language}")
            self.page.wait_for_selector(f"html[lang={language}]", state="attached")

    def set_speed(self, speed: str) -> None:
        """Chooses a speed in the settings."""
        self.page.evaluate("tapisvert.send({ action: 'settings' })")
        self.do(f"set speed {speed}")
        self.do("close")

    def new_match(self, level: str = "easy", game: str = "hearts", **options: str) -> None:
        """Starts a match with bots of a level from wherever the page is: a quick one, if nothing else is asked for."""
        self.go_home()
        if self.page.locator(f'#setup[data-game="{game}"]').count() == 0:
            self.do(f"game {game}")
            self.page.wait_for_selector(f'#setup[data-game="{game}"]')
        quick = {"hearts": {"length": "quick"}, "belote": {"target": "501"}, "solo_whist": {"length": "4"}}
        for name, value in (quick.get(game, {}) | options).items():
            self.page.select_option(f'[name="option.{name}"]', value)
        for seat in range(1, self.page.locator('[name^="level."]').count() + 1):
            self.page.select_option(f'[name="level.{seat}"]', level)
        self.do("new-match")
        self.page.wait_for_selector("body[data-screen=table]")

    def take_in(self, save: str) -> None:
        """Opens the copy of a match in place of any other."""
        self.go_home()
        self.do("open-sheet")
        self.page.fill("#sheet textarea", save)
        self.do("import")
        self.page.wait_for_selector("#sheet [data-action=replace], body[data-screen=table]")
        if self.page.get_attribute("body", "data-screen") == "home":
            self.do("replace")
        self.wait_for_turn()

    def rematch(self) -> None:
        """Starts another match from the result of the last."""
        self.do("rematch")
        self.page.wait_for_function("document.getElementById('table').dataset.phase === 'pass'")

    def focused(self, name: str) -> str:
        """Gets a ``data-`` attribute of what has the focus."""
        return str(self.page.evaluate("name => document.activeElement.getAttribute('data-' + name) || ''", name))

    def press_enter(self) -> None:
        """Presses Enter, when the page no longer takes it for a trembling of the press before."""
        self.page.wait_for_function(
            """() => {
                if (globalThis.entered === undefined) {
                    addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'Enter') entered = timeStamp; });
                    globalThis.entered = performance.now();
                }
                return performance.now() > entered + 400;
            }"""
        )
        self.page.keyboard.press("Enter")

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
        elif phase in ("bet", "call", "name", "announce"):
            position = self.position()
            offered = self.page.locator("#panel [data-move]:not([aria-disabled])")
            (offered.nth(1) if phase in ("bet", "call") else offered.last).click()  # the lowest call after passing
            self.wait_for_change(position)
        elif phase == "play":
            self.play_card()
        elif phase == "deal-over":
            self.do("next-deal")
        return phase

    def drive(self, phase: str) -> str:
        """Plays on, faster than a person could, until *phase* or one that is not of Hearts; gets the one reached."""
        return str(self.page.evaluate(DRIVE, phase))

    def play_until(self, phase: str) -> None:
        """Plays on at Hearts until *phase* is reached (and not yet acted in), faster than a person could."""
        assert phase == self.drive(phase)

    def come_to_play(self, cards: int = 1) -> None:
        """Comes to your turn to play, holding *cards* or more, from wherever the page is."""
        if self.page.get_attribute("body", "data-screen") == "home":
            self.new_match()
        while (phase := self.drive("play")) != "play" or len(self.hand()) < cards:
            if phase == "match-over":
                self.new_match()
            else:
                self.step()

    def play_until_refused(self) -> None:
        """Plays on at Hearts until it is your turn to play and a card of yours is refused."""
        self.come_to_play()
        while not self.page.locator("#hand [data-sunk]").count():
            self.step()
            self.come_to_play()

    def open_sheet(self, name: str) -> None:
        """Opens a sheet from the table: ``refused`` is a copy that cannot be read, ``replace`` one that can."""
        page = self.page
        if name in ("refused", "replace"):
            self.open_sheet("save-sheet")
            save = page.input_value("#sheet textarea")
            self.open_sheet("open-sheet")
            page.fill("#sheet textarea", save if name == "replace" else "no save")
            self.do("import")
            page.wait_for_selector('#sheet [data-action="replace"], #sheet [role="alert"]')
            return
        page.evaluate("action => tapisvert.send({ action })", "lost hearts" if name == "lost" else name)
        part = {"report": "#report", "lost": "[data-action=take-over]", "open-sheet": "[data-action=import]"}
        page.wait_for_selector(f"#sheet {part.get(name, 'h2')}")

    def close_sheet(self) -> None:
        """Closes the sheet, by Escape where there is a button for it, else by its way back to the table."""
        if self.page.is_visible("#sheet [data-action=take-over]"):
            self.do("take-over")
            self.wait_for_turn()
        else:
            self.page.keyboard.press("Escape")
        self.page.wait_for_selector("#sheet", state="hidden")

    def shoot(self, name: str) -> None:
        """Keeps a screenshot for a person to look at, if a folder for them is named."""
        if SHOTS:
            self.page.screenshot(path=Path(SHOTS) / f"{name}.png")
