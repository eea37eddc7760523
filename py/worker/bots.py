"""The bots' worker: one exported function that matters, ``choose``; text in, text out."""

import json
import sys
import time

from tapisvert.bots.service import Worker
from tapisvert.game import InvalidRecordError
from tapisvert.games import GAMES
from tapisvert.sealing import is_sealed, seal, unseal

BUILD = "{{build}}"
_worker = Worker(time.perf_counter)


def ready() -> str:
    """Says that the bots are up, and of which build."""
    return json.dumps({"ready": True, "build": BUILD, "python": sys.version.split()[0], "games": list(GAMES)})


async def choose(text: str) -> str:
    """Answers a question, sealed if that was; see ``tapisvert.bots.service``."""
    try:
        question = unseal(text)
    except InvalidRecordError:
        question = text  # the service says that it cannot be read
    answer = await _worker.choose(question)
    return seal(answer) if is_sealed(text) else answer


def stop() -> str:
    """Ends the search under way."""
    return _worker.stop()


__export__ = ["choose", "ready", "stop"]
