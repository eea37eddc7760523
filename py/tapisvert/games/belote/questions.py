"""What rule cases may ask of Belote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...cards import SUIT, SUIT_LETTERS, SUIT_NUMBER, Card
from ...game import Move, cut_pack
from ...questions import CaseError, Given, Question, card_text
from ...rating import rate_sides, read_players
from ...tricks import winner
from .deal import BeloteDeal
from .rules import (
    ALL_POINTS,
    BELOTE,
    CALL_NAMES,
    HAND,
    PACK,
    PASS,
    POWERS,
    SEATS,
    SIDES,
    TRICKS,
    VALUES,
    Announcement,
    Options,
    announced_points,
    announcement_named,
    announcements,
    is_shuffled,
    legal_calls,
    legal_cards,
    match_winner,
    trump_called,
)
from .scores import Manche, side_scores


def _cards(given: Given, name: str, least: int, most: int) -> list[Card]:
    """Reads cards of the pack of 32, so many of them."""
    cards = given.cards(name)
    if not set(cards) <= set(PACK):
        raise CaseError(f"given.{name} names a card that is not in the pack of 32")
    if not least <= len(cards) <= most:
        raise CaseError(f"given.{name} must be {f'from {least} to {most}' if least < most else least} cards")
    return cards


def _side(given: Given, name: str) -> int:
    """Reads a side, or null for none as -1."""
    return -1 if given.is_null(name) else given.integer(name, 0, 1)


def _pair(given: Given, name: str, most: int) -> list[int]:
    values = given.integers(name, 2)
    if not all(0 <= value <= most for value in values):
        raise CaseError(f"given.{name} must be 2 integers from 0 to {most}")
    return values


def _ask_legal(given: Given) -> str:
    trick, hand = _cards(given, "trick", 0, SEATS - 1), _cards(given, "hand", 1, HAND)
    if set(trick) & set(hand):
        raise CaseError("given.hand holds a card of given.trick")
    given.seat("leader", SEATS)  # who plays follows from it; which cards are legal does not
    return card_text(legal_cards(hand, trick, given.suit("trump")))


def _ask_trick(given: Given) -> Mapping[str, int]:
    trick, trump = _cards(given, "trick", SEATS, SEATS), given.suit("trump")
    place = winner(trick, POWERS[trump][SUIT_NUMBER[trick[0]]])
    return {
        "winner": (given.seat("leader", SEATS) + place) % SEATS,
        "points": sum(VALUES[trump][card] for card in trick),
    }


def _ask_auction(given: Given) -> Mapping[str, Any]:
    dealer, turned = given.seat("dealer", SEATS), SUIT[_cards(given, "turn_up", 1, 1)[0]]
    names = given.words("calls", CALL_NAMES)
    calls: list[Move] = []
    for number, name in enumerate(names, 1):
        call = PASS + CALL_NAMES.index(name)
        if call not in legal_calls(calls, turned):
            raise CaseError(f"given.calls: call {number} ({name}) is not legal")
        calls.append(call)
    legal = legal_calls(calls, turned)
    is_taken = bool(calls) and calls[-1] != PASS
    return {
        "to_speak": (dealer + 1 + len(calls)) % SEATS if legal else None,
        "legal": [CALL_NAMES[call - PASS] for call in legal],
        "taker": (dealer + len(calls)) % SEATS if is_taken else None,
        "trump": SUIT_LETTERS[trump_called(calls[-1], turned)] if is_taken else None,
        "passed_out": not legal and not is_taken,
    }


def _ask_deal(given: Given) -> Mapping[str, Any]:
    pack = _cards(given, "pack", len(PACK), len(PACK))
    deal = BeloteDeal.start(pack, given.seat("dealer", SEATS), 1, Options())
    if given.has("taker"):
        deal.take(given.seat("taker", SEATS), SUIT_NUMBER[deal.turned])
        return {"hands": [card_text(hand) for hand in deal.hands]}
    return {"hands": [card_text(hand) for hand in deal.hands], "turn_up": card_text(deal.turn_up)}


def _ask_cut(given: Given) -> str:
    pack = _cards(given, "pack", 1, len(PACK))
    return card_text(cut_pack(pack, given.integer("cut", 0, len(pack))))


def _ask_shuffled(given: Given) -> bool:
    return is_shuffled(given.integer("manche", 1))


def _ask_announcements(given: Given) -> Mapping[str, Any]:
    found = announcements(_cards(given, "hand", 0, HAND))
    return {"names": [each.name for each in found], "points": sum(each.points for each in found)}


def _ask_compare(given: Given) -> list[int]:
    sides = given.raw("declared")
    if not isinstance(sides, list) or len(sides) != 2 or not all(isinstance(names, list) for names in sides):
        raise CaseError("given.declared must be two lists of names")
    return announced_points(given.suit("trump"), [[_announcement(name) for name in names] for names in sides])


def _announcement(name: object) -> Announcement:
    found = announcement_named(name)
    if found is None:
        raise CaseError(f"given.declared names no announcement: {str(name)[:20]!r}")
    return found


def _ask_score(given: Given) -> list[int]:
    manche = Manche(
        given.integer("takers", 0, 1),
        _pair(given, "points", ALL_POINTS),
        _pair(given, "tricks", TRICKS),
        _side(given, "belote"),
        given.integers("announcements", 2),
        given.word("contract", ("81", "majority"), default="81") == "majority",
    )
    return side_scores(manche)


def _ask_match(given: Given) -> Mapping[str, Any]:
    target = given.integer("target", 1, default=Options().target)
    before, deal, belote = given.integers("before", 2), given.integers("deal", 2), _side(given, "belote")
    if belote >= 0 and deal[belote] < BELOTE:
        raise CaseError("given.belote names a side whose points of the deal cannot hold a belote")
    scores = [score + points for score, points in zip(before, deal, strict=True)]
    return {"scores": scores, "winner": match_winner(target, scores, belote)}


def _ask_elo(given: Given) -> Mapping[str, Any]:
    ratings, games = read_players(given, SEATS, SEATS)
    stake = given.integer("stake", 0, default=Options().stake)
    if given.has("winner") == given.has("deserter"):
        raise CaseError("given.winner or given.deserter must be there, and not both")
    if given.has("winner"):
        change = rate_sides(ratings, games, SIDES, given.integer("winner", 0, 1), stake)
    else:
        deserter = given.seat("deserter", SEATS)
        change = rate_sides(ratings, games, SIDES, 1 - SIDES[deserter], stake, deserter)
    return {"changes": change.changes, "stakes": change.stakes}


QUESTIONS = {
    "legal": Question(_ask_legal, sets=frozenset({""})),
    "trick": Question(_ask_trick),
    "auction": Question(_ask_auction, sets=frozenset({"legal"})),
    "deal": Question(_ask_deal, piles=frozenset({"hands"})),
    "cut": Question(_ask_cut),
    "shuffled": Question(_ask_shuffled),
    "announcements": Question(_ask_announcements, sets=frozenset({"names"})),
    "compare": Question(_ask_compare),
    "score": Question(_ask_score),
    "match": Question(_ask_match),
    "elo": Question(_ask_elo),
}
