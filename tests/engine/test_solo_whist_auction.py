"""Solo Whist: the auction, every one there is, and the play, against a plain restatement."""

from __future__ import annotations

from collections import Counter

import pytest

from tapisvert.cards import CARD_NAMES, PACK_52, parse_card
from tapisvert.game import Phase
from tapisvert.games.solo_whist import Options, SoloWhistDeal
from tests.engine.plain_solo_whist import (
    CONTRACTS,
    ONE_SUIT_EACH,
    RANKS,
    SORTED_HANDS,
    TO_THE_END,
    Table,
    Told,
    asked,
    bought,
    finish,
    names,
    random_deals,
    start,
)

# ---------------------------------------------------------------------- the auction


@pytest.mark.parametrize("dealer", range(4))
def test_every_auction(dealer: int) -> None:
    """In every auction that there is, who speaks, what is legal, the contract and its declarers are as restated."""
    longest = complete = 0
    ahead: list[tuple[Told, SoloWhistDeal]] = [([], SoloWhistDeal.start(PACK_52, dealer, 1, Options()))]
    while ahead:
        told, deal = ahead.pop()
        speaker, legal = asked(told)
        if speaker is not None:
            assert (Phase.CALL, (dealer + 1 + speaker) % 4) == (deal.phase, deal.turn), told
            assert sorted(legal) == sorted(map(deal.move_name, deal.legal_moves())), told
            ahead += [([*told, (speaker, call)], deal.after(deal.parse_move(call))) for call in legal]
            continue
        complete, longest = complete + 1, max(longest, len(told))
        contract, places = bought(told)
        declarers = [(dealer + 1 + place) % 4 for place in places]
        assert declarers == deal.declarers, told
        if contract is None:
            assert (Phase.OVER, -1, [0] * 4) == (deal.phase, deal.contract, deal.points()), told
        else:
            assert contract == CONTRACTS[deal.contract], told
            phase = Phase.NAME if contract == "abondance" else Phase.PLAY
            leader = declarers[0] if contract in ("abondance", "abondance_declaree") else (dealer + 1) % 4
            assert (phase, leader) == (deal.phase, deal.turn), told
    # Ten: seven calls to reach a Misère Ouverte by way of a Cop, and three to pass. There are 2,075 by the text.
    assert (10, 2075) == (longest, complete)


@pytest.mark.parametrize(
    ("calls", "contract", "declarers"),
    [
        pytest.param("pass,pass,pass,pass", None, [], id="S10"),
        pytest.param("pass,prop,pass,pass,cop", "prop_cop", [1, 0], id="S11"),
        pytest.param("prop,pass,pass,pass,solo", "solo", [0], id="S12"),
        pytest.param("prop,pass,pass,pass,pass", None, [], id="withdrawn"),
        pytest.param("pass,prop,pass,pass,pass,misere", "misere", [1], id="raised after a late Cop refused"),
        pytest.param("prop,cop,solo,pass,pass,misere,pass", "misere", [1], id="who said Cop comes back"),
        pytest.param("pass,solo,abondance_declaree", "abondance_declaree", [2], id="at once"),
    ],
)
def test_ends_of_auctions(calls: str, contract: str | None, declarers: list[int]) -> None:
    """An auction ends when nobody is left to ask, or at once with the highest bid; without a contract nobody pays."""
    deal = start(moves=calls)
    assert Phase.CALL != deal.phase
    assert (contract, declarers) == (CONTRACTS[deal.contract] if deal.contract >= 0 else None, deal.declarers)
    assert (contract is None) == (deal.phase == Phase.OVER)


@pytest.mark.parametrize("suit", "CDHS")
def test_abondance_names_any_suit(suit: str) -> None:
    """After the auction the declarer of an Abondance names the trumps, the turned-up suit like any other."""
    deal = start(moves="pass,pass,abondance,pass")
    assert (Phase.NAME, 2) == (deal.phase, deal.turn)
    assert [f"trump {letter}" for letter in "CDHS"] == [deal.move_name(move) for move in deal.legal_moves()]
    deal.push(deal.parse_move(f"trump {suit}"))
    assert (Phase.PLAY, 0, "CDHS".index(suit)) == (deal.phase, deal.turn, deal.trump)


# ---------------------------------------------------------------------- deal and play


def test_deal_of_a_sorted_pack() -> None:
    """S30: threes and a single card from eldest; the dealer's last card is turned up."""
    pack = [parse_card(rank + suit) for suit in "SHDC" for rank in RANKS]
    deal = SoloWhistDeal.start(pack, 3, 1, Options())
    assert list(SORTED_HANDS) == [" ".join(names(hand)) for hand in deal.hands]
    assert "AC" == CARD_NAMES[deal.turned] == CARD_NAMES[deal.hands[3][-1]]


@pytest.mark.parametrize("dealer", range(4))
def test_packets(dealer: int) -> None:
    """The player after the dealer gets the first three cards, the dealer the last of all, whoever deals."""
    deal = SoloWhistDeal.start(PACK_52, dealer, 1, Options())
    hands = [deal.hands[(dealer + place) % 4] for place in (1, 2, 3, 4)]
    assert [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38, 48] == hands[0]
    assert [3, 4, 5, 15, 16, 17, 27, 28, 29, 39, 40, 41, 49] == hands[1]
    assert [6, 7, 8, 18, 19, 20, 30, 31, 32, 42, 43, 44, 50] == hands[2]
    assert [9, 10, 11, 21, 22, 23, 33, 34, 35, 45, 46, 47, 51] == hands[3]
    assert (51, (dealer + 1) % 4) == (deal.turned, deal.turn)


def test_every_ply() -> None:
    """At each ply of deals of all contracts the seat to act and its moves are as restated: follow suit, and no more."""
    found = Counter[str | None]()
    for played in random_deals()[:250]:
        table = Table(names(played.pack), played.dealer, [])
        deal = SoloWhistDeal.start(played.pack, played.dealer, 1, Options())
        for name in played.moves:
            assert table.turn == deal.turn
            assert sorted(table.legal) == sorted(map(deal.move_name, deal.legal_moves()))
            table.make(name)
            deal.push(deal.parse_move(name))
        assert table.is_over
        assert [] == deal.legal_moves() == deal.waiting()
        found[table.contract] += 1
    assert {*CONTRACTS, None} == set(found)


@pytest.mark.parametrize(
    ("moves", "first", "tricks", "points"),
    [
        ("prop,pass,pass,cop", 0, 13, [10, -10, -10, 10]),
        ("pass,pass,prop,pass,cop", 0, 0, [-12, 12, -12, 12]),
        ("solo,pass,pass,pass", 0, 0, [-27, 9, 9, 9]),
        ("pass,pass,pass,solo", 0, 13, [-13, -13, -13, 39]),
        ("pass,pass,pass,misere", 0, 0, [-10, -10, -10, 30]),
        ("misere,pass,pass,pass", 0, 1, [-30, 10, 10, 10]),
        ("pass,pass,pass,abondance,trump S", 0, 13, [-23, -23, -23, 69]),
        ("pass,pass,pass,abondance,trump H", 0, 0, [31, 31, 31, -93]),
        ("abondance,pass,pass,pass,trump H", 0, 13, [69, -23, -23, -23]),
        ("abondance,pass,pass,abondance_atout,pass", 0, 13, [-23, -23, -23, 69]),
        ("pass,abondance,abondance_atout,pass,pass", 0, 0, [31, 31, -93, 31]),
        ("pass,misere_ouverte,pass,pass", 0, 0, [-20, 60, -20, -20]),
        ("misere_ouverte,pass,pass,pass", 0, 1, [-60, 20, 20, 20]),
        ("pass,pass,abondance_declaree", 2, 13, [-30, -30, 90, -30]),
        ("pass,pass,pass,abondance_declaree", 3, 13, [-30, -30, -30, 90]),
    ],
)
def test_contracts_played(moves: str, first: int, tricks: int, points: list[int]) -> None:
    """Where each holds one suit, the first lead and the trumps decide everything, whatever is played."""
    for seed in range(3):
        deal = start(ONE_SUIT_EACH, moves)
        assert first == deal.turn == deal.opener
        assert [0] * 4 == deal.points()
        finish(deal, seed)
        assert tricks == sum(winner in deal.declarers for winner in deal.winners)
        assert points == deal.points()
        assert (1 if tricks == 1 else 13) == len(deal.winners)


def test_void_of_the_suit_led() -> None:
    """Void of the suit led, any card may be played; a trump wins then, and in a misère it is no trump."""
    deal = start(ONE_SUIT_EACH, "pass,solo,pass,pass,2H")
    assert names(deal.hands[1]) == names(deal.legal_moves())
    assert 3 == start(ONE_SUIT_EACH, "pass,solo,pass,pass,2H,AD,AC,2S").turn
    assert 0 == start(ONE_SUIT_EACH, "pass,misere,pass,pass,2H,AD,AC,2S").turn
    assert 1 == start(ONE_SUIT_EACH, "pass,abondance,pass,pass,trump D,2H,2D,AC,AS").turn


def test_play_stops_when_nothing_can_change() -> None:
    """Misères end with the declarer's first trick, an Abondance Déclarée with the first lost; others last 13 tricks."""
    early = Counter[str]()
    for played in random_deals():
        contract, own = played.table.contract, [w in played.deal.declarers for w in played.deal.winners]
        if contract is None:
            assert [] == own
            continue
        if contract in TO_THE_END:
            assert 13 == len(own)
            continue
        deciding = contract != "abondance_declaree"
        assert deciding not in own[:-1]
        assert len(own) == 13 or own[-1] == deciding
        early[contract] += len(own) < 13
    assert set(CONTRACTS) - TO_THE_END == set(early)
    assert min(early.values()) > 20
