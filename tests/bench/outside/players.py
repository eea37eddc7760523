"""
Who sits at a table: our bots, and outside opponents across a bridge; and one deal played among them.

A player is described by plain values that tell all that decides how it plays.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tapisvert.bots import VERSION, Budget, decide
from tapisvert.game import Move
from tapisvert.match import Match

from .bridge import Bridge, BridgeError
from .trials import decide_in

Description: TypeAlias = dict[str, Any]
Player: TypeAlias = Callable[[Match], tuple[Move, int]]
"""Chooses for the seat to act; tells also in how many worlds it looked."""
Tell: TypeAlias = Callable[[Match, list[str]], Mapping[str, Any]]
"""Gets what an opponent is told, from the match and the legal moves' names."""
Ask: TypeAlias = Callable[[Bridge, Match], Move]
"""Asks an opponent for the move that is due, and gets a legal one."""


def our_bot(level: str, worlds: int, trial: str | None = None) -> Description:
    """Describes a bot of ours; with a *trial*, hard as it was tried."""
    described: Description = {"level": level, "worlds": worlds, "version": VERSION}
    return described if trial is None else {**described, "level": "hard", "trial": trial}


class Players:
    """The players of a process: every opponent is started once, when it is first asked for, and ended with this."""

    def __init__(self, asks: Mapping[str, Ask], command: Callable[[Description], Sequence[str]]) -> None:
        """
        Starts nobody yet.

        :param asks: how each opponent is asked, by its name.
        :param command: gets what starts an opponent.
        """
        self._asks = asks
        self._command = command
        self._bridges: dict[str, Bridge] = {}

    def seat(self, description: Description) -> Player:
        """Gets a player."""
        if "level" in description:
            return lambda match: _decide(description, match)
        ask, bridge = self._asks[description["opponent"]], self._bridge(description)
        return lambda match: (ask(bridge, match), 0)

    def _bridge(self, description: Description) -> Bridge:
        key = json.dumps(description)
        if key not in self._bridges:
            self._bridges[key] = Bridge(f"the opponent {description['opponent']}", self._command(description))
        return self._bridges[key]

    def close(self) -> None:
        """Ends the opponents."""
        for bridge in self._bridges.values():
            bridge.close()


def seed_of_move(match: Match) -> str:
    """Gets the seed of the decision that is due."""
    assert match.seeds is not None
    assert match.deal is not None
    return match.seeds.of_bot(match.index, match.ply + 1, match.deal.turn)


def _decide(description: Description, match: Match) -> tuple[Move, int]:
    assert match.deal is not None
    view, seed, budget = match.view(match.deal.turn), seed_of_move(match), Budget(description["worlds"])
    trial = description.get("trial")
    choice = decide_in(trial, view, seed, budget) if trial else decide(description["level"], view, seed, budget)
    return choice.move, choice.worlds


def strictly(tell: Tell) -> Ask:
    """Gets how to ask an opponent that is told so much and held to the rules: what breaks them ends the run."""
    return lambda bridge, match: _ask(bridge, tell, match)


def _ask(bridge: Bridge, tell: Tell, match: Match) -> Move:
    """Holds an opponent to our rules, and to its own if it tells which moves they allow."""
    assert match.deal is not None
    legal = {match.deal.move_name(move): move for move in match.deal.legal_moves()}
    answer = bridge.ask(tell(match, list(legal)))
    theirs = answer.get("legal", list(legal))
    if sorted(theirs) != sorted(legal):
        raise BridgeError(f"{bridge.name} holds {' '.join(theirs)} legal where our rules allow {' '.join(legal)}")
    if answer.get("card") not in legal:
        raise BridgeError(f"{bridge.name} played {answer.get('card')!r} where our rules allow {' '.join(legal)}")
    return legal[answer["card"]]


def play_deal(match: Match, seated: Sequence[Player]) -> dict[str, Any]:
    """
    Plays a deal to its end; nobody is asked where there is no choice.

    Gets, by seat, the points, how often there was a choice, the worlds looked at and the seconds spent on that.
    """
    deal = match.deal
    assert deal is not None
    decisions, worlds, seconds = [0] * len(seated), [0] * len(seated), [0.0] * len(seated)
    while deal.phase:
        seat, moves = deal.turn, deal.legal_moves()
        if len(moves) == 1:
            match.push(moves[0])
            continue
        began = time.perf_counter()
        move, looked_at = seated[seat](match)
        seconds[seat] += time.perf_counter() - began
        decisions[seat] += 1
        worlds[seat] += looked_at
        match.push(move)
    return {"points": deal.points(), "decisions": decisions, "worlds": worlds, "seconds": seconds}
