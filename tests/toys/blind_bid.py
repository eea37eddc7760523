"""
Blind bid: every seat sees all hands but its own, bets on its tricks, and plays slots of a sorted hand.

A toy auction game. It has a table of bets read by the auction and the scoring alike, blind hands in
fixed slots whose backs tell the colour, cards that are not those of the pack of 52, and worlds
with an order inside each colour.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import ClassVar, Self

from tapisvert.cards import EMPTY, Card
from tapisvert.game import Deal, Event, Game, Move, Phase, Refusal, Seat, Worlds, choice
from tapisvert.tricks import TrickDeal

COLOURS = "YRG"
"""Yellow is trumps."""
VALUES = 5
NAMES = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, VALUES + 1))
COLOUR = tuple(card // VALUES for card in range(len(NAMES)))
HAND = 4


@dataclass(frozen=True, slots=True)
class Bet:
    """One row of the table of bets."""

    name: str
    tricks: int
    is_wide: bool
    """One trick more is right too, for half the points."""


BETS = tuple(
    Bet(f"bet {tricks}{'+blue' * is_wide}", tricks, is_wide) for tricks in range(HAND + 1) for is_wide in (False, True)
)
SLOTS = tuple(f"{colour}#{k}" for colour in COLOURS for k in range(1, HAND + 1))
POWERS = [
    [(20 if colour == 0 else 10 if colour == led else 0) + card % VALUES for card, colour in enumerate(COLOUR)]
    for led in range(len(COLOURS))
]
ROUND_VALUES = (10, 20)


def bet_points(bet: Bet, tricks: int, value: int) -> int:
    """
    Gets the points of a bet in a round of some *value*.

    >>> bet_points(BETS[4], 2, 20), bet_points(BETS[5], 3, 20), bet_points(BETS[5], 4, 20)
    (20, 10, -10)
    """
    if tricks == bet.tricks or (bet.is_wide and tricks == bet.tricks + 1):
        return value // 2 if bet.is_wide else value
    return -5 * abs(tricks - bet.tricks)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    rounds: int = choice(2, 1, doc="How many deals.")


@dataclass(slots=True)
class BlindDeal(TrickDeal):
    """One deal: a bet by each seat, then four tricks. A hand keeps its four slots, empty once played."""

    aside: list[Card]
    slots: list[list[int]]
    """By seat, the index in :data:`SLOTS` of each place of the hand."""
    shown: list[list[Card]]
    """By seat and slot, the card once played."""
    bets: list[int]
    """By seat, an index into :data:`BETS`, or -1."""
    value: int

    pack: ClassVar[tuple[Card, ...]] = tuple(range(len(NAMES)))
    card_names: ClassVar[tuple[str, ...]] = NAMES
    move_names: ClassVar[tuple[str, ...]] = (*(bet.name for bet in BETS), *SLOTS)
    suit: ClassVar[Sequence[int]] = COLOUR
    private: ClassVar[tuple[str, ...]] = ()
    blind: ClassVar[tuple[str, ...]] = ("hands",)
    secret: ClassVar[tuple[str, ...]] = ("aside",)

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        hands = [sorted(pack[(seat - dealer - 1) % 3 : 3 * HAND : 3]) for seat in range(3)]
        colours = [[COLOUR[card] for card in hand] for hand in hands]
        first = (dealer + 1) % 3
        return cls(
            turn=first,
            phase=Phase.BET,
            hands=hands,
            opener=first,
            leader=first,
            trick=[],
            plays=[],
            winners=[],
            aside=sorted(pack[3 * HAND :]),
            slots=[[HAND * c + cs[:k].count(c) for k, c in enumerate(cs)] for cs in colours],
            shown=[[EMPTY] * HAND for _ in range(3)],
            bets=[-1] * 3,
            value=ROUND_VALUES[number - 1],
        )

    def moves_from(self, hand: list[Card]) -> list[Move]:
        if self.phase == Phase.BET:
            return list(range(len(BETS)))
        slots = [s for s, card in zip(self.slots[self.turn], hand, strict=True) if card != EMPTY]
        led = COLOUR[self.trick[0]] if self.trick else -1
        return [len(BETS) + s for s in [s for s in slots if s // HAND == led] or slots]

    def power(self, led: int) -> Sequence[int]:
        return POWERS[led]

    def play(self, move: Move) -> None:
        seat = self.turn
        if self.phase == Phase.BET:
            self.bets[seat] = move
            self.turn = (seat + 1) % 3
            if self.bets[self.turn] >= 0:
                self.phase = Phase.PLAY
            return
        hand, place = self.hands[seat], self.slots[seat].index(move - len(BETS))
        card = self.shown[seat][place] = hand[place]
        hand[place] = EMPTY
        if self.add(card) and len(self.winners) == HAND:
            self.phase = Phase.OVER

    def points(self) -> list[int]:
        if self.phase:
            return [0] * 3
        return [bet_points(BETS[bet], self.winners.count(s), self.value) for s, bet in enumerate(self.bets)]

    def why_not(self, move: Move) -> Refusal:
        if self.phase == Phase.BET:
            return Refusal("must_bet", "bet")
        held = [s for s, card in zip(self.slots[self.turn], self.hands[self.turn], strict=True) if card != EMPTY]
        return Refusal("must_follow" if move - len(BETS) in held else "no_such_slot", "play")

    def back(self, card: Card) -> Card:
        return -2 - COLOUR[card]

    def facts(self, move: Move, after: TrickDeal) -> list[Card]:
        """Tells nothing: what a slot obeys is its colour, which all see."""
        return []

    def narrate(self, move: Move, after: TrickDeal) -> list[Event]:
        if self.phase == Phase.BET:
            return Deal.narrate(self, move, after)
        return TrickDeal.narrate(self, ([*after.plays, *after.trick])[-1], after)

    def worlds(self, seat: Seat, lacks: Sequence[Sequence[Card]]) -> Worlds:
        """Chooses, colour by colour, the cards in this seat's slots: ascending, and fitting those played."""
        seen = {card for _, pile in self.places((*self.public, *self.blind)) for card in pile}
        ways: list[tuple[list[int], list[tuple[Card, ...]]]] = []
        for colour in range(len(COLOURS)):
            unseen = [card for card in self.pack if COLOUR[card] == colour and card not in seen]
            places = [place for place, card in enumerate(self.hands[seat]) if card == -2 - colour]
            fits = [c for c in combinations(unseen, len(places)) if self._is_sorted_with(seat, places, c)]
            ways.append((places, fits))
        if not all(fits for _, fits in ways):
            raise ValueError("no world fits this view")

        def sample(rng: random.Random) -> Deal:
            world = self.copy()
            hand = world.hands[seat]
            for places, fits in ways:
                for place, card in zip(places, fits[int(rng.random() * len(fits))], strict=True):
                    hand[place] = card
            world.aside = [card for card in self.pack if card not in seen and card not in hand]
            return world

        return Worlds(prod(len(fits) for _, fits in ways), sample)

    def _is_sorted_with(self, seat: Seat, places: list[int], cards: tuple[Card, ...]) -> bool:
        whole = self.shown[seat][:]
        for place, card in zip(places, cards, strict=True):
            whole[place] = card
        known = [card for card in whole if card != EMPTY]
        return known == sorted(known)


class BlindBid(Game):
    """A match of one or two deals of rising value."""

    name = "blind_bid"
    deal = BlindDeal
    options = Options

    def seats(self, options: Options) -> int:
        return 3

    def length(self, options: Options) -> int:
        return options.rounds


BLIND_BID = BlindBid()
