"""What is told, and what looks back: each thing once, in order, in the language of the moment, and nothing hidden."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Mapping
from typing import Any

import pytest

from table.history import log_sheet, played, played_line, played_sheet
from table.keys import KEYS, MOVING, help_sheet, shortcuts
from table.layouts import Layout
from table.scene import Scene
from table.settings import Settings
from table.telling import Note, Words, log, retell
from table.text import LANGUAGES, SUIT_SIGNS, Texts
from table.voice import Voice
from tapisvert.cards import CARD_NAMES
from tapisvert.game import Event
from tapisvert.match import Match
from tapisvert.narration import narrate
from tapisvert.record import loads
from tapisvert.tricks import TrickDeal
from tests.helpers import Setting, plies
from tests.table.fakes import Host, Tab, run
from tests.table.test_session import YOU, Game, new_record
from tools.catalogues import compile_catalogues

NAMES = ["You", "Nora", "Ali", "Tom"]
DEAL = 15
"""What a person does in a deal of Hearts: a pass, 13 cards, and asking for the next deal."""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


def words(match: Match, language: str = "en") -> Words:
    return Words(Texts(language), match.game.name, NAMES, match.scores, YOU)


def log_of(match: Match, language: str = "en", notes: list[Note] | None = None) -> list[str]:
    return [line for _, line in log(match, words(match, language), notes or [])]


def played_deal(speed: str) -> Game:
    """Plays one deal until its result is shown."""
    game = Game(new_record(), speed=speed)
    act = game.act

    def act_or_stop() -> None:
        if game.stage.data["phase"] != "deal-over":
            act()

    game.act = act_or_stop  # type: ignore[method-assign]
    run(game.play(DEAL))
    return game


# ---------------------------------------------------------------------- live lines


def test_each_event_is_told_once_and_in_order() -> None:
    """Where time passes, each event is one update, and each turn of yours one more; the points of all are one."""
    game = played_deal("quick")
    match = game.session.match
    events = [event for happened in retell(match, YOU) for event in happened]
    told = [line for line in game.stage.said if not line.startswith(("Your ", "Choose "))]
    scores = "".join(line for code, line in words(match).lines(events) if code == "scored")
    alone = [line for code, line in words(match).lines(events) if code != "scored"]
    assert (alone, scores) == (told[:-1], told[-1].replace(". ", "."))
    turns = [line for line in game.stage.said if line.startswith("Your ")]
    assert (13, 1) == (len(turns), sum(line.startswith("Choose ") for line in game.stage.said))
    text = " ".join(told)
    assert 13 == len(re.findall(r"takes? the trick", text))
    assert 52 == len(re.findall(r"(?:Nora|Ali|Tom|You play): [\w ]+ of \w+\.", text))
    assert 1 == len(re.findall(r"You pass to Nora: [^.]+, [^.]+, [^.]+\.", text))
    assert 1 == len(re.findall(r"You receive from Tom: [^.]+, [^.]+, [^.]+\.", text))
    assert 4 == text.count(", score ")
    assert told[-1].count(", score ") == 4


def test_no_flood_where_no_time_passes() -> None:
    """At once, all between two turns of yours is one update; the end of the deal, with its scores, is one more."""
    game = played_deal("instant")
    assert DEAL == len(game.stage.said)
    assert all("Your " in line or "Choose " in line for line in game.stage.said[:-1])
    assert 4 == game.stage.said[-1].count(", score ")
    slow = played_deal("quick")
    assert " ".join(slow.stage.said) == " ".join(game.stage.said), "the same is told at every speed"


def test_winner_is_told_once() -> None:
    """The end of a match tells who has won, once."""
    game = Game(new_record())
    run(game.play())
    assert 1 == sum("win" in line and "winning" not in line for line in game.stage.said)


def test_resumed_deal_tells_the_turn_alone() -> None:
    """What happened before a reload is not told again."""
    game = Game(new_record())
    run(game.play(5))
    again = Game(loads(game.session.record.dumps()))
    run(again.play(0))

    async def until_asked() -> None:
        running = asyncio.ensure_future(again.session.run())
        while not again._is_mine():
            await asyncio.sleep(0)
        running.cancel()

    run(until_asked())
    assert 1 == len(again.stage.said)
    assert again.stage.said[0].startswith("Your ")


def test_repeats_in_the_language_of_the_moment() -> None:
    """The last update is told again, in the language read now."""
    game = Game(new_record())
    run(game.play(2))
    count = len(game.stage.said)
    game.session.repeat()
    assert [game.stage.said[-1]] * 2 == game.stage.said[count - 1 :]
    game.session.texts = Texts("fr")
    game.session.repeat()
    assert re.search(r"À vous", game.stage.said[-1])
    assert not re.search(r"\b(of|Your|You)\b", game.stage.said[-1])


def test_voice_has_nothing_to_say() -> None:
    """Nothing told, nothing repeated; what has no text is passed over."""
    said: list[str] = []
    voice = Voice(said.append, lambda events: "+".join(event.move for event in events))
    voice.repeat()
    voice.add([Event("x", move="1"), Event("x", move="2"), Event("y"), Event("x", move="3")])
    voice.tell(str, lambda: "a", in_one=False)
    assert ["1+2", "3", "a"] == said
    voice.tell(str, in_one=True)
    voice.answer(str)
    voice.repeat()
    assert ["1+2", "3", "a", "a"] == said


def test_status_and_refusals_are_told() -> None:
    """The trick in progress and the turn can be asked for; too few cards for a pass are refused aloud."""
    game = Game(new_record())

    async def scenario() -> None:
        running = asyncio.ensure_future(game.session.run())
        while not game._is_mine():
            await asyncio.sleep(0)
        game.session.confirm()
        assert "Choose exactly 3 cards." == game.stage.said[-1]
        game.act()
        while game.stage.data["phase"] != "play" or not game._is_mine():
            await asyncio.sleep(0)
        game.session.tell_status()
        deal = game.session.match.view(YOU).deal
        assert isinstance(deal, TrickDeal)
        for card in deal.trick:
            assert Texts("en").card(card) in game.stage.said[-1]
        assert "Your " in game.stage.said[-1]
        running.cancel()

    run(scenario())


# ---------------------------------------------------------------------- the log


def test_log_survives_a_reload_and_follows_the_language() -> None:
    """A log is derived from the save: the same after a reload, and all of it changes with the language."""
    game = Game(new_record())
    run(game.play(8))
    english = log_of(game.session.match)
    assert english
    assert english == log_of(loads(game.session.record.dumps()).match)
    french = log_of(game.session.match, "fr")
    assert len(english) == len(french)
    assert not set(english) & set(french)
    assert "Vous passez à Nora\N{NO-BREAK SPACE}: " in french[0]
    assert "dame de" not in " ".join(french), "ranks are written as on a card"


def test_log_shows_nothing_hidden() -> None:
    """The log names no card but those played, and what you passed and received."""
    game = Game(new_record())
    run(game.play(6))
    match = game.session.match
    deal = match.view(YOU).deal
    assert isinstance(deal, TrickDeal)
    t = Texts("en")
    seen = [*deal.plays, *deal.trick, *match.deals[-1].moves[:3], *getattr(deal, "received")[YOU]]  # noqa: B009
    named = set(re.findall(r"(?:\d+|Ace|King|Queen|Jack) of \w+", " ".join(log_of(match))))
    assert named <= {t.card(card) for card in seen}


def test_log_is_what_happened_in_every_game(setting: Setting) -> None:
    """In every game the replayed log is, event for event, what each seat saw as it happened."""
    match = setting.match("log")
    seat = setting.seats[-1]
    told: list[list[Event]] = []
    before = None
    for ply, (deal, move) in enumerate(plies(match, random.Random(1), 1)):
        if before is not None:
            told.append(narrate(before[0], before[1], match.view(seat)))
        before = None if move is None else (match.view(seat), deal.seen_move(move, seat))
        if ply > 150:
            break
    made = list(retell(match, seat))
    assert told == made[: len(told)]


def test_notes_stand_where_they_happened() -> None:
    """A worker that was replaced is noted once, between what happened before and after it."""
    game = Game(new_record(), answer="raise")
    run(game.play(6))
    assert game.troubles
    match, note = game.session.match, "The bots had to be restarted; meanwhile they play at the Easy level."
    plain = log_of(match)
    ply = match.ply - 3
    at = len(log_of_first(match, ply))
    noted = log_of(match, notes=[Note(1, ply, Event("bots_restarted")), Note(2, 0, Event("bots_restarted"))])
    assert [*plain[:at], note, *plain[at:]] == noted
    assert game.troubles == game.session.sheet("log").count(note)
    assert game.troubles == " ".join(game.stage.said).count(note)


def log_of_first(match: Match, count: int) -> list[str]:
    """Gets the log of the first moves of a deal."""
    events = [event for happened in list(retell(match, YOU))[:count] for event in happened]
    return [line for _, line in words(match).lines(events)]


def test_names_in_the_log_are_text() -> None:
    """A name in the log is shown literally, never as markup."""
    sheet = log_sheet([("played", "Éloïse <b>♥: 2 of clubs.")], Texts("en"), "hearts")
    assert "Éloïse &lt;b&gt;♥" in sheet


# ---------------------------------------------------------------------- the cards played


def scene_of(match: Match) -> Scene:
    return Scene(match.game, Layout(), match.view(YOU), Texts("en"), NAMES, Settings())


def test_cards_played_are_all_and_in_order(setting: Setting) -> None:
    """In every game with tricks and suits: all cards played, by suit, the highest first; others have none."""
    match = setting.match("played")
    for ply, _ in enumerate(plies(match, random.Random(2), 1)):
        if ply % 7 or ply > 150:
            continue
        scene = scene_of(match)
        deal = scene.view.deal
        if not isinstance(deal, TrickDeal):
            assert {} == played(scene)
            assert "no tricks" in played_sheet(scene)
            continue
        found = played(scene)
        assert sorted(deal.plays + deal.trick) == sorted(card for cards in found.values() for card in cards)
        for cards in found.values():
            powers = [deal.power(deal.suit[card])[card] for card in cards]
            assert sorted(powers, reverse=True) == powers
        if deal.card_names is CARD_NAMES:  # the others have a face of their own
            shown = re.findall(r"<b>([^<]+)</b>", played_sheet(scene))
            assert len(deal.plays + deal.trick) == len(shown)


def test_cards_played_in_words() -> None:
    """The cards played have a spoken form, suit by suit, and an empty one."""
    match = new_record().match
    match.next_deal()
    assert "No card has been played in this deal yet." == played_line(scene_of(match))
    for _ in plies(match, random.Random(3), 1):
        pass
    line = played_line(scene_of(match))
    ranks = "Ace, King, Queen, Jack, 10, 9, 8, 7, 6, 5, 4, 3, 2"
    assert " ".join(f"{suit}: {ranks}." for suit in ("Clubs", "Diamonds", "Spades", "Hearts")) == line


# ---------------------------------------------------------------------- keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_key_does_one_thing(language: str) -> None:
    """Each action has a character of its own and a row in the help; switched off, none acts and none is shown."""
    t = Texts(language)
    keys = shortcuts(Settings(), t)
    assert sorted(KEYS) == sorted(keys.values())
    assert all(len(key) == 1 and key == key.lower() for key in keys)
    assert "help" == keys["?"]
    shown = help_sheet(Settings(), t, "hearts")
    for key, action in keys.items():
        assert action == "help" or (f'data-action="{action}"' in shown and f"<kbd>{key.upper()}</kbd>" in shown)
    assert all(t.has(f"help.{name}") and t.has(f"help.{name}.key") for name in MOVING)
    off = Settings(keys="off")
    assert {} == shortcuts(off, t)
    assert "<kbd>R</kbd>" not in help_sheet(off, t, "hearts")
    assert Settings.read(off.to_json()) == off


def test_suit_signs_are_text() -> None:
    """A suit's sign always carries the selector that keeps it a text sign."""
    assert all(sign.endswith("\ufe0e") for sign in SUIT_SIGNS.values())
    game = Game(new_record())
    run(game.play(8))
    shown = "".join(game.stage.drawn) + game.session.sheet("played") + game.session.sheet("last-trick")
    assert re.search("[♣♦♥♠]", shown)
    assert not re.search("[♣♦♥♠](?!\ufe0e)", shown)
    assert "\ufe0f" not in shown


class ShellTab(Tab):
    """A tab that keeps the texts of the shell as well."""

    shell: Mapping[str, Any]

    def draw(self, scene: Mapping[str, Any]) -> None:
        super().draw(scene)
        self.shell = scene.get("shell") or self.shell


def test_sheets_of_the_page() -> None:
    """A sheet opens over whatever is shown, its key closes it again, and keys switched off stay off."""

    async def scenario() -> None:
        host = Host()
        tab = ShellTab(host)
        await tab.open()

        async def press(action: str) -> str:
            tab.send({"action": action})
            await tab.settle()
            return tab.sheet

        assert "" == await press("log"), "there is no log at home"
        assert "Help and shortcuts" in await press("help")
        assert "" == await press("help")
        assert "Settings" in await press("settings")
        assert "Help and shortcuts" in await press("help"), "one sheet leads to another"
        assert set(KEYS) == set(tab.shell["keys"].values())
        assert "Help and shortcuts" in await press("set keys off")
        assert {} == tab.shell["keys"]
        await press("close")
        assert "<textarea" in await press("open-sheet")
        assert "<textarea" in await press("log"), "a key never loses what was pasted"
        await press("close")
        await press("new-match")
        await tab.until(lambda: tab.is_mine)
        assert "Hearts · Tapis Vert" == tab.shell["page"]
        for action, text in (("log", "Nothing has happened"), ("played", "No card"), ("last-trick", "No trick")):
            assert text in await press(action)
            assert "" == await press("close")
        assert 1 == tab.said.count("No card has been played in this deal yet.")
        again = await ShellTab(host).open()
        assert {} == getattr(again, "shell")["keys"], "settings are kept"  # noqa: B009

    run(scenario())
