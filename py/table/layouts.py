"""
Where each game's places lie on the table and what else it shows: the only place that knows both sides.

A layout is plain data, so that a wheel that adds a game can bring its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from tapisvert.game import Game
from tapisvert.games import ADDED, GAMES

from .cards import PLAYING_CARDS, Clovers, Coloured, Faces


@dataclass(frozen=True, slots=True)
class Layout:
    """How one game is laid out. Names are those of the deal's fields."""

    hand: str = "hands"
    """The place held in the hand, shown at the bottom for you."""
    faces: Faces = PLAYING_CARDS
    """What the cards look like and are called."""
    suits: str = "CDSH"
    """The order of the suits in a sorted hand: colours alternate."""
    strong_first: bool = False
    """Whether the highest card of a suit comes first in a sorted hand."""
    trump: str = ""
    """The field that holds the suit of trumps, which comes first in a sorted hand; empty if there are no trumps."""
    declarer: str = ""
    """The field that holds whose contract is played; it is below 0 while that is open."""
    has_dealer: bool = False
    """Whether it matters who deals."""
    middle_card: str = ""
    """The place of a card that lies face up in the middle."""
    middle_move: str = ""
    """The name of the move that a click on it makes."""
    turned_card: str = ""
    """The field that holds the card that was turned up, where its suit has to stay in sight."""
    open_at_seats: bool = False
    """Whether what lies open before a seat lies there while tricks go on; else in the middle, between two tricks."""
    keeps_calls: bool = False
    """Whether all that a seat has called stays in sight, not the last call alone."""
    numbers_called: bool = False
    """Whether the moves that are no cards are numbers, which lie in a row for each kind of offer."""
    trick_in_row: bool = False
    """Whether the cards of a trick lie in a row as they were played, with their players' names; else around."""
    board: str = ""
    """The place, by seat, whose cards lie on the cells of the deal's grid; your board has the hand's room then."""
    held: str = ""
    """The place of the card that the seat to act has in hand, where cards are laid on boards."""
    shelf: str = ""
    """The place of the cards lying open for all to take, where cards are laid on boards."""
    pool: str = ""
    """The place of the hidden cards that are drawn, where cards are laid on boards."""
    pool_move: str = ""
    """The name of the move that draws one of them."""
    lists_deals: bool = False
    """Whether the sheet after a deal lists what each deal so far has brought."""
    waiting: tuple[str, ...] = ()
    """Options that are not offered yet."""
    tally: str = ""
    """A field by seat shown on the plates during a deal; the tricks won if empty."""
    tally_sign: int = 1
    """-1 if the field counts what is lost."""
    marks: tuple[str, ...] = ()
    """Fields shown by their message (``<game>.mark.<field>``) once they hold."""
    select: int = 0
    """How many cards are selected before a sealed pass is confirmed; 0 if the game has none."""
    passed: str = ""
    """The place, by seat, that cards passed go to; needed where ``select`` is."""
    received: str = ""
    """A memory whose cards are marked in your hand until the first trick is over."""
    direction: str = ""
    """The field that says where the cards go; its value ends the message's key."""


LAYOUTS: dict[str, Layout] = {
    "hearts": Layout(
        tally="taken",
        tally_sign=-1,
        marks=("hearts_broken",),
        select=3,
        passed="passed",
        received="received",
        direction="direction",
    ),
    "belote": Layout(
        strong_first=True,
        trump="trump",
        declarer="taker",
        has_dealer=True,
        middle_card="turn_up",
        middle_move="take",
        waiting=("stake",),
    ),
    "solo_whist": Layout(
        strong_first=True,
        trump="trump",
        has_dealer=True,
        turned_card="turned",
        open_at_seats=True,
        keeps_calls=True,
    ),
    "luz": Layout(
        faces=Coloured(GAMES["luz"].deal.card_names),
        suits="YRGBP",
        numbers_called=True,
        trick_in_row=True,
        lists_deals=True,
    ),
    "lucky_numbers": Layout(
        faces=Clovers(GAMES["lucky_numbers"].deal.card_names),
        board="gardens",
        held="drawn",
        shelf="visible",
        pool="pool",
        pool_move="draw",
        lists_deals=True,
    ),
} | {name: Layout(**added.layout) for name, added in ADDED.items()}
TABLES: dict[str, Game] = {name: game for name, game in GAMES.items() if name in LAYOUTS}
"""The games that have a table to be played at; the engine may know others."""
