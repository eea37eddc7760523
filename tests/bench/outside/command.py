"""What the tests' command lines share: their arguments, their exit codes, and answers that are kept or asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from .bridge import BridgeError
from .pool import Answer, Question, ask_all
from .results import FIELDS, Results, key_of

FAILED, INTERRUPTED = 2, 130
DEALS = 100


def exit_code(program: str, run: Callable[[], None]) -> int:
    """Runs a test and gets the exit code; says in one sentence what fails."""
    try:
        run()
    except OSError as error:
        return _fail(program, f"{error.filename or 'output'}: {error.strerror}", FAILED)
    except (BridgeError, ValueError) as error:
        return _fail(program, error, FAILED)
    except KeyboardInterrupt:
        return _fail(program, "interrupted", INTERRUPTED)
    return 0


def _fail(program: str, error: object, code: int) -> int:
    print(f"{program}: {error}", file=sys.stderr)
    return code


def add_arguments_of_runs(parser: argparse.ArgumentParser) -> None:
    """Adds what is asked of every run."""
    add = parser.add_argument
    add("--worlds", type=count, metavar="N", help="worlds imagined for a decision (by level)")
    add("--deals", type=count, default=DEALS, metavar="N", help=f"how many deals ({DEALS})")
    add("--seed", default="1", help="any text (1)")
    add("--workers", type=count, default=1, metavar="N", help="how many processes play (1)")
    add("--results", type=Path, metavar="FILE", help="keep what is played here; what is there is not played again")
    add("--json", action="store_true", help="print one JSON object")


def count(text: str) -> int:
    """Reads a number from 1."""
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError("must be a number from 1")
    return int(text)


def answers_to(
    questions: Iterable[Question],
    path: Path | None,
    command: Sequence[str],
    workers: int,
    fields: Collection[str] = FIELDS,
) -> dict[str, Answer]:
    """
    Gets the answers, by the key of the question: those kept in a file, and the others from workers.

    :param path: the file, in which new answers are kept too; None keeps none.
    :param command: starts a worker.
    :param fields: what an answer holds.
    """
    with Results(path, fields) as results:
        every = {key_of(question): question for question in questions}
        missing = [question for key, question in every.items() if key not in results.answers]
        for question, answer in ask_all("a worker", command, missing, workers):
            results.add(question, answer)
        return results.answers
