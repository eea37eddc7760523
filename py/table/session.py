"""
A match at the table: asks whoever is to act, makes the move, saves, shows.

State drives the picture: each step is saved before it is shown, and a wait cut short changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from itertools import groupby
from typing import Any, Protocol

from tapisvert.cards import Card
from tapisvert.game import Deal, Event, InvalidMoveError, Move, Phase
from tapisvert.narration import narrate
from tapisvert.record import Record
from tapisvert.tricks import TrickDeal

from .board import why_not_lifted
from .bubbles import CALLED, Bubbles
from .history import log_sheet, played_sheet
from .insight import boards_row, hand_sheet, odds_sheet
from .layouts import LAYOUTS, Layout
from .players import Bots, Person
from .scene import YOU, Scene
from .settings import Settings
from .sheets import deal_sheet, last_trick_sheet, scores_sheet
from .speaker import MATCH_OVER, Speaker
from .table import attributes, draw
from .telling import log, refusal_text, replay
from .text import Texts

LONG = 3
"""What is laid open after a trick is held so many times as long as a trick."""


class Stage(Protocol):
    """What a session needs of the page."""

    def draw(self, scene: Mapping[str, Any]) -> None:
        """Draws regions."""

    def say(self, line: str) -> None:
        """Tells screen readers a line."""

    async def pause(self, milliseconds: int) -> None:
        """Waits; a click may end the wait."""


def tricks_in(deal: Deal) -> int:
    """Counts the finished tricks of a deal; none in a game without tricks."""
    return len(deal.winners) if isinstance(deal, TrickDeal) else 0


def laid_open(deal: Deal) -> set[Card]:
    """Lists all cards that lie face up though they are no play."""
    return {card for cards in deal.exposed() for card in cards}


class Session(Speaker):
    """One match being played on the page."""

    def __init__(
        self,
        record: Record,
        texts: Texts,
        settings: Settings,
        stage: Stage,
        bots: Bots,
        save: Callable[[Record], Awaitable[None]],
    ) -> None:
        super().__init__(record, texts, settings, stage.say)
        self._stage = stage
        self._bots = bots
        self._save = save
        self._layout = LAYOUTS.get(self.match.game.name, Layout())
        self._person = Person()
        self._held = False
        self._reason = ""
        self._against = ""
        self._wish: asyncio.Future[None] | None = None
        self._is_turned = False
        self._shown: list[Event] = []
        ending = {CALLED} if self._layout.keeps_calls else set()
        self._bubbles = Bubbles(lambda event: self._own(f"bubble.{event.code}"), lambda event: event.code in ending)
        for events, view in replay(self.match, YOU):
            self._bubbles.saw(events, view.deal.phase)
        self._bubbles.settle()

    @property
    def _deal(self) -> Deal:
        if self.match.deal is None:
            raise RuntimeError("nothing has been dealt yet")
        return self.match.deal

    @property
    def is_playing(self) -> bool:
        """Whether a deal is in progress."""
        return self.match.deal is not None and bool(self.match.deal.phase)

    # ------------------------------------------------------------------ the course of a match

    async def run(self) -> None:
        """Plays the match to its end, from wherever it stands."""
        match = self.match
        if match.deal is None:
            await self._next_deal()
        while True:
            while self._deal.phase:
                await self._ply()
            self._tell()
            self.show_result()
            self._wish = asyncio.get_running_loop().create_future()
            await self._wish  # the person asks for the next deal
            await self._next_deal()

    async def _next_deal(self) -> None:
        self.match.next_deal()
        self._is_turned = False
        self._bubbles.hush()
        self._voice.add(self.match.view(YOU).deal.opening())
        await self._save(self.record)
        self.draw()

    async def _ply(self) -> None:
        """Asks whoever is to act, and makes the move."""
        deal = self._deal
        if YOU in deal.waiting():
            asking = asyncio.ensure_future(self._person.choose())
            await asyncio.sleep(0)  # lets the question be put before it is drawn
            try:
                self.draw()
                self._tell(partial(self._asked, self.scene()))
                moves = await asking
            finally:
                asking.cancel()
        else:
            self.draw()
            moves = [await self._ask_bot()]
        for move in moves:
            await self._make(move)
        self._tell_soon()

    async def _ask_bot(self) -> Move:
        deal, match = self._deal, self.match
        seat = deal.turn
        seeds = match.seeds
        if seeds is None:
            raise RuntimeError("a match at the table has seeds")
        wait = self._settings.pace.bot if deal.phase != Phase.PASS else 0
        choice = self._bots.choose(
            match.game,
            match.view(seat),
            self.record.players[seat].level,
            seeds.of_bot(match.index, match.ply + 1, seat),
        )
        move, _ = await asyncio.gather(choice, self._stage.pause(wait))
        return move

    async def _make(self, move: Move) -> None:
        """Makes a move: first in the match, then in the store, then on the screen."""
        match = self.match
        before = match.view(YOU)
        seen = self._deal.seen_move(move, YOU)
        match.push(move)
        self._reason = self._against = ""
        after = match.view(YOU)
        events = narrate(before, seen, after)
        self._bubbles.saw(events, after.deal.phase)
        self._shown = [event for event in events if self._own(f"note.{event.code}")]
        await self._save(self.record)
        self._voice.add(events + [Event(MATCH_OVER)] * match.is_over)
        if tricks_in(after.deal) > tricks_in(before.deal):
            self._tell_soon()
            await self._collect()
            if self._shown or laid_open(after.deal) - laid_open(before.deal):
                await self._stage.pause(LONG * self._settings.pace.hold)

    async def _collect(self) -> None:
        """Holds the finished trick for all to see, then lets its winner take it."""
        pace = self._settings.pace
        self._held = True
        self.draw()
        await self._stage.pause(pace.hold)
        self._held = False
        self._bubbles.hush()
        deal = self._deal
        self.draw(collected_by=deal.winners[-1] if isinstance(deal, TrickDeal) else None)
        await self._stage.pause(pace.collect)

    # ------------------------------------------------------------------ what a person does

    def move(self, name: str) -> bool:
        """Plays the move of that name, or says why not; tells whether you were asked for a move at all."""
        if not self._person.is_asked:
            return False
        try:
            move = self._deal.parse_move(name)
        except InvalidMoveError:
            return True
        if refusal := self.match.view(YOU).deal.refusal(move):
            self._against = refusal.cell
            self._refuse(lambda: refusal_text(refusal, self._deal, self.texts, self.match.game.name))
        else:
            self._person.answer([move])
        return True

    def _refuse(self, reason: Callable[[], str]) -> None:
        """Shows and tells why what was just tried is refused."""
        self._reason = reason()
        self._voice.answer(reason)
        self.draw()

    def select(self, name: str) -> None:
        """Selects a card for a sealed pass, or one that lies open to be laid on your board; or unselects it."""
        deal = self._deal
        if self._layout.board:
            self._pick(name)
            return
        try:
            move = deal.parse_move(name)
        except InvalidMoveError:
            return
        if self._person.is_asked and deal.phase == Phase.PASS and move in self.match.view(YOU).legal_moves():
            self._person.toggle(move, self.scene().needed)
            self._reason = ""
            self.draw()

    def _pick(self, name: str) -> None:
        """Selects the card of that name which lies open, instead of any other; once more unselects it."""
        scene = self.scene()
        cards = scene.shelf.get(name, [])
        if not self._person.is_asked or not cards:
            return
        self._reason = self._against = ""
        if why_not_lifted(scene, cards[0]):
            self._refuse(lambda: why_not_lifted(self.scene(), cards[0]))
            return
        self._person.selection = [] if scene.picked == cards[0] else [cards[0]]
        self._voice.answer(partial(self._asked, self.scene()))
        self.draw()

    def confirm(self) -> None:
        """Passes the cards selected, once there are enough."""
        if self._person.is_asked and self._deal.phase == Phase.PASS:
            if len(self._person.selection) == self.scene().needed:
                self._person.answer(self._person.selection[:])
            else:
                needed = self.scene().needed
                self._refuse(lambda: self.texts.count("refusal.select", needed))

    def turn_score(self) -> None:
        """Shows the other score: the match's, or the deal's."""
        self._is_turned = not self._is_turned
        self.redraw()

    def next_deal(self) -> bool:
        """Asks for the next deal; tells whether that is possible: this one is over and the match is not."""
        if self._wish is None or self._wish.done() or self.match.is_over:
            return False
        self._wish.set_result(None)
        return True

    # ------------------------------------------------------------------ what is shown

    def scene(self) -> Scene:
        """Gets what the table shows now."""
        return Scene(
            game=self.match.game,
            layout=self._layout,
            view=self.match.view(YOU),
            texts=self.texts,
            names=self.names(),
            settings=self._settings,
            deal=self.match.number,
            match_over=self.match.is_over,
            asked=self._person.is_asked,
            held=self._held,
            selection=list(self._person.selection),
            reason=self._reason,
            against=self._against,
            dealt_by=self.match.deals[-1].dealer,
            said=self._bubbles.said,
            note=" ".join(self.texts.own(self.match.game.name, f"note.{event.code}") for event in self._shown),
            is_turned=self._is_turned,
        )

    def draw(self, collected_by: int | None = None) -> None:
        """Draws the table."""
        scene, pace = self.scene(), self._settings.pace
        self._stage.draw(
            {
                "regions": draw(scene),
                "data": attributes(scene) | {"ply": str(self.match.ply)},
                "flight": pace.play,
                "collect": None
                if collected_by is None
                else {"to": f"[data-seat='{collected_by}']", "time": pace.collect},
                "sheet": None,
            }
        )

    def redraw(self) -> None:
        """Draws everything again, in another language or deck."""
        self.draw()
        if not self._deal.phase:
            self.show_result()

    def show_result(self) -> None:
        """Shows the deal's sheet, or the match's."""
        self.draw()
        told = groupby(self._words().lines(self._deal.remarks()), key=lambda line: line[0])
        remarks = ["\n".join(line for _, line in lines) for _, lines in told]
        boards = boards_row(self.scene())
        self._stage.draw({"sheet": deal_sheet(self.match, self.names(), self.texts, remarks, boards)})

    def sheet(self, name: str, value: str = "") -> str:
        """Gets a sheet that looks at the deal: ``last-trick played log odds scores``, or ``hand`` (of a seat)."""
        if name == "odds":
            return odds_sheet(self.scene())
        if name == "hand":
            seat = int(value) if value.isdecimal() else YOU
            return hand_sheet(self.scene(), seat if seat < self._deal.seats else YOU)
        if name == "last-trick":
            return last_trick_sheet(self.scene())
        if name == "scores":
            return scores_sheet(self.match, self.names(), self.texts)
        if name == "played":
            return played_sheet(self.scene())
        return log_sheet(log(self.match, self._words(), self._notes), self.texts, self.match.game.name)
