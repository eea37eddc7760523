"""
A program in a process of its own that is asked, and answers, in lines of JSON.

Either end may be written in anything. One answer to each question; whatever else a program says goes to its
stderr, the last line of which is told if it dies. A program ends when nobody is left to ask it.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from typing import Any, Self

from .. import ROOT

PATIENCE = 5
"""Seconds that a program may take to end."""
SHOWN = 200
"""So many characters of what a program said are repeated."""


class BridgeError(RuntimeError):
    """A program died, or did not answer as agreed; says so in one sentence."""


class Bridge:
    """The near end: starts the program, asks it, and ends it."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        """
        Starts a program.

        :param name: what it is called in a complaint.
        :raises BridgeError: if there is no such program.
        """
        self.name = name
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - a pipe would fill up unread
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                encoding="utf-8",
                errors="replace",
                cwd=ROOT,
            )
        except OSError as error:
            self._stderr.close()
            raise BridgeError(f"{name} cannot be started: {error.strerror}") from None

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """
        Asks, and waits for the answer.

        :raises BridgeError: if there is none, or it is no answer.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        line = ""
        with suppress(OSError):  # a pipe to a dead program; the line stays empty
            stdin.write(json.dumps(question) + "\n")
            stdin.flush()
            line = stdout.readline()
        if not line.endswith("\n"):
            raise BridgeError(self._obituary())
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise BridgeError(f"{self.name} answered what is no JSON object: {line.strip()[:SHOWN]!r}")
        if "error" in answer:
            raise BridgeError(str(answer["error"]))
        return answer

    def _obituary(self) -> str:
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return f"{self.name} closed its output in place of an answer"
        self._stderr.seek(0)
        said = self._stderr.read().decode(errors="replace").strip().splitlines()
        last = f": {said[-1].strip()[:SHOWN]}" if said else ""
        return f"{self.name} ended with exit code {code}{last}"

    def end(self) -> None:
        """Tells the program to end now; what is being asked of it fails."""
        self._process.terminate()

    def close(self) -> None:
        """Ends the program, and lets go of it."""
        self.end()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was not sent any more
                if pipe is not None:
                    pipe.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        finally:
            self._stderr.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def serve(answer: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Answers every line of stdin until it ends: the far end of a bridge, for programs in Python."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who asks
    for line in sys.stdin:
        try:
            with redirect_stdout(sys.stderr):  # what a library prints is no answer
                found = answer(json.loads(line))
        except BridgeError as error:
            found = {"error": str(error)}
        try:
            print(json.dumps(found), flush=True)
        except BrokenPipeError:
            return
