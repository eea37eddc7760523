"""The file of results: what was played is found again, whatever ended the run; other files are left alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tapisvert.arena import playing
from tapisvert.arena.playing import Fixture, Result
from tapisvert.arena.results import Results
from tapisvert.game import InvalidRecordError

FIXTURES = [Fixture("luz", {"players": 3}, ("easy", "random", "easy"), "é\n", number) for number in (1, 2, 3)]


def result(fixture: Fixture) -> Result:
    """Makes up a result."""
    number = fixture.number
    return Result(fixture, [number, -5, 0], [1, 3, 2], [[number, -5, 0]], [7, 8, 9], [0.5, 0.25, 0], "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Writes a file of three results."""
    found = tmp_path / "results"
    results = Results(found)
    for fixture in FIXTURES:
        results.add(result(fixture))
    return found


def test_kept(path: Path) -> None:
    """What was added is found at once, and by the next run from the file, one line of JSON each."""
    again = Results(path)
    assert [result(fixture) for fixture in FIXTURES] == [again[fixture] for fixture in FIXTURES]
    assert [fixture.id for fixture in FIXTURES] == [json.loads(line)["id"] for line in path.read_text().splitlines()]
    alone = Results()
    alone.add(result(FIXTURES[0]))
    assert [True, False, False] == [fixture in alone for fixture in FIXTURES]


def test_written_at_once(tmp_path: Path) -> None:
    """Each result is in the file before the next is played."""
    results = Results(tmp_path / "results")
    for count, fixture in enumerate(FIXTURES, 1):
        results.add(result(fixture))
        assert count == (tmp_path / "results").read_bytes().count(b"\n")


def test_cut_anywhere(path: Path) -> None:
    """Wherever the file was cut, the whole lines are found, the rest is dropped, and it can be completed."""
    whole = path.read_bytes()
    ends = [0, *(at for at in range(1, len(whole) + 1) if whole[at - 1 : at] == b"\n")]
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        results = Results(path)
        lines = sum(end <= cut for end in ends) - 1
        assert [n < lines for n in range(3)] == [fixture in results for fixture in FIXTURES]
        assert whole[: ends[lines]] == path.read_bytes()
        for fixture in FIXTURES[lines:]:
            results.add(result(fixture))
        assert whole == path.read_bytes()


def test_all_that_decides_is_in_the_id(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A result is none of another game, option, seating, seed, number, length, number of worlds or version."""
    results, fixture = Results(path), FIXTURES[0]
    others = [
        replace(fixture, game="hearts"),
        replace(fixture, options={"players": 4}),
        replace(fixture, levels=("random", "easy", "easy")),
        replace(fixture, seed="e"),
        replace(fixture, number=4),
        replace(fixture, is_deal=True),
        replace(fixture, worlds=24),
    ]
    assert fixture in results
    assert [] == [other for other in others if other in results]
    monkeypatch.setattr(playing, "VERSION", playing.VERSION + 1)
    assert fixture not in results


def test_the_first_of_an_id_counts(path: Path) -> None:
    """A result that two runs have written is the one written first."""
    line = json.loads(path.read_bytes().splitlines()[0])
    with path.open("a") as file:
        file.write(json.dumps({**line, "scores": [99, 99, 99]}) + "\n")
    assert [1, -5, 0] == Results(path)[FIXTURES[0]].scores


def test_other_seats(path: Path) -> None:
    """A line that names a fixture but other seats is not taken for its result."""
    line = json.loads(path.read_bytes().splitlines()[0])
    two = {name: value[:2] for name, value in line.items() if name in ("seats", "scores", "places", "decisions")}
    path.write_text(json.dumps({**line, **two, "places": [1, 2], "points": [[1, -5]], "seconds": [0, 0]}) + "\n")
    results = Results(path)
    assert FIXTURES[0] not in results
    results.add(result(FIXTURES[0]))
    assert [1, -5, 0] == results[FIXTURES[0]].scores


OTHER_FILES: dict[str, bytes] = {
    "a text": b"Dear diary",
    "a line": b"Dear diary\n",
    "an empty line": b"\n",
    "another object": b'{"format": 1}\n',
    "another object, no end of line": b'{"format": 1}',
    "a number": b"1\n",
    "another version": b'{"arena": 2, "id": "x"}\n',
    "no more than an id": b'{"arena": 1, "id": "x"}\n',
    "no UTF-8": b'{"arena": 1, "id": "\xff"}\n',
    "deep": b'{"arena": 1, "id": "x", "seats": ' + b"[" * 100_000 + b"\n",
    "endless": b'{"arena": 1, "id": "' + b"x" * 2_000_000,
    "zeros": bytes(1000),
}


@pytest.mark.parametrize("name", OTHER_FILES)
@pytest.mark.parametrize("before", [0, 2])
def test_other_files(path: Path, name: str, before: int) -> None:
    """A file that holds anything else, after however many results, is refused by name and left as it is."""
    lines = path.read_bytes().splitlines(keepends=True)
    content = b"".join(lines[:before]) + OTHER_FILES[name]
    path.write_bytes(content)
    with pytest.raises(InvalidRecordError) as refused:
        Results(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert content == path.read_bytes()


def test_a_broken_line_in_the_middle(path: Path) -> None:
    """Only a last line can have been cut short."""
    first, second, third = path.read_bytes().splitlines(keepends=True)
    for content in (first + second[:-9] + b"\n" + third, first + second[:-9] + third):
        path.write_bytes(content)
        with pytest.raises(InvalidRecordError):
            Results(path)
        assert content == path.read_bytes()


BAD_FIELDS: list[tuple[str, Any]] = [
    ("seats", None),
    ("seats", []),
    ("seats", [1, 2, 3]),
    ("seats", "abc"),
    ("scores", [1, 2]),
    ("scores", [1, 2, 3, 4]),
    ("scores", [1, 2, True]),
    ("scores", [1, 2, 0.5]),
    ("scores", [1, 2, 10**400]),
    ("places", [2, 2, 2]),
    ("places", None),
    ("points", []),
    ("points", [[]]),
    ("points", [1, 2, 3]),
    ("points", [[1, 2, 3], [1, 2, "3"]]),
    ("decisions", [1, 2, None]),
    ("seconds", [1, 2, float("nan")]),
    ("seconds", [1, 2, float("inf")]),
    ("seconds", [0.5, 0.5, 10**400]),
]


@pytest.mark.parametrize(("field", "value"), BAD_FIELDS)
def test_lines_that_are_no_results(path: Path, field: str, value: Any) -> None:
    """A line has all figures of a result, by seat, and none that cannot be summed up."""
    line = json.loads(path.read_bytes().splitlines()[0])
    for changed in ({**line, field: value}, {name: line[name] for name in line if name != field}):
        content = json.dumps(changed).encode() + b"\n"
        path.write_bytes(content)
        with pytest.raises(InvalidRecordError):
            Results(path)
        assert content == path.read_bytes()
