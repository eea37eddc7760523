"""The rule of thumb of Hearts does what the strategy notes of its rules page say (§4; the numbers are theirs)."""

from __future__ import annotations

import random

import pytest

from tapisvert.bots import OFFERED, decide
from tapisvert.bots.policies.hearts import duck
from tapisvert.cards import CARD_NAMES, PACK_52, SUIT, Card, parse_card
from tapisvert.game import Phase
from tapisvert.games.hearts import HEARTS, QUEEN_OF_SPADES, HeartsDeal
from tapisvert.tricks import TrickDeal
from tapisvert.view import View
from tests.helpers import settings_of

SETTING = settings_of(HEARTS)[0]


def cards(text: str) -> list[Card]:
    """Reads cards."""
    return [parse_card(name) for name in text.split()]


def deal_with(hand: str, number: int = 4) -> HeartsDeal:
    """Deals so that seat 0 has a given hand; the rest goes round by number."""
    mine = cards(hand)
    rest = [card for card in PACK_52 if card not in mine]
    hands = [mine, rest[:13], rest[13:26], rest[26:]]
    pack = [hands[(1 + place) % 4][place // 4] for place in range(52)]
    return HeartsDeal.start(pack, 0, number, HEARTS.options())


def position(hand: str, trick: str = "", plays: str = "", *, broken: bool = False) -> HeartsDeal:
    """
    Sets up seat 0 to play.

    :param trick: the trick in progress, led by whoever makes it seat 0's turn.
    :param plays: cards of tricks before, filled up to whole tricks with clubs.
    """
    held, played, before = cards(hand), cards(trick), cards(plays)
    free = [c for c in PACK_52 if c not in held and c not in played and c not in before]
    while len(before) % 4 or not before:
        before.append(free.pop(0))
    rivals: list[list[Card]] = [[], [], []]
    for place, card in enumerate(free):
        rivals[place % 3].append(card)
    deal = deal_with("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC")
    deal.hands = [held, *rivals]
    deal.trick, deal.plays, deal.winners = played, before, [0] * (len(before) // 4)
    deal.turn, deal.leader, deal.hearts_broken = 0, -len(played) % 4, broken
    return deal


def choice(deal: HeartsDeal) -> str:
    """Gets the policy's choice."""
    return CARD_NAMES[duck(deal, deal.legal_moves(), random.Random(1).random)]


def passed(hand: str) -> set[str]:
    """Gets the three cards that the policy passes from a hand."""
    deal = deal_with(hand, number=1)
    while deal.phase == Phase.PASS and deal.turn == 0:
        deal.push(duck(deal, deal.legal_moves(), random.Random(1).random))
    return {CARD_NAMES[card] for card in deal.passed[0]}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # 1: with three spades or fewer, ace, king and queen go; never spades below the queen
        ("AS KS QS 2C 3C 4C 2D 3D 4D 2H 3H 4H 5H", {"AS", "KS", "QS"}),
        ("QS JS 2C 3C 4C 5C 2D 3D 4D 2H 3H KH AH", {"QS", "KH", "AH"}),
        # 1: with four or more of them, three or more below the queen, they stay
        ("QS 9S 5S 2S 2C 3C 7C 2D 3D AD KD JD 4H", {"AD", "KD", "JD"}),
        ("QS JS 9S 2S AC KC JC 2D 3D 2H 3H 4H 5H", {"AC", "KC", "JC"}),
        # 2: then high hearts without low ones
        ("2S 3S AH KH QH 2C 3C 4C 5C 2D 3D 4D 5D", {"AH", "KH", "QH"}),
        # 3: then what leaves a suit empty, diamonds rather than clubs
        ("2S 3S 4S 8D 9D 2C 3C 4C 5C 7C 2H 3H 4H", {"8D", "9D", "7C"}),
        ("2S 3S 4S 5S 8D 7D 8C 7C 2H 3H 4H 5H KH", {"8D", "7D", "8C"}),
    ],
)
def test_passes(hand: str, expected: set[str]) -> None:
    """Notes 1 to 3: what is passed, in order of danger."""
    assert expected == passed(hand)


def test_low_spades_are_never_passed() -> None:
    """Note 1: no spade below the queen is passed, unless nothing else is left to pass."""
    rng = random.Random("low spades")
    for _ in range(300):
        pack = HEARTS.next_pack(HEARTS.options(), None, 1, rng)
        deal = HeartsDeal.start(pack, 0, 1, HEARTS.options())
        low = [c for c in deal.hands[0] if CARD_NAMES[c][1] == "S" and c < QUEEN_OF_SPADES]
        while deal.phase == Phase.PASS and deal.turn == 0:
            deal.push(duck(deal, deal.legal_moves(), rng.random))
        if len(low) <= 10:
            assert not set(low) & set(deal.passed[0])


@pytest.mark.parametrize("level", OFFERED)
def test_every_level_passes_by_the_rule(level: str) -> None:
    """All levels but random pass alike, one card at a time."""
    deal = deal_with("AS KS QS 2C 3C 4C 2D 3D 4D 2H 3H 4H 5H", number=1)
    for ply in range(3):
        view = View(0, deal.seen_by(0), [[], [], [], []], [100] * 4, HEARTS.options())
        deal.push(decide(level, view, f"{level}{ply}").move)
    assert {"AS", "KS", "QS"} == {CARD_NAMES[card] for card in deal.passed[0]}


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        # 8: duck with the highest card below the winner
        ("2D 9D QD 3H", "TD 4D", "9D"),
        # 8: last, and nothing in it: win with the highest
        ("2D 9D QD 3H", "TD 4D JD", "QD"),
        # 8: last with penalties: duck if it can, else take it with the highest
        ("2D 9D QD 3H", "TD 4D 5H", "9D"),
        ("JD KD 3H", "TD 4D 5H", "KD"),
        # not last and over everything: the lowest, someone may still go over it
        ("JD KD 3H", "TD", "JD"),
        # the queen falls under the king or ace
        ("QS 2S 3H", "KS", "QS"),
        ("QS 2S 3H", "4S AS", "QS"),
        # never onto one's own lead of the suit while a lower card will do
        ("QS 2S 3H", "4S", "2S"),
        ("QS 2S 3H", "4S 5S", "2S"),
        # last in spades without her: no reason to win with the queen
        ("QS KS 3H", "4S 5S 6S", "KS"),
        # 9: void: the queen, then the ace and king of spades while she is out, then high hearts
        ("QS AS AH", "TD", "QS"),
        ("AS KS AH", "TD", "AS"),
        ("2S AH 3H KC", "TD", "AH"),
    ],
)
def test_follows(hand: str, trick: str, expected: str) -> None:
    """Notes 8 and 9: ducking, winning what is free, and throwing what is dangerous."""
    assert expected == choice(position(hand, trick))


def test_spades_are_safe_once_she_has_fallen() -> None:
    """Note 9: once the queen has been played, high hearts go before the ace of spades."""
    assert "AH" == choice(position("AS 2S AH", "TD", plays="QS"))
    assert "AS" == choice(position("AS 2S AH", "TD"))


def test_first_trick_is_free() -> None:
    """Note 6: on trick 1 the highest club is thrown."""
    deal = deal_with("3C 8C AC 3D 9D JD 4S TS 2H 7H JH AH KD")
    while deal.turn:
        deal.push(deal.legal_moves()[0])
    assert "AC" == choice(deal)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # 7: without queen, king and ace: a spade to draw her
        ("9S 3S 2D 4D 8C", "S"),
        # 7: with the king or ace, or with her: none
        ("KS 3S 2D 4D 8C", "D"),
        ("AS 3S 2D 4D 8C", "D"),
        ("QS 3S 2D 4D 8C", "D"),
    ],
)
def test_leads(hand: str, expected: str) -> None:
    """Note 7: spades are led to draw the queen by who need not fear it."""
    assert expected == choice(position(hand, plays="TC"))[1]


def test_never_eats_the_queen_when_it_can_duck() -> None:
    """In play, whoever can go under the winner of a trick with the queen in it, and does not discard, goes under."""
    rng = random.Random("eats")
    ducked = 0
    for number in range(400):
        deal = HeartsDeal.start(HEARTS.next_pack(HEARTS.options(), None, 1, rng), 0, number, HEARTS.options())
        while deal.phase:
            moves = deal.legal_moves()
            move = duck(deal, moves, rng.random)
            if QUEEN_OF_SPADES in deal.trick and SUIT[moves[0]] == SUIT[deal.trick[0]]:
                master = deal.trick[TrickDeal.winning(deal) or 0]
                if any(card < master for card in moves):
                    ducked += 1
                    assert move < master
            deal.play(move)
    assert ducked > 50


def test_beats_chance() -> None:
    """Seats that duck lose far less than one that plays at random."""
    rng = random.Random("chance")
    lost = [0] * 4
    for number in range(150):
        deal = HeartsDeal.start(HEARTS.next_pack(HEARTS.options(), None, 1, rng), 0, number, HEARTS.options())
        fool = number % 4
        while deal.phase:
            moves = deal.legal_moves()
            is_fools = deal.turn == fool
            deal.play(moves[int(rng.random() * len(moves))] if is_fools else duck(deal, moves, rng.random))
        for seat, points in enumerate(deal.points()):
            lost[(seat - fool) % 4] -= points
    assert 2 * lost[0] > 3 * max(lost[1:])
