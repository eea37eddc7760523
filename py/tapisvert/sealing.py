"""
Texts that nobody reads by accident: between the page and its worker they are sealed, as saves are on the device.

No secret is kept from who wants to know: a bot must see what its seat sees, which the person at the page may not.
"""

from __future__ import annotations

import base64
import binascii
import zlib

from .game import InvalidRecordError

SEAL = "sealed:"
MAX_OPENED = 2_000_000
"""The most characters that are opened; no message is so long."""


def seal(text: str) -> str:
    """Seals a text: compressed, in letters that tell nothing to the eye."""
    return SEAL + base64.b64encode(zlib.compress(text.encode(), 1)).decode()


def is_sealed(text: str) -> bool:
    """Tells whether a text is sealed."""
    return text.startswith(SEAL)


def unseal(sealed: str) -> str:
    """
    Opens a sealed text; one that is not sealed is given back as it is.

    >>> unseal(seal("R7")), unseal("R7"), "R7" in seal("R7")
    ('R7', 'R7', False)

    :raises InvalidRecordError: if it is damaged, or too long.
    """
    if not is_sealed(sealed):
        return sealed
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(base64.b64decode(sealed.removeprefix(SEAL), validate=True), MAX_OPENED).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise InvalidRecordError("this sealed text is damaged") from None
    if unpacking.unconsumed_tail:
        raise InvalidRecordError("this sealed text is too long")
    if not unpacking.eof or unpacking.unused_data:
        raise InvalidRecordError("this sealed text is damaged")
    return text
