"""
A rule of thumb for Solo Whist: counted calls, and cards for what the contract wants.

Calls are in ``calls.py``, cards where tricks are wanted in ``tricks.py`` and those of a misère in ``misere.py``.
"""

from __future__ import annotations

from collections.abc import Callable

from ....game import Deal, Move
from ....games.solo_whist import SoloWhistDeal
from ....games.solo_whist.deal import CALLING, NAMING
from ....games.solo_whist.rules import CONTRACTS
from .calls import best_call, best_name, call_handicap, hears
from .misere import play_misere
from .seen import distinct_moves
from .tricks import play_for_tricks

__all__ = ["bid_and_play", "call_handicap", "distinct_moves", "hears"]

IS_MISERE = [not contract.target for contract in CONTRACTS]


def bid_and_play(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, SoloWhistDeal)
    if deal.phase == CALLING:
        return best_call(deal, moves)
    if deal.phase == NAMING:
        return best_name(deal)
    return play_misere(deal, moves) if IS_MISERE[deal.contract] else play_for_tricks(deal, moves)
