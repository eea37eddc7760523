"""
The games of the house, and those that an installed wheel adds.

A wheel adds a game by declaring an entry point of the group ``tapisvert.games`` that names an
:class:`AddedGame`: the game, and, as plain data, its layout and messages for the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any

from ..game import Game, InvalidRecordError
from .belote import BELOTE
from .hearts import HEARTS
from .lucky_numbers import LUCKY_NUMBERS
from .luz import LUZ
from .solo_whist import SOLO_WHIST

GROUP = "tapisvert.games"


@dataclass(frozen=True, slots=True)
class AddedGame:
    """A game that comes in a wheel of its own."""

    game: Game
    layout: Mapping[str, Any] = field(default_factory=dict)
    """The fields of the page's ``Layout`` that differ from its defaults."""
    messages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By language (``fr``, ``en``), texts by message key."""
    policy: Any = None
    """A rule of thumb for the bots (``bots.craft.Policy``), or None to play worlds out at random."""


def _load_added() -> dict[str, AddedGame]:
    """Loads the games that installed wheels declare; one that cannot be loaded is named in the error."""
    added: dict[str, AddedGame] = {}
    for entry in entry_points(group=GROUP):
        found = entry.load()
        if not isinstance(found, AddedGame) or found.game.name in BUILT_IN or found.game.name in added:
            raise InvalidRecordError(f"the entry point {entry.name} of {GROUP} gives no new game")
        added[found.game.name] = found
    return added


BUILT_IN: dict[str, Game] = {game.name: game for game in (HEARTS, BELOTE, SOLO_WHIST, LUZ, LUCKY_NUMBERS)}
ADDED: dict[str, AddedGame] = _load_added()
GAMES: dict[str, Game] = BUILT_IN | {name: added.game for name, added in ADDED.items()}
"""Every game, by name."""


def find_game(name: Any) -> Game:
    """
    Gets a game by name.

    :raises InvalidRecordError: if there is none.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise InvalidRecordError(f"no such game: {str(name)[:40]!r} (there are {', '.join(GAMES)})")
    return GAMES[name]
