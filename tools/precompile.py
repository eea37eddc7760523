"""
Compiles the Python files of the site's archives, so that no browser has to at each start.

What is compiled can be read by the very Python that compiled it only: Pyodide does it, on Node. What has been
compiled once lies in ``.cache/``, and a build that changes no Python starts no Node.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tools"
PYODIDE = ROOT / "static/node_modules/pyodide"
CACHE = ROOT / ".cache/precompiled"
MAKERS = (PYODIDE / "package.json", TOOLS / "pyc.py", TOOLS / "pyodide.mjs")
"""What a compiled archive depends on, besides its source and how it is asked for."""
KEPT_FOR = 7 * 24 * 3600
"""So many seconds what nobody asked for stays in the cache."""


class PrecompileError(Exception):
    """An archive that cannot be compiled, and why, in one sentence."""


@dataclass(frozen=True)
class Archive:
    """
    An archive to write again at *out* with its Python files compiled; *out* may be *source* itself.

    See :func:`tools.pyc.compile_archive` for the rest.
    """

    source: Path
    out: Path
    prefix: str = ""
    level: int = 0
    dropped: tuple[str, ...] = ()


def stdlib(source: Path, out: Path) -> Archive:
    """
    Asks for Pyodide's standard library, cut down as ``stdlib.txt`` says, without docstrings and assertions.

    Its files are called as they were in the library that Pyodide brings.
    """
    return Archive(source, out, "/lib/python314.zip/", 2, dropped_modules())


def dropped_modules() -> tuple[str, ...]:
    """Reads ``stdlib.txt``."""
    lines = (TOOLS / "stdlib.txt").read_text("utf-8").splitlines()
    return tuple(name for line in lines if not line.startswith("#") for name in line.split())


def precompile(archives: Iterable[Archive]) -> None:
    """
    Compiles archives, in one process for all that are not in the cache.

    :raises PrecompileError: if Pyodide is not there, or cannot compile one.
    """
    if not PYODIDE.exists():
        raise PrecompileError(f"there is no Pyodide in {PYODIDE.relative_to(ROOT)} to compile with")
    CACHE.mkdir(parents=True, exist_ok=True)
    places = {archive: CACHE / key(archive) for archive in archives}
    missing = [archive for archive, place in places.items() if not place.exists()]
    if missing:
        compile_in_pyodide({archive: places[archive] for archive in missing})
    for archive, place in places.items():
        shutil.copyfile(place, archive.out)
        place.touch()
    forget(time.time() - KEPT_FOR)


def key(archive: Archive) -> str:
    """Gets a name that is another whenever the compiled archive may be."""
    how = [archive.prefix, archive.level, archive.dropped]
    contents = (path.read_bytes() for path in (archive.source, *MAKERS))
    hashes = [hashlib.sha256(content).hexdigest() for content in contents]
    return hashlib.sha256(json.dumps([how, hashes]).encode()).hexdigest()


def compile_in_pyodide(places: dict[Archive, Path]) -> None:
    """Compiles archives to their *places*, which are filled only when all went well."""
    with tempfile.TemporaryDirectory(dir=CACHE) as name:
        folder, jobs = Path(name), []
        for number, archive in enumerate(places):
            shutil.copyfile(archive.source, folder / f"{number}.in")
            files = (f"/tools/{number}.in", f"/tools/{number}.out")
            jobs.append([*files, archive.prefix, archive.level, archive.dropped])
        run_pyodide(folder, "-m", "tools.pyc", json.dumps(jobs))
        for number, place in enumerate(places.values()):
            (folder / f"{number}.out").replace(place)


def run_pyodide(folder: Path, *arguments: str, **environment: str) -> str:
    """
    Runs a Python program in Pyodide, with *folder* as its ``/tools``, and gets what it printed.

    :raises PrecompileError: if the program fails, or Node is not there.
    """
    command = ["node", str(TOOLS / "pyodide.mjs"), str(folder), *arguments]
    environment = {**os.environ, "ALONE": "", "STDLIB": "", **environment}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError as error:
        raise PrecompileError("Node is needed, and node was not found") from error
    if done.returncode:
        raise PrecompileError(f"Python in Pyodide failed: {done.stdout}{done.stderr}")
    return done.stdout


def forget(before: float) -> None:
    """Takes from the cache what was last asked for *before* a time."""
    for path in CACHE.iterdir():
        if path.is_file() and path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
