"""
What the slots of a hand of Luz are worth, and which one to play.

Runs in every playout: sets of cards are kept as single numbers, and what depends on little is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from ....cards import EMPTY, Card
from ....game import Move
from ....games.luz import LuzDeal
from ....games.luz.deal import BETTING
from ....games.luz.rules import (
    ALL_BITS,
    BETS,
    COLOUR,
    COLOUR_BITS,
    COLOURS,
    HAND,
    MOST,
    PACK,
    POWERS,
    SLOT,
    YELLOW,
    bits_of,
    deduce,
    runs_of,
    spans_of,
)


def _by_beaten(top: float, steady: float, late: float, left: int) -> list[float]:
    """Lists what cards are worth that 0, 1, 2 … others beat: these count the more, the fewer tricks are left."""
    return [top * max(0.0, 1 - beaten * (steady + late / max(1, left))) for beaten in range(MOST)]


TRUMP = 0
"""The kind of a slot that holds a trump; other kinds are 1 and how many rivals could ruff the colour."""
RUFFERS = 2
"""As many or more rivals who could ruff a colour are alike."""
WORTH = [
    [
        _by_beaten(1.0, 0.03, 1.1, left),
        *(_by_beaten(top, 0.25, 1.2, left) for top in (0.55, min(0.36, 0.05 * left), min(0.25, 0.03 * left))),
    ]
    for left in range(HAND + 1)
]
"""``WORTH[tricks left][kind][rivals' cards that beat it]``: the tricks that a card takes."""
BEATS = 0.6
"""How likely a rival who can beat a card does, not seeing his own."""
SPOILS, SPOILS_IF_LOST = 0.2, 0.6
"""What it is worth to take a trick from a rival who needs it, not from one who does not; the same with a lost bet."""
CHANCE = 1.3
"""How much it matters what is left to chance, beside the distance from the bet."""
TELLS = 0.05
"""What it is worth to learn the value of a slot that lies between others."""
SAME = 1e-9
"""Where two slots differ by less, the first is as good on every machine."""
BEATEN_BY = [
    [bits_of([other for other in PACK if POWERS[led][other] > POWERS[led][card]]) for card in PACK]
    for led in range(len(COLOURS))
]
"""``BEATEN_BY[led][card]``: the cards that beat it in a trick to which that colour was led."""
TRUMPS = COLOUR_BITS[YELLOW]
MOST_RIGHT = [bet.brown + bet.blue for bet in BETS]
"""By bet, the most tricks that keep it."""
NEVER = [0.0] * HAND
Odds: TypeAlias = list[list[tuple[int, float]]]
Cards: TypeAlias = tuple[Card, ...]
Run: TypeAlias = tuple[int, Cards, list[float]]
"""Unplayed slots side by side: the first of them, what may lie there, and the tricks that each takes on average."""


@cache
def odds(unseen: int, slots: int) -> Odds:
    """Gets, for each of some slots, which of so many unseen cards it may be (0 the lowest), and how likely."""
    return [list(slot.items()) for slot in deduce(range(unseen), slots)]


@lru_cache(1 << 13)
def weigh(shown: tuple[Card, ...], unseen: int, rivals: int, left: int, kind: int) -> tuple[list[Run], float, float]:
    """
    Weighs the slots of a colour.

    :param shown: what they showed when they were played.
    :param unseen: the cards of the colour that their owner does not see, as bits.
    :param rivals: those that the rivals hold.
    :param left: the tricks left.
    :return: the runs, the tricks of all, and how far they are left to chance.
    """
    table, found = WORTH[left][kind], []
    later = chance = 0.0
    for first, count, cards in runs_of(shown, unseen):
        worth = [table[(rivals >> card).bit_count()] for card in cards]
        takes = [sum([chance * worth[index] for index, chance in slot]) for slot in odds(len(cards), count)]
        found.append((first, cards, takes))
        later += sum(takes)
        chance += sum([take * (1 - take) for take in takes])
    return found, later, chance


@dataclass(slots=True)
class Hand:
    """What the slots of the seat to act are worth after the trick in progress."""

    held: list[int]
    """What each rival holds, as bits, the next to play first."""
    colours: list[tuple[int, int, list[Run]]]
    """The runs of each colour still held, after the colour and where in the hand it starts."""
    later: float
    """The tricks of all slots."""
    chance: float
    """How far they are left to chance."""


def weigh_hand(deal: LuzDeal) -> Hand:
    """Weighs the hand of the seat to act."""
    turn, hands, shown = deal.turn, deal.hands, deal.shown[deal.turn]
    held = [bits_of(hand) for hand in hands[turn + 1 :] + hands[:turn]]
    left = HAND - len(deal.winners) - (deal.phase != BETTING)
    theirs = sum(held)
    unseen = ALL_BITS[len(hands)] & ~(theirs | bits_of(deal.plays) | bits_of(deal.trick))
    armed = [own for own in held if own & TRUMPS]
    colours, later, chance = [], 0.0, 0.0
    for colour, start, stop in spans_of(tuple(deal.slots[turn])):
        pattern, bits = tuple(shown[start:stop]), COLOUR_BITS[colour]
        if EMPTY not in pattern:
            continue
        kind = TRUMP
        if colour != YELLOW:
            kind = 1
            for own in armed:
                if not own & bits and kind <= RUFFERS:
                    kind += 1
        runs, tricks, open_ = weigh(pattern, unseen & bits, theirs & bits, left, kind)
        colours.append((colour, start, runs))
        later += tricks
        chance += open_
    return Hand(held, colours, later, chance)


def best_slot(deal: LuzDeal, moves: list[Move]) -> Move:
    """Gets the slot after which the tricks to expect are nearest to the bet, with little left to chance."""
    hand, trick, turn = weigh_hand(deal), deal.trick, deal.turn
    bet, chance = BETS[deal.bets[turn]], hand.chance
    off = hand.later - bet.brown - bet.blue / 2 + deal.winners.count(turn)
    led = COLOUR[trick[0]] if trick else -1
    follows = led == (moves[0] - SLOT) // HAND
    to_come = hand.held[: len(hand.held) - len(trick)]
    spoils = spoiling(deal) if trick else 0.0
    best, least = 0, float("inf")
    for colour, start, runs in hand.colours:
        if follows and colour != led:
            continue
        for first, cards, worth in runs:
            count = len(worth)
            wins = taking(trick, to_come, colour, cards, count)
            for index, gone in enumerate(worth):
                win = wins[index]
                cost = (off + win - gone) ** 2 + CHANCE * (win * (1 - win) + chance - gone * (1 - gone)) - spoils * win
                if not win and 0 < index < count - 1 and count < len(cards):
                    cost -= TELLS
                if cost < least - SAME:
                    best, least = start + first + index, cost
    return SLOT + deal.slots[turn][best]


def spoiling(deal: LuzDeal) -> float:
    """Gets what it is worth to take the trick in progress from who would win it: less than nothing, to do a favour."""
    trick, bets, winners = deal.trick, deal.bets, deal.winners
    power = POWERS[COLOUR[trick[0]]]
    best = max(trick, key=power.__getitem__)
    rival = (deal.leader + trick.index(best)) % len(bets)
    own, won = bets[deal.turn], winners.count(deal.turn)
    is_lost = won > MOST_RIGHT[own] or won + HAND - len(winners) < BETS[own].brown
    spoils = SPOILS_IF_LOST if is_lost else SPOILS
    return spoils if winners.count(rival) < MOST_RIGHT[bets[rival]] else -spoils


def taking(trick: list[Card], to_come: list[int], colour: int, cards: Cards, slots: int) -> Sequence[float]:
    """
    Gets how likely each of some slots of a colour takes the trick in progress.

    :param to_come: what each seat that plays later holds, as bits.
    :param cards: what may lie in those slots.
    """
    if trick:
        led = COLOUR[trick[0]]
        if colour not in (led, YELLOW):
            return NEVER
        power = POWERS[led]
        to_beat = max([power[card] for card in trick])
        if power[cards[-1]] < to_beat:
            return NEVER
    else:
        led, power, to_beat = colour, POWERS[colour], 0
    bits = COLOUR_BITS[led]
    to_come = [own & bits or own for own in to_come]
    beaten_by = BEATEN_BY[led]
    holds = [_holds(beaten_by[card], to_come) if power[card] > to_beat else 0.0 for card in cards]
    return [sum([chance * holds[index] for index, chance in slot]) for slot in odds(len(cards), slots)]


def _holds(beaten_by: int, to_come: list[int]) -> float:
    """Gets how likely none of the seats to come beats a card; each one may, must or cannot."""
    holds = 1.0
    for choices in to_come:
        better = choices & beaten_by
        if better == choices:
            return 0.0
        if better:
            holds *= 1 - BEATS
    return holds
