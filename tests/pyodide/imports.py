"""
Tells what the Python files of archives import: ``imports.py ARCHIVE…``.

Run by Pyodide, whose grammar is that of the sources. Prints the names of the modules that need no file, and pairs:
who imports, and what, at once or when some function is called.
"""

from __future__ import annotations

import _imp
import ast
import json
import sys
import zipfile
from collections.abc import Iterator


def main() -> None:
    inside = [*sys.builtin_module_names, *_imp._frozen_module_names()]
    found = [pair for path in sys.argv[1:] for pair in imports_in(zipfile.ZipFile(path))]
    print(json.dumps({"inside": inside, "imports": found}))


def imports_in(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    for name in archive.namelist():
        if not name.endswith(".py"):
            continue
        package, _, module = name.removesuffix(".py").replace("/", ".").rpartition(".")
        importer = package if module == "__init__" else f"{package}.{module}".strip(".")
        for imported in imports_of(ast.parse(archive.read(name)), package):
            yield importer, imported


def imports_of(node: ast.AST, package: str) -> Iterator[str]:
    children = list(ast.iter_child_nodes(node))
    match node:
        case ast.Import(names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module, names, level):
            parents = package.split(".")[: len(package.split(".")) - level + 1] if level else []
            origin = ".".join([*parents, *([module] if module else [])])
            yield from (origin, *(f"{origin}.{alias.name}" for alias in names))
        case ast.If(ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            children = list(node.orelse)
    for child in children:
        yield from imports_of(child, package)


main()
