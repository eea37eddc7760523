"""Cards as HTML: what they are called and look like, by the kind of pack; a button or a picture per card."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any

from tapisvert.cards import CARD_NAMES, SUIT_LETTERS, Card

from .build import FOLDER
from .text import SUIT_SIGNS, Texts, suit_sign, tag

DECKS = ("index", "minimal")
"""The decks of playing cards, by the folder of their pictures; ``minimal`` is drawn by CSS alone."""
COURTS = "JQK"


class Faces:
    """The faces of playing cards."""

    names: Sequence[str] = CARD_NAMES
    """The engine's names of the cards."""
    letters = SUIT_LETTERS
    """The letters of the suits, by their number."""

    def suit(self, card: Card) -> str:
        """Gets the letter of a card's suit."""
        return SUIT_LETTERS[card // 13]

    def told(self, card: Card, texts: Texts) -> str:
        """Gets a card's name in words."""
        return texts.card(card)

    def listed(self, cards: Sequence[Card], texts: Texts) -> str:
        """Names cards in a row."""
        return ", ".join(self.told(card, texts) for card in cards)

    def rank(self, card: Card, texts: Texts) -> str:
        """Gets a card's rank in words."""
        return texts.rank(card)

    def corner(self, card: Card, texts: Texts) -> str:
        """Gets the letter or number in a card's corner."""
        return texts.corner(card)

    def sign(self, letter: str) -> str:
        """Gets the sign of a suit, as HTML."""
        return SUIT_SIGNS[letter]

    def in_text(self, letter: str) -> str:
        """Gets the sign of a suit within a text; empty if it can only be drawn."""
        return SUIT_SIGNS[letter]

    def shapes(self) -> str:
        """Gets what the faces are drawn with, which has to be on the page once; empty if nothing."""
        return ""

    def behind(self) -> str:
        """Draws a card from behind, in an element of its own size."""
        return ""

    def drawn(self, card: Card, texts: Texts, deck: str) -> str:
        """
        Draws a card's face.

        The CSS face is always there: it is what one sees while the picture loads, or if it never does.
        """
        corner = self.corner(card, texts)
        shown = tag(
            "span",
            tag("b", corner) + tag("i", suit_sign(card)) + tag("em", suit_sign(card)),
            class_=f"face suit-{self.suit(card)}",
            aria_hidden="true",
        )
        return shown + (
            f'<img src="{picture(card, texts.language, deck)}" alt="" decoding="sync" draggable="false">'
            if deck != "minimal"
            else ""
        )


class Coloured(Faces):
    """The faces of numbered cards of several colours, each with a shape of its own; shown by CSS in every deck."""

    def __init__(self, names: Sequence[str]) -> None:
        """
        Prepares the faces.

        :param names: the cards' names, each a colour's letter and a number; colour by colour.
        """
        self.names = names
        self.letters = "".join(dict.fromkeys(name[0] for name in names))

    def suit(self, card: Card) -> str:
        return self.names[card][0]

    def told(self, card: Card, texts: Texts) -> str:
        return texts("card.coloured", rank=self.names[card][1:], suit=texts(f"suit.of.{self.suit(card)}"))

    def listed(self, cards: Sequence[Card], texts: Texts) -> str:
        """Names cards in a row, those of one colour together."""
        if len(cards) == 1:
            return self.told(cards[0], texts)
        return ", ".join(
            texts(
                "card.coloured",
                rank=" ".join(self.rank(card, texts) for card in group),
                suit=texts(f"suit.of.{letter}"),
            )
            for letter, group in groupby(cards, key=self.suit)
        )

    def rank(self, card: Card, texts: Texts) -> str:
        return self.names[card][1:]

    def corner(self, card: Card, texts: Texts) -> str:
        return self.names[card][1:]

    def sign(self, letter: str) -> str:
        return tag("i", class_=f"shape of-{letter}", aria_hidden="true")

    def in_text(self, letter: str) -> str:
        return ""

    def drawn(self, card: Card, texts: Texts, deck: str) -> str:
        letter = self.suit(card)
        inside = self.sign(letter) + tag("b", escape(self.corner(card, texts))) + self.sign(letter)
        return tag("span", inside, class_=f"colour of-{letter}", aria_hidden="true")


LEAF = "M0 -4C-19 -12 -29 -32 -17 -43C-9 -50 -1 -45 0 -37C1 -45 9 -50 17 -43C29 -32 19 -12 0 -4Z"
"""A leaf of a clover that grows up from the middle of a square from -50 to 50."""
COLOURS = 4
"""How many colours clovers have."""


class Clovers(Faces):
    """The faces of numbered tiles: a clover with its number; what colour it has means nothing."""

    def __init__(self, names: Sequence[str]) -> None:
        """
        Prepares the faces.

        :param names: the tiles' names, which are their numbers, set by set.
        """
        self.names = names
        self.letters = ""
        self._set = len(set(names))

    def suit(self, card: Card) -> str:
        return ""

    def told(self, card: Card, texts: Texts) -> str:
        return self.names[card]

    def rank(self, card: Card, texts: Texts) -> str:
        return self.names[card]

    def corner(self, card: Card, texts: Texts) -> str:
        return self.names[card]

    def shapes(self) -> str:
        leaves = "".join(f'<path transform="rotate({turn})" d="{LEAF}"/>' for turn in (0, 90, 180, 270))
        veins = '<path class="veins" d="M0 -36V36M-36 0H36"/>'
        return (
            '<svg class="shapes" width="0" height="0" aria-hidden="true">'
            f'<symbol id="clover" viewBox="-50 -50 100 100">{leaves}{veins}</symbol></svg>'
        )

    def behind(self) -> str:
        return clover("behind")

    def drawn(self, card: Card, texts: Texts, deck: str) -> str:
        copy, number = divmod(card, self._set)
        return clover(f"in-{(number + copy) % COLOURS}") + tag("b", escape(self.names[card]))


def clover(class_: str) -> str:
    """Draws a clover without a number."""
    return f'<svg class="clover {class_}"><use href="#clover"/></svg>'


PLAYING_CARDS = Faces()


def picture(card: Card, language: str, deck: str) -> str:
    """
    Gets the address of a playing card's picture: court cards have French corner letters in French.

    >>> picture(51, "fr", "index"), picture(49, "fr", "index")
    ('cards/index/AS.svg', 'cards/index/QS.fr.svg')
    """
    name = CARD_NAMES[card]
    return f"{FOLDER}cards/{deck}/{name}{'.fr' if language == 'fr' and name[0] in COURTS else ''}.svg"


def card_button(faces: Faces, card: Card, texts: Texts, deck: str, **attributes: Any) -> str:
    """Makes a card that a person can play or select."""
    shown = faces.drawn(card, texts, deck)
    return tag("button", shown, type="button", class_="card", data_key=faces.names[card], **attributes)


def card_picture(
    faces: Faces, card: Card, texts: Texts, deck: str, label: str, class_: str = "card", **attributes: Any
) -> str:
    """Makes a card that lies on the table."""
    attributes.setdefault("data_key", faces.names[card])
    return tag("span", faces.drawn(card, texts, deck), class_=class_, role="img", aria_label=label, **attributes)


def backs(count: int) -> str:
    """Makes *count* cards seen from behind."""
    return "".join(tag("span", tag("span", class_="card back"), class_="slot") for _ in range(count))
