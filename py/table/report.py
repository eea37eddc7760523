"""
The error report that a person may copy: what the page is and what was done, in codes.

No card, no name and no other value stands in it: actions lose their arguments, moves their names, errors their texts.
"""

from __future__ import annotations

import re
import traceback
from collections import deque
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from tapisvert.game import Phase
from tapisvert.match import Match

EVENTS = 30
"""How many of the last events are told."""
CODE = re.compile(r"[a-z][a-z-]{1,30}")
KIND = re.compile(r"[A-Z][A-Za-z]{0,40}(?:Error|Exception)")
FRAME = re.compile(r"[\w.-]{1,40}\.(?:js|mjs|py):\d{1,6}")


class Report:
    """Notes what happens on the page, and puts it in a text."""

    def __init__(self) -> None:
        self._events: deque[str] = deque(maxlen=EVENTS)
        self._errors: list[str] = []

    def did(self, event: Mapping[str, Any]) -> None:
        """Notes what a person did: the action's name alone."""
        self.note("move" if "move" in event else str(event.get("action", "")).partition(" ")[0])

    def note(self, code: str) -> None:
        """Notes an event by its code; the same again is counted."""
        code = code if CODE.fullmatch(code) else "unknown"
        last, _, times = self._events[-1].partition(" x") if self._events else ("", "", "")
        if code == last:
            self._events[-1] = f"{code} x{int(times or 1) + 1}"
        else:
            self._events.append(code)

    def fault(self, error: BaseException) -> None:
        """Notes an error by its type and where it came from."""
        frames = [f"{PurePath(f.filename).name}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)]
        self.fault_told(" ".join([type(error).__name__, *frames]))

    def fault_told(self, told: str) -> None:
        """Notes an error told as its type and frames; what else stands there is left out."""
        kind, _, rest = told.partition(" ")
        kind = kind if KIND.fullmatch(kind) else "Error"
        frames = [frame for frame in rest.split() if FRAME.fullmatch(frame)]
        self._errors = [*self._errors[-2:], " ".join([kind, *frames[-12:]])]
        self.note("fault")

    def text(self, facts: Mapping[str, Any], match: Match | None) -> str:
        """
        Puts all in a text, a line for each fact.

        :param facts: what is known of the page and the browser, by name.
        """
        lines = [f"{name}: {value}" for name, value in facts.items()]
        if match is not None:
            options = match.game.options_json(match.options)
            lines.append(f"match: {' '.join([match.game.name, *(f'{k}={v}' for k, v in options.items())])}")
            phase = Phase(match.deal.phase).name.lower() if match.deal is not None and match.deal.phase else "none"
            lines.append(f"place: deal {match.number} (dealt {match.index}), ply {match.ply}, phase {phase}")
        lines += [f"error: {error}" for error in self._errors]
        lines.append(f"events: {', '.join(self._events)}")
        return "\n".join(["Tapis Vert, error report", *lines]) + "\n"
