"""The wheel of knockout whist: built from its sources, it declares a whole game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib.metadata import distributions
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tapisvert.game import option_text
from tapisvert.games import GROUP, AddedGame
from tests.toys.knockout_whist import KNOCKOUT_WHIST

SOURCE = Path(__file__).parent / "wheel"
PACKAGE = "tapisvert_knockout"


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AddedGame]:
    """What the built wheel's entry point gives."""
    wheel = next(WheelBuilder(str(SOURCE)).build(directory=str(tmp_path), versions=["standard"]))
    assert "tapisvert_knockout-1.0-py3-none-any.whl" == Path(wheel).name
    (distribution,) = distributions(path=[wheel])
    (entry,) = distribution.entry_points.select(group=GROUP)
    monkeypatch.syspath_prepend(wheel)
    found: AddedGame = entry.load()
    yield found
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


def test_wheel_declares_the_game(added: AddedGame) -> None:
    """The wheel's entry point gives the game, and in each language a title, a tagline and every option's texts."""
    assert isinstance(added, AddedGame)
    assert KNOCKOUT_WHIST.name == added.game.name
    needed = {f"game.{added.game.name}", f"game.{added.game.name}.tagline"}
    for spec in fields(added.game.options):
        option = f"option.{added.game.name}.{spec.name}"
        needed |= {option, *(f"{option}.{option_text(value)}" for value in spec.metadata["values"])}
    assert {"fr", "en"} == set(added.messages)
    for texts in added.messages.values():
        assert needed <= set(texts)
        assert all(texts.values())
