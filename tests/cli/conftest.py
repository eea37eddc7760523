"""The command line, for every test of it."""

from __future__ import annotations

import pytest

from tests.cli.runs import Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process."""
    return Run(capsys)
