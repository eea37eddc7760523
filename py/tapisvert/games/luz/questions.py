"""What rule cases may ask of Luz."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...game import Seat, places_of
from ...questions import CaseError, Given, Question
from ...tricks import winner
from .rules import (
    CARD_NAMES,
    COLOUR,
    COLOURS,
    HAND,
    HIGHEST,
    POWERS,
    ROUND_VALUES,
    SLOT_NAMES,
    Bet,
    bet_points,
    deduce,
    legal_slots,
    pack_of,
    slots_of,
)


def _players(given: Given) -> int:
    return given.integer("players", min(HIGHEST), max(HIGHEST))


def _ask_pack(given: Given) -> Mapping[str, int]:
    players = _players(given)
    pack = pack_of(players)
    return {"cards": len(pack), "highest": HIGHEST[players], "aside": len(pack) - players * HAND}


def _ask_legal(given: Given) -> str:
    hand, trick = sorted(given.cards("hand", CARD_NAMES)), given.cards("trick", CARD_NAMES)
    if not 1 <= len(hand) <= HAND or len(trick) >= max(HIGHEST) or set(hand) & set(trick):
        raise CaseError("given.hand and given.trick are no position of play")
    return " ".join(SLOT_NAMES[slot] for slot in legal_slots(slots_of(hand), COLOUR[trick[0]] if trick else -1))


def _ask_trick(given: Given) -> Mapping[str, Seat]:
    players, trick = _players(given), given.cards("trick", CARD_NAMES)
    if len(trick) != players or not set(trick) <= set(pack_of(players)):
        raise CaseError(f"given.trick must be {players} cards of the pack for {players} players")
    place = winner(trick, POWERS[COLOUR[trick[0]]])
    return {"winner": (given.seat("leader", players) + place) % players}


def _ask_points(given: Given) -> int:
    bet = Bet("", given.integer("brown", 0, HAND), given.flag("blue"))
    return bet_points(bet, given.integer("tricks", 0, HAND), given.integer("round", 1, len(ROUND_VALUES)))


def _ask_order(given: Given) -> Mapping[str, Any]:
    players = _players(given)
    first, round_ = given.seat("first", players), given.integer("round", 1, len(ROUND_VALUES))
    bets = [(first + round_ - 1 + place) % players for place in range(players)]
    return {"bets": bets, "leader": bets[0]}


def _ask_deduce(given: Given) -> list[dict[str, float]]:
    highest = HIGHEST[_players(given)]
    given.word("colour", COLOURS)
    seen = given.integers("seen")
    if len(set(seen)) != len(seen) or not set(seen) <= set(range(1, highest + 1)):
        raise CaseError(f"given.seen must be different values from 1 to {highest}")
    unseen = [value for value in range(1, highest + 1) if value not in seen]
    odds = deduce(unseen, given.integer("slots", 0, min(HAND, len(unseen))))
    return [{str(value): round(chance, 4) for value, chance in slot.items()} for slot in odds]


def _ask_places(given: Given) -> list[int]:
    scores = given.integers("scores")
    if len(scores) not in HIGHEST:
        raise CaseError("given.scores must be the scores of 3 to 5 players")
    return places_of(scores)


QUESTIONS = {
    "pack": Question(_ask_pack),
    "legal": Question(_ask_legal, sets=frozenset({""})),
    "trick": Question(_ask_trick),
    "points": Question(_ask_points),
    "order": Question(_ask_order),
    "deduce": Question(_ask_deduce, tolerance=0.0001),
    "places": Question(_ask_places),
}
