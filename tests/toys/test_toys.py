"""The toys' own rules, where they ask something of the frame that Hearts does not."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from tapisvert.cards import EMPTY, HIDDEN, SUIT, Card, Suit, parse_card
from tapisvert.game import InvalidRecordError, Phase
from tapisvert.games import AddedGame, _load_added
from tapisvert.games.hearts import HEARTS
from tapisvert.match import Match
from tests.helpers import Setting, play_moves, play_on, plies, settings_of
from tests.toys.blind_bid import BLIND_BID, BlindDeal
from tests.toys.knockout_whist import KNOCKOUT_WHIST, KnockoutDeal
from tests.toys.partners import PARTNERS, PartnersDeal
from tests.toys.tiles import TILES, TilesDeal


def partners(pack: str) -> tuple[Match, PartnersDeal]:
    """Deals a given pack of Partners; seat 0 is eldest."""
    match = Setting(PARTNERS, PARTNERS.options()).match("given")
    deal = match.next_deal(PARTNERS.parse_pack(pack, match.options), 3)
    assert isinstance(deal, PartnersDeal)
    return match, deal


def names(cards: Sequence[Card]) -> list[str]:
    """Names cards."""
    return [PARTNERS.deal.card_names[card] for card in cards]


PACK = "JC QC KC JD QD KD JH QH KH JS QS KS AC AD AH AS"


# ---------------------------------------------------------------------- knockout whist


@pytest.mark.parametrize("setting", settings_of(KNOCKOUT_WHIST), ids=str)
def test_hands_shrink(setting: Setting) -> None:
    """Seven cards each, then six … then one, for as many seats as the options say; the rest is undealt."""
    match = setting.match("shrinks")
    for _ in range(7):
        deal = match.next_deal()
        assert isinstance(deal, KnockoutDeal)
        assert [8 - match.number] * len(setting.seats) == [len(hand) for hand in deal.hands]
        assert 52 == len(deal.stock) + len(deal.turn_up) + sum(map(len, deal.hands))
        if deal.phase == Phase.NAME:
            assert ["trump C", "trump D", "trump H", "trump S"] == [deal.move_name(m) for m in deal.legal_moves()]
        for _ in iter(lambda: match.deal is not None and match.deal.phase, 0):
            match.push(deal.legal_moves()[0])
    assert match.is_over
    assert 28 == sum(match.scores)


# ---------------------------------------------------------------------- blind bid


def test_blind_hands() -> None:
    """A seat sees all cards but its own and those aside; the backs of its own tell their colours, in order."""
    deal = BlindDeal.start([0, 5, 10, 1, 6, 11, 2, 7, 12, 3, 8, 13, 4, 9, 14], 2, 1, BLIND_BID.options())
    assert [[0, 1, 2, 3], [5, 6, 7, 8], [10, 11, 12, 13]] == deal.hands
    view = deal.seen_by(1)
    assert [[0, 1, 2, 3], [-3] * 4, [10, 11, 12, 13]] == view.hands
    assert [HIDDEN] * 3 == view.aside
    assert [[-2] * 4, [-3] * 4, [-4] * 4] == deal.seen_by(None).hands


def test_slots_keep_their_names() -> None:
    """A slot played stays empty, no hole: the other slots keep their places and names, and the colour is followed."""
    match = Setting(BLIND_BID, BLIND_BID.options()).match("slots")
    deal = match.next_deal([0, 5, 10, 1, 6, 11, 7, 2, 12, 3, 8, 13, 4, 9, 14], 2)
    assert isinstance(deal, BlindDeal)
    assert [[0, 1, 3, 7], [2, 5, 6, 8], [10, 11, 12, 13]] == deal.hands
    play_moves(match, "bet 2,bet 1+blue,bet 0,Y#2")
    assert [0, EMPTY, 3, 7] == deal.hands[0]
    assert [-2, EMPTY, -2, -3] == deal.seen_by(0).hands[0]
    assert ["Y#1"] == [deal.move_name(move) for move in deal.legal_moves()]
    assert "must follow" in str(deal.refusal(deal.parse_move("R#1")))
    assert "no such slot" in str(deal.refusal(deal.parse_move("G#1")))
    play_moves(match, "Y#1,G#4,R#1")
    assert 2 == deal.turn
    assert ["G#1", "G#2", "G#3"] == [deal.move_name(move) for move in deal.legal_moves()]


# ---------------------------------------------------------------------- partners


def test_passed_out_deals_do_not_count() -> None:
    """A deal that all pass scores nothing and keeps its number; its cards are cut, and the deal passes on."""
    match, deal = partners(PACK)
    play_moves(match, "pass,pass,pass,pass")
    assert (0, [0] * 4, 1, False) == (deal.phase, match.scores, match.number, match.is_over)
    assert PACK.split() == names(deal.gathered())
    again = match.next_deal()
    assert (1, 2, 0) == (match.number, match.index, match.deals[-1].dealer)
    cards = names(match.deals[-1].pack)
    assert PACK.split() in [cards[cut:] + cards[:cut] for cut in range(16)]
    assert again is not deal


def test_gathered_by_sides() -> None:
    """After a deal played the takers' tricks lie on top, then the others', each in the order won."""
    match, deal = partners(PACK)
    play_moves(match, "take")
    play_on_by_first_moves(match)
    first = [winner % 2 == 0 for winner in deal.winners]
    gathered = deal.gathered()
    tricks = [gathered[i : i + 4] for i in range(0, 16, 4)]
    taken = [deal.trick_at(i)[1] for i in range(4)]
    expected = [t for t, ours in zip(taken, first, strict=True) if ours]
    expected += [t for t, ours in zip(taken, first, strict=True) if not ours]
    assert expected == tricks


def play_on_by_first_moves(match: Match) -> None:
    """Plays the deal on by each first legal card."""
    while match.deal is not None and match.deal.phase:
        match.push(min(match.deal.legal_moves()))


def test_must_ruff_and_what_it_tells() -> None:
    """Void, with a rival winning, one ruffs and overruffs; who does neither holds no trump, or no higher one."""
    match, deal = partners("JC QC AH JD QD AC JH QH AD KC KD QS AS JS KS KH")
    # Seat 3 takes: spades are trumps. 0: JC QC AH JS; 1: JD QD AC KS; 2: JH QH AD KH; 3: KC KD QS AS.
    play_moves(match, "pass,pass,pass,take")
    assert [["JC", "QC", "AH", "JS"], ["JD", "QD", "AC", "KS"]] == [names(hand) for hand in deal.hands[:2]]
    play_moves(match, "AH,KS,JH")
    assert ["AS", "KC", "KD", "QS"] == sorted(names(deal.legal_moves())), "its partner is winning"
    match, deal = partners("JC QC AH JD QD AC JH QH AD KC KD QS AS JS KS KH")
    play_moves(match, "pass,pass,pass,take,AH")
    assert ["KS"] == names(deal.legal_moves())
    assert "must follow or ruff" in str(deal.refusal(parse_card("AC")))
    match, deal = partners("JC QC AH JD QD AC JH QH AD KC KD QS AS JS KH KS")
    # The same with KH and KS exchanged: seat 1 must follow, seat 2 is its rival.
    play_moves(match, "pass,pass,pass,take,JC,AC,KS")
    assert [parse_card(name) for name in ("JC", "QC", "KC", "AC")] == match.lacks[2]


def test_discard_against_a_rival_denies_trumps() -> None:
    """Who discards on a rival's card has no card of the suit led and no trump: more than a void."""
    match, deal = partners("JC QC AH JD QD AC JH QH AD KC KD QS AS JS KH KS")
    play_moves(match, "pass,pass,pass,take")
    assert ["AS", "KC", "KD", "QS"] == sorted(names(deal.hands[3]))
    deal.turn, deal.leader, deal.trick = 3, 2, [parse_card("AH")]
    facts = deal.facts(parse_card("KD"), deal.after(parse_card("KD")))
    assert {Suit.HEARTS, Suit.SPADES} == {SUIT[card] for card in facts}
    deal.trick = [parse_card("AH"), parse_card("KS")]
    deal.turn = 0
    deal.leader = 2
    assert [parse_card("AS")] == [c for c in deal.facts(parse_card("QS"), deal) if SUIT[c] == Suit.SPADES and c > 50]


def test_announcements_are_optional_and_once() -> None:
    """A run is announced before one's first card or never; only runs held, one of them."""
    match, deal = partners(PACK)
    play_moves(match, "take")
    moves = [deal.move_name(move) for move in deal.legal_moves()]
    assert ["announce run KC", "announce run AC", "JC", "QC", "KC", "AC"] == moves
    assert "not allowed" in str(deal.refusal(deal.parse_move("announce run AS")))
    assert "not allowed" in str(deal.refusal(deal.parse_move("announce run")))
    match.push(deal.parse_move("announce run AC"))
    assert ["JC", "QC", "KC", "AC"] == [deal.move_name(move) for move in deal.legal_moves()]
    play_moves(match, "AC,JD,JH,JS")
    assert [[[deal.parse_move("announce run AC")], [], [], []], [[]] * 4] == [deal.shown, deal.declared]
    assert not any(move > 51 for move in deal.legal_moves())


def test_partners_score_alike() -> None:
    """Partners are a side: they get the same points, and their scores share a place."""
    match = play_on(Setting(PARTNERS, PARTNERS.options()).match("sides"), random.Random("sides"))
    assert (match.scores[0], match.scores[1]) == (match.scores[2], match.scores[3])
    assert match.places in ([1, 3, 1, 3], [3, 1, 3, 1], [1, 1, 1, 1])
    assert any(not PARTNERS.counts(deal) for deal, move in passes() if move is None)


def passes() -> list[Any]:
    """Plays some matches and lists their positions."""
    setting = Setting(PARTNERS, PARTNERS.options())
    return [step for seed in range(20) for step in plies(setting.match(f"passes {seed}"), random.Random(seed), 3)]


# ---------------------------------------------------------------------- tiles


@pytest.mark.parametrize(("players", "tiles"), [(2, 10), (3, 15)])
def test_tiles_by_players(players: int, tiles: int) -> None:
    """Each player brings a set: the pack depends on the options, and copies count in order of appearance."""
    options = TILES.options(players=players)
    assert tiles == len(TILES.pack(options))
    text = "5 5 " + "5 " * (players - 2) + "1 2 3 4 " * players
    pack = TILES.parse_pack(text, options)
    assert [4, 9, 14][:players] == pack[:players]
    assert text.split() == TILES.format_pack(pack).split()
    for bad in (text + "6", text + "1", text.replace("4", "6"), text.replace("4", "x"), "0 " + text, ""):
        with pytest.raises(InvalidRecordError):
            TILES.parse_pack(bad, options)


def test_empty_cells_are_no_holes() -> None:
    """Everything but the pool is seen; empty cells are neither cards nor hidden, and are kept in JSON."""
    match = Setting(TILES, TILES.options()).match("tiles")
    deal = match.next_deal(TILES.parse_pack("3 1 5 2 3 4 1 2 4 5", match.options), 1)
    assert isinstance(deal, TilesDeal)
    play_moves(match, "draw,place b,draw,discard")
    view = deal.seen_by(0)
    assert [[EMPTY, 2, EMPTY], [EMPTY] * 3] == view.rows == deal.rows
    assert [[0], [-1] * 8] == [view.discards, view.pool]
    assert view == type(deal).from_json(json.loads(json.dumps(view.to_json())))
    assert ["draw", "take 1 a", "take 1 b"] == [deal.move_name(move) for move in deal.legal_moves()]
    assert 2 == deal.seats


def test_identical_tiles_play_alike() -> None:
    """A move names a number, not a copy: whichever copy lies open is taken."""
    match = Setting(TILES, TILES.options()).match("copies")
    deal = match.next_deal(TILES.parse_pack("1 1 2 2 3 3 4 4 5 5", match.options), 1)
    assert isinstance(deal, TilesDeal)
    play_moves(match, "draw,discard,draw,discard,take 1 a,take 1 b,draw,place b")
    assert [0, 1, EMPTY] == deal.rows[0]
    assert [EMPTY, 5, EMPTY] == deal.rows[1]


# ---------------------------------------------------------------------- games that wheels add


class Entry:
    """Stands for an entry point."""

    def __init__(self, name: str, found: object) -> None:
        self.name = name
        self.found = found

    def load(self) -> object:
        """Gets what it names."""
        return self.found


def test_a_wheel_adds_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point that names an added game adds it; one that gives no new game is named in the error."""
    whist = AddedGame(KNOCKOUT_WHIST)
    entries = [Entry("whist", whist)]
    monkeypatch.setattr("tapisvert.games.entry_points", lambda group: entries if group == "tapisvert.games" else [])
    assert {"knockout_whist": whist} == _load_added()
    for wrong in (KNOCKOUT_WHIST, None, AddedGame(HEARTS), whist):
        entries[1:] = [Entry("wrong", wrong)]
        with pytest.raises(InvalidRecordError, match="entry point wrong"):
            _load_added()
