"""The command line: ``python -m tapisvert cases | replay | deal | match``."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
