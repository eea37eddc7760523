"""
Playouts in Chromium: the built site's Pyodide and wheel in a worker, without PyScript and the page.

The worker is a module made from a text, on an empty page of the site's own server.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tools import serve

DIST = Path(__file__).resolve().parents[2] / "dist"
ROUNDS = 7
PLAYOUTS = 500
PAGE = "NOTICES.txt"
"""Any file of the site that is no page: it is of the same origin, and has no policy of its own."""

PYTHON = """
import random
from tapisvert.bots.craft import at_random
from tapisvert.bots.policies import policy_of
from tapisvert.bots.search import playout
from tapisvert.games.hearts import HEARTS, HeartsDeal, Options

def playouts(count, plays_at_random):
    rng = random.Random(count)
    for _ in range(count):
        deal = HeartsDeal.start(HEARTS.next_pack(Options(), None, 4, rng), 0, 4, Options())
        playout(deal, at_random if plays_at_random else policy_of(deal), rng.random)
"""

WORKER = """
const {site, wheel, code, rounds, count} = CONFIG;
try {
  const {loadPyodide} = await import(site + "pyodide/pyodide.mjs");
  const pyodide = await loadPyodide({indexURL: site + "pyodide/"});
  const answer = await fetch(site + "wheels/" + wheel);
  pyodide.unpackArchive(await answer.arrayBuffer(), "wheel");
  pyodide.runPython(code);
  const playouts = pyodide.globals.get("playouts");
  const rates = (atRandom) => Array.from({length: rounds + 1}, () => {
    const began = performance.now();
    playouts(count, atRandom);
    return 1000 * count / (performance.now() - began);
  }).slice(1);
  const python = pyodide.runPython("import sys; sys.version.split()[0]");
  postMessage({policy: rates(false), random: rates(true), python});
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


def measure() -> dict[str, Any]:
    """Plays deals out in a worker and gets the figures, or an ``error``."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - see missing()

    from tests.browser.conftest import FLAGS  # noqa: PLC0415

    wheel = next(DIST.glob("*/wheels/tapisvert-*.whl"))
    server, url = serve.start(DIST)
    site = f"{url}{wheel.parent.parent.name}/"
    config = {"site": site, "wheel": wheel.name, "code": PYTHON, "rounds": ROUNDS, "count": PLAYOUTS}
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = browser.new_page()
            page.goto(url + PAGE)
            found: dict[str, Any] = page.evaluate(START, {"text": f"const CONFIG = {json.dumps(config)};{WORKER}"})
            found["version"] = browser.version
            browser.close()
            return found
    finally:
        server.shutdown()
        server.server_close()


def rows() -> Iterator[tuple[str, str]]:
    """Lists the figures for the table."""
    name = "playouts in Chromium's worker, per second"
    if why := missing():
        yield name, why
        return
    try:
        found = measure()
    except Exception as error:  # noqa: BLE001 - the table is worth more than one row of it
        found = {"error": str(error).splitlines()[0]}
    if "error" in found:
        yield name, f"not measured: {found['error']}"
        return
    where = f"Chromium {found['version']}, Pyodide with Python {found['python']}"
    for kind, label in (("policy", "by the policy"), ("random", "at random")):
        low, middle, high = (f"{value:,.0f}" for value in (min(found[kind]), median(found[kind]), max(found[kind])))
        yield f"whole deals played out {label} in a worker of {where}, per second", f"{middle} ({low} to {high})"
