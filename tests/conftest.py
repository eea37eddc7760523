"""What every test may ask for by name; plain helpers are in ``helpers.py``."""

from __future__ import annotations

import sys

import pytest
from hypothesis import settings

from tapisvert.games import GAMES
from tests.helpers import Setting, settings_of
from tests.toys import ALL_GAMES, TOYS

# The source of a wheel: installed by a test, never imported in place.
collect_ignore = ["toys/wheel"]

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.load_profile("house")


FAST = 1 if sys.platform == "emscripten" else 2
"""So many settings of a game are tried by ``./build.sh check``, and in Pyodide."""
PARAMS = [
    pytest.param(setting, id=str(setting), marks=() if place < FAST else pytest.mark.slow)
    for game in ALL_GAMES.values()
    for place, setting in enumerate(settings_of(game))
]


@pytest.fixture(params=PARAMS)
def setting(request: pytest.FixtureRequest) -> Setting:
    """Every game, toys included, with options so varied that each value of each option occurs."""
    found: Setting = request.param
    return found


@pytest.fixture
def with_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats the toys among the games of the house, for what finds games by name."""
    for name, game in TOYS.items():
        monkeypatch.setitem(GAMES, name, game)
