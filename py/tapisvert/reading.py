"""Reads JSON from anywhere: a text may be long, broken, or nested so deeply that parsing it ends the program."""

from __future__ import annotations

import json
import re
from typing import Any

from .terms import InvalidRecordError

DEEPEST = 100
"""Lists and objects within one another; nothing of ours has ten. In a browser a few thousand are fatal."""
STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
BRACKET = re.compile(r"[\[{\]}]")


def read_json(text: str, most: int) -> Any:
    """
    Reads a JSON text of at most so many characters.

    :raises InvalidRecordError: saying what is wrong with it.
    """
    if len(text) > most:
        raise InvalidRecordError("too long")
    depth = 0
    for bracket in BRACKET.findall(STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise InvalidRecordError("nested too deeply")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRecordError("not JSON") from None
