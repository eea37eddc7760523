"""
A plain ducking rule for Hearts, written from a description of it in words.

Lead the lowest card, from a short suit if there is a choice, and keep off the high spades (the queen and above)
while the queen is out. Follow with the highest card under the winning one; forced over it, with the highest if
last to play (not the queen if another will do), else with the lowest. Void, discard the queen of spades, then
high spades while the queen is out, then the highest heart, then the highest card.

It sees what its seat sees. It passes no cards and shoots no moons on purpose. Cards are two letters, ``QS``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

VERSION = 1
RANKS, SUITS = "23456789TJQKA", "CDHS"
QUEEN = "QS"
HIGH_SPADES = (QUEEN, "KS", "AS")
LAST = 3
"""So many cards lie on the table when the last to play is asked."""


def choose(seen: Mapping[str, Any]) -> dict[str, str]:
    """
    Chooses a card.

    :param seen: ``hand``, ``legal`` (those of it that may be played), ``trick`` (in progress) and ``played``
        (in the tricks before).
    """
    hand, legal, trick = seen["hand"], seen["legal"], seen["trick"]
    is_out = QUEEN not in (*seen["played"], *trick)
    if not trick:
        return {"card": lead(hand, legal, is_out=is_out)}
    if legal[0][1] == trick[0][1]:
        return {"card": follow(legal, trick)}
    return {"card": discard(legal, is_out=is_out)}


def lead(hand: Sequence[str], legal: Sequence[str], *, is_out: bool) -> str:
    """Leads."""
    lengths = {suit: sum(card[1] == suit for card in hand) for suit in SUITS}
    return min(legal, key=lambda card: (is_out and card in HIGH_SPADES, rank(card), lengths[card[1]], suit(card)))


def follow(legal: Sequence[str], trick: Sequence[str]) -> str:
    """Follows suit."""
    best = max(rank(card) for card in trick if card[1] == trick[0][1])
    if under := [card for card in legal if rank(card) < best]:
        return max(under, key=rank)
    if len(trick) == LAST:
        return max([card for card in legal if card != QUEEN] or legal, key=rank)
    return min(legal, key=rank)


def discard(legal: Sequence[str], *, is_out: bool) -> str:
    """Throws a card away."""
    if QUEEN in legal:
        return QUEEN
    spades = [card for card in legal if is_out and card in HIGH_SPADES]
    hearts = [card for card in legal if card[1] == "H"]
    return max(spades or hearts or legal, key=lambda card: (rank(card), suit(card)))


def rank(card: str) -> int:
    """Gets how high a card is."""
    return RANKS.index(card[0])


def suit(card: str) -> int:
    """Gets the number of a card's suit: what decides where nothing else does, so that equal hands play alike."""
    return SUITS.index(card[1])
