"""Runs the command line in this process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tapisvert.cli import main


class Run:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        """Gets the exit code, what went to stdout and what went to stderr."""
        code = main(list(map(str, arguments)))
        told = self._capsys.readouterr()
        return code, told.out, told.err

    def fails(self, code: int, *arguments: object) -> str:
        """Checks that a command says one sentence and nothing else, and gets it."""
        got, out, err = self(*arguments)
        assert (code, "") == (got, out)
        check_sentence(err)
        return err

    def json(self, *arguments: object) -> Any:
        """Gets the object that a command prints."""
        code, out, err = self(*arguments, "--json")
        assert (0, "") == (code, err)
        return json.loads(out)


def check_sentence(text: str) -> None:
    """Checks that an error is one printable line, by name of the program."""
    assert text.startswith("tapisvert")
    assert text.endswith("\n")
    assert text[:-1].isprintable()
    assert "Traceback" not in text
