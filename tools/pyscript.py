"""PyScript's own Python files, which lie in its JavaScript as strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

DIST = Path(__file__).resolve().parent.parent / "static/node_modules/@pyscript/core/dist"
FILE = re.compile(r'"(\w+\.py)":("(?:[^"\\]|\\.)*")')


def python_files() -> Iterator[tuple[str, bytes]]:
    """Gets each file of the package ``pyscript`` by its name in an archive."""
    (core,) = DIST.glob("core-*.js")
    for name, text in FILE.findall(core.read_text("utf-8")):
        yield f"pyscript/{name}", json.loads(text).encode()
