"""
Bots in Chromium: the built site's Pyodide and wheel in a worker, without PyScript and the page.

The worker is a module made from a text, on an empty page of the site's own server.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from table.players import DEADLINE_MS
from tests.bench import ROOT
from tools import serve

DIST = ROOT / "dist"
ROUNDS = 7
PLAYOUTS = 500
POSITIONS = 30
LEVEL = "hard"
"""The slowest: the one that the page's promise hangs on."""
DECISIONS = Path(__file__).with_name("decisions.py")
PAGE = "NOTICES.txt"
"""Any file of the site that is no page: it is of the same origin, and has no policy of its own."""

PLAYOUT_RATES = """
import json, random, sys, time
from tapisvert.bots.craft import at_random
from tapisvert.bots.policies import policy_of
from tapisvert.bots.search import playout
from tapisvert.games.hearts import HEARTS, HeartsDeal, Options

def rate(count, plays_at_random):
    rng = random.Random(count)
    began = time.perf_counter()
    for _ in range(count):
        deal = HeartsDeal.start(HEARTS.next_pack(Options(), None, 4, rng), 0, 4, Options())
        playout(deal, at_random if plays_at_random else policy_of(deal), rng.random)
    return count / (time.perf_counter() - began)

def measure(rounds, count):
    rates = {how: [rate(count, how == "random") for _ in range(rounds + 1)][1:] for how in ("policy", "random")}
    return json.dumps({**rates, "python": sys.version.split()[0]})
"""

WORKER = """
const {site, wheel, code, given} = CONFIG;
try {
  const {loadPyodide} = await import(site + "pyodide/pyodide.mjs");
  const pyodide = await loadPyodide({indexURL: site + "pyodide/"});
  const answer = await fetch(site + "wheels/" + wheel);
  pyodide.unpackArchive(await answer.arrayBuffer(), "wheel");
  pyodide.runPython(code);
  postMessage(JSON.parse(await pyodide.globals.get("measure")(...given)));
} catch (error) {
  postMessage({error: String(error)});
}
"""

START = """
({text}) => new Promise((resolve, reject) => {
  const address = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
  const worker = new Worker(address, {type: "module"});
  worker.onmessage = (event) => resolve(event.data);
  worker.onerror = (event) => reject(new Error(event.message || "the worker did not start"));
})
"""


def missing() -> str:
    """Says what is not there to measure with; empty if nothing is."""
    if not list(DIST.glob("*/wheels/tapisvert-*.whl")):
        return "not measured: the site is not built (./build.sh site)"
    try:
        import playwright  # noqa: F401, PLC0415 - asked for its presence
    except ImportError:
        return "not measured: Playwright is not installed here"
    if not chromium():
        return "not measured: there is no Chromium here"
    return ""


def chromium() -> str | None:
    """Finds the browser."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


def measure(code: str, *given: int | str) -> dict[str, Any]:
    """Runs Python's ``measure`` in a worker and gets what it found, or an ``error``."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - see missing()

    from tests.browser.conftest import FLAGS  # noqa: PLC0415

    wheel = next(DIST.glob("*/wheels/tapisvert-*.whl"))
    server, url = serve.start(DIST)
    site = f"{url}{wheel.parent.parent.name}/"
    config = {"site": site, "wheel": wheel.name, "code": code, "given": given}
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = browser.new_page()
            page.goto(url + PAGE)
            found: dict[str, Any] = page.evaluate(START, {"text": f"const CONFIG = {json.dumps(config)};{WORKER}"})
            found["version"] = browser.version
            browser.close()
            return found
    except Exception as error:  # noqa: BLE001 - the table is worth more than one row of it
        return {"error": str(error).splitlines()[0]}
    finally:
        server.shutdown()
        server.server_close()


def rows(positions: int = POSITIONS, *levels: str) -> Iterator[tuple[str, str]]:
    """
    Lists the figures for the table.

    :param positions: how many a bot is asked in, of each stage of a deal at each table.
    :param levels: the bots to ask; the strongest if none are named.
    """
    if why := missing():
        yield "bots in Chromium's worker", why
        return
    yield from playout_rows(measure(PLAYOUT_RATES, ROUNDS, PLAYOUTS))
    asked = levels or (LEVEL,)
    yield from decision_rows(measure(DECISIONS.read_text("utf-8"), positions, DEADLINE_MS, *asked))


def playout_rows(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Lists how fast worlds are played out."""
    if "error" in found:
        yield "playouts in Chromium's worker, per second", f"not measured: {found['error']}"
        return
    where = f"Chromium {found['version']}, Pyodide with Python {found['python']}"
    for kind, label in (("policy", "by the policy"), ("random", "at random")):
        low, middle, high = (f"{value:,.0f}" for value in (min(found[kind]), median(found[kind]), max(found[kind])))
        yield f"whole deals played out {label} in a worker of {where}, per second", f"{middle} ({low} to {high})"


def decision_rows(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Lists how long decisions take with the page's deadline, and how long a worker may be deaf to ``stop``."""
    if "error" in found:
        yield "decisions in Chromium's worker", f"not measured: {found['error']}"
        return
    for table, levels in found["tables"].items():
        for level, asked in levels.items():
            times = sorted(taken for _, taken, _, _ in asked)
            cut = sum(is_cut for *_, is_cut in asked)
            figure = f"median {median(times):.0f}, p95 {p95(times):.0f}, longest {times[-1]:.0f}"
            label = f"milliseconds of a decision at {table} by `{level}` in that worker, {len(asked)} positions"
            yield label, f"{figure}; {cut} cut by the deadline of {DEADLINE_MS} ms"
            stages: dict[str, list[float]] = {}
            for stage, taken, _, _ in asked:
                stages.setdefault(stage, []).append(taken)
            parts = (f"{stage} {p95(values):.0f} (of {len(values)})" for stage, values in stages.items())
            yield "p95 by the stage of the deal", ", ".join(parts)
            yield "longest step between two looks at the clock", f"{max(step for _, _, step, _ in asked):.1f}"


def p95(values: list[float]) -> float:
    """
    Gets the least value that 95 of 100 do not exceed.

    >>> p95([float(value) for value in range(1, 41)])
    38.0
    """
    return sorted(values)[-(-95 * len(values) // 100) - 1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.browser")
    parser.add_argument("--levels", default=LEVEL, help=f"bots to measure, parted by commas (default: {LEVEL})")
    parser.add_argument(
        "--positions", type=int, default=POSITIONS, help=f"of each stage of a deal (default: {POSITIONS})"
    )
    given = parser.parse_args()
    for name, figure in rows(given.positions, *given.levels.split(",")):
        print(f"| {name} | {figure} |", flush=True)
