"""
Tells screen readers what happens: in order, each thing once.

Codes are kept, never texts: what is told again is in the language of that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby
from typing import TypeAlias

from tapisvert.game import Event

from .telling import gather

Line: TypeAlias = Callable[[], str]
"""A line's text, made when it is told; empty if there is nothing to tell."""


def one_line(lines: Iterable[Line]) -> str:
    """Makes one line of several."""
    return " ".join(text for line in lines if (text := line()))


class Voice:
    """What is to be told, and what was told last."""

    def __init__(self, say: Callable[[str], None], in_words: Callable[[list[Event]], str]) -> None:
        """
        Has nothing to tell yet.

        :param in_words: puts events of one kind in the words of the moment; empty if they have none.
        """
        self._say = say
        self._in_words = in_words
        self._happened: list[Event] = []
        self._last: Line = str

    def add(self, events: Iterable[Event]) -> None:
        """Keeps what happened, to be told next."""
        self._happened += events

    def tell(self, *more: Line, in_one: bool) -> None:
        """
        Tells what happened, and then *more*.

        :param in_one: all of it as one update, where no time passes between; else one update for each event, but
            events of one kind in a row, as the points of all seats are, share one.
        """
        kinds = groupby(gather(self._happened), key=lambda event: event.code)
        lines: list[Line] = [*(partial(self._in_words, list(group)) for _, group in kinds), *more]
        self._happened = []
        for line in [partial(one_line, lines)] if in_one else lines:
            self._tell(line)

    def answer(self, *lines: Line) -> None:
        """Tells what was asked for, as one update, whatever else is still to be told."""
        self._tell(partial(one_line, lines))

    def repeat(self) -> None:
        """Tells the last update once more."""
        self._tell(self._last)

    def _tell(self, line: Line) -> None:
        if text := line():
            self._last = line
            self._say(text)
