"""
Tiles: draw a number from a hidden pool, or take one lying open, and keep your row ascending.

A toy of Lucky Numbers' kind. Nothing is in a hand: rows with empty cells, open tiles and the tile
drawn are public, the pool is secret. Each player brings a set, so that the pack depends on the
options and every number has as many copies as players, told apart inside and written alike.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tapisvert.cards import EMPTY, Card
from tapisvert.game import Deal, Game, InvalidRecordError, Move, Phase, Refusal, Seat, choice

HIGHEST = 5
CELLS = "abc"
MOST = 3
"""The most players there can be."""
DRAW, DISCARD = 0, 1
PLACE = 2
"""The first move that places the tile drawn, by cell."""
TAKE = PLACE + len(CELLS)
"""The first move that takes an open tile, by number, then by cell."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    players: int = choice(2, 3, doc="How many play, each with a set of tiles.")


@dataclass(slots=True)
class TilesDeal(Deal):
    """One deal: turns until a row is full or the pool is empty. A tile is ``HIGHEST * copy + number - 1``."""

    rows: list[list[Card]]
    drawn: list[Card]
    discards: list[Card]
    pool: list[Card]

    pack: ClassVar[tuple[Card, ...]] = tuple(range(HIGHEST * MOST))
    card_names: ClassVar[tuple[str, ...]] = tuple(str(tile % HIGHEST + 1) for tile in range(HIGHEST * MOST))
    move_names: ClassVar[tuple[str, ...]] = (
        "draw",
        "discard",
        *(f"place {cell}" for cell in CELLS),
        *(f"take {number} {cell}" for number in range(1, HIGHEST + 1) for cell in CELLS),
    )
    public: ClassVar[tuple[str, ...]] = ("rows", "drawn", "discards")
    secret: ClassVar[tuple[str, ...]] = ("pool",)

    @classmethod
    def start(cls, pack: Sequence[Card], dealer: Seat, number: int, options: Options) -> Self:
        rows = [[EMPTY] * len(CELLS) for _ in range(options.players)]
        first = (dealer + 1) % options.players
        return cls(turn=first, phase=Phase.TURN, rows=rows, drawn=[], discards=[], pool=list(pack))

    def cards(self) -> Sequence[Card]:
        return self.pack[: HIGHEST * len(self.rows)]

    def legal_moves(self) -> list[Move]:
        if not self.phase:
            return []
        if self.drawn:
            return [DISCARD, *(PLACE + cell for cell in self._cells(self.drawn[0] % HIGHEST))]
        numbers = sorted({tile % HIGHEST for tile in self.discards})
        return [DRAW, *(TAKE + len(CELLS) * n + cell for n in numbers for cell in self._cells(n))]

    def _cells(self, number: int) -> list[int]:
        """Lists the cells of the row to act where a tile may go, instead of the one there if any."""
        row = [tile if tile == EMPTY else tile % HIGHEST for tile in self.rows[self.turn]]
        return [
            cell
            for cell in range(len(CELLS))
            if all(n < number for n in row[:cell] if n != EMPTY) and all(n > number for n in row[cell + 1 :])
        ]

    def play(self, move: Move) -> None:
        if move == DRAW:
            self.drawn.append(self.pool.pop(0))
            return
        if move == DISCARD:
            self.discards.append(self.drawn.pop())
        else:
            self._put(*((0, move - PLACE) if move < TAKE else divmod(move - TAKE, len(CELLS))), is_taken=move >= TAKE)
        if EMPTY not in self.rows[self.turn] or not self.pool:
            self.phase = Phase.OVER
        else:
            self.turn = (self.turn + 1) % len(self.rows)

    def _put(self, number: int, cell: int, is_taken: bool) -> None:
        tile = next(t for t in self.discards if t % HIGHEST == number) if is_taken else self.drawn.pop()
        if is_taken:
            self.discards.remove(tile)
        old, self.rows[self.turn][cell] = self.rows[self.turn][cell], tile
        if old != EMPTY:
            self.discards.append(old)

    def points(self) -> list[int]:
        if self.phase:
            return [0] * len(self.rows)
        free = [row.count(EMPTY) for row in self.rows]
        return [2 if f == min(free) else -f for f in free]

    def why_not(self, move: Move) -> Refusal:
        if self.drawn:
            return Refusal("must_ascend" if PLACE <= move < TAKE else "must_use_tile", "turn")
        return Refusal("must_draw_or_take", "turn")


class Tiles(Game):
    """A match of one deal for each player."""

    name = "tiles"
    deal = TilesDeal
    options = Options

    def seats(self, options: Options) -> int:
        return options.players

    def pack(self, options: Options) -> Sequence[Card]:
        return TilesDeal.pack[: HIGHEST * options.players]

    def next_pack(self, options: Options, previous: Deal | None, index: int, rng: random.Random) -> list[Card]:
        return self.parse_pack(self.format_pack(Game.next_pack(self, options, previous, index, rng)), options)

    def parse_pack(self, text: Any, options: Options) -> list[Card]:
        """Parses a whole pack's numbers; copies of a number count in order of appearance."""
        pack: list[Card] = []
        for name in text.split() if isinstance(text, str) else ():
            copy = [tile % HIGHEST for tile in pack].count(int(name) - 1) if name.isdecimal() else MOST
            pack.append(HIGHEST * copy + int(name) - 1 if copy < MOST else EMPTY)
        if sorted(pack) != sorted(self.pack(options)):
            raise InvalidRecordError(f"a pack of tiles holds the numbers 1 to {HIGHEST}, {options.players} times each")
        return pack

    def length(self, options: Options) -> int:
        return options.players


TILES = Tiles()
