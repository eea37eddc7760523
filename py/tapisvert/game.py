"""
What every game offers, and what it gets in return.

A game is a :class:`Deal` (one deal in progress: plain data and its rules, in ``deal.py``) and a
:class:`Game` (what holds a match of deals together). A game's module finds all it needs here.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field, fields
from typing import Any, ClassVar

from .allot import shuffle
from .cards import Card
from .deal import Deal, Worlds
from .questions import Question
from .terms import (
    Ask,
    Entry,
    Event,
    Grid,
    IllegalMoveError,
    InvalidMoveError,
    InvalidRecordError,
    Move,
    Offer,
    Phase,
    Refusal,
    Seat,
    Slot,
    Task,
)

__all__ = [
    "Ask",
    "Deal",
    "Entry",
    "Event",
    "Game",
    "GatheredGame",
    "Grid",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidRecordError",
    "Move",
    "Offer",
    "Phase",
    "Refusal",
    "Seat",
    "Slot",
    "Task",
    "Worlds",
    "choice",
    "cut_pack",
    "option_text",
    "places_of",
]


def choice(*values: Any, doc: str) -> Any:
    """Declares a field of an options dataclass: its values, the default first, and its meaning."""
    return field(default=values[0], metadata={"values": values, "doc": doc})


class Game(ABC):
    """A game: its deal, its options, and what holds a match of deals together."""

    name: ClassVar[str]
    deal: ClassVar[type[Deal]]
    options: ClassVar[type[Any]]
    """A frozen dataclass whose fields are made by :func:`choice`."""
    questions: ClassVar[Mapping[str, Question]] = {}
    """What rule cases may ask of this game."""
    shuffled: ClassVar[bool] = True
    """Whether every pack is freshly shuffled, so that no pack depends on the play before."""
    recommended: ClassVar[int] = 4
    """The number of players for which a rated match is worth most; see ``rating.py``."""
    first_dealer: ClassVar[Seat | None] = None
    """Who deals first; None if that is drawn by lot. The deal then passes clockwise."""

    def seats(self, options: Any) -> int:
        """Gets the number of seats at the table."""
        return 4

    def sides(self, options: Any) -> list[int]:
        """Gets the side of each seat; partners share one."""
        return list(range(self.seats(options)))

    def pack(self, options: Any) -> Sequence[Card]:
        """Gets every card the game is played with."""
        return self.deal.pack

    def next_pack(self, options: Any, previous: Deal | None, index: int, rng: random.Random) -> list[Card]:
        """
        Makes the pack of deal *index* (from 1, counting every deal dealt).

        :param previous: the deal before, finished; None for the first.
        """
        pack = list(self.pack(options))
        shuffle(pack, rng)
        return pack

    def fits(self, options: Any, previous: Deal | None, pack: Sequence[Card]) -> bool:
        """Tells whether *pack* (a whole one) may follow the *previous* deal."""
        return True

    def is_shuffled_after(self, deal: Deal) -> bool:
        """Tells whether the cards of a finished deal are shuffled next, so that how they lay tells nothing any more."""
        return True

    def counts(self, deal: Deal) -> bool:
        """Tells whether a finished deal counts in the numbering (a passed-out one may not)."""
        return True

    def starting_scores(self, options: Any) -> list[int]:
        """Gets the scores before the first deal, by seat."""
        return [0] * self.seats(options)

    def length(self, options: Any) -> int | None:
        """Gets how many deals that count make a match; None if something else ends it."""
        return None

    def is_over(self, options: Any, scores: Sequence[int], last: Deal, counted: int) -> bool:
        """
        Tells whether the match ends after its *last* deal: by default, once it has its :meth:`length`.

        :param scores: by seat, the last deal's points included.
        :param counted: how many deals have counted so far.
        """
        return counted == self.length(options)

    def places(self, scores: Sequence[int]) -> list[int]:
        """Gets the place of each seat at the end of a match."""
        return places_of(scores)

    # ------------------------------------------------------------------ text forms

    def read_options(self, given: Any) -> Any:
        """
        Makes options from a mapping of names to values; what is missing has its default.

        :raises InvalidRecordError: for an unknown option or value.
        """
        if not isinstance(given, Mapping):
            raise InvalidRecordError(f"the options of {self.name} must be an object")
        specs = {spec.name: spec for spec in fields(self.options)}
        for name, value in given.items():
            if name not in specs:
                raise InvalidRecordError(f"{self.name} has no option {str(name)[:40]!r}")
            values = specs[name].metadata["values"]
            if not any(type(v) is type(value) and v == value for v in values):
                names = ", ".join(map(option_text, values))
                raise InvalidRecordError(f"the option {name} of {self.name} is one of {names}")
        return self.options(**given)

    def parse_option(self, name: str, text: str) -> Any:
        """
        Gets the value of the option *name* that *text* stands for.

        :raises InvalidRecordError: for an unknown option or value.
        """
        for spec in fields(self.options):
            if spec.name == name:
                for value in spec.metadata["values"]:
                    if option_text(value) == text:
                        return value
                names = ", ".join(map(option_text, spec.metadata["values"]))
                raise InvalidRecordError(f"the option {name} of {self.name} is one of {names}")
        raise InvalidRecordError(f"{self.name} has no option {name[:40]!r}")

    def options_json(self, options: Any) -> dict[str, Any]:
        """Gets the options as plain JSON values by name, defaults included."""
        return {spec.name: getattr(options, spec.name) for spec in fields(options)}

    def format_pack(self, pack: Sequence[Card]) -> str:
        """Gets a pack's text, top first."""
        return " ".join(self.deal.card_names[card] for card in pack)

    def parse_pack(self, text: Any, options: Any) -> list[Card]:
        """
        Parses a whole pack's text.

        :raises InvalidRecordError: if it is not one whole pack.
        """
        if not isinstance(text, str):
            raise InvalidRecordError("a pack must be a text")
        names = self.deal.card_names
        try:
            pack = [names.index(name) for name in text.split()]
        except ValueError:
            raise InvalidRecordError("a pack names a card that does not exist") from None
        every = self.pack(options)
        if sorted(pack) != sorted(every):
            raise InvalidRecordError(f"a pack of {self.name} holds {len(every)} different cards, each of them once")
        return pack


class GatheredGame(Game):
    """A game whose cards are, after most deals, gathered and cut instead of shuffled."""

    shuffled = False
    cuts: ClassVar[range]
    """How many cards a cut may take from the top and put under the rest."""

    @abstractmethod
    def gathered(self, previous: Deal) -> list[Card] | None:
        """Gets the cards of a finished deal as they are gathered, top first; None if they are shuffled after it."""

    def is_shuffled_after(self, deal: Deal) -> bool:
        return self.gathered(deal) is None

    def next_pack(self, options: Any, previous: Deal | None, index: int, rng: random.Random) -> list[Card]:
        pack = None if previous is None else self.gathered(previous)
        if pack is None:
            return Game.next_pack(self, options, previous, index, rng)
        return cut_pack(pack, self.cuts[int(rng.random() * len(self.cuts))])

    def fits(self, options: Any, previous: Deal | None, pack: Sequence[Card]) -> bool:
        under = None if previous is None else self.gathered(previous)
        return under is None or any(list(pack) == cut_pack(under, cut) for cut in self.cuts)


def cut_pack(pack: Sequence[Card], cut: int) -> list[Card]:
    """
    Puts the top *cut* cards of a pack under the rest.

    >>> cut_pack([1, 2, 3, 4], 1)
    [2, 3, 4, 1]
    """
    return [*pack[cut:], *pack[:cut]]


def places_of(scores: Sequence[int]) -> list[int]:
    """
    Gets places from scores: 1 + the number of strictly better ones.

    >>> places_of([45, 60, -15, 60])
    [3, 1, 4, 1]
    """
    return [1 + sum(other > score for other in scores) for score in scores]


def option_text(value: Any) -> str:
    """
    Gets an option value's text form, as typed on the command line.

    >>> option_text(True), option_text(75), option_text("quick")
    ('true', '75', 'quick')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
