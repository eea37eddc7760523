"""What the seat to act sees of the cards: counted by suit, unseen ones over and under a card, voids shown."""

from __future__ import annotations

from ....cards import SUIT_NUMBER, Card
from ....games.solo_whist import SoloWhistDeal
from ....games.solo_whist.rules import SEATS

RANK: list[int] = [card % 13 for card in range(52)]


def by_suit(cards: list[Card]) -> list[list[Card]]:
    """Sorts cards into suits, the lowest first."""
    suits: list[list[Card]] = [[], [], [], []]
    for card in sorted(cards):
        suits[SUIT_NUMBER[card]].append(card)
    return suits


def seen_cards(deal: SoloWhistDeal) -> set[Card]:
    """Collects the cards that the seat to act knows not to be in a rival's hand."""
    return {*deal.plays, *deal.trick, *deal.hands[deal.turn]}


def above(card: Card, seen: set[Card]) -> int:
    """Counts the unseen cards of the same suit over *card*."""
    return len([c for c in range(card + 1, card - RANK[card] + 13) if c not in seen])


def below(card: Card, seen: set[Card]) -> int:
    """Counts the unseen cards of the same suit under *card*."""
    return len([c for c in range(card - RANK[card], card) if c not in seen])


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
