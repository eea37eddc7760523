"""Every level, in every game, always answers with a legal move, and changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from tapisvert.bots import LEVELS
from tapisvert.games import GAMES
from tapisvert.games.hearts import PENALTY
from tapisvert.match import Match
from tests.bots.positions import ask, positions, skewed_hearts
from tests.helpers import Setting, settings_of

HOUSE = [settings_of(game)[0] for game in GAMES.values()]


def all_asked(matches: Iterator[Match], worlds: int | None) -> Counter[str]:
    """Asks every level for every seat that may be asked, with these worlds or its own, and counts the answers."""
    asked: Counter[str] = Counter()
    for match in matches:
        assert match.deal is not None
        for seat in match.deal.waiting():
            view = match.view(seat)
            moves = view.legal_moves()
            assert moves
            for level in LEVELS:
                assert ask(level, view, worlds or LEVELS[level].worlds, f"{match.ply}") in moves
                asked[level] += 1
            hand = match.deal.hands[seat] if hasattr(match.deal, "hands") else []
            asked["last card"] += len(hand) == 1
            asked["only penalties"] += match.game.name == "hearts" and all(map(PENALTY.__getitem__, hand))
    return asked


def test_answers_are_legal(setting: Setting) -> None:
    """The answer is one of the legal moves, at every ply, sealed ones included."""
    asked = all_asked(positions(setting, "legal", 2), worlds=1)
    assert asked["medium"] > 5


def test_answers_to_skewed_hearts_are_legal() -> None:
    """The answer is legal with voids, with penalty cards alone on trick 1, and on the last trick."""
    asked = all_asked(skewed_hearts("legal", 8), worlds=1)
    assert asked["last card"] > 20
    assert asked["only penalties"] > 20


def test_bots_change_nothing(setting: Setting) -> None:
    """A view is the same after it was asked about."""
    for match in islice(positions(setting, "unchanged", 1), 0, 60, 3):
        assert match.deal is not None
        seat = match.deal.waiting()[0]
        view = match.view(seat)
        for level in LEVELS:
            ask(level, view, 2)
        assert match.view(seat) == view


@pytest.mark.soak
@pytest.mark.parametrize("setting", HOUSE, ids=str)
def test_many_answers_are_legal(setting: Setting) -> None:
    """Twenty thousand answers with one world, and two hundred with the full budget, are legal."""
    asked = all_asked(islice(positions(setting, "many", 10_000), 20_000), worlds=1)
    assert asked["hard"] >= 20_000
    asked = all_asked(islice(positions(setting, "full", 100), 200), worlds=None)
    assert asked["hard"] >= 200
