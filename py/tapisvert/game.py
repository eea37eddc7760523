"""
What every game offers, and what it gets in return.

A game is a :class:`Deal` (one deal in progress: plain data and its rules) and a
:class:`Game` (what holds a match of deals together). Chance stays outside: all of a
deal's chance lies in the pack that :meth:`Deal.start` is given.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any, ClassVar, Self, TypeAlias

from .allot import Allotment, shuffle
from .cards import CARD_NAMES, EMPTY, HIDDEN, PACK_52, Card
from .questions import Question

Seat: TypeAlias = int
"""Seats are numbered clockwise from 0."""
Move: TypeAlias = int
"""A move's number; its name is what a person would type. The move of playing a card is the card."""


class InvalidMoveError(ValueError):
    """Raised when a text is not the name of any move."""


class InvalidRecordError(ValueError):
    """Raised when a text or an object cannot be read as what it should be."""


class IllegalMoveError(ValueError):
    """Raised when the rules refuse a move; :attr:`refusal` says which rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Phase(IntEnum):
    """What a deal waits for. The names are those of the page's ``data-phase``."""

    OVER = 0
    PASS = 1
    CALL = 2
    NAME = 3
    PLAY = 4
    BET = 5
    SETUP = 6
    TURN = 7


@dataclass(frozen=True, slots=True)
class Refusal:
    """
    The rule that forbids a move.

    >>> print(Refusal("must_follow", "following", suit="diamonds"))
    must follow diamonds
    """

    code: str
    """The reason, also the key of its message."""
    anchor: str
    """Where the game's rules page states the rule."""
    suit: str = ""
    """The suit meant, as an English plural (also a message key), if any."""
    card: str = ""
    """The card meant, by name, if any."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.code.replace("_", " "), self.suit, self.card)))


@dataclass(frozen=True, slots=True)
class Event:
    """
    Something that happened, as a code and its values: what logs, sounds and screen readers tell.

    Texts are made by whoever shows them, in the reader's language.
    """

    code: str
    seat: Seat | None = None
    """Who did it, if anybody."""
    to: Seat | None = None
    """Whom it was done to, if anybody."""
    cards: tuple[Card, ...] = ()
    """The cards concerned; holes where the observer may not see them."""
    move: str = ""
    """A move's name, where the move is no card."""
    amount: int = 0
    """Points or a number of things."""


@dataclass(slots=True)
class Deal(ABC):
    """
    One deal in progress.

    Mutable plain data: every field is an ``int``, a ``bool`` or a list of (lists of) them,
    so that copying, comparing, saving and blanking are written once, here. A game
    writes :meth:`start`, :meth:`legal_moves`, :meth:`play`, :meth:`points`, and what
    its cards' places are; the rest has a default.
    """

    turn: Seat
    """The seat to act. Keeps its last value once the deal is over."""
    phase: int
    """A :class:`Phase`, as a plain int; 0 (false) once the deal is over."""

    pack: ClassVar[tuple[Card, ...]] = PACK_52
    card_names: ClassVar[tuple[str, ...]] = CARD_NAMES
    move_names: ClassVar[tuple[str, ...]] = CARD_NAMES
    # Where the cards lie. Every card of the pack is in exactly one declared place at every step.
    public: ClassVar[tuple[str, ...]] = ()
    """Places that everybody sees."""
    private: ClassVar[tuple[str, ...]] = ()
    """Places with one list of cards per seat, seen by that seat alone."""
    blind: ClassVar[tuple[str, ...]] = ()
    """Places with one list of cards per seat, seen by all seats but that one."""
    secret: ClassVar[tuple[str, ...]] = ()
    """Places that nobody sees."""
    memory: ClassVar[tuple[str, ...]] = ()
    """No places: what each seat alone remembers, one list of cards per seat."""

    # ------------------------------------------------------------------ the rules, by each game

    @classmethod
    @abstractmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Any) -> Self:
        """
        Deals out *pack* (top first): all the chance there is in a deal.

        :param number: counts the deals that count, from 1.
        """

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """Lists the legal moves of the seat to act; empty exactly if the deal is over."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Makes a move, silently and unchecked: the caller vouches that it is legal. See :meth:`push`."""

    @abstractmethod
    def points(self) -> list[int]:
        """Gets what this deal adds to the scores, by seat; zeros until it is over. Higher is better."""

    def why_not(self, move: Move) -> Refusal:
        """Names the rule against a *move* that is not legal now."""
        return Refusal("not_allowed", "play")

    # ------------------------------------------------------------------ what is seen and known

    def known(self, seat: Seat | None) -> Collection[Card]:
        """Lists cards that *seat* knows the place of though its eyes do not see them."""
        return ()

    def back(self, card: Card) -> Card:
        """
        Gets the hole (negative) that stands for *card*: what its back still tells.

        Asked of what is remembered too, where a value may be a move: what others saw of it.
        """
        return HIDDEN

    def facts(self, move: Move) -> list[Card]:
        """Lists the cards that the seat to act gives itself away as not holding by *move*."""
        return []

    def seen_move(self, move: Move, seat: Seat | None) -> Move:
        """Gets what *seat* sees of a *move* of the seat to act: the move, or a hole."""
        return move

    def waiting(self) -> list[Seat]:
        """
        Lists the seats that may be asked now.

        More than one while moves are sealed: then a seat's legal moves do not depend on what
        the others sealed, and :meth:`seen_by` shows each its own turn. Plies are still made in
        the order of :attr:`turn`.
        """
        return [self.turn] if self.phase else []

    def recall(self, seat: Seat, rng: random.Random) -> None:  # noqa: B027 - nothing to recall is the default
        """Fills, in a world sampled by *seat*, what the others remember; nothing to do by default."""

    def narrate(self, move: Move, after: Self) -> list[Event]:
        """Tells what *move* did, from this view before it and the view *after* it."""
        name = self.move_name(move) if move >= 0 else ""
        return [Event("moved", seat=self.turn, move=name)]

    def remarks(self) -> list[Event]:
        """Lists what is worth saying of a finished deal beside its points."""
        return []

    # ------------------------------------------------------------------ free for all games

    def cards(self) -> Sequence[Card]:
        """Gets every card this deal is played with."""
        return self.pack

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        values = (getattr(self, name) for name in self.private + self.blind + self.public)
        return next((len(value) for value in values if value and type(value[0]) is list), 0)

    def refusal(self, move: Move) -> Refusal | None:
        """Gets the rule that forbids *move* now, and None exactly for legal moves."""
        if not self.phase:
            return Refusal("deal_over", "end")
        return None if move in self.legal_moves() else self.why_not(move)

    def push(self, move: Move) -> None:
        """
        Checks and makes a move.

        :raises IllegalMoveError: if the rules refuse it; nothing has changed then.
        """
        if refusal := self.refusal(move):
            raise IllegalMoveError(refusal)
        self.play(move)

    def copy(self) -> Self:
        """Gets an independent copy."""
        new = object.__new__(type(self))
        for name in self.__match_args__:
            value = getattr(self, name)
            if type(value) is list:
                value = [v[:] if type(v) is list else v for v in value]
            setattr(new, name, value)
        return new

    def after(self, move: Move) -> Self:
        """Gets the deal after a move, leaving this one as it is."""
        new = self.copy()
        new.play(move)
        return new

    def seen_by(self, seat: Seat | None) -> Self:
        """
        Gets the deal as *seat* sees it, holes for the rest; None is a spectator.

        In a rival's hand known cards come first: where in its hand a card lies is the owner's affair.
        """
        view = self.copy()
        known = self.known(seat)

        def hide(cards: list[Card]) -> list[Card]:
            return [card if card in known or card == EMPTY else self.back(card) for card in cards]

        for name in self.private:
            for owner, cards in enumerate(getattr(view, name)):
                if owner != seat:
                    cards[:] = sorted(hide(cards), key=lambda card: (card < 0, card))
        for name in self.blind:
            for owner, cards in enumerate(getattr(view, name)):
                if owner == seat or seat is None:
                    cards[:] = hide(cards)
        for name in self.secret:
            getattr(view, name)[:] = hide(getattr(view, name))
        for name in self.memory:
            for owner, cards in enumerate(getattr(view, name)):
                if owner != seat:
                    cards[:] = [self.back(card) for card in cards]
        return view

    def places(self, names: Sequence[str]) -> list[tuple[Seat | None, list[Card]]]:
        """Lists the piles of the places *names*, each with its seat, or None for the table's own."""
        found: list[tuple[Seat | None, list[Card]]] = []
        for name in names:
            value = getattr(self, name)
            found += list(enumerate(value)) if value and type(value[0]) is list else [(None, value)]
        return found

    def worlds(self, seat: Seat, lacks: Sequence[Sequence[Card]]) -> Callable[[random.Random], Deal]:
        """
        Gets a sampler of the deals that look like this view to *seat*, each equally likely.

        Games whose hidden cards have more structure than "who lacks what" override it.

        :param lacks: by seat, the cards that its moves so far proved it does not hold.
        :raises ValueError: if no deal fits.
        """
        visible = {c for _, pile in self.places(self.public) for c in pile}
        hidden = self.private + self.blind + self.secret
        holes: dict[tuple[int, Card], list[int]] = {}
        owners: list[Seat | None] = []
        for index, (owner, pile) in enumerate(self.places(hidden)):
            owners.append(owner)
            for at, card in enumerate(pile):
                if card >= 0:
                    visible.add(card)
                else:
                    holes.setdefault((index, card), []).append(at)
        barred = [set[Card]() if owner is None else set(lacks[owner]) for owner in owners]
        keys = list(holes)
        homes = {
            card: tuple(
                i for i, (pile, hole) in enumerate(keys) if hole == self.back(card) and card not in barred[pile]
            )
            for card in self.cards()
            if card not in visible
        }
        allotment = Allotment([len(holes[key]) for key in keys], homes)

        def sample(rng: random.Random) -> Deal:
            world = self.copy()
            piles = world.places(hidden)
            for (index, hole), cards in zip(keys, allotment.draw(rng), strict=True):
                pile = piles[index][1]
                for at, card in zip(holes[index, hole], cards, strict=True):
                    pile[at] = card
            world.recall(seat, rng)
            return world

        return sample

    # ------------------------------------------------------------------ text forms

    @classmethod
    def move_name(cls, move: Move) -> str:
        """Gets the name of a move."""
        return cls.move_names[move]

    @classmethod
    def parse_move(cls, name: str) -> Move:
        """
        Parses the name of a move.

        :raises InvalidMoveError: if there is no such move.
        """
        try:
            return cls.move_names.index(name)
        except ValueError:
            raise InvalidMoveError(f"no such move: {str(name)[:40]!r}") from None

    def to_json(self) -> dict[str, Any]:
        """Gets the deal as plain JSON values, by field."""
        copy = self.copy()
        return {name: getattr(copy, name) for name in self.__match_args__}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """
        Makes a deal from :meth:`to_json`'s values, checking each one's shape.

        :raises InvalidRecordError: naming the field that is wrong.
        """
        names = cls.__match_args__
        if not isinstance(data, dict) or set(data) != set(names):
            raise InvalidRecordError(f"a deal of this game has the fields {', '.join(names)}")
        for spec in fields(cls):
            if not _has_shape(data[spec.name], str(spec.type)):
                raise InvalidRecordError(f"the deal's field {spec.name} cannot be read")
        deal = cls(**data).copy()  # the copy owns its lists
        deal._check()
        return deal

    def _check(self) -> None:
        """Checks what no deal of any game can break, holes allowed."""
        every = set(self.cards())
        places = self.places(self.public + self.private + self.blind + self.secret)
        cards = [card for _, pile in places for card in pile if card != EMPTY]
        seen = [card for card in cards if card >= 0]
        if not every.issuperset(seen) or len(set(seen)) != len(seen) or len(cards) != len(every):
            raise InvalidRecordError("the deal's places do not hold one whole pack")
        per_seat = self.private + self.blind + self.memory
        if any(len(getattr(self, name)) != self.seats for name in per_seat):
            raise InvalidRecordError("the deal's places do not have one list for each seat")
        if self.phase not in list(Phase) or not 0 <= self.turn < self.seats:
            raise InvalidRecordError("the deal's phase or turn is out of range")


def _has_shape(value: Any, annotation: str) -> bool:
    """Tells whether a JSON value is what a field's annotation says: nested lists of ints, or a bool."""
    if annotation.startswith("list["):
        return type(value) is list and all(_has_shape(v, annotation[5:-1]) for v in value)
    return isinstance(value, int) and (type(value) is bool) == (annotation == "bool")


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

    def counts(self, deal: Deal) -> bool:
        """Tells whether a finished deal counts in the numbering (a passed-out one may not)."""
        return True

    def starting_scores(self, options: Any) -> list[int]:
        """Gets the scores before the first deal, by seat."""
        return [0] * self.seats(options)

    @abstractmethod
    def is_over(self, options: Any, scores: Sequence[int], last: Deal | None, number: int) -> bool:
        """Tells whether the match ends after its *last* deal, the *number*-th that counts; *scores* include it."""

    def places(self, scores: Sequence[int]) -> list[int]:
        """Gets the place of each seat: 1 + the number of strictly better scores."""
        return [1 + sum(other > score for other in scores) for score in scores]

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


def option_text(value: Any) -> str:
    """
    Gets an option value's text form, as typed on the command line.

    >>> option_text(True), option_text(75), option_text("quick")
    ('true', '75', 'quick')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
