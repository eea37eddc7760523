"""
Compiles the Python files of archives: ``python -m tools.pyc JOBS``, run by the Python that shall read them.

This runs inside Pyodide, by hand of :mod:`tools.precompile`, and needs nothing but the standard library.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import marshal
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)
UNCHECKED_HASH = (1).to_bytes(4, "little")
"""The flags of a compiled file that is never held against its source, which is not there."""


def main() -> None:
    """Does all jobs, a JSON list of the arguments of :func:`compile_archive`."""
    for source, out, *rest in json.loads(sys.argv[1]):
        compile_archive(Path(source), Path(out), *rest)


def compile_archive(source: Path, out: Path, prefix: str, level: int, dropped: Sequence[str] = ()) -> None:
    """
    Writes an archive again with every ``.py`` replaced by a ``.pyc`` beside it, times fixed, folders left out.

    :param prefix: what stands before a file's name in tracebacks.
    :param level: as of :func:`compile`'s *optimize*.
    :param dropped: modules and packages, and other files by their names, to leave out.
    """
    with zipfile.ZipFile(source) as archive:
        contents = dict(compiled(archive, prefix, level, frozenset(dropped)))
    for name in contents:
        if name.endswith(".dist-info/RECORD"):
            contents[name] = record(contents, name)
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in contents.items():
            info = zipfile.ZipInfo(name, EPOCH)
            info.external_attr = 0o644 << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED, 9)


def compiled(archive: zipfile.ZipFile, prefix: str, level: int, dropped: frozenset[str]) -> Iterator[tuple[str, bytes]]:
    """Yields the names and contents of what is kept of an archive, in its order."""
    for info in archive.infolist():
        name = info.filename
        if info.is_dir() or is_dropped(name, dropped):
            continue
        content = archive.read(info)
        if name.endswith(".py"):
            yield f"{name}c", pyc(content, prefix + name, level)
        else:
            yield name, content


def is_dropped(name: str, dropped: frozenset[str]) -> bool:
    """
    Tells whether a file, its module or a package it is in is to be left out.

    >>> dropped = frozenset({"curses", "http.server", "tomllib/mypy.ini"})
    >>> [is_dropped(name, dropped) for name in ("curses/panel.py", "http/server.py", "http/client.py")]
    [True, True, False]
    >>> is_dropped("tomllib/mypy.ini", dropped)
    True
    """
    parts = name.removesuffix(".py").split("/")
    return name in dropped or any(".".join(parts[:end]) in dropped for end in range(1, len(parts) + 1))


def pyc(source: bytes, name: str, level: int) -> bytes:
    """Compiles one file; the same source gives the same bytes, whatever was compiled before."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=level)
    return importlib.util.MAGIC_NUMBER + UNCHECKED_HASH + importlib.util.source_hash(source) + marshal.dumps(code)


def record(contents: dict[str, bytes], own_name: str) -> bytes:
    """Lists a wheel's files with their hashes, as its RECORD must."""
    lines = []
    for name, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},," if name == own_name else f"{name},sha256={digest},{len(content)}")
    return "".join(f"{line}\n" for line in lines).encode()


if __name__ == "__main__":
    main()
