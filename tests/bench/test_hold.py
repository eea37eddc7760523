"""Hold deals: the rules that differ from Hearts', what opponents are told, and OpenSpiel's opinion of it all."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapisvert.bots.policies import policy_of
from tapisvert.cards import CARD_NAMES, PACK_52, SUIT, Suit, parse_card
from tapisvert.game import Phase
from tapisvert.games.hearts import HEARTS, HeartsDeal
from tapisvert.match import Match
from tests.bench.outside import ismcts
from tests.bench.outside.hold import HOLD, HoldDeal, sit_down, what_is_seen, whole_deal
from tests.helpers import play_moves

NO_CLUBS = "QS KS AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH"


def dealt(*hands: str) -> tuple[Match, HoldDeal]:
    """Deals hands, seat 0's first; the last seats get what is left of the pack."""
    held = [[parse_card(name) for name in hand.split()] for hand in hands]
    left = [card for card in PACK_52 if not any(card in hand for hand in held)]
    held += [left[at : at + 13] for at in range(0, len(left), 13)]
    match = Match(HOLD, HOLD.options())
    deal = match.next_deal([card for row in zip(*held, strict=True) for card in row])
    assert isinstance(deal, HoldDeal)
    assert held == deal.hands
    return match, deal


def test_points_on_the_first_trick() -> None:
    """A seat void in clubs may throw the queen or a heart on trick 1; that gives away no more than the void."""
    match, deal = dealt("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", NO_CLUBS)
    assert int(Phase.PLAY) == deal.phase
    play_moves(match, "2C")
    assert deal.hands[1] == deal.legal_moves()
    play_moves(match, "QS")
    assert [card for card in PACK_52 if SUIT[card] == Suit.CLUBS] == match.lacks[1]


def test_the_rest_is_hearts() -> None:
    """The two of clubs is led, the queen does not break hearts, and hearts are led once broken."""
    clubs = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D"
    match, deal = dealt(clubs, NO_CLUBS, "AC AD 3D 4D 5D 6D 7D 8D 9D TD QH KH AH")
    assert [parse_card("2C")] == deal.legal_moves()
    play_moves(match, "2C QS AC 2S")
    assert [0, 0, 13, 0] == deal.taken
    assert "AD 3D 4D 5D 6D 7D 8D 9D TD" == HOLD.format_pack(deal.legal_moves())
    play_moves(match, "AD JD 2D 2H")
    assert ["3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "QH", "KH", "AH"] == [
        CARD_NAMES[card] for card in deal.legal_moves()
    ]


def test_bots_play_by_the_policy_of_hearts() -> None:
    """The rule of thumb of a hold deal is Hearts'."""
    hearts = Match(HEARTS, HEARTS.options(), sit_down("1", 1).seeds).next_deal()
    assert isinstance(hearts, HeartsDeal)
    deal = sit_down("1", 1).deal
    assert deal is not None
    assert policy_of(hearts) is policy_of(deal)


def test_a_deal_is_decided_by_seed_and_number() -> None:
    """One seed and number give one deal, another number another."""
    assert sit_down("1", 1).deal == sit_down("1", 1).deal
    assert sit_down("1", 2).deal != sit_down("1", 1).deal


def test_only_what_is_seen_is_told() -> None:
    """Seats that see the same are told the same, whatever the rivals hold; their own cards are told."""
    match = sit_down("1", 1)
    rng = random.Random(1)
    while match.deal is not None and match.deal.phase:
        deal = match.deal
        legal = [deal.move_name(move) for move in deal.legal_moves()]
        told = what_is_seen(match, legal)
        assert [CARD_NAMES[card] for card in deal.hands[deal.turn]] == told["hand"]
        view = match.view(deal.turn)
        match.deal = view.sample(rng)
        assert told == what_is_seen(match, legal)
        match.deal = deal
        match.push(rng.choice(deal.legal_moves()))


def test_open_spiel_agrees() -> None:
    """At every step of some deals OpenSpiel holds the same cards legal, and in the end counts the same points."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here")
    for number in range(1, 21):
        match, rng = sit_down("spiel", number), random.Random(number)
        deal: Any = match.deal
        while deal.phase:
            told = whole_deal(match, [])
            state = ismcts.state_of(told["pack"], told["plays"])
            legal = sorted(deal.move_name(move) for move in deal.legal_moves())
            assert deal.turn == state.current_player()
            assert legal == sorted(map(ismcts.name, state.legal_actions()))
            match.push(rng.choice(deal.legal_moves()))
        told = whole_deal(match, [])
        returns = ismcts.state_of(told["pack"], told["plays"]).returns()
        assert [26 + points for points in deal.points()] == returns


def test_open_spiel_would_notice() -> None:
    """OpenSpiel's own rules hold no queen legal on the first trick, where a hold deal does."""
    pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here")
    match, deal = dealt("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", NO_CLUBS.replace("JH", "2D"))
    play_moves(match, "2C")
    pack = [CARD_NAMES[card] for card in match.deals[-1].pack]
    state = pyspiel.load_game("hearts", ismcts.RULES | {"no_pts_on_first_trick": True}).new_initial_state()
    for action in (ismcts.NO_PASS, *map(ismcts.action, (*pack, "2C"))):
        state.apply_action(action)
    assert "QS" in map(deal.move_name, deal.legal_moves())
    assert "QS" not in map(ismcts.name, state.legal_actions())


def test_ismcts_plays_a_deal() -> None:
    """ISMCTS plays legal cards, and holds legal what we do."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here")
    match = sit_down("spiel", 1)
    deal: Any = match.deal
    while deal.phase:
        legal = [deal.move_name(move) for move in deal.legal_moves()]
        answer = ismcts.choose(whole_deal(match, legal), simulations=20)
        assert sorted(legal) == sorted(answer["legal"])
        play_moves(match, answer["card"])
