"""What the players have just said, which hangs over their plates for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tapisvert.game import Event, Seat

ENDS = "took_trick"
"""The event after which what was said is no longer of interest."""


class Bubbles:
    """By seat, what it said in this phase and in this trick."""

    def __init__(self, is_spoken: Callable[[Event], bool]) -> None:
        """
        Nobody has said anything yet.

        :param is_spoken: whether an event is something that its seat says.
        """
        self._is_spoken = is_spoken
        self._phase = -1
        self._is_over = False
        self.said: dict[Seat, list[Event]] = {}
        """In the order said."""

    def saw(self, events: Iterable[Event], phase: int) -> None:
        """
        Takes what a move did.

        :param phase: that of the deal after it.
        """
        happened = list(events)
        if self._is_over or phase != self._phase:
            self.said = {}
        self._phase = phase
        for event in happened:
            if event.seat is not None and self._is_spoken(event):
                self.said[event.seat] = [*self.said.get(event.seat, []), event]
        self._is_over = any(event.code == ENDS for event in happened)

    def settle(self) -> None:
        """Forgets what was said in a trick that is over, as nobody lingers over it after a reload."""
        if self._is_over:
            self.hush()

    def hush(self) -> None:
        """Forgets what was said."""
        self.said = {}
