"""What may be asked on the command line, and how it is read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NoReturn

from ..game import Game, InvalidRecordError
from ..games import GAMES, find_game
from .telling import UNREADABLE, one_line

MOST = 1_000_000
"""The most matches, deals, plays or worlds that may be asked for."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(UNREADABLE, f"{self.prog}: {one_line(message)}\n")


def add_verb(verbs: Any, name: str, run: Callable[[argparse.Namespace], int], what: str) -> argparse.ArgumentParser:
    """Adds a command, which *run* runs and whose exit code it gets."""
    verb: argparse.ArgumentParser = verbs.add_parser(name, help=what, description=what, allow_abbrev=False)
    verb.add_argument("--json", action="store_true", help="print one JSON object")
    verb.set_defaults(run=run)
    return verb


def add_game(verb: argparse.ArgumentParser) -> None:
    """Adds what tells a game and its cards; see :func:`game_of`."""
    verb.add_argument("--game", required=True, help=", ".join(GAMES))
    verb.add_argument("--seed", required=True, help="any text")
    verb.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")


def add_play(verb: argparse.ArgumentParser) -> None:
    """Adds how bots play."""
    verb.add_argument("--worlds", type=count, metavar="N", help="worlds imagined for a decision (by level)")
    verb.add_argument("--workers", type=count, default=1, metavar="N", help="how many processes play (1)")


def count(text: str) -> int:
    """
    Reads a number.

    :raises argparse.ArgumentTypeError: if it is none from 1 to :data:`MOST`.
    """
    if not text.isascii() or not text.isdigit() or len(text) > len(str(MOST)) or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"must be a number from 1 to {MOST}")
    return int(text)


def game_of(asked: argparse.Namespace) -> tuple[Game, Any]:
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
