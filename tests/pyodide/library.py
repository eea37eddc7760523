"""
Uses the standard library as the page does: ``library.py MICROPIP WHEEL ADDED TABLE``.

The first three are wheels, two of which micropip installs, the last is the archive of the page's modules. Prints the
engine's transcript, and which files our functions say they come from.
"""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import gettext
import hashlib
import importlib
import importlib.metadata
import inspect
import io
import json
import pkgutil
import random
import shutil
import sys
import tarfile
import traceback
import types
import urllib.parse
import zipfile

MICROPIP, WHEEL, ADDED, TABLE = sys.argv[1:]
OURS = ("tapisvert", "table")
NEED_BROWSER = {"table.browser"}


async def main() -> None:
    sys.path.remove("/project/py")
    shutil.unpack_archive(MICROPIP, "/lib/python3.14/site-packages", "zip")
    shutil.unpack_archive(TABLE, "/home/pyodide")
    sys.path.insert(0, "/home/pyodide")
    await install(WHEEL)
    for name in modules() - NEED_BROWSER:
        assert importlib.import_module(name).__file__.endswith(".pyc"), name
    check_traceback()
    check_wheel()
    check_others()
    from tests.helpers import transcript  # noqa: PLC0415 - of the engine just installed

    told = {"transcript": transcript("determinism"), "files": sorted(files_of_functions())}
    await install(ADDED)
    (added,) = importlib.metadata.entry_points(group="tapisvert.games")
    assert added.load().game.name == "knockout_whist"
    print(json.dumps(told))


async def install(wheel: str) -> None:
    """Has micropip install a wheel from the interpreter's own files."""
    import micropip  # noqa: PLC0415 - just unpacked

    place = shutil.copy(wheel, "/tmp")
    await micropip.install(f"emfs:{place}")


def modules() -> set[str]:
    """Lists our modules, the page's without a package for each."""
    packages = [importlib.import_module(name) for name in OURS]
    names = {
        found.name for package in packages for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    }
    assert len(names) > 40
    return names


def check_traceback() -> None:
    from tapisvert.record import loads  # noqa: PLC0415 - just installed

    try:
        loads("no record")
    except ValueError as error:
        text = "".join(traceback.format_exception(error))
        assert 'File "tapisvert/record.py", line ' in text, text
    else:
        raise AssertionError


def check_wheel() -> None:
    files = importlib.metadata.files("tapisvert") or []
    hashed = [file for file in files if file.hash and file.suffix == ".pyc"]
    assert len(hashed) > 25
    for file in hashed:
        content = file.read_binary()
        assert len(content) == file.size
        assert hashlib.sha256(content).digest() == base64.urlsafe_b64decode(f"{file.hash.value}=")


def check_others() -> None:
    with zipfile.ZipFile(io.BytesIO(), "w") as archive:
        archive.writestr("é.txt", "é")
        assert archive.read("é.txt").decode() == "é"
    with tarfile.open(fileobj=io.BytesIO(), mode="w:gz") as tar:
        tar.addfile(tarfile.TarInfo("empty"))
    assert gettext.NullTranslations().gettext("Play") == "Play"
    assert random.Random("seed").random() == 0.1382359792209653
    assert hashlib.sha256(b"").hexdigest().startswith("e3b0c442")
    assert urllib.parse.urlsplit("https://[::1]/a?b#c").hostname == "::1"
    assert dataclasses.make_dataclass("Pair", ["one", "two"], slots=True)(1, 2).two == 2
    assert "é".encode("cp437") == b"\x82"
    assert "tapis.example".encode("idna") == b"tapis.example"


def files_of_functions() -> set[str]:
    ours = [module for name, module in list(sys.modules.items()) if name.split(".")[0] in OURS]
    functions = [value for module in ours for value in vars(module).values() if isinstance(value, types.FunctionType)]
    return {
        inspect.unwrap(function).__code__.co_filename
        for function in functions
        if function.__module__.split(".")[0] in OURS
    }


asyncio.ensure_future(main())  # noqa: RUF006 - pyodide.mjs waits for it
