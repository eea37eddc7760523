"""``python -m tapisvert``: rule cases, records, deals and matches among bots."""

from __future__ import annotations

import sys


def start() -> int:
    """Runs the command line; what goes wrong while it is loaded is told in one sentence too."""
    try:
        from .cli import main  # noqa: PLC0415 - a wheel that adds a game may be at fault
    except ValueError as error:
        print(f"tapisvert: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("tapisvert: interrupted", file=sys.stderr)
        return 130
    return main()


if __name__ == "__main__":
    sys.exit(start())
