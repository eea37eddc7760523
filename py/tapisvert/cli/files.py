"""``cases`` and ``replay``: what the rules say of files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .. import cases, record
from ..game import InvalidRecordError
from ..record import IllegalRecordError
from .asking import add_verb
from .telling import OK, REFUSED, UNREADABLE, fail, say, say_json, say_table


def add(verbs: Any) -> None:
    """Adds both commands."""
    verb = add_verb(verbs, "cases", _cases, "asks the rules what the cases in files ask, and compares the answers")
    verb.add_argument("files", nargs="+", metavar="FILE")

    verb = add_verb(verbs, "replay", _replay, "replays a record and prints its points, scores and places")
    verb.add_argument("file", metavar="FILE")


def _read(name: str, most: int) -> str:
    """
    Reads a text, up to a little more than *most* characters.

    :raises InvalidRecordError: if it is no text.
    """
    try:
        with Path(name).open(encoding="utf-8-sig") as file:
            return file.read(most + 1)
    except UnicodeDecodeError:
        raise InvalidRecordError(f"{name}: this is no text in UTF-8") from None


def _cases(asked: argparse.Namespace) -> int:
    code, outcomes = OK, []
    for name in asked.files:
        try:
            outcomes += [cases.check(case) for case in cases.read_cases(_read(name, cases.MAX_TEXT))]
        except InvalidRecordError as error:
            code = fail(str(error) if str(error).startswith(name) else f"{name}: {error}", UNREADABLE)
        except OSError as error:
            code = fail(f"{name}: {error.strerror or 'cannot be read'}", UNREADABLE)
    differing = [outcome for outcome in outcomes if not outcome.agrees]
    if asked.json:
        rows = [{"id": o.id, "expected": o.expected, "got": o.got, "error": o.error or None} for o in differing]
        say_json({"cases": len(outcomes), "agree": len(outcomes) - len(differing), "differ": rows})
    else:
        for outcome in differing:
            say(str(outcome))
        if not code and not differing:
            say(f"{len(outcomes)} cases agree" if len(outcomes) != 1 else "1 case agrees")
    return code or (REFUSED if differing else OK)


def _replay(asked: argparse.Namespace) -> int:
    try:
        found = record.loads(_read(asked.file, record.MAX_TEXT))
    except (InvalidRecordError, IllegalRecordError) as error:
        raise error if str(error).startswith(asked.file) else type(error)(f"{asked.file}: {error}") from None
    match = found.match
    points = [dealt.points for dealt in match.deals]
    if asked.json:
        told = {
            "id": found.id,
            "game": match.game.name,
            "options": match.game.options_json(match.options),
            "players": [player.to_json() for player in found.players],
            "points": points,
            "scores": match.scores,
            "places": match.places,
            "over": match.is_over,
        }
        say_json(told)
        return OK
    rows = [["", *(f"{seat} {player.name}" for seat, player in enumerate(found.players))]]
    none = ["–"] * len(match.scores)
    rows += [[f"deal {number}", *(map(str, row) if row else none)] for number, row in enumerate(points, 1)]
    rows += [["scores", *map(str, match.scores)], ["places", *(map(str, match.places) if match.places else none)]]
    say_table(rows)
    return OK
