"""Positions of Lucky Numbers, and their twins: games that differ only in the order of the hidden tiles."""

from __future__ import annotations

import random
from collections import Counter

from tapisvert.cards import EMPTY
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS, LuckyNumbersDeal, Options
from tapisvert.games.lucky_numbers.rules import NUMBER, in_order_of_appearance
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record

YOU = 0
BOTS = ("Nora", "Ali", "Tom")
RULES_GARDEN = "2 5 9 13 4 7 . 15 8 . 12 17 11 14 16 20"
"""The garden of the vectors N-P01 to N-P04 in the rules page."""


def new_match(players: int = 2, setup: str = "standard", *, tournament: bool = False, seed: str = "table") -> Match:
    """Sits down to a match; nothing is dealt yet."""
    return Match(LUCKY_NUMBERS, Options(players, setup, tournament), Seeds(seed, "bots"))


def packed(top: str, players: int = 2, rest: str = "rest") -> list[int]:
    """Makes a pack: the numbers given on its top, the others shuffled below."""
    first = [int(word) for word in top.split()]
    left = list((Counter([*range(1, 21)] * players) - Counter(first)).elements())
    random.Random(rest).shuffle(left)
    return in_order_of_appearance([*first, *left])


def dealt(top: str, players: int = 2, setup: str = "standard", *, dealer: int = -1, tournament: bool = False) -> Match:
    """Deals a game whose pack begins with some numbers; you are first unless another *dealer* is given."""
    match = new_match(players, setup, tournament=tournament)
    match.next_deal(packed(top, players), players - 1 if dealer < 0 else dealer)
    return match


def deal_of(match: Match) -> LuckyNumbersDeal:
    """Gets the game at the table."""
    assert isinstance(match.deal, LuckyNumbersDeal)
    return match.deal


def record_of(match: Match) -> Record:
    """Makes the record of a match against easy bots."""
    seats = match.game.seats(match.options)
    return Record("id", match, [Player("human", ""), *(Player("bot", name, "easy", 1) for name in BOTS[: seats - 1])])


def push(match: Match, *names: str) -> Match:
    """Makes moves by name."""
    for name in names:
        match.push(deal_of(match).parse_move(name))
    return match


def play_on(match: Match, turns: int, rng: random.Random, *, discards: float = 0.0) -> Match:
    """
    Plays so many plies, then to your next turn: free cells are filled near the number that suits them.

    :param discards: how often a tile drawn is discarded though it could be placed.
    """
    deal = deal_of(match)
    while deal.phase and (turns > 0 or deal.turn != YOU or deal.drawn):
        match.push(usual(deal, rng, discards))
        turns -= 1
    return match


def usual(deal: LuckyNumbersDeal, rng: random.Random, discards: float = 0.0) -> int:
    """Chooses a move: a free cell for the tile in hand, the nearest to what suits it; else a discard, or a draw."""
    moves = deal.legal_moves()
    garden = deal.gardens[deal.turn]
    fills = [move for move in moves if (cell := deal.cell_of(move)) is not None and garden[cell] == EMPTY]
    if deal.drawn and fills and (rng.random() >= discards or len(fills) == len(moves)):
        number = NUMBER[deal.drawn[0]]
        return min(fills, key=lambda move: abs(3 * sum(divmod((deal.cell_of(move) or 0), 4)) + 1.5 - number))
    return moves[0]


def to_the_end(match: Match, seed: str = "end") -> Match:
    """Plays the game at the table to its end."""
    rng = random.Random(seed)
    while deal_of(match).phase:
        match.push(usual(deal_of(match), rng))
    return match


def twin(match: Match, rng: random.Random) -> Match:
    """Makes the same match with the hidden tiles of its last game in another order."""
    other = Match(LUCKY_NUMBERS, match.options, match.seeds)
    for old in match.deals[:-1]:
        other.next_deal(old.pack, old.dealer)
        for move in old.moves:
            other.push(move)
    last, hidden = match.deals[-1], [NUMBER[tile] for tile in deal_of(match).pool]
    seen = [NUMBER[tile] for tile in last.pack[: len(last.pack) - len(hidden)]]
    rng.shuffle(hidden)
    other.next_deal(in_order_of_appearance([*seen, *hidden]), last.dealer)
    for move in last.moves:
        other.push(move)
    return other


def numbers(cards: list[int]) -> list[int]:
    """Gets the numbers of tiles; 0 for free cells."""
    return [0 if card == EMPTY else NUMBER[card] for card in cards]
