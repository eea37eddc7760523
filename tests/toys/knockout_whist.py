"""
Knockout whist, shortened: seven cards each, then six … then one; a trick is worth a point.

A toy sixth game, written from ``game.py`` and ``tricks.py`` alone. It has a number of seats and
a way of making trumps that depend on the options, undealt cards, and moves that are no cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from tapisvert.cards import CARD_NAMES, SUIT, SUIT_LETTERS, Card
from tapisvert.game import Game, Move, Phase, Refusal, Seat, choice
from tapisvert.tricks import NO_TRUMP, POWERS, TrickDeal, follow

LONGEST = 7
NAME_TRUMP = len(CARD_NAMES)
"""The first of the four moves that name trumps."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    players: int = choice(3, 4, doc="How many play.")
    trump: str = choice("turned", "named", doc="Whether a turned-up card makes trumps or eldest names them.")


@dataclass(slots=True)
class KnockoutDeal(TrickDeal):
    """One deal: trumps are named, unless a card is turned up, and all cards dealt are played."""

    trump: int
    stock: list[Card]
    turn_up: list[Card]

    move_names: ClassVar[tuple[str, ...]] = (*CARD_NAMES, *(f"trump {letter}" for letter in SUIT_LETTERS))
    public: ClassVar[tuple[str, ...]] = ("trick", "plays", "turn_up")
    secret: ClassVar[tuple[str, ...]] = ("stock",)

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        seats, rest = options.players, list(pack)
        hands: list[list[Card]] = [[] for _ in range(seats)]
        for place in range(seats * (LONGEST + 1 - number)):
            hands[(dealer + 1 + place) % seats].append(rest.pop(0))
        eldest = (dealer + 1) % seats
        is_named = options.trump == "named"
        return cls(
            turn=eldest,
            phase=Phase.NAME if is_named else Phase.PLAY,
            hands=hands,
            opener=eldest,
            leader=eldest,
            trick=[],
            plays=[],
            winners=[],
            trump=NO_TRUMP if is_named else SUIT[rest[0]],
            stock=rest[not is_named :],
            turn_up=rest[: not is_named],
        )

    def moves_from(self, hand: list[Card]) -> list[Move]:
        if self.phase == Phase.NAME:
            return list(range(NAME_TRUMP, NAME_TRUMP + 4))
        return follow(hand, SUIT[self.trick[0]]) if self.trick else hand[:]

    def power(self, led: int) -> Sequence[int]:
        return POWERS[self.trump][led]

    def play(self, move: Move) -> None:
        if self.phase == Phase.NAME:
            self.trump, self.phase = move - NAME_TRUMP, Phase.PLAY
        elif self.lay(move) and not self.hands[self.turn]:
            self.phase = Phase.OVER

    def points(self) -> list[int]:
        return [0 if self.phase else self.winners.count(seat) for seat in range(self.seats)]

    def why_not(self, move: Move) -> Refusal:
        if self.phase == Phase.PLAY and move in self.hands[self.turn]:
            return Refusal("must_follow", "play", suit=SUIT[self.trick[0]].name.lower())
        return Refusal("not_allowed", "play")


class KnockoutWhist(Game):
    """A match of seven deals."""

    name = "knockout_whist"
    deal = KnockoutDeal
    options = Options

    def seats(self, options: Options) -> int:
        return options.players

    def length(self, options: Options) -> int:
        return LONGEST


KNOCKOUT_WHIST = KnockoutWhist()
