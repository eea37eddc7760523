"""One game of Lucky Numbers: perhaps a set-up by hand, then turns until a garden is full or no tile is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from ...cards import EMPTY, Card
from ...game import Ask, Deal, Event, Grid, Move, Phase, Refusal, Seat
from .rules import (
    CELL_NAMES,
    CELLS,
    DIAGONAL,
    DISCARD,
    DRAW,
    HIGHEST,
    MOST,
    NONE,
    NUMBER,
    PLACE,
    SIZE,
    TAKE,
    Options,
    forbidding,
    game_points,
    is_fillable,
    legal_actions,
    numbers_of,
    setup_cells,
    taken,
)

SETTING_UP, TURN, OVER = int(Phase.SETUP), int(Phase.TURN), int(Phase.OVER)


@dataclass(slots=True)
class LuckyNumbersDeal(Deal):
    """One game: perhaps a set-up by hand, then turns until a garden is full or no tile is hidden."""

    gardens: list[list[Card]]
    """By seat, sixteen cells, row by row from the top left."""
    drawn: list[Card]
    """The tile in the hand of the seat to act."""
    visible: list[Card]
    """The tiles lying open, the oldest first."""
    pool: list[Card]
    """The hidden tiles, the next to be drawn first."""

    pack: ClassVar[tuple[Card, ...]] = tuple(range(HIGHEST * MOST))
    card_names: ClassVar[tuple[str, ...]] = tuple(map(str, NUMBER))
    move_names: ClassVar[tuple[str, ...]] = (
        "draw",
        "discard",
        *(f"place {cell}" for cell in CELL_NAMES),
        *(f"take {number} {cell}" for number in range(1, HIGHEST + 1) for cell in CELL_NAMES),
    )
    public: ClassVar[tuple[str, ...]] = ("gardens", "drawn", "visible")
    secret: ClassVar[tuple[str, ...]] = ("pool",)
    grid: ClassVar[Grid | None] = Grid(SIZE, CELL_NAMES, frozenset(DIAGONAL))

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        players = options.players
        first, pool = (dealer + 1) % players, list(pack)
        gardens = [[EMPTY] * CELLS for _ in range(players)]
        deal = cls(turn=first, phase=TURN, gardens=gardens, drawn=[], visible=[], pool=pool)
        if options.setup == "michael":
            deal.phase = SETTING_UP
            deal._draw()
            return deal
        for place in range(players):
            garden = gardens[(first + place) % players]
            for cell, tile in zip(DIAGONAL, sorted(pool[:SIZE], key=NUMBER.__getitem__), strict=True):
                garden[cell] = tile
            del pool[:SIZE]
        return deal

    def cards(self) -> Sequence[Card]:
        return self.pack[: HIGHEST * len(self.gardens)]

    def legal_moves(self) -> list[Move]:
        if not self.phase:
            return []
        numbers = numbers_of(self.gardens[self.turn])
        if self.phase == SETTING_UP:
            return [PLACE + cell for cell in setup_cells(numbers)]
        drawn = NUMBER[self.drawn[0]] if self.drawn else NONE
        return legal_actions(numbers, drawn, [NUMBER[tile] for tile in self.visible], len(self.pool))

    def play(self, move: Move) -> None:
        if move == DRAW:
            self._draw()
            return
        if move == DISCARD:
            self.visible.append(self.drawn.pop())
        elif move < TAKE:
            self._put(self.drawn.pop(), move - PLACE)
        else:
            number, cell = taken(move)
            tile = next(tile for tile in self.visible if NUMBER[tile] == number)
            self.visible.remove(tile)
            self._put(tile, cell)
        self._next()

    def _draw(self) -> None:
        self.drawn.append(self.pool.pop(0))

    def _put(self, tile: Card, cell: int) -> None:
        """Places a tile; one that was there goes to the table."""
        garden = self.gardens[self.turn]
        old, garden[cell] = garden[cell], tile
        if old != EMPTY:
            self.visible.append(old)

    def _next(self) -> None:
        if EMPTY not in self.gardens[self.turn] or not self.pool:
            self.phase = OVER
            return
        self.turn = (self.turn + 1) % len(self.gardens)
        if self.phase == SETTING_UP:
            if setup_cells(numbers_of(self.gardens[self.turn])):
                self._draw()
            else:
                self.phase = TURN

    def free(self) -> list[int]:
        """Counts the free cells, by seat."""
        return [garden.count(EMPTY) for garden in self.gardens]

    def completed_by(self) -> Seat | None:
        """Gets who has filled its garden, if anybody."""
        return next((seat for seat, cells in enumerate(self.free()) if not cells), None)

    def points(self) -> list[int]:
        return [0] * len(self.gardens) if self.phase else game_points(self.free(), self.completed_by())

    def why_not(self, move: Move) -> Refusal:
        if self.phase == SETTING_UP:
            return Refusal("set_up_diagonal" if PLACE <= move < TAKE else "must_set_up", "michael")
        if self.drawn:
            if PLACE <= move < TAKE:
                return self._must_ascend(move - PLACE, NUMBER[self.drawn[0]])
            return Refusal("must_use_tile", "turn", card=self.card_names[self.drawn[0]])
        if not TAKE <= move < len(self.move_names):
            return Refusal("must_draw_or_take", "turn")
        number, cell = taken(move)
        if number in [NUMBER[tile] for tile in self.visible]:
            return self._must_ascend(cell, number)
        return Refusal("not_visible", "turn", card=str(number))

    def _must_ascend(self, cell: int, number: int) -> Refusal:
        """Says which line would not ascend with a number on a cell, and which tile is against it."""
        garden = self.gardens[self.turn]
        against = forbidding(numbers_of(garden), cell, number)
        assert against is not None, "only asked of what is refused"
        line, other = against
        return Refusal("must_ascend", "placing", card=self.card_names[garden[other]], line=line, cell=CELL_NAMES[other])

    def cell_of(self, move: Move) -> int | None:
        if move < PLACE:
            return None
        return move - PLACE if move < TAKE else taken(move)[1]

    def laying(self, cell: int, card: Card | None = None) -> Move:
        return PLACE + cell if card is None else TAKE + CELLS * (NUMBER[card] - 1) + cell

    def caution(self, move: Move) -> str:
        """Warns of a tile with which the garden can no longer be filled without a swap, though it still could be."""
        cell = self.cell_of(move)
        numbers = numbers_of(self.gardens[self.turn])
        if cell is None or not is_fillable(numbers):
            return ""
        numbers[cell] = NUMBER[self.drawn[0]] if move < TAKE else taken(move)[0]
        return "" if is_fillable(numbers) else "unfillable"

    def opening(self) -> list[Event]:
        opens = Event("opens", seat=self.turn)
        return [opens, Event("drew", seat=self.turn, cards=(self.drawn[0],))] if self.drawn else [opens]

    def asks(self) -> Ask | None:
        if self.phase == SETTING_UP:
            return Ask("set_up", card=self.drawn[0])
        if self.drawn:
            return Ask("use_tile", card=self.drawn[0])
        if self.phase == TURN:
            return Ask("draw_or_take") if len(self.legal_moves()) > 1 else Ask("draw")
        return None

    def narrate(self, move: Move, after: Deal) -> list[Event]:
        assert isinstance(after, LuckyNumbersDeal)
        if move == DRAW:
            events = [Event("drew", seat=self.turn, cards=(after.drawn[0],))]
            return events if after.pool else [*events, Event("last_tile", seat=self.turn)]
        if move == DISCARD:
            return [Event("discarded", seat=self.turn, cards=(self.drawn[0],))]
        cell = move - PLACE if move < TAKE else taken(move)[1]
        old, tile = self.gardens[self.turn][cell], after.gardens[self.turn][cell]
        code = "placed" if move < TAKE else "took_tile"
        events = [Event(code, seat=self.turn, cards=(tile,), move=CELL_NAMES[cell])]
        if old != EMPTY:
            events.append(Event("swapped_out", seat=self.turn, cards=(old,)))
        if self.phase == SETTING_UP and after.phase == SETTING_UP:
            events.append(Event("drew", seat=after.turn, cards=(after.drawn[0],)))
        return events

    def remarks(self) -> list[Event]:
        winner = self.completed_by()
        if winner is not None:
            return [Event("garden_full", seat=winner)]
        free = self.free()
        best = [seat for seat, cells in enumerate(free) if cells == min(free)]
        if len(best) == 1:
            return [Event("fewest_free", seat=best[0], amount=min(free))]
        return [Event("tied"), *(Event("tied_free", seat=seat, amount=min(free)) for seat in best)]
