"""Trap 60: whatever the position, every level answers in time with a legal move."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tapisvert.bots import LEVELS, Budget, decide
from tapisvert.bots.policies import POLICIES, at_random, policy_of
from tapisvert.bots.search import rollout
from tapisvert.game import InvalidRecordError, Phase
from tapisvert.games.hearts import HEARTS, PENALTY, HeartsDeal
from tapisvert.view import View
from tests.helpers import Setting, plies, settings_of

HEARTS_SETTING = settings_of(HEARTS)[0]


def views(setting: Setting, count: int) -> Iterator[View]:
    """Plays at random, match after match, and yields the views of every seat that may be asked."""
    rng = random.Random(f"legality {setting}")
    found = number = 0
    while found < count:
        number += 1
        match = setting.match(f"legality {number}")
        for deal, move in plies(match, rng, 4):
            if move is not None:
                for seat in deal.waiting():
                    found += 1
                    yield match.view(seat)


def check_choice(level: str, view: View, seed: str, worlds: int) -> None:
    """Checks that a level's choice is legal, and that its reasons are about legal moves, best first."""
    legal = view.legal_moves()
    choice = decide(level, view, seed, Budget(worlds))
    assert choice.move in legal
    assert not choice.cut
    if choice.why:
        assert sorted(legal) == sorted(reason.move for reason in choice.why)
        assert choice.move == choice.why[0].move
        assert sorted((r.points for r in choice.why), reverse=True) == [r.points for r in choice.why]
        assert {choice.worlds} == {reason.worlds for reason in choice.why}


@pytest.mark.parametrize("level", LEVELS)
def test_choices_are_legal(setting: Setting, level: str) -> None:
    """In any game, toys without a policy too, each level chooses a legal move at every step."""
    for index, view in enumerate(views(setting, 150)):
        before = view.deal.copy()
        check_choice(level, view, str(index), 1)
        assert before == view.deal, "a view is looked at, never played on"


def test_full_budget() -> None:
    """At its own budget medium is legal too."""
    for index, view in enumerate(views(HEARTS_SETTING, 200)):
        check_choice("medium", view, str(index), LEVELS["medium"].worlds)


@pytest.mark.slow
def test_many_positions_of_hearts() -> None:
    """In 20,000 positions of Hearts every level is legal; passes, last tricks and bare penalties are among them."""
    passes = lasts = bare = 0
    for index, view in enumerate(views(HEARTS_SETTING, 20_000)):
        check_choice(list(LEVELS)[index % 3], view, str(index), 1)
        assert isinstance(view.deal, HeartsDeal)
        passes += view.deal.phase == Phase.PASS
        lasts += len(view.legal_moves()) == 1
        bare += all(PENALTY[card] for card in view.legal_moves())
    assert min(passes, lasts, bare) > 200


def test_hand_of_penalties_alone() -> None:
    """On trick 1 a hand of twelve hearts and the queen may discard any card, and every level does."""
    hearts = [card for card in HeartsDeal.pack if PENALTY[card]]
    others = [card for card in HeartsDeal.pack if not PENALTY[card] and card != 0]
    hands = [[0, *others[:12]], hearts[1:], [hearts[0], *others[12:24]], others[24:]]
    pack = [hands[(1 + place) % 4][place // 4] for place in range(52)]
    deal = HeartsDeal.start(pack, 0, 4, HEARTS.options())
    deal.push(0)
    view = View(1, deal.seen_by(1), [[], [], [], []], [100] * 4, HEARTS.options())
    assert sorted(hearts[1:]) == sorted(view.legal_moves())
    for level in LEVELS:
        check_choice(level, view, "seed", 3)


def test_single_move_needs_no_thought() -> None:
    """With a single legal move no world is imagined."""
    for view in views(HEARTS_SETTING, 500):
        if len(view.legal_moves()) == 1:
            for level in LEVELS:
                choice = decide(level, view, "seed")
                assert (view.legal_moves()[0], 0, False, ()) == (choice.move, choice.worlds, choice.cut, choice.why)


def test_nothing_to_decide() -> None:
    """A seat that is not asked gets no answer."""
    match = HEARTS_SETTING.match("nothing")
    for deal, move in plies(match, random.Random(1), 1):
        if deal.phase == Phase.PLAY and move is not None:
            with pytest.raises(InvalidRecordError):
                decide("easy", match.view((deal.turn + 1) % 4), "seed")


def test_unknown_level() -> None:
    """An unknown level is refused by name."""
    match = HEARTS_SETTING.match("level")
    match.next_deal()
    with pytest.raises(InvalidRecordError, match="grandmaster"):
        decide("grandmaster", match.view(0), "seed")


def test_rollouts_end(setting: Setting) -> None:
    """A playout by the game's policy, or at random in a game that has none, ends the deal."""
    rng = random.Random("rollouts")
    for number in range(5):
        deal = setting.match(number).next_deal()
        assert len(setting.seats) == len(rollout(deal, policy_of(deal), rng.random))
        assert not deal.phase
        assert (policy_of(deal) is at_random) == (type(deal) not in POLICIES)
