"""Nothing is lost: over 2,000 whole matches of each game at random, cards, points and payments add up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tapisvert.game import Deal, Game
from tapisvert.games.belote import BELOTE, BeloteDeal
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS, LuckyNumbersDeal
from tapisvert.games.luz import LUZ, LuzDeal
from tapisvert.games.solo_whist import SOLO_WHIST, SoloWhistDeal
from tests.helpers import cards_in

MATCHES = 2000
pytestmark = pytest.mark.slow


def finished_deals(game: Game, options: Any, seed: str) -> Iterator[tuple[Deal, list[int]]]:
    """Plays matches at random, without views and referees; yields each finished deal with the scores after it."""
    rng = random.Random(seed)
    for _ in range(MATCHES):
        scores, counted, index, last = game.starting_scores(options), 0, 0, None
        seats = game.seats(options)
        dealer = int(rng.random() * seats)
        while last is None or not game.is_over(options, scores, last, counted):
            index += 1
            pack = game.next_pack(options, last, index, rng)
            last = game.deal.start(pack, dealer, counted + 1, options)
            play_out(last, rng)
            scores = [score + points for score, points in zip(scores, last.points(), strict=True)]
            counted += game.counts(last)
            dealer = (dealer + 1) % seats
            yield last, scores


def play_out(deal: Deal, rng: random.Random) -> None:
    """Plays a deal to its end at random; a player of Lucky Numbers draws two times out of three, not to wander."""
    while deal.phase:
        moves = deal.legal_moves()
        if isinstance(deal, LuckyNumbersDeal) and not deal.drawn and rng.random() < 2 / 3:
            deal.play(moves[0])
        else:
            deal.play(moves[int(rng.random() * len(moves))])


@pytest.mark.parametrize("announcements", [False, True])
def test_belote(announcements: bool) -> None:
    """152 points of cards and 10 for the last trick; the pack is whole after every gather and cut."""
    options, pack = BELOTE.options(announcements=announcements, target=501), sorted(BELOTE.deal.pack)
    gathered = longest = 0
    for deal, scores in finished_deals(BELOTE, options, f"belote {announcements}"):
        assert isinstance(deal, BeloteDeal)
        assert pack == sorted(deal.gathered())
        gathered += 1
        longest = max(longest, deal.manche)
        assert scores[0] == scores[2]
        assert scores[1] == scores[3]
        if deal.taker < 0:
            assert [0, 0] == deal.card_points
            continue
        assert 162 == sum(deal.card_points)
        assert 8 == sum(deal.tricks())
        belote, announced = 20 * (deal.belote >= 0), sum(deal.announced())
        points = deal.points()
        assert points[0] + points[1] in (162 + belote + announced, 252 + belote + announced)
    assert gathered > 100
    assert longest > 3


def test_solo_whist() -> None:
    """What some pay others receive, deal by deal and over a match; the pack is whole after every gather and cut."""
    options, pack, contracts = SOLO_WHIST.options(length="4"), list(range(52)), set()
    for deal, scores in finished_deals(SOLO_WHIST, options, "solo whist"):
        assert isinstance(deal, SoloWhistDeal)
        assert 0 == sum(deal.points()) == sum(scores)
        assert pack == sorted(deal.gathered())
        contracts.add(deal.contract)
    assert {-1, *range(7)} == contracts


@pytest.mark.parametrize("players", [3, 4, 5])
def test_luz(players: int) -> None:
    """Ten tricks a round, ten cards aside, and the scores of bets that can be made."""
    options = LUZ.options(players=players)
    pack = sorted(LUZ.pack(options))
    possible = {5, 10, 15, 20, 30, 40, *range(-50, 0, 5)}
    for deal, _ in finished_deals(LUZ, options, f"luz {players}"):
        assert isinstance(deal, LuzDeal)
        assert 10 == len(deal.winners) == len(deal.aside)
        assert pack == sorted(cards_in(deal))
        assert set(deal.points()) <= possible


@pytest.mark.parametrize("setup", ["standard", "michael"])
def test_lucky_numbers(setup: str) -> None:
    """Every tile lies somewhere, each row and column ascends, and the winner alone has two points more than nothing."""
    options = LUCKY_NUMBERS.options(setup=setup)
    pack = sorted(LUCKY_NUMBERS.pack(options))
    for deal, scores in finished_deals(LUCKY_NUMBERS, options, f"lucky numbers {setup}"):
        assert isinstance(deal, LuckyNumbersDeal)
        assert pack == sorted(cards_in(deal))
        for garden in deal.gardens:
            rows = [garden[4 * row : 4 * row + 4] for row in range(4)]
            for line in (*rows, *zip(*rows, strict=True)):
                numbers = [tile % 20 for tile in line if tile != 999]
                assert sorted(set(numbers)) == numbers
        assert 2 == max(scores)
        assert not deal.pool or 0 in deal.free()
