"""
The engine's command line.

Exit codes: 0 all well, 1 the rules say no, 2 it cannot be read. Errors are one sentence on standard
error. With ``--json`` one object goes to standard output; what may differ between two equal runs stands
under its key ``timing``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from .bots import LEVELS, VERSION, decide, find_level
from .bots.search import Budget
from .cases import check, read_cases
from .game import Game, InvalidRecordError
from .games import GAMES, find_game
from .match import Match, Seeds
from .record import MAX_TEXT, IllegalRecordError, Player, Record, loads

ALL_WELL, RULES_SAY_NO, UNREADABLE = 0, 1, 2
DEALS_SHOWN = 4
BAR = 30


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gets its exit code."""
    try:
        asked = _parser().parse_args(argv)
        code: int = asked.run(asked)
        sys.stdout.flush()
        return code
    except InvalidRecordError as error:
        return _complain(str(error), UNREADABLE)
    except IllegalRecordError as error:
        return _complain(str(error), RULES_SAY_NO)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone: nothing more to say
        return ALL_WELL
    except KeyboardInterrupt:
        return _complain("interrupted", 130)


def _complain(sentence: str, code: int) -> int:
    sys.stderr.write(f"tapisvert: {sentence.encode('utf-8', 'replace').decode()}\n")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tapisvert", description="Card games: rules, records and bots.")
    verbs = parser.add_subparsers(required=True, metavar="COMMAND")

    def verb(name: str, run: Any, words: str) -> argparse.ArgumentParser:
        added = verbs.add_parser(name, help=words, description=words)
        added.set_defaults(run=run)
        return added

    cases = verb("cases", _cases, "Asks the rules the questions of rule-case files.")
    cases.add_argument("files", nargs="+", metavar="FILE")
    replay = verb("replay", _replay, "Replays a record; prints points, scores and places by seat.")
    replay.add_argument("file", metavar="FILE")
    deal = verb("deal", _deal, "Prints the packs that `match` with the same seed deals, those that depend on no play.")
    deal.add_argument(
        "--deals", type=int, default=DEALS_SHOWN, metavar="N", help=f"per match; {DEALS_SHOWN} if not said"
    )
    match = verb("match", _match, "Plays matches between bots.")
    match.add_argument("--seats", required=True, metavar="LEVEL,LEVEL…", help=f"by seat, of {', '.join(LEVELS)}")
    match.add_argument("--rotate", action="store_true", help="play every seed once for each rotation of the bots")
    match.add_argument("--records", metavar="DIR", help="write a record of each match there")
    match.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes; the result does not depend on it"
    )
    match.add_argument("--worlds", type=int, metavar="N", help="worlds per decision instead of each level's own")
    for parsed in (deal, match):
        parsed.add_argument("--game", required=True, help=f"one of {', '.join(GAMES)}")
        parsed.add_argument("--seed", required=True)
        parsed.add_argument("--matches", type=int, default=1, metavar="N")
        parsed.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    for parsed in (replay, deal, match):
        parsed.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _read(path: str) -> str:
    """
    Reads a file's text.

    :raises InvalidRecordError: if there is no such text.
    """
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(10 * MAX_TEXT + 1)
    except OSError as error:
        raise InvalidRecordError(f"{path} cannot be read: {error.strerror or 'no such file'}") from None
    except ValueError:
        raise InvalidRecordError(f"{path} cannot be read: it is no UTF-8 text") from None


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")


def _at_least(name: str, value: int | None, low: int = 1) -> None:
    if value is not None and value < low:
        raise InvalidRecordError(f"--{name} is at least {low}")


def _game_and_options(asked: argparse.Namespace) -> tuple[Game, Any]:
    game = find_game(asked.game)
    values = {}
    for text in asked.option:
        name, separator, value = text.partition("=")
        if not separator:
            raise InvalidRecordError(f"an option is written name=value, not {text[:40]!r}")
        values[name] = game.parse_option(name, value)
    return game, game.read_options(values)


def seeds_of(seed: str, number: int) -> Seeds:
    """Gets the seeds of the *number*-th match (from 1) under a command's seed."""
    return Seeds(f"{seed}/{number}", f"{seed}/{number}/bots")


# ---------------------------------------------------------------------- cases and replay


def _cases(asked: argparse.Namespace) -> int:
    differing = total = 0
    for path in asked.files:
        try:
            cases = read_cases(_read(path))
        except InvalidRecordError as error:
            raise InvalidRecordError(str(error) if path in str(error) else f"{path}: {error}") from None
        for outcome in map(check, cases):
            total += 1
            if not outcome.agrees:
                differing += 1
                _print(str(outcome))
    if differing:
        return RULES_SAY_NO
    _print(f"{total} cases agree")
    return ALL_WELL


def _replay(asked: argparse.Namespace) -> int:
    try:
        match = loads(_read(asked.file)).match
    except (InvalidRecordError, IllegalRecordError) as error:
        text = str(error)
        raise type(error)(text if asked.file in text else f"{asked.file}: {text}") from None
    points = [dealt.points for dealt in match.deals]
    if asked.json:
        found = {"game": match.game.name, "points": points, "scores": match.scores, "places": match.places}
        _print(json.dumps(found | {"over": match.is_over}))
        return ALL_WELL
    for number, row in enumerate(points, 1):
        _print(f"deal {number}: {'not over' if row is None else _row(row)}")
    _print(f"scores: {_row(match.scores)}")
    _print(f"places: {_row(match.places) if match.places else 'the match is not over'}")
    return ALL_WELL


def _row(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


# ---------------------------------------------------------------------- deal


def _deal(asked: argparse.Namespace) -> int:
    game, options = _game_and_options(asked)
    _at_least("deals", asked.deals)
    _at_least("matches", asked.matches)
    shown = []
    for number in range(1, asked.matches + 1):
        match = Match(game, options, seeds_of(asked.seed, number))
        for index, (dealer, pack) in enumerate(match.packs(asked.deals if game.shuffled else 1), 1):
            shown.append({"match": number, "deal": index, "dealer": dealer, "pack": game.format_pack(pack)})
    if asked.json:
        _print(json.dumps({"game": game.name, "options": game.options_json(options), "deals": shown}))
    else:
        for each in shown:
            _print(f"match {each['match']} deal {each['deal']} dealer {each['dealer']}: {each['pack']}")
    return ALL_WELL


# ---------------------------------------------------------------------- match


class Task(NamedTuple):
    """One match to be played; plain values, so that another process can be handed it."""

    game: str
    options: dict[str, Any]
    levels: tuple[str, ...]
    """By seat."""
    seed: str
    number: int
    rotation: int
    worlds: int | None


class Played(NamedTuple):
    """What became of a match."""

    task: Task
    record: str
    scores: list[int]
    places: list[int]
    deals: int
    decisions: list[int]
    """By seat."""
    seconds: list[float]
    """By seat, spent deciding."""


def play(task: Task) -> Played:
    """Plays one match between bots."""
    game = find_game(task.game)
    seeds = seeds_of(task.seed, task.number)
    match = Match(game, game.read_options(task.options), seeds)
    seats = len(task.levels)
    decisions, seconds = [0] * seats, [0.0] * seats
    while not match.is_over:
        deal = match.next_deal()
        while deal.phase:
            seat = deal.turn
            level = task.levels[seat]
            budget = Budget(task.worlds or find_level(level).worlds)
            began = time.perf_counter()
            choice = decide(level, match.view(seat), seeds.of_bot(match.index, match.ply + 1, seat), budget)
            seconds[seat] += time.perf_counter() - began
            decisions[seat] += 1
            match.push(choice.move)
    players = [Player("bot", f"{level} {seat}", level, VERSION) for seat, level in enumerate(task.levels)]
    record = Record(f"{task.seed}-{task.number}-{task.rotation}", match, players)
    return Played(task, record.dumps(), match.scores, match.places or [], match.index, decisions, seconds)


def _match(asked: argparse.Namespace) -> int:
    game, options = _game_and_options(asked)
    levels = asked.seats.split(",")
    for level in levels:
        find_level(level)
    if len(levels) != game.seats(options):
        raise InvalidRecordError(f"{game.name} with these options has {game.seats(options)} seats, not {len(levels)}")
    for name in ("matches", "workers", "worlds"):
        _at_least(name, getattr(asked, name))
    folder = _folder(asked.records)
    rotations = range(len(levels) if asked.rotate else 1)
    plain = game.options_json(options)
    tasks = [
        Task(game.name, plain, tuple(levels[turn:] + levels[:turn]), asked.seed, number, turn, asked.worlds)
        for number in range(1, asked.matches + 1)
        for turn in rotations
    ]
    began = time.perf_counter()
    played = []
    for result in _run(tasks, asked.workers):
        played.append(result)
        if folder is not None:
            _write(folder / f"match-{result.task.number:05}-{result.task.rotation}.json", result.record)
        _progress(len(played), len(tasks))
    summary = summarise(levels, played)
    if asked.json:
        timing = {
            "seconds": time.perf_counter() - began,
            "ms_per_decision": [row.ms for row in summary],
            "workers": asked.workers,
        }
        rows = [row._asdict() for row in summary]
        for row in rows:
            del row["ms"]
        found = {
            "game": game.name,
            "options": plain,
            "seed": asked.seed,
            "matches": len(played),
            "rotate": asked.rotate,
        }
        _print(json.dumps(found | {"bots": rows, "timing": timing}))
    else:
        _print(_table(summary, len(played), "bot" if asked.rotate else "seat"))
    return ALL_WELL


def _run(tasks: list[Task], workers: int) -> Any:
    """Plays the tasks, in order, in this process or in several."""
    if workers == 1 or len(tasks) == 1:
        yield from map(play, tasks)
        return
    with get_context("spawn").Pool(min(workers, len(tasks))) as pool:
        yield from pool.imap(play, tasks)


class Row(NamedTuple):
    """How one bot fared."""

    level: str
    score: float
    """Mean score at the end of a match."""
    error: float
    """The standard error of that."""
    place: float
    """Mean place."""
    wins: int
    """Matches it came first in, ties included."""
    points: float
    """Mean points per deal."""
    decisions: int
    ms: float
    """Milliseconds per decision."""


def summarise(levels: Sequence[str], played: Sequence[Played]) -> list[Row]:
    """Sums up matches by bot, in the order the bots were named."""
    rows = []
    count = len(played)
    for bot, level in enumerate(levels):
        seats = [(bot - result.task.rotation) % len(levels) for result in played]
        scores = [result.scores[seat] for result, seat in zip(played, seats, strict=True)]
        places = [result.places[seat] for result, seat in zip(played, seats, strict=True)]
        decisions = sum(result.decisions[seat] for result, seat in zip(played, seats, strict=True))
        seconds = sum(result.seconds[seat] for result, seat in zip(played, seats, strict=True))
        mean = sum(scores) / count
        spread = sqrt(sum((score - mean) ** 2 for score in scores) / (count - 1)) if count > 1 else 0.0
        start = _starting_score(played[0].task, bot)
        rows.append(
            Row(
                level=level,
                score=round(mean, 4),
                error=round(spread / sqrt(count), 4),
                place=round(sum(places) / count, 4),
                wins=places.count(1),
                points=round(sum(score - start for score in scores) / sum(result.deals for result in played), 4),
                decisions=decisions,
                ms=1000 * seconds / max(1, decisions),
            )
        )
    return rows


def _starting_score(task: Task, seat: int) -> int:
    game = find_game(task.game)
    return game.starting_scores(game.read_options(task.options))[seat]


def _table(rows: Sequence[Row], matches: int, head: str) -> str:
    lines = [f"{matches} matches", f"{head:>4}  level     mean score        place  wins  points/deal  ms/decision"]
    lines += [
        f"{number:>4}  {row.level:<8}{row.score:>8.2f} ± {row.error:<6.2f}{row.place:>7.2f}{row.wins:>6}"
        f"{row.points:>13.2f}{row.ms:>13.2f}"
        for number, row in enumerate(rows)
    ]
    return "\n".join(lines)


def _progress(done: int, total: int) -> None:
    """Draws a bar on a terminal, and nothing elsewhere."""
    if sys.stderr.isatty():
        full = BAR * done // total
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {done}/{total}{end}")
        sys.stderr.flush()


def _folder(name: str | None) -> Path | None:
    """Makes the folder for records, before anything is played."""
    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidRecordError(f"no records can be written to {name}: {error.strerror}") from None
    return folder


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n", "utf-8")
    except OSError as error:
        raise InvalidRecordError(f"{path} cannot be written: {error.strerror}") from None
