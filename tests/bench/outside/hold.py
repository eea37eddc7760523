"""
Hold deals: one deal of Hearts without a pass, with points allowed on the first trick.

Else the rules are Hearts': the two of clubs is led, hearts are led once broken or from hearts alone, the queen
does not break them, and the moon costs the three others 26. Many outside programs play these rules.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Self

from tapisvert.cards import Card
from tapisvert.game import Move, Seat
from tapisvert.games.hearts import ALL_PENALTIES, SEATS, Hearts, HeartsDeal, Options, legal_cards
from tapisvert.match import Match, Seeds

from . import ducking, ismcts
from .players import Description, Players, seed_of_move, strictly

NUMBER = 4
"""The number of a deal in which no cards are passed."""
OPPONENT = [sys.executable, "-m", "tests.bench.outside.opponent"]
MOON = [-ALL_PENALTIES, -ALL_PENALTIES, -ALL_PENALTIES, 0]


class HoldDeal(HeartsDeal):
    """One deal."""

    __slots__ = ()

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        return super().start(pack, dealer, NUMBER, options)

    def moves_from(self, hand: list[Card]) -> list[Move]:
        is_first_lead = not self.winners and not self.trick
        return legal_cards(hand, self.trick, is_first_lead, self.hearts_broken)


class Hold(Hearts):
    """A match of which one deal is played."""

    name = "hold"
    deal = HoldDeal
    first_dealer = SEATS - 1  # so that seat 0 is dealt the first card of the pack


HOLD = Hold()


def sit_down(seed: str, number: int) -> Match:
    """Deals deal *number* of a run, whoever plays it."""
    match = Match(HOLD, Options(), Seeds(f"{seed}/{number}", f"bots of {seed}/{number}"))
    match.next_deal()
    return match


def shooter(points: Sequence[int]) -> Seat | None:
    """
    Gets who shot the moon.

    >>> shooter([-26, 0, -26, -26]), shooter([0, 0, -26, 0])
    (1, None)
    """
    return points.index(0) if sorted(points) == MOON else None


# ---------------------------------------------------------------------- what an opponent is told


def what_is_seen(match: Match, legal: list[str]) -> dict[str, Any]:
    """Tells what the seat to act sees, and no more."""
    assert isinstance(match.deal, HoldDeal)
    seat = match.deal.turn
    seen = match.deal.seen_by(seat)
    cards = {"hand": seen.hands[seat], "trick": seen.trick, "played": seen.plays}
    return {"legal": legal, **{name: [seen.card_names[card] for card in held] for name, held in cards.items()}}


def whole_deal(match: Match, legal: list[str]) -> dict[str, Any]:
    """Tells all of a deal, for who will be handed the state of the game and finds out itself what it may see."""
    names, dealt = HoldDeal.card_names, match.deals[-1]
    return {
        "pack": [names[card] for card in dealt.pack],
        "plays": [names[card] for card in dealt.moves],
        "seed": seed_of_move(match),
    }


TOLD = {"ducking": what_is_seen, "ismcts": whole_deal}
"""What each opponent is told of its turn."""


# ---------------------------------------------------------------------- opponents


def outsider(name: str, simulations: int) -> Description:
    """
    Describes an outside opponent.

    :raises BridgeError: if it is not installed.
    """
    if name == "ismcts":
        settings = {"simulations": simulations, "exploration": ismcts.EXPLORATION}
        return {"opponent": name, **settings, "open_spiel": ismcts.library_version()}
    return {"opponent": name, "version": ducking.VERSION}


def command(description: Description) -> list[str]:
    """Gets what starts an opponent."""
    options = [f"--simulations={description['simulations']}"] if "simulations" in description else []
    return [*OPPONENT, description["opponent"], *options]


def players() -> Players:
    """Gets who may sit at a hold deal."""
    return Players({name: strictly(tell) for name, tell in TOLD.items()}, command)
