"""
Playing cards as small integers: ``13 * suit + rank``, clubs 0 … spades 3, deuce 0 … ace 12.

Look-ups are tables, not methods: they lie on the path of every playout.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

Card: TypeAlias = int
HIDDEN: Card = -1
"""Stands for a card that the observer may not see. Every hole in a view is negative."""
EMPTY: Card = 999
"""Stands for no card, in a place whose cells are fixed (a garden, a slot played): neither card nor hole."""


class Suit(IntEnum):
    """The four suits, in the order used for numbering cards."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "CDHS"
PACK_52: tuple[Card, ...] = tuple(range(52))
SUIT: tuple[Suit, ...] = tuple(Suit(card // 13) for card in PACK_52)
"""The suit of each card."""
SUIT_NUMBER: list[int] = [int(suit) for suit in SUIT]
"""The same as plain ints, for what every ply looks at: comparing members of an IntEnum costs playouts a tenth."""
CARD_NAMES: tuple[str, ...] = tuple(RANK_LETTERS[c % 13] + SUIT_LETTERS[c // 13] for c in PACK_52)


def parse_card(name: str) -> Card:
    """
    Parses a two-letter card name.

    >>> parse_card("QS"), CARD_NAMES[49]
    (49, 'QS')

    :raises ValueError: if there is no such card.
    """
    try:
        return CARD_NAMES.index(name)
    except ValueError:
        raise ValueError(f"no such card: {name[:20]!r}") from None


def parse_suit(letter: str) -> Suit:
    """
    Parses a suit's letter.

    >>> parse_suit("H")
    <Suit.HEARTS: 2>

    :raises ValueError: if there is no such suit.
    """
    if len(letter) != 1 or letter not in SUIT_LETTERS:
        raise ValueError(f"no such suit: {letter[:20]!r}")
    return Suit(SUIT_LETTERS.index(letter))
