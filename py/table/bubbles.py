"""What the players have just said, which hangs over their plates for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tapisvert.game import Event

CALLED = "called"
"""The code of a call."""
ENDS = "took_trick"
"""The event after which what was said is no longer of interest."""


class Bubbles:
    """What the seats said in this phase and in this trick."""

    def __init__(self, is_spoken: Callable[[Event], bool], ends: Callable[[Event], bool] = lambda _: False) -> None:
        """
        Nobody has said anything yet.

        :param is_spoken: whether an event is something that its seat says.
        :param ends: whether that is forgotten with its phase even if it ends it: one call alone would tell nothing.
        """
        self._ends = ends
        self._is_spoken = is_spoken
        self._phase: int | None = None
        self._is_over = False
        self.said: list[Event] = []
        """In the order said."""

    def saw(self, events: Iterable[Event], phase: int) -> None:
        """
        Takes what a move did.

        :param phase: that of the deal after it.
        """
        happened = list(events)
        has_ended = self._phase not in (None, phase)
        if self._is_over or has_ended:
            self.said = []
        self._phase = phase
        spoken = [event for event in happened if event.seat is not None and self._is_spoken(event)]
        self.said = self.said + [event for event in spoken if not (has_ended and self._ends(event))]
        self._is_over = any(event.code == ENDS for event in happened)

    def settle(self) -> None:
        """Forgets what was said in a trick that is over, as nobody lingers over it after a reload."""
        if self._is_over:
            self.hush()

    def hush(self) -> None:
        """Forgets what was said."""
        self.said, self._phase = [], None
