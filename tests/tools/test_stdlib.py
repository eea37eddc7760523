"""The standard library cut down by ``tools/stdlib.txt`` has all that the site needs, and our compiled archives run."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.helpers import transcript
from tools import precompile, pyscript
from tools.precompile import PYODIDE, ROOT, Archive, PrecompileError, dropped_modules, run_pyodide
from tools.pyc import is_dropped

pytestmark = pytest.mark.slow

STOCK = PYODIDE / "python_stdlib.zip"
MOST_BYTES = 2_100_000
"""What the library may weigh on a first visit; it arrives as it is, packed already."""
PROGRAMS = "tests/pyodide/{}.py"

NEVER_MISSED = {
    ("asyncio", "asyncio.windows_events"): "on Windows",
    ("asyncio.events", "asyncio.windows_events"): "on Windows",
    ("concurrent.futures", "concurrent.futures.interpreter"): "for who asks for the class in it",
    ("concurrent.futures", "concurrent.futures.process"): "for who asks for the class in it",
    ("datetime", "_pydatetime"): "tried when _datetime is not there, and it is",
    ("encodings", "encodings._win_cp_codecs"): "on Windows",
    ("heapq", "doctest"): "when run as a program",
    ("importlib", "importlib._bootstrap"): "the frozen one is taken",
    ("importlib", "importlib._bootstrap_external"): "the frozen one is taken",
    ("importlib._abc", "importlib._bootstrap"): "the frozen one is taken",
    ("importlib.abc", "importlib._bootstrap_external"): "the frozen one is taken",
    ("pathlib", "urllib.request"): "for file: addresses",
    ("platform", "ctypes"): "on Windows",
    ("platform", "plistlib"): "on macOS",
    ("pyodide.webloop", "pyodide._nodesock_transport"): "for sockets, on Node",
    ("_py_warnings", "tracemalloc"): "to tell where a file that was not closed was opened, with tracing on",
    ("zipfile", "py_compile"): "to write an archive of modules",
    ("tapisvert.arena.playing", "multiprocessing"): "for the command line, which plays in several processes",
    ("micropip._compat._compat_not_in_pyodide", "urllib.request"): "outside Pyodide",
    ("micropip._vendored.packaging.src.packaging._manylinux", "ctypes"): "on Linux",
}
"""Imports, by who makes them, of what is left out, and when they are made: never on the page."""


@dataclass(frozen=True)
class Site:
    """The compiled archives, and their sources, in one folder."""

    folder: Path
    archives: dict[str, Archive]

    def out(self, name: str) -> Path:
        """Gets a compiled archive."""
        return self.archives[name].out

    def run(self, program: str, *arguments: str, stock: bool = False) -> str:
        """Runs a program of ``tests/pyodide`` in Pyodide, with nothing but the cut library, or with the stock one."""
        environment = {} if stock else {"ALONE": "1", "STDLIB": str(self.out("stdlib"))}
        return run_pyodide(self.folder, PROGRAMS.format(program), *arguments, **environment)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Compiles the library, micropip, the engine, an added game and the page's modules."""
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "from").mkdir()
    (micropip,) = (ROOT / ".cache/wheels").glob("micropip-*.whl")
    sources = {
        "micropip": micropip,
        "wheel": build_wheel(ROOT / "py", folder / "from"),
        "added": build_wheel(ROOT / "tests/toys/wheel", folder / "from"),
        "table": zip_files(folder / "from/table.zip", files_in(ROOT / "py", "table")),
    }
    archives = {name: Archive(source, folder / source.name) for name, source in sources.items()}
    archives["stdlib"] = precompile.stdlib(STOCK, folder / STOCK.name)
    precompile.precompile(archives.values())
    return Site(folder, archives)


def build_wheel(project: Path, folder: Path) -> Path:
    return Path(next(WheelBuilder(str(project)).build(directory=str(folder), versions=["standard"])))


def files_in(folder: Path, package: str) -> Iterator[tuple[str, bytes]]:
    """Yields a package's files, but for the page's first step, which is no module: it awaits at its top."""
    for path in sorted((folder / package).rglob("*")):
        if path.suffix in (".py", ".mo") and path.name != "main.py":
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def zip_files(path: Path, files: Iterable[tuple[str, bytes]]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files:
            archive.writestr(name, content)
    return path


def modules_in(archive: Path) -> set[str]:
    with zipfile.ZipFile(archive) as opened:
        paths = [re.fullmatch(r"(.*?)(/__init__)?\.pyc?", name) for name in opened.namelist()]
    return {path[1].replace("/", ".") for path in paths if path}


def test_nothing_imports_what_is_left_out(site: Site) -> None:
    """No module of ours, of PyScript, micropip, Pyodide or the kept library asks for one left out, save as listed."""
    files = [*pyscript.python_files(), ("main.py", (ROOT / "py/table/main.py").read_bytes())]
    assert len(files) > 12
    for package in ("tapisvert", "table", "worker"):
        files += files_in(ROOT / "py", package)
    with zipfile.ZipFile(site.archives["micropip"].source) as micropip:
        files += [(name, micropip.read(name)) for name in micropip.namelist()]
    zip_files(site.folder / "sources.zip", files)
    told = json.loads(site.run("imports", "/pyodide/python_stdlib.zip", "/tools/sources.zip", stock=True))
    dropped = modules_in(STOCK) - modules_in(site.out("stdlib"))
    importers = {importer for importer, _ in told["imports"]} - dropped
    missed = {(who, what) for who, what in told["imports"] if who in importers and what in dropped}
    missed = {(who, what) for who, what in missed if what not in told["inside"]}
    assert {"tapisvert.match", "table.app", "worker.bots", "main", "micropip", "pyscript.web", "asyncio"} <= importers
    assert sorted(NEVER_MISSED) == sorted(missed)


def test_every_line_of_the_list_says_something() -> None:
    """Each name in ``stdlib.txt`` is there once, and names something that Pyodide brings."""
    with zipfile.ZipFile(STOCK) as archive:
        files = archive.namelist()
    dropped = dropped_modules()
    assert len(dropped) == len(set(dropped))
    assert [] == [name for name in dropped if not any(is_dropped(file, frozenset({name})) for file in files)]


def test_every_kept_module_can_be_imported(site: Site) -> None:
    """Nothing in what is left of the library is there in vain, or lacks what it needs."""
    assert {} == json.loads(site.run("importable", *sorted(modules_in(site.out("stdlib")))))


def test_the_page_runs_on_it(site: Site) -> None:
    """Micropip installs, our modules import, an error is told, and the engine deals and plays as in CPython."""
    arguments = [f"/tools/{site.out(name).name}" for name in ("micropip", "wheel", "added", "table")]
    told = json.loads(site.run("library", *arguments))
    assert transcript("determinism") == told["transcript"]
    assert {"table/app.py", "tapisvert/record.py"} <= set(told["files"])
    assert [] == [name for name in told["files"] if not re.fullmatch(r"(tapisvert|table)/[\w/]+\.py", name)]


def test_archives_are_small_and_neutral(site: Site) -> None:
    """The library weighs little, nothing is left in source, and nothing names the machine that built it."""
    assert site.out("stdlib").stat().st_size <= MOST_BYTES
    for archive in site.archives.values():
        with zipfile.ZipFile(archive.out) as opened:
            assert not any(name.endswith(".py") for name in opened.namelist())
            compiled = [opened.read(name) for name in opened.namelist() if name.endswith(".pyc")]
        assert compiled
        assert not any(place in content for content in compiled for place in (b"/project/", str(ROOT).encode()))


def test_same_bytes_whatever_else_is_compiled(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive compiled alone and afresh is the one compiled among others."""
    monkeypatch.setattr(precompile, "CACHE", tmp_path / "cache")
    archive = Archive(site.archives["wheel"].source, tmp_path / "again.whl")
    precompile.precompile([archive])
    assert site.out("wheel").read_bytes() == archive.out.read_bytes()
    monkeypatch.setattr(precompile, "run_pyodide", None)
    precompile.precompile([archive])


def test_faults_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no Python and a missing Pyodide are named, and nothing is written."""
    monkeypatch.setattr(precompile, "CACHE", tmp_path / "cache")
    broken = zip_files(tmp_path / "broken.zip", [("broken.py", b"await x")])
    archive = Archive(broken, tmp_path / "out.zip")
    with pytest.raises(PrecompileError, match=r'"broken.py", line 1'):
        precompile.precompile([archive])
    monkeypatch.setattr(precompile, "PYODIDE", ROOT / "static/node_modules/nothing")
    with pytest.raises(PrecompileError, match="no Pyodide in static/node_modules/nothing"):
        precompile.precompile([archive])
    assert not archive.out.exists()
