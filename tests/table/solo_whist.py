"""Positions of Solo Whist in which you, seat 0, are asked; what the table and the browser show of them is tested."""

from __future__ import annotations

from collections.abc import Sequence

from tapisvert.games.solo_whist import SOLO_WHIST
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record
from tests.engine.plain_solo_whist import SORTED_HANDS, pack_of
from tests.helpers import play_moves

YOU = 0
NAMES = ["Vous", "Nora", "Ali", "Tom"]
POSITIONS: dict[str, tuple[int, str]] = {
    "first-call": (3, ""),
    "last-call": (0, "pass,pass,pass"),
    "cop": (0, "prop,pass,pass"),
    "call": (2, "prop"),
    "overcall": (1, "prop,misere"),
    "second-round": (2, "prop,solo,misere,pass,abondance"),
    "dealer-call": (0, "pass,abondance,pass"),
    "late-cop": (3, "pass,prop,pass,pass"),
    "lone-prop": (3, "prop,pass,pass,pass"),
    "name": (3, "abondance,pass,pass,pass"),
    "solo": (2, "pass,solo,pass,pass,8C,JC,QC,KC,9S,JS"),
    "prop-cop": (1, "prop,pass,cop,pass,8S,JS"),
    "abondance": (3, "abondance,pass,pass,pass,trump H,2S,5S,8S,JS,JH"),
    "short": (
        0,
        (
            "abondance,pass,pass,pass,trump H,5S,TS,KS,AS,JC,2C,KC,AC,TC,AD,3C,7C,9C,KD,4C,6C,8C,QD,QC,5C,"
            "6S,9S,QS,4S,JD,2D,3D,8D,TD"
        ),
    ),
    "misere-ouverte": (2, "misere_ouverte,pass,pass,pass,JS,AS,5S,8S"),
    "open-left": (0, "misere_ouverte,pass,pass,pass,5S,8S,JS,2S,9C"),
    "open-top": (3, "pass,pass,misere_ouverte,pass,2S,5S,8S,JS,QS"),
    "open-right": (3, "pass,pass,pass,misere_ouverte,AS,5S,8S,JS"),
    "own-open": (3, "misere_ouverte,pass,pass,pass,2S,5S,8S,JS,QS"),
}
"""By name, who deals the sorted hands, and the moves that lead there."""
EARLY = {
    "misere": "misere,pass,pass,pass,AS,5S,8S",
    "misere_ouverte": "misere_ouverte,pass,pass,pass,AS,5S,8S",
    "abondance_declaree": "abondance_declaree,2S,5S,8S",
}
"""By contract, moves with which your deal of the sorted hands stops early once Tom has played his jack of spades."""


def dealt(dealer: int = 3, hands: Sequence[str] = SORTED_HANDS, length: str = "8") -> Match:
    """
    Deals the sorted hands.

    Seat 0 holds 2 3 4 A of spades, 2 3 K A of hearts, 2 Q K A of diamonds and J of clubs; what turns up is the last
    card of the dealer's hand: J, Q, K or A of clubs.
    """
    match = Match(SOLO_WHIST, SOLO_WHIST.read_options({"length": length}), Seeds("solo whist", "bots"))
    match.next_deal(pack_of(hands, dealer), dealer)
    return match


def position(name: str) -> Match:
    """Comes to a position."""
    dealer, moves = POSITIONS[name]
    return play_moves(dealt(dealer), moves)


def record_of(match: Match) -> Record:
    """Makes the record of a match against easy bots."""
    return Record("id", match, [Player("human", ""), *(Player("bot", name, "easy", 1) for name in NAMES[1:])])


def early(contract: str, length: str = "8") -> Match:
    """Plays a deal of yours to its early end: Tom's jack of spades is the last card."""
    return play_moves(dealt(3, length=length), f"{EARLY[contract]},JS")


def last_deal() -> Match:
    """
    Comes to the last card of a match of four deals.

    In the first, whose cards are kept back till the end, you lost a Misère; two Abondances Déclarées follow, and
    in the fourth you lose a Misère again as soon as Ali has followed suit.
    """
    match = early("misere", "4")
    for _ in range(2):
        deal = match.next_deal()
        match.push(deal.parse_move("abondance_declaree"))
        while deal.phase:
            match.push(deal.legal_moves()[0])
    match.next_deal(pack_of(SORTED_HANDS, 2), 2)
    return play_moves(match, "pass,misere,pass,pass,JS,AS,5S")
