"""One of the processes that share a run: plays the deal or match it is asked for on stdin, and tells the contracts."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from tapisvert.arena.playing import seeds_of
from tapisvert.bots import Budget, decide
from tapisvert.game import Deal
from tapisvert.games import find_game
from tapisvert.match import Match

from ..outside.bridge import serve
from .kinds import KINDS

WORKER = [sys.executable, "-m", "tests.bench.contracts.worker"]


def play(question: dict[str, Any]) -> dict[str, Any]:
    """Plays a deal or a whole match, and tells of each deal the points and what was undertaken, and the places."""
    game = find_game(question["game"])
    options = game.read_options(question["options"])
    number, length = question["number"], game.length(options)
    first = 1 if question["match"] else number if length is None else (number - 1) % length + 1
    match = Match(game, options, seeds_of(question["seed"], number), first)
    deals = [play_deal(match, question)]
    while question["match"] and not match.is_over:
        deals.append(play_deal(match, question))
    return {
        "points": [deal.points() for deal in deals],
        "outcomes": [[asdict(outcome) for outcome in KINDS[game.name](deal)] for deal in deals],
        "places": game.places(match.scores),
    }


def play_deal(match: Match, question: dict[str, Any]) -> Deal:
    """Plays the next deal."""
    deal = match.next_deal()
    assert match.seeds is not None
    while deal.phase:
        seat = deal.turn
        seed = match.seeds.of_bot(match.index, match.ply + 1, seat)
        budget = Budget(question["worlds"][seat])
        match.push(decide(question["seats"][seat], match.view(seat), seed, budget).move)
    return deal


if __name__ == "__main__":
    serve(play)
