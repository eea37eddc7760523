"""
Luz for three to five: everybody sees the cards of all the others, and nobody his own.

Source: the IELLO and Board Game Arena edition (its French help pages). A hand lies in slots sorted by
colour and value; backs tell the colour. One bets on one's exact number of tricks and plays slots.
The rules are tables and pure functions in ``rules.py``, one round is ``deal.py``, and what holds a match
together is here.

Choices where the rules leave room: bets are made in turn and open, from 0 to 10 and with or without the
blue marble; the first player leads; the turn to be first passes clockwise; slots keep their names; ties
share a place; spectators see backs only.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import Card
from ...game import Game
from .deal import LuzDeal
from .questions import QUESTIONS
from .rules import ROUND_VALUES, Options, deduce, pack_of

__all__ = ["LUZ", "Luz", "LuzDeal", "Options", "deduce"]


class Luz(Game):
    """A match of four rounds of rising value."""

    name = "luz"
    deal = LuzDeal
    options = Options
    questions = QUESTIONS

    def seats(self, options: Options) -> int:
        return options.players

    def pack(self, options: Options) -> Sequence[Card]:
        return pack_of(options.players)

    def length(self, options: Options) -> int:
        return len(ROUND_VALUES)


LUZ = Luz()
