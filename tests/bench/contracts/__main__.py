"""
The command line: ``python -m tests.bench.contracts belote --level hard --deals 400``.

All seats are of one level. Told are, for each contract, how often it was bid and made and what it brought a declarer
(at Belote, what it scored more than a defender; at Solo Whist, what it was paid), with the standard error over deals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from math import sqrt

from tapisvert.arena.standings import mean_error
from tapisvert.bots import LEVELS, VERSION, find_level
from tapisvert.cli.asking import game_of

from ..outside.command import add_arguments_of_runs, answers_to, exit_code
from ..outside.pool import Question
from ..outside.results import key_of
from .kinds import KINDS, Outcome
from .worker import WORKER

ALL = "all"
LINE = "{contract:24} {bid:6} bid  {made:6} made  {share:6.1%} ± {error:.1%}  {points:+8.2f} ± {spread:.2f}"


def main(argv: Sequence[str] | None = None) -> int:
    """Plays what is not known yet, and gets the exit code."""
    asked = _parser().parse_args(argv)
    return exit_code("contracts", lambda: run(asked))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="contracts", description="Count what a level bids, and what it makes.")
    parser.add_argument("game", choices=KINDS)
    parser.add_argument("--level", choices=LEVELS, default="hard", help="of all seats (hard)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    add_arguments_of_runs(parser)
    return parser


def run(asked: argparse.Namespace) -> None:
    """Plays and prints."""
    questions = list(plan(asked))
    answers = answers_to(questions, asked.results, WORKER, asked.workers, {"outcome"})
    found = [answers[key_of(question)]["outcome"] for question in questions]
    outcomes = [Outcome(**outcome) for outcome in found if outcome is not None]
    rows = list(summary(outcomes))
    if asked.json:
        about = {name: value for name, value in questions[0].items() if name != "deal"}
        print(json.dumps({**about, "deals": len(found), "played": len(outcomes), "contracts": rows}, indent=1))
        return
    print(f"{asked.game}, {asked.level}: {len(outcomes)} of {len(found)} deals played for a contract")
    for row in rows:
        print(LINE.format_map(row))


def plan(asked: argparse.Namespace) -> Iterator[Question]:
    """Lists the deals, each told by all that decides how it goes."""
    game, options = game_of(asked)
    worlds = asked.worlds or find_level(asked.level).worlds
    about = {
        "test": "contract",
        "game": game.name,
        "options": game.options_json(options),
        "level": asked.level,
        "worlds": worlds,
    }
    for number in range(1, asked.deals + 1):
        yield {**about, "version": VERSION, "seed": asked.seed, "deal": number}


def summary(outcomes: Sequence[Outcome]) -> Iterator[dict[str, float | str]]:
    """Sums up by contract, the commonest first, and all together."""
    by_contract: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_contract.setdefault(outcome.contract, []).append(outcome)
    for contract, those in [*sorted(by_contract.items(), key=lambda item: -len(item[1])), (ALL, list(outcomes))]:
        if not those:
            continue
        share = sum(outcome.made for outcome in those) / len(those)
        points, spread = mean_error([outcome.points for outcome in those])
        yield {
            "contract": contract,
            "bid": len(those),
            "made": sum(outcome.made for outcome in those),
            "share": share,
            "error": sqrt(share * (1 - share) / len(those)),
            "points": points,
            "spread": spread or 0.0,
        }


if __name__ == "__main__":
    sys.exit(main())
