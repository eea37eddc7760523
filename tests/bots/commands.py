"""Runs the command line in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PY = Path(__file__).resolve().parents[2] / "py"
LIMIT = 120
"""Seconds a command may take before it counts as stuck."""


def command(*arguments: str, hash_seed: str = "random", stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs ``python -m tapisvert`` with some arguments, warnings being errors."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "tapisvert", *arguments],
        env={**os.environ, "PYTHONPATH": str(PY), "PYTHONHASHSEED": hash_seed},
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )
