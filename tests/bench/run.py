"""
Measures the engine, the bots and the start of the page, and prints a table in Markdown: ``./build.sh bench``.

Never a timed test: figures are told, not asserted. What is compared with OpenSpiel is run in turns
with it, in the same process, so that a busy machine slows both.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "py")) if path not in sys.path]

from tapisvert.allot import shuffle  # noqa: E402
from tapisvert.bots import LEVELS, OFFERED, decide  # noqa: E402
from tapisvert.bots.policies import policy_of  # noqa: E402
from tapisvert.bots.search import playout  # noqa: E402
from tapisvert.cards import PACK_52, Card  # noqa: E402
from tapisvert.games.hearts import HEARTS, HeartsDeal, Options  # noqa: E402
from tapisvert.match import Match, Seeds  # noqa: E402
from tapisvert.view import View  # noqa: E402
from tests.bench.rates import rates  # noqa: E402

ROUNDS = 9
DEALS = 300
"""Deals in a round."""
THEIRS = [card % 13 * 4 + card // 13 for card in PACK_52]
"""OpenSpiel's number of each card."""


def packs(seed: str, count: int) -> list[list[Card]]:
    """Makes some fair packs."""
    rng = random.Random(seed)
    return [shuffled(rng) for _ in range(count)]


# ---------------------------------------------------------------------- against OpenSpiel


def start_ours(pack: list[Card], number: int) -> HeartsDeal:
    """Deals a pack out."""
    return HeartsDeal.start(pack, 3, number, Options())


def shuffled(random01: random.Random) -> list[Card]:
    """Makes a fair pack: our way to draw all chance of a deal."""
    pack = list(PACK_52)
    shuffle(pack, random01)
    return pack


def start_theirs(game: Any, pack: list[Card], number: int) -> Any:
    """Deals the same pack out: there a direction and 52 actions of chance."""
    state = game.new_initial_state()
    state.apply_action(number)
    for card in pack:
        state.apply_action(THEIRS[card])
    return state


def draw_theirs(game: Any, number: int, random01: Callable[[], float]) -> Any:
    """Deals at random as OpenSpiel has it done: one outcome of chance after the other (all alike in Hearts)."""
    state = game.new_initial_state()
    state.apply_action(number)
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(random01() * len(outcomes))][0])
    return state


def play_ours(deal: HeartsDeal, random01: Callable[[], float]) -> list[int]:
    """Plays a deal to its end at random."""
    while deal.phase:
        moves = deal.legal_moves()
        deal.play(moves[int(random01() * len(moves))])
    return deal.points()


def play_theirs(state: Any, random01: Callable[[], float]) -> Any:
    """Plays a deal to its end at random, in the same way."""
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(moves[int(random01() * len(moves))])
    return state.returns()


def rate(count: int, work: Callable[[], object]) -> float:
    """Gets how many things per second *work* does if it does *count*."""
    began = time.perf_counter()
    work()
    return count / (time.perf_counter() - began)


def against_open_spiel(rounds: int, deals: int) -> Iterator[tuple[str, str]]:
    """Measures random deals of both in turns: drawn and played, then only played from deals laid out before."""
    try:
        import pyspiel  # noqa: PLC0415 - a development tool that not every platform has
    except ImportError:
        pyspiel = None
    game = pyspiel and pyspiel.load_game("hearts", {"qs_breaks_hearts": False})
    ours: tuple[list[float], list[float]] = ([], [])
    theirs: tuple[list[float], list[float]] = ([], [])
    for index in range(rounds + 1):
        for which, work in enumerate(our_round(index, deals)):
            ours[which].append(rate(deals, work))
            if game:
                theirs[which].append(rate(deals, their_round(game, index, deals)[which]))
    for name, our_rates, their_rates in zip(("dealt and played", "played"), ours, theirs, strict=True):
        # The first round warms up.
        yield f"random deals of Hearts {name}, per second", spread(our_rates[1:])
        if game:
            ratios = [a / b for a, b in zip(our_rates[1:], their_rates[1:], strict=True)]
            yield "the same by OpenSpiel, driven from Python", spread(their_rates[1:])
            yield "ratio, round by round", spread(ratios, 2)
        else:
            yield "the same by OpenSpiel", "not installed here"


def our_round(index: int, deals: int) -> tuple[Callable[[], object], Callable[[], object]]:
    """Gets the two things to be measured in a round."""
    rng, number = random.Random(index), index % 4
    laid_out = [start_ours(pack, number) for pack in packs(f"round {index}", deals)]
    return (
        lambda: [play_ours(start_ours(shuffled(rng), number), rng.random) for _ in range(deals)],
        lambda: [play_ours(deal, rng.random) for deal in laid_out],
    )


def their_round(game: Any, index: int, deals: int) -> tuple[Callable[[], object], Callable[[], object]]:
    """Gets the same two for OpenSpiel."""
    rng, number = random.Random(index), index % 4
    laid_out = [start_theirs(game, pack, number) for pack in packs(f"round {index}", deals)]
    return (
        lambda: [play_theirs(draw_theirs(game, number, rng.random), rng.random) for _ in range(deals)],
        lambda: [play_theirs(state, rng.random) for state in laid_out],
    )


def spread(values: list[float], digits: int = 0) -> str:
    """Writes the median of some values, and from where to where they go."""
    low, middle, high = (f"{value:,.{digits}f}" for value in (min(values), median(values), max(values)))
    return f"{middle} ({low} to {high})"


# ---------------------------------------------------------------------- the bots


def repeated(rounds: int, count: int, work: Callable[[], object]) -> str:
    """Measures *work*, which does *count* things, several times over."""
    work()
    return spread([rate(count, work) for _ in range(rounds)])


def views(plies: tuple[int, ...]) -> list[View]:
    """Lists views of the seat to act in one deal per ply, reached by the rule of thumb."""
    found = []
    for ply in plies:
        match = Match(HEARTS, Options(), Seeds(f"bench {ply}", "bench"))
        deal = match.next_deal()
        rng = random.Random(ply)
        while match.ply < ply or (deal.phase and len(deal.legal_moves()) < 2):
            match.push(policy_of(deal)(deal, deal.legal_moves(), rng.random))
        if deal.phase:
            found.append(match.view(deal.turn))
    return found


def of_bots(rounds: int, deals: int) -> Iterator[tuple[str, str]]:
    """Measures playouts by the policy, worlds imagined, and decisions."""
    some = packs("playouts", deals)

    def playouts() -> None:
        for pack in some:
            deal = start_ours(pack, 4)
            playout(deal, policy_of(deal), random.random)

    yield "playouts of whole deals by the policy, per second", repeated(rounds, deals, playouts)
    seen = views((12, 20, 28, 36, 44, 52))

    def samples() -> None:
        rng = random.Random(1)
        for view in seen:
            for _ in range(deals // len(seen)):
                view.sample(rng)

    yield "worlds sampled, per second", repeated(rounds, deals // len(seen) * len(seen), samples)
    for level in OFFERED:
        times = [time_of(level, view, index) for index, view in enumerate(views(tuple(range(12, 62))) * 2)]
        worlds = f" ({LEVELS[level].worlds} worlds)" if LEVELS[level].worlds > 1 else ""
        yield f"milliseconds of a decision by `{level}`{worlds}, over a deal", spread(times, 2)


def time_of(level: str, view: View, seed: int) -> float:
    """Gets the milliseconds of one decision."""
    began = time.perf_counter()
    decide(level, view, str(seed))
    return 1000 * (time.perf_counter() - began)


# ---------------------------------------------------------------------- every game


def of_games(rounds: int) -> Iterator[tuple[str, str]]:
    """Measures whole deals of every game, here and in Pyodide on Node."""
    yield from rows_of_games("here", rates(rounds))
    pyodide = ROOT / "static/node_modules/pyodide"
    node = shutil.which("node")
    if node is None or not pyodide.is_dir():
        yield "whole deals in Pyodide", "Node or Pyodide is not installed here (./build.sh site fetches it)"
        return
    command = [node, ROOT / "tools/pyodide.mjs", pyodide, "tests/bench/rates.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    yield from rows_of_games("in Pyodide on Node", json.loads(done.stdout))


def rows_of_games(where: str, found: dict[str, list[float]]) -> Iterator[tuple[str, str]]:
    """Lists the deals per second of each game."""
    for name, values in found.items():
        how = name if "policy" in name else f"{name}, at random"
        yield f"whole deals of {how}, {where}, per second", spread(values)


# ---------------------------------------------------------------------- the table


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="build.sh bench")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each is measured (default: {ROUNDS})")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"deals in a round (default: {DEALS})")
    parser.add_argument("--no-browser", action="store_true", help="leave Chromium out")
    asked = parser.parse_args()
    today = datetime.now(UTC).date()
    print(
        f"Measured {today} with {platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}; median (lowest to highest).\n"
    )
    print("| What | Figure |\n| --- | --- |", flush=True)
    for name, figure in rows(asked.rounds, asked.deals, with_browser=not asked.no_browser):
        print(f"| {name} | {figure} |", flush=True)


def rows(rounds: int, deals: int, *, with_browser: bool) -> Iterator[tuple[str, str]]:
    """Lists what is measured, and the figures."""
    yield from against_open_spiel(rounds, deals)
    yield from of_games(rounds)
    yield from of_bots(rounds, deals)
    if with_browser:
        from tests.bench import browser, page, start  # noqa: PLC0415 - they may have nothing to run with

        yield from browser.rows()
        yield from page.rows()
        yield from start.rows()


if __name__ == "__main__":
    main()
