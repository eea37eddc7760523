"""What a person may set, with its values; kept on the device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

SPEEDS: dict[str, tuple[int, int, int, int]] = {
    "calm": (320, 900, 1600, 380),
    "normal": (220, 450, 900, 260),
    "quick": (140, 200, 450, 160),
    "instant": (0, 0, 0, 0),
}
"""Milliseconds by speed: a card's flight, a bot's least thinking time, a full trick's hold, its collection."""
VALUES: dict[str, tuple[str, ...]] = {
    "speed": tuple(SPEEDS),
    "deck": ("index", "minimal"),
    "partner": ("across", "diagonal"),
    "strong": ("right", "left"),
    "odds": ("off", "on"),
    "cautions": ("off", "on"),
    "keys": ("on", "off"),
}


@dataclass(slots=True)
class Settings:
    """The settings of a page."""

    speed: str = "normal"
    deck: str = "index"
    partner: str = "across"
    """Where a partner sits: opposite, or at the top right."""
    strong: str = "right"
    """At which end of a colour the highest card lies, in hands that their owners see from behind."""
    odds: str = "off"
    """Whether the page says what you can work out of cards of yours that you do not see."""
    cautions: str = "off"
    """Whether cells say that a card laid there would be regretted, though the rules allow it."""
    keys: str = "on"
    """Whether single characters typed are shortcuts."""

    @property
    def pace(self) -> Pace:
        """The waits that the speed asks for."""
        return Pace(*SPEEDS[self.speed])

    def change(self, name: str, value: str) -> bool:
        """Sets a setting; an unknown name or value changes nothing and gives False."""
        if value not in VALUES.get(name, ()):
            return False
        setattr(self, name, value)
        return True

    def to_json(self) -> dict[str, str]:
        """Gets the settings as JSON values."""
        return asdict(self)

    @classmethod
    def read(cls, data: Any) -> Settings:
        """Reads settings, keeping the default of whatever cannot be read."""
        settings = cls()
        if isinstance(data, Mapping):
            for spec in fields(cls):
                settings.change(spec.name, str(data.get(spec.name)))
        return settings


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in milliseconds."""

    play: int
    bot: int
    hold: int
    collect: int
