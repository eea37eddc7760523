"""
The command line: ``python -m tests.bench.outside --level easy --opponent ducking --deals 500``.

Exits 0, or 2 with one sentence on stderr. With ``--json`` one object goes to stdout, and what may differ between
two equal runs stands under its key ``timing``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

from tapisvert.bots import find_level
from tapisvert.games.hearts import SEATS

from .command import add_arguments_of_runs, answers_to, count, exit_code
from .hold import TOLD, outsider
from .ismcts import SIMULATIONS
from .players import Description, our_bot
from .pool import Question
from .results import key_of
from .summary import Observed, lines, summary
from .trials import TRIALS
from .worker import WORKER


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a test and gets the exit code."""
    asked = _parser().parse_args(argv)
    return exit_code("outside", lambda: run(asked))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="outside", description="Hold deals of Hearts against outside opponents.")
    add = parser.add_argument
    add("--level", metavar="LEVEL", help="the bot in our seat: a level, or an opponent (by default only the control)")
    add("--trial", choices=tuple(TRIALS), help="play hard as it was tried")
    add("--opponent", required=True, choices=tuple(TOLD), help="who has the three other seats")
    add("--simulations", type=count, default=SIMULATIONS, metavar="N", help=f"of ismcts ({SIMULATIONS})")
    add("--rotations", type=int, choices=range(1, SEATS + 1), default=SEATS, help="in how many seats (4)")
    add_arguments_of_runs(parser)
    return parser


def run(asked: argparse.Namespace) -> None:
    """Plays what is not known yet, and prints the figures."""
    theirs = outsider(asked.opponent, asked.simulations)
    ours = _ours(asked)
    planned = list(plan(asked, ours, theirs))
    every = [question for questions in planned for question in questions]
    answers = answers_to(every, asked.results, WORKER, asked.workers)
    observed = []
    for questions in planned:
        control, *plays = (answers[key_of(question)] for question in questions)
        observed.append(Observed(control, plays, asked.rotations))
    found = summary(observed)
    if asked.json:
        about = {"test": "hold", "ours": ours, "opponent": theirs, "seed": asked.seed, "deals": asked.deals}
        print(json.dumps({**about, "rotations": asked.rotations, **found}, indent=1))
        return
    name = asked.level if asked.trial is None else f"{asked.level} with {asked.trial}"
    print("\n".join(lines(found, name, asked.opponent)))


def _ours(asked: argparse.Namespace) -> Description | None:
    if asked.trial is not None and asked.level != "hard":
        raise ValueError("a trial changes hard: name it by --level")
    if asked.level is None:
        return None
    if asked.level in TOLD and asked.worlds is not None:
        raise ValueError(f"{asked.level} imagines no worlds: leave --worlds out")
    if asked.level in TOLD:
        return outsider(asked.level, asked.simulations)
    return our_bot(asked.level, asked.worlds or find_level(asked.level).worlds, asked.trial)


def plan(asked: argparse.Namespace, ours: Description | None, theirs: Description) -> Iterator[list[Question]]:
    """Lists the plays of each deal: the control, then ours in one seat after the other."""
    for deal in range(1, asked.deals + 1):
        tables = [[theirs] * SEATS]
        if ours is not None:
            tables += [[theirs] * seat + [ours] + [theirs] * (SEATS - 1 - seat) for seat in range(asked.rotations)]
        yield [{"test": "hold", "seed": asked.seed, "deal": deal, "seats": seats} for seats in tables]


if __name__ == "__main__":
    sys.exit(main())
