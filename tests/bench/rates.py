"""
Measures how many whole deals of each game are dealt and played per second, in whatever Python runs this.

Moves are drawn at random, but for Lucky Numbers, which would wander: there the policy chooses. Prints JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "py")) if path not in sys.path]

from tapisvert.bots.craft import Policy, at_random  # noqa: E402
from tapisvert.bots.policies import policy_of  # noqa: E402
from tapisvert.bots.search import playout  # noqa: E402
from tapisvert.game import Game  # noqa: E402
from tapisvert.games import GAMES  # noqa: E402

ROUNDS = 5
SECONDS = 0.4
"""The least that a round takes."""
BY_POLICY = ("lucky_numbers",)


def rates(rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Measures every game with its default options, Belote with announcements too: deals per second, by round."""
    found: dict[str, list[float]] = {}
    for _ in range(rounds + 1):  # games in turns, so that a busy moment strikes all; the first round warms up
        for name, game, options in tables():
            found.setdefault(name, []).append(measure(game, options))
    return {name: values[1:] for name, values in found.items()}


def tables() -> Iterator[tuple[str, Game, Any]]:
    """Lists what is measured."""
    for name, game in GAMES.items():
        label = f"{name}, by the policy" if name in BY_POLICY else name
        yield label, game, game.options()
        if name == "belote":
            yield "belote, announcements", game, game.options(announcements=True)


def measure(game: Game, options: Any) -> float:
    """Deals and plays for a while; gets the deals per second."""
    rng, done, began = random.Random(1), 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        for _ in range(20):
            play_one(game, options, rng)
        done += 20
    return done / spent


def play_one(game: Game, options: Any, rng: random.Random) -> None:
    """Deals and plays one deal."""
    deal = game.deal.start(game.next_pack(options, None, 1, rng), 0, 1, options)
    policy: Policy = policy_of(deal) if game.name in BY_POLICY else at_random
    random01: Callable[[], float] = rng.random
    playout(deal, policy, random01)


if __name__ == "__main__":
    print(json.dumps({name: [min(v), median(v), max(v)] for name, v in rates().items()}))
