"""
The deals of Belote that fit a view once somebody has announced something.

What was announced is chosen first, each choice as often as there are deals with its cards in the right
hands, and then the rest of the cards. Deals in which a hand would have had other announcements to make
(a longer run) are drawn again: so all deals that fit are alike.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING

from ...cards import HIDDEN, Card
from ...game import Deal, Seat, Worlds
from ...tricks import TrickDeal
from .rules import ANNOUNCE, ANNOUNCEMENTS, SEATS, SIDES, announcement_of, announcements, best_side, by_side, move_of

if TYPE_CHECKING:
    from .deal import BeloteDeal


def worlds_after_announcements(view: BeloteDeal, seat: Seat, lacks: Sequence[Sequence[Card]]) -> Worlds:
    """
    Gets the deals that look like *view* to *seat*; see :meth:`Deal.worlds`.

    :raises ValueError: if there is none.
    """
    choices: list[Worlds] = []
    for plan in plans(view, lacks):
        try:
            choices.append(TrickDeal.worlds(plan, seat, lacks))
        except ValueError:  # others must hold some of these cards
            continue
    marks = list(accumulate(choice.ways for choice in choices))
    if not marks:
        raise ValueError("no world fits this view")

    def sample(rng: random.Random) -> Deal:
        while True:
            mark = rng.random() * marks[-1]
            world = choices[bisect(marks, mark, hi=len(marks) - 1)].draw(rng)
            if announced_rightly(world):  # type: ignore[arg-type]  # of the view's own type
                return world

    return Worlds(marks[-1], sample)


def plans(view: BeloteDeal, lacks: Sequence[Sequence[Card]]) -> Iterator[BeloteDeal]:
    """Lists a view with each choice of what was announced, its cards put into the hands that announced it."""
    hole = next(((s, i) for s, moves in enumerate(view.declared) for i, m in enumerate(moves) if m < 0), None)
    if hole is None:
        better = next((SIDES[seat] for seat in range(SEATS) if view.shown[seat]), None)
        if not view.winners or better == best_side(view.trump, by_side(view.declared, view.shown)):
            yield view
        return
    seat, index = hole
    held = {*view.hands[seat], *view.played_by(seat)}
    gone = {card for _, pile in view.places(view.public + view.private) for card in pile} | set(lacks[seat])
    for move in range(ANNOUNCE, ANNOUNCE + len(ANNOUNCEMENTS)):
        cards = [card for card in announcement_of(move).cards if card not in held]
        if view.back(move) != view.declared[seat][index] or move in view.declared[seat] or gone & set(cards):
            continue
        if view.hands[seat].count(HIDDEN) >= len(cards):
            plan = view.copy()
            plan.declared[seat][index] = move
            for card in cards:
                plan.hands[seat][plan.hands[seat].index(HIDDEN)] = card
            yield from plans(plan, lacks)


def announced_rightly(deal: BeloteDeal) -> bool:
    """Tells whether everybody announced only what its eight cards gave it to announce."""
    for seat, moves in enumerate(map(add, deal.declared, deal.shown)):
        if moves:
            could = [move_of(each) for each in announcements([*deal.hands[seat], *deal.played_by(seat)])]
            if not set(could).issuperset(moves):
                return False
    return True
