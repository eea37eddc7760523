"""Every level, in every game, always answers with a legal move, and looks at nothing that its seat cannot see."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from tapisvert.bots import LEVELS
from tapisvert.bots.policies import policy_of
from tapisvert.games import GAMES
from tapisvert.games.hearts import PENALTY
from tapisvert.match import Match
from tapisvert.view import View
from tests.bots.positions import ask, positions, skewed_hearts
from tests.helpers import Setting, settings_of

HOUSE = [settings_of(game)[0] for game in GAMES.values()]


def all_asked(matches: Iterator[Match], worlds: int) -> Counter[str]:
    """Asks every level for every seat that may be asked, and counts the answers."""
    asked: Counter[str] = Counter()
    for match in matches:
        assert match.deal is not None
        for seat in match.deal.waiting():
            view = match.view(seat)
            moves = view.legal_moves()
            assert moves
            for level in LEVELS:
                assert ask(level, view, worlds, f"{match.ply}") in moves
                asked[level] += 1
            hand = match.deal.hands[seat] if hasattr(match.deal, "hands") else []
            asked["last card"] += len(hand) == 1
            asked["only penalties"] += match.game.name == "hearts" and all(map(PENALTY.__getitem__, hand))
    return asked


def test_answers_are_legal(setting: Setting) -> None:
    """The answer is one of the legal moves, at every ply, sealed ones included."""
    asked = all_asked(positions(setting, "legal", 2), worlds=1)
    assert asked["medium"] > 10


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


def test_policy_sees_a_view_in_a_world(setting: Setting) -> None:
    """The rule of thumb plays the same in the true deal, in the view, and in any world that looks the same."""
    rng = random.Random(f"policy {setting}")
    for match in positions(setting, "policy", 4):
        deal = match.deal
        assert deal is not None
        policy, moves = policy_of(deal), deal.legal_moves()
        view = match.view(deal.turn)
        expected = policy(view.deal, view.legal_moves(), random.Random(1).random)
        assert expected == policy(deal, moves, random.Random(1).random)
        world = view.sample(rng)
        if world.turn == deal.turn:
            assert expected == policy(world, world.legal_moves(), random.Random(1).random)


def test_rivals_cards_do_not_matter(setting: Setting) -> None:
    """Every level plays the same when the rivals' hidden cards are others, as far as the seat may know."""
    rng = random.Random(f"honest {setting}")
    differing = 0
    for match in islice(positions(setting, "honest", 2), 1, None, 5):
        deal = match.deal
        assert deal is not None
        for seat in deal.waiting():
            view = match.view(seat)
            world = view.sample(rng)
            other = View(seat, world.seen_by(seat), view.lacks, view.scores, view.options)
            differing += world != deal
            assert view == other
            for level in LEVELS:
                assert ask(level, view, 2) == ask(level, other, 2)
    assert differing > 0


@pytest.mark.soak
@pytest.mark.parametrize("setting", HOUSE, ids=str)
def test_many_answers_are_legal(setting: Setting) -> None:
    """Twenty thousand answers with one world, and two hundred with the full budget, are legal."""
    asked = all_asked(positions(setting, "many", 400), worlds=1)
    assert asked["medium"] > 20_000
    full = LEVELS["medium"].worlds
    asked = all_asked(positions(setting, "full", 6), worlds=full) + all_asked(skewed_hearts("full", 2), worlds=full)
    assert asked["medium"] > 200
