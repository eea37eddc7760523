"""Sealed texts: read by nobody by accident, opened whole or not at all."""

from __future__ import annotations

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapisvert.game import InvalidRecordError
from tapisvert.sealing import MAX_OPENED, SEAL, seal, unseal


@given(st.text())
def test_round_trip(text: str) -> None:
    """What is sealed is opened as it was."""
    assert text == unseal(seal(text))


def test_sealed_text_tells_nothing() -> None:
    """No word of a text stands in its sealed form."""
    sealed = seal('{"hands": [[17, 30]], "move": "R#2"}')
    assert sealed.startswith(SEAL)
    assert not any(word in sealed for word in ("hands", "move", "R#2", "17"))


def test_plain_text_is_left_alone() -> None:
    """A text that is not sealed is taken as it is."""
    assert '{"protocol": 1}' == unseal('{"protocol": 1}')


@pytest.mark.parametrize(
    "damaged",
    [
        f"{SEAL}no base64!",
        f"{SEAL}AAAA",
        seal("a text")[:-6],
        SEAL + base64.b64encode(zlib.compress(b"a text") + b"more").decode(),
    ],
)
def test_damage_is_refused(damaged: str) -> None:
    """What is no sealed text, cut short, or followed by more is refused in a sentence."""
    with pytest.raises(InvalidRecordError, match="damaged"):
        unseal(damaged)


def test_measure_is_kept() -> None:
    """A text of any length is not opened: a short sealed one may be of a boundless one."""
    assert "x" * MAX_OPENED == unseal(seal("x" * MAX_OPENED))
    with pytest.raises(InvalidRecordError, match="too long"):
        unseal(seal("x" * MAX_OPENED + "x"))
