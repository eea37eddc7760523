"""What rule cases may ask of Solo Whist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...cards import CARD_NAMES, SUIT_LETTERS, SUIT_NUMBER
from ...game import Seat, places_of
from ...questions import CaseError, Given, Question, card_text
from ...tricks import NO_TRUMP, POWERS, follow, winner
from .deal import SoloWhistDeal
from .rules import (
    CALL_NAMES,
    CONTRACT_NAMES,
    CONTRACTS,
    HAND,
    PASS,
    PROP,
    SEATS,
    TRICKS,
    Auction,
    Options,
    is_shuffled,
    leads_first,
    payments,
    trump_of,
)


def _contract(given: Given, name: str = "contract") -> int:
    return CONTRACT_NAMES.index(given.word(name, CONTRACT_NAMES))


def _ask_auction(given: Given) -> Mapping[str, Any]:
    eldest = (given.seat("dealer", SEATS) + 1) % SEATS
    auction = Auction(eldest, eldest)
    for number, name in enumerate(given.words("calls", CALL_NAMES), 1):
        call = PASS + CALL_NAMES.index(name)
        if call not in auction.legal():
            raise CaseError(f"given.calls: call {number} ({name}) is not legal")
        auction.call(call)
    is_over = auction.to_speak is None
    contract = {"name": CONTRACTS[auction.high].name, "declarers": list(auction.holders)}
    return {
        "to_speak": auction.to_speak,
        "legal": [CALL_NAMES[call - PASS] for call in auction.legal()],
        "contract": contract if is_over and auction.high >= 0 else None,
        "passed_out": is_over and auction.high < 0,
    }


def _ask_deal(given: Given) -> Mapping[str, Any]:
    pack = given.cards("pack")
    if len(pack) != SEATS * HAND:
        raise CaseError(f"given.pack must be {SEATS * HAND} cards")
    deal = SoloWhistDeal.start(pack, given.seat("dealer", SEATS), 1, Options())
    return {
        "hands": [card_text(hand) for hand in deal.hands],
        "turn_up": CARD_NAMES[deal.turned],
        "trump": SUIT_LETTERS[SUIT_NUMBER[deal.turned]],
    }


def _ask_shuffled(given: Given) -> bool:
    return is_shuffled(-1 if given.is_null("last") else _contract(given, "last"))


def _ask_leader(given: Given) -> Seat:
    return leads_first(_contract(given), (given.seat("dealer", SEATS) + 1) % SEATS, given.seat("declarer", SEATS))


def _ask_legal(given: Given) -> str:
    trick, hand = given.cards("trick"), given.cards("hand")
    if not 1 <= len(hand) <= HAND or len(trick) >= SEATS or set(hand) & set(trick):
        raise CaseError("given.hand and given.trick are no position of play")
    return card_text(follow(hand, SUIT_NUMBER[trick[0]]) if trick else hand)


def _ask_trick(given: Given) -> Mapping[str, Seat]:
    contract, turned, trick = _contract(given), given.suit("turn_up"), given.cards("trick")
    named = NO_TRUMP if given.is_null("named") else given.suit("named")
    if len(trick) != SEATS:
        raise CaseError(f"given.trick must be {SEATS} cards")
    if named == NO_TRUMP and CONTRACTS[contract].trumps == "named":
        raise CaseError("given.named must be the suit that the declarer named")
    place = winner(trick, POWERS[trump_of(contract, turned, named)][SUIT_NUMBER[trick[0]]])
    return {"winner": (given.seat("leader", SEATS) + place) % SEATS}


def _ask_payments(given: Given) -> list[int]:
    contract, declarers = _contract(given), given.integers("declarers")
    if len(set(declarers)) != (2 if contract == PROP else 1) or len(declarers) != len(set(declarers)):
        raise CaseError("given.declarers must be two seats in a prop_cop and one in any other contract")
    if not set(declarers) <= set(range(SEATS)):
        raise CaseError("given.declarers must be seats from 0 to 3")
    unit = given.integer("unit", 1, default=Options().unit)
    return payments(contract, declarers, unit, given.integer("tricks", 0, TRICKS))


def _ask_places(given: Given) -> list[int]:
    return places_of(given.integers("scores", SEATS))


QUESTIONS = {
    "auction": Question(_ask_auction, sets=frozenset({"legal", "declarers"})),
    "deal": Question(_ask_deal, piles=frozenset({"hands"})),
    "shuffled": Question(_ask_shuffled),
    "leader": Question(_ask_leader),
    "legal": Question(_ask_legal, sets=frozenset({""})),
    "trick": Question(_ask_trick),
    "payments": Question(_ask_payments),
    "places": Question(_ask_places),
}
