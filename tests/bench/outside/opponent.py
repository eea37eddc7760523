"""An outside opponent as a program that answers on stdin: ``python -m tests.bench.outside.opponent ducking``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from . import ducking, ismcts
from .bridge import serve


def main(argv: Sequence[str] | None = None) -> None:
    """Answers until nobody asks any more."""
    parser = argparse.ArgumentParser(prog="opponent")
    parser.add_argument("name", choices=("ducking", "ismcts"))
    parser.add_argument("--simulations", type=int, default=ismcts.SIMULATIONS)
    asked = parser.parse_args(argv)
    serve(ducking.choose if asked.name == "ducking" else lambda told: ismcts.choose(told, asked.simulations))


if __name__ == "__main__":
    main()
