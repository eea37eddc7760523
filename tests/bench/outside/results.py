"""
Results in a file, each under the question that it answers, so that a run can be resumed.

A line of JSON for each, written as soon as it is known. A question tells all that decides its answer; so what
stands in the file need not be asked again, whichever run asks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Self

from .bridge import BridgeError


def key_of(question: dict[str, Any]) -> str:
    """
    Gets the text under which a question is found again.

    >>> key_of({"seed": "1", "deal": 2}) == key_of({"deal": 2, "seed": "1"})
    True
    """
    return json.dumps(question, sort_keys=True)


class Results:
    """What is known, in a file if one was named."""

    def __init__(self, path: Path | None) -> None:
        """
        Reads what is there; a last line that was cut off is dropped, from the file too.

        :raises BridgeError: if the file holds something else.
        """
        self.answers: dict[str, dict[str, Any]] = {}
        """By the key of the question."""
        self._file = None
        if path is None:
            return
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                kept = json.loads(line)
                self.answers[key_of(kept["question"])] = kept["answer"]
            except (ValueError, TypeError, KeyError):
                raise BridgeError(f"{path}: line {number} is no result") from None
        self._file = path.open("ab")
        self._file.truncate(len(whole))

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
