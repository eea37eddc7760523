"""Hands of Hearts that several tests play, and how to deal them."""

from __future__ import annotations

from collections.abc import Sequence

from tapisvert.cards import CARD_NAMES, PACK_52, Card, parse_card
from tapisvert.games.hearts import HeartsDeal, Options

H_P20 = (
    "2C TC QC KC 3D 5D 6D 8D 7S AS 2H 3H KH",
    "AC TD JD KD 4S 5S 6S 9S 6H 7H 8H QH AH",
    "3C 4C 7C 9C 4D 7D 2S 3S JS QS 5H 9H JH",
    "5C 6C 8C JC 2D 9D QD AD 8S TS KS 4H TH",
)
H_P20_TRICKS = (
    (0, "2C AC 4C JC"),
    (1, "6S QS TS AS"),
    (0, "7S 5S 3S 8S"),
    (3, "8C KC 4S 3C"),
    (0, "6D JD 7D QD"),
    (3, "KS KH 9S 2S"),
    (3, "5C QC KD 9C"),
    (0, "3D TD 4D 2D"),
    (1, "6H JH TH 3H"),
    (2, "5H 4H 2H 7H"),
    (1, "8H 9H 9D 8D"),
    (2, "7C 6C TC AH"),
    (0, "5D QH JS AD"),
)


MOON = (
    "2C AD AH KH QH JH TH 9H 8H 7H 6H 5H 4H",
    "2H 3H 3C 5C 6C 7C 8C 2S 3S 4S 5S 6S 7S",
    "QS 4C 9C TC JC QC KC 8S 9S TS JS KS AS",
    "AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD",
)


def cards(text: str) -> list[Card]:
    """Reads cards from their names."""
    return [parse_card(name) for name in text.split()]


def names(found: Sequence[Card]) -> str:
    """Gets the names of cards, sorted."""
    return " ".join(CARD_NAMES[card] for card in sorted(found))


def dealt(hands: Sequence[str | Sequence[Card]], number: int = 4) -> HeartsDeal:
    """Deals given hands, in a deal without a pass by default."""
    held = [cards(hand) if isinstance(hand, str) else list(hand) for hand in hands]
    pack = [held[(1 + place) % 4][place // 4] for place in range(52)]
    assert sorted(pack) == list(PACK_52)
    return HeartsDeal.start(pack, 0, number, Options())


def played(deal: HeartsDeal, text: str) -> HeartsDeal:
    """Plays the cards named, and gets the deal."""
    for name in text.split():
        deal.push(parse_card(name))
    return deal
