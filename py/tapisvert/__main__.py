"""``python -m tapisvert``: rule cases, records, deals and matches among bots."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
