"""
One deal of any game: plain data, its rules, and what each seat sees of it.

Chance stays outside: all of a deal's chance lies in the pack that :meth:`Deal.start` is given.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from .allot import Allotment
from .cards import CARD_NAMES, EMPTY, HIDDEN, PACK_52, Card
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


@dataclass(frozen=True, slots=True)
class Worlds:
    """The deals that look like a view."""

    ways: int
    """In how many ways the hidden cards can lie; where :attr:`draw` rejects some, at most so many."""
    draw: Callable[[random.Random], Deal]
    """Draws one of them, each as likely as any other."""


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
    grid: ClassVar[Grid | None] = None
    """The cells that each seat lays cards on, if cards stay as they are laid."""

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
        Gets the hole (negative) that stands for *card* in a hand: what its back still tells.

        Asked of what is remembered too, where a value may be a move: what others saw of it.
        What lies in a secret place shows no back at all.
        """
        return HIDDEN

    def facts(self, move: Move, after: Self) -> list[Card]:
        """
        Lists the cards that the seat to act gives itself away as not holding by *move*.

        :param after: the deal after the move, for what was said as it was made. All this tells is
            public: a spectator's views give the same facts.
        """
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

    def account(self) -> list[Entry]:
        """Explains the points of a finished deal line by line; what the lines add, they sum up to."""
        return []

    def running(self) -> list[int]:
        """Gets what each seat has gathered so far, as players count along; empty if they do not, or not yet."""
        return []

    def exposed(self) -> list[list[Card]]:
        """Lists, by seat, the cards that lie face up before it now though they are no play; empty if none do."""
        return []

    def shown_hands(self) -> list[Seat]:
        """Lists the seats whose whole hand lies face up: what lies open before any other is single cards of it."""
        return []

    def opening(self) -> list[Event]:
        """Lists what there is to tell of a deal before its first move."""
        return []

    def asks(self) -> Ask | None:
        """Tells what the seat to act is asked, where its phase alone does not say it."""
        return None

    def menu(self) -> list[Move]:
        """Lists the moves shown side by side while one of them is awaited, legal or not; empty if the legal are all."""
        return []

    def offer(self, move: Move) -> Offer | None:
        """Explains what a call would undertake if the seat to act made it now; None if nothing."""
        return None

    def task(self) -> Task | None:
        """Gets the contract and how it stands, once there is one."""
        return None

    def progress(self, seat: Seat) -> tuple[int, int] | None:
        """Gets how much *seat* has won of what it undertook, and how much that is; None if it undertook nothing."""
        return None

    def leeway(self, seat: Seat) -> int:
        """Gets how many tricks more than *seat* undertook are right as well."""
        return 0

    def prize(self) -> int:
        """Gets the points of this deal for whoever makes what he undertook; 0 where deals are all worth the same."""
        return 0

    def blind_hand(self, seat: Seat) -> list[Slot]:
        """Lists the places of *seat*'s hand as dealt, if it does not see its cards; empty if it does."""
        return []

    def guesses(self, seat: Seat) -> dict[Move, dict[Card, float]]:
        """
        Gets what *seat* can work out of its own unseen cards: by the move that plays one, the odds of what it is.

        The odds of a card add up to 1. Reads no card that this seat does not see.
        """
        return {}

    def cell_of(self, move: Move) -> int | None:
        """Gets the cell of the grid that *move* lays a card on; None if it lays none."""
        return None

    def laying(self, cell: int, card: Card | None = None) -> Move:
        """
        Gets the move that lays a card on a cell of the grid, legal or not.

        :param card: one that lies open for all; by default the one in hand.
        :raises NotImplementedError: in a game without a grid, which is never asked.
        """
        raise NotImplementedError

    def caution(self, move: Move) -> str:
        """Names what speaks against a legal *move* though no rule does; empty if nothing."""
        return ""

    def unplayed(self) -> list[list[Card]]:
        """Lists, by seat, the cards left because play stopped early; empty if none were, or before it stopped."""
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

        def hide(cards: list[Card], back: Callable[[Card], Card] = self.back) -> list[Card]:
            return [card if card < 0 or card == EMPTY or card in known else back(card) for card in cards]

        for name in self.private:
            for owner, cards in enumerate(getattr(view, name)):
                if owner != seat:
                    cards[:] = sorted(hide(cards), key=lambda card: (card < 0, card))
        for name in self.blind:
            for owner, cards in enumerate(getattr(view, name)):
                if owner == seat or seat is None:
                    cards[:] = hide(cards)
        for name in self.secret:
            getattr(view, name)[:] = hide(getattr(view, name), lambda _: HIDDEN)
        for name in self.memory:
            for owner, cards in enumerate(getattr(view, name)):
                if owner != seat:
                    cards[:] = [card if card < 0 else self.back(card) for card in cards]
        return view

    def places(self, names: Sequence[str]) -> list[tuple[Seat | None, list[Card]]]:
        """Lists the piles of the places *names*, each with its seat, or None for the table's own."""
        found: list[tuple[Seat | None, list[Card]]] = []
        for name in names:
            value = getattr(self, name)
            found += list(enumerate(value)) if value and type(value[0]) is list else [(None, value)]
        return found

    def worlds(self, seat: Seat, lacks: Sequence[Sequence[Card]]) -> Worlds:
        """
        Gets the deals that look like this view to *seat*.

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
                i
                for i, (pile, hole) in enumerate(keys)
                if hole in (HIDDEN, self.back(card)) and card not in barred[pile]
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

        return Worlds(allotment.ways, sample)

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
