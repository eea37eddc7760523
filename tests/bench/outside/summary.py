"""
Sums up a run of hold deals.

Our seat's points are told as penalties taken, the fewer the better. All plays of a deal share its cards: they are
one observation, and so is the difference to the control, the same deal played by the opponent in our seat too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, TypeAlias

from tapisvert.arena.standings import mean_error

from .hold import shooter

Answer: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Observed:
    """All plays of one deal."""

    control: Answer
    """Played by four of the opponent."""
    plays: Sequence[Answer]
    """Our bot in seat 0, in seat 1, …; empty if none was measured."""
    rotations: int

    @property
    def in_control(self) -> float:
        """What the opponent takes in the same seats, in the mean."""
        return -fmean(self.control["points"][: self.rotations])

    @property
    def taken(self) -> float:
        """What our bot takes, in the mean."""
        return -fmean(play["points"][seat] for seat, play in enumerate(self.plays))


def summary(observed: Sequence[Observed]) -> dict[str, Any]:
    """Gets the figures of a run as plain values; what differs from run to run stands under ``timing``."""
    shot = [shooter(deal.control["points"]) for deal in observed]
    found: dict[str, Any] = {
        "control": mean_of([deal.in_control for deal in observed]),
        "control_moons": sum(seat is not None for seat in shot),
    }
    controls = [deal.control for deal in observed]
    timing = {"opponent_milliseconds": milliseconds((play, seat) for play in controls for seat in range(4))}
    ours = [(play, seat) for deal in observed for seat, play in enumerate(deal.plays)]
    if ours:
        moons = [shooter(play["points"]) == seat for play, seat in ours if shooter(play["points"]) is not None]
        decisions = sum(play["decisions"][seat] for play, seat in ours)
        found |= {
            "taken": mean_of([deal.taken for deal in observed]),
            "difference": mean_of([deal.taken - deal.in_control for deal in observed]),
            "plays": len(ours),
            "own_moons": sum(moons),
            "rival_moons": len(moons) - sum(moons),
            "decisions": decisions,
            "worlds_per_decision": sum(play["worlds"][seat] for play, seat in ours) / max(1, decisions),
        }
        timing["milliseconds"] = milliseconds(ours)
    return found | {"timing": timing}


def mean_of(values: Sequence[float]) -> dict[str, float | None]:
    """Gets the mean of independent values and its standard error."""
    mean, error = mean_error(values)
    return {"mean": mean, "error": error}


def milliseconds(played: Iterable[tuple[Answer, int]]) -> float:
    """Gets the mean of a decision."""
    decisions, seconds = 0, 0.0
    for play, seat in played:
        decisions += play["decisions"][seat]
        seconds += play["seconds"][seat]
    return 1000 * seconds / max(1, decisions)


def lines(found: dict[str, Any], ours: str | None, opponent: str) -> list[str]:
    """Writes the figures out."""
    timing = found["timing"]
    told = []
    if ours is not None:
        told += [
            line(f"points taken by {ours}", found["taken"]),
            line(f"by {opponent} in its seat", found["control"]),
            line("difference", found["difference"], "+"),
            f"moons in {found['plays']} plays: {found['own_moons']} own, {found['rival_moons']} of rivals",
            f"a decision of {ours}: {timing['milliseconds']:.2f} ms, {found['worlds_per_decision']:.1f} worlds",
        ]
    else:
        told.append(line(f"points taken by {opponent}", found["control"]))
    return [
        *told,
        f"moons among four of {opponent}: {found['control_moons']}",
        f"a decision of {opponent}: {timing['opponent_milliseconds']:.2f} ms",
    ]


def line(what: str, value: dict[str, Any], sign: str = "") -> str:
    """Writes a mean out."""
    error = "" if value["error"] is None else f" ± {value['error']:.3f}"
    return f"{what}: {value['mean']:{sign}.3f}{error}"
