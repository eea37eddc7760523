"""
Solo Whist, rule by rule, against a plain restatement of its rules that shares no code with the engine.

The restatement, first in this file, works on names ("AS", "misere") and always looks at a whole deal
from its first call on: it is slow, and short enough to be read beside the rules page.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

import pytest

from tapisvert.allot import shuffle
from tapisvert.cards import CARD_NAMES, PACK_52, SUIT, parse_card
from tapisvert.game import Event, IllegalMoveError, Move, Phase
from tapisvert.games.solo_whist import SOLO_WHIST, Options, SoloWhistDeal
from tapisvert.match import Match, Seeds
from tapisvert.narration import narrate
from tests.helpers import assert_uniform, play_moves, random_move

LADDER = ["prop", "solo", "misere", "abondance", "abondance_atout", "misere_ouverte", "abondance_declaree"]
OPENINGS = [bid for bid in LADDER if bid != "abondance_atout"]
CONTRACTS = ["prop_cop", *LADDER[1:]]
SHUFFLING = {"abondance", "abondance_atout", "misere_ouverte", "abondance_declaree"}
TO_THE_END = {"prop_cop", "solo", "abondance", "abondance_atout"}
RANKS = "23456789TJQKA"
UNITS = [1, 2, 5, 10]
Told = list[tuple[int, str]]
"""An auction so far: who said what. Players are counted from eldest, 0."""


# ---------------------------------------------------------------------- the rules restated


def asked(told: Told) -> tuple[int | None, list[str]]:
    """Gets who speaks after these calls, and what may be said; None when the auction is over."""
    bids = [(who, call) for who, call in told if call in LADDER]
    acceptors = [who for who, call in told if call == "cop"]
    passed = [who for who, call in told if call == "pass"]
    last = told[-1][0] if told else 3
    if not bids:
        return (None, []) if len(passed) == 4 else ((last + 1) % 4, ["pass", *OPENINGS])
    bidder, high = bids[-1]
    if high == "abondance_declaree":
        return None, []
    higher = ["pass", *(bid for bid in OPENINGS if LADDER.index(bid) > LADDER.index(high))]
    is_open_prop = high == "prop" and not acceptors
    asleep = {bidder, *passed, *(acceptors if high == "prop" else [])}
    for who in ((last + 1) % 4, (last + 2) % 4, (last + 3) % 4):
        if who not in asleep:
            more = ["cop"] if is_open_prop else ["abondance_atout"] if high == "abondance" else []
            return who, higher + more
    if is_open_prop and bidder not in passed:
        # All others have passed: eldest may still accept, once, before the proposer is asked.
        return (0, ["pass", "cop"]) if passed.count(0) == 1 else (bidder, higher)
    return None, []


def bought(told: Told) -> tuple[str | None, list[int]]:
    """Gets the contract and the declarers, bidder first, of an auction that is over."""
    bids = [(who, call) for who, call in told if call in LADDER]
    if not bids:
        return None, []
    bidder, high = bids[-1]
    if high != "prop":
        return high, [bidder]
    acceptors = [who for who, call in told if call == "cop"]
    return ("prop_cop", [bidder, *acceptors]) if acceptors else (None, [])


def dealt_out(pack: Sequence[str], dealer: int) -> list[list[str]]:
    """Deals four rounds of three cards and one of a single card, from the player after the dealer."""
    left = list(pack)
    hands: list[list[str]] = [[], [], [], []]
    for packet in (3, 3, 3, 3, 1):
        for place in (1, 2, 3, 4):
            hands[(dealer + place) % 4] += [left.pop(0) for _ in range(packet)]
    return hands


def followed(hand: list[str], trick: list[str]) -> list[str]:
    """Gets the cards that may be played: of the suit led if there are any."""
    same = [card for card in hand if trick and card[1] == trick[0][1]]
    return same or hand


def wins(trick: list[str], trump: str) -> int:
    """Gets the place of the winning card: the highest trump, or else the highest card of the suit led."""
    suit = trump if any(card[1] == trump for card in trick) else trick[0][1]
    return trick.index(max((card for card in trick if card[1] == suit), key=lambda card: RANKS.index(card[0])))


def pays(contract: str, unit: int, tricks: int) -> int:
    """Gets what each opponent pays; negative if the contract was lost."""
    if contract == "prop_cop":
        return unit + tricks - 8 if tricks >= 8 else -(unit + 7 - tricks)
    if contract == "solo":
        return unit + tricks - 5 if tricks >= 5 else -(unit + 4 - tricks)
    if contract in ("abondance", "abondance_atout"):
        return 3 * unit + 2 * (tricks - 9) if tricks >= 9 else -(3 * unit + 2 * (8 - tricks))
    if contract == "abondance_declaree":
        return 6 * unit if tricks == 13 else -6 * unit
    worth = 2 * unit if contract == "misere" else 4 * unit
    return worth if tricks == 0 else -worth


def payments_of(contract: str | None, declarers: Sequence[int], unit: int, tricks: int) -> list[int]:
    """Gets what each seat receives: alone from three, or each of two from one defender."""
    if contract is None:
        return [0, 0, 0, 0]
    amount = pays(contract, unit, tricks)
    gain = amount if contract == "prop_cop" else 3 * amount
    return [gain if seat in declarers else -amount for seat in range(4)]


class Table:
    """A deal replayed from its pack, its dealer and the names of its moves."""

    def __init__(self, pack: Sequence[str], dealer: int, moves: Sequence[str]) -> None:
        self.eldest = (dealer + 1) % 4
        self.hands = dealt_out(pack, dealer)
        self.turned = pack[-1]
        self.told: Told = []
        self.named = ""
        self.contract: str | None = None
        self.declarers: list[int] = []
        self.turn, self.legal = self.eldest, ["pass", *OPENINGS]
        self.trick: list[str] = []
        self.tricks: list[list[str]] = []
        self.winners: list[int] = []
        self.is_over = False
        for move in moves:
            self.make(move)

    def make(self, move: str) -> None:
        """Makes a legal move."""
        assert not self.is_over
        assert move in self.legal
        if self.contract is None:
            self.call(move)
        elif move.startswith("trump"):
            self.named = move[-1]
            self.lead()
        else:
            self.lay(move)

    def call(self, call: str) -> None:
        """Adds a call."""
        self.told.append(((self.turn - self.eldest) % 4, call))
        speaker, self.legal = asked(self.told)
        if speaker is not None:
            self.turn = (self.eldest + speaker) % 4
            return
        self.contract, places = bought(self.told)
        self.declarers = [(self.eldest + place) % 4 for place in places]
        if self.contract is None:
            self.is_over = True
        elif self.contract == "abondance":
            self.turn, self.legal = self.declarers[0], [f"trump {suit}" for suit in "CDHS"]
        else:
            self.lead()

    def lead(self) -> None:
        """Gives the lead to trick 1."""
        self.turn = self.declarers[0] if self.contract == "abondance_declaree" else self.eldest
        self.legal = self.hands[self.turn]

    @property
    def trump(self) -> str:
        """The letter of the trump suit; empty if there is none."""
        if self.contract in ("prop_cop", "solo", "abondance_atout"):
            return self.turned[1]
        return self.named

    def lay(self, card: str) -> None:
        """Plays a card."""
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            # The turn has come round to who led.
            self.turn = (self.turn + wins(self.trick, self.trump)) % 4
            self.winners.append(self.turn)
            self.tricks.append(self.trick)
            self.trick = []
            self.is_over = len(self.tricks) == 13 or self.is_settled()
        self.legal = followed(self.hands[self.turn], self.trick)

    def is_settled(self) -> bool:
        """Tells whether the last trick ends a misère or an Abondance Déclarée."""
        is_own = self.winners[-1] in self.declarers
        if self.contract in ("misere", "misere_ouverte"):
            return is_own
        return self.contract == "abondance_declaree" and not is_own

    def gathered(self) -> list[str]:
        """Gets the gathered pack: own tricks, others' tricks, a trick not finished, cards not played."""
        won = list(zip(self.tricks, self.winners, strict=True))
        pack = [card for trick, seat in won if seat in self.declarers for card in trick]
        pack += [card for trick, seat in won if seat not in self.declarers for card in trick]
        pack += self.trick
        for place in range(4):
            pack += self.hands[(self.eldest + place) % 4]
        return pack

    def points(self, unit: int) -> list[int]:
        """Gets the payments."""
        won = sum(seat in self.declarers for seat in self.winners)
        return payments_of(self.contract, self.declarers, unit, won)


# ---------------------------------------------------------------------- deals to look at

# 2S … AS, 2H … AH, 2D … AD, 2C … AC from the top; W deals, so that the turned-up card is AC.
SORTED_HANDS = (
    "2S 3S 4S AS 2H 3H KH AH 2D QD KD AD JC",
    "5S 6S 7S 4H 5H 6H 3D 4D 5D 2C 3C 4C QC",
    "8S 9S TS 7H 8H 9H 6D 7D 8D 5C 6C 7C KC",
    "JS QS KS TH JH QH 9D TD JD 8C 9C TC AC",
)
# Each has a suit, W, who deals, that of the turned-up card: what is won depends on no play.
ONE_SUIT_EACH = tuple(" ".join(rank + suit for rank in RANKS) for suit in "HDCS")


def names(cards: Sequence[int]) -> list[str]:
    """Gets the names of cards in their order."""
    return [CARD_NAMES[card] for card in cards]


def pack_of(hands: Sequence[str], dealer: int = 3) -> list[int]:
    """Stacks the pack that deals these hands."""
    held = [[parse_card(name) for name in hand.split()] for hand in hands]
    order = [(dealer + place) % 4 for place in (1, 2, 3, 4)]
    pack = [card for first in (0, 3, 6, 9) for seat in order for card in held[seat][first : first + 3]]
    pack += [held[seat][12] for seat in order]
    assert sorted(pack) == list(PACK_52)
    return pack


def start(hands: Sequence[str] = SORTED_HANDS, moves: str = "", unit: int = 5) -> SoloWhistDeal:
    """Deals these hands, W being the dealer, and makes some moves, separated by commas."""
    deal = SoloWhistDeal.start(pack_of(hands), 3, 1, Options(unit=unit))
    for name in filter(None, moves.split(",")):
        deal.push(deal.parse_move(name))
    return deal


def finish(deal: SoloWhistDeal, seed: object = 0) -> SoloWhistDeal:
    """Plays a deal to its end at random."""
    rng = random.Random(f"finish {seed}")
    while deal.phase:
        deal.push(random_move(deal, rng))
    return deal


def biased_move(deal: SoloWhistDeal, rng: random.Random) -> Move:
    """Chooses at random, but mostly passes or calls low in an auction, so that every contract is played."""
    moves = sorted(deal.legal_moves())
    if deal.phase == Phase.CALL:
        luck = rng.random()
        if luck < 0.75:
            return moves[0 if luck < 0.5 else 1]
    return moves[int(rng.random() * len(moves))]


@dataclass(frozen=True)
class Played:
    """A finished deal, and how it came about."""

    pack: list[int]
    dealer: int
    moves: list[str]
    deal: SoloWhistDeal
    table: Table


@cache
def random_deals() -> list[Played]:
    """Plays 2,000 deals in a row, each pack made from the deal before."""
    rng, found = random.Random("solo whist"), []
    previous: SoloWhistDeal | None = None
    for index in range(2000):
        options = Options(unit=UNITS[index % 4])
        pack = SOLO_WHIST.next_pack(options, previous, index + 1, rng)
        previous = deal = SoloWhistDeal.start(pack, index % 4, index + 1, options)
        moves = []
        while deal.phase:
            move = biased_move(deal, rng)
            moves.append(deal.move_name(move))
            deal.play(move)
        found.append(Played(pack, index % 4, moves, deal, Table(names(pack), index % 4, moves)))
    return found


def watched(seed: int, calls: str = "") -> Iterator[SoloWhistDeal]:
    """Deals a shuffled pack, makes the calls, plays on at random, and yields each position until the end."""
    rng, pack = random.Random(f"watched {seed}"), list(PACK_52)
    shuffle(pack, rng)
    deal = SoloWhistDeal.start(pack, seed % 4, 1, Options())
    first = calls.split()
    while deal.phase:
        yield deal
        deal.push(deal.parse_move(first.pop(0)) if first else biased_move(deal, rng))


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


# ---------------------------------------------------------------------- payments


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_payments(contract: str, unit: int) -> None:
    """The payments of each contract for 0 … 13 tricks and any declarers are as restated, and sum to zero."""
    deal = finish(start(unit=unit))
    deal.contract = CONTRACTS.index(contract)
    for declarers in combinations(range(4), 2 if contract == "prop_cop" else 1):
        deal.declarers = list(declarers)
        defender = next(seat for seat in range(4) if seat not in declarers)
        for tricks in range(14):
            deal.winners = [declarers[0]] * tricks + [defender] * (13 - tricks)
            assert payments_of(contract, declarers, unit, tricks) == deal.points()
            assert 0 == sum(deal.points())
            deal.declarers.reverse()
            assert payments_of(contract, declarers, unit, tricks) == deal.points()


def test_whole_deals() -> None:
    """In 2,000 random deals in a row contract, declarers, trumps, tricks and payments are as restated; all sum to 0."""
    found = Counter[str | None]()
    for played in random_deals():
        deal, table = played.deal, played.table
        assert table.is_over
        assert table.declarers == deal.declarers
        assert table.contract == (CONTRACTS[deal.contract] if deal.contract >= 0 else None)
        assert table.trump == ("CDHS" + " ")[deal.trump].strip()
        assert table.winners == deal.winners
        assert table.points(deal.unit) == deal.points()
        assert 0 == sum(deal.points())
        found[table.contract] += 1
    assert {*CONTRACTS, None} == set(found)
    assert min(found.values()) > 30


# ---------------------------------------------------------------------- gather, cut, shuffle


def test_gathered_packs() -> None:
    """The gathered pack has the order of the rules, after deals played out, stopped early or passed out."""
    lengths = set()
    for played in random_deals():
        assert played.table.gathered() == names(played.deal.gathered())
        lengths.add((played.table.contract is None, len(played.table.tricks)))
    assert {(True, 0), (False, 1), (False, 2), (False, 3), (False, 13)} <= lengths


def test_gathering_by_hand() -> None:
    """Without a contract eldest's cards lie on top as dealt; after a Misère lost at once, its one trick does."""
    rest = " ".join(SORTED_HANDS)
    assert rest == " ".join(names(start(moves="pass,pass,pass,pass").gathered()))
    assert rest == " ".join(names(start(moves="prop,pass,pass,pass,pass").gathered()))
    deal = start(moves="misere,pass,pass,pass,AS,5S,8S,JS")
    assert Phase.OVER == deal.phase
    left = " ".join(name for name in rest.split() if name not in ("AS", "5S", "8S", "JS"))
    assert f"AS 5S 8S JS {left}" == " ".join(names(deal.gathered()))


def test_tricks_are_gathered_by_side() -> None:
    """Both declarers' tricks lie above the defenders', each side's in the order won."""
    deal = start(moves="prop,cop,pass,pass,2S,5S,8S,JS,TH,2H,4H,7H,9D,AD,3D,6D,JC,2C,5C,8C,AH,5H,8H,JH")
    assert [3, 3, 0, 0, 0] == deal.winners
    finish(deal)
    tricks = [names(deal.trick_at(index)[1]) for index in range(13)]
    own = [index for index in range(13) if deal.winners[index] in (0, 1)]
    others = [index for index in range(13) if deal.winners[index] in (2, 3)]
    assert [0, 1] == others[:2]
    assert [2, 3, 4] == own[:3]
    assert [card for index in own + others for card in tricks[index]] == names(deal.gathered())


def test_cut_or_shuffled() -> None:
    """A pack is cut, 4 to 48 cards going under alike, and shuffled only after Abondance or higher, made or lost."""
    cuts, shuffled = Counter[int](), Counter[str | None]()
    deals = random_deals()
    for previous, played in pairwise(deals):
        under, pack = previous.deal.gathered(), played.pack
        assert list(PACK_52) == sorted(pack)
        cut = under.index(pack[0])
        if under[cut:] + under[:cut] == pack:
            cuts[cut] += 1
        else:
            shuffled[previous.table.contract] += 1
    assert SHUFFLING == set(shuffled)
    assert {c: n for c, n in Counter(p.table.contract for p in deals[:-1]).items() if c in SHUFFLING} == shuffled
    assert_uniform(cuts, range(4, 49))


@pytest.mark.parametrize("contract", [*CONTRACTS, None])
def test_packs_that_fit(contract: str | None) -> None:
    """Exactly the packs that a cut of 4 to 48 cards makes may follow a deal; any pack after Abondance or higher."""
    previous = next(played.deal for played in random_deals() if played.table.contract == contract)
    under = previous.gathered()
    other = under[:]
    other[20], other[30] = other[30], other[20]
    is_free = contract in SHUFFLING
    for cut in range(52):
        assert (is_free or 4 <= cut <= 48) == SOLO_WHIST.fits(Options(), previous, under[cut:] + under[:cut])
        assert is_free == SOLO_WHIST.fits(Options(), previous, other[cut:] + other[:cut])
    assert is_free == SOLO_WHIST.fits(Options(), previous, under[::-1])
    assert SOLO_WHIST.fits(Options(), None, under)


def test_wrong_pack_is_refused() -> None:
    """A match refuses a pack that was cut too thin, and deals the same pack cut as it should be."""
    match = Match(SOLO_WHIST, Options())
    match.next_deal(pack_of(SORTED_HANDS), 3)
    play_moves(match, "pass,pass,pass,pass")
    under = [parse_card(name) for name in " ".join(SORTED_HANDS).split()]
    for cut in (0, 3, 49):
        with pytest.raises(IllegalMoveError, match="wrong pack"):
            match.next_deal(under[cut:] + under[:cut], 0)
    match.next_deal(under[48:] + under[:48], 0)
    assert 0 == match.deals[1].dealer


# ---------------------------------------------------------------------- the match


def sit_down(length: str = "8", seed: object = 0) -> Match:
    """Sits down to a match of a length."""
    return Match(SOLO_WHIST, Options(length=length), Seeds(f"deal {seed}", f"bot {seed}"))


def test_deals_passed_out_do_not_count() -> None:
    """S74: after 100 deals passed out it is still deal 1; nobody paid, the deal went round, the pack is whole."""
    match = sit_down()
    for index in range(100):
        match.next_deal()
        play_moves(match, "pass,pass,pass,pass" if index % 2 else "prop,pass,pass,pass,pass")
        assert (1, index + 1, [0] * 4, False) == (match.number, match.index, match.scores, match.is_over)
        assert (match.deals[0].dealer + index) % 4 == match.deals[-1].dealer
        assert list(PACK_52) == sorted(match.deals[-1].pack)
    match.next_deal()
    assert 1 == match.number


@pytest.mark.parametrize("length", ["4", "8", "16", "24"])
def test_length_counts_deals_played(length: str) -> None:
    """A match by length ends after so many deals played, however many were passed out between them."""
    match, rng = sit_down(length), random.Random(length)
    totals = [0, 0, 0, 0]
    for played in range(1, int(length) + 1):
        for _ in range(played % 3):
            match.next_deal()
            play_moves(match, "pass,pass,pass,pass")
        deal = match.next_deal()
        assert played == match.number
        match.push(deal.parse_move("abondance_declaree"))
        while deal.phase:
            match.push(random_move(deal, rng))
        totals = [total + point for total, point in zip(totals, deal.points(), strict=True)]
        assert (totals, played == int(length)) == (match.scores, match.is_over)
    best = [1 + sum(other > total for other in totals) for total in totals]
    assert best == match.places
    with pytest.raises(IllegalMoveError, match="match over"):
        match.next_deal()


@pytest.mark.parametrize(("length", "deals"), [("to50", 1), ("to100", 2), ("to200", 3)])
def test_target_ends_the_match(length: str, deals: int) -> None:
    """The first total that reaches the target ends a match: each Abondance Déclarée made brings 90 at unit 5."""
    match = sit_down(length)
    for played in range(1, deals + 1):
        # The pack is shuffled after this contract: any pack may follow.
        dealer = (played + 1) % 4
        deal = match.next_deal(pack_of(ONE_SUIT_EACH, dealer), dealer)
        passes = (3 - dealer - 1) % 4
        for call in ["pass"] * passes + ["abondance_declaree"]:
            match.push(deal.parse_move(call))
        while deal.phase:
            match.push(random_move(deal, random.Random(0)))
        assert [-30 * played] * 3 + [90 * played] == match.scores
        assert (played == deals) == match.is_over
    assert [2, 2, 2, 1] == match.places


@pytest.mark.parametrize(("length", "target"), [("to50", 50), ("to100", 100), ("to200", 200)])
def test_target_is_reached_exactly(length: str, target: int) -> None:
    """A total equal to the target ends the match, one less does not, nor any number of deals or of debts."""
    last, options = finish(start()), Options(length=length)
    assert SOLO_WHIST.is_over(options, [target, 0, 0, -target], last, 1)
    assert SOLO_WHIST.is_over(options, [-10, -10, 2 * target, -10], last, 1)
    assert not SOLO_WHIST.is_over(options, [target - 1, 0, 0, 1 - target], last, 100)
    assert not SOLO_WHIST.is_over(options, [-target, -target, -target, target - 1], last, 100)


def test_first_dealer_is_drawn() -> None:
    """The first dealer is drawn by lot, each seat alike."""
    found = Counter[int]()
    for seed in range(400):
        match = sit_down(seed=seed)
        match.next_deal()
        found[match.deals[0].dealer] += 1
    assert_uniform(found, range(4))


# ---------------------------------------------------------------------- who sees what


def assert_seen(deal: SoloWhistDeal, shown: set[int]) -> None:
    """Checks that each seat, and a spectator, sees its own hand, and of the others' the cards *shown* alone."""
    for watcher in (None, 0, 1, 2, 3):
        view = deal.seen_by(watcher)
        for owner, hand in enumerate(view.hands):
            held = set(deal.hands[owner])
            assert (held if owner == watcher else held & shown) == {card for card in hand if card >= 0}
            assert len(held) == len(hand)


@pytest.mark.parametrize("calls", ["", "prop cop", "solo", "abondance", "abondance_declaree", "pass pass pass pass"])
def test_turned_up_card_is_known(calls: str) -> None:
    """All know the turned-up card in the dealer's hand until it is played, and no other card of anybody's."""
    after_first_trick = 0
    for seed in range(6):
        dealer = seed % 4
        for deal in watched(seed, calls):
            if deal.contract >= 0 and CONTRACTS[deal.contract] == "misere_ouverte" and deal.winners:
                break
            assert_seen(deal, {deal.turned})
            is_held = deal.turned in deal.hands[dealer]
            assert is_held == (deal.turned not in deal.plays + deal.trick)
            assert all((deal.turned in deal.seen_by(seat).hands[dealer]) == is_held for seat in range(4))
            after_first_trick += is_held and bool(deal.winners)
    assert calls.count("pass") == 4 or after_first_trick


def test_misere_ouverte_is_exposed_after_trick_one() -> None:
    """S71: all see the declarer's hand from the end of trick 1 and not before, and nobody else's at any time."""
    positions = Counter[int]()
    for seed in range(40):
        dealer, before = seed % 4, seed // 4 % 4
        declarer = (dealer + 1 + before) % 4
        for deal in watched(seed, "pass " * before + "misere_ouverte " + "pass " * (3 - before)):
            shown = set(deal.hands[declarer]) if deal.winners else set()
            assert_seen(deal, shown | {deal.turned})
            if deal.phase == Phase.PLAY:
                assert [declarer] == deal.declarers
                positions[len(deal.winners)] += 1
    assert positions[0] > 100
    assert positions[1] > 50
    assert positions[2] > 20


def test_misere_is_not_exposed() -> None:
    """The hand of a Misère, the lower one, stays hidden."""
    for seed in range(20):
        for deal in watched(seed, "misere pass pass pass"):
            assert_seen(deal, {deal.turned})


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        ("pass,prop,pass,pass", "solo", "only_cop"),
        ("pass,prop,pass,pass", "prop", "only_cop"),
        ("pass,prop,pass,pass", "abondance_declaree", "only_cop"),
        ("prop,pass,pass,pass", "cop", "only_raise"),
        ("pass,prop,pass,pass,pass", "cop", "only_raise"),
        ("pass,prop,pass,pass,pass", "prop", "only_raise"),
        ("", "cop", "nothing_to_cop"),
        ("prop,cop", "cop", "nothing_to_cop"),
        ("prop,solo", "cop", "nothing_to_cop"),
        ("prop", "prop", "prop_opens"),
        ("solo", "prop", "prop_opens"),
        ("", "abondance_atout", "only_over_abondance"),
        ("misere", "abondance_atout", "only_over_abondance"),
        ("prop,pass,pass,pass", "abondance_atout", "only_over_abondance"),
        ("abondance,abondance_atout", "abondance_atout", "only_over_abondance"),
        ("abondance,misere_ouverte", "abondance_atout", "only_over_abondance"),
        ("misere", "misere", "must_overcall"),
        ("misere", "solo", "must_overcall"),
        ("abondance,abondance_atout", "abondance", "must_overcall"),
        ("solo,misere_ouverte", "abondance", "must_overcall"),
        ("", "2S", "must_call"),
        ("prop,pass,pass,pass", "AS", "must_call"),
        ("", "trump H", "must_call"),
        ("abondance,pass,pass,pass", "2S", "must_name_trumps"),
        ("abondance,pass,pass,pass", "pass", "must_name_trumps"),
        ("solo,pass,pass,pass", "pass", "calls_are_over"),
        ("solo,pass,pass,pass", "abondance_declaree", "calls_are_over"),
        ("solo,pass,pass,pass", "trump H", "calls_are_over"),
        ("solo,pass,pass,pass", "5S", "not_in_hand"),
        ("solo,pass,pass,pass,2S", "2S", "not_in_hand"),
        ("solo,pass,pass,pass,2S", "AS", "not_in_hand"),
        ("solo,pass,pass,pass,2S", "QC", "must_follow"),
        ("solo,pass,pass,pass,2S,5S", "9H", "must_follow"),
        ("pass,pass,pass,pass", "pass", "deal_over"),
        ("prop,pass,pass,pass,pass", "2S", "deal_over"),
    ],
)
def test_refusals(moves: str, move: str, code: str) -> None:
    """A move that is not legal is refused with the rule against it, and nothing changes."""
    deal = start(moves=moves)
    before = deal.copy()
    with pytest.raises(IllegalMoveError) as raised:
        deal.push(deal.parse_move(move))
    refusal = raised.value.refusal
    assert (code, "spades" if code == "must_follow" else "") == (refusal.code, refusal.suit)
    assert refusal.anchor
    assert before == deal


def test_everything_else_is_refused() -> None:
    """At each ply all moves but the legal ones are refused, in an auction for a reason of the auction."""
    of_calls = {"only_cop", "only_raise", "nothing_to_cop", "prop_opens", "only_over_abondance", "must_overcall"}
    of_phase = {
        Phase.CALL: of_calls | {"must_call"},
        Phase.NAME: {"must_name_trumps"},
        Phase.PLAY: {"calls_are_over", "not_in_hand", "must_follow"},
    }
    for seed in range(12):
        for deal in watched(seed):
            legal = deal.legal_moves()
            for move in range(len(deal.move_names)):
                refusal = deal.refusal(move)
                assert (move in legal) == (refusal is None)
                assert refusal is None or refusal.code in of_phase[Phase(deal.phase)]
                if refusal is not None and refusal.code == "must_follow":
                    assert SUIT[deal.trick[0]].name.lower() == refusal.suit


# ---------------------------------------------------------------------- what is told


def told_of(hands: Sequence[str], moves: str, watcher: int | None = None) -> list[list[Event]]:
    """Lists, move by move, what a watcher is told."""
    match, told = Match(SOLO_WHIST, Options()), []
    match.next_deal(pack_of(hands), 3)
    for name in moves.split(","):
        before, move = match.view(watcher), SoloWhistDeal.parse_move(name)
        match.push(move)
        told.append(narrate(before, move, match.view(watcher)))
    return told


def called(seat: int, call: str) -> Event:
    """Makes the event of a call."""
    return Event("called", seat=seat, move=call)


def scored(*points: int) -> list[Event]:
    """Makes the events that tell a deal's points."""
    return [Event("scored", seat=seat, amount=amount) for seat, amount in enumerate(points)]


def test_calls_and_contract_are_told() -> None:
    """Every call is told, and with the last one the contract, its bidder and who said Cop."""
    assert [
        [called(0, "pass")],
        [called(1, "prop")],
        [called(2, "pass")],
        [called(3, "pass")],
        [called(0, "cop"), Event("contract", seat=1, to=0, move="prop_cop")],
    ] == told_of(SORTED_HANDS, "pass,prop,pass,pass,cop")
    assert [
        [called(0, "pass")],
        [called(1, "abondance_declaree"), Event("contract", seat=1, move="abondance_declaree")],
    ] == told_of(SORTED_HANDS, "pass,abondance_declaree", 2)


def test_trumps_are_told() -> None:
    """The contract is told before the trumps of an Abondance are named, and then the suit."""
    told = told_of(SORTED_HANDS, "abondance,pass,pass,pass,trump D,2D")
    assert [called(3, "pass"), Event("contract", seat=0, move="abondance")] == told[3]
    assert [[Event("trump", seat=0, move="D")], [Event("played", seat=0, cards=(parse_card("2D"),))]] == told[4:]


@pytest.mark.parametrize("calls", ["pass,pass,pass,pass", "prop,pass,pass,pass,pass", "pass,prop,pass,pass,pass,pass"])
def test_passed_out_is_told(calls: str) -> None:
    """A deal without a contract is told, and that it brings nothing."""
    assert [Event("passed_out"), *scored(0, 0, 0, 0)] == told_of(SORTED_HANDS, calls)[-1][1:]


@pytest.mark.parametrize("watcher", [None, 0, 1, 2, 3])
def test_exposed_hand_is_told(watcher: int | None) -> None:
    """With the end of trick 1 the hand of a Misère Ouverte is told to all, card by card; no later trick tells it."""
    told = told_of(SORTED_HANDS, "pass,misere_ouverte,pass,pass,2S,5S,8S,JS,QS,3S,6S,9S", watcher)
    cards = tuple(parse_card(name) for name in SORTED_HANDS[1].split() if name != "5S")
    played = Event("played", seat=3, cards=(parse_card("JS"),))
    exposed = told[7][-1]
    assert [played, Event("took_trick", seat=3)] == told[7][:-1]
    assert ("exposed", 1, sorted(cards)) == (exposed.code, exposed.seat, sorted(exposed.cards))
    assert 1 == sum(event.code == "exposed" for events in told for event in events)


def test_misere_ouverte_lost_in_trick_one() -> None:
    """A Misère Ouverte lost in trick 1 ends as the hand is exposed: that is told, and the loss with its one trick."""
    told = told_of(SORTED_HANDS, "misere_ouverte,pass,pass,pass,AS,5S,8S,JS")
    assert [
        Event("played", seat=3, cards=(parse_card("JS"),)),
        Event("took_trick", seat=0),
        Event("contract_lost", seat=0, move="misere_ouverte", amount=1),
        *scored(-60, 20, 20, 20),
    ] == [event for event in told[-1] if event.code != "exposed"]
    assert 12 == sum(len(event.cards) for event in told[-1] if event.code == "exposed")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("prop,pass,pass,cop", Event("contract_made", seat=0, move="prop_cop", amount=13)),
        ("pass,pass,prop,pass,cop", Event("contract_lost", seat=2, move="prop_cop", amount=0)),
        ("solo,pass,pass,pass", Event("contract_lost", seat=0, move="solo", amount=0)),
        ("pass,pass,pass,misere", Event("contract_made", seat=3, move="misere", amount=0)),
        ("abondance,pass,pass,pass,trump H", Event("contract_made", seat=0, move="abondance", amount=13)),
        ("pass,abondance_declaree", Event("contract_made", seat=1, move="abondance_declaree", amount=13)),
    ],
)
def test_result_is_told(moves: str, expected: Event) -> None:
    """At the end it is told who made or lost which contract, and with how many tricks."""
    assert [expected] == finish(start(ONE_SUIT_EACH, moves)).remarks()
