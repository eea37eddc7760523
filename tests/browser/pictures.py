"""
Makes the pictures that README shows, from the site as it is built.

``PYTHONPATH=py .venv/bin/python -m tests.browser.pictures`` does it. Each is a match laid out by the engine, opened
at the table as any copy is. WebP, which Chromium itself can write, takes a third of what PNG does.
"""

from __future__ import annotations

import base64
import random
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from table.saves import pack
from tapisvert.bots.policies import policy_of
from tapisvert.games.hearts import HEARTS, Options
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record
from tests.browser.conftest import CHROMIUM, DIST, FLAGS
from tests.browser.table import Table
from tests.helpers import play_moves
from tests.table.test_belote import dealt, record_of
from tools import serve

DOCS = Path(__file__).resolve().parents[2] / "docs"
QUALITY = 0.86
AS_WEBP = """async ([shot, quality]) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + shot;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""
BELOTE = ("JH 9H QH QS 8S AD TD 7D", "AS 9S 7H KD QD JD 7C 8C", "TS 7S AH TH 8D 9D AC 9C", "JS KS KH 8H KC QC JC TC")
CALLED = "pass,pass,pass,take,announce tierce KD,AS,7S,announce cinquante KC,KS"


def hearts() -> Record:
    """Lays out Hearts in its third trick or later, three cards on the table and you to follow."""
    match, rng = Match(HEARTS, Options(), Seeds("picture", "bots")), random.Random(1)
    deal = match.next_deal()
    while len(deal.winners) < 2 or len(deal.trick) < 3 or deal.turn != 0:  # type: ignore[attr-defined]
        match.push(policy_of(deal)(deal, deal.legal_moves(), rng.random))
    return Record(
        "id", match, [Player("human", ""), *(Player("bot", name, "easy", 1) for name in ("Nora", "Ali", "Tom"))]
    )


def belote() -> Record:
    """Lays out Belote in its first trick: you have taken, both rivals have announced."""
    return record_of(play_moves(dealt(hands=BELOTE, dealer=0, announcements=True), CALLED))


def shoot(page: Page, name: str) -> None:
    """Keeps a picture of the page, once nothing moves in it."""
    page.mouse.move(0, 0)
    page.wait_for_function("document.getAnimations().every((a) => a.playState !== 'running')")
    shot = base64.b64encode(page.screenshot()).decode()
    (DOCS / f"{name}.webp").write_bytes(base64.b64decode(page.evaluate(AS_WEBP, [shot, QUALITY])))


def main() -> None:
    """Makes all of them."""
    server, url = serve.start(DIST)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 760}, bypass_csp=True)
            table = Table(page, url)
            table.open("lang=en&speed=instant&bots=worlds")
            for language, name, record in (("en", "hearts", hearts()), ("fr", "belote", belote())):
                table.go_home(language)
                table.take_in(pack(record.dumps()))
                page.evaluate("document.activeElement.blur()")
                shoot(page, name)
            browser.close()
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()
