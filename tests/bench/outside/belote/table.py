"""
One manche of Belote against ``belote-cli``: what it is told, and our engine as the referee.

The manche is classic: no announcements, 81 points for the takers, level scores. A move that our rules refuse is
counted, and a legal one put in its place: a pass, or the lowest card.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, field
from typing import Any

from tapisvert.arena.playing import seeds_of
from tapisvert.cards import CARD_NAMES, SUIT_LETTERS, SUIT_NUMBER, Card
from tapisvert.game import Move, Seat
from tapisvert.games.belote import BELOTE, BeloteDeal, Options
from tapisvert.games.belote.rules import PASS, SEATS, VALUES
from tapisvert.games.belote.scores import is_made
from tapisvert.match import Match

from ..bridge import Bridge, BridgeError
from ..players import Description, Players, play_deal
from . import outsider

NAME = "belote-cli"
OUTSIDER = [sys.executable, "-m", "tests.bench.outside.belote.outsider"]
FIELDS = frozenset(
    {"points", "decisions", "worlds", "seconds", "called", "replaced", "wanted", "disputed", "taker", "made", "tricks"}
)
"""What an answer holds, by seat; then who took (or -1), whether that side made its contract, and tricks by side."""


def sit_down(seed: str, number: int) -> Match:
    """Deals deal *number* of a run, the same as in the arena, whoever plays it."""
    match = Match(BELOTE, Options(), seeds_of(seed, number), number)
    match.next_deal()
    return match


def outside_player(tier: str) -> Description:
    """
    Describes a player of the package.

    :raises BridgeError: if it is not installed.
    """
    return {"opponent": NAME, "tier": tier, "package": outsider.library_version(), "version": outsider.VERSION}


# ---------------------------------------------------------------------- what it is told


def what_is_seen(match: Match) -> dict[str, Any]:
    """Tells what the seat to act sees, and no more."""
    assert isinstance(match.deal, BeloteDeal)
    seat = match.deal.turn
    seen = match.deal.seen_by(seat)
    assert match.seeds is not None
    has_taker = seen.taker >= 0
    tricks = [seen.trick_at(number) for number in range(len(seen.winners))]
    tricks += [(seen.leader, seen.trick)] * has_taker
    return {
        "seat": seat,
        "hand": [CARD_NAMES[card] for card in dealt_to(seat, match)],
        "dealer": match.deals[-1].dealer,
        "turned": CARD_NAMES[seen.turned],
        "calls": [seen.move_name(call) for call in seen.calls],
        "taker": seen.taker if has_taker else None,
        "trump": SUIT_LETTERS[seen.trump] if has_taker else None,
        "tricks": [{"leader": leader, "cards": [CARD_NAMES[card] for card in cards]} for leader, cards in tricks],
        "seed": match.seeds.of_bot(match.index, 0, seat),
    }


def dealt_to(seat: Seat, match: Match) -> list[Card]:
    """Gets a seat's own cards in the order dealt, which decides where its player has no better reason."""
    deal, dealt = match.deal, match.deals[-1]
    assert isinstance(deal, BeloteDeal)
    start = BeloteDeal.start(dealt.pack, dealt.dealer, deal.manche, match.options)
    for call in deal.calls:
        start.play(call)
    return start.hands[seat]


# ---------------------------------------------------------------------- the referee


@dataclass(slots=True)
class Referee:
    """Asks players of the package, and counts by seat."""

    called: list[int] = field(default_factory=lambda: [0] * SEATS)
    """How often a call was asked for; the other decisions were cards."""
    replaced: list[int] = field(default_factory=lambda: [0] * SEATS)
    """How often the move named was not legal here."""
    wanted: list[int] = field(default_factory=lambda: [0] * SEATS)
    """How often a contract was wanted that our rules do not have."""
    disputed: list[int] = field(default_factory=lambda: [0] * SEATS)
    """How often other cards were held legal than here."""

    def ask(self, bridge: Bridge, match: Match) -> Move:
        """
        Gets the move of the seat to act.

        :raises BridgeError: if none is named.
        """
        deal = match.deal
        assert isinstance(deal, BeloteDeal)
        seat, answer = deal.turn, bridge.ask(what_is_seen(match))
        legal = {deal.move_name(move): move for move in deal.legal_moves()}
        is_call = deal.taker < 0
        named = answer.get("call" if is_call else "card")
        if not isinstance(named, str):
            raise BridgeError(f"{bridge.name} named {named!r} where our rules allow {' '.join(legal)}")
        self.called[seat] += is_call
        self.wanted[seat] += bool(answer.get("wanted"))
        self.disputed[seat] += not is_call and sorted(answer.get("legal", legal)) != sorted(legal)
        self.replaced[seat] += named not in legal
        return legal[named] if named in legal else in_its_place(deal)


def in_its_place(deal: BeloteDeal) -> Move:
    """Gets a pass, or the lowest legal card: of the fewest points, then the weakest."""
    if deal.taker < 0:
        return PASS
    values = VALUES[deal.trump]
    return min(deal.legal_moves(), key=lambda card: (values[card], deal.power(SUIT_NUMBER[card])[card], card))


class Table:
    """Where manches are played: every opponent is started once, and ended with :attr:`players`."""

    def __init__(self) -> None:
        self._referee = Referee()
        self.players = Players({NAME: self._ask}, command)

    def play(self, question: dict[str, Any]) -> dict[str, Any]:
        """Plays the deal that is asked for, among the players described."""
        self._referee = Referee()
        match = sit_down(question["seed"], question["deal"])
        found = play_deal(match, [self.players.seat(description) for description in question["seats"]])
        return {**found, **asdict(self._referee), **outcome(match)}

    def _ask(self, bridge: Bridge, match: Match) -> Move:
        return self._referee.ask(bridge, match)


def command(description: Description) -> list[str]:
    """Gets what starts an opponent."""
    return [*OUTSIDER, description["tier"]]


def outcome(match: Match) -> dict[str, Any]:
    """Tells how a manche ended."""
    deal = match.deal
    assert isinstance(deal, BeloteDeal)
    made = deal.taker >= 0 and is_made(deal.summary())
    return {"taker": deal.taker, "made": made, "tricks": deal.tricks()}
