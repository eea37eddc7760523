"""What has happened, put in words when they are read, so that they are in the language of that moment; the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from tapisvert.game import Deal, Event, Grid, Refusal, Seat
from tapisvert.games import GAMES
from tapisvert.match import Match
from tapisvert.narration import narrate
from tapisvert.view import View

from .layouts import LAYOUTS, Layout
from .minis import arranged
from .sides import are_shared, columns
from .text import Texts

SCORED = "scored"
"""The code that tells what a deal brought a seat."""
EXPOSED = "exposed"
"""The code that tells a whole hand, as hands are sorted."""


@dataclass(frozen=True, slots=True)
class Words:
    """What events are put in words with."""

    texts: Texts
    game: str
    """The game's name."""
    names: list[str]
    """The players' names by seat, as shown."""
    scores: list[int]
    """The scores by seat, those of a deal just finished included."""
    you: Seat
    sides: list[int] = field(default_factory=list)
    """The side of each seat; empty if each plays alone."""

    def line(self, event: Event) -> str:
        """Puts an event in words; an empty text if there is nothing to tell."""
        t, game, seat = self.texts, self.game, event.seat
        if event.code == SCORED and seat is not None and are_shared(self.sides):
            return self._score_of_side(event, seat)
        key = f"{game}.event.{event.code}"
        if not t.has(key) and not t.has(f"{key}.you"):
            key = f"event.{event.code}"
        key += next((end for end in self._ends(event) if t.has(f"{key}{end}")), "")
        layout = LAYOUTS.get(game, Layout())
        told = [card for card in event.cards if card >= 0]
        if event.code == EXPOSED:
            told = arranged(told, layout)
        cards = layout.faces.listed(told, t)
        if not t.has(key) or (event.cards and not cards):
            return ""
        return t(
            key,
            name=self.names[event.seat] if event.seat is not None else "",
            to=self.names[event.to] if event.to is not None else "",
            cards=cards,
            move=t.move(game, event.move) if event.move else "",
            amount=t.change(event.amount),
            points=t.count("points", event.amount),
            tricks=t.count("tricks", event.count or event.amount),
            score=t.number(self.scores[event.seat]) if event.seat is not None else "",
            cell=cell_name(GAMES[game].deal.grid, event.move, t) if game in GAMES else "",
            free=t.count("cells.free", event.amount),
        )

    def _ends(self, event: Event) -> list[str]:
        """Lists how the key of an event may end that you did, or that was done to you."""
        return [".you"] * (event.seat == self.you) + [".to_you"] * (event.to == self.you)

    def _score_of_side(self, event: Event, seat: Seat) -> str:
        """Tells a side's score, once for all its seats."""
        column = next(
            (each for each in columns(self.sides, self.names, self.texts, self.you) if each.seat == seat), None
        )
        if column is None:
            return ""
        t = self.texts
        return t("event.scored", name=column.label, amount=t.change(event.amount), score=t.number(self.scores[seat]))

    def lines(self, events: Iterable[Event]) -> list[tuple[str, str]]:
        """Puts events in words, each with its code, leaving out those with nothing to tell."""
        return [(event.code, line) for event in gather(events) if (line := self.line(event))]


def gather(events: Iterable[Event]) -> list[Event]:
    """Makes one event of the cards that a seat gives another one by one."""
    found: list[Event] = []
    for event in events:
        if found and event.to is not None and event.cards and replace(found[-1], cards=event.cards) == event:
            found[-1] = replace(event, cards=found[-1].cards + event.cards)
        else:
            found.append(event)
    return found


def refusal_text(refusal: Refusal, deal: Deal, texts: Texts, game: str) -> str:
    """Gets a refusal in the reader's words, the game's own if it has any."""
    own = f"{game}.refusal.{refusal.code}"
    key = own if texts.has(own) else f"refusal.{refusal.code}"
    faces = LAYOUTS.get(game, Layout()).faces
    card = faces.told(deal.card_names.index(refusal.card), texts) if refusal.card else ""
    key += f".{refusal.line}" * bool(refusal.line)
    suit = texts(f"suit.one.{refusal.suit[0].upper()}") if refusal.suit else ""
    cell = cell_name(deal.grid, refusal.cell, texts)
    return texts(key if texts.has(key) else "refusal.not_allowed", suit=suit, card=card, cell=cell)


def cell_name(grid: Grid | None, name: str, texts: Texts) -> str:
    """Names a cell of a grid by its row and its column; empty if *name* is none's."""
    if grid is None or name not in grid.names:
        return ""
    row, column = divmod(grid.names.index(name), grid.columns)
    return texts("cell.at", row=row + 1, column=column + 1)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that befell this page, not the deal."""

    deal: int
    """The deal's index."""
    ply: int
    """How many moves had been made in it."""
    event: Event


def retell(match: Match, seat: Seat) -> Iterator[list[Event]]:
    """Replays the deal in progress or just finished, and gives, move by move, what *seat* saw happen."""
    return (events for events, _ in replay(match, seat))


def replay(match: Match, seat: Seat) -> Iterator[tuple[list[Event], View]]:
    """Replays a deal as :func:`retell` does, and gives the view after each move as well."""
    if not match.deals:
        return
    dealt = match.deals[-1]
    deal = match.game.deal.start(dealt.pack, dealt.dealer, match.number, match.options)

    def view() -> View:
        return View(seat, deal.seen_by(seat), [], match.scores_before, match.options)

    before = view()
    for move in dealt.moves:
        seen = deal.seen_move(move, seat)
        deal.play(move)
        after = view()
        yield narrate(before, seen, after), after
        before = after


def opening(match: Match, seat: Seat) -> list[Event]:
    """Lists what there was to tell *seat* of the deal in progress or just finished before its first move."""
    if not match.deals:
        return []
    dealt = match.deals[-1]
    deal = match.game.deal.start(dealt.pack, dealt.dealer, match.number, match.options)
    return deal.seen_by(seat).opening()


def log(match: Match, words: Words, notes: Iterable[Note]) -> list[tuple[str, str]]:
    """Lists, as codes and lines, what happened in the deal in progress or just finished, each note in its place."""
    events = opening(match, words.you)
    left = [note for note in notes if note.deal == match.index]
    for ply, happened in enumerate([[], *retell(match, words.you)]):
        events += happened
        events += [note.event for note in left if note.ply == ply]
    return words.lines(events)
