"""One of the processes that share a run: plays the deal it is asked for on stdin, and tells the contract."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from tapisvert.arena.playing import seeds_of
from tapisvert.bots import Budget, decide
from tapisvert.games import find_game
from tapisvert.match import Match

from ..outside.bridge import serve
from .kinds import KINDS

WORKER = [sys.executable, "-m", "tests.bench.contracts.worker"]


def play(question: dict[str, Any]) -> dict[str, Any]:
    """Plays a deal, all seats of one level, and tells what it was played for: null where everybody passed."""
    game = find_game(question["game"])
    options = game.read_options(question["options"])
    number, length = question["deal"], game.length(options)
    match = Match(
        game, options, seeds_of(question["seed"], number), number if length is None else (number - 1) % length + 1
    )
    deal = match.next_deal()
    assert match.seeds is not None
    while deal.phase:
        seat = deal.turn
        seed = match.seeds.of_bot(match.index, match.ply + 1, seat)
        match.push(decide(question["level"], match.view(seat), seed, Budget(question["worlds"])).move)
    outcome = KINDS[question["game"]](deal)
    return {"outcome": None if outcome is None else asdict(outcome)}


if __name__ == "__main__":
    serve(play)
