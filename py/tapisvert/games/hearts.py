"""
Hearts for four: take no hearts, and not the queen of spades.

Source: the game as it is played on Board Game Arena (its French help page, 2012): scores count down
from 100 or 75, the pass goes left, across, right, none.

Choices where the rules leave room: any three cards may be passed, and a card passed is passed;
only hearts break hearts, the queen does not; with nothing but penalty cards the ban of the first
trick is lifted; with nothing but hearts they may be led; scores may fall below zero; ties share a place.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ..cards import CARD_NAMES, HIDDEN, PACK_52, SUIT, SUIT_NUMBER, Card, Suit, parse_card
from ..game import Deal, Event, Game, Move, Phase, Refusal, Seat, choice
from ..questions import CaseError, Given, Question, card_text
from ..tricks import NO_TRUMP, POWERS, TrickDeal, follow, winner

SEATS = 4
PASSED_CARDS = 3
TRICKS = 13
TWO_OF_CLUBS = parse_card("2C")
QUEEN_OF_SPADES = parse_card("QS")
QUEEN_POINTS = 13
PENALTY: list[int] = [1 if SUIT[c] == Suit.HEARTS else QUEEN_POINTS if c == QUEEN_OF_SPADES else 0 for c in PACK_52]
ALL_HEARTS = 13
ALL_PENALTIES = ALL_HEARTS + QUEEN_POINTS
STARTING_SCORE = {"normal": 100, "quick": 75}
DIRECTIONS = ("none", "left", "across", "right")
"""Where the cards are passed, by the deal's number modulo 4; also the number of seats to the left."""
NO_TRUMP_POWERS = POWERS[NO_TRUMP]
# Plain ints, as SUIT_NUMBER's.
HEART_SUIT, PASSING, OVER = int(Suit.HEARTS), int(Phase.PASS), int(Phase.OVER)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    length: str = choice("normal", "quick", doc="The points everyone starts with: 100, or 75 in a quick match.")


# ---------------------------------------------------------------------- the rules as pure functions


def direction(number: int) -> int:
    """
    Gets how many seats to the left the cards of deal *number* are passed; 0 is no pass.

    >>> [DIRECTIONS[direction(number)] for number in range(1, 6)]
    ['left', 'across', 'right', 'none', 'left']
    """
    return number % len(DIRECTIONS)


def legal_cards(hand: list[Card], trick: Sequence[Card], is_first_trick: bool, hearts_broken: bool) -> list[Card]:
    """Lists the cards of *hand* that may be played to *trick*."""
    if trick:
        led = SUIT_NUMBER[trick[0]]
        cards = follow(hand, led)
        if is_first_trick and SUIT_NUMBER[cards[0]] != led:
            return [c for c in hand if not PENALTY[c]] or hand
        return cards
    if is_first_trick:
        return [TWO_OF_CLUBS]
    if not hearts_broken:
        return [c for c in hand if SUIT_NUMBER[c] != HEART_SUIT] or hand
    return hand


def deal_points(taken: Sequence[int]) -> list[int]:
    """
    Gets a deal's points by seat from the penalties each seat took.

    Shooting the moon (all of them) costs nothing and each other seat 26.

    >>> deal_points([5, 4, 17, 0]), deal_points([0, 0, 0, 26])
    ([-5, -4, -17, 0], [-26, -26, -26, 0])
    """
    if ALL_PENALTIES in taken:
        return [taken_ - ALL_PENALTIES for taken_ in taken]
    return [-taken_ for taken_ in taken]


def _is_over(scores: Sequence[int]) -> bool:
    """Tells whether a score has fallen to zero or below."""
    return min(scores) <= 0


# ---------------------------------------------------------------------- the deal


@dataclass(slots=True)
class HeartsDeal(TrickDeal):
    """One deal of Hearts: a pass, unless none is due, then thirteen tricks."""

    direction: int
    """Index into :data:`DIRECTIONS`."""
    passed: list[list[Card]]
    """Cards each seat has put down to pass, until all have."""
    gave: list[list[Card]]
    """Cards each seat has passed on."""
    received: list[list[Card]]
    """Cards each seat was passed."""
    hearts_broken: bool
    taken: list[int]
    """Penalties taken so far, by seat."""

    private: ClassVar[tuple[str, ...]] = ("hands", "passed")
    memory: ClassVar[tuple[str, ...]] = ("gave", "received")

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        # The seat after the dealer gets the first card and every fourth from there.
        hands = [list(pack[(seat - dealer - 1) % SEATS :: SEATS]) for seat in range(SEATS)]
        deal = cls(
            turn=0,
            phase=PASSING,
            hands=hands,
            opener=0,
            leader=0,
            trick=[],
            plays=[],
            winners=[],
            direction=direction(number),
            passed=[[], [], [], []],
            gave=[[], [], [], []],
            received=[[], [], [], []],
            hearts_broken=False,
            taken=[0, 0, 0, 0],
        )
        if not deal.direction:
            deal._open()
        return deal

    def legal_moves(self) -> list[Move]:
        hand = self.hands[self.turn]
        if self.winners:  # the frequent cases, without the calls of the general one
            if trick := self.trick:
                led = SUIT_NUMBER[trick[0]]
                return [c for c in hand if SUIT_NUMBER[c] == led] or hand
            if self.hearts_broken:
                return hand
        return self.moves_from(hand) if self.phase else []

    def moves_from(self, hand: list[Card]) -> list[Move]:
        if self.phase == PASSING:
            return hand[:]
        return legal_cards(hand, self.trick, not self.winners, self.hearts_broken)

    def power(self, led: int) -> Sequence[int]:
        return NO_TRUMP_POWERS[led]

    def play(self, move: Move) -> None:
        if self.phase == PASSING:
            self._pass(move)
            return
        if SUIT_NUMBER[move] == HEART_SUIT:
            self.hearts_broken = True
        trick = self.trick
        if len(trick) < SEATS - 1:  # what `lay` does three times out of four, without the call
            turn = self.turn
            self.hands[turn].remove(move)
            trick.append(move)
            self.turn = (turn + 1) % SEATS
            return
        self.lay(move)
        self.taken[self.turn] += sum([PENALTY[c] for c in trick])
        if len(self.winners) == TRICKS:
            self.phase = OVER

    def points(self) -> list[int]:
        return [0] * SEATS if self.phase else deal_points(self.taken)

    def _pass(self, card: Card) -> None:
        passed = self.passed[self.turn]
        self.hands[self.turn].remove(card)
        passed.append(card)
        if len(passed) < PASSED_CARDS:
            return
        for place in range(1, SEATS):
            # Not simply the next seat: in a world where nobody but the observer had passed, it may be anyone.
            following = (self.turn + place) % SEATS
            if len(self.passed[following]) < PASSED_CARDS:
                self.turn = following
                return
        for seat, cards in enumerate(self.passed):
            receiver = (seat + self.direction) % SEATS
            self.hands[receiver] += cards
            self.received[receiver] = cards[:]
        self.gave, self.passed = self.passed, [[], [], [], []]
        self._open()

    def _open(self) -> None:
        """Gives the lead to the holder of the two of clubs."""
        self.phase = int(Phase.PLAY)
        self.turn = self.leader = self.opener = next(s for s, hand in enumerate(self.hands) if TWO_OF_CLUBS in hand)

    def why_not(self, move: Move) -> Refusal:
        hand = self.hands[self.turn]
        if move not in hand:
            return Refusal("not_in_hand", "deal")
        if self.trick:
            led = SUIT[self.trick[0]]
            if any(SUIT[c] == led for c in hand):
                return Refusal("must_follow", "following", suit=led.name.lower())
            return Refusal("no_penalty_on_first_trick", "first-trick")
        if not self.winners:
            return Refusal("must_lead", "first-lead", card=CARD_NAMES[TWO_OF_CLUBS])
        return Refusal("hearts_not_broken", "leading")

    # ------------------------------------------------------------------ what is seen

    def known(self, seat: Seat | None) -> Collection[Card]:
        """Lists what a seat passed on, and, as it opens the play, the two of clubs."""
        gave = self.gave[seat] if seat is not None else []
        return [*gave, TWO_OF_CLUBS] if self.phase == Phase.PLAY else gave

    def seen_by(self, seat: Seat | None) -> Self:
        """Shows a pass under way as if nobody else had begun: passes are sealed."""
        view = TrickDeal.seen_by(self, seat)
        if self.phase == Phase.PASS:
            for rival in range(SEATS):
                if rival != seat:
                    view.hands[rival] += view.passed[rival]
                    view.passed[rival] = []
            if seat in self.waiting():
                view.turn = seat
        return view

    def waiting(self) -> list[Seat]:
        if self.phase == Phase.PASS:
            return [seat for seat in range(SEATS) if len(self.passed[seat]) < PASSED_CARDS]
        return TrickDeal.waiting(self)

    def seen_move(self, move: Move, seat: Seat | None) -> Move:
        return HIDDEN if self.phase == Phase.PASS and seat != self.turn else move

    def recall(self, seat: Seat, rng: random.Random) -> None:
        """Imagines what the rivals passed one another: any three of the cards the receiver then held."""
        if not self.gave[seat]:
            return
        for giver in range(SEATS):
            receiver = (giver + self.direction) % SEATS
            if seat == receiver:
                self.gave[giver] = self.received[seat][:]
            elif seat == giver:
                self.received[receiver] = self.gave[seat][:]
            else:
                cards = self.hands[receiver] + self.played_by(receiver)
                passed = [cards.pop(int(rng.random() * len(cards))) for _ in range(PASSED_CARDS)]
                self.gave[giver], self.received[receiver] = passed, passed[:]

    def narrate(self, move: Move, after: TrickDeal) -> list[Event]:
        if self.phase == Phase.PASS:
            return self._narrate_pass(move, after)
        events = TrickDeal.narrate(self, move, after)
        if not isinstance(after, HeartsDeal):
            return events
        if after.hearts_broken > self.hearts_broken:
            events.insert(1, Event("hearts_broken", seat=self.turn))
        return events

    def remarks(self) -> list[Event]:
        return [Event("shot_moon", seat=seat) for seat, taken in enumerate(self.taken) if taken == ALL_PENALTIES]

    def _narrate_pass(self, move: Move, after: TrickDeal) -> list[Event]:
        """Tells one's own card put down (a rival's is sealed), and, when all have passed, what one received."""
        receiver = (self.turn + self.direction) % SEATS
        events = [Event("passed", seat=self.turn, to=receiver, cards=(move,))] if move != HIDDEN else []
        if after.phase == Phase.PLAY and isinstance(after, HeartsDeal):
            for receiver, cards in enumerate(after.received):
                if HIDDEN not in cards:
                    giver = (receiver - self.direction) % SEATS
                    events.append(Event("received", seat=receiver, to=giver, cards=tuple(cards)))
            events.append(Event("opens", seat=after.opener))
        return events


class Hearts(Game):
    """A match of Hearts: deals until a score falls to zero or below."""

    name = "hearts"
    deal = HeartsDeal
    options = Options
    first_dealer = 0

    def starting_scores(self, options: Options) -> list[int]:
        return [STARTING_SCORE[options.length]] * SEATS

    def is_over(self, options: Options, scores: Sequence[int], last: Deal, counted: int) -> bool:
        return _is_over(scores)


# ---------------------------------------------------------------------- questions of rule cases


def _ask_legal(given: Given) -> str:
    hand, trick = given.cards("hand"), given.cards("trick")
    if not hand or len(trick) >= SEATS or set(hand) & set(trick):
        raise CaseError("given.hand and given.trick are no position of play")
    first = given.flag("first_trick", False)
    if first and not trick and TWO_OF_CLUBS not in hand:
        raise CaseError("given.hand must hold 2C to lead the first trick")
    return card_text(legal_cards(hand, trick, first, given.flag("hearts_broken", False)))


def _ask_trick(given: Given) -> Mapping[str, int]:
    trick = given.cards("trick")
    if len(trick) != SEATS:
        raise CaseError("given.trick must be 4 cards")
    place = winner(trick, NO_TRUMP_POWERS[SUIT[trick[0]]])
    return {
        "winner": (given.seat("leader", SEATS) + place) % SEATS,
        "penalty": sum(PENALTY[card] for card in trick),
    }


def _ask_pass(given: Given) -> str:
    return DIRECTIONS[direction(given.integer("deal", 1))]


def _ask_score(given: Given) -> Mapping[str, Any]:
    before = given.integers("before", SEATS)
    taken = [(t.integer("hearts", 0, ALL_HEARTS), t.flag("queen")) for t in given.objects("taken", SEATS)]
    if sum(hearts for hearts, _ in taken) != ALL_HEARTS or sum(queen for _, queen in taken) != 1:
        raise CaseError("given.taken must share out 13 hearts and one queen")
    points = deal_points([hearts + QUEEN_POINTS * queen for hearts, queen in taken])
    scores = [score + point for score, point in zip(before, points, strict=True)]
    over = _is_over(scores)
    return {"scores": scores, "over": over, "places": HEARTS.places(scores) if over else None}


Hearts.questions = {
    "legal": Question(_ask_legal, sets=frozenset({""})),
    "trick": Question(_ask_trick),
    "pass": Question(_ask_pass),
    "score": Question(_ask_score),
}
HEARTS = Hearts()
