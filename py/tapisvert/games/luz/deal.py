"""One round of Luz: bets, then ten tricks with cards that all see but their owner, and what he can deduce."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import ClassVar, Self

from ...allot import shuffle
from ...cards import EMPTY, HIDDEN, Card
from ...game import Ask, Deal, Event, Move, Offer, Phase, Refusal, Seat, Slot, Worlds
from ...tricks import TrickDeal
from .rules import (
    ALL_BITS,
    BETS,
    CARD_NAMES,
    COLOUR,
    COLOUR_BITS,
    COLOUR_NAMES,
    HAND,
    HIGHEST,
    MOST,
    PACK,
    POWERS,
    ROUND_VALUES,
    SLOT,
    SLOT_NAMES,
    VALUE,
    Options,
    bet_points,
    bits_of,
    deduce,
    legal_slots,
    pack_of,
    runs_of,
    slots_of,
    spans_of,
    success_points,
)

BETTING, PLAYING, OVER = int(Phase.BET), int(Phase.PLAY), int(Phase.OVER)


@dataclass(slots=True)
class LuzDeal(TrickDeal):
    """One round: a bet by each seat, then ten tricks. A hand keeps its ten places, empty once played."""

    round: int
    """From 1 to 4."""
    aside: list[Card]
    """The cards that nobody sees."""
    slots: list[list[int]]
    """By seat, the slot of each place of the hand: an index into :data:`SLOT_NAMES`."""
    shown: list[list[Card]]
    """By seat and place, the card once played."""
    bets: list[int]
    """By seat, an index into :data:`BETS`, or -1."""

    pack: ClassVar[tuple[Card, ...]] = PACK
    card_names: ClassVar[tuple[str, ...]] = CARD_NAMES
    move_names: ClassVar[tuple[str, ...]] = (*(bet.name for bet in BETS), *SLOT_NAMES)
    suit: ClassVar[Sequence[int]] = COLOUR
    private: ClassVar[tuple[str, ...]] = ()
    blind: ClassVar[tuple[str, ...]] = ("hands",)
    secret: ClassVar[tuple[str, ...]] = ("aside",)

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        players, first = options.players, (dealer + 1) % options.players
        dealt = players * HAND
        hands = [sorted(pack[(seat - first) % players : dealt : players]) for seat in range(players)]
        return cls(
            turn=first,
            phase=BETTING,
            hands=hands,
            opener=first,
            leader=first,
            trick=[],
            plays=[],
            winners=[],
            round=number,
            aside=sorted(pack[dealt:]),
            slots=[slots_of(hand) for hand in hands],
            shown=[[EMPTY] * HAND for _ in range(players)],
            bets=[-1] * players,
        )

    def cards(self) -> Sequence[Card]:
        return pack_of(len(self.hands)) if len(self.hands) in HIGHEST else self.pack

    def moves_from(self, hand: list[Card]) -> list[Move]:
        if self.phase == BETTING:
            return list(range(len(BETS)))
        slots = [slot for slot, card in zip(self.slots[self.turn], hand, strict=True) if card != EMPTY]
        return [SLOT + slot for slot in legal_slots(slots, COLOUR[self.trick[0]] if self.trick else -1)]

    def power(self, led: int) -> Sequence[int]:
        return POWERS[led]

    def play(self, move: Move) -> None:
        seat = self.turn
        if self.phase == BETTING:
            self.bets[seat] = move
            self.turn = (seat + 1) % len(self.bets)
            if self.turn == self.opener:
                self.phase = PLAYING
            return
        hand, place = self.hands[seat], self.slots[seat].index(move - SLOT)
        card = self.shown[seat][place] = hand[place]
        hand[place] = EMPTY
        if self.add(card) and len(self.winners) == HAND:
            self.phase = OVER

    def points(self) -> list[int]:
        if self.phase:
            return [0] * len(self.bets)
        return [bet_points(BETS[bet], self.winners.count(seat), self.round) for seat, bet in enumerate(self.bets)]

    def why_not(self, move: Move) -> Refusal:
        if self.phase == BETTING:
            return Refusal("must_bet", "bets")
        if 0 <= move < SLOT:
            return Refusal("bets_are_made", "bets")
        hand = zip(self.slots[self.turn], self.hands[self.turn], strict=True)
        if move - SLOT not in [slot for slot, card in hand if card != EMPTY]:
            return Refusal("no_such_slot", "slots")
        return Refusal("must_follow", "play", suit=COLOUR_NAMES[COLOUR[self.trick[0]]])

    # ------------------------------------------------------------------ what is seen

    def back(self, card: Card) -> Card:
        return HIDDEN - 1 - COLOUR[card]

    def facts(self, move: Move, after: TrickDeal) -> list[Card]:
        """Tells nothing: what a slot obeys is its colour, which all see."""
        return []

    def narrate(self, move: Move, after: TrickDeal) -> list[Event]:
        assert isinstance(after, LuzDeal)
        if self.phase == BETTING:
            bet = BETS[move]
            code = "bet_blue" if bet.blue else "bet"
            return [Event(code, seat=self.turn, move=bet.name.removeprefix("bet "), amount=bet.brown)]
        return TrickDeal.narrate(self, [*after.plays, *after.trick][-1], after)

    def remarks(self) -> list[Event]:
        """Tells who made his bet, and by how many tricks the others missed theirs."""
        return [
            Event(
                "bet_made" if points > 0 else "bet_lost",
                seat=seat,
                move=BETS[self.bets[seat]].name.removeprefix("bet "),
                amount=points,
                count=abs(self.winners.count(seat) - BETS[self.bets[seat]].brown),
            )
            for seat, points in enumerate(self.points())
        ]

    # ------------------------------------------------------------------ what the table shows

    def opening(self) -> list[Event]:
        return [Event("prize", amount=self.prize()), Event("opens", seat=self.opener)]

    def asks(self) -> Ask | None:
        return Ask("bet") if self.phase == BETTING else None

    def offer(self, move: Move) -> Offer | None:
        """Explains a bet; the blue marble adds nothing to a bet on all the tricks there are."""
        if not 0 <= move < SLOT:
            return None
        bet = BETS[move]
        points = success_points(bet, self.round)
        return Offer(
            "blue" if bet.blue else "exact", bet.brown, points, terms="idle" * (bet.blue and bet.brown == HAND)
        )

    def prize(self) -> int:
        return ROUND_VALUES[self.round - 1]

    def progress(self, seat: Seat) -> tuple[int, int] | None:
        bet = self.bets[seat]
        return (self.winners.count(seat), BETS[bet].brown) if bet >= 0 else None

    def leeway(self, seat: Seat) -> int:
        return int(self.bets[seat] >= 0 and BETS[self.bets[seat]].blue)

    def blind_hand(self, seat: Seat) -> list[Slot]:
        slots = self.slots[seat]
        counts = Counter(slot // HAND for slot in slots)
        return [
            Slot(
                SLOT + slot,
                slot // HAND,
                slot % HAND + 1,
                counts[slot // HAND],
                HIDDEN - 1 - slot // HAND if card == EMPTY else card,
            )
            for slot, card in zip(slots, self.shown[seat], strict=True)
        ]

    def guesses(self, seat: Seat) -> dict[Move, dict[Card, float]]:
        return {
            SLOT + self.slots[seat][place]: {
                MOST * (self.slots[seat][place] // HAND) + value - 1: chance for value, chance in odds.items()
            }
            for place, odds in self.odds(seat).items()
        }

    # ------------------------------------------------------------------ what a seat can deduce

    def unseen(self, seat: Seat) -> int:
        """Gets, as bits, the cards that *seat* does not see: its own and those aside. Reads none of its hand."""
        seen = bits_of(self.plays) | bits_of(self.trick)
        for owner, hand in enumerate(self.hands):
            if owner != seat:
                seen |= bits_of(hand)
        return ALL_BITS[len(self.hands)] & ~seen

    def ranges(self, seat: Seat) -> Iterator[tuple[list[int], tuple[Card, ...]]]:
        """
        Lists what *seat* can say of its own unplayed cards: places of the hand, and the cards that may lie there.

        As many of the cards as there are places lie there, ascending, every choice alike.
        """
        unseen, shown = self.unseen(seat), self.shown[seat]
        for colour, start, stop in spans_of(tuple(self.slots[seat])):
            for first, count, cards in runs_of(tuple(shown[start:stop]), unseen & COLOUR_BITS[colour]):
                yield [start + first + more for more in range(count)], cards

    def odds(self, seat: Seat) -> dict[int, dict[int, float]]:
        """Gets the odds of the values of *seat*'s own unplayed cards, by place of the hand."""
        found: dict[int, dict[int, float]] = {}
        for places, cards in self.ranges(seat):
            found.update(zip(places, deduce([VALUE[card] for card in cards], len(places)), strict=True))
        return found

    def worlds(self, seat: Seat, lacks: Sequence[Sequence[Card]]) -> Worlds:
        """Chooses the cards of this seat's own slots; all the others are seen, and the rest lies aside."""
        ranges = list(self.ranges(seat))
        seen = {card for _, pile in self.places((*self.public, *self.blind)) for card in pile}
        unseen = [card for card in self.cards() if card not in seen]
        ways = prod(comb(len(cards), len(places)) for places, cards in ranges)
        if not ways:
            raise ValueError("no world fits this view")

        def sample(rng: random.Random) -> Deal:
            world = self.copy()
            hand = world.hands[seat]
            for places, cards in ranges:
                drawn = list(cards)
                shuffle(drawn, rng)
                for place, card in zip(places, sorted(drawn[: len(places)]), strict=True):
                    hand[place] = card
            world.aside = [card for card in unseen if card not in hand]
            return world

        return Worlds(ways, sample)
