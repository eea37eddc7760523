"""
Whether bots leave the page free: the main thread's long tasks while three hard bots play a deal with a person.

A long task is one of more than 50 ms, as browsers report them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.browser import DIST, chromium, missing
from tools import serve

WATCH = """
globalThis.longTasks = [];
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: "longtask" });
"""
LEVEL = "hard"


def long_tasks() -> list[float]:
    """Plays a deal by clicks and lists the milliseconds of each long task after the first card."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - see missing()

    from tests.browser.conftest import FLAGS  # noqa: PLC0415
    from tests.browser.table import Table  # noqa: PLC0415

    server, url = serve.start(DIST)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = browser.new_page()
            table = Table(page, url)
            table.open("game=hearts&lang=en&speed=quick")
            table.go_home()
            for seat in (1, 2, 3):
                page.select_option(f'[name="level.{seat}"]', LEVEL)
            table.do("new-match")
            page.wait_for_selector("body[data-screen=table]")
            page.wait_for_selector("html[data-build-bots]", state="attached")  # the start is another matter
            table.come_to_play()
            table.step()  # the page's very first card, before its code is warm, is no matter of the bots
            page.evaluate(WATCH)
            while table.step() == "play":
                pass
            found: list[float] = page.evaluate("longTasks")
            browser.close()
            return found
    finally:
        server.shutdown()
        server.server_close()


def rows() -> Iterator[tuple[str, str]]:
    """Lists the figure for the table."""
    name = f"main-thread tasks over 50 ms while three `{LEVEL}` bots play a deal at the table"
    if why := missing():
        yield name, why
        return
    found = long_tasks()
    yield name, f"{len(found)}" + (f", the longest {max(found):.0f} ms" if found else "")


if __name__ == "__main__":
    for name, figure in rows():
        print(f"| {name} | {figure} |", flush=True)
