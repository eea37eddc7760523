"""Keeps a picture of the screen's upper left part, run by Debian's Python: ``webkit_screen.py PATH WIDTH HEIGHT``."""

from __future__ import annotations

import sys


def main(path: str, width: str, height: str) -> None:
    """Keeps the picture."""
    import gi  # noqa: PLC0415 - this is not in the project's own Python

    gi.require_version("Gdk", "3.0")
    from gi.repository import Gdk  # noqa: PLC0415

    Gdk.init([])
    root = Gdk.get_default_root_window()
    Gdk.pixbuf_get_from_window(root, 0, 0, int(width), int(height)).savev(path, "png", [], [])


if __name__ == "__main__":
    main(*sys.argv[1:])
