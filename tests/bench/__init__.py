"""What is measured and never asserted: speed, strength, and the fits that bots' weights come from."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The engine is not installed where it is developed.
if str(ROOT / "py") not in sys.path:
    sys.path.append(str(ROOT / "py"))
