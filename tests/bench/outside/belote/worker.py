"""One of the processes that share a run of Belote: plays what it is asked to on stdin, one manche at a time."""

from __future__ import annotations

import sys

from ..worker import work
from .table import Table

WORKER = [sys.executable, "-m", "tests.bench.outside.belote.worker"]


def main() -> None:
    """Plays manches."""
    table = Table()
    work(table.play, table.players)


if __name__ == "__main__":
    main()
