"""One deal of Belote: calls, announcements, eight tricks, and what each seat sees of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from ...cards import CARD_NAMES, HIDDEN, SUIT, SUIT_LETTERS, SUIT_NUMBER, Card
from ...game import Entry, Event, Move, Phase, Refusal, Seat, Worlds
from ...tricks import NO_TRUMP, TrickDeal
from .rules import (
    ANNOUNCE,
    ANNOUNCEMENTS,
    BELOTE_CARDS,
    CALL_NAMES,
    KINDS,
    LAST_TRICK,
    PACK,
    PASS,
    POWERS,
    SEALED,
    SEATS,
    SIDES,
    TRICKS,
    VALUES,
    Options,
    announcement_of,
    announcements,
    best_side,
    by_side,
    legal_calls,
    legal_cards,
    move_of,
    sealed,
    trump_called,
)
from .scores import Manche, account, is_made, side_scores
from .worlds import worlds_after_announcements

PLAYING, CALLING, OVER = int(Phase.PLAY), int(Phase.CALL), int(Phase.OVER)


@dataclass(slots=True)
class BeloteDeal(TrickDeal):
    """One deal. Seats 0 and 2 play against 1 and 3."""

    manche: int
    """Counts the deals that found a taker, from 1."""
    announcing: bool
    """Whether announcements may be made."""
    majority: bool
    """Whether the takers need as much as the defence instead of 81."""
    turned: Card
    """The card that was turned up."""
    calls: list[Move]
    taker: Seat
    """Who took, or -1."""
    trump: int
    turn_up: list[Card]
    """The turned-up card while it lies in the middle."""
    stock: list[Card]
    declared: list[list[Move]]
    """By seat, its announcements while the others know their names alone."""
    shown: list[list[Move]]
    """By seat, its announcements once they score."""
    belote: Seat
    """Who has said "Belote!", or -1."""
    card_points: list[int]
    """By side, the points of its tricks so far, the last trick's ten included."""

    pack: ClassVar[tuple[Card, ...]] = PACK
    move_names: ClassVar[tuple[str, ...]] = (
        *CARD_NAMES,
        *CALL_NAMES,
        *(f"announce {kind.name}" for kind in KINDS),
        *(f"announce {announcement.name}" for announcement in ANNOUNCEMENTS),
    )
    public: ClassVar[tuple[str, ...]] = ("trick", "plays", "turn_up")
    secret: ClassVar[tuple[str, ...]] = ("stock",)
    memory: ClassVar[tuple[str, ...]] = ("declared",)

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        eldest = (dealer + 1) % SEATS
        # Three cards to each, then two; the next is turned up.
        packets = [[*pack[3 * i : 3 * i + 3], *pack[12 + 2 * i : 14 + 2 * i]] for i in range(SEATS)]
        return cls(
            turn=eldest,
            phase=CALLING,
            hands=[packets[(seat - eldest) % SEATS] for seat in range(SEATS)],
            opener=eldest,
            leader=eldest,
            trick=[],
            plays=[],
            winners=[],
            manche=number,
            announcing=options.announcements,
            majority=options.contract == "majority",
            turned=pack[20],
            calls=[],
            taker=-1,
            trump=NO_TRUMP,
            turn_up=[pack[20]],
            stock=list(pack[21:]),
            declared=[[] for _ in range(SEATS)],
            shown=[[] for _ in range(SEATS)],
            belote=-1,
            card_points=[0, 0],
        )

    # ------------------------------------------------------------------ moves

    def moves_from(self, hand: list[Card]) -> list[Move]:
        if self.phase == CALLING:
            return legal_calls(self.calls, SUIT_NUMBER[self.turned])
        cards = legal_cards(hand, self.trick, self.trump)
        if not self.announcing or self.winners:
            return cards
        made = self.declared[self.turn]
        return [*(m for m in map(move_of, announcements(hand)) if m not in made), *cards]

    def power(self, led: int) -> Sequence[int]:
        return POWERS[self.trump][led]

    def play(self, move: Move) -> None:
        if self.phase == CALLING:
            self._call(move)
        elif move >= ANNOUNCE:
            self.declared[self.turn].append(move)
        else:
            self._play_card(move)

    def _call(self, call: Move) -> None:
        self.calls.append(call)
        if call != PASS:
            self.take(self.turn, trump_called(call, SUIT_NUMBER[self.turned]))
            return
        self.turn = (self.turn + 1) % SEATS
        if len(self.calls) == 2 * SEATS:
            self.phase = OVER

    def take(self, taker: Seat, trump: int) -> None:
        """Makes *trump* trumps and deals the rest: three cards each, the turn-up and two to the *taker*."""
        self.taker, self.trump, self.phase = taker, trump, PLAYING
        for place in range(SEATS):
            seat = (self.opener + place) % SEATS
            dealt = 3
            if seat == taker:
                self.hands[seat].append(self.turn_up.pop())
                dealt = 2
            self.hands[seat] += self.stock[:dealt]
            del self.stock[:dealt]
        self.turn = self.opener

    def _play_card(self, card: Card) -> None:
        turn, trick = self.turn, self.trick
        pair = BELOTE_CARDS[self.trump]
        if card in pair and sum(pair) - card in self.hands[turn]:
            self.belote = turn
        if not self.lay(card):
            return
        side, values = SIDES[self.turn], VALUES[self.trump]
        self.card_points[side] += sum([values[c] for c in trick])
        if len(self.winners) == 1:
            self._compare()
        elif len(self.winners) == TRICKS:
            self.card_points[side] += LAST_TRICK
            self.phase = OVER

    def _compare(self) -> None:
        """Shows the announcements of the side with the best one; equal best ones cancel all."""
        if self.announcing:
            better = best_side(self.trump, by_side(self.declared))
            for seat in range(SEATS):
                if SIDES[seat] == better:
                    self.shown[seat], self.declared[seat] = self.declared[seat], []

    def why_not(self, move: Move) -> Refusal:
        if self.phase == CALLING:
            if PASS < move < SEALED:
                return Refusal("turned_suit_again" if len(self.calls) >= SEATS else "suit_too_soon", "calls")
            return Refusal("must_call", "calls")
        if move >= PASS:
            return self._why_not_announce(move)
        hand = self.hands[self.turn]
        if move not in hand:
            return Refusal("not_in_hand", "deal")
        led, trump = SUIT_NUMBER[self.trick[0]], self.trump
        follows = any(SUIT_NUMBER[c] == led for c in hand)
        if follows and SUIT_NUMBER[move] != led:
            return Refusal("must_follow", "legal-cards", suit=SUIT[self.trick[0]].name.lower())
        if follows:
            return Refusal("must_rise", "legal-cards")
        if all(SUIT_NUMBER[c] != trump for c in self.trick):
            return Refusal("must_ruff", "legal-cards")
        power = self.power(led)
        can_beat = max(power[c] for c in hand) > max(power[c] for c in self.trick)
        return Refusal("must_overruff" if can_beat else "must_underruff", "legal-cards")

    def _why_not_announce(self, move: Move) -> Refusal:
        if not SEALED <= move < len(self.move_names):
            return Refusal("calls_are_over", "calls")
        if not self.announcing:
            return Refusal("no_announcements", "announcements")
        if self.winners:
            return Refusal("too_late_to_announce", "announcements")
        if move in self.declared[self.turn]:
            return Refusal("already_announced", "announcements")
        return Refusal("not_to_announce", "announcements")

    # ------------------------------------------------------------------ points

    def tricks(self) -> list[int]:
        """Counts the tricks won so far, by side."""
        ours = sum([SIDES[winner] for winner in self.winners])
        return [len(self.winners) - ours, ours]

    def announced(self) -> list[int]:
        """Gets the points of the announcements that score, by side."""
        return [sum(each.points for each in made) for made in by_side(self.shown)]

    def side_of_belote(self) -> int:
        """Gets the side that has shown king and queen of trumps, or -1."""
        return SIDES[self.belote] if self.belote >= 0 else -1

    def summary(self) -> Manche:
        """Sums up a deal that is over and has a taker."""
        return Manche(
            SIDES[self.taker], self.card_points, self.tricks(), self.side_of_belote(), self.announced(), self.majority,
            SIDES[self.winners[-1]],
        )  # fmt: skip

    def points(self) -> list[int]:
        if self.phase or self.taker < 0:
            return [0] * SEATS
        scores = side_scores(self.summary())
        return [scores[SIDES[seat]] for seat in range(SEATS)]

    def account(self) -> list[Entry]:
        """Explains a manche side by side, see :mod:`.scores`; nothing after eight passes."""
        if self.phase or self.taker < 0:
            return []
        return [Entry(code, tuple(amounts[side] for side in SIDES)) for code, amounts in account(self.summary())]

    def running(self) -> list[int]:
        """Gets the points of the tricks and, once decided, of the announcements; belote is counted at the end."""
        if self.taker < 0:
            return []
        announced = self.announced()
        return [self.card_points[side] + announced[side] for side in SIDES]

    def exposed(self) -> list[list[Card]]:
        """Lists the cards of the announcements that score, from the end of trick 1 to the first card of trick 2."""
        if len(self.winners) != 1 or self.trick:
            return []
        return [[card for made in map(announcement_of, moves) for card in made.cards] for moves in self.shown]

    def gathered(self) -> list[Card]:
        """
        Gathers the cards of a finished deal, top first.

        The takers' tricks in the order won, then the defence's; after eight passes the hands as dealt, eldest's
        first, then the turn-up and what was not dealt.
        """
        if self.taker < 0:
            hands = [self.hands[(self.opener + place) % SEATS] for place in range(SEATS)]
            return [*(card for hand in hands for card in hand), *self.turn_up, *self.stock]
        order = sorted(range(TRICKS), key=lambda index: SIDES[self.winners[index]] != SIDES[self.taker])
        return [card for index in order for card in self.trick_at(index)[1]]

    # ------------------------------------------------------------------ what is seen

    def known(self, seat: Seat | None) -> Collection[Card]:
        """Lists the turn-up in the taker's hand, what announcements showed, and the second card of a belote."""
        if self.taker < 0:
            return []
        shown = [card for moves in self.shown for move in moves for card in announcement_of(move).cards]
        pair = BELOTE_CARDS[self.trump] if self.belote >= 0 else ()
        return [self.turned, *shown, *pair]

    def back(self, card: Card) -> Card:
        return HIDDEN - sealed(card) if card >= ANNOUNCE else HIDDEN

    def seen_move(self, move: Move, seat: Seat | None) -> Move:
        return sealed(move) if move >= ANNOUNCE and seat != self.turn else move

    def facts(self, move: Move, after: TrickDeal) -> list[Card]:
        """Adds to what the duties tell: who plays king or queen of trumps without "Belote!" lacks the other."""
        if move >= PASS:
            return []
        lacks = TrickDeal.facts(self, move, after)
        pair = BELOTE_CARDS[self.trump]
        if move in pair and isinstance(after, BeloteDeal) and after.belote != self.turn:
            lacks.append(sum(pair) - move)
        return lacks

    def narrate(self, move: Move, after: TrickDeal) -> list[Event]:
        assert isinstance(after, BeloteDeal)
        if self.phase == CALLING:
            events = [Event("called", seat=self.turn, move=self.move_name(move))]
            if after.taker >= 0:
                events.append(Event("trump", seat=after.taker, move=SUIT_LETTERS[after.trump]))
            return events
        if move >= PASS:
            return [Event("announced", seat=self.turn, move=self.move_name(move).removeprefix("announce "))]
        events = TrickDeal.narrate(self, move, after)
        if move in BELOTE_CARDS[self.trump] and after.belote == self.turn:
            events.insert(1, Event("belote" if self.belote < 0 else "rebelote", seat=self.turn))
        if len(after.winners) == 1 > len(self.winners):
            events += after.narrate_comparison()
        return events

    def narrate_comparison(self) -> Iterator[Event]:
        """Tells which announcements score, or that they cancel one another."""
        for seat, moves in enumerate(self.shown):
            for made in map(announcement_of, moves):
                yield Event("showed", seat=seat, cards=made.cards, move=made.name, amount=made.points)
        if any(self.declared) and not any(self.shown):
            yield Event("announcements_cancelled")

    def remarks(self) -> list[Event]:
        if self.taker < 0:
            return [Event("passed_out")]
        takers, tricks = SIDES[self.taker], self.tricks()
        if TRICKS in tricks:
            return [Event("capot", seat=self.taker if tricks[takers] else (self.taker + 1) % SEATS)]
        return [Event("contract_made" if is_made(self.summary()) else "dedans", seat=self.taker)]

    def worlds(self, seat: Seat, lacks: Sequence[Sequence[Card]]) -> Worlds:
        if any(self.declared[other] or self.shown[other] for other in range(SEATS) if other != seat):
            return worlds_after_announcements(self, seat, lacks)
        return TrickDeal.worlds(self, seat, lacks)
