"""Belote against ``belote-cli``: what it is told, that it plays there as at its own table, and who referees."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from tapisvert.cards import CARD_NAMES, Suit, parse_card
from tapisvert.games.belote import BeloteDeal
from tapisvert.games.belote.rules import PACK, VALUES
from tapisvert.match import Match
from tests.bench import ROOT
from tests.bench.outside.belote import outsider, table
from tests.bench.outside.bridge import BridgeError
from tests.helpers import play_moves

needs_package = pytest.mark.skipif(find_spec("belote") is None, reason="belote-cli is not installed here")


def deal_of(match: Match) -> BeloteDeal:
    """Gets the deal of a match."""
    assert isinstance(match.deal, BeloteDeal)
    return match.deal


def random_play(number: int) -> Iterator[Match]:
    """Yields a match before each move of a deal played at random, but taken in the end."""
    match, rng = table.sit_down("random", number), random.Random(number)
    while deal_of(match).phase:
        yield match
        moves = deal_of(match).legal_moves()
        match.push(moves[-1] if len(deal_of(match).calls) == 6 and deal_of(match).taker < 0 else rng.choice(moves))


def texts(told: object) -> Iterator[str]:
    """Yields every text in some plain values."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        yield from texts(list(told.values()))
    elif isinstance(told, list):
        for value in told:
            yield from texts(value)


# ---------------------------------------------------------------------- what it is told


@needs_package
def test_cards_are_mapped_one_to_one() -> None:
    """Every card of our pack is one of its, worth the same whatever is trumps."""
    deck = outsider.library().deck
    theirs = [outsider.card_of(CARD_NAMES[card]) for card in PACK]
    assert set(deck.make_deck()) == set(theirs)
    assert [CARD_NAMES[card] for card in PACK] == [outsider.name_of(card) for card in theirs]
    for suit, letter in zip(Suit, "CDHS", strict=True):
        trump = deck.Suit(outsider.SUITS[letter])
        assert [VALUES[suit][card] for card in PACK] == [deck.card_points(card, trump) for card in theirs]


@pytest.mark.parametrize("number", range(1, 6))
def test_only_what_is_seen_is_told(number: int) -> None:
    """It is told of its own cards, the turn-up and those played, and the same whatever the others hold."""
    rng = random.Random(number)
    for match in random_play(number):
        deal, told = deal_of(match), table.what_is_seen(match)
        seat = deal.turn
        seen = {*deal.hands[seat], *deal.plays, *deal.trick, deal.turned}
        assert {CARD_NAMES[card] for card in seen} == {text for text in texts(told) if text in CARD_NAMES}
        match.deal = match.view(seat).sample(rng)
        assert told == table.what_is_seen(match)
        match.deal = deal


@needs_package
@pytest.mark.parametrize("number", range(1, 4))
def test_its_state_holds_its_own_hand_alone(number: int) -> None:
    """At every turn three hands of its state are empty, and the other is what the seat holds, in the order dealt."""
    for match in random_play(number):
        deal = deal_of(match)
        *earlier, state = outsider.own_turns(table.what_is_seen(match))
        held = [[CARD_NAMES[card] for card in deal.hands[deal.turn]] if seat == deal.turn else [] for seat in range(4)]
        assert held == [[outsider.name_of(card) for card in hand] for hand in state.hands]
        assert len(deal.played_by(deal.turn)) == sum(before.trump is not None for before in earlier)
        for each in (*earlier, state):
            assert [deal.turn] == [seat for seat, hand in enumerate(each.hands) if hand]
            assert () == each.remaining_cards
            assert each.boss_modifiers.hide_partner_hand


def test_it_knows_nothing_of_the_engine() -> None:
    """Its program imports nothing of the engine."""
    source = "import sys, tests.bench.outside.belote.outsider; print([n for n in sys.modules if 'tapisvert' in n])"
    done = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert "[]\n" == done.stdout


# ---------------------------------------------------------------------- what it does


@needs_package
@pytest.mark.parametrize("number", range(1, 6))
def test_it_holds_legal_what_we_do(number: int) -> None:
    """At every step of a deal it holds the same cards legal, and its calls are legal."""
    for match in random_play(number):
        legal = [match.deal.move_name(move) for move in deal_of(match).legal_moves()]
        answer = outsider.choose(table.what_is_seen(match), "easy")
        assert sorted(answer.get("legal", legal)) == sorted(legal)
        assert answer.get("call", answer.get("card")) in legal


def at_its_own_table(match: Match, tier: str, *, hidden: bool) -> list[str]:
    """Lists the moves of the same players in the same deal, run by the package with everybody's cards in its state."""
    library, deal = outsider.library(), deal_of(match)
    game, dealer = library.game, library.game.Seat(match.deals[-1].dealer)
    state = game.GameState(
        hands=tuple(tuple(outsider.card_of(CARD_NAMES[card]) for card in hand) for hand in deal.hands),
        dealer=dealer,
        turn=dealer.next_seat(),
        phase=game.Phase.BIDDING,
        up_card=outsider.card_of(CARD_NAMES[deal.turned]),
        remaining_cards=tuple(outsider.card_of(CARD_NAMES[card]) for card in deal.stock),
        boss_modifiers=game.BossModifiers(hide_partner_hand=hidden),
    )
    seeds = [random.Random(match.seeds.of_bot(1, 0, seat)) for seat in range(4)]
    difficulty = library.ai.Difficulty(tier)
    players = [outsider.player_class()(game.Seat(seat), difficulty, rng) for seat, rng in enumerate(seeds)]
    moves = []
    while state.phase == game.Phase.BIDDING:
        bid = players[game.bidding_turn(state).value].decide_bid(state)
        moves.append(outsider.call_of(bid, state))
        state = game.process_bid(state, bid)
    while state.phase == game.Phase.PLAYING:
        player = players[state.turn.value]
        player.update_memory(state)
        card = player.decide_card(state)
        moves.append(outsider.name_of(card))
        state = game.play_card(state, card)
    return moves


def at_our_table(match: Match, tier: str) -> list[str]:
    """Lists the moves of four of its players at our table."""
    moves = []
    while deal_of(match).phase:
        answer = outsider.choose(table.what_is_seen(match), tier)
        moves.append(answer.get("call") or answer["card"])
        match.push(deal_of(match).parse_move(moves[-1]))
    return moves


@needs_package
@pytest.mark.parametrize("tier", outsider.TIERS)
def test_it_plays_as_at_its_own_table(tier: str) -> None:
    """Told only what a seat sees, it plays as the package has it play with the partner's cards hidden."""
    for number in range(1, 21):
        match = table.sit_down("own table", number)
        assert at_its_own_table(match, tier, hidden=True) == at_our_table(match, tier)


@needs_package
@pytest.mark.parametrize(("tier", "peeps"), [("easy", False), ("medium", False), ("hard", True)])
def test_who_peeps(tier: str, peeps: bool) -> None:
    """Left as it is, the package's hard tier plays otherwise because it sees its partner's cards; no other does."""
    matches = [table.sit_down("peeping", number) for number in range(1, 21)]
    shown = [at_its_own_table(match, tier, hidden=False) for match in matches]
    assert peeps == (shown != [at_our_table(match, tier) for match in matches])


@needs_package
def test_wanted_contracts() -> None:
    """Who wants all suits to be trumps, or none, says so, and chooses among what there is."""
    told = {"seat": 0, "dealer": 3, "turned": "7C", "calls": ["pass"] * 4, "taker": None, "trump": None, "tricks": []}
    four_jacks = {**told, "hand": ["JC", "JD", "JH", "JS", "AS"], "seed": "1"}
    four_aces = {**told, "hand": ["AC", "AD", "AH", "AS", "TS"], "seed": "1"}
    assert {"call": "S", "wanted": "tout_atout"} == outsider.choose(four_jacks, "medium")
    assert {"call": "pass", "wanted": "sans_atout"} == outsider.choose(four_aces, "medium")


# ---------------------------------------------------------------------- the referee


def played_by(answer: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Plays a manche among four players that always give the same answer."""
    source = f"import sys\nfor line in sys.stdin:\n    print({answer!r})"
    monkeypatch.setattr(table, "OUTSIDER", [sys.executable, "-uc", source])
    seated = table.Table()
    try:
        seats = [{"opponent": table.NAME, "tier": "medium"}] * 4
        return seated.play({"seed": "1", "deal": 1, "seats": seats})
    finally:
        seated.players.close()


def test_what_is_not_legal_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that nobody may play are counted and replaced; so is another idea of what is legal."""
    found = played_by('{"call": "take", "card": "2C", "legal": ["2C"], "wanted": null}', monkeypatch)
    assert 1 == sum(found["called"])
    cards = [decisions - called for decisions, called in zip(found["decisions"], found["called"], strict=True)]
    assert 8 * 3 < sum(found["points"])
    assert min(cards) > 0
    assert cards == found["replaced"] == found["disputed"]
    assert 0 <= found["taker"]
    assert 8 == sum(found["tricks"])


def test_calls_are_replaced_by_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that our rules refuse are passes, and contracts that they do not have are counted."""
    found = played_by('{"call": "double", "wanted": "tout_atout"}', monkeypatch)
    assert [2] * 4 == found["called"] == found["replaced"] == found["wanted"]
    assert (-1, False, [0] * 4) == (found["taker"], found["made"], found["points"])


def test_no_answer_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who names no move at all is complained of."""
    with pytest.raises(BridgeError, match="the opponent belote-cli named None where our rules allow pass take"):
        played_by('{"card": "QS"}', monkeypatch)


@pytest.mark.parametrize(("hand", "lowest"), [("7S 9H AH", "9H"), ("9S JH", "JH"), ("8S QH 7S", "7S")])
def test_the_lowest_card(hand: str, lowest: str) -> None:
    """In the place of what is not legal comes the card of the fewest points, then the weakest; spades are trumps."""
    match = play_moves(table.sit_down("lowest", 1), "pass,pass,pass,pass,S")
    deal = deal_of(match)
    deal.hands[deal.turn] = [parse_card(name) for name in hand.split()]
    assert parse_card(lowest) == table.in_its_place(deal)
