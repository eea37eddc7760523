"""Both languages say everything, alike."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from babel.messages import pofile

from table.layouts import TABLES
from table.settings import VALUES
from table.text import LANGUAGES, Texts
from tapisvert.bots import OFFERED
from tapisvert.cards import PACK_52
from tapisvert.game import option_text
from tapisvert.games import GAMES
from tools.catalogues import LOCALE, compile_catalogues

ROOT = Path(__file__).resolve().parents[2]
FIELD = re.compile(r"\{(\w+)\}")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


def catalogue(language: str) -> dict[str, tuple[str, ...]]:
    """Reads a language's texts by key."""
    with (LOCALE / language / "LC_MESSAGES" / "tapisvert.po").open("rb") as file:
        read = pofile.read_po(file)
    return {
        (m.id[0] if isinstance(m.id, tuple) else m.id): (m.string if isinstance(m.string, tuple) else (m.string,))
        for m in read
        if m.id
    }


def test_languages_have_the_same_keys() -> None:
    """Nothing is said in one language only."""
    assert catalogue("fr").keys() == catalogue("en").keys()


def test_texts_take_the_same_values() -> None:
    """A text's values are the same in both languages, and none is empty."""
    french, english = catalogue("fr"), catalogue("en")
    for key, texts in french.items():
        assert all([*texts, *english[key]]), key
        assert {f for t in texts for f in FIELD.findall(t)} == {f for t in english[key] for f in FIELD.findall(t)}, key


def test_french_signs_never_begin_a_line() -> None:
    """French sets a space before « : ; ! ? » and inside its quotation marks, and a line never breaks there."""
    for key, texts in catalogue("fr").items():
        assert not [text for text in texts if re.search(" [:;!?»]|« ", text)], key


def codes(pattern: str) -> Iterator[str]:
    """Finds the codes that the engine's source gives names to, but for games that have no table yet."""
    engine = ROOT / "py/tapisvert"
    without = [engine / "games" / name for name in GAMES if name not in TABLES]
    for path in engine.rglob("*.py"):
        if not any(path.is_relative_to(folder) for folder in without):
            yield from re.findall(pattern, path.read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_the_engine_says_has_a_text(language: str) -> None:
    """Each refusal, event, option, level, setting and card has words in each language."""
    t, yours = Texts(language), ("passed", "received", "bet_made")  # of others it is not told
    wanted = {f"refusal.{code}" for code in codes(r'Refusal\(\s*"(\w+)"')} - {
        "refusal.match_over", "refusal.deal_not_over", "refusal.wrong_dealer", "refusal.wrong_pack",
    }  # fmt: skip
    wanted |= {f"event.{code}" for code in codes(r'Event\(\s*"(\w+)"') if code not in yours}
    wanted |= {f"event.{code}.you" for code in yours}
    asked = {f"prompt.{code}" for code in codes(r'Ask\(\s*"(\w+)"')}
    wanted |= {f"level.{level}" for level in OFFERED}
    wanted |= {f"setting.{name}" for name in VALUES} | {f"setting.{n}.{v}" for n, vs in VALUES.items() for v in vs}
    for game in TABLES.values():
        wanted |= {f"game.{game.name}", f"game.{game.name}.tagline"}
        for spec in fields(game.options):
            wanted |= {f"option.{game.name}.{spec.name}"}
            wanted |= {f"option.{game.name}.{spec.name}.{option_text(v)}" for v in spec.metadata["values"]}
    said = {key for key in asked | wanted if any(t.has(f"{game}.{key}") for game in TABLES)}
    assert [] == sorted(key for key in (asked | wanted) - said if not t.has(key))
    assert len({t.card(card) for card in PACK_52}) == len(PACK_52)


def test_french_zero_is_singular() -> None:
    """French says « 0 point », English "0 points"."""
    assert ("0 point", "1 point", "2 points") == tuple(Texts("fr").count("points", n) for n in (0, 1, 2))
    assert ("0 points", "1 point", "2 points") == tuple(Texts("en").count("points", n) for n in (0, 1, 2))


def test_card_corners_follow_the_language() -> None:
    """King, queen and jack are R, D, V in French."""
    assert list("RDV") == [Texts("fr").corner(card) for card in (50, 49, 48)]
    assert list("KQJ") == [Texts("en").corner(card) for card in (50, 49, 48)]


def test_shared_modules_name_no_game() -> None:
    """Only the layouts know which game is which: no other module of the page has a game's name among its texts."""
    named = []
    for path in (ROOT / "py/table").glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in told]
        named += [(path.name, text) for text in texts for game in GAMES if isinstance(text, str) and game in text]
    assert [] == [each for each in named if each[0] != "layouts.py"]


@pytest.mark.parametrize(
    ("name", "french", "english"),
    [
        ("pass", "Je passe", "I pass"),
        ("QS", "Dame de pique", "Queen of spades"),
        ("announce tierce AC", "Tierce à l’As de trèfle", "Tierce, Ace of clubs high"),
        ("cent TD", "Cent au 10 de carreau", "Hundred, 10 of diamonds high"),
        ("announce carre J", "Carré de Valets", "Four jacks"),
        ("carre", "Carré", "Four of a kind"),
        ("no such 3", "no such 3", "no such 3"),
    ],
)
def test_moves_in_words(name: str, french: str, english: str) -> None:
    """A move has words, an announcement by its height; one without words keeps its name."""
    assert (french, english) == (Texts("fr").move("belote", name), Texts("en").move("belote", name))


def test_names_in_a_row() -> None:
    """Names are listed as one would say them."""
    assert ["a", "a et b", "a, b et c"] == [Texts("fr").listed(names.split()) for names in ("a", "a b", "a b c")]


def test_your_name_in_a_row() -> None:
    """You are written with a capital letter at the head of a row alone."""
    french, english = Texts("fr"), Texts("en")
    assert ("Vous et Ali", "Ali et vous") == (french.listed(["Vous", "Ali"]), french.listed(["Ali", "Vous"]))
    assert ("You and Ali", "Ali and you") == (english.listed(["You", "Ali"]), english.listed(["Ali", "You"]))
    assert "You" == english.listed(["You"])


def test_french_elides_before_no_name() -> None:
    """No text sets « de », « que » and their like before a player's name, which may begin with a vowel."""
    wrong = re.compile(
        r"\b(de|que|jusque|lorsque|puisque|le|la|je|me|te|se|ne) \{(name|names|to|first)\}", re.IGNORECASE
    )
    assert [] == [key for key, texts in catalogue("fr").items() if any(wrong.search(text) for text in texts)]
