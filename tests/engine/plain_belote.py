"""The rules of Belote told a second time, plainly, on the names of cards; and deals to look at."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tapisvert.allot import shuffle
from tapisvert.cards import CARD_NAMES, Card, parse_card
from tapisvert.game import IllegalMoveError, Move, Phase, Seat
from tapisvert.games.belote import BeloteDeal, Options
from tapisvert.games.belote.rules import (
    PACK,
)
from tests.helpers import random_move

TRUMP_ORDER, PLAIN_ORDER, NATURAL_ORDER = "J9ATKQ87", "ATKQJ987", "AKQJT987"
"""The ranks, strongest first: in trumps, in a plain suit, and for announcements."""
TRUMP_POINTS = dict(zip(TRUMP_ORDER, (20, 14, 11, 10, 4, 3, 0, 0), strict=True))
PLAIN_POINTS = dict(zip(PLAIN_ORDER, (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
ALL_CARDS = [rank + suit for suit in "SHDC" for rank in NATURAL_ORDER]
CARRES = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100}
"""The fours of a kind that count, the best first."""
RUNS = {"cent": 100, "cinquante": 50, "tierce": 25}
GRADES = [
    *(f"carre {rank}" for rank in CARRES),
    *(f"{kind} {rank} {where}" for kind in RUNS for rank in NATURAL_ORDER for where in ("trumps", "plain")),
]
"""All announcements from the best to the weakest."""
ANNOUNCING = Options(announcements=True)
HANDS = (
    "JH KH AS 7S 8D QH 9D 7C",
    "9H 8H KS QS JS AD 7D 8C",
    "AH TS 9S TD KD QD AC 9C",
    "TH 7H 8S JD TC KC QC JC",
)
"""Seat 0 holds a tierce to the king of hearts, 1 one of spades, 2 nothing, 3 a cinquante to the king of clubs."""
SOLID = (
    "AH KH QH JH TH 9H 8H 7H",
    "AS KS QS JS TS 9S 8S 7S",
    "AD KD QD JD TD 9D 8D 7D",
    "AC KC QC JC TC 9C 8C 7C",
)


# ---------------------------------------------------------------------- the rules told plainly


def beats(card: str, other: str, trump: str) -> bool:
    """Tells whether *card*, played after *other*, is better than it."""
    if card[1] != other[1]:
        return card[1] == trump
    order = TRUMP_ORDER if card[1] == trump else PLAIN_ORDER
    return order.index(card[0]) < order.index(other[0])


def master(trick: Sequence[str], trump: str) -> int:
    """Gets the place of the card that wins a trick so far."""
    best = 0
    for place, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = place
    return best


def allowed(hand: Sequence[str], trick: Sequence[str], trump: str) -> set[str]:
    """Lists the cards that may be played, by the duties in their order: follow, rise, ruff, overruff."""
    if not trick:
        return set(hand)
    led = trick[0][1]
    of_suit = {card for card in hand if card[1] == led}
    trumps = {card for card in hand if card[1] == trump}
    laid = [card for card in trick if card[1] == trump]
    higher = {card for card in trumps if all(beats(card, other, trump) for other in laid)}
    if of_suit:
        return (higher or of_suit) if led == trump else of_suit
    partner_is_master = len(trick) >= 2 and master(trick, trump) == len(trick) - 2
    if partner_is_master or not trumps:
        return set(hand)
    return higher or trumps


def card_points(cards: Sequence[str], trump: str) -> int:
    """Adds up what cards are worth."""
    return sum((TRUMP_POINTS if card[1] == trump else PLAIN_POINTS)[card[0]] for card in cards)


def runs_of(held: str) -> list[str]:
    """Cuts the ranks held in one suit into runs that count, each from its top."""
    found = []
    for run in "".join(rank if rank in held else " " for rank in NATURAL_ORDER).split():
        rest = run
        while len(rest) >= 5:
            found.append(f"cent {rest[0]}")
            rest = rest[5:]
        if len(rest) >= 3:
            found.append(f"{'cinquante' if len(rest) == 4 else 'tierce'} {rest[0]}")
    return found


def announceable(hand: Sequence[str]) -> set[str]:
    """Lists what a hand can announce."""
    carres = {f"carre {rank}" for rank in CARRES if sum(card[0] == rank for card in hand) == 4}
    return carres | {run + suit for suit in "SHDC" for run in runs_of("".join(c[0] for c in hand if c[1] == suit))}


def worth(name: str) -> int:
    """Gets the points of an announcement."""
    kind, height = name.split()
    return CARRES[height] if kind == "carre" else RUNS[kind]


def grade(name: str, trump: str) -> int:
    """Gets the place of an announcement in the list of all, the best being 0; equal ones share a place."""
    kind, height = name.split()
    if kind == "carre":
        return GRADES.index(name)
    return GRADES.index(f"{kind} {height[0]} {'trumps' if height[1] == trump else 'plain'}")


def compared(declared: Sequence[Sequence[str]], trump: str) -> list[int]:
    """Gets the points of both sides' announcements: the strictly best one brings in all of its side's."""
    best = [min((grade(name, trump) for name in names), default=99) for names in declared]
    return [sum(map(worth, declared[side])) if best[side] < best[1 - side] else 0 for side in (0, 1)]


def scored(takers: int, points: list[int], tricks: list[int], belote: int, announced: list[int], majority: bool) -> str:
    """Tells how a manche ended and what each side scores: "made 95 87"."""
    defence, bonus = 1 - takers, [20 * (side == belote) for side in (0, 1)]
    totals = [points[side] + bonus[side] + announced[side] for side in (0, 1)]
    if tricks[takers] == 8:
        ending, theirs, others = "capot", 252 + announced[takers] + bonus[takers], announced[defence] + bonus[defence]
    elif tricks[takers] == 0:
        ending, theirs, others = "nothing", bonus[takers], 252 + sum(announced) + bonus[defence]
    elif totals[takers] >= (totals[defence] if majority else 81):
        ending, theirs, others = "made", totals[takers], totals[defence]
    else:
        ending, theirs, others = "dedans", bonus[takers], 162 + sum(announced) + bonus[defence]
    return f"{ending} {theirs if takers == 0 else others} {others if takers == 0 else theirs}"


def winner_of_match(target: int, scores: Sequence[int], belote: int) -> int | None:
    """Gets the side that has won: the better one past the target, if it is so without the manche's belote too."""
    for side in (0, 1):
        others, ours = scores[1 - side], scores[side]
        without = ours - 20 if belote == side else ours
        if ours > others and without >= target and without > others:
            return side
    return None


# ---------------------------------------------------------------------- helpers


def cards(text: str) -> list[Card]:
    """Reads cards from their names."""
    return [parse_card(name) for name in text.split()]


def names(found: Sequence[Card]) -> list[str]:
    """Gets the names of cards."""
    return [CARD_NAMES[card] for card in found]


def move(name: str) -> Move:
    """Gets a move from its name."""
    return BeloteDeal.parse_move(name)


def moves_named(deal: BeloteDeal) -> set[str]:
    """Gets the names of the legal moves."""
    return {deal.move_name(legal) for legal in deal.legal_moves()}


def refused(deal: BeloteDeal, name: str) -> str:
    """Gets the reason why a move is refused, having checked that it changes nothing."""
    before = deal.copy()
    with pytest.raises(IllegalMoveError) as raised:
        deal.push(move(name))
    assert before == deal
    return raised.value.refusal.code


def played(deal: BeloteDeal, text: str) -> BeloteDeal:
    """Makes the moves named (separated by commas where something is announced), and gets the deal."""
    for name in text.split(",") if "announce" in text else text.split():
        deal.push(move(name.strip()))
    return deal


def shuffled_pack(rng: random.Random) -> list[Card]:
    """Gets a shuffled pack of 32."""
    pack = list(PACK)
    shuffle(pack, rng)
    return pack


def pack_of(hands: Sequence[str], dealer: Seat, taker: Seat, turned: str) -> list[Card]:
    """Gets the pack that gives each seat its hand, once the *taker* has got the card *turned* up."""
    held = [cards(hand) for hand in hands]
    held[taker].remove(move(turned))
    held[taker].insert(5, move(turned))
    order = [held[(dealer + 1 + place) % 4] for place in range(4)]
    rest = [card for hand in order for card in hand[5:] if card != move(turned)]
    pack = [*(c for hand in order for c in hand[:3]), *(c for hand in order for c in hand[3:5]), move(turned), *rest]
    assert sorted(PACK) == sorted(pack)
    return pack


def arranged(
    trump: str = "H",
    taker: Seat = 0,
    turned: str = "QH",
    hands: Sequence[str] = HANDS,
    options: Options = ANNOUNCING,
) -> BeloteDeal:
    """Deals given hands, seat 3 being the dealer, and makes the calls up to the take."""
    deal = BeloteDeal.start(pack_of(hands, 3, taker, turned), 3, 1, options)
    for _ in range(taker if trump == turned[1] else 4 + taker):
        deal.push(move("pass"))
    deal.push(move("take" if trump == turned[1] else trump))
    assert [sorted(cards(hand)) for hand in hands] == [sorted(hand) for hand in deal.hands]
    return deal


def taken_deal(rng: random.Random, options: Options = ANNOUNCING, dealer: Seat = 3, number: int = 1) -> BeloteDeal:
    """Deals a shuffled pack and calls at random until somebody takes."""
    while True:
        deal = BeloteDeal.start(shuffled_pack(rng), dealer, number, options)
        call_at_random(deal, rng)
        if deal.phase:
            return deal


def call_at_random(deal: BeloteDeal, rng: random.Random) -> None:
    """Makes the calls at random until the auction is over."""
    while deal.phase == Phase.CALL:
        deal.play(random_move(deal, rng))


@dataclass
class Told:
    """What happened in a deal, as those at the table could have written it down."""

    hands: list[list[str]]
    """The eight cards of each seat."""
    declared: list[list[str]]
    tricks: list[list[tuple[Seat, str]]]
    """Each trick's cards in the order played, each with its player."""


def play_out(deal: BeloteDeal, rng: random.Random) -> Told:
    """Plays a deal to its end at random, writing down what happens."""
    told = Told([names(hand) for hand in deal.hands], [[] for _ in range(4)], [])
    plays = []
    while deal.phase:
        chosen, seat = random_move(deal, rng), deal.turn
        if chosen < 52:
            plays.append((seat, CARD_NAMES[chosen]))
        else:
            told.declared[seat].append(deal.move_name(chosen).removeprefix("announce "))
        deal.play(chosen)
    told.tricks = [plays[start : start + 4] for start in range(0, len(plays), 4)]
    return told


def winners_of(told: Told, trump: str) -> list[Seat]:
    """Gets who won each trick."""
    return [trick[master([card for _, card in trick], trump)][0] for trick in told.tricks]


@dataclass
class Count:
    """What a deal's tricks and announcements come to, by side."""

    points: list[int]
    tricks: list[int]
    belote: int
    announced: list[int]


def recount(told: Told, trump: str) -> Count:
    """Counts a deal again from what was written down."""
    points, tricks = [0, 0], [0, 0]
    for trick, winner in zip(told.tricks, winners_of(told, trump), strict=True):
        points[winner % 2] += card_points([card for _, card in trick], trump)
        tricks[winner % 2] += 1
    points[winners_of(told, trump)[-1] % 2] += 10
    holders = [seat for seat, hand in enumerate(told.hands) if {"K" + trump, "Q" + trump} <= set(hand)]
    announced = compared([told.declared[side] + told.declared[side + 2] for side in (0, 1)], trump)
    return Count(points, tricks, holders[0] % 2 if holders else -1, announced)


def gathered_by_hand(told: Told, trump: str, taker: Seat) -> list[str]:
    """Puts the takers' tricks, in the order won, on the defence's."""
    heaps: list[list[str]] = [[], []]
    for trick, winner in zip(told.tricks, winners_of(told, trump), strict=True):
        heaps[winner % 2] += [card for _, card in trick]
    return heaps[taker % 2] + heaps[1 - taker % 2]
