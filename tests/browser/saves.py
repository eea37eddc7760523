"""Copies of matches, made without a page, that bring one in a few clicks where a match takes minutes to come."""

from __future__ import annotations

import random
from collections.abc import Sequence

from table.entrance import new_record
from table.home import BOT_NAMES
from table.layouts import TABLES
from table.saves import pack
from tapisvert.match import Seeds
from tapisvert.record import Player


def last_tricks(count: int, names: Sequence[str] = BOT_NAMES) -> str:
    """Makes the copy of a quick match of Hearts in its last deal, before its last *count* tricks."""
    game = TABLES["hearts"]
    record = new_record(game, game.read_options({"length": "quick"}), ["easy"] * 3)
    match = record.match
    match.seeds = Seeds("deal", "bot")
    bots = [Player("bot", name, bot.level, bot.version) for name, bot in zip(names, record.players[1:], strict=False)]
    record.players = [record.players[0], *bots]
    chance = random.Random(1)
    found = ""
    while not match.is_over:
        match.next_deal()
        while match.deal.phase:
            if sum(map(len, match.deal.hands)) == 4 * count:
                found = pack(record.dumps())
            match.push(chance.choice(list(match.deal.legal_moves())))
    return found
