"""
Looking ahead at Lucky Numbers, where nothing is hidden but the order of the tiles.

Every move is judged by the turns that each garden would then need, so by who is likely to be first: what helps the
next seat is bad. Drawing is worth the mean, over the tiles that may come, of the best that can be made of each. With
a budget of :data:`DEEP` worlds or more the moves that look best are judged one turn further: each seat in its
order, and then this one, takes the visible tile that helps it most or draws.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp, sqrt

from ....cards import EMPTY
from ....game import Move, Seat, places_of
from ....games.lucky_numbers import LuckyNumbersDeal
from ....games.lucky_numbers.deal import SETTING_UP
from ....games.lucky_numbers.rules import (
    DISCARD,
    DRAW,
    HIGHEST,
    NONE,
    NUMBER,
    PLACE,
    WINNING_POINTS,
    bounds,
    game_points,
    numbers_of,
    taken,
)
from ....view import View
from ...search import DECIMALS, Budget, Choice, Reason
from .rule import grow
from .turns import Outlook, Prospect

DEEP = 100
"""From so many worlds on it looks two turns ahead."""
CONTENDERS = 6
"""How many moves that look best are looked at further."""
REPLIES = 2
"""How many replies to a draw that look best are looked at further."""
TAKES = 3
"""How many takes that look best are looked at further."""
SAVING = 0.5
"""The turns that taking a tile for a swap must save, or nobody might ever draw again."""
TURNS = 0.5
"""The turns to go for each that a garden costs: visible tiles save some."""
SPREAD, SPREAD_FROM = 1.2, 3.0
"""A lead of some turns stands at the end with odds of e to the lead / (SPREAD * sqrt(turns left + SPREAD_FROM))."""
PLACE_SHARE = 0.1
"""The part of a game's worth that goes by the place; the rest by the win, or nobody would hold the leader back."""
SAME = 1e-9
"""Where costs differ by less, they are the same."""
FREE_CELL = 2.0
"""What a free cell counts, in turns, when the last tile is drawn before a garden is full."""


@dataclass(slots=True)
class Stand:
    """Where the seats would stand after a move."""

    worth: float
    points: float


@dataclass(slots=True)
class Option:
    """A move, or what may be done with a tile: what changes by it."""

    move: Move
    number: int
    """The tile placed; none if it is discarded."""
    cell: int
    shown: int
    """The number that comes to lie open; :data:`NONE` if none does."""
    gone: int
    """The number that lay open and is taken; :data:`NONE` if none is."""
    stand: Stand = field(default_factory=lambda: Stand(0.0, 0.0))


class Race:
    """The gardens as the seat to act sees them, and who is how likely to be first."""

    def __init__(self, view: View) -> None:
        deal = view.deal
        assert isinstance(deal, LuckyNumbersDeal)
        self.seat, self.seats = view.seat, len(deal.gardens)
        self.is_tournament = bool(view.options.tournament)
        self.gardens = [numbers_of(garden) for garden in deal.gardens]
        self.own = self.gardens[self.seat]
        self.visible = [0] * (HIGHEST + 1)
        for tile in deal.visible:
            self.visible[NUMBER[tile]] += 1
        hidden = [0] + [self.seats] * HIGHEST
        for pile in (*deal.gardens, deal.drawn, deal.visible):
            for tile in pile:
                if tile != EMPTY:
                    hidden[NUMBER[tile]] -= 1
        self.outlook = Outlook(hidden)
        self.limits = bounds(self.own)
        self.left = len(deal.pool)
        self.order = [(self.seat + turn) % self.seats for turn in range(1, self.seats + 1)]
        """The seats after this one, and this one last."""
        self._prospects: dict[tuple[Seat, int, int], Prospect] = {}

    # ------------------------------------------------------------------ what can be done

    def with_tile(self, number: int) -> list[Option]:
        """Lists what can be done with a tile drawn."""
        options = [Option(DISCARD, NONE, -1, number, NONE)]
        for cell, (low, high) in enumerate(self.limits):
            if low < number < high:
                options.append(Option(PLACE + cell, number, cell, self.own[cell], NONE))
        return options

    def takes(self, moves: Sequence[Move]) -> list[Option]:
        """Lists the visible tiles worth taking: to fill a cell, or for a swap that saves enough turns by itself."""
        now = self.outlook.cost(self.own)
        options = []
        for move in moves:
            if move == DRAW:
                continue
            number, cell = taken(move)
            option = Option(move, number, cell, self.own[cell], number)
            if not option.shown or self.outlook.cost(self.garden(option)) <= now - SAVING:
                options.append(option)
        return options

    def garden(self, option: Option) -> list[int]:
        """Gets one's own garden after a move."""
        numbers = self.own[:]
        if option.number:
            numbers[option.cell] = option.number
        return numbers

    # ------------------------------------------------------------------ how good it is

    def judge(self, option: Option, left: int, *, further: bool = False) -> None:
        """
        Judges a move by where the seats stand after a turn of each other one.

        Each seat in its order takes the visible tile that helps it most, or draws.

        :param left: how many tiles are hidden after the move.
        :param further: whether this seat's next turn is looked at too.
        """
        garden = self.garden(option)
        free = [numbers.count(NONE) for numbers in self.gardens]
        free[self.seat] = garden.count(NONE)
        if not (left and free[self.seat]):
            option.stand = self._end(free)
            return
        visible = self.visible[:]
        visible[option.shown] += 1
        visible[option.gone] -= 1
        costs = [0.0] * self.seats
        for seat in self.order:
            if seat == self.seat and not further:
                costs[seat] = self.outlook.cost(garden)
                break
            prospect = self._prospect(seat, garden, option)
            costs[seat], number = prospect.drawing, NONE
            for other in range(1, HIGHEST + 1):
                if visible[other] > 0 and prospect.placing[other] < costs[seat] - SAME:
                    costs[seat], number = prospect.placing[other], other
            visible[number] -= 1
            if number and seat != self.seat and free[seat] == 1 and not costs[seat]:
                free[seat] = 0
                option.stand = self._end(free)
                return
        option.stand = self._stand(costs, free, left)

    def _prospect(self, seat: Seat, garden: list[int], option: Option) -> Prospect:
        """Gets what a seat's next turn may bring; one's own *garden* is that after a move."""
        is_own = seat == self.seat
        key = (seat, option.cell, option.number) if is_own else (seat, -1, NONE)
        if key not in self._prospects:
            self._prospects[key] = self.outlook.prospect(garden if is_own else self.gardens[seat])
        return self._prospects[key]

    def _end(self, free: Sequence[int]) -> Stand:
        """Gets what it is worth that the game ends with so many free cells, by seat."""
        points = game_points(free, free.index(0) if 0 in free else None)
        return Stand(self.worth(points), points[self.seat])

    def worth(self, points: Sequence[int]) -> float:
        """Gets what the points of a game are worth: in a tournament the lead, otherwise the win, then the place."""
        if self.is_tournament:
            return _lead(points, self.seat)
        places = places_of(points)
        own = places[self.seat]
        win = 1 / places.count(1) if own == 1 else 0.0
        behind = sum((place > own) + 0.5 * (place == own) for place in places) - 0.5
        return self._blend(win, behind)

    def _blend(self, win: float, behind: float) -> float:
        """Gets the worth of a chance to win and of so many rivals behind."""
        return (1 - PLACE_SHARE) * win + PLACE_SHARE * behind / (self.seats - 1)

    def _stand(self, costs: Sequence[float], free: Sequence[int], left: int) -> Stand:
        """Gets what it is worth that the seats' gardens cost so much, of so many free cells."""
        ends = [0.0] * self.seats
        for turn, seat in enumerate(self.order):
            own_left = (left - turn) / self.seats if left > turn else 0.0
            need = TURNS * costs[seat]
            if need > own_left:
                need = own_left + FREE_CELL * free[seat] * (1 - own_left / need)
            ends[seat] = need + turn / self.seats
        first = min(ends)
        spread = SPREAD * sqrt(first + SPREAD_FROM)
        odds = [exp((first - end) / spread) for end in ends]
        total, own = sum(odds), odds[self.seat]
        points = [
            (WINNING_POINTS * odd - (total - odd) * max(1.0, cells * (1 - first / max(end, 0.01)))) / total
            for odd, cells, end in zip(odds, free, ends, strict=True)
        ]
        if self.is_tournament:
            return Stand(_lead(points, self.seat), points[self.seat])
        behind = sum(own / (own + odd) for odd in odds) - 0.5
        return Stand(self._blend(own / total, behind), points[self.seat])


def _lead(points: Sequence[float], seat: Seat) -> float:
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _rank(option: Option) -> float:
    """Gets what to sort by, the best first."""
    return -round(option.stand.worth, DECIMALS)


def look_ahead(view: View, rng: random.Random, budget: Budget) -> Iterator[Choice]:
    """Judges the moves, the best ones further if the budget allows; yields between steps."""
    deal, moves = view.deal, view.legal_moves()
    assert isinstance(deal, LuckyNumbersDeal)
    first = Choice(moves[0] if len(moves) == 1 else grow(deal, moves, rng.random), 0)
    if len(moves) == 1 or deal.phase == SETTING_UP:
        yield first
        return
    race = Race(view)
    if deal.drawn:
        steps = _with_drawn(race, NUMBER[deal.drawn[0]], budget.worlds >= DEEP)
    else:
        steps = _at_turn(race, moves, budget.worlds >= DEEP)
    choice = first
    for choice in steps:
        if budget.is_late is not None and budget.is_late():
            yield replace(choice, cut=True)
            return
        yield choice


def _with_drawn(race: Race, number: int, is_deep: bool) -> Iterator[Choice]:
    """Decides what to do with a tile drawn."""
    options = race.with_tile(number)
    for option in options:
        race.judge(option, race.left)
    options.sort(key=_rank)
    yield _choice(options, 1)
    if is_deep:
        best = options[:CONTENDERS]
        shallow = _choice(options, 1)
        for option in best:
            race.judge(option, race.left, further=True)
            yield shallow
        best.sort(key=_rank)
        yield _choice(best + options[CONTENDERS:], 2)


def _at_turn(race: Race, moves: Sequence[Move], is_deep: bool) -> Iterator[Choice]:
    """Decides whether to draw, or which visible tile to take."""
    takes = race.takes(moves)
    for option in takes:
        race.judge(option, race.left)
    takes.sort(key=_rank)
    drawing = Option(DRAW, NONE, -1, NONE, NONE)
    replies: list[tuple[int, list[Option]]] = []
    for number, count in enumerate(race.outlook.hidden):
        if count:
            options = race.with_tile(number)
            for option in options:
                race.judge(option, race.left - 1)
            options.sort(key=_rank)
            replies.append((count, options[:REPLIES]))
    drawing.stand = _mean(replies)
    choice = _choice(sorted([drawing, *takes], key=_rank), 1)
    yield choice
    if is_deep and takes:
        for _, options in replies:
            for option in options:
                race.judge(option, race.left - 1, further=True)
            options.sort(key=_rank)
            yield choice
        drawing.stand = _mean(replies)
        best = takes[:TAKES]
        for option in best:
            race.judge(option, race.left, further=True)
            yield choice
        yield _choice(sorted([drawing, *best], key=_rank) + takes[TAKES:], 2)


def _mean(replies: Sequence[tuple[int, list[Option]]]) -> Stand:
    """Gets what drawing is worth: the mean of the best replies to each tile."""
    tiles = sum(count for count, _ in replies)
    return Stand(
        sum(count * options[0].stand.worth for count, options in replies) / tiles,
        sum(count * options[0].stand.points for count, options in replies) / tiles,
    )


def _choice(options: Sequence[Option], worlds: int) -> Choice:
    why = tuple(Reason(o.move, o.stand.points, None, worlds, o.stand.worth) for o in options)
    return Choice(why[0].move, worlds, why=why)
