"""
How soon the first card answers, against a bare Pyodide page of the same version: ratios in one run.

Each round has a fresh profile for either page; the two take turns. The first visit is cold; the second
is in the same browser, once our page has made its snapshot and keeps itself for play without a network,
and either page has been looked at for a few seconds more.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.browser import DIST, chromium, missing
from tests.browser.conftest import FLAGS
from tools import serve, weight

ROUNDS = 7
MEMORY_ROUNDS = 2
STAY = 8
"""Seconds that a visit lasts once all has settled: a browser keeps compiled WebAssembly only after a while."""
REST = 30
"""Seconds until a page's memory is at rest."""
WAIT = 120_000
BARE = """<!doctype html><meta charset="utf-8"><title>Pyodide</title><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const pyodide = await loadPyodide();
if (pyodide.runPython("1+1") === 2) globalThis.answered = performance.now();
</script>"""
FIRST_CARD = """
addEventListener("DOMContentLoaded", () => {
  if (document.body.dataset.screen === "home") document.querySelector('#home [data-action="new-match"]').click();
  const look = () => {
    if (document.querySelector('#hand [aria-pressed="true"]')) { globalThis.answered = performance.now(); return; }
    document.querySelector('#hand [data-action^="select"]')?.click();
    setTimeout(look, 4);
  };
  look();
});
"""
"""Plays as early as can be: clicks Play (or has a match resumed), then a card, and notes when that card stands up."""


class Visits:
    """A fresh profile, visited twice."""

    def __init__(self, playwright: Any, url: str, script: str, settled: str) -> None:
        self._url, self._script, self._settled = url, script, settled
        self._profile = tempfile.mkdtemp(prefix="bench-")
        self.context = playwright.chromium.launch_persistent_context(
            self._profile,
            executable_path=chromium(),
            args=FLAGS,
            locale="fr-FR",
            viewport={"width": 1280, "height": 760},
        )

    def visit(self, rest: int) -> tuple[float, float]:
        """
        Gets the milliseconds until the answer, and the page's memory in megabytes at the end of the visit.

        The service worker is stopped before: a browser does so after half a minute, unless a debugger holds it.

        :param rest: seconds that the visit lasts once all has settled.
        """
        page = self.context.new_page()
        page.set_default_timeout(WAIT)
        if self._script:
            page.add_init_script(self._script)
        page.goto(self._url)
        page.wait_for_function("globalThis.answered")
        answered = float(page.evaluate("globalThis.answered"))
        page.wait_for_function(self._settled)
        page.wait_for_timeout(1000 * rest)
        devtools = self.context.new_cdp_session(page)
        devtools.send("ServiceWorker.enable")
        devtools.send("ServiceWorker.stopAllWorkers")
        page.wait_for_timeout(1000)
        used = memory(self._profile)
        page.close()
        return answered, used

    def close(self) -> None:
        """Closes the browser and removes its profile."""
        self.context.close()
        shutil.rmtree(self._profile, ignore_errors=True)


def memory(profile: str) -> float:
    """Gets the proportional memory of the largest renderer of the browser that has this profile, in megabytes."""
    found = [0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_text("utf-8", "replace")
            if "--type=renderer" in command and profile in command:
                rollup = (process / "smaps_rollup").read_text()
                found.append(next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")))
        except OSError:
            continue
    return max(found) / 1024


def measure(rounds: int, memory_rounds: int = MEMORY_ROUNDS) -> dict[str, list[float]]:
    """Visits both pages in turns, and gets times and (of the last rounds, at rest) memory by what was measured."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - see missing()

    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="bare-") as folder, sync_playwright() as playwright:
        for name in weight.BARE:
            shutil.copyfile(weight.PYODIDE / name, Path(folder) / name)
        (Path(folder) / "index.html").write_text(BARE, "utf-8")
        servers = [serve.start(Path(folder)), serve.start(DIST)]
        for index in range(rounds):
            pages = [
                ("bare", servers[0][1], "", "true"),
                (
                    "ours",
                    f"{servers[1][1]}?game=hearts&lang=fr",
                    FIRST_CARD,
                    "document.documentElement.dataset.snapshot",
                ),
            ]
            for name, url, script, settled in pages[:: 1 if index % 2 else -1]:
                visits = Visits(playwright, url, script, settled)
                for when in ("cold", "warm"):
                    rests = index >= rounds - memory_rounds
                    answered, used = visits.visit(REST if rests else STAY)
                    found.setdefault(f"{name} {when}", []).append(answered)
                    if rests:
                        found.setdefault(f"{name} {when} memory", []).append(used)
                visits.close()
        for server, _ in servers:
            server.shutdown()
            server.server_close()
    return found


def rows(rounds: int = ROUNDS) -> Iterator[tuple[str, str]]:
    """Lists the figures for the table."""
    if why := missing():
        yield "start", why
        return
    found = measure(rounds)
    middle = {name: median(values) for name, values in found.items()}
    for when in ("cold", "warm"):
        for name, what in (("bare", "a bare Pyodide page answers 1+1"), ("ours", "the first card answers")):
            values = found[f"{name} {when}"]
            yield f"{when} visit: {what}, ms", f"{median(values):,.0f} ({min(values):,.0f} to {max(values):,.0f})"
        yield f"{when} visit: ratio of the medians", f"{middle[f'ours {when}'] / middle[f'bare {when}']:.2f}"
    for when in ("cold", "warm"):
        ours, bare = middle[f"ours {when} memory"], middle[f"bare {when} memory"]
        yield f"{when} visit: memory with one worker, MB, and ratio to the bare page", f"{ours:.0f}, {ours / bare:.2f}"
    first, bare_bytes = sum(weight.first_card(DIST).values()), sum(weight.bare().values())
    yield (
        "compressed MB until the first card, and ratio to the bare page",
        (f"{first / 1e6:.2f}, {first / bare_bytes:.2f}"),
    )
    yield "compressed MB fetched in the background", f"{sum(weight.background(DIST).values()) / 1e6:.2f}"


if __name__ == "__main__":
    import sys

    for row in rows(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS):
        print(*row, sep=": ", flush=True)
