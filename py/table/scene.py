"""What one drawing of the table shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from tapisvert.cards import Card
from tapisvert.game import Game, Phase, Seat
from tapisvert.view import View

from .layouts import Layout
from .settings import Settings
from .text import Texts

YOU: Seat = 0
"""The seat of the person at this page, at the bottom."""


@dataclass(slots=True)
class Scene:
    """All that one drawing of the table shows."""

    game: Game
    layout: Layout
    view: View
    texts: Texts
    names: list[str]
    """By seat, as shown."""
    settings: Settings
    deal: int = 1
    """The deal's number as displayed."""
    match_over: bool = False
    asked: bool = False
    """Whether you are asked for a move now."""
    held: bool = False
    """Whether the last trick still lies on the table."""
    selection: list[Card] = field(default_factory=list)
    """The cards selected for a sealed pass."""
    reason: str = ""
    """Why the card just tried is refused, if one was."""

    @property
    def you(self) -> Seat:
        """The seat at the bottom."""
        return self.view.seat

    @property
    def needed(self) -> int:
        """How many cards are still to be selected for a sealed pass, those selected included."""
        passed = getattr(self.view.deal, self.layout.passed)[self.you] if self.layout.passed else []
        return self.layout.select - len(passed)

    @property
    def is_selecting(self) -> bool:
        """Whether cards are being chosen for a sealed pass."""
        return self.asked and self.view.deal.phase == Phase.PASS and self.needed > 0
