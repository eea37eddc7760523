"""Writes what the licences of the site's parts ask to be said: ``NOTICES.txt`` and the card art's licence."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCES = Path(__file__).resolve().parent / "licences"
RULE = "=" * 79
HEAD = """\
Tapis Vert is free software under the MIT licence, given first below. Its page is served together
with the parts named after it, unchanged except where that is said.

* Pyodide (MPL-2.0) and the CPython interpreter and standard library compiled in it (PSF licence):
  the folder pyodide/. pyodide-lock.json is cut down to the one package used; the standard library
  is compiled, and cut down to the modules that the page can use. The sources are at
  https://github.com/pyodide/pyodide and https://github.com/python/cpython.
* micropip (MPL-2.0): the wheel in pyodide/. Its source is at https://github.com/pyodide/micropip.
* PyScript (Apache-2.0) and the packages bundled in it: the folder pyscript/.
* Playing card faces by Adrian Kennard (CC0-1.0), https://www.me.uk/cards/, recoloured, with larger
  aces and French corner letters added: the folder cards/index/.
"""
CARDS = """\
Playing card faces by Adrian Kennard, https://www.me.uk/cards/, given to the public domain under
CC0 1.0; recoloured, with larger aces and French corner letters added by the Tapis Vert authors, who
give these changes to the public domain under the same terms.

"""


def write_notices(out: Path, inner: Path, node_modules: Path, micropip: Path) -> None:
    """Writes the notices of the whole site, and the card art's licence beside the cards."""
    parts = [HEAD, section("Tapis Vert", (ROOT / "LICENSE").read_text("utf-8"))]
    parts += [section("CPython", (LICENCES / "PSF.txt").read_text("utf-8"))]
    parts += [section("Pyodide; micropip", wheel_licence(micropip))]
    parts += [section(name, text) for name, text in package_licences(node_modules)]
    (out / "NOTICES.txt").write_text("\n".join(parts), "utf-8", newline="\n")
    cc0 = (LICENCES / "CC0-1.0.txt").read_text("utf-8")
    (inner / "cards/index/LICENSE").write_text(CARDS + cc0, "utf-8", newline="\n")
    shutil.copyfile(ROOT / "LICENSE", out / "LICENSE")


def section(name: str, text: str) -> str:
    """Makes one part of the notices."""
    return f"{RULE}\n{name}\n{RULE}\n\n{text.strip()}\n"


def wheel_licence(wheel: Path) -> str:
    """Gets a wheel's own licence file."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/licenses/LICENSE"))
        return archive.read(name).decode("utf-8")


def package_licences(node_modules: Path) -> Iterator[tuple[str, str]]:
    """Gets the name, version and licence of every installed npm package that brings its licence."""
    for path in sorted(node_modules.rglob("package.json")):
        licence = next((file for file in sorted(path.parent.iterdir()) if file.stem.upper() == "LICENSE"), None)
        if licence is not None:
            package = json.loads(path.read_text("utf-8"))
            yield f"{package['name']} {package['version']}", licence.read_text("utf-8")
