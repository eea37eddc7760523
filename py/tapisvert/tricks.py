"""Following suit and winning tricks: what all trick-taking games share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from .cards import EMPTY, PACK_52, RANK_LETTERS, SUIT, Card, Suit
from .game import Deal, Event, InvalidRecordError, Move, Phase, Seat

NO_TRUMP = 4
Powers: TypeAlias = list[list[list[int]]]
"""``powers[trump][led][card]``: the highest power in a trick wins it."""


def powers(plain: str, trump: str) -> Powers:
    """
    Makes the table of powers of a pack of suits.

    :param plain: the ranks of a plain suit, weakest first.
    :param trump: the ranks of the trump suit, weakest first.
    """

    def power(card: Card, trumps: int, led: int) -> int:
        rank = RANK_LETTERS[card % 13]
        if SUIT[card] == trumps:
            return 200 + trump.find(rank)
        return (100 if SUIT[card] == led else 0) + plain.find(rank)

    return [[[power(c, trumps, led) for c in PACK_52] for led in Suit] for trumps in (*Suit, NO_TRUMP)]


POWERS = powers(RANK_LETTERS, RANK_LETTERS)
"""The table of powers with the ranks in their natural order."""


def follow(hand: list[Card], led: int) -> list[Card]:
    """
    Lists the cards of the suit led, or the whole hand if there are none.

    >>> follow([0, 5, 20], Suit.CLUBS), follow([0, 5, 20], Suit.SPADES)
    ([0, 5], [0, 5, 20])
    """
    return [c for c in hand if SUIT[c] == led] or hand


def winner(trick: Sequence[Card], power: Sequence[int]) -> int:
    """
    Finds the winning card's place in a trick, counted from the leader's 0.

    >>> winner([0, 12, 13, 3], POWERS[Suit.DIAMONDS][Suit.CLUBS])
    2
    """
    return max(range(len(trick)), key=lambda place: power[trick[place]])


@dataclass(slots=True)
class TrickDeal(Deal):
    """A deal whose moves are, sooner or later, cards played to tricks. Keeps every play in order."""

    hands: list[list[Card]]
    opener: Seat
    """Who led, or leads, trick 1."""
    leader: Seat
    """Who led, or leads, the trick in progress."""
    trick: list[Card]
    """The trick in progress, in the order played."""
    plays: list[Card]
    """The cards of the finished tricks, in the order played."""
    winners: list[Seat]
    """Who won each finished trick."""

    public: ClassVar[tuple[str, ...]] = ("trick", "plays")
    private: ClassVar[tuple[str, ...]] = ("hands",)
    suit: ClassVar[Sequence[int]] = SUIT
    """The suit (or colour) of each card."""

    @abstractmethod
    def moves_from(self, hand: list[Card]) -> list[Move]:
        """
        Lists what the seat to act could do if it held *hand*.

        Must depend on *hand* and public facts alone: it also answers what a rival's play gives away.
        """

    @abstractmethod
    def power(self, led: int) -> Sequence[int]:
        """Gets the power of each card in a trick to which the suit *led* was led."""

    def legal_moves(self) -> list[Move]:
        return self.moves_from(self.hands[self.turn]) if self.phase else []

    def facts(self, move: Move, after: TrickDeal) -> list[Card]:
        """Reads off the rules what a play gives away: a card beside which it would have been illegal."""
        if self.phase != Phase.PLAY:
            return []
        return [card for card in self.cards() if card != move and move not in self.moves_from([move, card])]

    def lay(self, card: Card) -> bool:
        """Lays a card of the hand to act on the trick; tells whether that finished the trick."""
        self.hands[self.turn].remove(card)
        return self.add(card)

    def add(self, card: Card) -> bool:
        """Adds a card, no longer in hand, to the trick; tells whether that finished it."""
        turn, trick, seats = self.turn, self.trick, len(self.hands)
        trick.append(card)
        if len(trick) < seats:
            self.turn = (turn + 1) % seats
            return False
        power = self.power(self.suit[trick[0]])
        best = max(trick, key=power.__getitem__)
        self.turn = self.leader = (self.leader + trick.index(best)) % seats
        self.winners.append(self.leader)
        self.plays += trick
        self.trick = []
        return True

    def _check(self) -> None:
        """Checks that each finished trick has a winner, too."""
        Deal._check(self)
        if len(self.plays) != len(self.winners) * self.seats or len(self.trick) >= self.seats:
            raise InvalidRecordError("the deal's finished tricks do not have one winner each")

    # ------------------------------------------------------------------ looking back

    def trick_at(self, index: int) -> tuple[Seat, list[Card]]:
        """Gets a finished trick: who led it, and its cards in the order played; -1 is the last."""
        seats = len(self.hands)
        index %= len(self.winners)
        leader = self.winners[index - 1] if index else self.opener
        return leader, self.plays[index * seats : (index + 1) * seats]

    def played_by(self, seat: Seat) -> list[Card]:
        """Lists the cards that *seat* has played so far, oldest first."""
        seats = len(self.hands)
        found = []
        for index in range(len(self.winners)):
            leader, cards = self.trick_at(index)
            found.append(cards[(seat - leader) % seats])
        place = (seat - self.leader) % seats
        return found + self.trick[place : place + 1]

    def unplayed(self) -> list[list[Card]]:
        """Lists, by seat, what was left in the hands when play stopped before the last trick."""
        left = [[card for card in hand if card != EMPTY] for hand in self.hands]
        return left if self.winners and not self.phase and any(left) else []

    def winning(self) -> int | None:
        """Gets the place, in the trick in progress, of the card that wins it so far."""
        return winner(self.trick, self.power(self.suit[self.trick[0]])) if self.trick else None

    def narrate(self, move: Move, after: TrickDeal) -> list[Event]:
        """Tells the card played, and who took the trick if that finished it."""
        if self.phase != Phase.PLAY:
            return Deal.narrate(self, move, after)
        events = [Event("played", seat=self.turn, cards=(move,))]
        if len(after.winners) > len(self.winners):
            events.append(Event("took_trick", seat=after.winners[-1]))
        return events
