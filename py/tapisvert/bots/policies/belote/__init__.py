"""
A rule of thumb for Belote: counted calls, trumps drawn by the takers, points put where the partner wins.

Calls are in ``calls.py``, cards in ``cards.py``; all announcements are made. ``end.py`` plays the last tricks of
a world exactly, ``worth.py`` tells what points are worth at the score of the match.
"""

from __future__ import annotations

from collections.abc import Callable

from ....game import Deal, Move
from ....games.belote import BeloteDeal
from ....games.belote.rules import ANNOUNCE, PASS
from .calls import best_call, hears
from .cards import best_card
from .end import best_end
from .worth import match_chance

__all__ = ["best_end", "hears", "is_announcing", "match_chance", "partner_play"]


def partner_play(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, BeloteDeal)
    first = moves[0]
    if first >= ANNOUNCE:
        return first
    return best_call(deal, moves) if first == PASS else best_card(deal, moves)


def is_announcing(deal: Deal) -> bool:
    """Tells whether there is something to announce: a partner counts on it, and it seldom costs anything."""
    moves = deal.legal_moves()
    return bool(moves) and moves[0] >= ANNOUNCE
