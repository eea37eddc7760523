"""
Hearts against OpenSpiel's, a second opinion written by others.

With ``qs_breaks_hearts`` false, the other parameters at their defaults, its rules are ours: 2C is
led, no penalty on trick 1 unless nothing else is held, hearts led once broken or from hearts alone,
and the queen may be led at any time. No difference of rules is left to work around. Its returns
are 26 minus the points taken; its directions count as ours (0 is no pass); cards are numbered
``4 * rank + suit``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tapisvert.allot import shuffle
from tapisvert.cards import PACK_52, Card
from tapisvert.game import Phase
from tapisvert.games.hearts import HeartsDeal, Options

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here")

DEALS = 3000
THEIRS = [card % 13 * 4 + card // 13 for card in PACK_52]
"""OpenSpiel's number of each card."""


def shuffled(rng: random.Random) -> list[Card]:
    """Makes a fair pack."""
    pack = list(PACK_52)
    shuffle(pack, rng)
    return pack


def one_suit_each(rng: random.Random) -> list[Card]:
    """Makes a pack that gives each seat a whole suit."""
    suits = [list(range(13 * suit, 13 * suit + 13)) for suit in range(4)]
    rng.shuffle(suits)
    return [card for row in zip(*suits, strict=True) for card in row]


def nearly_one_suit_each(rng: random.Random) -> list[Card]:
    """Makes such a pack with a few cards exchanged: long suits, voids, hands of hearts and the queen."""
    pack = one_suit_each(rng)
    for _ in range(rng.randrange(1, 5)):
        a, b = rng.sample(range(52), 2)
        pack[a], pack[b] = pack[b], pack[a]
    return pack


def strong_and_weak(rng: random.Random) -> list[Card]:
    """Makes a pack that gives one seat the high cards, so that it may shoot the moon."""
    ranked = sorted(PACK_52, key=lambda card: (card % 13, rng.random()), reverse=True)
    strong, rest = ranked[:13], ranked[13:]
    rng.shuffle(rest)
    return [card for i in range(13) for card in (strong[i], *rest[3 * i : 3 * i + 3])]


MAKERS: tuple[Callable[[random.Random], list[Card]], ...] = (
    shuffled,
    shuffled,
    nearly_one_suit_each,
    strong_and_weak,
    one_suit_each,
)


def compare(game: Any, seed: int, seen: Counter[str]) -> None:
    """Plays one deal in both, comparing who is to act, every legal set and the scores."""
    rng = random.Random(f"open_spiel {seed}")
    pack, number = MAKERS[seed % len(MAKERS)](rng), rng.randrange(4)
    ours = HeartsDeal.start(pack, 3, number, Options())
    theirs = game.new_initial_state()
    theirs.apply_action(number)
    for card in pack:
        theirs.apply_action(THEIRS[card])
    while ours.phase:
        moves = ours.legal_moves()
        assert theirs.current_player() == ours.turn
        assert theirs.legal_actions() == sorted(THEIRS[move] for move in moves)
        if ours.phase == Phase.PLAY and not ours.trick and ours.winners and not ours.hearts_broken:
            seen["hearts alone to lead"] += all(card // 13 == 2 for card in moves)
            seen["queen alone to lead"] += moves == [49] and len(ours.hands[ours.turn]) > 1
        if ours.phase == Phase.PLAY and not ours.winners and ours.trick:
            seen["ban lifted"] += all(card // 13 == 2 or card == 49 for card in moves)
        move = max(moves, key=lambda card: card % 13) if seed % 2 and rng.random() < 0.8 else rng.choice(moves)
        ours.push(move)
        theirs.apply_action(THEIRS[move])
    assert theirs.is_terminal()
    assert theirs.returns() == [26 + points for points in ours.points()]
    seen["moon"] += 0 in ours.points() and sum(ours.points()) == -78
    seen["deal"] += 1


def compare_all(game: Any, seen: Counter[str]) -> None:
    """Compares all deals, and counts the rare things seen."""
    for seed in range(DEALS):
        compare(game, seed, seen)


def test_open_spiel_agrees() -> None:
    """Over 3,000 deals, fair and skewed, in every direction, all legal sets, turns and scores are alike."""
    seen = Counter[str]()
    compare_all(pyspiel.load_game("hearts", {"qs_breaks_hearts": False}), seen)
    assert DEALS == seen["deal"]
    for rare in ("hearts alone to lead", "queen alone to lead", "ban lifted", "moon"):
        assert seen[rare] > 0, rare


def test_open_spiel_would_notice() -> None:
    """With its queen breaking hearts, OpenSpiel's rules are not ours, and the comparison says so."""
    game, seen = pyspiel.load_game("hearts"), Counter[str]()
    with pytest.raises(AssertionError):
        compare_all(game, seen)
    assert seen["deal"] < DEALS
