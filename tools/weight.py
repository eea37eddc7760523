"""
What a visit weighs, compressed, and what it may: ``python -m tools.weight`` lists it file by file.

Two budgets: what is fetched before the first card answers, against a bare Pyodide page of the same
version; and what the service worker adds to it in the background, each file once.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYODIDE = ROOT / "static/node_modules/pyodide"
BARE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What a page that only starts Pyodide fetches."""
FIRST_CARD = 1.2
"""The bytes until the first card, at most, in those of the bare page."""
BACKGROUND = 700_000
"""The bytes fetched afterwards, at most: micropip, the wheel, the rest of the cards."""
COUNTED = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "page.zip")
"""The large downloads, whose bytes move the progress bar."""
MODULES = (
    "css/table.css",
    "js/loader.js",
    "js/stage.js",
    "js/keys.js",
    "js/listen.js",
    "js/start.mjs",
    "js/copies.mjs",
    "js/store.mjs",
    "js/tabs.mjs",
    "js/idb-fallback.mjs",
    "js/interpreter.mjs",
    "js/snapshot.mjs",
    "js/wasm.mjs",
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide-lock.json",
    "pyscript/core.js",
)
"""The scripts and styles that must come before Python can start."""
HAND = 13
"""Cards whose pictures a first hand shows; counted as the heaviest of the deck."""


class WeightError(Exception):
    """A site that is too heavy, and by how much."""


def counted(build: str) -> list[str]:
    """Lists the addresses of the large downloads."""
    return [f"{build}/{name}" for name in COUNTED]


def awaited(out: Path, build: str) -> list[str]:
    """Lists the addresses of all that must come before Python can start, the large downloads included."""
    chunks = [next((out / build / "pyscript").glob(pattern)).name for pattern in ("core-*.js", "error-*.js")]
    return [*(f"{build}/{name}" for name in MODULES), *(f"{build}/pyscript/{name}" for name in chunks), *counted(build)]


@cache
def compressed(path: Path) -> int:
    """Gets a file's size as a static host sends it."""
    return len(gzip.compress(path.read_bytes(), 9))


def first_card(out: Path) -> dict[str, int]:
    """Lists what a first visit fetches until the first card answers, with its compressed bytes."""
    build = build_of(out)
    folder = out / build
    faces = sorted((folder / "cards/index").glob("*.svg"), key=compressed)[-HAND:]
    others = [folder / "icons/icon.svg", *faces]
    paths = [out / "index.html", *(out / name for name in awaited(out, build)), *others]
    return {path.relative_to(out).as_posix(): compressed(path) for path in paths}


def background(out: Path) -> dict[str, int]:
    """Lists what the service worker fetches beside, with its compressed bytes."""
    before = first_card(out)
    kept = json.loads((out / "sw.js").read_text("utf-8").split("const FILES = ", 1)[1].split(";\n", 1)[0])
    return {name: compressed(out / name) for name in kept if name not in before}


def bare() -> dict[str, int]:
    """Lists what the bare page fetches, with its compressed bytes."""
    return {name: compressed(PYODIDE / name) for name in BARE}


def build_of(out: Path) -> str:
    """Gets the build's id."""
    return str(json.loads((out / "build.json").read_text("utf-8"))["build"])


def check(out: Path) -> str:
    """
    Holds a site against both budgets, and says in a line what it weighs.

    :raises WeightError: if it is too heavy.
    """
    ours, theirs, later = (sum(weights.values()) for weights in (first_card(out), bare(), background(out)))
    said = (
        f"{ours / 1e6:.2f} MB until the first card, {ours / theirs:.2f} of a bare Pyodide page; "
        f"{later / 1e6:.2f} MB in the background"
    )
    if ours > FIRST_CARD * theirs or later > BACKGROUND:
        raise WeightError(f"the site is too heavy: {said} (at most {FIRST_CARD} and {BACKGROUND / 1e6} MB)")
    return said


def table(weights: dict[str, int]) -> str:
    """Writes a list, heaviest first."""
    rows = sorted(weights.items(), key=lambda item: -item[1])
    return "\n".join(f"{size:>10,}  {name}" for name, size in [*rows, ("together", sum(weights.values()))])


def main(folders: Sequence[Path] = (ROOT / "dist",)) -> None:
    """Prints both lists."""
    for out in folders:
        print(f"Until the first card:\n{table(first_card(out))}")
        print(f"\nA bare Pyodide page:\n{table(bare())}")
        print(f"\nIn the background:\n{table(background(out))}\n\n{check(out)}")


if __name__ == "__main__":
    main()
