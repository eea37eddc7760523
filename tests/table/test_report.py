"""The error report: codes only, whatever was done, typed or thrown."""

from __future__ import annotations

import re

from table.report import EVENTS, Report
from tapisvert.cards import CARD_NAMES
from tapisvert.games import GAMES
from tapisvert.match import Match, Seeds
from tests.table.test_session import new_record

CARD = re.compile(rf"(?<!\w)({'|'.join(CARD_NAMES)})(?!\w)")


def fault_with(value: str) -> ValueError:
    """Gets an error that was raised, with a value in its text."""
    try:
        raise ValueError(value)
    except ValueError as error:
        return error


def test_no_card_and_no_name_stands_in_it() -> None:
    """Neither cards, played, selected or in an error's text, nor what a person typed reach the report."""
    report = Report()
    record = new_record()
    record.match.next_deal()
    for name in CARD_NAMES:
        report.did({"move": name, "form": {"name": "Éloïse"}})
        report.did({"action": f"select {name}"})
        report.did({"action": name})
        report.did({"action": "rename Éloïse"})
        report.fault(fault_with(f"{name} is not in hand"))
        report.fault_told(f"TypeError {name} stage.js:12 Éloïse")
        report.fault_told(name)
    text = report.text({"build": "b1", "storage": "kept"}, record.match)
    assert [] == CARD.findall(text)
    assert "loïse" not in text
    assert record.match.seeds is not None
    assert record.match.seeds.deal not in text


def test_it_says_what_helps() -> None:
    """Build, browser, place in the match, the last events, and each error's type and lines of code are told."""
    report = Report()
    record = new_record()
    record.match.next_deal()
    for action in ("new-match", "select 2C", "select 3C", "confirm-pass"):
        report.did({"action": action})
    report.fault(fault_with("secret"))
    lines = report.text({"build": "b1", "viewport": "800x600 at 2"}, record.match).splitlines()
    assert "build: b1" in lines
    assert "viewport: 800x600 at 2" in lines
    assert "match: hearts length=quick" in lines
    assert "place: deal 1 (dealt 1), ply 0, phase pass" in lines
    assert "events: new-match, select x2, confirm-pass, fault" in lines
    assert any(re.fullmatch(r"error: ValueError test_report\.py:\d+", line) for line in lines)


def test_it_stays_short() -> None:
    """Only the last events and errors are kept, however long the page lives."""
    report = Report()
    for number in range(1000):
        report.did({"action": "settings" if number % 2 else "close"})
        report.fault(fault_with("x"))
    text = report.text({}, None)
    assert EVENTS == len(text.split("events: ")[1].split(","))
    assert 3 == text.count("error: ")


def test_every_game_has_a_report() -> None:
    """The options of every game can be told."""
    for game in GAMES.values():
        assert f"match: {game.name}" in Report().text({}, Match(game, game.options(), Seeds("a", "b")))
