"""
One rule of thumb per game, used as the level ``easy`` and to play worlds out, and what else bots know of it.

A policy looks only at what the seat to act may see (its own hand and public fields), though in a
world it could see more: so it is as honest in a view as in a world.
"""

from __future__ import annotations

from ...game import Deal
from ...games import ADDED
from ...games.belote import BeloteDeal
from ...games.hearts import HeartsDeal
from ...games.lucky_numbers import LuckyNumbersDeal
from ...games.luz import LuzDeal
from ...games.solo_whist import SoloWhistDeal
from ..craft import Craft, Policy
from .belote import best_end, hears, is_announcing, match_chance, partner_play
from .hearts import SLIPS, duck, is_passing, match_share
from .lucky_numbers import grow, look_ahead
from .luz import SLIPS as LUZ_SLIPS
from .luz import near_bets, share_of_worlds, steer
from .solo_whist import bid_and_play, call_handicap, distinct_moves
from .solo_whist import hears as hears_calls

NO_CRAFT = Craft()
CRAFTS: dict[type[Deal], Craft] = {
    HeartsDeal: Craft(duck, SLIPS, match_share, by_rule=is_passing),
    BeloteDeal: Craft(partner_play, worth=match_chance, by_rule=is_announcing, hears=hears, ending=best_end),
    LuckyNumbersDeal: Craft(grow, think=look_ahead),
    LuzDeal: Craft(steer, LUZ_SLIPS, sift=near_bets, share=share_of_worlds),
    SoloWhistDeal: Craft(bid_and_play, hears=hears_calls, handicap=call_handicap, sift=distinct_moves),
}
CRAFTS.update({added.game.deal: Craft(added.policy) for added in ADDED.values() if added.policy is not None})


def craft_of(deal: Deal) -> Craft:
    """Gets what bots know of a deal's game, or of the game that it is a variant of."""
    return next((CRAFTS[kind] for kind in type(deal).__mro__ if kind in CRAFTS), NO_CRAFT)


def policy_of(deal: Deal) -> Policy:
    """Gets the policy of a deal's game."""
    return craft_of(deal).policy
