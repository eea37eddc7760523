"""What the tests share: every game with every options, matches played at random, and a statistical bound."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, product
from math import sqrt
from typing import Any

from tapisvert.cards import EMPTY, Card
from tapisvert.game import Deal, Game, Move, Seat
from tapisvert.match import Match, Seeds
from tests.toys import ALL_GAMES


@dataclass(frozen=True)
class Setting:
    """A game with one combination of its options."""

    game: Game
    options: Any

    def __str__(self) -> str:
        values = "-".join(str(value) for value in self.game.options_json(self.options).values())
        return f"{self.game.name}-{values}"

    @property
    def seats(self) -> range:
        """The seats at the table."""
        return range(self.game.seats(self.options))

    def match(self, seed: object) -> Match:
        """Sits down to a match of its own seeds, nothing dealt yet."""
        return Match(self.game, self.options, Seeds(f"deal {seed}", f"bot {seed}"))


def settings_of(game: Game) -> list[Setting]:
    """
    Lists a game with so many combinations of its options that every value occurs, the defaults first.

    Each combination has as many values that are new, and then as many pairs of values, as it can.
    """
    specs = fields(game.options)
    rows = list(product(*(spec.metadata["values"] for spec in specs)))
    if not specs:
        return [Setting(game, game.options())]
    chosen, values, pairs = [rows[0]], set(enumerate(rows[0])), set(combinations(enumerate(rows[0]), 2))
    while missing := [row for row in rows if set(enumerate(row)) - values]:
        row = max(
            missing, key=lambda r: (len(set(enumerate(r)) - values), len(set(combinations(enumerate(r), 2)) - pairs))
        )
        chosen.append(row)
        values |= set(enumerate(row))
        pairs |= set(combinations(enumerate(row), 2))
    return [Setting(game, game.options(**{s.name: v for s, v in zip(specs, row, strict=True)})) for row in chosen]


ALL_SETTINGS: list[Setting] = [setting for game in ALL_GAMES.values() for setting in settings_of(game)]


def random_move(deal: Deal, rng: random.Random) -> Move:
    """
    Chooses a legal move, of the kinds that a move's first word tells each kind alike; the same on every Python.

    Among all moves alike, play would wander where one kind has many: taking and swapping tiles for ever.
    """
    kinds: dict[str, list[Move]] = {}
    for move in sorted(deal.legal_moves()):
        kinds.setdefault(deal.move_name(move).partition(" ")[0], []).append(move)
    moves = list(kinds.values())[int(rng.random() * len(kinds))]
    return moves[int(rng.random() * len(moves))] if len(moves) > 1 else moves[0]


def plies(match: Match, rng: random.Random, deals: int = 1000) -> Iterator[tuple[Deal, Move | None]]:
    """
    Plays at random until the match is over, or *deals* more are, dealing when one is due.

    Yields each position with the move that is about to be made: None when the deal is over.
    """
    for _ in range(deals):
        if match.is_over:
            return
        deal = match.deal
        if deal is None or not deal.phase:
            deal = match.next_deal()
        while deal.phase:
            move = random_move(deal, rng)
            yield deal, move
            match.push(move)
        yield deal, None


def is_asked(match: Match) -> bool:
    """Tells whether bots are asked at this ply: at fewer of them the more moves a game has to weigh."""
    return match.ply % max(1, (len(match.game.deal.move_names) // 60) ** 2) == 0


def play_on(match: Match, rng: random.Random, deals: int = 1000) -> Match:
    """Plays a match on at random; see :func:`plies`."""
    for _ in plies(match, rng, deals):
        pass
    return match


def play_moves(match: Match, names: str) -> Match:
    """Makes the moves named in a text (separated by commas, or spaces where all are cards)."""
    deal = match.deal
    assert deal is not None
    for name in names.split(",") if "," in names else names.split():
        match.push(deal.parse_move(name.strip()))
    return match


def place_names(deal: Deal) -> tuple[str, ...]:
    """Lists the names of all declared places of cards."""
    return deal.public + deal.private + deal.blind + deal.secret


def cards_in(deal: Deal, names: Sequence[str] | None = None) -> list[Card]:
    """Lists what lies in the places *names* (by default all), holes included, empty cells left out."""
    piles = deal.places(place_names(deal) if names is None else names)
    return [card for _, pile in piles for card in pile if card != EMPTY]


def seen_cards(deal: Deal) -> set[Card]:
    """Lists the cards that a view shows, those remembered included."""
    return {card for card in cards_in(deal) + cards_in(deal, deal.memory) if card >= 0}


def canonical(deal: Deal, unordered: Sequence[str] = ()) -> str:
    """Gets a world's text, without the order of cards in hands, in memory, and in the piles *unordered*."""
    data = deal.to_json()
    for name in (*deal.private, *deal.memory, *unordered):
        piles = data[name]
        data[name] = [sorted(pile) for pile in piles] if piles and type(piles[0]) is list else sorted(piles)
    return json.dumps(data)


def assert_uniform(found: Mapping[Any, int], expected: Iterable[Any]) -> None:
    """Checks that exactly the *expected* outcomes were found, each alike (chi-square, five sigma)."""
    cells = set(expected)
    assert cells == set(found)
    assert_shares(found, dict.fromkeys(cells, 1 / len(cells)))


def assert_shares(found: Mapping[Any, int], shares: Mapping[Any, float]) -> None:
    """Checks the counts found against the probability of each outcome (chi-square, five sigma)."""
    total = sum(found.values())
    square = sum((found.get(cell, 0) - total * share) ** 2 / (total * share) for cell, share in shares.items())
    freedom = len(shares) - 1
    assert square <= freedom + 5 * sqrt(2 * freedom) + 5, f"chi-square {square:.1f} with {freedom} degrees of freedom"


def transcript(seed: object) -> str:
    """Gets a hash of a random match of every game: packs, moves, what each seat sees and imagines, and scores."""
    told = hashlib.sha256()
    for setting in ALL_SETTINGS:
        match, rng = setting.match(seed), random.Random(f"{seed}/{setting}")
        for deal, move in plies(match, rng, deals=2):
            told.update(repr((str(setting), match.deals[-1].pack, move, match.scores, match.lacks)).encode())
            if match.ply % 5 == 0:
                told.update(repr([_imagined(match, seat, rng) for seat in setting.seats if deal.phase]).encode())
    return told.hexdigest()


def _imagined(match: Match, seat: Seat, rng: random.Random) -> Any:
    view = match.view(seat)
    return view.deal.to_json(), view.sample(rng).to_json()
