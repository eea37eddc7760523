"""What rule cases may ask of Lucky Numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...game import Seat, places_of
from ...questions import CaseError, Given, Question
from .deal import LuckyNumbersDeal
from .rules import (
    CELL_NAMES,
    CELLS,
    DIAGONAL,
    HIGHEST,
    MOST,
    NONE,
    SIZE,
    cells_for,
    game_points,
    legal_actions,
    reach,
    setup_cells,
)


def _players(given: Given) -> int:
    return given.integer("players", 2, MOST)


def _garden(given: Given) -> list[int]:
    """Reads a garden's numbers, :data:`NONE` for free cells."""
    text = given.raw("garden")
    rows = [row.split() for row in text.split("/")] if isinstance(text, str) else []
    names = (".", *map(str, range(1, HIGHEST + 1)))
    if [len(row) for row in rows] != [SIZE] * SIZE or not all(word in names for row in rows for word in row):
        raise CaseError("given.garden must be four rows of four numbers or points, separated by /")
    return [names.index(word) for row in rows for word in row]


def _number(given: Given, name: str) -> int:
    return given.integer(name, 1, HIGHEST)


def _cell_names(cells: Sequence[int]) -> list[str]:
    return [CELL_NAMES[cell] for cell in cells]


def _ask_tiles(given: Given) -> Mapping[str, int]:
    tiles = HIGHEST * _players(given)
    return {"tiles": tiles, "hidden": tiles - SIZE * _players(given)}


def _ask_place(given: Given) -> Mapping[str, list[str]]:
    numbers = _garden(given)
    cells = cells_for(numbers, _number(given, "tile"))
    return {
        "free": _cell_names([cell for cell in cells if numbers[cell] == NONE]),
        "swaps": _cell_names([cell for cell in cells if numbers[cell] != NONE]),
    }


def _ask_diagonal(given: Given) -> list[int]:
    draws = given.integers("draws")
    distinct = list(dict.fromkeys(draws))[:SIZE]
    if len(distinct) < SIZE or not all(1 <= number <= HIGHEST for number in draws):
        raise CaseError(f"given.draws must be numbers from 1 to {HIGHEST}, four of them distinct")
    return sorted(distinct)


def _ask_actions(given: Given) -> list[str]:
    visible = given.integers("visible")
    if not all(1 <= number <= HIGHEST for number in visible):
        raise CaseError(f"given.visible must be numbers from 1 to {HIGHEST}")
    drawn = NONE if given.is_null("drawn") else _number(given, "drawn")
    moves = legal_actions(_garden(given), drawn, visible, given.integer("hidden", 0))
    return [LuckyNumbersDeal.move_name(move) for move in moves]


def _ask_setup_cells(given: Given) -> list[str]:
    diagonal = given.raw("diagonal")
    if not isinstance(diagonal, list) or len(diagonal) != SIZE:
        raise CaseError("given.diagonal must be a list of 4 numbers or nulls")
    numbers = [NONE] * CELLS
    for cell, number in zip(DIAGONAL, diagonal, strict=True):
        if number is not None and (type(number) is not int or not 1 <= number <= HIGHEST):
            raise CaseError(f"given.diagonal must be numbers from 1 to {HIGHEST} or nulls")
        numbers[cell] = number or NONE
    _number(given, "drawn")  # whatever it is, any free cell will do
    return _cell_names(setup_cells(numbers))


def _ask_setup_order(given: Given) -> list[Seat]:
    players = _players(given)
    first = given.seat("first", players)
    return [(first + turn) % players for turn in range(SIZE * players)]


def _free(given: Given, name: str) -> list[int]:
    free = given.integers(name)
    if not 2 <= len(free) <= MOST or not all(0 <= cells <= CELLS for cells in free):
        raise CaseError(f"{given.where}.{name} must be the free cells of 2 to {MOST} players")
    return free


def _completed_by(given: Given, free: Sequence[int]) -> Seat | None:
    seat = None if given.is_null("completed_by") else given.seat("completed_by", len(free))
    if seat is not None and free[seat]:
        raise CaseError(f"{given.where}.completed_by names a seat that has free cells")
    return seat


def _ask_end(given: Given) -> Mapping[str, Any]:
    free = _free(given, "gardens_free")
    completed_by = _completed_by(given, free)
    over = given.flag("last_tile_drawn") or completed_by is not None
    return {"over": over, "places": places_of(game_points(free, completed_by)) if over else None}


def _ask_tournament(given: Given) -> Mapping[str, list[int]]:
    rows = []
    for game in given.objects("games"):
        free = _free(game, "free")
        rows.append(game_points(free, _completed_by(game, free)))
    if not rows or len({len(row) for row in rows}) != 1:
        raise CaseError("given.games must be at least one game, all with the same number of players")
    scores = [sum(column) for column in zip(*rows, strict=True)]
    return {"scores": scores, "places": places_of(scores)}


def _ask_reach(given: Given) -> list[int]:
    cell = CELL_NAMES.index(given.word("cell", CELL_NAMES))
    return list(reach(cell))


QUESTIONS = {
    "tiles": Question(_ask_tiles),
    "place": Question(_ask_place, sets=frozenset({"free", "swaps"})),
    "diagonal": Question(_ask_diagonal),
    "actions": Question(_ask_actions, sets=frozenset({""})),
    "setup_cells": Question(_ask_setup_cells, sets=frozenset({""})),
    "setup_order": Question(_ask_setup_order),
    "end": Question(_ask_end),
    "tournament": Question(_ask_tournament),
    "reach": Question(_ask_reach),
}
