"""What a session at the table tells: what happened, what is awaited, and what is asked for; by whoever plays it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tapisvert.game import Event
from tapisvert.record import Record
from tapisvert.tricks import TrickDeal

from .history import played_line
from .prompts import asked_for
from .scene import YOU, Scene
from .score import status_line
from .settings import Settings
from .sheets import match_heading
from .telling import Note, Words
from .text import Texts
from .voice import Line, Voice

MATCH_OVER = "match_over"
"""The code of what this module alone tells: who has won."""


class Speaker(ABC):
    """Tells of a match in progress, in the language of the moment."""

    def __init__(self, record: Record, texts: Texts, settings: Settings, say: Callable[[str], None]) -> None:
        """Has nothing to tell yet; *say* tells screen readers a line."""
        self.record = record
        self.match = record.match
        self.texts = texts
        self._settings = settings
        self._voice = Voice(say, self._line)
        self._notes: list[Note] = []

    @abstractmethod
    def scene(self) -> Scene:
        """Gets what the table shows now."""

    def names(self) -> list[str]:
        """Lists the players' names by seat; yours is the language's word for you."""
        return [self.texts("you") if seat == YOU else p.name for seat, p in enumerate(self.record.players)]

    def _own(self, key: str) -> bool:
        """Tells whether the catalogue has a text, in the game's own words or the house's."""
        return self.texts.has(f"{self.match.game.name}.{key}") or self.texts.has(key)

    def _words(self) -> Words:
        """Gets what events are put in words with now."""
        return Words(self.texts, self.match.game.name, self.names(), self.match.scores, YOU, self._sides())

    def _sides(self) -> list[int]:
        return self.match.game.sides(self.match.options)

    def _line(self, events: list[Event]) -> str:
        """Puts events of one kind in the words of now, in one line."""
        if events and events[0].code == MATCH_OVER:
            return match_heading(self.match, self.names(), self.texts)
        return " ".join(line for _, line in self._words().lines(events))

    def _tell_soon(self) -> None:
        """Tells what happened, but where nothing takes time: there all is told when you are asked again."""
        if self._settings.speed != "instant":
            self._tell()

    def _tell(self, *more: Line) -> None:
        """Tells what happened, and then *more*."""
        self._voice.tell(*more, in_one=self._settings.speed == "instant")

    def _asked(self, scene: Scene) -> str:
        """Puts what was awaited in a scene in the words of now."""
        return asked_for(replace(scene, texts=self.texts, names=self.names()), with_sign=False)

    def repeat(self) -> None:
        """Tells the last update once more."""
        self._voice.repeat()

    def tell_status(self) -> None:
        """Tells the trick in progress and what is awaited."""
        scene = self.scene()
        deal = scene.view.deal
        laid = deal.trick if isinstance(deal, TrickDeal) else []
        first = deal.leader if isinstance(deal, TrickDeal) else 0
        events = [Event("played", seat=(first + at) % deal.seats, cards=(card,)) for at, card in enumerate(laid)]
        self._voice.answer(partial(self._stands, scene), partial(self._line, events), partial(self._asked, scene))

    def _stands(self, scene: Scene) -> str:
        """Tells the contract and how it stands, and what lies open at the seats."""
        return status_line(replace(scene, texts=self.texts, names=self.names()))

    def tell_played(self) -> None:
        """Tells the cards played so far in this deal."""
        scene = self.scene()
        self._voice.answer(lambda: played_line(replace(scene, texts=self.texts)))

    def note(self, code: str) -> None:
        """Notes in the log, and tells, something that befell the page."""
        event = Event(code)
        self._notes.append(Note(self.match.index, self.match.ply, event))
        self._voice.add([event])
        self._tell_soon()
