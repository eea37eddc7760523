"""``deal`` and ``match``: the packs of matches among bots, and the matches."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..arena.playing import Result, fixtures, play_all, seeds_of
from ..arena.standings import Standing, standings, transcript
from ..bots import VERSION, find_level
from ..game import InvalidRecordError
from ..match import Match
from .asking import add_game, add_play, add_verb, count, game_of
from .telling import OK, error_text, say, say_json, say_table, with_progress

DEALS_SHOWN = 4


def add(verbs: Any) -> None:
    """Adds both commands."""
    verb = add_verb(verbs, "deal", _deal, "prints the packs that `match` with the same seed deals")
    add_game(verb)
    shown = f"how many deals of each match ({DEALS_SHOWN})"
    verb.add_argument("--deals", type=count, default=DEALS_SHOWN, metavar="N", help=shown)
    verb.add_argument("--matches", type=count, default=1, metavar="N", help="how many matches (1)")

    verb = add_verb(verbs, "match", _match, "plays matches among bots")
    add_game(verb)
    verb.add_argument("--seats", required=True, metavar="LEVELS", help="a level for each seat: medium,easy,easy,easy")
    verb.add_argument("--matches", type=count, default=1, metavar="N", help="how many matches (1)")
    verb.add_argument("--rotate", action="store_true", help="play every match once for each rotation of the bots")
    verb.add_argument("--records", type=Path, metavar="DIR", help="write a record of each match into this folder")
    add_play(verb)


def _deal(asked: argparse.Namespace) -> int:
    game, options = game_of(asked)
    shown = min(asked.deals, game.length(options) or asked.deals) if game.shuffled else 1
    told = []
    for number in range(1, asked.matches + 1):
        match = Match(game, options, seeds_of(asked.seed, number))
        for deal, (dealer, pack) in enumerate(match.packs(shown), 1):
            told.append({"match": number, "deal": deal, "dealer": dealer, "pack": game.format_pack(pack)})
    if asked.json:
        say_json({"game": game.name, "options": game.options_json(options), "seed": asked.seed, "deals": told})
        return OK
    for row in told:
        say(f"match {row['match']} deal {row['deal']} dealer {row['dealer']}: {row['pack']}")
    return OK


def _match(asked: argparse.Namespace) -> int:
    game, options = game_of(asked)
    levels = asked.seats.split(",")
    for level in levels:
        find_level(level)
    if len(levels) != game.seats(options):
        raise InvalidRecordError(f"{game.name} with these options has {game.seats(options)} seats, not {len(levels)}")
    if asked.records is not None:
        asked.records.mkdir(parents=True, exist_ok=True)
    planned = list(fixtures(game, options, levels, asked.seed, asked.matches, rotate=asked.rotate, worlds=asked.worlds))
    began, results = time.perf_counter(), []
    for result in with_progress(play_all(planned, asked.workers), len(planned), "matches"):
        results.append(result)
        if asked.records is not None:
            _write(asked.records, result)
    results.sort(key=lambda result: (result.fixture.number, result.fixture.rotation))
    standing = standings(results)
    if asked.json:
        seconds = time.perf_counter() - began
        say_json(_results_json(asked, game.options_json(options), results, standing, seconds))
    else:
        _say_standings(standing, is_rotated=asked.rotate)
    return OK


def _write(folder: Path, result: Result) -> None:
    fixture = result.fixture
    name = f"{fixture.game}-{fixture.number:04}-{fixture.rotation}.json"
    (folder / name).write_text(result.record + "\n", "utf-8", newline="\n")


def _results_json(
    asked: argparse.Namespace,
    options: dict[str, Any],
    results: Sequence[Result],
    standing: Sequence[Standing],
    seconds: float,
) -> dict[str, Any]:
    bots = [asdict(each) for each in standing]
    for bot in bots:
        bot["version"] = VERSION
        del bot["milliseconds"]
    rows = [
        {"match": r.fixture.number, "rotation": r.fixture.rotation, "scores": r.scores, "places": r.places}
        for r in results
    ]
    return {
        "game": asked.game,
        "options": options,
        "seed": asked.seed,
        "worlds": asked.worlds,
        "rotate": asked.rotate,
        "matches": len(results),
        "bots": bots,
        "results": rows,
        "transcript": transcript(results),
        "timing": {"seconds": seconds, "ms_per_decision": [s.milliseconds for s in standing]},
    }


def _say_standings(standing: Sequence[Standing], *, is_rotated: bool) -> None:
    heads = ["bot" if is_rotated else "seat", "level", "score", "±", "points a deal", "place", "wins", "ms a decision"]
    rows = [heads]
    for number, s in enumerate(standing):
        wins = f"{s.wins} of {s.matches}"
        row = [str(number), s.level, f"{s.score:.2f}", error_text(s.error), f"{s.points:.2f}", f"{s.place:.2f}", wins]
        rows.append([*row, f"{s.milliseconds:.2f}"])
    say_table(rows)
