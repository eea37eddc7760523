"""One deal of Solo Whist: an auction, perhaps the naming of trumps, then tricks until the contract is settled."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from ...cards import CARD_NAMES, SUIT, SUIT_LETTERS, SUIT_NUMBER, Card, Suit
from ...game import Ask, Entry, Event, Move, Offer, Phase, Refusal, Seat, Task
from ...tricks import NO_TRUMP, POWERS, TrickDeal, follow
from . import account
from .rules import (
    ABONDANCE_ATOUT,
    BID,
    CALL_NAMES,
    CONTRACTS,
    COP,
    MISERE_OUVERTE,
    NAME,
    PACKETS,
    PASS,
    PROP,
    SEATS,
    TRICKS,
    Options,
    auction_of,
    is_settled,
    is_won,
    leads_first,
    payments,
    trump_of,
)

CALLING, NAMING, PLAYING, OVER = int(Phase.CALL), int(Phase.NAME), int(Phase.PLAY), int(Phase.OVER)


@dataclass(slots=True)
class SoloWhistDeal(TrickDeal):
    """One deal: an auction, perhaps the naming of trumps, then up to thirteen tricks."""

    eldest: Seat
    unit: int
    turned: Card
    """The dealer's card that was turned up."""
    calls: list[Move]
    contract: int
    """An index into :data:`CONTRACTS`, or -1."""
    declarers: list[Seat]
    """Who plays the contract, its bidder first."""
    trump: int

    move_names: ClassVar[tuple[str, ...]] = (*CARD_NAMES, *CALL_NAMES, *(f"trump {letter}" for letter in SUIT_LETTERS))

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        eldest, top = (dealer + 1) % SEATS, 0
        hands: list[list[Card]] = [[] for _ in range(SEATS)]
        for packet in PACKETS:
            for place in range(SEATS):
                hands[(eldest + place) % SEATS] += pack[top : top + packet]
                top += packet
        return cls(
            turn=eldest,
            phase=CALLING,
            hands=hands,
            opener=eldest,
            leader=eldest,
            trick=[],
            plays=[],
            winners=[],
            eldest=eldest,
            unit=options.unit,
            turned=pack[-1],
            calls=[],
            contract=-1,
            declarers=[],
            trump=NO_TRUMP,
        )

    def moves_from(self, hand: list[Card]) -> list[Move]:
        if self.phase == CALLING:
            return auction_of(self.eldest, self.calls).legal()
        if self.phase == NAMING:
            return [NAME + suit for suit in range(len(Suit))]
        return follow(hand, SUIT_NUMBER[self.trick[0]]) if self.trick else hand

    def power(self, led: int) -> Sequence[int]:
        return POWERS[self.trump][led]

    def play(self, move: Move) -> None:
        if self.phase == PLAYING:
            if self.lay(move):
                declares = self.turn in self.declarers
                if len(self.winners) == TRICKS or is_settled(self.contract, declares):
                    self.phase = OVER
        elif self.phase == NAMING:
            self._open(move - NAME)
        else:
            self._call(move)

    def _call(self, call: Move) -> None:
        self.calls.append(call)
        auction = auction_of(self.eldest, self.calls)
        if auction.to_speak is not None:
            self.turn = auction.to_speak
        elif auction.high < 0:
            self.phase = OVER
        else:
            self.contract, self.declarers = auction.high, list(auction.holders)
            if CONTRACTS[self.contract].trumps == "named":
                self.turn, self.phase = self.declarers[0], NAMING
            else:
                self._open(NO_TRUMP)

    def _open(self, named: int) -> None:
        self.phase = PLAYING
        self.trump = trump_of(self.contract, SUIT_NUMBER[self.turned], named)
        self.turn = self.leader = self.opener = leads_first(self.contract, self.eldest, self.declarers[0])

    def tricks_won(self) -> int:
        """Counts the declaring side's tricks."""
        return sum([winner in self.declarers for winner in self.winners])

    def points(self) -> list[int]:
        if self.phase or self.contract < 0:
            return [0] * SEATS
        return payments(self.contract, self.declarers, self.unit, self.tricks_won())

    def gathered(self) -> list[Card]:
        """
        Gathers the cards of a finished deal, top first.

        The declaring side's tricks in the order won, then the others', then what was not played, eldest's first.
        """
        order = sorted(range(len(self.winners)), key=lambda index: self.winners[index] not in self.declarers)
        tricks = [card for index in order for card in self.trick_at(index)[1]]
        hands = [self.hands[(self.eldest + place) % SEATS] for place in range(SEATS)]
        return [*tricks, *self.trick, *(card for hand in hands for card in hand)]

    def why_not(self, move: Move) -> Refusal:
        if self.phase == CALLING:
            return self._why_not_call(move)
        if self.phase == NAMING:
            return Refusal("must_name_trumps", "abondance")
        if move >= PASS:
            return Refusal("calls_are_over", "auction")
        if move not in self.hands[self.turn]:
            return Refusal("not_in_hand", "deal")
        return Refusal("must_follow", "play", suit=SUIT[self.trick[0]].name.lower())

    def _why_not_call(self, move: Move) -> Refusal:
        auction = auction_of(self.eldest, self.calls)
        if not PASS <= move < NAME:
            return Refusal("must_call", "auction")
        if auction.is_late_cop():
            return Refusal("only_cop", "late-cop")
        if auction.is_lone and move in (COP, BID + PROP):
            return Refusal("only_raise", "lone-prop")
        if move == COP:
            return Refusal("nothing_to_cop", "auction")
        if move == BID + PROP:
            return Refusal("prop_opens", "auction")
        if move == BID + ABONDANCE_ATOUT:
            return Refusal("only_over_abondance", "abondance-atout")
        return Refusal("must_overcall", "auction")

    # ------------------------------------------------------------------ what the table says

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return (self.eldest - 1) % SEATS

    def menu(self) -> list[Move]:
        """Lists all calls while one is awaited."""
        return list(range(PASS, NAME)) if self.phase == CALLING else []

    def offer(self, move: Move) -> Offer | None:
        if self.phase != CALLING:
            return None
        return account.offer(move, auction_of(self.eldest, self.calls), self.unit, SUIT_NUMBER[self.turned])

    def asks(self) -> Ask | None:
        """Tells the late Cop and the lone Prop, by who proposed, and the naming of trumps from the rest."""
        if self.phase == NAMING:
            return Ask("name_trumps")
        auction = auction_of(self.eldest, self.calls)
        if auction.is_late_cop():
            return Ask("late_cop", auction.holders[0])
        return Ask("lone_prop") if auction.is_lone and self.phase == CALLING else None

    def task(self) -> Task | None:
        if self.contract < 0:
            return None
        return account.task(self.contract, self.declarers, self.tricks_won(), len(self.winners))

    def progress(self, seat: Seat) -> tuple[int, int] | None:
        """Counts the declaring side's tricks, to its declarers."""
        return (self.tricks_won(), CONTRACTS[self.contract].target) if seat in self.declarers else None

    def account(self) -> list[Entry]:
        """Explains the payments, see :mod:`.account`; nothing without a contract."""
        if self.phase or self.contract < 0:
            return []
        return account.account(self.contract, self.declarers, self.unit, self.tricks_won())

    def exposed(self) -> list[list[Card]]:
        """Lists the declarer's hand once exposed; before, the turned-up card till it is played or trick 1 ends."""
        lie: list[list[Card]] = [[] for _ in range(SEATS)]
        if self.is_exposed():
            lie[self.declarers[0]] = sorted(self.hands[self.declarers[0]])
        elif not self.winners and self.turned in self.hands[self.dealer]:
            lie[self.dealer] = [self.turned]
        return lie

    def shown_hands(self) -> list[Seat]:
        return self.declarers[:1] if self.is_exposed() else []

    def opening(self) -> list[Event]:
        """Tells the turned-up card, and whose it is."""
        return [Event("turned_up", seat=self.dealer, cards=(self.turned,))]

    # ------------------------------------------------------------------ what is seen

    def is_exposed(self) -> bool:
        """Tells whether the declarer's hand lies face up: a Misère Ouverte, once trick 1 is over."""
        return self.contract == MISERE_OUVERTE and bool(self.winners)

    def known(self, seat: Seat | None) -> Collection[Card]:
        """Lists the turned-up card, which all have seen in the dealer's hand, and an exposed hand."""
        return [self.turned, *self.hands[self.declarers[0]]] if self.is_exposed() else [self.turned]

    def narrate(self, move: Move, after: TrickDeal) -> list[Event]:
        assert isinstance(after, SoloWhistDeal)
        if self.phase == PLAYING:
            events = TrickDeal.narrate(self, move, after)
            if after.is_exposed() and not self.is_exposed():
                declarer = after.declarers[0]
                events.append(Event("exposed", seat=declarer, cards=tuple(after.hands[declarer])))
            return events
        if self.phase == NAMING:
            return [Event("trump", seat=self.turn, move=self.move_name(move))]
        events = [Event("called", seat=self.turn, move=self.move_name(move))]
        if after.contract >= 0:
            partner = after.declarers[1] if len(after.declarers) > 1 else None
            code, name = "contract" if partner is None else "alliance", CONTRACTS[after.contract].name
            events.append(Event(code, seat=after.declarers[0], to=partner, move=name))
        return events

    def remarks(self) -> list[Event]:
        """Tells how the contract ended and who pays whom, or whose Prop was withdrawn, or that all passed."""
        if self.contract < 0:
            proposed = BID + PROP in self.calls
            proposer = (self.eldest + self.calls.index(BID + PROP)) % SEATS if proposed else None
            return [Event("prop_withdrawn" if proposed else "passed_out", seat=proposer)]
        tricks, name = self.tricks_won(), CONTRACTS[self.contract].name
        bidder, partner = (*self.declarers, None)[:2]
        kind, end = "contract" if partner is None else "alliance", "made" if is_won(self.contract, tricks) else "lost"
        result = Event(f"{kind}_{end}", seat=bidder, to=partner, move=name, amount=tricks)
        return [result, *account.paid(self.declarers, self.points())]
