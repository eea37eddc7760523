"""The rule of thumb of Lucky Numbers does what the strategy notes of its rules page say."""

from __future__ import annotations

import random

import pytest

from tapisvert.bots.policies.lucky_numbers import grow
from tapisvert.cards import EMPTY
from tapisvert.game import Phase
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS, LuckyNumbersDeal
from tapisvert.games.lucky_numbers.rules import NUMBER
from tests.helpers import Setting, settings_of

SETTINGS = settings_of(LUCKY_NUMBERS)
EARLY = "3 . . ./. 8 . ./. . 13 ./. . . 18"
LATE = "2 5 9 13/4 7 . 15/8 . 12 17/11 14 16 20"
POOR = "2 8 12 15/. 15 16 ./. 16 17 18/. . . 19"
"""In its first column, three numbers are to come before 17 that all have room."""


def position(
    garden: str,
    *,
    drawn: int = 0,
    visible: str = "",
    rival: str = "",
    third: str = "",
    last: bool = False,
    michael: bool = False,
) -> LuckyNumbersDeal:
    """
    Sets up a turn of the first of three seats; the others' gardens are empty unless told.

    :param garden: rows of numbers and points, separated by slashes; *rival* is the next seat's, *third* the last one's.
    :param drawn: the tile in hand; 0 to choose between drawing and taking.
    :param last: whether no tile is hidden any more, and all the rest lie open.
    """
    rest = list(LUCKY_NUMBERS.pack(LUCKY_NUMBERS.options(players=3)))

    def tile(number: int) -> int:
        found = next(tile for tile in rest if NUMBER[tile] == number)
        rest.remove(found)
        return found

    def tiles(text: str) -> list[int]:
        return [EMPTY if word == "." else tile(int(word)) for word in text.replace("/", " ").split()]

    return LuckyNumbersDeal(
        turn=0,
        phase=int(Phase.SETUP if michael else Phase.TURN),
        gardens=[tiles(text) if text else [EMPTY] * 16 for text in (garden, rival, third)],
        drawn=[tile(drawn)] if drawn else [],
        visible=tiles(visible) if not last else rest,
        pool=[] if last else rest,
    )


def choice(deal: LuckyNumbersDeal) -> str:
    """Gets the policy's choice, by name."""
    return deal.move_name(grow(deal, deal.legal_moves(), random.Random(1).random))


@pytest.mark.parametrize(
    ("garden", "drawn", "cells"),
    [
        # 9 fits a single free cell
        (LATE, 9, "b3"),
        # low and high ones next to the corners, 10 and 11 on the long anti-diagonal
        (EARLY, 5, "b1 a2"),
        (EARLY, 16, "d3 c4"),
        (EARLY, 10, "d1 c2 b3 a4"),
        # 3 right after 2, where nothing needs to go between, rather than two cells further on
        ("2 . . ./3 8 . ./. . 13 ./. . . 18", 3, "b1"),
        # with b1 filled, 9 in c1 would leave c1 and d1 fewer numbers than c2 does
        ("2 4 . ./. 8 . 10/. . 13 ./. . . 18", 9, "c2"),
    ],
)
def test_fills_where_the_others_stay_wide(garden: str, drawn: int, cells: str) -> None:
    """A drawn number goes to the free cell where it belongs, so that the other free cells stay wide."""
    assert choice(position(garden, drawn=drawn)) in [f"place {cell}" for cell in cells.split()]


@pytest.mark.parametrize(
    ("garden", "drawn", "cell"),
    [
        # after 9 on the first cell only 10 and 11 fit before the 12
        ("9 . . ./. 12 . ./. . 15 ./. . . 18", 2, "a1"),
        # nothing fits between 18 and 19; 11 would fit free cells too, but those are wide
        ("1 . . ./. 6 . ./. . 18 ./. . . 19", 11, "c3"),
    ],
)
def test_swaps_to_widen(garden: str, drawn: int, cell: str) -> None:
    """A number replaces a bound that leaves its neighbours hardly any number."""
    assert f"place {cell}" == choice(position(garden, drawn=drawn))


@pytest.mark.parametrize("drawn", [1, 2, 20])
def test_discards_what_helps_nowhere(drawn: int) -> None:
    """A number that fits no free cell, and would only change place with a number as good, is discarded."""
    assert "discard" == choice(position(LATE.replace("2 5", "1 5"), drawn=drawn))


@pytest.mark.parametrize(
    ("visible", "expected"),
    [
        ("10 20 1", {"take 10 c2", "take 10 b3"}),
        ("20 1 2", {"draw"}),
        ("", {"draw"}),
    ],
)
def test_takes_what_fills(visible: str, expected: set[str]) -> None:
    """A visible number is taken when it fills one of the last cells; otherwise a tile is drawn, never a null swap."""
    deal = position(LATE, visible=visible)
    assert choice(deal) in expected


@pytest.mark.parametrize(
    ("garden", "visible", "expected"),
    [
        ("2 . . ./. 7 . ./. . 14 ./. . . 19", "20", "draw"),
        # after 12 the whole garden has hardly any room
        ("12 . . ./. 13 . ./. . 14 ./. . . 19", "8", "take 8 a1"),
    ],
)
def test_takes_to_swap_only_for_much(garden: str, visible: str, expected: str) -> None:
    """A visible number that fits no free cell is taken for a swap only if that widens the garden clearly."""
    assert expected == choice(position(garden, visible=visible))


def test_last_tile_fills_at_any_price() -> None:
    """A number that is better refused early fills any free cell when the last hidden tile was drawn."""
    assert "discard" == choice(position(POOR, drawn=10))
    assert choice(position(POOR, drawn=10, last=True)) in {"place a2", "place a3", "place a4"}


def test_keeps_from_the_next_seat_what_it_needs() -> None:
    """A number that is otherwise refused is placed if the next seat could take it for its last cell."""
    rival = "1 3 5 8/2 4 7 ./4 6 11 14/6 9 13 15"
    assert choice(position(POOR, drawn=10, rival=rival)).startswith("place ")
    assert "discard" == choice(position(POOR, drawn=10, rival=rival.replace(" .", " 12").replace("15", ".")))


@pytest.mark.parametrize(
    ("diagonal", "drawn", "expected"),
    [
        # the four quarters of the numbers
        (". . . .", 1, "a1"),
        (". . . .", 7, "b2"),
        (". . . .", 13, "c3"),
        (". . . .", 20, "d4"),
        # its place is taken: the nearest that keeps the order
        ("3 . . .", 4, "b2"),
        (". . . 17", 19, "c3"),
        (". 7 . .", 9, "c3"),
        (". 7 . .", 5, "a1"),
        # the last cell: whatever it is
        ("2 7 13 .", 1, "d4"),
    ],
)
def test_sets_up_in_order(diagonal: str, drawn: int, expected: str) -> None:
    """In the set-up by hand, a number goes near its place, in order of size where possible."""
    garden = [["."] * 4 for _ in range(4)]
    for place, number in enumerate(diagonal.split()):
        garden[place][place] = number
    deal = position("/".join(" ".join(row) for row in garden), drawn=drawn, michael=True)
    assert f"place {expected}" == choice(deal)


@pytest.mark.parametrize("setting", [SETTINGS[0], SETTINGS[-1]], ids=str)
def test_games_end(setting: Setting) -> None:
    """When all play by the rule, every game ends, mostly with a garden full."""
    rng = random.Random("end")
    full = 0
    for index in range(12):
        deal = setting.match(index).next_deal()
        assert isinstance(deal, LuckyNumbersDeal)
        for _ in range(700):
            if not deal.phase:
                break
            deal.push(grow(deal, deal.legal_moves(), rng.random))
        assert not deal.phase
        full += deal.completed_by() is not None
    assert full >= 8


def test_beats_chance() -> None:
    """Whoever plays by the rule beats one who plays at random, from either seat, in almost every game."""
    rng = random.Random("chance")
    won = 0
    for index in range(20):
        deal = SETTINGS[0].match(index).next_deal()
        ours = index % 2
        while deal.phase:
            moves = deal.legal_moves()
            deal.play(grow(deal, moves, rng.random) if deal.turn == ours else moves[int(rng.random() * len(moves))])
        points = deal.points()
        won += points[ours] > points[1 - ours]
    assert won >= 18
