"""Cards shown small, by rank and suit alone: those that lie open at the seats, and those left unplayed."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from tapisvert.cards import Card

from .cards import Faces
from .layouts import Layout
from .text import Texts, tag


def mini(card: Card, faces: Faces, texts: Texts, **attributes: Any) -> str:
    """Makes a small card."""
    letter = faces.suit(card)
    face = tag("b", escape(faces.corner(card, texts))) + tag("i", faces.sign(letter))
    return tag("span", face, class_=f"mini suit-{letter}", **attributes)


def arranged(cards: Iterable[Card], layout: Layout, *, strong_first: bool | None = None) -> list[Card]:
    """
    Sorts cards that lie open by suit, in the layout's order.

    :param strong_first: whether the highest of a suit comes first; by default as in the layout.

    >>> arranged([0, 12, 13, 51], Layout(strong_first=True)) == [12, 0, 13, 51]
    True
    """
    is_down = layout.strong_first if strong_first is None else strong_first
    faces, sign = layout.faces, -1 if is_down else 1
    return sorted(cards, key=lambda card: (layout.suits.index(faces.suit(card)), sign * card))


def row(name: str, cards: list[Card], label: str, faces: Faces, texts: Texts) -> str:
    """
    Makes a row of small cards under the name of their owner.

    :param label: what the row is called, its owner named, by those who do not see it.
    """
    shown = tag(
        "span", "".join(mini(card, faces, texts) for card in cards), class_="minis", role="img", aria_label=label
    )
    return tag("div", tag("b", escape(name), aria_hidden="true") + shown, class_="mini-row")


def strip(cards: list[Card], label: str, faces: Faces, texts: Texts, *, action: str, side: str) -> str:
    """
    Makes the row of small cards that lie open at a seat, each the same card as the one that will be played.

    :param action: what a press on it does: it shows them large.
    """
    made = "".join(mini(card, faces, texts, data_key=faces.names[card]) for card in cards)
    button = tag("button", made, type="button", class_="minis", data_action=action, aria_label=label)
    return tag("div", button, class_=f"mini-row by-{side}")
