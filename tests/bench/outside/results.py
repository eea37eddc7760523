"""
Results in a file, each under the question that it answers, so that a run can be resumed.

A line of JSON for each, written as soon as it is known. A question tells all that decides its answer; so what
stands in the file need not be asked again, whichever run asks.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any, Self

from .bridge import BridgeError

START = b'{"question": '
"""How every line begins: by it a line cut off is told from any other text."""
FIELDS = frozenset({"points", "decisions", "worlds", "seconds"})
"""What an answer holds, by seat, unless a test has more to tell."""


def key_of(question: dict[str, Any]) -> str:
    """
    Gets the text under which a question is found again.

    >>> key_of({"seed": "1", "deal": 2}) == key_of({"deal": 2, "seed": "1"})
    True
    """
    return json.dumps(question, sort_keys=True)


class Results:
    """What is known, in a file if one was named."""

    def __init__(self, path: Path | None, fields: Collection[str] = FIELDS) -> None:
        """
        Reads what is there; a last line that was cut off is dropped, from the file too.

        :param fields: what an answer holds.
        :raises BridgeError: if the file holds something else.
        """
        self.answers: dict[str, dict[str, Any]] = {}
        """By the key of the question."""
        self._fields = frozenset(fields)
        self._file = None
        if path is None:
            return
        *lines, cut = (path.read_bytes() if path.exists() else b"").split(b"\n")
        for number, line in enumerate(lines, 1):
            self._take(line, f"{path}: line {number} is no result")
        if not (cut.startswith(START) or START.startswith(cut)):
            raise BridgeError(f"{path}: the last line is no result")
        self._file = path.open("ab")
        self._file.truncate(sum(len(line) + 1 for line in lines))

    def _take(self, line: bytes, complaint: str) -> None:
        try:
            kept = json.loads(line)
            question, answer = kept["question"], kept["answer"]
            is_result = {"question", "answer"} == set(kept) and self._fields == set(answer)
        except (ValueError, TypeError, KeyError):
            is_result = False
        if not is_result:
            raise BridgeError(complaint)
        self.answers[key_of(question)] = answer

    def add(self, question: dict[str, Any], answer: dict[str, Any]) -> None:
        """Keeps an answer."""
        self.answers[key_of(question)] = answer
        if self._file is not None:
            self._file.write(json.dumps({"question": question, "answer": answer}).encode() + b"\n")
            self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
