"""Lucky Numbers, rule by rule: placing, set-ups, turns, the two ends, points, tournaments."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product

import pytest

from tapisvert.cards import EMPTY, HIDDEN
from tapisvert.game import Event, IllegalMoveError, InvalidRecordError, Phase, places_of
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS, LuckyNumbersDeal, Options
from tapisvert.games.lucky_numbers.rules import (
    CELL_NAMES,
    NUMBER,
    cells_for,
    distinct_draws,
    forbidding,
    game_points,
    in_order_of_appearance,
    is_fillable,
    legal_actions,
    reach,
    setup_cells,
)
from tapisvert.match import Match, Seeds
from tests.helpers import Setting, assert_uniform

PLAYERS = (2, 3, 4)
GARDEN = "2 5 9 13/4 7 . 15/8 . 12 17/11 14 16 20"
EMPTY_GARDEN = ". . . ./. . . ./. . . ./. . . ."
FULL = "2 5 9 13/4 7 10 15/8 9 12 17/11 14 16 20"
DIAGONAL = ("a1", "b2", "c3", "d4")
ALL_CELLS = [f"{column}{row}" for row in "1234" for column in "abcd"]


def read(garden: str) -> list[int]:
    """Reads a garden's sixteen numbers, 0 for a free cell."""
    return [0 if word == "." else int(word) for row in garden.split("/") for word in row.split()]


def numbers(tiles: Sequence[int]) -> list[int]:
    """Gets the numbers of tiles, 0 for a free cell."""
    return [0 if tile == EMPTY else tile % 20 + 1 for tile in tiles]


def position(
    gardens: Sequence[str], pool: Sequence[int] = (), visible: Sequence[int] = (), drawn: int | None = None
) -> LuckyNumbersDeal:
    """Sets up a game in progress, seat 0 to act, with so many copies of each number as it takes."""
    wanted = [*(number for garden in gardens for number in read(garden)), *pool, *visible, *([drawn] if drawn else [])]
    tiles = iter(in_order_of_appearance([number for number in wanted if number]))
    rows = [[next(tiles) if number else EMPTY for number in read(garden)] for garden in gardens]
    return LuckyNumbersDeal(
        turn=0,
        phase=Phase.TURN,
        gardens=rows,
        pool=[next(tiles) for _ in pool],
        visible=[next(tiles) for _ in visible],
        drawn=[next(tiles)] if drawn else [],
    )


def made(deal: LuckyNumbersDeal, *moves: str) -> LuckyNumbersDeal:
    """Makes the moves named, and gets the deal."""
    for name in moves:
        deal.push(deal.parse_move(name))
    return deal


def legal(deal: LuckyNumbersDeal) -> set[str]:
    """Gets the names of the legal moves."""
    moves = [deal.move_name(move) for move in deal.legal_moves()]
    assert len(moves) == len(set(moves))
    return set(moves)


def refused(deal: LuckyNumbersDeal, name: str) -> tuple[str, str, str]:
    """Gets the code, the anchor and the tile of a move's refusal, having checked that it changes nothing."""
    before = deal.copy()
    with pytest.raises(IllegalMoveError) as raised:
        deal.push(deal.parse_move(name))
    assert before == deal
    refusal = raised.value.refusal
    return refusal.code, refusal.anchor, refusal.card


# ---------------------------------------------------------------------- placing


@cache
def fitting(line: tuple[int, ...], at: int) -> frozenset[int]:
    """Says which numbers a line takes at a place, whatever was there: those with which it grows from tile to tile."""
    lines = {number: [n for n in (*line[:at], number, *line[at + 1 :]) if n] for number in range(1, 21)}
    return frozenset(n for n, filled in lines.items() if all(low < high for low, high in pairwise(filled)))


def plain_table(garden: Sequence[int]) -> dict[str, frozenset[int]]:
    """Says, by cell, which numbers may go there in a garden that ascends: row and column must still ascend."""
    rows = [tuple(garden[at : at + 4]) for at in (0, 4, 8, 12)]
    columns = list(zip(*rows, strict=True))
    return {
        f"{'abcd'[column]}{row + 1}": fitting(rows[row], column) & fitting(columns[column], row)
        for row, column in product(range(4), range(4))
    }


def plain_cells(garden: Sequence[int], number: int) -> list[str]:
    """Says where a tile may go in a garden that ascends."""
    return [cell for cell, takes in plain_table(garden).items() if number in takes]


def found_cells(garden: Sequence[int], number: int) -> list[str]:
    """Gets where the rules let a tile go."""
    return [CELL_NAMES[cell] for cell in cells_for(garden, number)]


@pytest.mark.parametrize(
    ("garden", "tile", "expected"),
    [
        pytest.param(GARDEN, 10, "c1 d1 b2 c2 a3 b3 c3 a4", id="two free cells, six swaps"),
        pytest.param(GARDEN, 9, "c1 b2 a3 b3 a4", id="under a 9: no"),
        pytest.param(GARDEN, 20, "d4", id="20"),
        pytest.param(GARDEN, 1, "a1", id="1"),
        pytest.param("3 . . ./. 8 . ./. . 13 ./. . . 18", 8, "a1 c1 d1 b2 a3 c3 a4 d4", id="beside its twin: no"),
        pytest.param(EMPTY_GARDEN, 20, " ".join(ALL_CELLS), id="empty"),
        pytest.param("1 . . 10/. . . ./. . . ./. . . .", 12, " ".join(["d1", *ALL_CELLS[4:]]), id="far apart"),
        pytest.param("3 6 8 12/. . . ./. . . ./. . . .", 7, "b1 c1 a2 b2 a3 b3 a4 b4", id="instead of a neighbour"),
        pytest.param("3 6 8 12/. . . ./. . . ./. . . .", 8, "c1 a2 b2 a3 b3 a4 b4", id="an 8 follows the 6"),
        pytest.param("2 . . 9/. . . ./. . . ./. . . .", 9, "d1 a2 b2 c2 a3 b3 c3 a4 b4 c4", id="strictly"),
        pytest.param(FULL, 10, "d1 c2 b3 a4", id="full"),
    ],
)
def test_cells(garden: str, tile: int, expected: str) -> None:
    """A tile is above all that lie left of it and over it, below all right of it and under it, the old one gone."""
    assert expected.split() == plain_cells(read(garden), tile)
    assert expected.split() == found_cells(read(garden), tile)


def test_cells_of_random_gardens() -> None:
    """In 2,000 random gardens each of the twenty numbers may go where row and column still ascend, and nowhere else."""
    rng = random.Random("gardens")
    filled = Counter[int]()
    garden = [0] * 16
    for step in range(2000):
        if step % 50 == 0:
            garden = [0] * 16
        table = plain_table(garden)
        moves = [LuckyNumbersDeal.move_name(move) for move in legal_actions(garden, 0, range(1, 21), 1)]
        takes = [f"take {number} {cell}" for number in range(1, 21) for cell in ALL_CELLS if number in table[cell]]
        assert (["draw", *takes] if 0 in garden else []) == moves, garden
        for number in range(1, 21) if 0 not in garden else [1 + step % 20]:
            assert [cell for cell in ALL_CELLS if number in table[cell]] == found_cells(garden, number), garden
        filled[sum(map(bool, garden))] += 1
        # Half of the tiles go to a free cell while there is one; the rest goes anywhere, mostly in another's place.
        places = [(number, at) for at, cell in enumerate(ALL_CELLS) for number in sorted(table[cell])]
        free = [(number, at) for number, at in places if not garden[at]]
        places = free if free and rng.random() < 0.5 else places
        number, at = places[int(rng.random() * len(places))]
        garden[at] = number
    assert set(range(16)) <= set(filled)


# ---------------------------------------------------------------------- the standard set-up


@pytest.mark.parametrize(("players", "tiles"), [(2, 40), (3, 60), (4, 80)])
def test_standard_set_up(players: int, tiles: int) -> None:
    """Each has four different numbers, ascending down the diagonal; 16 tiles a player stay hidden, none lies open."""
    for seed in range(40):
        match = Setting(LUCKY_NUMBERS, Options(players)).match(seed)
        deal = match.next_deal()
        assert isinstance(deal, LuckyNumbersDeal)
        pack = match.deals[0].pack
        assert sorted([*range(1, 21)] * players) == sorted(numbers(pack))
        assert tiles == len(pack)
        for place in range(players):
            garden = numbers(deal.gardens[(deal.turn + place) % players])
            drawn = numbers(pack)[4 * place : 4 * place + 4]
            assert 4 == len(set(drawn))
            assert dict(zip(DIAGONAL, sorted(drawn), strict=True)) == {
                cell: number for cell, number in zip(ALL_CELLS, garden, strict=True) if number
            }
        assert (pack[4 * players :], [], []) == (deal.pool, deal.visible, deal.drawn)
        assert 16 * players == len(deal.pool)
        assert {"draw"} == legal(deal)


@pytest.mark.parametrize(
    ("draws", "expected"),
    [
        ([14, 3, 19, 8, 1, 2], [14, 3, 19, 8]),
        ([14, 3, 14, 19, 8, 1, 2], [14, 3, 19, 8]),
        ([5, 5, 5, 5, 6, 7, 8, 1], [5, 6, 7, 8]),
        ([1, 2, 1, 2, 3, 3, 3, 20, 20], [1, 2, 3, 20]),
    ],
)
def test_repeated_numbers_go_back(draws: list[int], expected: list[int]) -> None:
    """Who draws a number again puts that tile back and draws another, until four differ; no tile is lost."""
    pool = in_order_of_appearance(draws)
    every = sorted(pool)

    class Bottom(random.Random):
        """Puts what goes back at the bottom."""

        def random(self) -> float:
            return 1 - 2**-53

    drawn = distinct_draws(pool, Bottom())
    assert expected == numbers(drawn)
    assert every == sorted(drawn + pool)
    # The first copy of a number stays in hand; the others have gone to the bottom.
    assert [draws.index(number) for number in expected] == [in_order_of_appearance(draws).index(t) for t in drawn]


def test_repeated_numbers_go_anywhere() -> None:
    """A tile that goes back lies at any depth of the pool, each as likely, so it may be drawn again at once."""
    rng = random.Random("back")
    found = Counter[int]()
    for _ in range(2000):
        # Three tiles differ, then one of them again; the fourth lies somewhere beneath.
        pool = in_order_of_appearance([1, 2, 3, 1, 4, 4, 4])
        again = pool[3]
        assert [1, 2, 3, 4] == numbers(distinct_draws(pool, rng))
        found[pool.index(again)] += 1
    # It goes to one of four places: on top, to be drawn and put back again, or beneath one, two or three of the 4s.
    # Beneath the first 4 it ends on top of what is left.
    assert_uniform(found, [0, 1, 2])


def test_packs_that_fit() -> None:
    """A standard pack starts with four different numbers for each player; Michael's may start anyhow."""
    distinct = in_order_of_appearance([1, 2, 3, 4, 4, 3, 2, 1, *range(5, 21), *range(5, 21)])
    repeated = in_order_of_appearance([1, 2, 3, 4, 5, 6, 7, 5, *range(6, 21), 1, 2, 3, 4, *range(8, 21)])
    late = in_order_of_appearance([4, 3, 2, 1, 5, 6, 7, 8, 8, 7, 6, 5, 1, 2, 3, 4, *range(9, 21), *range(9, 21)])
    for pack, expected in ((distinct, True), (repeated, False), (late, True)):
        assert [*range(40)] == sorted(pack)
        assert expected == LUCKY_NUMBERS.fits(Options(2), None, pack)
        assert LUCKY_NUMBERS.fits(Options(2, "michael"), None, pack)
    with pytest.raises(IllegalMoveError, match="wrong pack"):
        Match(LUCKY_NUMBERS, Options(2)).next_deal(repeated, 0)
    deal = Match(LUCKY_NUMBERS, Options(2)).next_deal(late, 0)
    assert isinstance(deal, LuckyNumbersDeal)
    assert [[1, 2, 3, 4], [5, 6, 7, 8]] == [numbers(deal.gardens[seat])[::5] for seat in (1, 0)]


def test_packs_are_texts_of_numbers() -> None:
    """A pack is written as its numbers in order; the copies of a number are alike, the first comes first."""
    text = " ".join(map(str, [*range(20, 0, -1), *range(1, 21), *range(1, 21)]))
    pack = LUCKY_NUMBERS.parse_pack(text, Options(3))
    assert text == LUCKY_NUMBERS.format_pack(pack)
    assert [19, 18] == pack[:2]
    assert [0, 20, 40] == [tile for tile in pack if NUMBER[tile] == 1]
    for options in (Options(2), Options(4)):
        with pytest.raises(InvalidRecordError, match="1 to 20"):
            LUCKY_NUMBERS.parse_pack(text, options)
    bad: list[object] = [
        text.replace("20", "19", 1),
        text.replace("20", "21", 1),
        text.replace("20", "0", 1),
        text + " 1",
        "",
        None,
        [1],
    ]
    for wrong in bad:
        with pytest.raises(InvalidRecordError, match="pack"):
            LUCKY_NUMBERS.parse_pack(wrong, Options(3))


def test_packs_read_back() -> None:
    """The pack that a match deals is read back from its text, set-ups of either kind."""
    for setup, players in product(("standard", "michael"), PLAYERS):
        options = Options(players, setup)
        for seed in range(5):
            pack = LUCKY_NUMBERS.next_pack(options, None, 1, random.Random(seed))
            assert pack == LUCKY_NUMBERS.parse_pack(LUCKY_NUMBERS.format_pack(pack), options)


# ---------------------------------------------------------------------- Michael's set-up


@pytest.mark.parametrize("players", PLAYERS)
def test_michaels_laps(players: int) -> None:
    """Four laps from the first player: each draws a tile, which all see, and puts it on a free cell of the diagonal."""
    rng = random.Random(f"michael {players}")
    for seed in range(20):
        match = Setting(LUCKY_NUMBERS, Options(players, "michael")).match(seed)
        deal = match.next_deal()
        assert isinstance(deal, LuckyNumbersDeal)
        pack, first = match.deals[0].pack, deal.turn
        free = [set(DIAGONAL) for _ in range(players)]
        for turn in range(4 * players):
            seat = (first + turn) % players
            assert (Phase.SETUP, seat, [pack[turn]]) == (deal.phase, deal.turn, deal.drawn)
            assert all([pack[turn]] == deal.seen_by(watcher).drawn for watcher in (None, *range(players)))
            assert {f"place {cell}" for cell in free[seat]} == legal(deal)
            cell = sorted(free[seat])[int(rng.random() * len(free[seat]))]
            free[seat].remove(cell)
            deal.push(deal.parse_move(f"place {cell}"))
            assert pack[turn] == deal.gardens[seat][ALL_CELLS.index(cell)]
        assert (Phase.TURN, first, []) == (deal.phase, deal.turn, deal.drawn)
        assert pack[4 * players :] == deal.pool
        assert {"draw"} == legal(deal)


def michael(text: str) -> LuckyNumbersDeal:
    """Starts Michael's set-up for two, seat 0 first, with the numbers given on top of the pack."""
    top = [int(word) for word in text.split()]
    rest = list((Counter([*range(1, 21)] * 2) - Counter(top)).elements())
    return LuckyNumbersDeal.start(in_order_of_appearance([*top, *rest]), 1, 1, Options(2, "michael"))


def test_michaels_diagonal_is_free() -> None:
    """The diagonal need not ascend, and a number that lies there already is placed like any other."""
    deal = michael("20 7 1 7 20 6 1 6")
    made(deal, "place a1", "place c3", "place d4", "place a1")
    assert {"place b2", "place c3"} == legal(deal)
    made(deal, "place c3", "place b2", "place b2", "place d4")
    assert [[20, 1, 20, 1], [7, 6, 7, 6]] == [numbers(garden)[::5] for garden in deal.gardens]
    assert Phase.TURN == deal.phase


def test_michaels_refusals() -> None:
    """During the set-up a tile goes to a free cell of the diagonal: not elsewhere, not on another, not back."""
    deal = made(michael("5 6 7 8"), "place b2", "place b2")
    for cell in ("a2", "b2", "d1"):
        assert ("set_up_diagonal", "michael", "") == refused(deal, f"place {cell}")
    for move in ("draw", "discard", "take 5 a1"):
        assert ("must_set_up", "michael", "") == refused(deal, move)


@pytest.mark.parametrize(
    ("garden", "expected"),
    [
        (EMPTY_GARDEN, "a1 b2 c3 d4"),
        (". . . ./. 10 . ./. . 18 ./. . . 13", "a1"),
        ("20 . . ./. . . ./. . . ./. . . 1", "b2 c3"),
        ("1 . . ./. 1 . ./. . 1 ./. . . 1", ""),
    ],
)
def test_cells_of_michaels_set_up(garden: str, expected: str) -> None:
    """Any free cell of the diagonal will do."""
    assert expected == " ".join(CELL_NAMES[cell] for cell in setup_cells(read(garden)))


# ---------------------------------------------------------------------- turns


def plain_actions(garden: str, drawn: int, visible: Sequence[int]) -> set[str]:
    """Says what a turn may do while tiles are hidden: with a tile in hand place or discard it, else draw or take."""
    if drawn:
        return {"discard", *(f"place {cell}" for cell in plain_cells(read(garden), drawn))}
    return {"draw", *(f"take {number} {cell}" for number in visible for cell in plain_cells(read(garden), number))}


@pytest.mark.parametrize(
    ("drawn", "visible"),
    [(0, ()), (0, (1, 10, 20)), (0, (10, 10, 10)), (0, (3, 3, 6)), (10, ()), (20, (5, 6)), (1, ())],
)
def test_actions(drawn: int, visible: tuple[int, ...]) -> None:
    """Draw, or take any open tile that can be placed; a tile drawn is placed, or discarded even though it fits."""
    expected = plain_actions(GARDEN, drawn, visible)
    deal = position([GARDEN, EMPTY_GARDEN], [1, 2], visible, drawn)
    assert expected == legal(deal)
    found = legal_actions(read(GARDEN), drawn, visible, 2)
    assert expected == {LuckyNumbersDeal.move_name(move) for move in found}


def test_actions_of_the_example() -> None:
    """Of 1, 10 and 20 lying open each can be taken; the 20 only onto the 20, which changes nothing."""
    deal = position([GARDEN, EMPTY_GARDEN], [1], [1, 10, 20])
    tens = {f"take 10 {cell}" for cell in ("c2", "b3", "c1", "d1", "b2", "a3", "c3", "a4")}
    assert {"draw", "take 1 a1", *tens, "take 20 d4"} == legal(deal)
    made(deal, "take 20 d4")
    assert read(GARDEN) == numbers(deal.gardens[0])
    assert [1, 10, 20] == numbers(deal.visible)
    assert 1 == deal.turn


def test_drawing() -> None:
    """The top tile of the pool is drawn for all to see, and the same seat goes on."""
    deal = made(position([GARDEN, EMPTY_GARDEN], [10, 3], [5]), "draw")
    assert ([10], [3], [5], 0) == (numbers(deal.drawn), numbers(deal.pool), numbers(deal.visible), deal.turn)
    for watcher in (None, 0, 1):
        view = deal.seen_by(watcher)
        assert (deal.drawn, [HIDDEN], deal.visible, deal.gardens) == (view.drawn, view.pool, view.visible, view.gardens)


def test_placing() -> None:
    """A tile placed on a free cell stays there, nothing goes to the table, and the turn passes."""
    deal = made(position([GARDEN, EMPTY_GARDEN], [3], [5], 10), "place c2")
    assert read(GARDEN.replace("7 .", "7 10")) == numbers(deal.gardens[0])
    assert ([], [5], 1) == (deal.drawn, numbers(deal.visible), deal.turn)
    assert [1, 16] == deal.free()


def test_swapping() -> None:
    """A tile put in another's place sends that one to the table; as many cells are free as before."""
    deal = made(position([GARDEN, EMPTY_GARDEN], [3], [5], 10), "place c1")
    assert read(GARDEN.replace("9", "10")) == numbers(deal.gardens[0])
    assert ([], [5, 9], 1) == (deal.drawn, numbers(deal.visible), deal.turn)
    assert [2, 16] == deal.free()


def test_discarding() -> None:
    """A tile drawn may be laid on the table though it fits."""
    deal = made(position([GARDEN, EMPTY_GARDEN], [3], [5], 10), "discard")
    assert read(GARDEN) == numbers(deal.gardens[0])
    assert ([], [5, 10], 1) == (deal.drawn, numbers(deal.visible), deal.turn)


def test_taking() -> None:
    """Any open tile can be taken, not only the last, and is placed at once; what it replaces lies open instead."""
    deal = made(position([GARDEN, EMPTY_GARDEN], [3], [5, 10, 6, 10]), "take 10 b3")
    assert ([5, 6, 10], [3], 1) == (numbers(deal.visible), numbers(deal.pool), deal.turn)
    assert 10 == numbers(deal.gardens[0])[ALL_CELLS.index("b3")]
    made(deal, "take 6 d1")
    made(deal, "take 10 c1")
    assert [5, 9] == numbers(deal.visible)
    assert 6 == numbers(deal.gardens[1])[ALL_CELLS.index("d1")]


def test_turns_pass_clockwise() -> None:
    """Whatever a turn does, the next seat follows; the last is followed by seat 0."""
    deal = position([EMPTY_GARDEN] * 4, [1, 2, 3, 4, 5, 6])
    for seat in (0, 1, 2, 3, 0):
        assert seat == deal.turn
        made(deal, "draw", "discard")


def test_what_is_told_of_a_turn() -> None:
    """What was drawn, placed, taken, swapped out or discarded is told with its cell."""
    deal = position([GARDEN, EMPTY_GARDEN], [10], [5])

    def told(name: str) -> list[tuple[str, list[int], str]]:
        move = deal.parse_move(name)
        return [(e.code, numbers(e.cards), e.move) for e in deal.narrate(move, deal.after(move))]

    assert [("drew", [10], ""), ("last_tile", [], "")] == told("draw")
    assert [("took_tile", [5], "b1"), ("swapped_out", [5], "")] == told("take 5 b1")
    deal = position([GARDEN, EMPTY_GARDEN], [10], [5], 10)
    assert [("placed", [10], "c2")] == told("place c2")
    assert [("placed", [10], "c1"), ("swapped_out", [9], "")] == told("place c1")
    assert [("discarded", [10], "")] == told("discard")


# ---------------------------------------------------------------------- refusals


def test_tiles_in_hand_must_be_used() -> None:
    """With a tile in hand one neither draws again nor takes; the tile goes where it ascends."""
    deal = position([GARDEN, EMPTY_GARDEN], [3], [5], 10)
    for move in ("draw", "take 5 b1", "take 5 a1", "take 7 b2"):
        assert ("must_use_tile", "turn", "10") == refused(deal, move)
    for cell, tile in {"a1": "5", "d4": "16", "b4": "11"}.items():
        assert ("must_ascend", "placing", tile) == refused(deal, f"place {cell}")


def test_tiles_must_be_drawn_or_taken() -> None:
    """With no tile in hand there is nothing to place or to discard."""
    deal = position([GARDEN, EMPTY_GARDEN], [3], [5])
    for move in ("discard", "place c2", "place a1"):
        assert ("must_draw_or_take", "turn", "") == refused(deal, move)


def test_only_open_tiles_are_taken() -> None:
    """A tile that does not lie open cannot be taken, nor one that does not ascend there; it is told which."""
    deal = position([GARDEN, EMPTY_GARDEN], [10], [5, 3])
    assert ("not_visible", "turn", "10") == refused(deal, "take 10 c2")
    assert ("not_visible", "turn", "2") == refused(deal, "take 2 a1")
    assert ("must_ascend", "placing", "7") == refused(deal, "take 5 c2")
    assert ("must_ascend", "placing", "8") == refused(deal, "take 3 b3")
    made(deal, "take 5 b1")
    assert [3, 5] == numbers(deal.visible)


def test_the_tile_that_forbids_is_told() -> None:
    """A cell is refused with the line that would not ascend and the nearest tile against it, the row first."""
    deal = position([GARDEN, EMPTY_GARDEN], [3], [], 9)
    found = {cell: deal.refusal(deal.parse_move(f"place {cell}")) for cell in ("c2", "d1", "d2", "a4")}
    told = {cell: (why.line, why.card, why.cell) for cell, why in found.items() if why}
    assert {
        "c2": ("column", "9", "c1"),
        "d1": ("row", "9", "c1"),
        "d2": ("column", "13", "d1"),
        "a4": None,
    } == {**told, "a4": None if found["a4"] is None else told["a4"]}


@pytest.mark.parametrize("garden", [GARDEN, "3 . . ./. 8 . ./. . 13 ./. . . 18", "1 . . 10/. . . ./. . . ./. . . ."])
def test_a_tile_forbids_exactly_what_is_forbidden(garden: str) -> None:
    """Some tile is against a number on a cell exactly if it may not be placed there, and that tile is out of order."""
    cells = read(garden)
    for cell, number in product(range(16), range(1, 21)):
        why = forbidding(cells, cell, number)
        assert (why is None) == (ALL_CELLS[cell] in plain_cells(cells, number))
        if why is not None:
            line, other = why
            assert (cell // 4 == other // 4) if line == "row" else (cell % 4 == other % 4)
            assert (cells[other] >= number) if other < cell else (cells[other] <= number)


# ---------------------------------------------------------------------- what a placement costs


def test_one_tile_leaves_a_garden_fillable_within_its_reach() -> None:
    """Alone in a garden, a number v on row r and column c can be part of a full one if r + c - 1 <= v <= 12 + r + c."""
    for row, column, number in product(range(1, 5), range(1, 5), range(1, 21)):
        cells = [0] * 16
        cells[4 * (row - 1) + column - 1] = number
        assert (row + column - 1 <= number <= 12 + row + column) == is_fillable(cells)


def can_be_filled(garden: Sequence[int]) -> bool:
    """Says whether a garden with a few free cells can be filled, by trying every number on each."""
    if 0 not in garden:
        return True
    cell = garden.index(0)
    return any(
        can_be_filled([*garden[:cell], number, *garden[cell + 1 :]])
        for number in range(1, 21)
        if ALL_CELLS[cell] in plain_cells(garden, number)
    )


def test_fillable_gardens_are_those_that_can_be_filled() -> None:
    """With a few free cells a garden is fillable exactly if some numbers fill it."""
    rng, found = random.Random("fillable"), set()
    for _ in range(200):
        cells = read(FULL)
        for cell in rng.sample(range(16), 4):
            cells[cell] = 0
        for _ in range(3):  # some of the others take numbers that are legal, and may spoil it
            cell = rng.choice([at for at in range(16) if cells[at]])
            cells[cell] = rng.choice([n for n in range(1, 21) if ALL_CELLS[cell] in plain_cells(cells, n)])
        assert can_be_filled(cells) == is_fillable(cells)
        found.add(is_fillable(cells))
    assert {True, False} == found


def test_a_caution_for_what_spoils_a_garden() -> None:
    """The move with which the garden can no longer be filled is warned of and legal; in a spoilt garden none is."""
    deal = position(["3 . . ./. 8 . ./. . 13 ./. . . 18", EMPTY_GARDEN], [3], [4, 6], 4)
    cautions = {name: deal.caution(deal.parse_move(name)) for name in ("place b1", "place d1", "place c1", "discard")}
    assert {"place b1": "", "place d1": "unfillable", "place c1": "unfillable", "discard": ""} == cautions
    assert {"place d1", "place c1"} <= legal(deal)
    made(deal, "place d1", "draw", "discard")
    deal.turn = 0
    assert "" == deal.caution(deal.parse_move("take 6 d1"))


def test_moves_lay_on_cells() -> None:
    """What a move lays where can be asked for both ways; drawing and discarding lay nothing."""
    deal = position([GARDEN, EMPTY_GARDEN], [3], [5])
    assert LuckyNumbersDeal.grid is not None
    for at, name in enumerate(LuckyNumbersDeal.grid.names):
        moves = {deal.laying(at): f"place {name}", deal.laying(at, deal.visible[0]): f"take 5 {name}"}
        assert moves == {move: deal.move_name(move) for move in moves}
        assert {at} == {deal.cell_of(move) for move in moves}
    assert [None, None] == [deal.cell_of(deal.parse_move(name)) for name in ("draw", "discard")]


def test_openers() -> None:
    """In a tournament each seat is the first player of one game, clockwise; that is told before the first move."""
    match = Match(LUCKY_NUMBERS, Options(3, tournament=True), Seeds("openers", "bots"))
    for _ in range(3):
        deal = match.next_deal()
        assert [Event("opens", seat=deal.turn)] == deal.opening()
        while deal.phase:
            match.push(deal.legal_moves()[0])
    first = match.openers()[0]
    assert [first, (first + 1) % 3, (first + 2) % 3] == match.openers()


# ---------------------------------------------------------------------- the end


def test_a_full_garden_wins_at_once() -> None:
    """Who fills the sixteenth cell wins; nobody plays on, and no command changes anything."""
    nearly = GARDEN.replace("7 .", "7 10")
    deal = made(position([nearly, GARDEN, EMPTY_GARDEN], [1, 2], [4], 9), "place b3")
    assert Phase.OVER == deal.phase
    assert ([0, 2, 16], 0) == (deal.free(), deal.completed_by())
    assert [2, -2, -16] == deal.points()
    assert [1, 2, 3] == LUCKY_NUMBERS.places(deal.points())
    assert [Event("garden_full", seat=0)] == deal.remarks()
    assert [] == deal.legal_moves()
    for move in ("draw", "discard", "take 4 a2", "place a1"):
        assert ("deal_over", "end", "") == refused(deal, move)


def test_a_garden_is_filled_by_an_open_tile() -> None:
    """A garden may be filled with a tile taken from the table as well."""
    deal = made(position([GARDEN.replace("7 .", "7 10"), GARDEN], [1], [9]), "take 9 b3")
    assert (Phase.OVER, 0, [2, -2]) == (deal.phase, deal.completed_by(), deal.points())


@pytest.mark.parametrize("move", ["discard", "place c1", "place c2"])
def test_last_hidden_tile_ends_the_game_after_the_turn(move: str) -> None:
    """Who draws the last hidden tile ends the turn as usual; then it is over, and the fewest free cells win."""
    deal = made(position([GARDEN, GARDEN.replace("7 .", "7 10"), EMPTY_GARDEN], [10], [4]), "draw")
    assert Phase.TURN == deal.phase
    assert [0, 0, 0] == deal.points()
    assert plain_actions(GARDEN, 10, ()) == legal(deal)
    made(deal, move)
    assert (Phase.OVER, None) == (deal.phase, deal.completed_by())
    tie = move == "place c2"
    tied = [Event("tied"), Event("tied_free", seat=0, amount=1), Event("tied_free", seat=1, amount=1)]
    assert (tied if tie else [Event("fewest_free", seat=1, amount=1)]) == deal.remarks()
    assert ([2, 2, -16] if tie else [-2, 2, -16]) == deal.points()
    assert ([1, 1, 3] if tie else [2, 1, 3]) == LUCKY_NUMBERS.places(deal.points())


def test_last_hidden_tile_may_fill_a_garden() -> None:
    """A garden filled with the last hidden tile wins alone."""
    nearly = GARDEN.replace("7 .", "7 10")
    deal = made(position([nearly, nearly], [9], [4]), "draw", "place b3")
    assert (Phase.OVER, 0, [2, -1]) == (deal.phase, deal.completed_by(), deal.points())


def test_taking_never_ends_the_game() -> None:
    """With one hidden tile left, taking open ones goes on; only drawing it ends the game."""
    deal = position([GARDEN, EMPTY_GARDEN], [9], [4, 5])
    made(deal, "take 5 b1", "take 4 a1", "take 5 b1", "take 5 d4")
    assert (Phase.TURN, 0) == (deal.phase, deal.turn)
    made(deal, "draw", "discard")
    assert Phase.OVER == deal.phase


def plain_places(free: Sequence[int], completed_by: int | None) -> list[int]:
    """Says the places: who filled a garden first, all others by free cells, the fewest first, equal ones alike."""
    ranks = [(seat != completed_by, cells) for seat, cells in enumerate(free)]
    return [sorted(ranks).index(rank) + 1 for rank in ranks]


@pytest.mark.parametrize("players", PLAYERS)
def test_points_and_places(players: int) -> None:
    """Two points for the winner, or for each of those with the fewest free cells; the others lose one a free cell."""
    for free in product(range(1, 17, 3), repeat=players):
        expected = [2 if cells == min(free) else -cells for cells in free]
        assert expected == game_points(free, None)
        assert plain_places(free, None) == places_of(expected)
        for winner in range(players):
            filled = [0 if seat == winner else cells for seat, cells in enumerate(free)]
            found = game_points(filled, winner)
            assert [2 if seat == winner else -cells for seat, cells in enumerate(filled)] == found
            assert plain_places(filled, winner) == places_of(found)


# ---------------------------------------------------------------------- whole games


class PlainGame:
    """A second referee: numbers in lists, told the moves by name, that keeps gardens, table and pool by itself."""

    def __init__(self, deal: LuckyNumbersDeal) -> None:
        self.gardens = [numbers(garden) for garden in deal.gardens]
        self.table: list[int] = []
        self.pool = numbers(deal.pool)
        self.hand = numbers(deal.drawn)
        self.turn = deal.turn
        self.setup = 4 * len(self.gardens) if deal.phase == Phase.SETUP else 0
        self.is_over = False

    def legal(self) -> set[str]:
        """Gets the moves that may be made."""
        garden = self.gardens[self.turn]
        if self.setup:
            return {f"place {cell}" for cell in DIAGONAL if not garden[ALL_CELLS.index(cell)]}
        if self.hand:
            return {"discard", *(f"place {cell}" for cell in plain_cells(garden, self.hand[0]))}
        return {
            "draw",
            *(f"take {number} {cell}" for number in set(self.table) for cell in plain_cells(garden, number)),
        }

    def make(self, name: str) -> None:
        """Makes a move."""
        word, *rest = name.split()
        if word == "draw":
            self.hand = [self.pool.pop(0)]
            return
        if word == "take":
            self.table.remove(int(rest[0]))
            self.hand = [int(rest[0])]
        if word == "discard":
            self.table += self.hand
        else:
            garden, cell = self.gardens[self.turn], ALL_CELLS.index(rest[-1])
            if garden[cell]:
                self.table.append(garden[cell])
            garden[cell] = self.hand[0]
        self.hand = []
        self.finish_turn()

    def finish_turn(self) -> None:
        """Ends the game if a garden is full or no tile is hidden, else passes the turn."""
        if all(self.gardens[self.turn]) or not self.pool:
            self.is_over = True
            return
        self.turn = (self.turn + 1) % len(self.gardens)
        self.setup = max(0, self.setup - 1)
        if self.setup:
            self.hand = [self.pool.pop(0)]


def chosen(moves: Sequence[str], rng: random.Random) -> str:
    """Chooses a move that gets on: mostly draws, and rather fills a free cell or discards than swaps."""
    if "draw" in moves and rng.random() < 0.7:
        return "draw"
    if "discard" in moves and rng.random() < 0.3:
        return "discard"
    return moves[int(rng.random() * len(moves))]


@pytest.mark.parametrize("setup", ["standard", "michael"])
@pytest.mark.parametrize("players", PLAYERS)
def test_random_games(players: int, setup: str) -> None:
    """Random games go as a second, plain referee says, and keep all tiles: each number once a player."""
    rng = random.Random(f"games {players} {setup}")
    every = sorted([*range(1, 21)] * players)
    for seed in range(8):
        deal = Setting(LUCKY_NUMBERS, Options(players, setup)).match(f"{setup} {seed}").next_deal()
        assert isinstance(deal, LuckyNumbersDeal)
        plain = PlainGame(deal)
        while not plain.is_over:
            moves = legal(deal)
            assert plain.legal() == moves
            name = chosen(sorted(moves), rng)
            deal.push(deal.parse_move(name))
            plain.make(name)
            gardens = [numbers(garden) for garden in deal.gardens]
            assert (plain.gardens, plain.table, plain.pool) == (gardens, numbers(deal.visible), numbers(deal.pool))
            assert (plain.hand, plain.turn) == (numbers(deal.drawn), deal.turn)
            tiles = [*(n for garden in gardens for n in garden if n), *plain.table, *plain.pool, *plain.hand]
            assert every == sorted(tiles)
        assert Phase.OVER == deal.phase
        free = [garden.count(0) for garden in plain.gardens]
        winner = plain.turn if not free[plain.turn] else None
        assert plain_places(free, winner) == LUCKY_NUMBERS.places(deal.points())


def greedy(deal: LuckyNumbersDeal, rng: random.Random) -> int:
    """Chooses a move that soon ends a game: draws, and places on a free cell if it can."""
    moves = sorted(legal(deal))
    free = {ALL_CELLS[at] for at, tile in enumerate(deal.gardens[deal.turn]) if tile == EMPTY}
    fill = [name for name in moves if name.split()[-1] in free]
    names = fill or ["draw" if "draw" in moves else "discard"]
    return deal.parse_move(names[int(rng.random() * len(names))])


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("setup", ["standard", "michael"])
def test_tournament(players: int, setup: str) -> None:
    """A tournament is a game with each player first, the turn to be first passing clockwise; points add up."""
    match = Setting(LUCKY_NUMBERS, Options(players, setup, tournament=True)).match("tournament")
    rng = random.Random("tournament")
    first, total = [], [0] * players
    for game in range(1, players + 1):
        assert not match.is_over
        deal = match.next_deal()
        assert isinstance(deal, LuckyNumbersDeal)
        assert (Phase.SETUP if setup == "michael" else Phase.TURN) == deal.phase
        first.append(deal.turn)
        while deal.phase:
            match.push(greedy(deal, rng))
        free = [garden.count(EMPTY) for garden in deal.gardens]
        total = [t + (2 if cells == min(free) else -cells) for t, cells in zip(total, free, strict=True)]
        assert total == match.scores
        assert game == match.number
    assert match.is_over
    assert [(first[0] + game) % players for game in range(players)] == first
    assert [1 + sum(other > score for other in total) for score in total] == match.places


def test_a_match_is_one_game() -> None:
    """Without the tournament one game is the match, whoever is first by lot."""
    found = set()
    for seed in range(40):
        match = Setting(LUCKY_NUMBERS, Options(3)).match(seed)
        deal = match.next_deal()
        assert isinstance(deal, LuckyNumbersDeal)
        found.add(deal.turn)
        if seed < 5:
            rng = random.Random(seed)
            while deal.phase:
                match.push(greedy(deal, rng))
            assert match.is_over
    assert {0, 1, 2} == found


# ---------------------------------------------------------------------- reach


def longest_chain(row: int, column: int, step: int) -> int:
    """Counts the cells of the longest way from a cell to a corner along rows and columns: each needs its own number."""
    cells = [1]
    for other_row, other_column in ((row + step, column), (row, column + step)):
        if 0 <= other_row < 4 and 0 <= other_column < 4:
            cells.append(1 + longest_chain(other_row, other_column, step))
    return max(cells)


@pytest.mark.parametrize("cell", ALL_CELLS)
def test_reach(cell: str) -> None:
    """Below a cell's lowest number too few are left for the cells before it; from there up some full garden has it."""
    row, column = int(cell[1]) - 1, "abcd".index(cell[0])
    low, high = longest_chain(row, column, -1), 21 - longest_chain(row, column, 1)
    assert (low, high) == reach(CELL_NAMES.index(cell))
    for number in range(low, high + 1):
        garden = [number + (r + c) - (row + column) for r in range(4) for c in range(4)]
        assert number == garden[ALL_CELLS.index(cell)]
        assert set(garden) <= set(range(1, 21))
        assert all(name in plain_cells(garden, own) for name, own in zip(ALL_CELLS, garden, strict=True))


def test_reach_of_a_smaller_garden() -> None:
    """The same counting is right where all can be tried: two by two, with the numbers 1 to 6."""
    gardens = [g for g in product(range(1, 7), repeat=4) if g[0] < g[1] < g[3] and g[0] < g[2] < g[3]]
    found = [(min(g[cell] for g in gardens), max(g[cell] for g in gardens)) for cell in range(4)]
    assert [(1 + r + c, 6 - (1 - r) - (1 - c)) for r in range(2) for c in range(2)] == found
    # On the four by four with 20 numbers the same counting gives 1 + r + c and 20 - (3 - r) - (3 - c).
    expected = [(1 + r + c, 20 - (3 - r) - (3 - c)) for r in range(4) for c in range(4)]
    assert expected == [reach(cell) for cell in range(16)]


def test_worlds_order_the_pool() -> None:
    """To every seat the hidden tiles can lie in any order, and in no other way."""
    deal = position([GARDEN, EMPTY_GARDEN], [10, 3, 6])
    for tile in range(40):
        if tile not in [t for garden in deal.gardens for t in garden] + deal.pool:
            deal.visible.append(tile)
    rng = random.Random("pool")
    worlds = deal.seen_by(1).worlds(1, [[], []])
    found = Counter(tuple(numbers(worlds.draw(rng).pool)) for _ in range(600))  # type: ignore[attr-defined]
    assert_uniform(found, [(10, 3, 6), (10, 6, 3), (3, 10, 6), (3, 6, 10), (6, 10, 3), (6, 3, 10)])
