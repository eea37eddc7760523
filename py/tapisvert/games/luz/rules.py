"""The rules of Luz as tables and pure functions: cards, slots, bets, and what can be deduced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb

from ...cards import EMPTY, Card
from ...game import choice

COLOURS = "YRGBP"
COLOUR_NAMES = ("yellow", "red", "green", "blue", "violet")
YELLOW = 0
"""Trumps."""
HAND = 10
HIGHEST = {3: 8, 4: 10, 5: 12}
"""The highest value of each colour, by the number of players."""
MOST = max(HIGHEST.values())
CARD_NAMES = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, MOST + 1))
PACK: tuple[Card, ...] = tuple(range(len(CARD_NAMES)))
COLOUR: list[int] = [card // MOST for card in PACK]
VALUE: list[int] = [card % MOST + 1 for card in PACK]
SLOT_NAMES = tuple(f"{colour}#{k}" for colour in COLOURS for k in range(1, HAND + 1))
"""``R#2`` is the second lowest red card of the hand as dealt."""
POWERS: list[list[int]] = [
    [VALUE[card] + (200 if COLOUR[card] == YELLOW else 100 if COLOUR[card] == led else 0) for card in PACK]
    for led in range(len(COLOURS))
]
"""``POWERS[led][card]``: the highest power in a trick wins it."""
BIT: dict[Card, int] = {EMPTY: 0, **{card: 1 << card for card in PACK}}
"""The bit of each card in a set of cards that is kept as one number."""
ROUND_VALUES = (10, 20, 30, 40)
PENALTY = 5
"""For each trick of difference from the bet."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One bet that can be made."""

    name: str
    brown: int
    """The tricks it says."""
    blue: bool
    """With the blue marble one trick more is right too, for half the points."""


BETS = tuple(Bet(f"bet {brown}{'+blue' * blue}", brown, blue) for brown in range(HAND + 1) for blue in (False, True))
SLOT = len(BETS)
"""The first move that plays a slot, by its place in :data:`SLOT_NAMES`."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    players: int = choice(4, 3, 5, doc="How many play.")


# ---------------------------------------------------------------------- the rules as pure functions


def pack_of(players: int) -> list[Card]:
    """
    Lists the cards that so many players play with.

    >>> [len(pack_of(players)) for players in (3, 4, 5)]
    [40, 50, 60]
    """
    return [card for card in PACK if VALUE[card] <= HIGHEST[players]]


def bits_of(cards: Sequence[Card]) -> int:
    """
    Gets a set of different cards, places left empty aside, as one number.

    >>> bits_of([0, 3, EMPTY])
    9
    """
    return sum(map(BIT.__getitem__, cards))


COLOUR_BITS = [bits_of([card for card in PACK if COLOUR[card] == colour]) for colour in range(len(COLOURS))]


ALL_BITS = {players: bits_of(pack_of(players)) for players in HIGHEST}


def legal_slots(slots: Sequence[int], led: int) -> list[int]:
    """
    Lists which of *slots* (indices into :data:`SLOT_NAMES`) may be played.

    :param led: the colour asked; -1 to lead.
    """
    return [slot for slot in slots if slot // HAND == led] or list(slots)


def slots_of(hand: Sequence[Card]) -> list[int]:
    """Gets the slot of each card of a sorted hand."""
    colours = [COLOUR[card] for card in hand]
    return [HAND * colour + colours[:place].count(colour) for place, colour in enumerate(colours)]


def bet_points(bet: Bet, tricks: int, round_: int) -> int:
    """
    Gets the points of a bet in a round (1 to 4).

    >>> bet_points(Bet("", 2, True), 3, 3), bet_points(Bet("", 2, True), 4, 3), bet_points(Bet("", 0, False), 0, 4)
    (15, -10, 40)
    """
    if tricks == bet.brown or (bet.blue and tricks == bet.brown + 1):
        return success_points(bet, round_)
    return -PENALTY * abs(tricks - bet.brown)


def success_points(bet: Bet, round_: int) -> int:
    """
    Gets the points of a bet that is made in a round (1 to 4): half of the round's with the blue marble.

    >>> success_points(Bet("", 2, False), 3), success_points(Bet("", 2, True), 3)
    (30, 15)
    """
    value = ROUND_VALUES[round_ - 1]
    return value // 2 if bet.blue else value


@lru_cache(1 << 12)
def spans_of(slots: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """
    Lists the colours of a hand's slots, and where in the hand each one starts and stops.

    >>> spans_of((0, 1, 20))
    ((0, 0, 2), (2, 2, 3))
    """
    colours = [slot // HAND for slot in slots]
    return tuple((c, colours.index(c), colours.index(c) + colours.count(c)) for c in sorted(set(colours)))


@lru_cache(1 << 14)
def runs_of(shown: tuple[Card, ...], unseen: int) -> tuple[tuple[int, int, tuple[Card, ...]], ...]:
    """
    Lists the runs of unplayed slots of one colour: the first, how many, and the cards that may lie there.

    A card that was played divides its colour into what is below and what is above.

    :param shown: what the slots showed when they were played, the lowest first.
    :param unseen: the cards of the colour that the owner has not seen, as bits.

    >>> runs_of((EMPTY, 3, EMPTY, EMPTY), bits_of([0, 2, 4, 5, 8]))
    ((0, 1, (0, 2)), (2, 2, (4, 5, 8)))
    """
    cards = [card for card in PACK if unseen >> card & 1]
    ends = [-1, *(place for place, card in enumerate(shown) if card != EMPTY), len(shown)]
    bounds = [-1, *(card for card in shown if card != EMPTY), len(PACK)]
    return tuple(
        (end + 1, after - end - 1, tuple(card for card in cards if low < card < high))
        for (end, after), (low, high) in zip(pairwise(ends), pairwise(bounds), strict=True)
        if after - end > 1
    )


def deduce(unseen: Sequence[int], slots: int) -> list[dict[int, float]]:
    """
    Gets the odds of the values of some slots, the lowest first.

    :param unseen: the values that may lie there, ascending; all ways to choose among them are alike.

    >>> deduce([1, 3], 1), deduce([4, 6], 2)
    ([{1: 0.5, 3: 0.5}], [{4: 1.0}, {6: 1.0}])
    """
    ways = comb(len(unseen), slots)
    return [
        {
            value: comb(below, slot) * comb(len(unseen) - 1 - below, slots - 1 - slot) / ways
            for below, value in enumerate(unseen)
            if below >= slot and len(unseen) - 1 - below >= slots - 1 - slot
        }
        for slot in range(slots)
    ]
