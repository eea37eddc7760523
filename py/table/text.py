"""
The texts a person reads, in French and English, from the gettext catalogues in ``locale/``.

Message ids are keys (``hearts.prompt.pass.1``), so that both languages are translations alike and
a missing text is found by comparing key sets. No message is built by gluing words together.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from io import BytesIO
from pkgutil import get_data
from typing import Any

from tapisvert.cards import CARD_NAMES, SUIT_LETTERS, Card
from tapisvert.games import ADDED

LANGUAGES = ("fr", "en")
SUIT_SIGNS = {"C": "♣\ufe0e", "D": "♦\ufe0e", "H": "♥\ufe0e", "S": "♠\ufe0e"}
"""Each with the selector that keeps it a text sign, never an emoji."""
MINUS = "−"


class Texts:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        """
        Opens a catalogue.

        :param language: one of :data:`LANGUAGES`; anything else reads English.
        """
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = catalogue(self.language)
        self._added: dict[str, str] = {}
        for added in ADDED.values():
            self._added.update(added.messages.get(self.language, {}))

    def __call__(self, key: str, **values: Any) -> str:
        """Gets the text of *key* with its values put in; the key itself if there is none."""
        text = self._added.get(key) or self._catalogue.gettext(key)
        return text.format(**values) if values else text

    def has(self, key: str) -> bool:
        """Tells whether *key* has a text."""
        return self(key) != key

    def own(self, game: str, key: str, **values: Any) -> str:
        """Gets a text in the game's own words (``<game>.<key>``) if it has any, else the house's."""
        return self(self.key(game, key), **values)

    def key(self, game: str, key: str) -> str:
        """Gets the key of the game's own text if it has one, else the house's."""
        mine = f"{game}.{key}"
        return mine if self.has(mine) else key

    def listed(self, names: Sequence[str]) -> str:
        """Gets names in a row, as one would say them; yours has a small letter unless it comes first."""
        *first, last = [self("you.within") if at and name == self("you") else name for at, name in enumerate(names)]
        return self("list.and", first=", ".join(first), last=last) if first else last

    def count(self, key: str, count: int, **values: Any) -> str:
        """Gets the text of *key* in the number that *count* asks for; French zero is singular."""
        text = self._added.get(key) or self._catalogue.ngettext(key, f"{key}.plural", abs(count))
        return text.format(count=self.number(count), **values)

    def number(self, value: int) -> str:
        """Gets a number's text, with a true minus sign."""
        return str(value).replace("-", MINUS)

    def change(self, value: int) -> str:
        """Gets a change's text, always signed but for zero."""
        return f"+{value}" if value > 0 else self.number(value)

    def card(self, card: Card) -> str:
        """Gets a playing card's name in words."""
        rank, suit = tuple(CARD_NAMES[card])
        return self("card.name", rank=self(f"rank.{rank}"), suit=self(f"suit.of.{suit}"))

    def rank(self, card: Card) -> str:
        """Gets a playing card's rank in words."""
        return self(f"rank.{CARD_NAMES[card][0]}")

    def corner(self, card: Card) -> str:
        """Gets the letter or number in a card's corner."""
        return self(f"corner.{CARD_NAMES[card][0]}")

    def move(self, game: str, name: str) -> str:
        """
        Gets a move's name in words; a card's is the card's.

        A name that ends in a card, a rank or a suit may have the text of all such names
        (``<game>.move.announce run *``), which says by ``top``, ``all`` and ``suit`` which it is.
        """
        if name in CARD_NAMES:
            return self.card(CARD_NAMES.index(name))
        key = f"{game}.move.{name}"
        if self.has(key):
            return self(key)
        head, _, last = key.rpartition(" ")
        every = f"{head} *"
        if not self.has(every):
            return name
        suit = self(f"suit.of.{last[-1]}") if last[-1] in SUIT_LETTERS else ""
        return self(every, top=self(f"rank.top.{last[0]}"), all=self(f"rank.all.{last[0]}"), suit=suit)


def catalogue(language: str) -> gettext.GNUTranslations:
    """Opens the compiled catalogue of a language, from a folder or from a zip archive alike."""
    return gettext.GNUTranslations(BytesIO(get_data("table", f"locale/{language}/LC_MESSAGES/tapisvert.mo") or b""))


@cache
def texts(language: str) -> Texts:
    """Gets the texts of a language, opened once."""
    return Texts(language)


def suit_sign(card: Card) -> str:
    """
    Gets the sign of a card's suit.

    >>> suit_sign(0) == SUIT_SIGNS["C"]
    True
    """
    return SUIT_SIGNS[SUIT_LETTERS[card // 13]]


def heading(text: str) -> str:
    """Makes a heading for those who go from one to the next and do not see the table."""
    return tag("h2", escape(text), class_="unseen")


def tag(name: str, content: str = "", /, **attributes: Any) -> str:
    """
    Makes an HTML element; attribute values are escaped, *content* is HTML already.

    A trailing underscore is dropped from attribute names, others become hyphens; True
    gives a bare attribute, False and None give none.

    >>> tag("b", "x", class_="y", data_move='"', hidden=True, lang=None)
    '<b class="y" data-move="&quot;" hidden>x</b>'
    """
    shown = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return f"<{name}{shown}>{content}</{name}>"


def words(values: Mapping[str, Any]) -> str:
    """Joins space-separated class names that hold."""
    return " ".join(name for name, on in values.items() if on)
