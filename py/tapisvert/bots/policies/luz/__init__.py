"""
A steering rule for Luz.

A seat weighs each of its slots by the tricks that such a card takes on average, which depends on how many of the
rivals' cards beat it; it bets what that adds up to, with an eye to the bets of the others, who see its hand. In
play each slot is weighed twice: how likely it takes this trick, and what it is worth later. The slot is played
after which the tricks to expect are nearest to the bet, with little left to chance; a trick is rather taken from a
rival who needs it than from one who does not. The weights were fitted to games that it played against itself. Of its
own hand it reads backs, and what can be deduced.
"""

from __future__ import annotations

from collections.abc import Callable

from ....game import Deal, Move
from ....games.luz import LuzDeal
from ....games.luz.deal import BETTING
from .bets import best_bet, expected, near_bets, share_of_worlds
from .slots import best_slot

__all__ = ["SLIPS", "near_bets", "share_of_worlds", "steer"]

SLIPS = 0.25
"""How often a playout's move is any legal one: see docs/bots.md for what other shares did."""


def steer(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, LuzDeal)
    if deal.phase == BETTING:
        return best_bet(len(deal.hands), deal.round, round(10 * expected(deal)))
    return best_slot(deal, moves)
