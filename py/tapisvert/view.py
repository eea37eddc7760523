"""What one seat knows: all that a bot, and the table, ever gets."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from .cards import Card
from .game import Deal, Move, Seat, Worlds


@dataclass(slots=True)
class View:
    """A deal with holes, what the moves so far ruled out, and the match around it."""

    seat: Seat
    deal: Deal
    """The deal as this seat sees it. Looked at, never played on."""
    lacks: list[list[Card]]
    """By seat, the cards that its moves proved it does not hold; sorted."""
    scores: list[int]
    """The match's scores before this deal, by seat."""
    options: Any
    """The game's options."""
    _worlds: Worlds | None = field(default=None, init=False, repr=False, compare=False)

    def legal_moves(self) -> list[Move]:
        """Lists this seat's legal moves; empty if it is not asked now."""
        return self.deal.legal_moves()[:] if self.seat in self.deal.waiting() else []

    def sample(self, rng: random.Random) -> Deal:
        """
        Draws a world uniformly from all that are consistent with this view.

        :raises ValueError: if none is.
        """
        return self.worlds.draw(rng)

    @property
    def worlds(self) -> Worlds:
        """
        All the worlds that are consistent with this view.

        :raises ValueError: if there is none.
        """
        if self._worlds is None:
            self._worlds = self.deal.worlds(self.seat, self.lacks)
        return self._worlds
