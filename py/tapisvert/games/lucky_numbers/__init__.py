"""
Lucky Numbers for two to four: draw clovers, and be the first whose garden is full and ascends everywhere.

Source: Michael Schacht's game (2020) as it is played on Board Game Arena (its French help page); the
tiles, a set from 1 to 20 for each player, are the publisher's. The rules are tables and pure functions in
``rules.py``, one game is ``deal.py``, and what holds a match together is here.

Choices where the rules leave room: the standard set-up is sorted and has four distinct numbers, a repeated
one going back; in Michael's the tiles are placed in laps, on any free cell of the diagonal; a tile drawn is
seen by all; a tile taken must be placed; who starts is drawn by lot, then passes clockwise; several winners
of a game get their two points each.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ...cards import Card
from ...game import Deal, Game, InvalidRecordError
from .deal import LuckyNumbersDeal
from .questions import QUESTIONS
from .rules import HIGHEST, NUMBER, SIZE, Options, distinct_draws, in_order_of_appearance

__all__ = ["LUCKY_NUMBERS", "LuckyNumbers", "LuckyNumbersDeal", "Options"]


class LuckyNumbers(Game):
    """A match of one game, or a tournament of as many as there are players."""

    name = "lucky_numbers"
    deal = LuckyNumbersDeal
    options = Options
    questions = QUESTIONS
    recommended = 2

    def seats(self, options: Options) -> int:
        return options.players

    def pack(self, options: Options) -> Sequence[Card]:
        return LuckyNumbersDeal.pack[: HIGHEST * options.players]

    def next_pack(self, options: Options, previous: Deal | None, index: int, rng: random.Random) -> list[Card]:
        pool = Game.next_pack(self, options, previous, index, rng)
        if options.setup == "standard":
            dealt = [tile for _ in range(options.players) for tile in distinct_draws(pool, rng)]
            pool = dealt + pool
        return in_order_of_appearance([NUMBER[tile] for tile in pool])

    def fits(self, options: Options, previous: Deal | None, pack: Sequence[Card]) -> bool:
        if options.setup == "michael":
            return True
        hands = [pack[SIZE * place : SIZE * (place + 1)] for place in range(options.players)]
        return all(len({NUMBER[tile] for tile in hand}) == SIZE for hand in hands)

    def parse_pack(self, text: Any, options: Options) -> list[Card]:
        """Parses a whole pack's numbers; copies of a number count in order of appearance."""
        if not isinstance(text, str):
            raise InvalidRecordError("a pack must be a text")
        words = text.split()
        every = sorted(NUMBER[tile] for tile in self.pack(options))
        names = LuckyNumbersDeal.card_names[:HIGHEST]
        if not set(words) <= set(names):
            raise InvalidRecordError("a pack names a tile that does not exist")
        numbers = [names.index(word) + 1 for word in words]
        if sorted(numbers) != every:
            raise InvalidRecordError(f"a pack of {self.name} holds the numbers 1 to 20, {options.players} times each")
        return in_order_of_appearance(numbers)

    def length(self, options: Options) -> int:
        return options.players if options.tournament else 1


LUCKY_NUMBERS = LuckyNumbers()
