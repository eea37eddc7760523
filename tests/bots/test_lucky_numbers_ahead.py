"""How Lucky Numbers' bots that look ahead play: what is won is won, nothing is given away, and no game is endless."""

from __future__ import annotations

import json
import random

import pytest

from tapisvert.bots import LEVELS, Budget, decide
from tapisvert.bots.service import choose
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS, LuckyNumbersDeal
from tapisvert.view import View
from tests.bots.positions import message
from tests.bots.test_lucky_numbers_policy import position
from tests.helpers import Setting, settings_of

SETTINGS = settings_of(LUCKY_NUMBERS)
SEARCHING = ("medium", "hard")
NEARLY = "1 3 6 9/4 7 . 13/8 11 14 17/10 12 16 19"
"""One cell is free, c2, after 7, under 6, before 13 and over 14: 8 to 12 fill it."""
ROOMY = "2 . . ./. 7 . ./. . 14 ./. . . 19"
THIRD = "3 . . ./. 5 . ./. . 15 ./. . . 18"


def view_of(deal: LuckyNumbersDeal, *, tournament: bool = False) -> View:
    """Gets the view of the seat to act, one of three."""
    options = LUCKY_NUMBERS.options(players=3, tournament=tournament)
    return View(deal.turn, deal.seen_by(deal.turn), [[]] * 3, [0] * 3, options)


def choice(level: str, deal: LuckyNumbersDeal) -> str:
    """Gets a bot's choice, by name."""
    return deal.move_name(decide(level, view_of(deal), "seed").move)


@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize("number", [8, 9, 10, 11, 12])
def test_completes_the_garden(level: str, number: int) -> None:
    """A number that fills the last cell is placed there, drawn or lying open: that wins at once."""
    assert "place c2" == choice(level, position(NEARLY, drawn=number))
    assert f"take {number} c2" == choice(level, position(NEARLY, visible=f"{number} 20 1"))


@pytest.mark.parametrize("level", SEARCHING)
def test_keeps_the_winning_number_from_the_next_seat(level: str) -> None:
    """The next seat wins with a 10; one's own garden has room for it, so it is never laid open."""
    assert choice(level, position(ROOMY, drawn=10, rival=NEARLY, third=THIRD)).startswith("place ")
    # It fills no cell of this garden: a swap keeps it away.
    own = "3 6 9 12/5 10 13 15/8 12 15 17/11 14 17 ."
    rival = "1 3 6 9/4 8 . 13/7 11 14 17/9 12 16 18"
    chosen = choice(level, position(own, drawn=10, rival=rival, third=THIRD))
    # What is swapped out lies open: 9, 11 and 12 would fill the rival's cell too (9 to 12 do), the 8 of a3 would not.
    assert chosen == "place a3"


@pytest.mark.parametrize("level", SEARCHING)
def test_takes_the_winning_number_away(level: str) -> None:
    """An open 10 with which the next seat would win is taken, where another draw leaves it to win at once."""
    assert choice(level, position(ROOMY, visible="10", rival=NEARLY, third=THIRD)).startswith("take 10 ")


@pytest.mark.parametrize("level", SEARCHING)
def test_takes_what_fills_well(level: str) -> None:
    """An open number that only the last cells but one wait for is better than a draw in which a quarter would help."""
    assert choice(level, position("2 5 9 13/4 7 . 15/8 . 12 17/11 14 16 20", visible="10 1 20")) in {
        "take 10 c2",
        "take 10 b3",
    }


@pytest.mark.parametrize("level", SEARCHING)
def test_draws_rather_than_swap_for_nothing(level: str) -> None:
    """Open numbers that would only change place with others as good are left."""
    assert "draw" == choice(level, position("1 5 9 13/4 7 . 15/8 . 12 17/11 14 16 20", visible="1 20"))


@pytest.mark.parametrize("level", SEARCHING)
def test_last_tile_fills_at_any_price(level: str) -> None:
    """When the last hidden tile is drawn the fewest free cells win: it fills one, however it spoils the others."""
    poor = "2 8 12 15/. 15 16 ./. 16 17 18/. . . 19"
    rival = "1 3 5 8/2 4 7 9/4 6 11 ./. . . ."
    chosen = choice(level, position(poor, drawn=10, rival=rival, third=THIRD, last=True))
    assert chosen in {"place a2", "place a3", "place a4"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_order_of_the_hidden_tiles_changes_nothing(setting: Setting, level: str) -> None:
    """With the pool in another order a bot is asked the same and answers the same, in the worker's text too."""
    rng, exchanged = random.Random("order"), 0
    match = setting.match("order")
    deal = match.next_deal()
    assert isinstance(deal, LuckyNumbersDeal)
    while deal.phase and match.ply < 60:
        moves = deal.legal_moves()
        if match.ply % 12 < 2:
            seat, before = deal.turn, deal.pool[:]
            texts, answers = [], []
            for _ in range(2):
                texts.append(message(match, seat, level))
                answers.append(decide(level, match.view(seat), "seed", Budget(LEVELS[level].worlds)))
                rng.shuffle(deal.pool)
                exchanged += deal.pool != before
            deal.pool[:] = before
            assert texts[0] == texts[1]
            assert answers[0] == answers[1]
            assert json.loads(choose(texts[0], lambda: 0.0))["move"] in map(deal.move_name, moves)
        match.push(moves[int(rng.random() * len(moves))])
    assert exchanged


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("setting", [SETTINGS[0], SETTINGS[-1]], ids=str)
def test_games_end(setting: Setting, level: str) -> None:
    """Bots never take and swap for ever: between two draws no seat takes more than a few tiles."""
    for index in range(2):
        match = setting.match(f"end {index}")
        deal = match.next_deal()
        assert isinstance(deal, LuckyNumbersDeal)
        since_draw = 0
        while deal.phase:
            hidden = len(deal.pool)
            match.push(decide(level, match.view(deal.turn), f"{match.ply}").move)
            since_draw = 0 if len(deal.pool) < hidden or deal.drawn else since_draw + 1
            # Each take fills one of twelve cells, or saves half a turn of what the garden costs.
            assert since_draw < 30 * deal.seats


@pytest.mark.parametrize("level", SEARCHING)
def test_tells_what_each_move_is_worth(level: str) -> None:
    """The choice is the first reason; a sure win is worth all rivals left behind, and two points."""
    deal = position(NEARLY, drawn=10)
    first, *others = decide(level, view_of(deal), "seed").why
    assert ("place c2", 1.0, 2.0) == (deal.move_name(first.move), first.worth, first.points)
    assert all(reason.worth < 1 for reason in others)


def test_tournament_counts_free_cells() -> None:
    """With the last tile the winner gets two points, each other minus one a free cell: the lead is what it is worth."""
    deal = position("2 8 12 15/. 15 16 ./. 16 17 18/. . . 19", drawn=10, last=True)
    first = decide("medium", view_of(deal, tournament=True), "seed").why[0]
    # Five cells stay free, the empty gardens of the others have sixteen each: 2 − (−16).
    assert (2, 18) == (first.points, first.worth)


@pytest.mark.parametrize("level", SEARCHING)
def test_late_answers_are_usable(level: str) -> None:
    """With no time at all the answer is legal, and says that it was cut."""
    deal = position(ROOMY, visible="10 3")
    found = decide(level, view_of(deal), "seed", Budget(LEVELS[level].worlds, lambda: True))
    assert found.cut
    assert found.move in deal.legal_moves()


@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize(
    ("garden", "drawn", "expected"),
    [
        (". . . ./. . . ./. . . ./. . . .", 20, "d4"),
        ("3 . . ./. . . ./. . . ./. . . .", 7, "b2"),
        ("3 . . ./. . . ./. . . ./. . . 17", 13, "c3"),
    ],
)
def test_sets_up_in_order(level: str, garden: str, drawn: int, expected: str) -> None:
    """In the set-up by hand a number goes to its quarter: 6 to 10 to b2, 11 to 15 to c3, 16 to 20 to d4."""
    assert f"place {expected}" == choice(level, position(garden, drawn=drawn, michael=True))
