"""The same seeds give the same matches, views and worlds, in every process."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

from tapisvert.match import Match
from tapisvert.record import Player, Record, loads
from tests.helpers import Setting, play_on, plies, transcript

SCRIPT = "from tests.helpers import transcript; print(transcript('determinism'))"


def transcript_elsewhere(hash_seed: str) -> str:
    """Gets the transcript as another process with some PYTHONHASHSEED tells it."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes in Pyodide")
@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_hash_seed_changes_nothing(hash_seed: str) -> None:
    """Trap 61: packs, moves, views and worlds do not depend on the order of sets."""
    assert transcript("determinism") == transcript_elsewhere(hash_seed)


@pytest.mark.skipif("TRANSCRIPT" not in os.environ, reason="only where another Python has told its transcript")
def test_every_python_tells_the_same() -> None:
    """Trap 61: CPython and Pyodide deal, play, see and imagine alike from the same seeds."""
    assert os.environ["TRANSCRIPT"] == transcript("determinism")


def test_seeds_change_everything() -> None:
    """Another seed gives other matches."""
    assert transcript(1) == transcript(1)
    assert transcript(1) != transcript(2)


def test_bot_seeds_do_not_deal(setting: Setting) -> None:
    """The packs come from the deal seed alone, a bot's chance from its own seed, the deal, the ply and the seat."""
    one, two = setting.match("seeds"), setting.match("seeds")
    assert one.seeds is not None
    two.seeds = type(one.seeds)(one.seeds.deal, "another")
    one.next_deal()
    two.next_deal()
    assert one.deals == two.deals
    seeds = {s.of_bot(d, p, seat) for s in (one.seeds, two.seeds) for d in (1, 2) for p in (0, 1) for seat in (0, 1)}
    assert 16 == len(seeds)


@pytest.mark.usefixtures("with_toys")
def test_resumed_in_the_middle(setting: Setting) -> None:
    """Trap 46: a match written down after any ply and read again goes on to the same end."""
    whole = play_on(setting.match("resumed"), random.Random("resumed"))
    moves = [move for dealt in whole.deals for move in dealt.moves]
    players = [Player("human", "Ana")] * len(setting.seats)
    for stop in sorted({int(part * (len(moves) - 1)) for part in (0, 0.1, 0.37, 0.5, 0.81, 1)}):
        match = setting.match("resumed")
        resume(match, moves[:stop])
        again = loads(Record("resumed", match, players).dumps()).match
        assert match.deal == again.deal
        resume(again, moves[stop:])
        assert (whole.scores, whole.places, whole.deals) == (again.scores, again.places, again.deals)


def resume(match: Match, moves: list[int]) -> None:
    """Plays a match on by given moves, dealing when it is due."""
    for move in moves:
        if match.deal is None or not match.deal.phase:
            match.next_deal()
        match.push(move)


def test_play_draws_nothing(setting: Setting) -> None:
    """From the deal on every move is deterministic: the same moves give the same deal."""
    match = setting.match("draws")
    for deal, move in plies(match, random.Random("draws"), 2):
        if move is not None:
            assert deal.after(move) == deal.after(move)
