"""
The command line: ``python -m tests.bench.contracts belote --level hard --deals 400``.

All seats are of one level; or, with ``--seats hard,medium,easy,random``, of several, and each deal or match is
played once for every rotation of them. Told are, of each level, its points a deal and, for each contract, how often it
was bid and made and what it brought (at Belote, what a taker's side scored more than the other; at Solo Whist, what a
declarer was paid; at Luz, what a bet scored), and between levels the difference of the points. Standard errors are over
deals or matches: the rotations of one share their cards.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

from tapisvert.arena.standings import mean, mean_error
from tapisvert.bots import LEVELS, VERSION, find_level
from tapisvert.cli.asking import game_of

from ..outside.command import add_arguments_of_runs, answers_to, count, exit_code
from ..outside.pool import Answer, Question
from ..outside.results import key_of
from .kinds import KINDS
from .worker import WORKER

ALL = "all"
LINE = "{level:8} {contract:20} {bid:6} bid  {made:6} made  {share:6.1%} ± {error:.1%}  {points:+8.2f} ± {spread:.2f}"
LEVEL_LINE = "{level:8} {points:+8.2f} ± {error:.2f} a deal, mean place {place:.2f}"
BETWEEN_LINE = "{a} is {difference:+.2f} ± {error:.2f} a deal ahead of {b}"
Play = tuple[Question, Answer]


def main(argv: Sequence[str] | None = None) -> int:
    """Plays what is not known yet, and gets the exit code."""
    asked = _parser().parse_args(argv)
    return exit_code("contracts", lambda: run(asked))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="contracts", description="Count what levels bid, and what they make.")
    parser.add_argument("game", choices=KINDS)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--level", choices=LEVELS, default="hard", help="of all seats (hard)")
    who.add_argument("--seats", metavar="LEVELS", help="a level for each seat, with commas between; they are rotated")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    parser.add_argument("--matches", type=count, metavar="N", help="whole matches, so many, instead of deals alone")
    add_arguments_of_runs(parser)
    return parser


def run(asked: argparse.Namespace) -> None:
    """Plays and prints."""
    questions = list(plan(asked))
    answers = answers_to(questions, asked.results, WORKER, asked.workers, {"points", "outcomes", "places"})
    told = report([(question, answers[key_of(question)]) for question in questions])
    if asked.json:
        about = {name: value for name, value in questions[0].items() if name != "number"}
        print(json.dumps({**about, **told}, indent=1))
        return
    print(f"{asked.game}: {told['plays']} plays, {told['deals']} deals, {told['played']} of them for a contract")
    for lines, line in ((told["levels"], LEVEL_LINE), (told["between"], BETWEEN_LINE), (told["contracts"], LINE)):
        for row in lines:
            print(line.format_map(row))


def plan(asked: argparse.Namespace) -> Iterator[Question]:
    """
    Lists the plays, each told by all that decides how it goes.

    :raises ValueError: if the levels do not fill the seats.
    """
    game, options = game_of(asked)
    seats = game.seats(options)
    levels = asked.seats.split(",") if asked.seats else [asked.level] * seats
    if len(levels) != seats:
        raise ValueError(f"{game.name} has {seats} seats here, not {len(levels)}")
    for number in range(1, (asked.matches or asked.deals) + 1):
        for rotation in range(seats if len(set(levels)) > 1 else 1):
            seated = levels[rotation:] + levels[:rotation]
            yield {
                "test": "contracts",
                "game": game.name,
                "options": game.options_json(options),
                "seats": seated,
                "worlds": [asked.worlds or find_level(level).worlds for level in seated],
                "version": VERSION,
                "seed": asked.seed,
                "match": asked.matches is not None,
                "number": number,
            }


def report(plays: Sequence[Play]) -> dict[str, Any]:
    """Sums up by level, between levels, and by level and contract."""
    levels = list(dict.fromkeys(level for question, _ in plays for level in question["seats"]))
    by_seed = {level: points_by_seed(plays, level) for level in levels}
    return {
        "plays": len(plays),
        "deals": sum(len(answer["points"]) for _, answer in plays),
        "played": sum(bool(outcomes) for _, answer in plays for outcomes in answer["outcomes"]),
        "levels": [standing(plays, level, by_seed[level]) for level in levels],
        "between": [between(a, b, by_seed) for a, b in pairwise(levels)],
        "contracts": [row for level in levels for row in summary(plays, level)],
    }


def points_by_seed(plays: Sequence[Play], level: str) -> list[float]:
    """Lists a level's mean points of a deal, of each seed."""
    found: dict[int, list[int]] = {}
    for question, answer in plays:
        found.setdefault(question["number"], []).extend(
            points
            for row in answer["points"]
            for points, own in zip(row, question["seats"], strict=True)
            if own == level
        )
    return [mean(points) for points in found.values()]


def standing(plays: Sequence[Play], level: str, by_seed: Sequence[float]) -> dict[str, Any]:
    """Tells a level's points of a deal and its mean place."""
    points, error = mean_error(by_seed)
    places = [
        place
        for question, answer in plays
        for place, own in zip(answer["places"], question["seats"], strict=True)
        if own == level
    ]
    return {"level": level, "points": points, "error": error or 0.0, "place": mean(places)}


def between(a: str, b: str, by_seed: dict[str, list[float]]) -> dict[str, Any]:
    """Tells by how many points of a deal a level is ahead of another at the same tables."""
    difference, error = mean_error([one - other for one, other in zip(by_seed[a], by_seed[b], strict=True)])
    return {"a": a, "b": b, "difference": difference, "error": error or 0.0}


def summary(plays: Sequence[Play], level: str) -> Iterator[dict[str, Any]]:
    """Sums up a level's contracts, the commonest first, and all together."""
    by_contract: dict[str, dict[int, list[tuple[bool, int]]]] = {}
    for question, answer in plays:
        for outcome in (outcome for outcomes in answer["outcomes"] for outcome in outcomes):
            if question["seats"][outcome["seat"]] == level:
                for contract in (outcome["contract"], ALL):
                    seeds = by_contract.setdefault(contract, {})
                    seeds.setdefault(question["number"], []).append((outcome["made"], outcome["points"]))
    sizes = {contract: sum(map(len, seeds.values())) for contract, seeds in by_contract.items()}
    for contract in sorted(by_contract, key=lambda contract: (contract == ALL, -sizes[contract])):
        seeds = list(by_contract[contract].values())
        share, error = clustered([[made for made, _ in those] for those in seeds])
        points, spread = clustered([[points for _, points in those] for those in seeds])
        made = sum(made for those in seeds for made, _ in those)
        yield {
            "level": level, "contract": contract, "bid": sizes[contract], "made": made,
            "share": share, "error": error, "points": points, "spread": spread,
        }  # fmt: skip


def clustered(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """
    Gets the mean of all values, and its standard error if only the groups are independent; 0 with one group.

    >>> clustered([[1, 1], [0, 0]]), clustered([[1], [0]])
    ((0.5, 0.5), (0.5, 0.5))
    """
    size, count = sum(map(len, groups)), len(groups)
    centre = sum(map(sum, groups)) / size
    if count < 2:
        return centre, 0.0
    squares = sum((sum(group) - centre * len(group)) ** 2 for group in groups)
    return centre, sqrt(squares * count / (count - 1)) / size


if __name__ == "__main__":
    sys.exit(main())
