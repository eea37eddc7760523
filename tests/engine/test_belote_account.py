"""Belote: what the sheet at the end of a manche explains, and what is counted along; values of the rules page."""

from __future__ import annotations

import random

import pytest

from tapisvert.game import Deal, Move
from tapisvert.games import GAMES
from tapisvert.games.belote import BeloteDeal
from tapisvert.games.belote.scores import Line, Manche, account
from tapisvert.match import Match, Seeds
from tests.helpers import Setting, plies

CASES: dict[str, tuple[Manche, list[Line], list[int]]] = {
    "B63": (
        Manche(0, [81, 81], [4, 4], -1, [0, 0], last=0),
        [("tricks", [71, 81]), ("last_trick", [10, 0])],
        [81, 81],
    ),
    "B66": (
        Manche(0, [60, 102], [3, 5], 0, [0, 0], last=1),
        [("tricks", [60, 92]), ("last_trick", [0, 10]), ("belote", [20, 0]), ("dedans", [-60, 60])],
        [20, 162],
    ),
    "B68": (
        Manche(0, [162, 0], [8, 0], -1, [0, 0], last=0),
        [("tricks", [152, 0]), ("last_trick", [10, 0]), ("capot", [90, 0])],
        [252, 0],
    ),
    "B69": (
        Manche(1, [162, 0], [8, 0], -1, [0, 0], last=0),
        [("tricks", [152, 0]), ("last_trick", [10, 0]), ("dedans", [0, 0]), ("capot", [90, 0])],
        [252, 0],
    ),
    "B70": (
        Manche(0, [70, 92], [4, 4], -1, [25, 0], last=1),
        [("tricks", [70, 82]), ("last_trick", [0, 10]), ("announcements", [25, 0])],
        [95, 92],
    ),
    "announcements of the fallen": (
        Manche(0, [30, 132], [2, 6], 1, [25, 0], last=1),
        [
            ("tricks", [30, 122]),
            ("last_trick", [0, 10]),
            ("belote", [0, 20]),
            ("announcements", [25, 0]),
            ("dedans", [-55, 55]),
        ],
        [0, 162 + 25 + 20],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_lines_of_a_manche(case: str) -> None:
    """The score is told by tricks, last trick, belote, announcements, and what dedans or a capot change."""
    manche, lines, score = CASES[case]
    assert lines == account(manche)
    assert score == [sum(amounts[side] for _, amounts in lines) for side in (0, 1)]


def test_account_of_every_game_sums_up_to_its_points(setting: Setting) -> None:
    """In every game the lines of a finished deal, if there are any, add up to its points; before, there are none."""
    for deal, move in plies(setting.match("account"), random.Random("account"), 2):
        entries = deal.account()
        if move is not None:
            assert [] == entries
        elif entries:
            assert deal.points() == [sum(entry.amounts[seat] for entry in entries) for seat in setting.seats]


def finished(seed: int) -> list[tuple[Deal, Move | None]]:
    """Plays some manches with announcements by chance, and lists every position."""
    game = GAMES["belote"]
    match = Match(game, game.read_options({"announcements": True, "target": 2001}), Seeds(f"account {seed}", "bots"))
    return [(deal.copy(), move) for deal, move in plies(match, random.Random(seed), 6)]


def test_running_score_leaves_belote_out() -> None:
    """What is counted along are the points of tricks and of announcements once decided, alike for partners."""
    seen = set()
    for deal, _ in (step for seed in range(4) for step in finished(seed)):
        assert isinstance(deal, BeloteDeal)
        if deal.taker < 0:
            assert [] == deal.running()
            continue
        ours, theirs = (deal.card_points[side] + deal.announced()[side] for side in (0, 1))
        assert [ours, theirs, ours, theirs] == deal.running()
        assert deal.phase or 162 == ours + theirs - sum(deal.announced())
        seen |= {bool(sum(deal.announced())), deal.belote >= 0}
    assert {True, False} == seen


def test_announcements_lie_open_between_two_tricks() -> None:
    """The cards of those that score lie face up from the end of trick 1 to the first card of trick 2, to everybody."""
    opened = 0
    for deal, _ in (step for seed in range(4) for step in finished(seed)):
        assert isinstance(deal, BeloteDeal)
        lie = deal.exposed()
        is_time = len(deal.winners) == 1 and not deal.trick
        assert is_time or not any(lie)
        assert lie == deal.seen_by(None).exposed() == deal.seen_by(2).exposed()
        if is_time and deal.announced() != [0, 0]:
            opened += 1
            assert all(bool(cards) == bool(deal.shown[seat]) for seat, cards in enumerate(lie))
            assert all(card in [*deal.hands[seat], *deal.played_by(seat)] for seat in range(4) for card in lie[seat])
    assert opened
