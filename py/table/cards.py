"""Cards as HTML: a button (or a picture) per card, with its face in the deck chosen."""

from __future__ import annotations

from typing import Any

from tapisvert.cards import CARD_NAMES, SUIT_LETTERS, Card

from .build import FOLDER
from .text import Texts, suit_sign, tag

DECKS = ("index", "minimal")
"""The decks, by the folder of their pictures; ``minimal`` is drawn by CSS alone."""
COURTS = "JQK"


def face(card: Card, texts: Texts, deck: str) -> str:
    """
    Draws a card's face.

    The CSS face is always there: it is what one sees while the picture loads, or if it never does.
    """
    corner = texts.corner(card)
    drawn = tag(
        "span",
        tag("b", corner) + tag("i", suit_sign(card)) + tag("em", suit_sign(card)),
        class_=f"face suit-{SUIT_LETTERS[card // 13]}",
        aria_hidden="true",
    )
    return drawn + (
        f'<img src="{picture(card, texts.language, deck)}" alt="" decoding="sync" draggable="false">'
        if deck != "minimal"
        else ""
    )


def picture(card: Card, language: str, deck: str) -> str:
    """
    Gets the address of a card's picture: court cards have French corner letters in French.

    >>> picture(51, "fr", "index"), picture(49, "fr", "index")
    ('cards/index/AS.svg', 'cards/index/QS.fr.svg')
    """
    name = CARD_NAMES[card]
    return f"{FOLDER}cards/{deck}/{name}{'.fr' if language == 'fr' and name[0] in COURTS else ''}.svg"


def card_button(card: Card, texts: Texts, deck: str, **attributes: Any) -> str:
    """Makes a card that a person can play or select."""
    return tag("button", face(card, texts, deck), type="button", class_="card", data_key=CARD_NAMES[card], **attributes)


def card_picture(card: Card, texts: Texts, deck: str, label: str, class_: str = "card", **attributes: Any) -> str:
    """Makes a card that lies on the table."""
    return tag(
        "span",
        face(card, texts, deck),
        class_=class_,
        role="img",
        aria_label=label,
        data_key=CARD_NAMES[card],
        **attributes,
    )


def backs(count: int) -> str:
    """Makes *count* cards seen from behind."""
    return "".join(tag("span", tag("span", class_="card back"), class_="slot") for _ in range(count))
