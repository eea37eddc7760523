"""Positions of Luz, and their twins: deals that you, seat 0, cannot tell from the one at the table."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from table.text import Texts
from tapisvert.cards import EMPTY
from tapisvert.games.luz import LUZ, LuzDeal, Options
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record

YOU = 0
BOTS = ("Nora", "Ali", "Tom", "Léa")
HANDS = (
    "Y3 Y7 R2 R8 G1 G4 B4 B5 P6 P10",
    "Y1 Y10 R1 R3 R4 R10 B1 B2 P1 P2",
    "R5 R6 R7 G2 G3 G5 G6 B6 P3 P4",
    "Y2 Y4 Y5 Y6 G7 G8 G9 B7 B8 B9",
)
"""A round of four; aside lie Y8 Y9 R9 G10 B3 B10 P5 P7 P8 P9."""


def new_match(players: int) -> Match:
    """Sits down to a match; nothing is dealt yet."""
    return Match(LUZ, Options(players), Seeds(f"luz {players}", "bots"))


def dealt(dealer: int = 3) -> Match:
    """Deals the hands above in the first round of a match of four."""
    match, first = new_match(4), (dealer + 1) % 4
    held = [[LuzDeal.card_names.index(name) for name in hand.split()] for hand in HANDS]
    front = [held[(first + place) % 4][place // 4] for place in range(40)]
    match.next_deal([*front, *(card for card in LUZ.pack(Options(4)) if card not in front)], dealer)
    return match


def deal_of(match: Match) -> LuzDeal:
    """Gets the deal at the table."""
    assert isinstance(match.deal, LuzDeal)
    return match.deal


def record_of(match: Match) -> Record:
    """Makes the record of a match against easy bots."""
    seats = match.game.seats(match.options)
    return Record("id", match, [Player("human", ""), *(Player("bot", name, "easy", 1) for name in BOTS[: seats - 1])])


def steps(players: int, rng: random.Random, rounds: int = 4) -> Iterator[Match]:
    """Plays rounds at random, and gives the match at each of your turns and after each round."""
    match = new_match(players)
    for _ in range(rounds):
        deal = match.next_deal()
        while deal.phase:
            if deal.turn == YOU:
                yield match
            moves = deal.legal_moves()
            match.push(moves[int(rng.random() * len(moves))])
        yield match


def hidden(match: Match) -> tuple[list[int], list[int]]:
    """Gets the cards that you must not be shown: those of your hand that you have not played, and those aside."""
    deal = deal_of(match)
    return [card for card in deal.hands[YOU] if card != EMPTY], deal.aside


def twin(match: Match, rng: random.Random) -> Match:
    """Makes the same match with your unplayed cards and those aside drawn anew, as well as you can tell."""
    other = Match(LUZ, match.options, match.seeds)
    for old in match.deals[:-1]:
        other.next_deal(old.pack, old.dealer)
        for move in old.moves:
            other.push(move)
    last, world = match.deals[-1], match.view(YOU).sample(rng)
    assert isinstance(world, LuzDeal)
    new = dict(zip(deal_of(match).hands[YOU], world.hands[YOU], strict=True))
    front = [new.get(card, card) for card in last.pack[: -len(world.aside)]]
    other.next_deal([*front, *(card for card in last.pack if card not in front)], last.dealer)
    for move in last.moves:
        other.push(move)
    return other


def named(cards: list[int], told: str, texts: Texts) -> list[str]:
    """Lists which of some cards a text names, by their codes or in words."""
    found = []
    for card in cards:
        name = LuzDeal.card_names[card]
        colour, value = texts(f"suit.of.{name[0]}"), name[1:]
        if re.search(rf"(?<![\w-])({name}|{colour} {value}|{value} {colour})(?![\w#])", told):
            found.append(name)
    return found
