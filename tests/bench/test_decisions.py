"""The positions that bots are timed in: as many of every stage of a deal, and each with a choice to make."""

from __future__ import annotations

from collections import Counter

import pytest

from tapisvert.bots.service import parse_request
from tests.bench.decisions import TABLES, positions, question

COUNT = 5
CARDS = {"early cards", "late cards"}
STAGES = {
    "Hearts": CARDS,
    "Belote": CARDS | {"first calls", "later calls"},
    "Belote with announcements": CARDS | {"first calls", "later calls"},
    "Solo Whist": CARDS | {"first calls", "later calls", "name"},
    **{f"Luz for {players}": CARDS | {"bet"} for players in (3, 4, 5)},
    "Lucky Numbers for 4": {"turn"},
}


@pytest.mark.parametrize("table", TABLES)
def test_every_stage_is_timed(table: str) -> None:
    """Each stage has as many positions, in all of which the seat that is asked has more than one move."""
    found = positions(table, COUNT)
    counts = Counter(stage for stage, _ in found)
    assert {COUNT} == set(counts.values())
    assert STAGES.get(table, set(counts)) == set(counts)
    for _, match in found:
        assert 1 < len(parse_request(question(match, "hard", 900)).view.legal_moves())


def test_second_calls_are_of_the_second_round() -> None:
    """In Belote the later calls are those that name a suit, and the first those that take or pass."""
    for stage, match in positions("Belote", COUNT):
        moves = {match.deal.move_name(move) for move in match.deal.legal_moves()}  # type: ignore[union-attr]
        assert (stage == "first calls") == (moves == {"pass", "take"})
        assert (stage == "later calls") == ("pass" in moves and "take" not in moves)
