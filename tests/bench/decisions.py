"""
How long bots take to decide, in positions of every stage of a deal.

Imports the engine alone: ``browser.py`` sends this file to a worker of Chromium, where nothing else of the tests is.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

from tapisvert.bots import LEVELS
from tapisvert.bots.policies import craft_of, policy_of
from tapisvert.bots.service import Worker, answer_steps, make_request
from tapisvert.game import Deal, Phase
from tapisvert.games import find_game
from tapisvert.match import Match, Seeds
from tapisvert.tricks import TrickDeal

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "Hearts": ("hearts", {}),
    "Belote": ("belote", {}),
    "Belote with announcements": ("belote", {"announcements": True}),
    "Solo Whist": ("solo_whist", {}),
    "Luz for 3": ("luz", {"players": 3}),
    "Luz for 4": ("luz", {}),
    "Luz for 5": ("luz", {"players": 5}),
    "Lucky Numbers for 4": ("lucky_numbers", {"players": 4}),
}
"""What is measured: a game and its options, by what the table of figures calls it."""
SLIPS = 0.1
"""How often a move that leads to a position is any legal one, and not the rule of thumb's."""
FEWEST_DEALS = 100
"""How many deals are played at least, so that a stage that few of them come to is not missed."""
MOST_DEALS = 40
"""How many deals are played for each position wanted of a stage, at most."""


def stage(deal: Deal, ply: int) -> str:
    """Names the part of a deal that a position belongs to; a game that has none of these goes by its phases."""
    if deal.phase == Phase.CALL:
        return "first calls" if ply < deal.seats else "later calls"
    if deal.phase != Phase.PLAY or not isinstance(deal, TrickDeal):
        return Phase(deal.phase).name.lower()
    played = len(deal.winners) / (len(deal.cards()) // deal.seats)
    return "early cards" if played < 0.5 else "late cards"


def positions(table: str, count: int) -> list[tuple[str, Match]]:
    """Plays deals and gets *count* positions of every stage that they come to; fewer of one that is rare."""
    name, options = TABLES[table]
    game = find_game(name)
    chosen = game.read_options(options)
    length = game.length(chosen)
    found: dict[str, list[Match]] = {}
    for number in range(1, MOST_DEALS * count + 1):
        first = number if length is None else (number - 1) % length + 1
        match = Match(game, chosen, Seeds(f"decisions {number}", ""), first=first)
        for part, ply in choices(match, random.Random(number)).items():
            if len(found.setdefault(part, [])) < count:
                found[part].append(replayed(match, ply))
        if number >= FEWEST_DEALS and all(len(some) == count for some in found.values()):
            break
    return [(part, match) for part, some in found.items() for match in some]


def choices(match: Match, rng: random.Random) -> dict[str, int]:
    """Plays the next deal out by the rule of thumb, with slips, and gets of each stage a ply in which bots think."""
    deal = match.next_deal()
    policy, by_rule = policy_of(deal), craft_of(deal).by_rule
    found: dict[str, list[int]] = {}
    while deal.phase:
        moves = deal.legal_moves()
        if len(moves) > 1 and not by_rule(deal):
            found.setdefault(stage(deal, match.ply), []).append(match.ply)
        slips = len(moves) == 1 or rng.random() < SLIPS
        match.push(moves[int(rng.random() * len(moves))] if slips else policy(deal, moves, rng.random))
    return {name: plies[int(rng.random() * len(plies))] for name, plies in found.items()}


def replayed(match: Match, ply: int) -> Match:
    """Gets a match as it was when *ply* moves had been made in its deal."""
    again = Match(match.game, match.options, match.seeds, first=match.number)
    again.next_deal(match.deals[0].pack, match.deals[0].dealer)
    for move in match.deals[0].moves[:ply]:
        again.push(move)
    return again


def question(match: Match, level: str, deadline: int) -> str:
    """Asks the seat to act, as the page does."""
    assert match.deal is not None
    return make_request(
        id="1", build="", game=match.game, options=match.options, view=match.view(match.deal.turn), level=level,
        seed=str(match.ply), worlds=LEVELS[level].worlds, deadline_ms=deadline,
    )  # fmt: skip


def longest_step(text: str) -> float:
    """Gets the longest milliseconds between two looks at the clock, for which a worker is deaf to ``stop``."""
    longest, since = 0.0, time.perf_counter()
    for _ in answer_steps(text, time.perf_counter):
        now = time.perf_counter()
        longest, since = max(longest, now - since), now
    return 1000 * longest


async def ask(worker: Worker, text: str) -> tuple[float, float, bool]:
    """Gets the milliseconds of a decision, those of its longest step, and whether the deadline cut it."""
    began = time.perf_counter()
    answer = json.loads(await worker.choose(text))
    return 1000 * (time.perf_counter() - began), longest_step(text), answer["cut"]


async def measure(count: int, deadline: int, *levels: str) -> str:
    """Asks bots of each level at each table, and gets by both the stage and the figures of every position."""
    worker = Worker(time.perf_counter)
    found: dict[str, dict[str, list[Any]]] = {}
    for table in TABLES:
        for level in levels:
            asked = [(part, await ask(worker, question(m, level, deadline))) for part, m in positions(table, count)]
            found.setdefault(table, {})[level] = [[part, *figures] for part, figures in asked]
    return json.dumps({"tables": found, "python": sys.version.split()[0]})
