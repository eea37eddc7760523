"""Cards shown small, by rank and suit alone: those that lie open at the seats, and those left unplayed."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from tapisvert.cards import CARD_NAMES, SUIT_LETTERS, Card

from .text import Texts, suit_sign, tag


def mini(card: Card, texts: Texts, **attributes: Any) -> str:
    """Makes a small card."""
    face = tag("b", escape(texts.corner(card))) + tag("i", suit_sign(card))
    return tag("span", face, class_=f"mini suit-{SUIT_LETTERS[card // 13]}", **attributes)


def arranged(cards: Iterable[Card], suits: str) -> list[Card]:
    """
    Sorts cards by suit, in the order given, the highest first.

    >>> arranged([0, 12, 13, 51], "CDSH") == [12, 0, 13, 51]
    True
    """
    return sorted(cards, key=lambda card: (suits.index(SUIT_LETTERS[card // 13]), -card))


def spoken(cards: Iterable[Card], texts: Texts) -> str:
    """Names cards in a row."""
    return ", ".join(texts.card(card) for card in cards)


def row(name: str, cards: list[Card], label: str, texts: Texts, *, flies: bool = False, class_: str = "") -> str:
    """
    Makes a row of small cards under the name of their owner.

    :param label: what the row is called, its owner named, by those who do not see it.
    :param flies: whether each is the same card as the one that will be played.
    """
    made = "".join(mini(card, texts, data_key=CARD_NAMES[card] if flies else None) for card in cards)
    shown = tag("span", made, class_="minis", role="img", aria_label=label)
    return tag(
        "div", (tag("b", escape(name), aria_hidden="true") if name else "") + shown, class_=f"mini-row {class_}".strip()
    )
