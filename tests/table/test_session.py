"""A session on a stage that only listens: the course of a match without a browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import pytest

from table.players import Bots
from table.session import Session
from table.settings import Settings
from table.text import Texts
from tapisvert.cards import CARD_NAMES
from tapisvert.games import GAMES
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record, loads
from tests.table.fakes import LocalWorker, run
from tools.catalogues import compile_catalogues

HEARTS = GAMES["hearts"]
YOU = 0


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


class Stage:
    """Keeps what is drawn, and presses what a person would."""

    def __init__(self) -> None:
        self.regions: dict[str, str] = {}
        self.data: dict[str, str] = {}
        self.sheet = ""
        self.said: list[str] = []
        self.drawn: list[str] = []

    def draw(self, scene: Mapping[str, Any]) -> None:
        self.regions.update(scene.get("regions", {}))
        self.data = dict(scene.get("data", self.data))
        self.sheet = scene["sheet"] or "" if "sheet" in scene else self.sheet
        self.drawn.append("".join(self.regions.values()) + self.sheet)

    def say(self, line: str) -> None:
        self.said.append(line)

    async def pause(self, milliseconds: int) -> None:
        await asyncio.sleep(0)


class BrokenWorker(LocalWorker):
    """Answers nonsense."""

    def __init__(self, answer: str) -> None:
        self.answer = answer

    async def choose(self, request: str) -> str:
        if self.answer == "raise":
            raise RuntimeError("the worker died")
        return self.answer


def new_record() -> Record:
    match = Match(HEARTS, HEARTS.read_options({"length": "quick"}), Seeds("table", "bots"))
    bots = [Player("bot", name, "easy", 1) for name in ("Nora", "Ali", "Tom")]
    return Record("id", match, [Player("human", "<b>Éloïse"), *bots])


class Game:
    """A session being played by a person who takes the first legal choice."""

    def __init__(self, record: Record, answer: str = "", speed: str = "instant") -> None:
        self.stage = Stage()
        self.saves: list[str] = []
        self.troubles = 0

        async def start(name: str) -> LocalWorker:
            return BrokenWorker(answer) if answer else LocalWorker()

        def on_trouble() -> None:
            self.troubles += 1
            self.session.note("bots_restarted")

        async def save(record: Record) -> None:
            self.saves.append(record.dumps())

        bots = Bots(start, "test", has_deadline=False, on_trouble=on_trouble)
        settings = Settings(speed=speed)
        self.session = Session(record, Texts("en"), settings, self.stage, bots, save)

    def moves(self) -> list[str]:
        """Lists the moves that the hand offers."""
        return [
            name
            for name, rest in re.findall(r'data-move="(\w+)"([^>]*)>', self.stage.regions["hand"])
            if "aria-disabled" not in rest
        ]

    def act(self) -> None:
        """Does one thing that a person would."""
        if self.stage.data["phase"] == "pass":
            needed = self.session.scene().needed
            for name in re.findall(r'data-action="select (\w+)"', self.stage.regions["hand"])[:needed]:
                self.session.select(name)
            self.session.confirm()
        elif self.stage.data["phase"] == "play":
            self.session.move(self.moves()[0])
        elif self.stage.data["phase"] == "deal-over":
            self.session.next_deal()

    async def play(self, steps: int = 10_000) -> None:
        """Plays until the match is over, or for some steps."""
        running = asyncio.ensure_future(self.session.run())
        for _ in range(steps):
            while not running.done() and not self._is_mine():
                await asyncio.sleep(0)
            if running.done() or self.stage.data["phase"] == "match-over":
                break
            self.act()
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        if not running.cancelled() and running.exception():
            raise running.exception()  # type: ignore[misc]

    def _is_mine(self) -> bool:
        data = self.stage.data
        if not data:
            return False
        if data["phase"] in ("deal-over", "match-over"):
            return bool(self.stage.sheet)
        return self.session.scene().asked


def test_whole_match() -> None:
    """A match is played to its end, saved after every ply, and its last save replays to the same scores."""
    game = Game(new_record())
    run(game.play())
    match = game.session.match
    assert match.is_over
    plies = sum(len(dealt.moves) for dealt in match.deals)
    assert plies + match.index == len(game.saves)
    assert match.scores == loads(game.saves[-1]).match.scores
    assert 0 == game.troubles


def test_resumes_from_any_save() -> None:
    """From any save, a match goes on to the very end it would have had."""
    game = Game(new_record())
    run(game.play())
    for save in game.saves[:: len(game.saves) // 7]:
        again = Game(loads(save))
        run(again.play())
        assert game.session.match.scores == again.session.match.scores


def test_only_visible_cards_are_drawn() -> None:
    """No card that you may not see is ever drawn or said."""
    game = Game(new_record())

    seen: list[set[str]] = []
    draw = game.stage.draw

    def watch(scene: Mapping[str, Any]) -> None:
        draw(scene)
        deal = game.session.match.view(YOU).deal
        visible = {CARD_NAMES[c] for _, pile in deal.places(deal.public + deal.private) for c in pile if c >= 0}
        seen.append(set(re.findall(r'data-key="(\w+)"', game.stage.drawn[-1])) - visible)

    game.stage.draw = watch  # type: ignore[method-assign]
    run(game.play(60))
    assert set() == set().union(*seen)


def test_refused_card_is_told_and_changes_nothing() -> None:
    """A refused card says why, in words, and the match stays as it is."""
    game = Game(new_record())

    async def scenario() -> None:
        running = asyncio.ensure_future(game.session.run())
        while not game._is_mine():
            await asyncio.sleep(0)
        game.act()
        while game.stage.data["phase"] != "play" or not game._is_mine():
            await asyncio.sleep(0)
        before = game.session.record.dumps()
        legal = set(game.moves())
        refused = [name for name in re.findall(r'data-move="(\w+)"', game.stage.regions["hand"]) if name not in legal]
        assert refused
        assert game.session.move(refused[0])
        assert 'class="refused"' in game.stage.regions["prompt"]
        assert before == game.session.record.dumps()
        assert game.session.move("ZZ"), "what is no move at all changes nothing either"
        assert before == game.session.record.dumps()
        running.cancel()

    run(scenario())


def test_pass_broken_off_asks_for_the_rest() -> None:
    """Each card passed is saved by itself: whoever comes back in the midst is asked for what is missing."""
    record = new_record()
    record.match.next_deal()
    for move in record.match.deal.legal_moves()[:2]:
        record.match.push(move)
    game = Game(record)

    async def scenario() -> None:
        running = asyncio.ensure_future(game.session.run())
        while not game._is_mine():
            await asyncio.sleep(0)
        assert "three" not in game.stage.regions["prompt"]
        game.session.confirm()
        assert "Choose exactly one card." in game.stage.regions["prompt"]
        running.cancel()

    run(scenario())


@pytest.mark.parametrize(
    "answer", ["raise", "", "{", '{"id": "1", "move": "2C"}', '{"id": "0"}', "[]", '{"id":"1","error":"x"}']
)
def test_bad_worker_is_replaced(answer: str) -> None:
    """A worker that throws or answers nonsense costs nothing: the page plays a legal move."""
    game = Game(new_record(), answer=answer or "null")
    run(game.play(20))
    assert game.troubles > 0
    assert game.session.match.ply > 0


def test_names_are_text() -> None:
    """A name from a record is shown literally, never as markup."""
    record = new_record()
    record.players = [record.players[0], Player("bot", "<b>x</b>", "easy", 1), *record.players[2:]]
    game = Game(record)
    run(game.play(3))
    assert "<b>x" not in game.stage.drawn[-1]
    assert "&lt;b&gt;x" in game.stage.drawn[-1]


def test_resumes_in_the_middle_of_a_pass() -> None:
    """A save made between two cards of your own pass asks for the cards still missing, and no more."""
    record = new_record()
    record.match.next_deal()
    record.match.push(sorted(record.match.view(YOU).legal_moves())[0])
    game = Game(loads(record.dumps()))
    run(game.play(3))
    assert "play" == game.stage.data["phase"]
