"""What a seat of Luz bets: the tricks that its slots are worth, drawn towards what the other bets leave over."""

from __future__ import annotations

from functools import cache
from math import exp

from ....game import Deal, Move
from ....games.luz import LuzDeal
from ....games.luz.deal import BETTING
from ....games.luz.rules import BETS, HAND, bet_points
from .slots import weigh_hand

SPREAD = {3: 0.6, 4: 0.55, 5: 0.5}
"""
How far from what is expected a bet looks, by the number of players.

It is less than how far the tricks won are from what was expected then: one plays towards the bet.
"""
TRUST = 0.5
"""How far the bets made before, by rivals who see this hand, count beside one's own count."""

REACH = 1.5
"""Bets further from the tricks to expect are not searched."""

FULL_TABLE = 4
"""With more players than this, playouts are longer, and their worlds fewer."""


@cache
def best_bet(players: int, round_: int, tenths: int) -> Move:
    """Gets the bet that brings most on average when so many tricks, in tenths, are expected."""
    chances = [exp(-(((tricks - tenths / 10) / SPREAD[players]) ** 2) / 2) for tricks in range(HAND + 1)]

    def points(move: Move) -> float:
        mean = sum([chance * bet_points(BETS[move], tricks, round_) for tricks, chance in enumerate(chances)])
        return round(mean, 6)  # halfway between two bets, the first on every machine

    return max(range(len(BETS)), key=points)


def expected(deal: LuzDeal) -> float:
    """Gets the tricks that the seat to bet can expect: those of its slots, and what the bets before leave over."""
    made = [BETS[bet] for bet in deal.bets if bet >= 0]
    own = weigh_hand(deal).later
    known = len(made) / (len(deal.hands) - 1)
    over = HAND - sum([bet.brown + bet.blue / 2 for bet in made])
    others = (HAND - own) * (1 - known)
    return round(own + TRUST * known * (over - others - own), 6)  # the same on every machine


def near_bets(deal: Deal, moves: list[Move]) -> list[Move]:
    """Lists the first move, and while bets are made those near the tricks to expect: others are out of the question."""
    assert isinstance(deal, LuzDeal)
    if deal.phase != BETTING:
        return moves
    tricks = expected(deal)
    near = [move for move in moves[1:] if abs(BETS[move].brown + BETS[move].blue / 2 - tricks) <= REACH]
    return [moves[0], *near]


def share_of_worlds(deal: Deal) -> float:
    """Gets the part of the worlds that a decision needs no more than a second for: bets have the longest playouts."""
    return min(1.0, FULL_TABLE / deal.seats) / (2 if deal.phase == BETTING else 1)
