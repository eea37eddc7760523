"""
The command line: ``cases``, ``replay``, ``deal`` and ``match``.

Exits 0 when all is well, 1 when the rules say no, 2 when something cannot be read (or written). An
error is one sentence on stderr. With ``--json`` one object goes to stdout, and what may differ between
two equal runs stands under its key ``timing``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn, TextIO

from . import __version__, cases, record
from .bots import VERSION, find_level
from .bots.arena import Result, Standing, fixtures, play_all, seeds_of, standings, transcript
from .game import Game, InvalidRecordError
from .games import GAMES, find_game
from .match import Match
from .record import IllegalRecordError

OK, REFUSED, UNREADABLE = 0, 1, 2
INTERRUPTED, PIPE_CLOSED = 130, 141
"""As a shell counts a program ended by SIGINT and SIGPIPE."""
MOST = 1_000_000
"""The most matches, deals or worlds that may be asked for."""
DEALS_SHOWN = 4
BAR = 30


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(UNREADABLE, f"{self.prog}: {_one_line(message)}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and gets the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        asked = _parser().parse_args(argv)
        code: int = asked.run(asked)
        if sys.stdout is not None:  # as it is where it was closed
            sys.stdout.flush()
    except SystemExit as asked_to:  # by argparse: --help, --version, a usage error
        return int(asked_to.code or OK)
    except IllegalRecordError as error:
        return _fail(error, REFUSED)
    except BrokenPipeError:
        # The reader has gone; nothing more may be written, not even by the interpreter as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror or 'cannot be used'}", UNREADABLE)
    except MemoryError:
        return _fail("there is not enough memory", UNREADABLE)
    except (ValueError, RuntimeError) as error:
        return _fail(error, UNREADABLE)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    return code


def _fail(error: object, code: int) -> int:
    _complain(error)
    return code


def _complain(error: object) -> None:
    _write_line(sys.stderr, f"tapisvert: {_one_line(str(error))}")


def _one_line(text: str) -> str:
    """Keeps what is printable: no file may break the line, or steer the terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _say(line: str = "") -> None:
    _write_line(sys.stdout, _one_line(line))


def _say_json(value: dict[str, Any]) -> None:
    _write_line(sys.stdout, json.dumps(value, indent=1))


def _write_line(stream: TextIO | None, line: str) -> None:
    """Writes a line, unless the stream was closed before the program started."""
    if stream is not None:
        stream.write(line + "\n")


# ---------------------------------------------------------------------- what may be asked


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="tapisvert", description="The rules, the bots and the records of Tapis Vert.")
    parser.add_argument("--version", action="version", version=f"tapisvert {__version__}")
    verbs = parser.add_subparsers(required=True, metavar="cases | replay | deal | match")

    verb = _verb(verbs, "cases", _cases, "asks the rules what the cases in files ask, and compares the answers")
    verb.add_argument("files", nargs="+", metavar="FILE")

    verb = _verb(verbs, "replay", _replay, "replays a record and prints its points, scores and places")
    verb.add_argument("file", metavar="FILE")

    verb = _verb(verbs, "deal", _deal, "prints the packs that `match` with the same seed deals")
    _add_game(verb)
    shown = f"how many deals of each match ({DEALS_SHOWN})"
    verb.add_argument("--deals", type=_count, default=DEALS_SHOWN, metavar="N", help=shown)
    verb.add_argument("--matches", type=_count, default=1, metavar="N", help="how many matches (1)")

    verb = _verb(verbs, "match", _match, "plays matches among bots")
    _add_game(verb)
    verb.add_argument("--seats", required=True, metavar="LEVELS", help="a level for each seat: medium,easy,easy,easy")
    verb.add_argument("--matches", type=_count, default=1, metavar="N", help="how many matches (1)")
    verb.add_argument("--rotate", action="store_true", help="play every match once for each rotation of the bots")
    verb.add_argument("--records", type=Path, metavar="DIR", help="write a record of each match into this folder")
    verb.add_argument("--worlds", type=_count, metavar="N", help="worlds imagined for a decision (by level)")
    verb.add_argument("--workers", type=_count, default=1, metavar="N", help="how many processes play (1)")
    return parser


def _verb(verbs: Any, name: str, run: Any, what: str) -> argparse.ArgumentParser:
    verb: argparse.ArgumentParser = verbs.add_parser(name, help=what, description=what, allow_abbrev=False)
    verb.add_argument("--json", action="store_true", help="print one JSON object")
    verb.set_defaults(run=run)
    return verb


def _add_game(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--game", required=True, help=", ".join(GAMES))
    verb.add_argument("--seed", required=True, help="any text")
    verb.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > len(str(MOST)) or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"must be a number from 1 to {MOST}")
    return int(text)


def _game(asked: argparse.Namespace) -> tuple[Game, Any]:
    """Gets the game asked for and its options."""
    game = find_game(asked.game)
    given = {}
    for text in asked.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidRecordError(f"an option is written NAME=VALUE, not {text[:40]!r}")
        given[name] = game.parse_option(name, value)
    try:
        asked.seed.encode()
    except UnicodeEncodeError:
        raise InvalidRecordError("the seed is no text in UTF-8") from None
    return game, game.read_options(given)


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


# ---------------------------------------------------------------------- cases, replay


def _cases(asked: argparse.Namespace) -> int:
    code, outcomes = OK, []
    for name in asked.files:
        try:
            outcomes += [cases.check(case) for case in cases.read_cases(_read(name, cases.MAX_TEXT))]
        except InvalidRecordError as error:
            code = _fail(str(error) if str(error).startswith(name) else f"{name}: {error}", UNREADABLE)
        except OSError as error:
            code = _fail(f"{name}: {error.strerror or 'cannot be read'}", UNREADABLE)
    differing = [outcome for outcome in outcomes if not outcome.agrees]
    if asked.json:
        rows = [{"id": o.id, "expected": o.expected, "got": o.got, "error": o.error or None} for o in differing]
        _say_json({"cases": len(outcomes), "agree": len(outcomes) - len(differing), "differ": rows})
    else:
        for outcome in differing:
            _say(str(outcome))
        if not code and not differing:
            _say(f"{len(outcomes)} cases agree" if len(outcomes) != 1 else "1 case agrees")
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
        _say_json(told)
        return OK
    rows = [["", *(f"{seat} {player.name}" for seat, player in enumerate(found.players))]]
    none = ["–"] * len(match.scores)
    rows += [[f"deal {number}", *(map(str, row) if row else none)] for number, row in enumerate(points, 1)]
    rows += [["scores", *map(str, match.scores)], ["places", *(map(str, match.places) if match.places else none)]]
    _say_table(rows)
    return OK


def _say_table(rows: Sequence[Sequence[str]]) -> None:
    """Prints columns, the first to the left and the others to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        _say("  ".join([first.ljust(widths[0]), *cells]).rstrip())


# ---------------------------------------------------------------------- deal


def _deal(asked: argparse.Namespace) -> int:
    game, options = _game(asked)
    count = min(asked.deals, game.length(options) or asked.deals) if game.shuffled else 1
    told = []
    for number in range(1, asked.matches + 1):
        match = Match(game, options, seeds_of(asked.seed, number))
        for deal, (dealer, pack) in enumerate(match.packs(count), 1):
            told.append({"match": number, "deal": deal, "dealer": dealer, "pack": game.format_pack(pack)})
    if asked.json:
        _say_json({"game": game.name, "options": game.options_json(options), "seed": asked.seed, "deals": told})
        return OK
    for row in told:
        _say(f"match {row['match']} deal {row['deal']} dealer {row['dealer']}: {row['pack']}")
    return OK


# ---------------------------------------------------------------------- match


def _match(asked: argparse.Namespace) -> int:
    game, options = _game(asked)
    levels = asked.seats.split(",")
    for level in levels:
        find_level(level)
    if len(levels) != game.seats(options):
        raise InvalidRecordError(f"{game.name} with these options has {game.seats(options)} seats, not {len(levels)}")
    if asked.records is not None:
        asked.records.mkdir(parents=True, exist_ok=True)
    planned = list(fixtures(game, options, levels, asked.seed, asked.matches, rotate=asked.rotate, worlds=asked.worlds))
    began, results = time.perf_counter(), []
    for result in _with_progress(play_all(planned, asked.workers), len(planned)):
        results.append(result)
        if asked.records is not None:
            _write(asked.records, result)
    standing = standings(results)
    if asked.json:
        seconds = time.perf_counter() - began
        _say_json(_results_json(asked, game.options_json(options), results, standing, seconds))
    else:
        _say_standings(standing, is_rotated=asked.rotate)
    return OK


def _with_progress(results: Iterable[Result], total: int) -> Iterator[Result]:
    """Draws a bar on a terminal as results come in."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from results
        return
    _draw_bar(0, total)
    try:
        for done, result in enumerate(results, 1):
            yield result
            _draw_bar(done, total)
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _draw_bar(done: int, total: int) -> None:
    filled = BAR * done // total
    sys.stderr.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{total} matches")
    sys.stderr.flush()


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
        error = "–" if s.error is None else f"{s.error:.2f}"
        wins = f"{s.wins} of {s.matches}"
        row = [str(number), s.level, f"{s.score:.2f}", error, f"{s.points:.2f}", f"{s.place:.2f}", wins]
        rows.append([*row, f"{s.milliseconds:.2f}"])
    _say_table(rows)
