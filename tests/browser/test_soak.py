"""
Long runs in one page: match after match, reload after reload, worker after worker. Only ``./build.sh soak`` runs them.

``SOAK_MATCHES``, ``SOAK_RELOADS`` and ``SOAK_DEATHS`` change how many.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Watch
from tests.browser.table import Table
from tests.browser.test_match import reload, seen, start_quick_match

pytestmark = pytest.mark.soak
MATCHES = int(os.environ.get("SOAK_MATCHES", "50"))
RELOADS = int(os.environ.get("SOAK_RELOADS", "20"))
DEATHS = int(os.environ.get("SOAK_DEATHS", "20"))
WARM = max(1, MATCHES // 5)
"""The matches after which memory is first measured: by then all code and pictures are in."""
GROWTH = 1.10


def memory(page: Page) -> dict[str, float]:
    """Measures the page's memory in MB: scripts' heap, and the whole renderer with its worker."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("HeapProfiler.collectGarbage")
    heap = devtools.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    devtools.detach()
    return {"heap": round(heap, 1), "renderer": round(renderer_memory(page), 1)}


def renderer_memory(page: Page) -> float:
    """Gets the proportional memory of the largest renderer, in MB: the page under test has all of Python in it."""
    browser = page.context.browser
    assert browser
    devtools = browser.new_browser_cdp_session()
    processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    found = []
    for process in processes:
        if process["type"] == "renderer":
            rollup = Path(f"/proc/{process['id']}/smaps_rollup").read_text()
            found.append(int(re.search(r"^Pss:\s+(\d+)", rollup, re.M)[1]) / 1024)  # type: ignore[index]
    return max(found)


def scores_shown(page: Page) -> list[list[int]]:
    """Gets each row's points of the deal and score, from the sheet."""
    rows = page.eval_on_selector_all(
        "#sheet tbody tr", "rows => rows.map(r => [...r.querySelectorAll('td:not(.place)')].map(c => c.innerText))"
    )
    return [[int(text.replace("−", "-")) for text in row] for row in rows]


def new_scores(page: Page, before: list[int]) -> list[int]:
    """Reads the scores from the sheet: each is one of those before plus its points, 26 or a moon in all."""
    rows = scores_shown(page)
    assert sum(points for points, _ in rows) in (-26, -78)
    assert sorted(before) == sorted(score - points for points, score in rows)
    return [score for _, score in rows]


def test_many_matches_in_one_page(table: Table) -> None:
    """Memory after many matches is what it was after the first few, and one worker is alive."""
    page = table.page
    start_quick_match(table, "fr")
    measured = []
    for number in range(1, MATCHES + 1):
        scores = [75] * 4
        while (phase := table.drive("deal-over")) == "deal-over":
            scores = new_scores(page, scores)
            table.do("next-deal")
        assert "match-over" == phase
        new_scores(page, scores)
        if number in (WARM, MATCHES):
            measured.append(memory(page))
        table.rematch()
    print("memory after", WARM, "and", MATCHES, "matches:", measured)
    assert 1 == len(page.workers)
    for name, first in measured[0].items():
        assert measured[1][name] < GROWTH * first, name


def test_many_reloads(table: Table) -> None:
    """Every reload in the middle of a deal shows the same match again."""
    start_quick_match(table, "fr")
    for _ in range(RELOADS):
        while table.wait_for_turn() != "play":
            table.do("rematch") if table.data("over") else table.step()
        table.step()
        table.wait_for_turn()
        before = seen(table)
        reload(table)
        assert before == seen(table)


def test_many_dead_workers(table: Table, watch: Watch) -> None:
    """However often the worker dies behind the page's back, each deal's points add up to the scores shown."""
    page = table.page
    start_quick_match(table, "fr")
    table.wait_for_turn()
    table.open("speed=instant")  # bots with a deadline: a dead one is noticed sooner
    scores = [75] * 4
    deaths = 0
    while deaths < DEATHS:
        phase = table.wait_for_turn()
        if phase == "play" and len(table.hand()) % 4 == 1 and page.locator("script[worker]").count():
            page.wait_for_function("() => [...document.querySelectorAll('script[worker]')].some((s) => s.xworker)")
            page.evaluate("document.querySelector('script[worker]').xworker.terminate()")
            deaths += 1
        if phase in ("deal-over", "match-over"):
            scores = new_scores(page, scores)
            if phase == "match-over":
                table.rematch()
                scores = [75] * 4
                continue
        table.step()
    assert [] == watch.faults
    page.wait_for_function("() => document.querySelectorAll('script[worker]').length === 1")
    assert len(page.workers) <= 1
