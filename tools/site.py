"""
Assembles the site in ``dist/``: ``python -m tools.site [--out DIR] [--add-wheel FILE]``.

The same sources give the same bytes, so that the build's id (a hash of everything) tells builds
apart. All that the page loads lies in a folder of that name: whoever has the page of one build gets
the files of that build or none, whatever a host or a cache between holds. Nothing here touches the
network: ``build.sh`` has fetched what is copied.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from tools import cards, catalogues, notices, precompile, pyscript, weight

ROOT = Path(__file__).resolve().parent.parent
PY, STATIC, WHEELS = ROOT / "py", ROOT / "static", ROOT / ".cache" / "wheels"
NODE_MODULES = STATIC / "node_modules"
CARD_FACES = NODE_MODULES / "@heruka_urgyen/react-playing-cards/src/images/4color-bf"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PYSCRIPT_UNUSED = ("codemirror", "index-", "mpy-", "py-D", "service-worker", "storage", "xterm", "zip-")
"""Chunks that only an editor, a terminal or MicroPython asks for, or nothing; the other plug-ins load in any case."""
NOT_SERVED = ("node_modules", "package.json", "package-lock.json")
"""What lies in ``static/`` and is no part of the site."""
STYLE = "table.css"
"""The style sheet of the site; the build adds the others to it."""
WHEEL_NAME = re.compile(r"[A-Za-z0-9_]+-[0-9][A-Za-z0-9_.]*-py3-none-any\.whl")
BUILD = "{{build}}"
"""Stands for the build's id in the files and, until it is known, in the name of the folder that holds them."""
MARKED = ("index.html", "manifest.webmanifest", "sw.js", "pyscript.toml", "worker.py", "loader.js", "snapshot.mjs")
"""The files in which marks are replaced: the build's id, and what else ``mark`` is given."""
NOT_PACKED = ("table/main.py", "table/build.py", "tapisvert/__main__.py", "tapisvert/cli", "tapisvert/arena")
"""What the page's archive leaves out: what comes by another way, and what a page has no use for."""
NOT_KEPT = ("sw.js", "build.json", "LICENSE", "NOTICES.txt", "icon-192.png", "icon-512.png", "maskable-512.png")
"""What the service worker does not keep for play without a network: the pictures are for whoever installs the page."""
CONTENT_STAMP = ""
"""Goes into the build's id beside the contents; tests make a second build with it."""
EPOCH = (1980, 1, 1, 0, 0, 0)


class SiteError(Exception):
    """A site that cannot be built, and why, in one sentence."""


def main() -> None:
    """Builds the site and says where it is."""
    parser = argparse.ArgumentParser(prog="build.sh site", description="Builds the site.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder to (re)place, dist/ by default")
    parser.add_argument("--add-wheel", type=Path, action="append", default=[], help="one more wheel for the page")
    asked = parser.parse_args()
    try:
        build = build_site(asked.out, asked.add_wheel)
        said = weight.check(asked.out)
    except (SiteError, precompile.PrecompileError, weight.WeightError, FileNotFoundError) as error:
        sys.exit(f"build.sh: the site cannot be built: {error}")
    size = sum(path.stat().st_size for path in files(asked.out)) / 1e6
    print(f"{asked.out}: build {build}, {size:.1f} MB; {said}")


def build_site(out: Path, added: Sequence[Path] = ()) -> str:
    """
    Builds the site beside *out* and puts it in its place only when it is whole.

    :param added: more wheels for the page, a plug-in's for example.
    :return: the build's id.
    :raises SiteError: if a wheel's name is not canonical or a part is missing.
    """
    new = out.with_name(out.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    inner = new / BUILD
    inner.mkdir(parents=True)
    copy_static(new, inner)
    cards.write_index_deck(CARD_FACES, inner / "cards/index")
    copy_pyodide(inner / "pyodide")
    copy_pyscript(inner / "pyscript")
    engine = build_wheel(inner / "wheels")
    wheels = [add_wheel(wheel, inner / "wheels") for wheel in added]
    write_config(inner, [engine, *wheels])
    catalogues.compile_catalogues()
    write_archive(inner / "page.zip")
    compile_archives(inner, engine)
    with_build(inner / "page.zip", BUILD)
    shutil.copyfile(PY / "worker/bots.py", inner / "worker.py")
    notices.write_notices(new, inner, NODE_MODULES, micropip())
    write_page(new, wheels)
    build = mark(new, wheels)
    shutil.rmtree(out, ignore_errors=True)
    new.rename(out)
    return build


def files(folder: Path) -> list[Path]:
    """Gets all files of a folder, in the order of their addresses."""
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.as_posix())


def copy_static(out: Path, inner: Path) -> None:
    """Copies the style, scripts and pictures; what lies at the top of ``static/`` lands at the top of the site."""
    for path in sorted(STATIC.iterdir()):
        if path.name in NOT_SERVED or path.name.startswith("."):
            continue
        if path.is_dir():
            shutil.copytree(path, inner / path.name, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(path, out / path.name)
    join_styles(inner / "css")


def join_styles(folder: Path) -> None:
    """Makes one file of the styles, that of the table first: each would be a download before the first card."""
    first, *others = sorted(folder.glob("*.css"), key=lambda path: (path.name != STYLE, path.name))
    first.write_text("".join(path.read_text("utf-8") for path in (first, *others)), "utf-8")
    for path in others:
        path.unlink()


def micropip() -> Path:
    """Finds the micropip wheel that ``build.sh`` fetched."""
    return only(WHEELS.glob("micropip-*.whl"), "the micropip wheel")


def only(found: Iterable[Path], what: str) -> Path:
    """Gets the one path *found*."""
    paths = list(found)
    if len(paths) != 1:
        raise SiteError(f"{what} was found {len(paths)} times, not once")
    return paths[0]


def copy_pyodide(folder: Path) -> None:
    """
    Copies Pyodide and micropip.

    Pyodide checks micropip against the hash in its lock file, which is that of another build of
    the same version; the lock file is cut down to micropip alone, with this wheel's hash.
    """
    folder.mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(NODE_MODULES / "pyodide" / name, folder / name)
    wheel = micropip()
    shutil.copyfile(wheel, folder / check_wheel_name(wheel.name))
    lock = json.loads((NODE_MODULES / "pyodide/pyodide-lock.json").read_text("utf-8"))
    package = lock["packages"]["micropip"]
    if package["file_name"] != wheel.name:
        raise SiteError(f"this Pyodide asks for {package['file_name']}, not for {wheel.name}")
    package["sha256"] = hashlib.sha256(wheel.read_bytes()).hexdigest()
    trimmed = {"info": lock["info"], "packages": {"micropip": package}}
    (folder / "pyodide-lock.json").write_text(json.dumps(trimmed), "utf-8")


def copy_pyscript(folder: Path) -> None:
    """Copies PyScript without its source maps and what the page never asks for."""
    folder.mkdir()
    source = NODE_MODULES / "@pyscript/core/dist"
    for path in sorted(source.glob("*.js")):
        if not path.name.startswith(PYSCRIPT_UNUSED):
            shutil.copyfile(path, folder / path.name)


def build_wheel(folder: Path) -> str:
    """Builds the engine's wheel and gets its file name."""
    os.environ["SOURCE_DATE_EPOCH"] = "315532800"
    wheel = Path(next(WheelBuilder(str(PY)).build(directory=str(folder), versions=["standard"])))
    return check_wheel_name(wheel.name)


def add_wheel(wheel: Path, folder: Path) -> str:
    """Copies one more wheel and gets its file name."""
    shutil.copyfile(wheel, folder / check_wheel_name(wheel.name))
    return wheel.name


def check_wheel_name(name: str) -> str:
    """
    Gets *name* back if every static host can serve it and micropip can read it.

    >>> check_wheel_name("tapisvert-0.1.0-py3-none-any.whl")
    'tapisvert-0.1.0-py3-none-any.whl'
    >>> check_wheel_name("tapisvert-0.1.0+local-py3-none-any.whl")
    Traceback (most recent call last):
    tools.site.SiteError: 'tapisvert-0.1.0+local-py3-none-any.whl' is not named name-version-py3-none-any.whl

    :raises SiteError: if the name is not canonical.
    """
    if not WHEEL_NAME.fullmatch(name):
        raise SiteError(f"{name!r} is not named name-version-py3-none-any.whl")
    return name


def write_config(out: Path, wheels: Sequence[str]) -> None:
    """
    Writes ``pyscript.toml`` with all wheels.

    :raises SiteError: if the configuration names another engine than the one just built.
    """
    text = (ROOT / "pyscript.toml").read_text("utf-8")
    named = tomllib.loads(text)["packages"]
    addresses = [f"./wheels/{wheel}" for wheel in wheels]
    if named != addresses[:1]:
        raise SiteError(f"pyscript.toml names {named}, and the engine's wheel is {addresses[0]}")
    text = text.replace('interpreter = "./', f'interpreter = "./{BUILD}/')
    text = text.replace(json.dumps(addresses[:1]), json.dumps(addresses))
    (out / "pyscript.toml").write_text(text, "utf-8", newline="\n")


def write_archive(out: Path) -> None:
    """
    Packs what the page imports into one archive, with fixed times and order: the engine, the table, its texts.

    PyScript's own package lies there too, so that it need not be compiled at each start.
    """
    with zipfile.ZipFile(out, "w") as archive:
        for path in (path for package in ("tapisvert", "table") for path in files(PY / package)):
            if path.suffix in (".py", ".mo") and not any(path.is_relative_to(PY / name) for name in NOT_PACKED):
                add(archive, path.relative_to(PY).as_posix(), path.read_bytes())
        for name, content in pyscript.python_files():
            add(archive, name, content)


def compile_archives(inner: Path, engine: str) -> None:
    """Compiles the standard library, less what nothing asks for, the page's archive and the engine's wheel."""
    library, ours = inner / "pyodide/python_stdlib.zip", (inner / "page.zip", inner / "wheels" / engine)
    precompile.precompile([precompile.stdlib(library, library), *(precompile.Archive(path, path) for path in ours)])


def with_build(archive: Path, build: str) -> None:
    """Puts the module that knows the build's id at the end of the page's archive."""
    content = (PY / "table/build.py").read_bytes().replace(b'BUILD = ""', f'BUILD = "{build}"'.encode())
    with zipfile.ZipFile(archive) as old:
        contents = {info.filename: old.read(info) for info in old.infolist()} | {"table/build.py": content}
    with zipfile.ZipFile(archive, "w") as new:
        for name, content in contents.items():
            add(new, name, content)


def add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Puts a file into an archive, at no particular time."""
    info = zipfile.ZipInfo(name, EPOCH)
    info.external_attr = 0o644 << 16
    archive.writestr(info, content, zipfile.ZIP_DEFLATED, 9)


def write_page(out: Path, added: Sequence[str]) -> None:
    """Writes the page itself, still without the build's id."""
    sys.path.insert(0, str(PY))
    from table.shell import index_html  # noqa: PLC0415 - its catalogues have just been compiled

    config = tomllib.loads((out / BUILD / "pyscript.toml").read_text("utf-8"))
    config["packages"] = [f"./{BUILD}/wheels/{wheel}" for wheel in added]  # the engine is in the archive
    if not added:
        del config["packages"]
    code = (PY / "table/main.py").read_text("utf-8")
    sizes = {name: (out / name).stat().st_size for name in weight.counted(BUILD)}
    page = index_html(BUILD, config, code, sizes, weight.awaited(out, BUILD))
    (out / "index.html").write_text(page, "utf-8", newline="\n")


def mark(out: Path, added: Sequence[str]) -> str:
    """Works out the build's id, from every path and byte, writes it where it belongs and gets it."""
    digest = hashlib.sha256(CONTENT_STAMP.encode())
    for path in files(out):
        address, content = path.relative_to(out).as_posix(), path.read_bytes()
        digest.update(f"{address}\0{len(content)}\0".encode())
        digest.update(content)
    build = digest.hexdigest()[:12]
    with_build(out / BUILD / "page.zip", build)
    (out / BUILD).rename(out / build)
    fill(out, {BUILD: build, "{{added}}": json.dumps(added)})
    kept = {path.relative_to(out).as_posix(): sha256(path) for path in files(out) if path.name not in NOT_KEPT}
    fill(out, {"{{files}}": json.dumps(kept, indent=0)})
    (out / "build.json").write_text(json.dumps({"build": build}) + "\n", "utf-8")
    return build


def fill(out: Path, values: Mapping[str, str]) -> None:
    """Replaces marks in the files that have any."""
    for path in files(out):
        if path.name in MARKED:
            text = path.read_text("utf-8")
            for name, value in values.items():
                text = text.replace(name, value)
            path.write_text(text, "utf-8", newline="\n")


def sha256(path: Path) -> str:
    """Gets a file's hash."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
