"""
Matches among bots, or single deals: played and recorded, the same on every machine and in any number of processes.

Match *k* of a run has the deal seed ``"{seed}/{k}"``, whoever plays it; the seed of its bots is another. Deal *k*
of a run is dealt as the first of match *k*, but has the number *k*, so that what goes by it comes in turn.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..bots import VERSION, Budget, decide, find_level
from ..game import Game
from ..games import find_game
from ..match import Match, Seeds
from ..record import Player, Record

MOST_WORKERS = 61
"""As many processes as every platform can wait for."""


def seeds_of(seed: str, number: int) -> Seeds:
    """
    Gets the seeds of match *number* (from 1) of a run.

    >>> seeds_of("7", 1).deal
    '7/1'
    """
    return Seeds(f"{seed}/{number}", f"bots of {seed}/{number}")


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match to be played, or one deal; plain values, so that it can go to another process."""

    game: str
    options: Mapping[str, Any]
    """As JSON values, by name."""
    levels: tuple[str, ...]
    """Of the bots, in the order they were named."""
    seed: str
    number: int
    """Counts the matches of the run, from 1."""
    rotation: int = 0
    """How many seats to the right the bots have moved."""
    worlds: int | None = None
    """How many worlds are imagined for a decision; None leaves it to the level."""
    is_deal: bool = False
    """Whether one deal is played, from level scores, and no match."""

    @property
    def seated(self) -> tuple[str, ...]:
        """The levels by seat."""
        return self.levels[self.rotation :] + self.levels[: self.rotation]

    @property
    def id(self) -> str:
        """Tells this match or deal from any other, before a card is dealt."""
        seeds = seeds_of(self.seed, self.number)
        told = [
            self.game,
            sorted(self.options.items()),
            self.seated,
            self.rotation,
            VERSION,
            [self.worlds or find_level(level).worlds for level in self.seated],
            seeds.deal,
            seeds.bot,
            *(["deal"] if self.is_deal else []),
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Result:
    """A match or a deal that was played."""

    fixture: Fixture
    scores: list[int]
    """By bot, in the order they were named; so are the next four. A deal alone starts from level scores too."""
    places: list[int]
    """By the scores."""
    points: list[list[int]]
    """Deal by deal."""
    decisions: list[int]
    """How often there was a choice."""
    seconds: list[float]
    """Spent on those choices; the only thing that differs from run to run."""
    record: str
    """The match as a record's text; empty for a deal alone, which is no beginning of a match."""


def fixtures(
    game: Game,
    options: Any,
    levels: Sequence[str],
    seed: str,
    matches: int,
    *,
    rotate: bool = False,
    worlds: int | None = None,
) -> Iterator[Fixture]:
    """Lists the matches of a run, each once for every rotation of the bots if *rotate*."""
    given = game.options_json(options)
    for number in range(1, matches + 1):
        for rotation in range(len(levels) if rotate else 1):
            yield Fixture(game.name, given, tuple(levels), seed, number, rotation, worlds)


def play_fixture(fixture: Fixture) -> Result:
    """Plays a match to its end, or its deal."""
    game = find_game(fixture.game)
    options = game.read_options(fixture.options)
    match = Match(game, options, seeds_of(fixture.seed, fixture.number), _first(fixture, game.length(options)))
    players = [Player("bot", f"{level} {seat}", level, VERSION) for seat, level in enumerate(fixture.seated)]
    decisions, seconds = [0] * len(players), [0.0] * len(players)
    _play_deal(match, fixture, decisions, seconds)
    while not (match.is_over or fixture.is_deal):
        _play_deal(match, fixture, decisions, seconds)
    places = game.places(match.scores)
    order = [(bot - fixture.rotation) % len(players) for bot in range(len(players))]
    return Result(
        fixture,
        [match.scores[seat] for seat in order],
        [places[seat] for seat in order],
        [[(dealt.points or [])[seat] for seat in order] for dealt in match.deals],
        [decisions[seat] for seat in order],
        [seconds[seat] for seat in order],
        "" if fixture.is_deal else Record(fixture.id, match, players).dumps(),
    )


def _first(fixture: Fixture, length: int | None) -> int:
    """Gets the number of the first deal; a match of so many deals has none of a higher number, so they start again."""
    if not fixture.is_deal:
        return 1
    return fixture.number if length is None else (fixture.number - 1) % length + 1


def _play_deal(match: Match, fixture: Fixture, decisions: list[int], seconds: list[float]) -> None:
    deal, seeds, seated = match.next_deal(), seeds_of(fixture.seed, fixture.number), fixture.seated
    budgets = [Budget(fixture.worlds or find_level(level).worlds) for level in seated]
    while deal.phase:
        seat = deal.turn
        began = time.perf_counter()
        view = match.view(seat)
        choice = decide(seated[seat], view, seeds.of_bot(match.index, match.ply + 1, seat), budgets[seat])
        if len(view.legal_moves()) > 1:
            decisions[seat] += 1
            seconds[seat] += time.perf_counter() - began
        match.push(choice.move)


def play_all(planned: Sequence[Fixture], workers: int) -> Iterator[Result]:
    """
    Plays matches, and yields each as soon as it is over.

    Several *workers* are several processes; their matches come in any order.
    """
    workers = min(workers, len(planned), MOST_WORKERS)
    if workers <= 1:
        yield from map(play_fixture, planned)
        return
    # Not at the top: in a browser there are no processes.
    import multiprocessing  # noqa: PLC0415
    from concurrent.futures import ProcessPoolExecutor, as_completed  # noqa: PLC0415

    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _end_with_parent)
    try:
        with _deaf():
            # Not kept in a list: it would keep every result too.
            finished = as_completed([pool.submit(play_fixture, fixture) for fixture in planned])
        for future in finished:
            yield future.result()
    except BaseException:
        # Interrupted: cancelling would wait for the matches under way.
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown()


def _end_with_parent() -> None:
    """Has a worker end when the process that started it has gone, however: it would wait for work for ever."""
    import multiprocessing  # noqa: PLC0415 - see play_all

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def _deaf() -> Iterator[None]:
    """Has processes started that leave Ctrl-C to this one, instead of complaining at length."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
