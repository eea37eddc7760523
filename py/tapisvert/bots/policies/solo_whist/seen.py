"""
What the seat to act sees of the cards: counted by suit, unseen ones over and under a card, voids shown.

Sets of cards are bits of an integer, a card's number its place: every ply of a playout counts them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....cards import PACK_52, SUIT_NUMBER, Card
from ....game import Deal, Move, Phase
from ....games.solo_whist import SoloWhistDeal
from ....games.solo_whist.rules import SEATS

RANK: list[int] = [card % 13 for card in PACK_52]
BIT: list[int] = [1 << card for card in PACK_52]
PACK: int = sum(BIT)
SUITS: list[int] = [sum(BIT[first : first + 13]) for first in range(0, 52, 13)]
OVER: list[int] = [sum(BIT[card + 1 : card - RANK[card] + 13]) for card in PACK_52]
"""The cards of the same suit over a card."""
UNDER: list[int] = [sum(BIT[card - RANK[card] : card]) for card in PACK_52]
"""The cards of the same suit under a card."""


def by_suit(cards: list[Card]) -> list[list[Card]]:
    """Sorts cards into suits, the lowest first."""
    suits: list[list[Card]] = [[], [], [], []]
    for card in sorted(cards):
        suits[SUIT_NUMBER[card]].append(card)
    return suits


def without(cards: Iterable[Card]) -> int:
    """Gets the pack without some cards."""
    return PACK - sum([BIT[card] for card in cards])


def unseen_cards(deal: SoloWhistDeal) -> int:
    """Gets the cards that a rival may hold, as far as the seat to act knows."""
    return without(deal.plays + deal.trick + deal.hands[deal.turn])


def above(card: Card, unseen: int) -> int:
    """Counts the unseen cards of the same suit over *card*."""
    return (unseen & OVER[card]).bit_count()


def below(card: Card, unseen: int) -> int:
    """Counts the unseen cards of the same suit under *card*."""
    return (unseen & UNDER[card]).bit_count()


def distinct_moves(deal: Deal, moves: list[Move]) -> list[Move]:
    """Keeps the first of cards that come to the same: those of a suit with no other's card between them."""
    assert isinstance(deal, SoloWhistDeal)
    if deal.phase != Phase.PLAY:
        return moves
    between = unseen_cards(deal) + sum([BIT[card] for card in deal.trick])
    found: dict[tuple[int, int], Card] = {}
    for card in moves:
        found.setdefault((SUIT_NUMBER[card], above(card, between)), card)
    return list(found.values())


def shown_voids(deal: SoloWhistDeal) -> list[list[bool]]:
    """Lists, by seat and suit, who has shown that he has none left."""
    found = [[False] * 4 for _ in range(SEATS)]
    leader, plays = deal.opener, deal.plays
    for number, winner in enumerate(deal.winners):
        at = 4 * number
        led = SUIT_NUMBER[plays[at]]
        for place in (1, 2, 3):
            if SUIT_NUMBER[plays[at + place]] != led:
                found[(leader + place) % SEATS][led] = True
        leader = winner
    return found
