"""The words that all modules share: seats, moves, phases, refusals, events and the kinds of error."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from .cards import Card

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
    line: str = ""
    """The line of a grid that a card would break, ``row`` or ``column``, if any; also the end of its message's key."""
    cell: str = ""
    """Where on a grid the card meant lies, by name, if anywhere."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.code.replace("_", " "), self.suit, self.line, self.card, self.cell)))


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
    count: int = 0
    """A number of tricks, where the amount is of points."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the account of a finished deal: what its points are made of."""

    code: str
    """What the points are for, also the end of its message's key."""
    amounts: tuple[int, ...]
    """What it adds to the points, by seat."""
    count: int = 0
    """How many of what the code says, where that is told."""
    each: int = 0
    """What each of them is worth, where that is told."""
    of: int = 0
    """How many there were, where not all of them count."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a seat is asked, where the phase alone does not say it."""

    code: str
    """The question, also the end of its message's key."""
    about: Seat | None = None
    """Whom it is about, if anybody."""
    card: Card = -1
    """The card it is about, if any."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a call undertakes, before it is made."""

    code: str
    """How it is played, also the end of its message's key: ``alone``, ``pair``, ``with``."""
    tricks: int
    """How many tricks it promises."""
    points: int
    """What its bidder gets for just making it; where a rival pays it, also what is lost at the least otherwise."""
    partner: Seat | None = None
    """With whom, where that is known."""
    terms: str = ""
    """What trumps, and what else, it is played with, also the end of its message's key; empty if that goes unsaid."""
    suit: int = -1
    """The suit of its trumps, where it is settled."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells that each seat lays cards on, where cards stay as they are laid."""

    columns: int
    names: tuple[str, ...]
    """The cells' names, row by row from the top left."""
    edged: frozenset[int] = frozenset()
    """The cells that have an edge of their own."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a hand whose cards its owner does not see; it keeps its name when its neighbours are gone."""

    move: Move
    """The move that plays it."""
    suit: int
    """The suit that its back tells."""
    rank: int
    """Which of its suit it is as dealt, the lowest being 1."""
    of: int
    """How many of its suit were dealt."""
    card: Card
    """What was played from it; a hole while it lies there."""


@dataclass(frozen=True, slots=True)
class Task:
    """The contract of a deal and how it stands; who does not declare plays against it, all together."""

    name: str
    """The contract's name, shown as a move's is."""
    seats: tuple[Seat, ...]
    """The declarers, the bidder first."""
    state: str
    """
    ``needs`` so many tricks more, ``none`` may be taken, ``made``, made and ``over``, ``lost``, or lost and ``short``
    by so many at the least while there is more to lose.
    """
    amount: int = 0
    """The tricks that the state speaks of, if it speaks of any."""
