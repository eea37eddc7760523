"""
Shares unseen cards out among the places that may hold them, every way alike.

The count of ways is exact: cards that may go to the same places are one class, and
the number of ways to place class after class follows from the room left. Sampling
class by class in proportion to these counts is uniform over all assignments, where
filling "the most constrained first" is not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import comb
from typing import TypeAlias

from .cards import Card

Room: TypeAlias = tuple[int, ...]


def shuffle(items: list[Card], rng: random.Random) -> None:
    """
    Shuffles *items* in place (Fisher–Yates on ``rng.random()`` alone).

    The library's own shuffle may draw differently from one Python to the next.
    """
    random01 = rng.random
    for i in range(len(items) - 1, 0, -1):
        j = int(random01() * (i + 1))
        items[i], items[j] = items[j], items[i]


def splits(count: int, room: Room, homes: tuple[int, ...]) -> Iterator[tuple[Room, int]]:
    """
    Lists how *count* distinct cards can go to the places *homes*.

    Yields the number taken by each home, and in how many ways.

    >>> list(splits(2, (1, 5), (0, 1)))
    [((0, 2), 1), ((1, 1), 2)]
    """
    if len(homes) == 1:
        if count <= room[homes[0]]:
            yield (count,), 1
        return
    for here in range(min(count, room[homes[0]]) + 1):
        for rest, ways in splits(count - here, room, homes[1:]):
            yield (here, *rest), comb(count, here) * ways


class Allotment:
    """All ways of giving each card one of its homes so that every place is filled."""

    def __init__(self, room: Sequence[int], homes: dict[Card, tuple[int, ...]]) -> None:
        """
        Counts the ways.

        :param room: how many cards each place takes, by place.
        :param homes: the places (indices into *room*) that each card may go to.
        :raises ValueError: if there is no way at all.
        """
        classes: dict[tuple[int, ...], list[Card]] = {}
        for card, places in homes.items():
            classes.setdefault(places, []).append(card)
        # The freest class goes last: its split is forced by the room left over.
        self._classes = sorted(classes.items(), key=lambda item: (len(item[0]), item[0]))
        self._room = tuple(room)
        self._tables: dict[tuple[int, Room], tuple[int, list[tuple[Room, Room, int]]]] = {}
        if sum(room) != len(homes) or not self.ways:
            raise ValueError("no world fits this view")

    @property
    def ways(self) -> int:
        """The exact number of assignments of cards to places."""
        return self._table(0, self._room)[0]

    def _table(self, index: int, room: Room) -> tuple[int, list[tuple[Room, Room, int]]]:
        """Gets the ways to place the classes from *index* on, and the choices for the first of them."""
        if index == len(self._classes):
            return (0 if any(room) else 1), []
        key = index, room
        if key not in self._tables:
            homes, cards = self._classes[index]
            total, choices = 0, []
            for split, ways in splits(len(cards), room, homes) if homes else ():
                left = list(room)
                for place, taken in zip(homes, split, strict=True):
                    left[place] -= taken
                if count := ways * self._table(index + 1, tuple(left))[0]:
                    total += count
                    choices.append((split, tuple(left), count))
            self._tables[key] = total, choices
        return self._tables[key]

    def draw(self, rng: random.Random) -> list[list[Card]]:
        """Draws one assignment uniformly: the cards of each place, in random order."""
        places: list[list[Card]] = [[] for _ in self._room]
        room = self._room
        for index, (homes, members) in enumerate(self._classes):
            total, choices = self._table(index, room)
            split, left = choices[0][:2]
            if len(choices) > 1:
                mark = rng.random() * total
                for split, left, count in choices:  # noqa: B007  (the last choice stands if rounding overshoots)
                    mark -= count
                    if mark < 0:
                        break
            cards = members[:]
            shuffle(cards, rng)
            at = 0
            for place, taken in zip(homes, split, strict=True):
                places[place] += cards[at : at + taken]
                at += taken
            room = left
        for cards in places:
            shuffle(cards, rng)
        return places
