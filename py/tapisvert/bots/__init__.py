"""
Bots: who decides for a seat, from its view alone.

A bot is a pure function of a view, a random generator and a budget; it keeps nothing between calls.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ..game import InvalidRecordError
from ..view import View
from .craft import at_random
from .policies import craft_of
from .search import Budget, Choice, think

__all__ = ["LEVELS", "OFFERED", "USUAL", "VERSION", "Bot", "Budget", "Choice", "Level", "decide", "find_level"]

VERSION = 7
"""The bots' version, kept in records: another version may decide otherwise."""
EASY_WORLDS = 4
Bot: TypeAlias = Callable[[View, random.Random, Budget], Iterator[Choice]]
"""Decides in steps: yields a choice after each chunk of work; the last one counts."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a bot plays."""

    bot: Bot
    worlds: int
    """How many worlds it imagines for a decision, unless told otherwise; 1 for a rule of thumb."""


def _random(view: View, rng: random.Random, budget: Budget) -> Iterator[Choice]:
    """Plays any legal move."""
    moves = view.legal_moves()
    yield Choice(moves[int(rng.random() * len(moves))], 0)


def _easy(view: View, rng: random.Random, budget: Budget) -> Iterator[Choice]:
    """Plays by the game's rule of thumb; imagines a few worlds in a game that has none."""
    moves, craft = view.legal_moves(), craft_of(view.deal)
    if len(moves) > 1 and craft.policy is at_random:
        yield from think(view, rng, Budget(EASY_WORLDS, budget.is_late), craft)
    else:
        yield Choice(moves[0] if len(moves) == 1 else craft.policy(view.deal, moves, rng.random), 0)


def _searching(view: View, rng: random.Random, budget: Budget) -> Iterator[Choice]:
    """Searches for what serves the match best, in worlds or as the game does; how well depends on the budget."""
    craft = craft_of(view.deal)
    return craft.think(view, rng, budget) if craft.think is not None else think(view, rng, budget, craft)


LEVELS: dict[str, Level] = {
    "random": Level(_random, 1),
    "easy": Level(_easy, 1),
    "medium": Level(_searching, 40),
    "hard": Level(_searching, 200),
}
"""The levels, from weak to strong; ``random`` is there to measure the others."""
OFFERED = ("easy", "medium", "hard")
"""The levels that a person may choose."""
USUAL = "medium"
"""The level of whoever has not chosen."""


def find_level(name: object) -> Level:
    """
    Gets a level by name.

    :raises InvalidRecordError: if there is none.
    """
    if not isinstance(name, str) or name not in LEVELS:
        raise InvalidRecordError(f"no such level: {str(name)[:40]!r} (there are {', '.join(LEVELS)})")
    return LEVELS[name]


def decide(level: str, view: View, seed: str, budget: Budget | None = None) -> Choice:
    """Gets the choice of a bot of *level*; a function of its arguments as long as the budget has no deadline."""
    found = find_level(level)
    if not view.legal_moves():
        raise InvalidRecordError("this seat has no move to make")
    choice: Choice | None = None
    for choice in found.bot(view, random.Random(seed), budget or Budget(found.worlds)):  # noqa: B007
        pass
    assert choice is not None
    return choice
