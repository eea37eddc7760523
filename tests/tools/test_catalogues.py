"""The catalogues that the build compiles."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tools.catalogues import LOCALE, compile_catalogue


def test_a_catalogue_does_not_tell_when_it_was_compiled(tmp_path: Path) -> None:
    """The same text gives the same bytes at any hour, so that the same sources are the same build."""
    po = tmp_path / "fr" / "LC_MESSAGES" / "tapisvert.po"
    po.parent.mkdir(parents=True)
    po.write_bytes((LOCALE / "fr" / "LC_MESSAGES" / "tapisvert.po").read_bytes())
    compiled = compile_catalogue(po).read_bytes()
    assert str(datetime.now(UTC).year).encode() not in compiled
    assert b"Je prends" in compiled
