"""What a call at Belote tells of the cards: worlds are believed as often as their hands would have called so."""

from __future__ import annotations

import random
from itertools import combinations
from math import exp

import pytest

from tapisvert.bots.policies import craft_of
from tapisvert.bots.policies.belote import hears, partner_play
from tapisvert.bots.policies.belote.calls import FIRST_ROUND, VAGUENESS, hand_count
from tapisvert.bots.search import Search
from tapisvert.cards import SUIT_NUMBER
from tapisvert.game import Deal
from tapisvert.games.belote import BELOTE, BeloteDeal, Options
from tapisvert.games.belote.rules import PASS, SEATS, card_of
from tapisvert.match import Match
from tapisvert.view import View
from tests.helpers import Setting

SETTING = Setting(BELOTE, Options())
WORLDS = 300


def deal_of(match: Match) -> BeloteDeal:
    """Gets the deal in progress."""
    assert isinstance(match.deal, BeloteDeal)
    return match.deal


def after_calls(count: int, *, taken: bool, number: int = 0) -> Match:
    """Gets the match of some seed in which the rule of thumb has made so many calls, the last one a take or a pass."""
    rng = random.Random(1)
    for seed in range(500 * number, 500 * number + 500):
        match = SETTING.match(f"calls {seed}")
        deal = match.next_deal()
        assert isinstance(deal, BeloteDeal)
        while len(deal.calls) < count and deal.taker < 0 and deal.phase:
            match.push(partner_play(deal, deal.legal_moves(), rng.random))
        if len(deal.calls) == count and (deal.taker >= 0) == taken:
            return match
    raise AssertionError


def imagined(view: View, *, believed: bool) -> list[BeloteDeal]:
    """Imagines worlds: those that the search tries moves in, or any."""
    rng = random.Random(2)
    search = Search(view, rng, craft_of(view.deal), view.legal_moves()[0])
    worlds = [search.world() if believed else view.sample(rng) for _ in range(WORLDS)]
    return [world for world in worlds if isinstance(world, BeloteDeal)]


def share(worlds: list[BeloteDeal], seat: int, *, fewest_trumps: int) -> float:
    """Gets how many of the worlds give a seat so many cards of the turned-up suit, that card included."""
    suit = SUIT_NUMBER[worlds[0].turned]
    found = [sum(SUIT_NUMBER[card] == suit for card in world.hands[seat]) for world in worlds]
    return sum(count >= fewest_trumps for count in found) / len(worlds)


@pytest.mark.parametrize("number", range(4))
def test_who_took_has_trumps(number: int) -> None:
    """To the one who passed and leads, the next seat, which took, holds three trumps; few hands do by chance."""
    match = after_calls(2, taken=True, number=number)
    deal = deal_of(match)
    assert deal.turn == deal.opener
    view = match.view(deal.turn)
    assert share(imagined(view, believed=True), deal.taker, fewest_trumps=3) > 0.97
    assert share(imagined(view, believed=False), deal.taker, fewest_trumps=3) < 0.93


def test_who_passed_lacks_the_jack() -> None:
    """After three passes the jack of the turned-up suit is imagined in their hands less often than by chance."""
    tried = 0
    for number in range(8):
        match = after_calls(3, taken=False, number=number)
        deal = deal_of(match)
        jack = card_of("J", SUIT_NUMBER[deal.turned])
        if jack in [deal.turned, *deal.hands[deal.turn]]:
            continue
        tried += 1
        view = match.view(deal.turn)
        believed, any_worlds = (
            sum(any(jack in hand for hand in world.hands) for world in imagined(view, believed=how))
            for how in (True, False)
        )
        assert believed < any_worlds
    assert tried >= 3


def test_nothing_is_heard_before_another_has_called() -> None:
    """The first to call, and who took at once and leads, have heard nothing."""
    first = after_calls(0, taken=False)
    assert hears(first.view(deal_of(first).turn)) is None
    taken = after_calls(1, taken=True)
    assert hears(taken.view(deal_of(taken).taker)) is None


def expected_belief(world: BeloteDeal, seat: int) -> float:
    """Works out, from every five of its eight cards alike, how likely a hand called as it did in the first round."""
    held = [card for card in world.hands[seat] if not (seat == world.taker and card == world.turned)]
    chances = []
    for first in combinations(held, 5):
        margin = hand_count([*first, world.turned], SUIT_NUMBER[world.turned]) - FIRST_ROUND
        takes = 1 / (1 + exp(-margin / VAGUENESS))
        chances.append(takes if seat == world.taker else 1 - takes)
    return sum(chances) / len(chances)


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_a_world_is_believed_as_often_as_its_calls_are_likely(calls: int) -> None:
    """Any five of a hand's cards may have been its first; the chances of the seats that called multiply."""
    match = after_calls(calls, taken=True)
    deal = deal_of(match)
    view = match.view((deal.opener + 3) % SEATS)  # has not called
    believes = hears(view)
    assert believes is not None
    rng, times = random.Random(3), 4000
    world: Deal = deal.copy()
    assert isinstance(world, BeloteDeal)
    expected = 1.0
    for place in range(calls):
        expected *= expected_belief(world, (deal.opener + place) % SEATS)
    found = sum(believes(world, rng.random) for _ in range(times)) / times
    error = (expected * (1 - expected) / times) ** 0.5
    assert abs(found - expected) < 4 * error + 1e-6


def test_own_calls_tell_nothing() -> None:
    """A seat knows its own cards: whatever it called, the others' worlds are believed alike."""
    match = after_calls(4, taken=False)
    deal = deal_of(match)
    view = match.view(deal.turn)  # has passed once, and is asked again
    assert deal.calls == [PASS] * 4
    seen = hears(view)
    assert seen is not None
    world = deal.copy()
    weak = [card for card in deal.stock if SUIT_NUMBER[card] != SUIT_NUMBER[deal.turned]][:5]
    answers = [seen(world, random.Random(4).random)]
    world.hands[view.seat] = weak
    answers.append(seen(world, random.Random(4).random))
    assert answers[0] == answers[1]
