"""One of the processes that share a run: plays what it is asked to on stdin, one deal at a time."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import Any

from . import hold
from .bridge import serve
from .players import Players, play_deal

WORKER = [sys.executable, "-m", "tests.bench.outside.worker"]


def play(question: dict[str, Any], players: Players) -> dict[str, Any]:
    """Plays the deal that is asked for, among the players described."""
    match = hold.sit_down(question["seed"], question["deal"])
    return play_deal(match, [players.seat(description) for description in question["seats"]])


def work(play_asked: Callable[[dict[str, Any]], dict[str, Any]], players: Players) -> None:
    """Plays until nobody asks any more, and ends the players."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # not before the opponents are ended
    try:
        serve(play_asked)
    finally:
        players.close()


def main() -> None:
    """Plays hold deals."""
    players = hold.players()
    work(lambda question: play(question, players), players)


if __name__ == "__main__":
    main()
