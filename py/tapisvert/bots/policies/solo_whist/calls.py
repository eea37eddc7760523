"""
Which call: the tricks of a hand are estimated, and each contract has its threshold.

A misère asks that in every suit the low cards outlast the rivals'. Heard from another, calls tell which hands are
likely (:func:`hears`): a hand that promises as much as a call asks for makes it in half of all cases.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import TypeAlias

from ....cards import RANK_LETTERS, SUIT_NUMBER, Card
from ....game import Deal, Move, Seat
from ....games.solo_whist import SoloWhistDeal
from ....games.solo_whist.rules import (
    ABONDANCE,
    ABONDANCE_ATOUT,
    ABONDANCE_DECLAREE,
    BID,
    COP,
    MISERE,
    MISERE_OUVERTE,
    NAME,
    PASS,
    PROP,
    SOLO,
    Auction,
)
from ....view import View
from ...craft import Belief
from .seen import BIT, SUITS

JACK, QUEEN, KING, ACE = (RANK_LETTERS.index(letter) for letter in "JQKA")

SHORTNESS = (0.9, 0.6, 0.2)
"""What few cards of a plain suit, none, one or two, are worth in ruffs."""
PROP_LEAST, COP_LEAST, SOLO_LEAST, ABUNDANCE_LEAST = 2.7, 2.1, 4.8, 8.6
"""The tricks that a hand must promise for a bid."""
RAISE_LEAST = 4.3
"""The same for a Solo when nobody accepted the Prop: before, a Prop serves such a hand better."""
MISERE_MOST, OUVERTE_MOST = 7, 3
"""The hazard that a misère bears."""
LONG = 5
"""The fewest trumps of an Abondance."""

TRICKS_APART, HAZARD_APART = 0.4, 1.5
"""How far players differ in what a bid asks for: a hand that promises so much more bids it 73 times in 100."""
BOLDER = {BID + PROP: 1.2, COP: 1.2}
"""How much sooner, in the same measure, players who search bid: a Prop keeps the others from theirs."""
HANDICAP = 2.0
"""
How much worth another call must promise more than the rule's.

If the others bid by rule, a Prop at a loss is better than theirs: but those who search go on from there, until none is
made.
"""
MISERE_HANDICAPS = {BID + MISERE: (20.0, 10), BID + MISERE_OUVERTE: (45.0, 4)}
"""
How much worth a misère must promise more than another call, and from which hazard on it is never bid.

Three who search, or see a hand, defend better than in a playout: of the Misères that promised less than 16 points of
worth 11 of 35 were made, of the others 49 of 83; of those too bold for their hazard 15 of 43, whatever they promised.
"""
NEVER = 1000.0
"""More than any call is worth."""
STEPS, MOST_STEPS = 10, 200
BIDS = [round(1 / (1 + exp(-step / STEPS)), 9) for step in range(-MOST_STEPS, MOST_STEPS + 1)]
"""How likely a hand bids, by its margin in steps, from -MOST_STEPS; rounded as libraries differ in a bit."""
TRIALS = 40
"""How many worlds are looked at to know which chance is a good one."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked in the auction: all that its call depends on beside its hand."""

    moves: list[Move]
    turned: int
    """The turned-up suit."""
    leads: bool
    """Whether the seat leads to trick 1, where a misère has it harder."""
    is_lone: bool
    """Whether nobody accepted the seat's Prop."""


def best_call(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Bids the dearest contract that the hand is good for, accepts a Prop if it is good enough, or passes."""
    margins = _margins(_holdings(deal.hands[deal.turn]), _question(deal, moves, deal.turn, deal.calls))
    return next((call for call, margin in margins if margin >= 0), PASS)


def call_handicap(deal: Deal, move: Move, rule: Move) -> float:
    """Tells how much worth a call must promise more than others, a misère even if it is the rule's; none of a card."""
    assert isinstance(deal, SoloWhistDeal)
    if move in MISERE_HANDICAPS:
        handicap, too_bold = MISERE_HANDICAPS[move]
        hazard = _hazard(_holdings(deal.hands[deal.turn]), leads=deal.turn == deal.eldest)
        return handicap if hazard < too_bold else NEVER
    return HANDICAP if PASS <= move < NAME and move != rule else 0.0


def best_name(deal: SoloWhistDeal) -> Move:
    """Names the suit that wins most tricks as trumps."""
    return NAME + _best_trumps(_holdings(deal.hands[deal.turn]))[1]


def _question(deal: SoloWhistDeal, moves: list[Move], seat: Seat, calls: list[Move]) -> Question:
    is_lone = COP not in moves and {*calls} == {PASS, BID + PROP}
    return Question(moves, SUIT_NUMBER[deal.turned], seat == deal.eldest, is_lone)


def _margins(hand: list[Holding], question: Question) -> Iterator[tuple[Move, float]]:
    """Yields what may be bid, the dearest first, and by how much a hand promises more than it asks for."""
    moves, tricks = question.moves, _tricks(hand, question.turned)
    hazard = _hazard(hand, leads=question.leads)
    if BID + ABONDANCE_DECLAREE in moves:
        yield BID + ABONDANCE_DECLAREE, 2 * sum([holding.runs for holding in hand]) - 7
    if BID + MISERE_OUVERTE in moves:
        yield BID + MISERE_OUVERTE, (OUVERTE_MOST - hazard) / HAZARD_APART
    if BID + ABONDANCE_ATOUT in moves:
        yield BID + ABONDANCE_ATOUT, (tricks - ABUNDANCE_LEAST) / TRICKS_APART
    if BID + ABONDANCE in moves and max([holding.length for holding in hand]) >= LONG:
        yield BID + ABONDANCE, (_best_trumps(hand)[0] - ABUNDANCE_LEAST) / TRICKS_APART
    if BID + MISERE in moves:
        yield BID + MISERE, (MISERE_MOST - hazard) / HAZARD_APART
    if BID + SOLO in moves:
        yield BID + SOLO, (tricks - (RAISE_LEAST if question.is_lone else SOLO_LEAST)) / TRICKS_APART
    if BID + PROP in moves:
        yield BID + PROP, (tricks - PROP_LEAST) / TRICKS_APART
    if COP in moves:
        yield COP, (tricks - COP_LEAST) / TRICKS_APART


# ---------------------------------------------------------------------- what a hand promises


@dataclass(frozen=True, slots=True)
class Holding:
    """What the cards of one suit promise; the weights were fitted to hands played out."""

    length: int
    trumps: float
    """The tricks that they take as trumps."""
    plain: float
    """The same as a plain suit."""
    hazard: int
    """How far they are from going under the rivals' in every round."""
    runs: bool
    """Whether they win every round without trumps: solid from the top, or long enough."""


@cache
def _holding(held: int) -> Holding:
    """Weighs the cards of one suit, the ranks as bits: there are no more than 2 to the 13 of them."""
    ranks = [rank for rank in range(len(RANK_LETTERS)) if held >> rank & 1]
    length = len(ranks)
    honours = 1.4 * (ACE in ranks) + 0.95 * (KING in ranks and length > 1)
    honours += 0.7 * (QUEEN in ranks and length > 2) + 0.4 * (JACK in ranks and length > 3)
    solid = len([rank for place, rank in enumerate(reversed(ranks)) if rank == ACE - place])
    return Holding(
        length,
        trumps=honours + 0.75 * max(0, length - 3) + 0.3 * (length > 5),
        plain=1.05 * (ACE in ranks) + 0.7 * (KING in ranks and length > 1) + 0.3 * (QUEEN in ranks and length > 2),
        hazard=max([rank - 2 * place for place, rank in enumerate(ranks)], default=0),
        runs=solid == length or length + solid >= 11,
    )


def _holdings(cards: list[Card]) -> list[Holding]:
    """Weighs a hand suit by suit."""
    held = sum([BIT[card] for card in cards])
    return [_holding(held >> 13 * suit & SUITS[0]) for suit in range(4)]


def _hazard(hand: list[Holding], *, leads: bool) -> int:
    """Tells how far a hand is from losing every trick."""
    return sum([holding.hazard for holding in hand]) + leads


def _best_trumps(hand: list[Holding]) -> tuple[float, int]:
    """Finds the suit that wins most tricks as trumps, and how many."""
    return max([(_tricks(hand, suit), suit) for suit in range(4)])


def _tricks(hand: list[Holding], trump: int) -> float:
    """Estimates the tricks that a hand takes alone: those of its suits, and ruffs where it is short."""
    length = hand[trump].length
    total = hand[trump].trumps - hand[trump].plain - 0.5
    for holding in hand:
        total += holding.plain
        if holding.length < 3 <= length:
            total += SHORTNESS[holding.length] * (1.5 if length >= 6 else 1)
    return round(total, 6)


# ---------------------------------------------------------------------- what a call tells


Heard: TypeAlias = list[tuple[Seat, list[Card], list[tuple[Question, Move]]]]
"""Of each seat: the cards that it has played since, what it was asked and what it said."""


def hears(view: View) -> Belief | None:
    """
    Makes the belief that the others called by about these thresholds.

    A world is drawn in proportion to how likely its hands would have made the calls. The bids that are made seldom
    are unlikely of almost any hand: so the chance is taken as a part of the best among some worlds.
    """
    deal = view.deal
    assert isinstance(deal, SoloWhistDeal)
    heard = _heard(deal, view.seat)
    if not heard:
        return None
    rng = random.Random(TRIALS)
    best = max([_chance(view.sample(rng), heard, 0.0) for _ in range(TRIALS)])

    def believes(world: Deal, random01: Callable[[], float]) -> bool:
        least = best * random01()
        return _chance(world, heard, least) >= least

    return believes


def _heard(deal: SoloWhistDeal, listener: Seat) -> Heard:
    """Lists what the others called, who made the contract first: few hands would have."""
    found: dict[Seat, list[tuple[Question, Move]]] = {}
    auction = Auction(deal.eldest, deal.eldest)
    for number, call in enumerate(deal.calls):
        seat = auction.to_speak
        assert seat is not None
        if seat != listener:
            question = _question(deal, auction.legal(), seat, deal.calls[:number])
            found.setdefault(seat, []).append((question, call))
        auction.call(call)
    if deal.is_exposed():  # his hand is no question any more
        found.pop(deal.declarers[0], None)
    seats = sorted(found, key=lambda seat: seat not in auction.holders)
    return [(seat, deal.played_by(seat), found[seat]) for seat in seats]


def _chance(world: Deal, heard: Heard, least: float) -> float:
    """Tells how likely the hands of a world make the calls that were heard; not exactly once it is under *least*."""
    assert isinstance(world, SoloWhistDeal)
    chance = 1.0
    for seat, played, answers in heard:
        hand = _holdings(world.hands[seat] + played)
        for question, call in answers:
            chance *= _likelihood(hand, question, call)
        if chance < least:
            break
    return chance


def _likelihood(hand: list[Holding], question: Question, call: Move) -> float:
    """Tells how likely a hand makes a call."""
    chance = 1.0
    for bid, margin in _margins(hand, question):
        steps = round(STEPS * (margin + BOLDER.get(bid, 0.0)))
        bids = BIDS[max(0, min(2 * MOST_STEPS, steps + MOST_STEPS))]
        if bid == call:
            return chance * bids
        chance *= 1 - bids
    return chance
