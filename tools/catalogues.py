"""Compiles the gettext catalogues of ``py/table/locale`` in place: ``python -m tools.catalogues``."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import mofile, pofile

MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""What a catalogue tells of its making: always the same."""
LOCALE = Path(__file__).resolve().parent.parent / "py" / "table" / "locale"


def compile_catalogues(folder: Path = LOCALE) -> list[Path]:
    """Writes a ``.mo`` beside each ``.po`` of *folder* and gets their paths; the same text gives the same bytes."""
    return [compile_catalogue(po) for po in sorted(folder.glob("*/LC_MESSAGES/*.po"))]


def compile_catalogue(po: Path) -> Path:
    """
    Compiles one catalogue.

    :raises babel.messages.pofile.PoFileError: if the file is no catalogue.
    """
    with po.open("rb") as file:
        catalogue = pofile.read_po(file, locale=po.parent.parent.name, abort_invalid=True)
    catalogue.creation_date = MADE  # else the minute of the build
    compiled = io.BytesIO()
    mofile.write_mo(compiled, catalogue)
    mo = po.with_suffix(".mo")
    mo.write_bytes(compiled.getvalue())
    return mo


if __name__ == "__main__":
    compile_catalogues()
