"""
Results that outlive the run: a file with one JSON line for each match or deal, written as soon as it is over.

A line's ``id`` is its fixture's, which covers all that decides the result; runs that share a file find their
own lines by it. Whatever ends a run leaves whole lines, and perhaps a last one cut short, which is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..game import InvalidRecordError
from ..reading import read_json
from .playing import Fixture, Result, seeds_of

FORMAT = 1
START = f'{{"arena": {FORMAT}, "id": "'.encode()
"""How every line begins: by it a line cut short is told from any other text."""
MAX_LINE = 1_000_000
"""Bytes; no line is as long (that of a long match has about 10,000)."""
MOST = 10**9
"""No number in a line is as large."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What a line says, by seat; points by deal and seat."""

    seats: list[str]
    """The levels."""
    scores: list[int]
    places: list[int]
    points: list[list[int]]
    decisions: list[int]
    seconds: list[float]


class Results:
    """What has been played, found by its fixture; in a file too if there is a path."""

    def __init__(self, path: Path | None = None) -> None:
        """
        Reads the file, or makes an empty one, and drops a last line that was cut short.

        :raises InvalidRecordError: if it holds anything but results; it is left as it is.
        """
        self._path = path
        # The id tells the seats too, but a file may say anything.
        self._found: dict[tuple[str, tuple[str, ...]], _Line] = {}
        if path is None:
            return
        if path.exists() and not path.is_file():
            raise InvalidRecordError(f"{path}: this is no file")
        with path.open("ab"):  # whether it can be written must be clear before anything is played
            pass
        whole, is_cut = 0, False
        for text in _lines(path):
            is_cut = _is_cut(text)
            if not is_cut:
                self._take(text, f"{path}: ")
                whole += len(text)
        if is_cut:
            os.truncate(path, whole)

    def __contains__(self, fixture: Fixture) -> bool:
        return (fixture.id, fixture.seated) in self._found

    def __getitem__(self, fixture: Fixture) -> Result:
        line = self._found[fixture.id, fixture.seated]
        return Result(fixture, line.scores, line.places, line.points, line.decisions, line.seconds, "")

    def add(self, result: Result) -> None:
        """Adds what has just been played, and writes it at once."""
        text = _write(result)
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(text)
        self._take(text)

    def _take(self, text: bytes, where: str = "") -> None:
        """Keeps a line; the first of an id counts."""
        found = _parse(text)
        if found is None:
            raise InvalidRecordError(f"{where}this file holds something else than results of `arena`")
        id_, line = found
        self._found.setdefault((id_, tuple(line.seats)), line)


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while text := file.readline(MAX_LINE):
            yield text


def _is_cut(text: bytes) -> bool:
    """Tells whether this is a last line that may be the beginning of a result."""
    is_last = not text.endswith(b"\n") and len(text) < MAX_LINE
    return is_last and (text.startswith(START) or START.startswith(text))


def _write(result: Result) -> bytes:
    fixture = result.fixture
    told = {
        "arena": FORMAT,
        "id": fixture.id,
        "game": fixture.game,
        "deal": seeds_of(fixture.seed, fixture.number).deal,
        "seats": fixture.seated,
        "scores": result.scores,
        "places": result.places,
        "points": result.points,
        "decisions": result.decisions,
        "seconds": [round(seconds, 6) for seconds in result.seconds],
    }
    return json.dumps(told).encode() + b"\n"


def _parse(text: bytes) -> tuple[str, _Line] | None:
    """Reads a fixture's id and what a line says; None if that is less than a result, or cannot be summed up."""
    if not text.startswith(START):
        return None
    try:
        data = read_json(text.decode(), MAX_LINE)
    except ValueError:
        return None
    line = _Line(*(data.get(name) for name in _Line.__slots__))
    if not (isinstance(line.seats, list) and isinstance(line.points, list) and line.points):
        return None
    rows = [line.scores, line.places, line.decisions, *line.points]
    is_result = (
        all(isinstance(level, str) for level in (data["id"], *line.seats))
        and all(_is_row(row, len(line.seats), int) for row in rows)
        and _is_row(line.seconds, len(line.seats), int, float)
        and set(line.places) <= set(range(1, len(line.seats) + 1))
        and 1 in line.places
    )
    return (data["id"], line) if is_result else None


def _is_row(row: Any, seats: int, *kinds: type[Any]) -> bool:
    """Tells whether there is a number for each seat; what JSON calls NaN and Infinity is none."""
    return (
        isinstance(row, list)
        and len(row) == seats
        and all(type(value) in kinds and -MOST < value < MOST for value in row)
    )
