"""``arena``: levels against levels, the same cards at every seating."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..arena.lineups import LineUp, line_ups, read_levels, schedule
from ..arena.playing import Fixture, play_all
from ..arena.results import Results
from ..arena.standings import Comparison, Pace, compare, pace
from ..bots import VERSION
from ..game import Game, InvalidRecordError
from .asking import MOST, add_game, add_play, add_verb, count, game_of
from .telling import OK, error_text, say, say_json, say_table, with_progress

HEADS = ("A against B", "plays", "points A", "points B", "A − B", "±")
MATCH_HEADS = ("place A", "place B", "wins A")
PACE_HEADS = ("ms A", "ms B")


def add(verbs: Any) -> None:
    """Adds the command."""
    verb = add_verb(verbs, "arena", _arena, "measures levels against levels: the same cards at every seating")
    add_game(verb)
    levels = "two or more, of which every pair meets: medium,easy,random"
    verb.add_argument("--levels", required=True, metavar="LEVELS", help=levels)
    size = "only line-ups in which the first of two levels has so many sides (2: two against two)"
    verb.add_argument("--sides", type=count, metavar="N", help=size)
    length = verb.add_mutually_exclusive_group(required=True)
    length.add_argument("--deals", type=count, metavar="N", help="how many deals, each alone and from level scores")
    length.add_argument("--matches", type=count, metavar="N", help="how many matches")
    kept = "append each result to this file, and do not play again what it holds"
    verb.add_argument("--results", type=Path, metavar="FILE", help=kept)
    add_play(verb)


def _arena(asked: argparse.Namespace) -> int:
    began = time.perf_counter()
    game, options = game_of(asked)
    levels = read_levels(asked.levels)
    meeting = line_ups(game, options, levels, asked.sides)
    planned = _plan(asked, game, options, meeting)
    results = Results(asked.results)
    missing = [fixture for _, fixture in planned if fixture not in results]
    played = play_all(missing, asked.workers)
    for result in with_progress(played, len(planned), "plays", len(planned) - len(missing)):
        results.add(result)
    compared = [compare(each, [results[fixture] for owner, fixture in planned if owner is each]) for each in meeting]
    every = [results[fixture] for _, fixture in planned]
    paces = {level: pace(every, level) for level in levels}
    if asked.json:
        say_json(_json(asked, game.options_json(options), compared, paces, time.perf_counter() - began))
    else:
        _say_comparisons(asked, compared, paces)
    return OK


def _plan(
    asked: argparse.Namespace, game: Game, options: Any, meeting: Sequence[LineUp]
) -> list[tuple[LineUp, Fixture]]:
    """Lists what is to be played, if it is not too much."""
    seeds = asked.deals or asked.matches
    plays = seeds * sum(len(line_up.seatings) for line_up in meeting)
    if plays > MOST:
        raise InvalidRecordError(f"at every seating that is {plays} plays; {MOST} are the most")
    is_deal = asked.deals is not None
    return list(schedule(game, options, meeting, asked.seed, seeds, worlds=asked.worlds, is_deal=is_deal))


def _json(
    asked: argparse.Namespace,
    options: dict[str, Any],
    compared: Sequence[Comparison],
    paces: Mapping[str, Pace],
    seconds: float,
) -> dict[str, Any]:
    return {
        "game": asked.game,
        "options": options,
        "seed": asked.seed,
        "levels": list(paces),
        "version": VERSION,
        "worlds": asked.worlds,
        "deals": asked.deals,
        "matches": asked.matches,
        "line_ups": [_line_up_json(each, is_match=asked.deals is None) for each in compared],
        "decisions": {level: each.decisions for level, each in paces.items()},
        "timing": {"seconds": seconds, "ms_per_decision": {level: each.milliseconds for level, each in paces.items()}},
    }


def _line_up_json(compared: Comparison, *, is_match: bool) -> dict[str, Any]:
    line_up = compared.line_up
    told = {
        "a": line_up.a,
        "b": line_up.b,
        "seats": dict(zip("ab", line_up.seats, strict=True)),
        "matches" if is_match else "deals": compared.seeds,
        "plays": compared.plays,
        "points": dict(zip("ab", compared.points, strict=True)),
        "difference": compared.difference,
        "error": compared.error,
    }
    if is_match:
        told |= {"place": dict(zip("ab", compared.place, strict=True)), "wins": compared.wins}
    return told


def _say_comparisons(asked: argparse.Namespace, compared: Sequence[Comparison], paces: Mapping[str, Pace]) -> None:
    is_match = asked.deals is None
    first, *heads = HEADS
    rows = [[first, "matches" if is_match else "deals", *heads, *(MATCH_HEADS if is_match else ()), *PACE_HEADS]]
    for each in compared:
        a, b = each.line_up.a, each.line_up.b
        of_a, of_b = each.line_up.seats
        row = [f"{of_a} {a} against {of_b} {b}", str(each.seeds), str(each.plays)]
        row += [f"{points:.2f}" for points in (*each.points, each.difference)] + [error_text(each.error)]
        if is_match:
            row += [*(f"{place:.2f}" for place in each.place), f"{100 * each.wins:.1f} %"]
        rows.append(row + [f"{paces[level].milliseconds:.2f}" for level in (a, b)])
    say_table(rows)
    if asked.worlds is not None:
        say(f"worlds imagined for a decision: {asked.worlds}")
