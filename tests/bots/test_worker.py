"""The worker answers sealed questions sealed, and damaged ones with an error."""

from __future__ import annotations

import asyncio
import json

import pytest

from tapisvert.sealing import SEAL, is_sealed, seal, unseal
from worker import bots


@pytest.mark.parametrize("text", [f"{SEAL}no base64!", seal("{}")[:-4], seal("no question"), "no question"])
def test_what_cannot_be_read_is_answered(text: str) -> None:
    """Damage anywhere comes back as an error that names no question, sealed if the question was."""
    answer = asyncio.run(bots.choose(text))
    assert is_sealed(text) == is_sealed(answer)
    told = json.loads(unseal(answer))
    assert (None, "unreadable") == (told["id"], told["code"])
