"""
The last tricks of a manche with all cards open, played exactly: alpha-beta over the scores of both sides.

Only worlds are asked about, in which every card is known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TypeAlias

from ....cards import SUIT_NUMBER, Card
from ....game import Deal, Seat
from ....games.belote import BeloteDeal
from ....games.belote.rules import (
    ALL_POINTS,
    BELOTE_CARDS,
    LAST_TRICK,
    POWERS,
    SEATS,
    SIDES,
    TRICKS,
    VALUES,
    legal_cards,
)
from ....games.belote.scores import Manche, side_scores

LAST_TRICKS = 2
"""How many tricks are played exactly."""
MOST = 10_000
"""More than any difference of scores."""
Scores: TypeAlias = Callable[[int, int], tuple[int, int]]
"""Tells what both sides score if side 0 has so many points and tricks at the end."""


def best_end(deal: Deal) -> list[int] | None:
    """Gets a deal's points, by seat, with its last tricks played to both sides' best; None before them."""
    assert isinstance(deal, BeloteDeal)
    return exact_points(deal) if len(deal.winners) >= TRICKS - LAST_TRICKS else None


def exact_points(deal: BeloteDeal) -> list[int]:
    """Gets a deal's points, by seat, if all play their best from here on, every card seen."""
    announced = deal.announced()
    known = SIDES[deal.taker], side_of_belote(deal), (announced[0], announced[1]), deal.majority
    end = End(deal, partial(_scores, *known))
    scores = end.value(deal.turn, deal.trick[:], deal.card_points[0], deal.tricks()[0], -MOST, MOST)
    return [scores[side] for side in SIDES]


@lru_cache(maxsize=1 << 12)
def _scores(
    takers: int, belote: int, announced: tuple[int, int], majority: bool, points: int, tricks: int
) -> tuple[int, int]:
    shares = (points, ALL_POINTS - points), (tricks, TRICKS - tricks)
    own, other = side_scores(Manche(takers, *shares, belote, announced, majority))
    return own, other


def side_of_belote(deal: BeloteDeal) -> int:
    """Gets the side that has shown, or is still to show, king and queen of trumps; -1 if neither has both."""
    if deal.belote >= 0:
        return SIDES[deal.belote]
    pair = BELOTE_CARDS[deal.trump]
    return next((SIDES[seat] for seat in range(SEATS) if all(card in deal.hands[seat] for card in pair)), -1)


class End:
    """The search of one position."""

    def __init__(self, deal: BeloteDeal, scores: Scores) -> None:
        """Takes the cards of *deal*, which is left as it is."""
        self._hands, self._trump, self._scores = [hand[:] for hand in deal.hands], deal.trump, scores
        self._values, self._powers = VALUES[deal.trump], POWERS[deal.trump]

    def value(self, turn: Seat, trick: list[Card], points: int, tricks: int, low: int, high: int) -> tuple[int, int]:
        """
        Gets the scores of both sides.

        :param points: of side 0 so far; so are *tricks*.
        :param low: a lead of side 0 that it has for sure elsewhere; *high* one that side 1 need not allow.
        """
        hand = self._hands[turn]
        if len(hand) == 1:
            return self._last_trick(turn, trick, points, tricks)
        best, most = (0, 0), -MOST
        sign = -1 if SIDES[turn] else 1
        for card in legal_cards(hand, trick, self._trump)[:]:
            place = hand.index(card)
            del hand[place]
            found = self._after(turn, [*trick, card], points, tricks, low, high)
            hand.insert(place, card)
            lead = found[0] - found[1]
            if sign * lead > most:
                best, most = found, sign * lead
                if sign > 0:
                    low = max(low, lead)
                else:
                    high = min(high, lead)
                if low >= high:
                    break
        return best

    def _after(self, turn: Seat, trick: list[Card], points: int, tricks: int, low: int, high: int) -> tuple[int, int]:
        """Goes on after a card of *turn*, the last of *trick*."""
        after = (turn + 1) % SEATS
        if len(trick) < SEATS:
            return self.value(after, trick, points, tricks, low, high)
        winner = (after + self._winner(trick)) % SEATS
        if SIDES[winner]:
            return self.value(winner, [], points, tricks, low, high)
        return self.value(winner, [], points + self._points(trick), tricks + 1, low, high)

    def _last_trick(self, turn: Seat, trick: list[Card], points: int, tricks: int) -> tuple[int, int]:
        """Gets the scores once everybody has played its last card: there is no choice left."""
        leader = (turn - len(trick)) % SEATS
        trick = trick + [self._hands[(turn + place) % SEATS][0] for place in range(SEATS - len(trick))]
        if SIDES[(leader + self._winner(trick)) % SEATS]:
            return self._scores(points, tricks)
        return self._scores(points + self._points(trick) + LAST_TRICK, tricks + 1)

    def _winner(self, trick: list[Card]) -> int:
        """Gets the place of the winning card in a whole trick."""
        power = self._powers[SUIT_NUMBER[trick[0]]]
        return trick.index(max(trick, key=power.__getitem__))

    def _points(self, trick: list[Card]) -> int:
        a, b, c, d = trick
        values = self._values
        return values[a] + values[b] + values[c] + values[d]
