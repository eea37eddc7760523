"""The rules of Solo Whist as tables and pure functions: the contracts, the auction, the payments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...game import Move, Seat, choice
from ...tricks import NO_TRUMP

SEATS = 4
HAND = 13
TRICKS = 13
CUTS = range(4, 49)
"""How many cards may be cut: four at least stay in each part."""
PACKETS = (3, 3, 3, 3, 1)


@dataclass(frozen=True, slots=True)
class Contract:
    """One row of the table of contracts."""

    name: str
    call: str
    """The call that bids it."""
    target: int
    """The tricks that the declaring side needs; none at all may be won if 0."""
    trumps: str
    """``turned``: the turned-up suit; ``named``: any suit, named by the declarer; ``none``."""
    units: int
    """What it is worth to each pair of opponents, in units."""
    per_trick: int
    """The points of each trick too many, and of each one missing from the second on; 0 if they do not count."""
    shuffles: bool
    """Whether the pack is shuffled after it, won or lost."""


PROP, SOLO, MISERE, ABONDANCE, ABONDANCE_ATOUT, MISERE_OUVERTE, ABONDANCE_DECLAREE = range(7)
CONTRACTS = (
    Contract("prop_cop", "prop", 8, "turned", 1, 1, False),
    Contract("solo", "solo", 5, "turned", 1, 1, False),
    Contract("misere", "misere", 0, "none", 2, 0, False),
    Contract("abondance", "abondance", 9, "named", 3, 2, True),
    Contract("abondance_atout", "abondance_atout", 9, "turned", 3, 2, True),
    Contract("misere_ouverte", "misere_ouverte", 0, "none", 4, 0, True),
    Contract("abondance_declaree", "abondance_declaree", 13, "none", 6, 0, True),
)
"""The lowest first: each overcalls those before it."""
CONTRACT_NAMES = tuple(contract.name for contract in CONTRACTS)
CALL_NAMES = ("pass", "cop", *(contract.call for contract in CONTRACTS))
PASS, COP, BID = 52, 53, 54
"""The moves of the auction; :data:`BID` is the first of seven, in the order of :data:`CONTRACTS`."""
NAME = BID + len(CONTRACTS)
"""The first of the four moves that name the trumps, by suit."""
LENGTHS = {"8": 8, "4": 4, "16": 16, "24": 24}
TARGETS = {"to50": 50, "to100": 100, "to200": 200}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    unit: int = choice(5, 1, 2, 10, doc="The points of one unit of payment.")
    length: str = choice(*LENGTHS, *TARGETS, doc="How many deals are played, or the total that ends the match.")


# ---------------------------------------------------------------------- the auction


@dataclass(slots=True)
class Auction:
    """An auction in progress."""

    eldest: Seat
    to_speak: Seat | None
    """Who speaks; None once it is over."""
    high: int = -1
    """The highest bid, an index into :data:`CONTRACTS`; -1 before any."""
    holders: tuple[Seat, ...] = ()
    """Who made the highest bid, and who said Cop to it: they are not asked while it stands."""
    passed: tuple[Seat, ...] = ()
    """Who is out, in the order they passed; a late Cop refused is a second pass."""
    is_lone: bool = False
    """Whether the proposer is asked what to do with a Prop that nobody accepted."""

    def legal(self) -> list[Move]:
        """Lists the legal calls of who speaks."""
        if self.to_speak is None:
            return []
        if self.is_late_cop():
            return [PASS, COP]
        calls = [PASS]
        if self._is_prop_alone() and not self.is_lone:
            calls.append(COP)
        # In trumps only over another's Abondance.
        bids = [bid for bid in range(self.high + 1, len(CONTRACTS)) if bid != ABONDANCE_ATOUT or self.high == ABONDANCE]
        return calls + [BID + bid for bid in bids]

    def call(self, call: Move) -> None:
        """Makes a legal call and finds who speaks next."""
        speaker = self.to_speak
        assert speaker is not None
        if call == PASS:
            self.passed += (speaker,)
            if self.is_lone:
                self.high, self.holders = -1, ()
        elif call == COP:
            self.holders += (speaker,)
        else:
            self.high, self.holders = call - BID, (speaker,)
        self.to_speak = self._next(speaker)

    def _next(self, speaker: Seat) -> Seat | None:
        if self.high == ABONDANCE_DECLAREE or self.is_lone:
            return None
        for place in range(1, SEATS):
            seat = (speaker + place) % SEATS
            if seat not in self.holders and seat not in self.passed:
                return seat
        if self.is_late_cop():
            return self.eldest
        self.is_lone = self._is_prop_alone()
        return self.holders[0] if self.is_lone else None

    def is_late_cop(self) -> bool:
        """Tells whether eldest, who passed, is asked again: nothing was bid but one Prop, and all others passed."""
        return self._is_prop_alone() and len(self.passed) == SEATS - 1 and self.passed.count(self.eldest) == 1

    def _is_prop_alone(self) -> bool:
        """Tells whether a Prop stands that nobody has accepted."""
        return self.high == PROP and len(self.holders) == 1


def auction_of(eldest: Seat, calls: Sequence[Move]) -> Auction:
    """Replays an auction's calls."""
    auction = Auction(eldest, eldest)
    for call in calls:
        auction.call(call)
    return auction


# ---------------------------------------------------------------------- the play and the payments


def leads_first(contract: int, eldest: Seat, declarer: Seat) -> Seat:
    """Gets who leads to trick 1."""
    return declarer if contract == ABONDANCE_DECLAREE else eldest


def trump_of(contract: int, turned: int, named: int) -> int:
    """Gets the trump suit of a contract from the turned-up suit and the one that the declarer named."""
    return {"turned": turned, "named": named, "none": NO_TRUMP}[CONTRACTS[contract].trumps]


def is_won(contract: int, tricks: int) -> bool:
    """Tells whether so many tricks of the declaring side win the contract."""
    target = CONTRACTS[contract].target
    return tricks >= target if target else not tricks


def is_settled(contract: int, declares: bool) -> bool:
    """Tells whether a trick settles the contract: no further one counts. *declares* says who won it."""
    return not CONTRACTS[contract].per_trick and declares == (not CONTRACTS[contract].target)


def extra_tricks(contract: int, tricks: int) -> int:
    """Counts the tricks too many of a contract won, or those missing of one lost but for the first, the defeat."""
    target = CONTRACTS[contract].target
    return tricks - target if is_won(contract, tricks) else target - tricks - 1


def shares(amount: int, declarers: Collection[Seat]) -> list[int]:
    """Gets what each seat receives if each opponent pays *amount*: a lone declarer gets it three times."""
    each = amount * (SEATS - len(declarers)) // len(declarers)
    return [each if seat in declarers else -amount for seat in range(SEATS)]


def payments(contract: int, declarers: Collection[Seat], unit: int, tricks: int) -> list[int]:
    """
    Gets what each seat receives.

    :param tricks: won by the declaring side.

    >>> payments(SOLO, [2], 5, 3), payments(PROP, [0, 3], 5, 9)
    ([6, 6, -18, 6], [6, -6, -6, 6])
    """
    row = CONTRACTS[contract]
    amount = row.units * unit + row.per_trick * extra_tricks(contract, tricks)
    return shares(amount if is_won(contract, tricks) else -amount, declarers)


def is_shuffled(last: int) -> bool:
    """Tells whether the pack is shuffled after a deal of contract *last* (-1 for none), and not only cut."""
    return last >= 0 and CONTRACTS[last].shuffles
