"""
The command line: ``cases``, ``replay``, ``deal``, ``match`` and ``arena``.

Exits 0 when all is well, 1 when the rules say no, 2 when something cannot be read (or written). An
error is one sentence on stderr. With ``--json`` one object goes to stdout, and what may differ between
two equal runs stands under its key ``timing``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .. import __version__
from ..record import IllegalRecordError
from . import arena, files, matches
from .asking import Parser
from .telling import INTERRUPTED, OK, PIPE_CLOSED, REFUSED, UNREADABLE, fail

__all__ = ["INTERRUPTED", "OK", "PIPE_CLOSED", "REFUSED", "UNREADABLE", "main"]


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
        return fail(error, REFUSED)
    except BrokenPipeError:
        # The reader has gone; nothing more may be written, not even by the interpreter as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return fail(f"{error.filename or 'output'}: {error.strerror or 'cannot be used'}", UNREADABLE)
    except MemoryError:
        return fail("there is not enough memory", UNREADABLE)
    except (ValueError, RuntimeError) as error:
        return fail(error, UNREADABLE)
    except KeyboardInterrupt:
        return fail("interrupted", INTERRUPTED)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="tapisvert", description="The rules, the bots and the records of Tapis Vert.")
    parser.add_argument("--version", action="version", version=f"tapisvert {__version__}")
    verbs = parser.add_subparsers(required=True, metavar="cases | replay | deal | match | arena")
    for group in (files, matches, arena):
        group.add(verbs)
    return parser
