"""What was tried on hard, kept so that its figures can be had again: ``--trial NAME`` changes what the bot knows."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tapisvert.bots import Budget, Choice
from tapisvert.bots.craft import Craft, Worth, at_random, by_lead
from tapisvert.bots.policies import craft_of
from tapisvert.bots.policies.hearts import duck
from tapisvert.bots.search import think
from tapisvert.cards import HIDDEN, SUIT
from tapisvert.game import Deal, Move
from tapisvert.games.hearts import PENALTY, QUEEN_POINTS, SEATS, HeartsDeal
from tapisvert.view import View

EXACT_CARDS = 2
MOON_FROM = 8
"""Whoever alone has taken so many penalties may be on the way to the moon."""


def by_points(view: View) -> Worth:
    """Makes points worth themselves: a rival's moon costs all 26."""
    return lambda points: points[view.seat]


def stop_moons(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Plays by the rule of thumb, but takes a heart, last to play, from whoever alone has all penalties so far."""
    assert isinstance(deal, HeartsDeal)
    if len(deal.trick) == SEATS - 1 and SUIT[moves[0]] == SUIT[deal.trick[0]]:
        best = max(card for card in deal.trick if SUIT[card] == SUIT[deal.trick[0]])
        penalty, taken = sum(PENALTY[card] for card in deal.trick), _taken_by_winner(deal, best)
        is_shooting = taken >= MOON_FROM and taken == sum(deal.taken)
        if is_shooting and 0 < penalty < QUEEN_POINTS and max(moves) > best:
            return max(moves)
    return duck(deal, moves, random01)


def _taken_by_winner(deal: HeartsDeal, best: Move) -> int:
    return deal.taken[(deal.leader + deal.trick.index(best)) % SEATS]


def exact_end(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Plays by the rule of thumb, and the last two tricks of a world to everyone's own best, all cards seen."""
    assert isinstance(deal, HeartsDeal)
    if len(deal.hands[deal.turn]) > EXACT_CARDS or any(HIDDEN in hand for hand in deal.hands):
        return duck(deal, moves, random01)  # a view is not played on
    return max(moves, key=lambda move: _best_end(deal.after(move))[deal.turn])


def _best_end(deal: HeartsDeal) -> list[int]:
    """Gets the points of a deal in which everybody plays for the most of their own (max-n)."""
    if not deal.phase:
        return deal.points()
    return max((_best_end(deal.after(move)) for move in deal.legal_moves()), key=lambda points: points[deal.turn])


TRIALS: dict[str, dict[str, Any]] = {
    "slips-0": {"slips": 0.0},
    "slips-0.1": {"slips": 0.1},
    "slips-0.3": {"slips": 0.3},
    "by-points": {"worth": by_points},
    "by-lead": {"worth": by_lead},
    "random-playouts": {"policy": at_random},
    "stop-moons": {"policy": stop_moons},
    "exact-end": {"policy": exact_end},
}
"""By name, what differs in the craft."""


def craft_in(trial: str, deal: Deal) -> Craft:
    """Gets the craft of a deal's game as a trial has it."""
    return replace(craft_of(deal), **TRIALS[trial])


def decide_in(trial: str, view: View, seed: str, budget: Budget) -> Choice:
    """Gets the choice of hard, changed by a trial."""
    choices: Sequence[Choice] = list(think(view, random.Random(seed), budget, craft_in(trial, view.deal)))
    return choices[-1]
