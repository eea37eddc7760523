"""
Our bots against outside opponents: programs of others' making, or to others' rules, each in a process of its own.

Nothing of them is in the engine, and nothing of the engine is in them: what passes between is one line of JSON
each way. ``python -m tests.bench.outside`` runs a test; ``docs/bots.md`` tells how.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# The engine is not installed where it is developed.
if str(ROOT / "py") not in sys.path:
    sys.path.append(str(ROOT / "py"))
