"""
The rules of Solo Whist restated plainly, sharing no code with the engine; and deals to look at.

The restatement works on names ("AS", "misere") and always looks at a whole deal from its first call on:
it is slow, and short enough to be read beside the rules page.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tapisvert.allot import shuffle
from tapisvert.cards import CARD_NAMES, PACK_52, parse_card
from tapisvert.game import Move, Phase
from tapisvert.games.solo_whist import SOLO_WHIST, Options, SoloWhistDeal
from tests.helpers import random_move

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
