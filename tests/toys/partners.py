"""
Partners: two sides of two, sixteen cards, four tricks, one side having taken the turned-up suit.

A toy of Belote's kind. It has a round of calls that may be passed out and then does not count,
cards dealt after it, a duty to ruff and to overruff, runs announced but sealed until trick 1 ends
and compared then, partners with equal points, and packs gathered and cut instead of shuffled.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from tapisvert.cards import CARD_NAMES, HIDDEN, RANK_LETTERS, SUIT, Card, Suit
from tapisvert.game import Deal, Event, GatheredGame, Move, Phase, Refusal, Seat, Worlds, choice
from tapisvert.tricks import NO_TRUMP, POWERS, TrickDeal

SEATS = 4
HAND = 4
RANKS = "JQKA"
PACK = tuple(13 * suit + RANK_LETTERS.index(rank) for suit in Suit for rank in RANKS)
PASS = len(CARD_NAMES)
TAKE = PASS + 1
SEALED = TAKE + 1
"""What the others see of an announcement; never a legal move."""
RUNS = {
    SEALED + 1 + i: tuple(13 * suit + RANK_LETTERS.index(rank) for rank in ranks)
    for i, (suit, ranks) in enumerate((suit, ranks) for suit in Suit for ranks in ("JQK", "QKA"))
}
"""The three cards of each announcement, by its move; the highest card names it."""
A_RUN = -2
"""Stands for an announcement that the observer may not see."""
RUN_POINTS = 2


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    target: int = choice(9, 5, doc="The score that ends the match.")


@dataclass(slots=True)
class PartnersDeal(TrickDeal):
    """One deal: calls, then four tricks. Seats 0 and 2 play against 1 and 3."""

    trump: int
    taker: Seat
    """Who took, or -1."""
    turned: Card
    """The card that was turned up."""
    turn_up: list[Card]
    stock: list[Card]
    declared: list[list[Move]]
    """By seat, its announcement while it is sealed."""
    shown: list[list[Move]]
    """By seat, its announcement once it scores."""

    pack: ClassVar[tuple[Card, ...]] = PACK
    move_names: ClassVar[tuple[str, ...]] = (
        *CARD_NAMES,
        "pass",
        "take",
        "announce run",
        *(f"announce run {CARD_NAMES[cards[-1]]}" for cards in RUNS.values()),
    )
    public: ClassVar[tuple[str, ...]] = ("trick", "plays", "turn_up")
    secret: ClassVar[tuple[str, ...]] = ("stock",)
    memory: ClassVar[tuple[str, ...]] = ("declared",)

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        eldest = (dealer + 1) % SEATS
        packets = [list(pack[3 * place : 3 * place + 3]) for place in range(SEATS)]
        return cls(
            turn=eldest,
            phase=Phase.CALL,
            hands=[packets[(seat - eldest) % SEATS] for seat in range(SEATS)],
            opener=eldest,
            leader=eldest,
            trick=[],
            plays=[],
            winners=[],
            trump=NO_TRUMP,
            taker=-1,
            turned=pack[12],
            turn_up=[pack[12]],
            stock=list(pack[13:]),
            declared=[[] for _ in range(SEATS)],
            shown=[[] for _ in range(SEATS)],
        )

    def moves_from(self, hand: list[Card]) -> list[Move]:
        if self.phase == Phase.CALL:
            return [PASS, TAKE]
        announcements: list[Move] = []
        if not self.winners and not self.declared[self.turn]:
            announcements = [move for move, cards in RUNS.items() if set(cards) <= set(hand)]
        return announcements + self._cards_from(hand)

    def _cards_from(self, hand: list[Card]) -> list[Card]:
        master = self.winning()
        if master is None:
            return hand[:]
        led = SUIT[self.trick[0]]
        following = [card for card in hand if SUIT[card] == led]
        if following and led != self.trump:
            return following
        trumps = [card for card in hand if SUIT[card] == self.trump]
        is_partners = (self.leader + master - self.turn) % 2 == 0
        if not trumps or (is_partners and not following):
            return hand[:]
        top = max((card for card in self.trick if SUIT[card] == self.trump), default=HIDDEN)
        return [card for card in trumps if card > top] or trumps

    def power(self, led: int) -> Sequence[int]:
        return POWERS[self.trump][led]

    def play(self, move: Move) -> None:
        if self.phase == Phase.CALL:
            self._call(move)
        elif move in RUNS:
            self.declared[self.turn] = [move]
        elif self.lay(move):
            if len(self.winners) == 1:
                self._compare()
            elif len(self.winners) == HAND:
                self.phase = Phase.OVER

    def _call(self, move: Move) -> None:
        if move == PASS:
            self.turn = (self.turn + 1) % SEATS
            if self.turn == self.opener:
                self.phase = Phase.OVER
            return
        self.taker, self.trump, self.phase = self.turn, SUIT[self.turned], Phase.PLAY
        for place in range(SEATS):
            seat = (self.opener + place) % SEATS
            self.hands[seat].append((self.turn_up if seat == self.taker else self.stock).pop(0))
        self.turn = self.opener

    def _compare(self) -> None:
        """Shows the announcements of the side that has the best one; equal ones cancel all."""
        side = self._best_side(self.declared)
        for seat in range(SEATS):
            if seat % 2 == side:
                self.shown[seat], self.declared[seat] = self.declared[seat], []

    def _best_side(self, declared: Sequence[Sequence[Move]]) -> int | None:
        def key(run: Move) -> tuple[int, bool]:
            top = RUNS[run][-1]
            return top % len(RANK_LETTERS), SUIT[top] == self.trump

        keys = [max((key(run) for s in seats for run in declared[s]), default=()) for seats in ((0, 2), (1, 3))]
        return None if keys[0] == keys[1] else keys.index(max(keys))

    def points(self) -> list[int]:
        if self.phase or self.taker < 0:
            return [0] * SEATS
        takers = self.taker % 2
        won = [sum(winner % 2 == side for winner in self.winners) for side in (0, 1)]
        if won[takers] < HAND // 2:
            won[takers], won[1 - takers] = 0, HAND
        runs = [len(self.shown[side] + self.shown[side + 2]) for side in (0, 1)]
        return [won[seat % 2] + RUN_POINTS * runs[seat % 2] for seat in range(SEATS)]

    def why_not(self, move: Move) -> Refusal:
        if self.phase == Phase.CALL or move > PASS:
            return Refusal("not_allowed", "calls")
        return Refusal("must_follow_or_ruff" if move in self.hands[self.turn] else "not_in_hand", "play")

    # ------------------------------------------------------------------ what is seen

    def known(self, seat: Seat | None) -> Collection[Card]:
        shown = [card for runs in self.shown for run in runs for card in RUNS[run]]
        return [self.turned, *shown] if self.taker >= 0 else []

    def back(self, card: Card) -> Card:
        return A_RUN if card in RUNS else HIDDEN

    def seen_move(self, move: Move, seat: Seat | None) -> Move:
        return SEALED if move in RUNS and seat != self.turn else move

    def facts(self, move: Move, after: TrickDeal) -> list[Card]:
        return TrickDeal.facts(self, move, after) if move < PASS else []

    def worlds(self, seat: Seat, lacks: Sequence[Sequence[Card]]) -> Worlds:
        """Draws worlds and rejects those in which a run was not held or the comparison ended otherwise."""
        every = TrickDeal.worlds(self, seat, lacks)
        runs = list(RUNS)

        def sample(rng: random.Random) -> Deal:
            while True:
                world = every.draw(rng)
                assert isinstance(world, PartnersDeal)
                for declared in world.declared:
                    if declared == [A_RUN]:
                        declared[0] = runs[int(rng.random() * len(runs))]
                if world._is_sound():
                    return world

        return Worlds(every.ways, sample)

    def _is_sound(self) -> bool:
        runs = [declared + shown for declared, shown in zip(self.declared, self.shown, strict=True)]
        for seat, hand in enumerate(self.hands):
            held = {*hand, *self.played_by(seat)}
            if not all(held.issuperset(RUNS[run]) for run in runs[seat]):
                return False
        side = self._best_side(runs) if self.winners else None
        return all(bool(self.shown[seat]) == (seat % 2 == side and bool(runs[seat])) for seat in range(SEATS))

    def narrate(self, move: Move, after: TrickDeal) -> list[Event]:
        if self.phase == Phase.CALL or move >= PASS or not isinstance(after, PartnersDeal):
            return Deal.narrate(self, move, after)
        events = TrickDeal.narrate(self, move, after)
        for seat, runs in enumerate(after.shown if after.shown != self.shown else []):
            events += [Event("showed", seat=seat, cards=RUNS[run]) for run in runs]
        return events

    def gathered(self) -> list[Card]:
        """Gathers the cards of a finished deal: takers' tricks on top, or all hands if it was passed out."""
        if self.taker < 0:
            hands = [self.hands[(self.opener + place) % SEATS] for place in range(SEATS)]
            return [card for hand in hands for card in hand] + self.turn_up + self.stock
        order = sorted(range(HAND), key=lambda index: self.winners[index] % 2 != self.taker % 2)
        return [card for index in order for card in self.trick_at(index)[1]]


class Partners(GatheredGame):
    """A match up to a score."""

    name = "partners"
    deal = PartnersDeal
    options = Options
    cuts = range(3, 14)

    def sides(self, options: Options) -> list[int]:
        return [0, 1, 0, 1]

    def gathered(self, previous: Deal) -> list[Card] | None:
        assert isinstance(previous, PartnersDeal)
        return previous.gathered()

    def counts(self, deal: Deal) -> bool:
        return isinstance(deal, PartnersDeal) and deal.taker >= 0

    def is_over(self, options: Options, scores: Sequence[int], last: Deal, counted: int) -> bool:
        return max(scores) >= options.target


PARTNERS = Partners()
