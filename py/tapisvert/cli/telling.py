"""What the commands print: lines, tables, one JSON object, a bar while one waits; and how they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO

from ..arena.playing import Result

OK, REFUSED, UNREADABLE = 0, 1, 2
INTERRUPTED, PIPE_CLOSED = 130, 141
"""As a shell counts a program ended by SIGINT and SIGPIPE."""
BAR = 30


def fail(error: object, code: int) -> int:
    """Says what is wrong, in one sentence on stderr, and gets the exit code."""
    _write_line(sys.stderr, f"tapisvert: {one_line(str(error))}")
    return code


def one_line(text: str) -> str:
    """Keeps what is printable: no file may break the line, or steer the terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def say(line: str = "") -> None:
    """Prints a line."""
    _write_line(sys.stdout, one_line(line))


def say_json(value: dict[str, Any]) -> None:
    """Prints an object."""
    _write_line(sys.stdout, json.dumps(value, indent=1))


def say_table(rows: Sequence[Sequence[str]]) -> None:
    """Prints columns, the first to the left and the others to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        say("  ".join([first.ljust(widths[0]), *cells]).rstrip())


def error_text(error: float | None) -> str:
    """Gets a standard error's text."""
    return "–" if error is None else f"{error:.2f}"


def _write_line(stream: TextIO | None, line: str) -> None:
    """Writes a line, unless the stream was closed before the program started."""
    if stream is not None:
        stream.write(line + "\n")


def with_progress(results: Iterable[Result], total: int, what: str, done: int = 0) -> Iterator[Result]:
    """
    Draws a bar on a terminal as results come in.

    :param what: what is counted.
    :param done: how many of the *total* there were before.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield from results
        return
    _draw_bar(done, total, what)
    try:
        for now, result in enumerate(results, done + 1):
            yield result
            _draw_bar(now, total, what)
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _draw_bar(done: int, total: int, what: str) -> None:
    filled = BAR * done // total
    sys.stderr.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{total} {what}")
    sys.stderr.flush()
