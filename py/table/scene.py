"""What one drawing of the table shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tapisvert.cards import EMPTY, SUIT_LETTERS, Card
from tapisvert.game import Event, Game, Grid, Move, Phase, Seat, Slot, Task
from tapisvert.view import View

from .cards import Faces
from .layouts import Layout
from .settings import Settings
from .sides import are_shared
from .text import Texts

DIAGONAL_SEATS = 4
YOU: Seat = 0
"""The seat of the person at this page, at the bottom."""


@dataclass(slots=True)
class Scene:
    """All that one drawing of the table shows."""

    game: Game
    layout: Layout
    view: View
    texts: Texts
    names: list[str]
    """By seat, as shown."""
    settings: Settings
    deal: int = 1
    """The deal's number as displayed."""
    match_over: bool = False
    asked: bool = False
    """Whether you are asked for a move now."""
    held: bool = False
    """Whether the last trick still lies on the table."""
    selection: list[Card] = field(default_factory=list)
    """The cards selected for a sealed pass, or the one to be laid on a board."""
    reason: str = ""
    """Why the card just tried is refused, if one was."""
    against: str = ""
    """The cell of your board whose card is the reason, if one's is."""
    dealt_by: Seat = -1
    """Who dealt."""
    said: Sequence[Event] = ()
    """What the seats have said of late, in order."""
    note: str = ""
    """What has just come out for all to see, if anything."""
    is_turned: bool = False
    """Whether the score that is not shown by itself is shown."""

    @property
    def you(self) -> Seat:
        """The seat at the bottom."""
        return self.view.seat

    @property
    def faces(self) -> Faces:
        """What the cards look like and are called."""
        return self.layout.faces

    @property
    def needed(self) -> int:
        """How many cards are still to be selected for a sealed pass, those selected included."""
        passed = getattr(self.view.deal, self.layout.passed)[self.you] if self.layout.passed else []
        return self.layout.select - len(passed)

    @property
    def is_selecting(self) -> bool:
        """Whether cards are being chosen for a sealed pass."""
        return self.asked and self.view.deal.phase == Phase.PASS and self.needed > 0

    @property
    def legal(self) -> list[Move]:
        """Your legal moves, if you are asked."""
        return self.view.legal_moves() if self.asked else []

    @property
    def calls(self) -> list[Move]:
        """Your legal moves that are no cards of your hand, nor lay any on your board, nor draw from the pool."""
        if self.has_boards:
            deal, drawing = self.view.deal, self.layout.pool_move
            return [m for m in self.legal if deal.cell_of(m) is None and deal.move_name(m) != drawing]
        hand = [slot.move for slot in self.slots] or getattr(self.view.deal, self.layout.hand)[self.you]
        return [move for move in self.legal if move not in hand]

    @property
    def menu(self) -> list[Move]:
        """The moves that are no cards and have a button now: your legal ones, or all of their kind."""
        return (self.view.deal.menu() if self.asked else []) or self.calls

    @property
    def is_playing_cards(self) -> bool:
        """Whether a card of your hand is awaited."""
        return len(self.calls) < len(self.legal)

    @property
    def is_announcing(self) -> bool:
        """Whether you may say something before you play your card."""
        return self.view.deal.phase == Phase.PLAY and self.is_playing_cards and bool(self.calls)

    def is_offered(self, name: str) -> bool:
        """Tells whether the move of a name is one of your legal ones."""
        return bool(name) and self.view.deal.parse_move(name) in self.legal

    # ------------------------------------------------------------------ boards

    @property
    def has_boards(self) -> bool:
        """Whether cards are laid on boards, one for each seat."""
        return bool(self.layout.board) and self.view.deal.grid is not None

    @property
    def grid(self) -> Grid:
        """The cells of each board."""
        return self.view.deal.grid or Grid(1, ())

    def board(self, seat: Seat) -> list[Card]:
        """Lists what lies on each cell of a seat's board."""
        cards: list[Card] = getattr(self.view.deal, self.layout.board)[seat]
        return cards

    def free(self, seat: Seat) -> int:
        """Counts the free cells of a seat's board."""
        return self.board(seat).count(EMPTY)

    @property
    def in_hand(self) -> Card | None:
        """The card in the hand of the seat to act."""
        return next(iter(getattr(self.view.deal, self.layout.held)), None)

    @property
    def hidden(self) -> int:
        """How many cards are hidden in the pool."""
        return len(getattr(self.view.deal, self.layout.pool))

    @property
    def shelf(self) -> dict[str, list[Card]]:
        """The cards lying open by name, in the order of their names; equal ones as they came to lie there."""
        found: dict[str, list[Card]] = {}
        names = self.faces.names
        for card in getattr(self.view.deal, self.layout.shelf):
            found.setdefault(names[card], []).append(card)
        return {name: found[name] for name in sorted(found, key=names.index)}

    @property
    def picked(self) -> Card | None:
        """The card lying open that you have selected to lay, if any."""
        return self.selection[0] if self.has_boards and self.selection else None

    @property
    def to_lay(self) -> Card | None:
        """The card that the cells of your board are for now."""
        return self.in_hand if self.in_hand is not None else self.picked

    def places_for(self, card: Card) -> list[int]:
        """Lists the cells of your board where a card lying open may be laid now."""
        legal, deal = set(self.legal), self.view.deal
        return [at for at in range(len(self.grid.names)) if deal.laying(at, card) in legal]

    # ------------------------------------------------------------------ who is what

    @property
    def scores(self) -> list[int]:
        """The match's scores by seat, those of a deal that is over included."""
        return [score + points for score, points in zip(self.view.scores, self.view.deal.points(), strict=True)]

    @property
    def sides(self) -> list[int]:
        """The side of each seat."""
        return self.game.sides(self.view.options)

    @property
    def has_partners(self) -> bool:
        """Whether sides play, not each for itself."""
        return are_shared(self.sides)

    @property
    def task(self) -> Task | None:
        """The contract of this deal, where it makes the sides."""
        return self.view.deal.task()

    def is_partner(self, seat: Seat) -> bool:
        """Tells whether a seat is your partner, in the match or in this deal."""
        is_with = self.task is not None and self.is_declarer(seat) == self.is_declarer(self.you)
        return seat != self.you and (is_with or self.sides[seat] == self.sides[self.you])

    @property
    def is_diagonal(self) -> bool:
        """Whether you sit at the bottom left, and your partner across the table's corners."""
        return self.settings.partner == "diagonal" and self.has_partners and self.view.deal.seats == DIAGONAL_SEATS

    @property
    def dealer(self) -> Seat | None:
        """Who deals, where that matters."""
        return self.dealt_by if self.layout.has_dealer else None

    @property
    def declarers(self) -> tuple[Seat, ...]:
        """Whose contract is played, once that is settled; the bidder first."""
        if self.task is not None:
            return self.task.seats
        seat = getattr(self.view.deal, self.layout.declarer) if self.layout.declarer else -1
        return (seat,) if seat >= 0 else ()

    def is_declarer(self, seat: Seat) -> bool:
        """Tells whether a seat plays its contract."""
        return seat in self.declarers

    @property
    def is_blind(self) -> bool:
        """Whether every hand lies open to all but its owner."""
        return bool(self.view.deal.blind)

    @property
    def slots(self) -> list[Slot]:
        """The places of your hand, if you do not see its cards."""
        return self.view.deal.blind_hand(self.you)

    @property
    def guesses(self) -> dict[Move, dict[Card, float]]:
        """What the page says that you can work out of your unseen cards: by move, the odds of what it plays."""
        return self.view.deal.guesses(self.you) if self.settings.odds == "on" else {}

    @property
    def strong_first(self) -> bool:
        """Whether the highest card of a suit comes first in a hand that lies open, or is seen from behind."""
        return self.settings.strong == "left" if self.is_blind else self.layout.strong_first

    def laid_open(self, seat: Seat) -> list[Card]:
        """Lists what lies open to you before a seat while tricks go on."""
        deal = self.view.deal
        if self.is_blind:
            piles = [pile for owner, pile in deal.places(deal.blind) if owner == seat]
            return [card for pile in piles for card in pile if 0 <= card != EMPTY]
        lie = deal.exposed() if self.layout.open_at_seats else []
        return lie[seat] if lie else []

    def shows_hand(self, seat: Seat) -> bool:
        """Tells whether what lies open before a seat is its whole hand, be it one card."""
        return bool(self.laid_open(seat)) and (self.is_blind or seat in self.view.deal.shown_hands())

    @property
    def trump(self) -> str:
        """The letter of the suit of trumps; empty while there is none."""
        suit = getattr(self.view.deal, self.layout.trump) if self.layout.trump else len(SUIT_LETTERS)
        return SUIT_LETTERS[suit] if 0 <= suit < len(SUIT_LETTERS) else ""

    def says(self, seat: Seat) -> list[str]:
        """Lists what hangs in a bubble over a seat: the last thing it said, or all where that is kept."""
        said = [line for speaker, line in self.heard if speaker == seat]
        return said if self.layout.keeps_calls else said[-1:]

    @property
    def heard(self) -> list[tuple[Seat, str]]:
        """What the seats have said of late, in order, as the others hear it."""
        return [(event.seat, self._heard(event)) for event in self.said if event.seat is not None]

    def _heard(self, event: Event) -> str:
        """Gets what a seat says, of one's own too, as the others hear it."""
        t, game, short = self.texts, self.game.name, event.move.partition(" ")[0]
        name = short if t.has(f"{game}.move.{short}") else event.move
        return t.own(game, f"bubble.{event.code}", move=t.move(game, name))
