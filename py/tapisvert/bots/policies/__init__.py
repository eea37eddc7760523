"""
Policies: one rule of thumb per game, used as the level ``easy`` and to play worlds out.

A policy looks only at what the seat to act may see (its own hand and public fields), though in a
world it could see more: so it is as honest in a view as in a world.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...game import Deal, Move
from ...games import ADDED
from ...games.belote import BeloteDeal
from ...games.hearts import HeartsDeal
from ...games.lucky_numbers import LuckyNumbersDeal
from ...games.luz import LuzDeal
from ...games.solo_whist import SoloWhistDeal
from .belote import partner_play
from .hearts import duck
from .lucky_numbers import grow
from .luz import steer
from .solo_whist import bid_and_play

Policy: TypeAlias = Callable[[Deal, list[Move], Callable[[], float]], Move]
"""Chooses among the legal moves of the seat to act; the third argument draws from [0, 1)."""


def at_random(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses any move: the policy of a game that has none."""
    return moves[int(random01() * len(moves))]


POLICIES: dict[type[Deal], Policy] = {
    HeartsDeal: duck,
    BeloteDeal: partner_play,
    LuckyNumbersDeal: grow,
    LuzDeal: steer,
    SoloWhistDeal: bid_and_play,
} | {added.game.deal: added.policy for added in ADDED.values() if added.policy is not None}


def policy_of(deal: Deal) -> Policy:
    """Gets the policy of a deal's game."""
    return POLICIES.get(type(deal), at_random)
