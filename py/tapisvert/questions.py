"""
Rule questions: how a rule case's ``given`` is read, and how its answer is compared.

A game lists its questions beside its rules (:attr:`Game.questions`); the runner in
``cases.py`` asks them. The format is that of the public rule cases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import CARD_NAMES, SUIT_LETTERS, Card, Suit

MISSING: Any = object()
LARGEST = 10**12
"""No number of points, matches or cards is greater, whatever its sign."""


class CaseError(ValueError):
    """Raised when a case cannot be read; names the field."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question that a game answers."""

    answer: Callable[[Given], Any]
    """Works out the answer, as JSON values."""
    sets: frozenset[str] = frozenset()
    """The answer's fields compared without regard to order; ``""`` is the whole answer."""
    piles: frozenset[str] = frozenset()
    """The answer's fields that are lists of texts of cards, each text compared without regard to order."""
    tolerance: float = 0.0
    """How far decimals may differ."""


class Given:
    """What a case gives, read field by field with clear errors."""

    def __init__(self, given: Mapping[str, Any], options: Mapping[str, Any], where: str = "given") -> None:
        """
        Reads what *given* says.

        :param options: those that the case names; each stands in for a missing field of the same name.
        :param where: what errors call it.
        """
        self._fields = {**options, **given}
        self.where = where

    def has(self, name: str) -> bool:
        """Tells whether a field is there and not null."""
        return self._fields.get(name) is not None

    def raw(self, name: str, default: Any = MISSING) -> Any:
        """
        Gets a field as it stands.

        :raises CaseError: if it is missing and has no default.
        """
        if name in self._fields:
            return self._fields[name]
        if default is MISSING:
            raise CaseError(f"{self.where}.{name} is missing")
        return default

    def is_null(self, name: str) -> bool:
        """Tells whether a field is null, which says that there is none."""
        return self.raw(name) is None

    def _typed(self, name: str, default: Any, ok: Callable[[Any], bool], what: str) -> Any:
        value = self.raw(name, default)
        if value is not default and not ok(value):
            raise CaseError(f"{self.where}.{name} must be {what}")
        return value

    def integer(self, name: str, low: int | None = None, high: int | None = None, default: Any = MISSING) -> int:
        """Gets an integer, within bounds if given."""

        def ok(value: Any) -> bool:
            return _is_number(value) and (low is None or value >= low) and (high is None or value <= high)

        bounds = "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"
        return int(self._typed(name, default, ok, f"an integer{bounds}"))

    def seat(self, name: str, seats: int) -> int:
        """Gets a seat at a table with so many."""
        return self.integer(name, 0, seats - 1)

    def flag(self, name: str, default: Any = MISSING) -> bool:
        """Gets a truth value."""
        return bool(self._typed(name, default, lambda v: type(v) is bool, "true or false"))

    def word(self, name: str, values: Sequence[str], default: Any = MISSING) -> str:
        """Gets one of some words."""
        return str(self._typed(name, default, lambda v: v in list(values), f"one of {', '.join(values)}"))

    def words(self, name: str, values: Sequence[str]) -> list[str]:
        """Gets a list of words, each one of some."""
        what = f"a list of words, each one of {', '.join(values)}"
        return list(
            self._typed(name, MISSING, lambda v: isinstance(v, list) and all(w in list(values) for w in v), what)
        )

    def integers(self, name: str, length: int | None = None, default: Any = MISSING) -> list[int]:
        """Gets a list of integers, of a fixed length if given."""

        def ok(value: Any) -> bool:
            return isinstance(value, list) and all(map(_is_number, value)) and (length is None or len(value) == length)

        size = "" if length is None else f" {length}"
        return list(self._typed(name, default, ok, f"a list of{size} integers"))

    def objects(self, name: str, length: int | None = None) -> list[Given]:
        """Gets a list of objects, each to be read like this one."""
        value = self._typed(
            name,
            MISSING,
            lambda v: isinstance(v, list) and all(isinstance(x, dict) for x in v) and (length or len(v)) == len(v),
            "a list of objects" if length is None else f"a list of {length} objects",
        )
        return [Given(v, {}, f"{self.where}.{name}[{place}]") for place, v in enumerate(value)]

    def cards(self, name: str, names: Sequence[str] = CARD_NAMES, default: Any = MISSING) -> list[Card]:
        """Gets different cards from a text of names separated by spaces."""
        value = self._typed(name, default, lambda v: isinstance(v, str), "a text of cards separated by spaces")
        cards = []
        for word in value.split():
            if word not in names:
                raise CaseError(f"{self.where}.{name} names no card: {word[:20]!r}")
            cards.append(names.index(word))
        if len(set(cards)) != len(cards):
            raise CaseError(f"{self.where}.{name} names a card twice")
        return cards

    def suit(self, name: str, default: Any = MISSING) -> Suit:
        """Gets a suit from its letter."""
        value = self._typed(name, default, lambda v: v in list(SUIT_LETTERS), "one of S, H, D, C")
        return Suit(SUIT_LETTERS.index(value))


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) <= LARGEST


def card_text(cards: Sequence[Card], names: Sequence[str] = CARD_NAMES) -> str:
    """
    Gets the text of cards, separated by spaces.

    >>> card_text([0, 49])
    '2C QS'
    """
    return " ".join(names[card] for card in cards)
