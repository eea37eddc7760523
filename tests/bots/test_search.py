"""Sampled worlds: the plainly best move is found, the clock is kept, and equal questions get equal answers."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tapisvert.bots import LEVELS, Budget, decide
from tapisvert.bots.craft import Craft, at_random
from tapisvert.bots.policies import craft_of, policy_of
from tapisvert.bots.search import CHUNK, DRAWS, Search, playout, rounds, think
from tapisvert.bots.service import Worker, choose
from tapisvert.cards import CARD_NAMES
from tapisvert.game import Deal
from tapisvert.games.hearts import HEARTS, Options
from tapisvert.match import Match
from tests.bots.positions import ask, hearts, message, positions, view_of
from tests.helpers import Setting

HEARTS_SETTING = Setting(HEARTS, Options())


def first_choice(match_index: int = 20) -> Match:
    """Gets a match at a ply of play where there is a choice."""
    for match in positions(HEARTS_SETTING, "choice", 1):
        if match.ply >= match_index and match.deal is not None and len(match.deal.legal_moves()) > 2:
            return match
    raise AssertionError


def clock(step: float) -> Callable[[], float]:
    """Makes a clock that goes on by *step* seconds whenever it is looked at."""
    now = [0.0]

    def look() -> float:
        now[0] += step
        return now[0]

    return look


def without_timing(text: str) -> dict[str, Any]:
    """Reads an answer, its times apart."""
    answer: dict[str, Any] = json.loads(text)
    answer.pop("timing", None)
    return answer


# ---------------------------------------------------------------------- what is found


def test_medium_stops_a_moon() -> None:
    """With 25 points in one hand and the last heart on the table, taking it costs 1 point instead of 26."""
    deal = hearts("2C AC", "KC AH 3C", played="QS " + " ".join(f"{rank}H" for rank in "23456789TJQK"))
    assert deal.taken == [0, 25, 0, 0]
    view = view_of(deal)
    assert CARD_NAMES[ask("easy", view)] == "2C"
    choice = decide("medium", view, "seed")
    assert CARD_NAMES[choice.move] == "AC"
    assert {CARD_NAMES[reason.move]: reason.points for reason in choice.why} == {"AC": -1, "2C": -26}


@pytest.mark.parametrize(("handicap", "expected"), [(0.0, "AC"), (15.0, "AC"), (17.0, "2C")])
def test_handicap_keeps_to_the_rule(handicap: float, expected: str) -> None:
    """Leads of +22/3 and -26/3 are 16 apart: a move with a handicap is chosen if it is better by more than that."""
    view = view_of(hearts("2C AC", "KC AH 3C", played="QS " + " ".join(f"{rank}H" for rank in "23456789TJQK")))
    craft = Craft(policy_of(view.deal), handicap=lambda deal, move, rule: 0.0 if move == rule else handicap)
    *_, choice = think(view, random.Random(1), Budget(4), craft)
    assert expected == CARD_NAMES[choice.move]
    assert {"AC": 7.333, "2C": -8.667} == {CARD_NAMES[reason.move]: round(reason.worth, 3) for reason in choice.why}


def test_moves_sifted_out_do_not_compete() -> None:
    """The rule's move and those that the craft lets through are compared; where it is the only one, it is played."""
    match = first_choice()
    assert match.deal is not None
    view = match.view(match.deal.turn)
    moves = view.legal_moves()
    craft = Craft(lambda deal, moves, random01: moves[0], sift=lambda deal, moves: moves[:3])
    *_, choice = think(view, random.Random(1), Budget(4), craft)
    assert set(moves[:3]) == {reason.move for reason in choice.why}
    *_, choice = think(view, random.Random(1), Budget(4), replace(craft, sift=lambda deal, moves: moves[:1]))
    assert (moves[0], 0, ()) == (choice.move, choice.worlds, choice.why)


@pytest.mark.parametrize(("share", "expected"), [(1.0, 10), (0.5, 5), (0.01, 1)])
def test_decision_gets_its_share_of_the_worlds(share: float, expected: int) -> None:
    """The craft gives a decision part of the level's worlds, and one at least."""
    match = first_choice()
    assert match.deal is not None
    craft = Craft(share=lambda deal: share)
    *_, choice = think(match.view(match.deal.turn), random.Random(1), Budget(10), craft)
    assert expected == choice.worlds


def test_medium_shoots_a_moon() -> None:
    """With all but one heart taken, the last one is worth taking too."""
    gone = "QS " + " ".join(f"{rank}H" for rank in "23456789TJQK")
    deal = hearts("2D AC", "KC AH 3C", played=gone, taken=(25, 0, 0, 0))
    assert CARD_NAMES[ask("medium", view_of(deal), 8)] == "AC"


def test_reasons_are_told_best_first() -> None:
    """The choice is the first reason; every legal move has one; those that competed longest come first."""
    match = first_choice()
    assert match.deal is not None
    view = match.view(match.deal.turn)
    choice = decide("medium", view, "seed", Budget(40))
    assert sorted(view.legal_moves()) == sorted(reason.move for reason in choice.why)
    assert choice.move == choice.why[0].move
    order = [(reason.worlds, reason.worth) for reason in choice.why]
    assert sorted(order, reverse=True) == order
    assert 40 == choice.worlds
    assert not choice.cut


def test_budget_goes_to_the_moves_that_compete() -> None:
    """The two best moves are tried in all worlds, the worse half in the fewest, and every one in some."""
    match = first_choice()
    assert match.deal is not None
    choice = decide("medium", match.view(match.deal.turn), "seed", Budget(100))
    worlds = [reason.worlds for reason in choice.why]
    assert [100, 100] == worlds[:2]
    assert 0 < worlds[-1] < 100
    assert worlds[-1] == worlds[(len(worlds) + 1) // 2]


@pytest.mark.parametrize("moves", range(2, 40))
@pytest.mark.parametrize("worlds", [1, 2, 3, 10, 1000])
def test_rounds_spend_the_budget(moves: int, worlds: int) -> None:
    """The rounds' worlds add up to the budget, each round has some, and the first tries every move."""
    plan = rounds(moves, worlds)
    assert worlds == sum(count for _, count in plan)
    assert all(count > 0 for _, count in plan)
    assert moves == plan[0][0]
    assert sorted(plan, reverse=True) == plan


def test_error_shrinks_with_the_root_of_the_worlds() -> None:
    """Nine times as many worlds give about a third of the standard error."""
    match = first_choice()
    assert match.deal is not None
    view = match.view(match.deal.turn)
    few, many = (decide("medium", view, "seed", Budget(worlds)).why[0] for worlds in (100, 900))
    assert 2 < few.error / many.error < 4.5


# ---------------------------------------------------------------------- the clock


def test_deadline_cuts_the_search() -> None:
    """When the time is over the best move so far is the answer, and says that it was cut."""
    match = first_choice()
    assert match.deal is not None
    text = message(match, match.deal.turn, "medium", worlds=1000, deadline_ms=100)
    answer = json.loads(choose(text, clock(0.01)))
    assert answer["cut"]
    assert 0 < answer["worlds"] < 1000
    assert answer["move"] == answer["why"][0]["move"]
    assert answer["move"] in map(match.deal.move_name, match.deal.legal_moves())


def test_a_deadline_past_still_gets_an_answer() -> None:
    """With no time at all the answer is the rule of thumb's."""
    match = first_choice()
    assert match.deal is not None
    view = match.view(match.deal.turn)
    answer = json.loads(choose(message(match, match.deal.turn, "medium", 1000, deadline_ms=1), clock(60.0)))
    assert match.deal.move_name(ask("easy", view)) == answer["move"]
    assert answer["cut"]
    assert [0, []] == [answer["worlds"], answer["why"]]


def test_without_a_deadline_the_clock_does_not_matter() -> None:
    """Without a deadline the answer is a function of the question, however slow the machine."""
    match = first_choice()
    assert match.deal is not None
    text = message(match, match.deal.turn, "medium", worlds=10)
    assert without_timing(choose(text, clock(0))) == without_timing(choose(text, clock(1000)))


def test_stop_ends_the_search() -> None:
    """Told to stop, the worker answers at once with the best move so far."""
    match = first_choice()
    assert match.deal is not None
    text = message(match, match.deal.turn, "medium", worlds=100_000)

    async def play() -> tuple[str, str]:
        worker = Worker(clock(0))
        asked = asyncio.create_task(worker.choose(text))
        for _ in range(3):
            await asyncio.sleep(0)
        return worker.stop(), await asked

    stopped, answer = asyncio.run(play())
    assert {"stopped": True} == json.loads(stopped)
    assert json.loads(answer)["cut"]
    assert json.loads(answer)["worlds"] < CHUNK


def test_newest_question_wins() -> None:
    """A question asked meanwhile cuts the one before it short, and both are answered."""
    match = first_choice()
    assert match.deal is not None
    long = message(match, match.deal.turn, "medium", worlds=100_000)
    short = message(match, match.deal.turn, "medium", worlds=8)

    async def play() -> list[str]:
        worker = Worker(clock(0))
        return await asyncio.gather(worker.choose(long), worker.choose(short))

    first, second = map(json.loads, asyncio.run(play()))
    assert first["cut"]
    assert not second["cut"]
    assert 8 == second["worlds"]


# ---------------------------------------------------------------------- equal questions


@pytest.mark.usefixtures("with_toys")
def test_equal_questions_get_equal_answers(setting: Setting) -> None:
    """The same text is answered the same, its times apart, by every level."""
    for index, match in enumerate(positions(setting, "equal", 1)):
        if index % 7 == 0 and match.deal is not None:
            for level in LEVELS:
                text = message(match, match.deal.turn, level)
                assert without_timing(choose(text, clock(0))) == without_timing(choose(text, clock(0.001)))


# ---------------------------------------------------------------------- what a game adds


def test_worlds_that_are_not_believed_are_drawn_anew() -> None:
    """Of two players that may hold an ace, it is always with the one that the belief wants."""
    match = first_choice()
    assert match.deal is not None
    view = match.view(match.deal.turn)
    other = (view.seat + 1) % 4
    unseen = next(card for card in match.deal.hands[other] if card not in view.lacks[(view.seat + 2) % 4])  # type: ignore[attr-defined]

    def believes(world: Deal, _: Callable[[], float]) -> bool:
        return unseen in world.hands[other]  # type: ignore[attr-defined]

    craft = replace(craft_of(view.deal), hears=lambda _: believes)
    search = Search(view, random.Random(1), craft, view.legal_moves()[0])
    assert all(believes(search.world(), random.random) for _ in range(50))


def test_search_goes_on_where_nothing_is_believed() -> None:
    """After so many draws a world is taken as it is: no belief can stop a bot."""
    match = first_choice()
    assert match.deal is not None
    view, asked = match.view(match.deal.turn), []

    def believes(world: Deal, _: Callable[[], float]) -> bool:
        asked.append(world)
        return False

    craft = replace(craft_of(view.deal), hears=lambda _: believes)
    search = Search(view, random.Random(1), craft, view.legal_moves()[0])
    assert search.world().phase
    assert DRAWS == len(asked)


def test_playout_ends_where_the_end_is_known() -> None:
    """As soon as a game tells how a world ends, nothing more is played in it."""
    match = first_choice()
    assert match.deal is not None
    world, points = match.deal.copy(), [1, 2, 3, 4]
    assert points == playout(world, at_random, random.random, lambda _: points)
    assert match.deal == world
    assert match.deal.copy().points() != points
    assert sum(playout(world, at_random, random.random, lambda _: None)) in (-26, -78)
