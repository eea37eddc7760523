"""
Bots in Chromium: the built site's Pyodide and wheel in a worker, without PyScript and the page.

The worker is a module made from a text, on an empty page of the site's own server.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tools import serve

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT / "py") not in sys.path:
    sys.path.append(str(ROOT / "py"))

from table.players import DEADLINE_MS  # noqa: E402

DIST = ROOT / "dist"
ROUNDS = 7
PLAYOUTS = 500
POSITIONS = 100
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

DECISION_TIMES = """
import json, random, sys, time
from tapisvert.bots import LEVELS, OFFERED
from tapisvert.bots.policies import policy_of
from tapisvert.bots.service import Worker, answer_steps, make_request
from tapisvert.game import Phase
from tapisvert.games.hearts import HEARTS, Options
from tapisvert.match import Match, Seeds

def questions(level, count, deadline):
    number = 0
    while True:
        number += 1
        match = Match(HEARTS, Options(), Seeds(f"decisions {number}", ""), first=number)
        deal, rng = match.next_deal(), random.Random(number)
        while deal.phase:
            moves = deal.legal_moves()
            # A few of each deal, all over it.
            if len(moves) > 1 and deal.phase == Phase.PLAY and rng.random() < 0.2:
                yield make_request(
                    id="1", build="", game=HEARTS, options=match.options, view=match.view(deal.turn), level=level,
                    seed=str(match.ply), worlds=LEVELS[level].worlds, deadline_ms=deadline,
                )
                count -= 1
                if not count:
                    return
            match.push(moves[0] if len(moves) == 1 else policy_of(deal)(deal, moves, rng.random))

def longest_step(text):
    longest, since = 0.0, time.perf_counter()
    for _ in answer_steps(text, time.perf_counter):
        now = time.perf_counter()
        longest, since = max(longest, now - since), now
    return 1000 * longest

async def ask(worker, text):
    began = time.perf_counter()
    answer = json.loads(await worker.choose(text))
    return [1000 * (time.perf_counter() - began), longest_step(text), answer["cut"]]

async def measure(count, deadline):
    worker = Worker(time.perf_counter)
    asked = {level: [await ask(worker, text) for text in questions(level, count, deadline)] for level in OFFERED}
    return json.dumps({"levels": asked, "python": sys.version.split()[0]})
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


def measure(code: str, *given: int) -> dict[str, Any]:
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


def rows() -> Iterator[tuple[str, str]]:
    """Lists the figures for the table."""
    if why := missing():
        yield "bots in Chromium's worker", why
        return
    yield from playout_rows(measure(PLAYOUT_RATES, ROUNDS, PLAYOUTS))
    yield from decision_rows(measure(DECISION_TIMES, POSITIONS, DEADLINE_MS))


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
    for level, asked in found["levels"].items():
        times = sorted(taken for taken, _, _ in asked)
        label = f"milliseconds of a decision at Hearts by `{level}` in that worker, {len(asked)} positions"
        cut = sum(is_cut for _, _, is_cut in asked)
        p95 = times[-(-95 * len(times) // 100) - 1]
        yield label, f"median {median(times):.0f}, p95 {p95:.0f}, longest {times[-1]:.0f}; {cut} cut by the deadline"
        yield f"milliseconds of `{level}`'s longest step between two looks", f"{max(step for _, step, _ in asked):.1f}"


if __name__ == "__main__":
    for name, figure in rows():
        print(f"| {name} | {figure} |", flush=True)
