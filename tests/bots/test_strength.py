"""The levels are levels: each is ahead of the one below it. Plays for minutes; see ``./build.sh soak``."""

from __future__ import annotations

import json
import os
from math import sqrt
from statistics import mean, stdev

import pytest

from tapisvert.cli import main

MATCHES = 60


def lead(better: str, worse: str, capsys: pytest.CaptureFixture[str]) -> tuple[float, float]:
    """Gets by how much one bot's score beats three others' in rotated matches, and the standard error of that."""
    seats = ",".join([better, worse, worse, worse])
    workers = str(os.cpu_count() or 1)
    asked = ["match", "--game", "hearts", "--seats", seats, "--matches", str(MATCHES), "--seed", "strength"]
    assert 0 == main([*asked, "--option", "length=quick", "--rotate", "--workers", workers, "--json"])
    by_seed: dict[int, list[float]] = {}
    for result in json.loads(capsys.readouterr().out)["results"]:
        first, *others = result["scores"]
        by_seed.setdefault(result["match"], []).append(first - mean(others))
    assert {4} == set(map(len, by_seed.values()))
    # Rotations of a seed share their cards: one observation.
    leads = [mean(values) for values in by_seed.values()]
    return mean(leads), stdev(leads) / sqrt(len(leads))


@pytest.mark.soak
@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy"), ("hard", "medium")])
def test_levels(better: str, worse: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The better level leads by more than two standard errors."""
    ahead, error = lead(better, worse, capsys)
    assert ahead > 2 * error, f"{better} leads {worse} by {ahead:.2f} ± {error:.2f}"
