"""
What happened, as codes: for the log, sounds, animation and screen readers.

Told from what one seat saw, (view before, seen move, view after), so that nothing hidden leaks.
"""

from __future__ import annotations

from .game import Event, Move
from .view import View


def narrate(before: View, move: Move, after: View) -> list[Event]:
    """
    Tells what a move did, in order, the deal's points last if that ended it.

    :param move: as the observer saw it (:meth:`Deal.seen_move`).
    """
    events = before.deal.narrate(move, after.deal)
    if not after.deal.phase:
        events += after.deal.remarks()
        events += [Event("scored", seat=seat, amount=points) for seat, points in enumerate(after.deal.points())]
    return events
