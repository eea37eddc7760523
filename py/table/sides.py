"""Sides of partners: what they are called, and which seat stands for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tapisvert.game import Seat

from .text import Texts


@dataclass(frozen=True, slots=True)
class Column:
    """A side, or a seat that plays alone, as the head of a column."""

    label: str
    seat: Seat
    """One of its seats: they have the same score."""
    names: str = ""
    """Who is on it, where the label does not say so."""


def are_shared(sides: Sequence[int]) -> bool:
    """
    Tells whether any seats are partners.

    >>> are_shared([0, 1, 0, 1]), are_shared([0, 1, 2])
    (True, False)
    """
    return len(set(sides)) < len(sides)


def columns(sides: Sequence[int], names: Sequence[str], texts: Texts, you: Seat) -> list[Column]:
    """Lists the sides, yours first; where each plays alone, the seats by name."""
    if not are_shared(sides):
        return [Column(name, seat) for seat, name in enumerate(names)]
    others = [sides.index(side) for side in dict.fromkeys(sides) if side != sides[you]]
    labels = {you: "side.ours"} | dict.fromkeys(others, "side.theirs")
    return [
        Column(
            texts(label), first, texts.listed([n for n, side in zip(names, sides, strict=True) if side == sides[first]])
        )
        for first, label in labels.items()
    ]
