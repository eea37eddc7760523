"""What every test may ask for by name; plain helpers are in ``helpers.py``."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tapisvert.games import GAMES
from tests.helpers import ALL_SETTINGS, Setting
from tests.toys import TOYS

# The source of a wheel: installed by a test, never imported in place.
collect_ignore = ["toys/wheel"]

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.load_profile("house")


@pytest.fixture(params=ALL_SETTINGS, ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    """Every game, toys included, with every combination of its options."""
    found: Setting = request.param
    return found


@pytest.fixture
def with_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats the toys among the games of the house, for what finds games by name."""
    for name, game in TOYS.items():
        monkeypatch.setitem(GAMES, name, game)
