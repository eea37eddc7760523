"""
The command line: ``python -m tests.bench.outside.belote --level hard --tier medium --deals 400``.

Exits 0, or 2 with one sentence on stderr. With ``--json`` one object goes to stdout, and what may differ between
two equal runs stands under its key ``timing``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

from tapisvert.bots import LEVELS, find_level
from tapisvert.games.belote.rules import SEATS, SIDES

from ..command import add_arguments_of_runs, answers_to, exit_code
from ..players import Description, our_bot
from ..pool import Question
from ..results import key_of
from .figures import lines, summary
from .outsider import TIERS
from .table import FIELDS, NAME, outside_player
from .worker import WORKER


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the test and gets the exit code."""
    asked = _parser().parse_args(argv)
    return exit_code("outside.belote", lambda: run(asked))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="outside.belote", description=f"Play manches of Belote against {NAME}.")
    add = parser.add_argument
    ours = parser.add_mutually_exclusive_group(required=True)
    ours.add_argument("--level", metavar="LEVEL", help=f"our pair: {', '.join(LEVELS)}")
    ours.add_argument("--own-tier", choices=TIERS, help=f"a pair of {NAME} in our seats")
    add("--tier", choices=TIERS, default="medium", help=f"the pair of {NAME} (medium)")
    add_arguments_of_runs(parser)
    return parser


def run(asked: argparse.Namespace) -> None:
    """Plays what is not known yet, and prints the figures."""
    theirs = outside_player(asked.tier)
    ours = _ours(asked)
    planned = list(plan(asked, ours, theirs))
    every = [question for questions in planned for question in questions]
    answers = answers_to(every, asked.results, WORKER, asked.workers, FIELDS)
    found = summary([[answers[key_of(question)] for question in questions] for questions in planned])
    if asked.json:
        about = {"test": "manche", "ours": ours, "opponent": theirs, "seed": asked.seed, "deals": asked.deals}
        print(json.dumps({**about, **found}, indent=1))
        return
    print("\n".join(lines(found, asked.level or f"{NAME} {asked.own_tier}", f"{NAME} {asked.tier}")))


def _ours(asked: argparse.Namespace) -> Description:
    if asked.level is not None:
        return our_bot(asked.level, asked.worlds or find_level(asked.level).worlds)
    if asked.worlds is not None:
        raise ValueError(f"{NAME} imagines no worlds: leave --worlds out")
    if asked.own_tier == asked.tier:
        raise ValueError(f"two pairs of {asked.tier} are equal: name another tier")
    return outside_player(asked.own_tier)


def plan(asked: argparse.Namespace, ours: Description, theirs: Description) -> Iterator[list[Question]]:
    """Lists the plays of each deal: our pair in seats 0 and 2, then in seats 1 and 3."""
    for deal in range(1, asked.deals + 1):
        tables = [[ours if SIDES[seat] == side else theirs for seat in range(SEATS)] for side in (0, 1)]
        yield [{"test": "manche", "seed": asked.seed, "deal": deal, "seats": seats} for seats in tables]


if __name__ == "__main__":
    sys.exit(main())
