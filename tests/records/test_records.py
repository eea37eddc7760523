"""Golden records, damaged ones, and whatever else a text may hold."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tapisvert
from tapisvert.game import Game, InvalidRecordError
from tapisvert.games import BUILT_IN
from tapisvert.games.hearts import HeartsDeal
from tapisvert.match import Match, Seeds
from tapisvert.record import IllegalRecordError, Player, Record, from_json, loads
from tests.helpers import ALL_SETTINGS, Setting, play_on, plies, settings_of
from tests.values import VALUES, Damage, drop, paths, put

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.json"))
SCHEMA: dict[str, Any] = json.loads((Path(tapisvert.__file__).parent / "record.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@dataclass(frozen=True)
class Golden:
    """What was counted by hand; see the README beside."""

    points: list[list[int] | None]
    scores: list[int]
    places: list[int] | None


BOTS_DEALS: list[list[int] | None] = [[-1, -10, 0, -15], [-3, -21, 0, -2], [-13, -9, -3, -1]]
GOLDEN = {
    "hearts_quick_match": Golden(
        [*BOTS_DEALS, [-4, -2, -2, -18], [-26, -26, -26, 0], [-3, -19, 0, -4]], [25, -12, 44, 35], [3, 4, 1, 2]
    ),
    "hearts_no_pass": Golden([*BOTS_DEALS, [-14, -4, -6, -2]], [69, 56, 91, 80], None),
    "hearts_moon": Golden([[0, -26, -26, -26]], [100, 74, 74, 74], None),
    "hearts_penalties_only": Golden([[0, -25, 0, -1], [-26, -26, 0, -26], None], [49, 24, 75, 48], None),
    "belote_capot": Golden([[20, 252, 20, 252]], [20, 252, 20, 252], None),
    "belote_dedans": Golden([[162, 20, 162, 20]], [162, 20, 162, 20], None),
    "belote_contested": Golden([[93, 94, 93, 94]], [93, 94, 93, 94], None),
    "belote_cancelled": Golden([[113, 49, 113, 49]], [113, 49, 113, 49], None),
    "belote_passed_out": Golden([[0, 0, 0, 0], [0, 162, 0, 162]], [0, 162, 0, 162], None),
    "solo_whist_prop_cop": Golden([[6, 6, -6, -6]], [6, 6, -6, -6], None),
    "solo_whist_solo": Golden([[-18, 6, 6, 6]], [-18, 6, 6, 6], None),
    "solo_whist_misere": Golden([[-30, 10, 10, 10]], [-30, 10, 10, 10], None),
    "solo_whist_abondance": Golden([[-15, -15, -15, 45]], [-15, -15, -15, 45], None),
    "solo_whist_abondance_atout": Golden([[-6, 18, -6, -6]], [-6, 18, -6, -6], None),
    "solo_whist_misere_ouverte": Golden([[-20, 60, -20, -20]], [-20, 60, -20, -20], None),
    "solo_whist_abondance_declaree": Golden([[-30, -30, 90, -30]], [-30, -30, 90, -30], None),
    "luz_3": Golden([[10, 5, 10]], [10, 5, 10], None),
    "luz_4": Golden(
        [[10, 10, -5, -5], [10, 10, 10, 10], [30, 30, -5, -5], [40, -5, -5, 40]], [90, 45, -5, 40], [1, 2, 4, 3]
    ),
    "luz_5": Golden([[-5, 10, 10, 10, 10]], [-5, 10, 10, 10, 10], None),
    "lucky_numbers_filled": Golden([[-2, 2]], [-2, 2], [2, 1]),
    "lucky_numbers_last_tile": Golden([[-6, -7, 2]], [-6, -7, 2], [2, 3, 1]),
    "lucky_numbers_tournament": Golden([[-4, 2], [-2, 2]], [-6, 4], [2, 1]),
}


def text_of(name: str) -> str:
    """Gets a golden record's text."""
    return (HERE / f"{name}.json").read_text("utf-8").removesuffix("\n")


def data_of(name: str) -> dict[str, Any]:
    """Gets a golden record's values."""
    found: dict[str, Any] = json.loads(text_of(name))
    return found


# ---------------------------------------------------------------------- golden records


def test_every_game_has_golden_records() -> None:
    """Every game of the house has golden records, and every file is listed."""
    assert set(GOLDEN) == {path.stem for path in FILES}
    assert set(BUILT_IN) == {data_of(name)["game"] for name in GOLDEN}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_records(name: str) -> None:
    """A golden record is replayed to the points, scores and places counted by hand, and written back alike."""
    record = loads(text_of(name))
    match, golden = record.match, GOLDEN[name]
    assert golden.points == [dealt.points for dealt in match.deals]
    assert golden.scores == match.scores
    assert golden.places == match.places
    assert (golden.places is not None) == match.is_over
    assert text_of(name) == record.dumps()


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_records_fit_the_schema(name: str) -> None:
    """A golden record is valid by the schema of the format."""
    VALIDATOR.validate(data_of(name))


def test_seeds_still_deal_the_golden_packs() -> None:
    """The golden match's seeds give its packs for ever: on every Python, platform and version."""
    record = loads(text_of("hearts_quick_match"))
    again = Match(record.match.game, record.match.options, record.match.seeds)
    for dealt in record.match.deals:
        again.next_deal()
        assert (dealt.dealer, dealt.pack) == (again.deals[-1].dealer, again.deals[-1].pack)
        for move in dealt.moves:
            again.push(move)


def test_lifted_ban_and_hearts_alone() -> None:
    """In the golden record trick 1 holds a heart, and in its next deal hearts are led before they are broken."""
    match = loads(text_of("hearts_penalties_only")).match
    names = [match.game.deal.move_name(move) for move in match.deals[0].moves[12:16]]
    assert ["2C", "5H", "3D", "AC"] == names
    deal = HeartsDeal.start(match.deals[1].pack, 1, 2, match.options)
    for move in match.deals[1].moves[:16]:
        deal.push(move)
    assert (1, False, True) == (deal.turn, deal.hearts_broken, "2H" in map(deal.move_name, deal.legal_moves()))
    assert [5, None] == [len(match.deals[2].moves), match.deals[2].points]


def test_unfinished_record_goes_on() -> None:
    """A record cut anywhere is one again, and played on it becomes the whole one."""
    whole = data_of("hearts_quick_match")
    for cut in (0, 1, 11, 12, 13, 40, 63):
        data = copy.deepcopy(whole)
        data["deals"] = data["deals"][:2]
        data["deals"][1].update(moves=whole["deals"][1]["moves"][:cut], points=None)
        record = from_json(data)
        assert record.match.deal is not None
        assert record.match.deal.phase
        for name in whole["deals"][1]["moves"][cut:]:
            record.match.push(record.match.game.deal.parse_move(name))
        assert whole["deals"][:2] == record.to_json()["deals"]


# ---------------------------------------------------------------------- damaged records


def repack(change: Callable[[list[str]], Any]) -> Damage:
    """Makes a damage: the first pack's cards changed."""

    def damage(data: dict[str, Any]) -> None:
        cards = data["deals"][0]["pack"].split()
        change(cards)
        data["deals"][0]["pack"] = " ".join(cards)

    return damage


def moves(index: int, change: Callable[[list[str]], Any]) -> Damage:
    """Makes a damage: a deal's moves changed."""

    def damage(data: dict[str, Any]) -> None:
        change(data["deals"][index]["moves"])

    return damage


def swap(cards: list[str]) -> None:
    """Exchanges the first two."""
    cards[0], cards[1] = cards[1], cards[0]


UNREADABLE: dict[str, tuple[Damage, str, bool]] = {
    # What is damaged, the words of the message, and whether the schema sees it too.
    "no format": (drop("format"), "format is missing", True),
    "format 2": (put("format", value=2), "format 2; this program reads format 1", True),
    "format true": (put("format", value=True), "format has the wrong type", True),
    "format as text": (put("format", value="1"), "format has the wrong type", True),
    "no id": (drop("id"), "id is missing", True),
    "id a number": (put("id", value=5), "id has the wrong type", True),
    "id no text": (put("id", value="\ud800"), "id is no text", False),
    "seeds no text": (put("seeds", value={"deal": "\udfff", "bot": ""}), "seeds: the field deal is no text", False),
    "name no text": (put("players", 0, "name", value="a\udc00"), "player: the field name is no text", False),
    "no game": (drop("game"), "game is missing", True),
    "unknown game": (put("game", value="go"), "no such game: 'go'", False),
    "game a list": (put("game", value=["hearts"]), "game has the wrong type", True),
    "no options": (drop("options"), "options is missing", True),
    "options a list": (put("options", value=[]), "options has the wrong type", True),
    "unknown option": (put("options", "speed", value=1), "hearts has no option 'speed'", True),
    "unknown value": (put("options", "length", value="long"), "length of hearts is one of normal, quick", True),
    "no players": (drop("players"), "players is missing", True),
    "three players": (drop("players", 3), "has 4 players", True),
    "five players": (lambda data: data["players"].append(data["players"][0]), "has 4 players", True),
    "player a text": (put("players", 0, value="Ana"), "a player is an object", True),
    "player of no kind": (drop("players", 0, "kind"), "player: the field kind is missing", True),
    "player a god": (put("players", 0, "kind", value="god"), "a player is a human or a bot", True),
    "long name": (put("players", 0, "name", value="x" * 41), "at most 40 letters", True),
    "human with a level": (put("players", 0, "level", value="hard"), "human player has no field 'level'", True),
    "bot without a level": (
        put("players", 0, value={"kind": "bot", "name": "B", "version": 1}),
        "level is missing",
        True,
    ),
    "seeds null": (put("seeds", value=None), "seeds has the wrong type", True),
    "one seed": (put("seeds", value={"deal": "x"}), "seeds: the field bot is missing", True),
    "more seeds": (put("seeds", value={"deal": "x", "bot": "y", "more": "z"}), "has no field 'more'", True),
    "not rated": (drop("rated"), "rated is missing", True),
    "rated 0": (put("rated", value=0), "rated has the wrong type", True),
    "another field": (put("comment", value="hello"), "a record has no field 'comment'", True),
    "no deals": (drop("deals"), "deals is missing", True),
    "deals an object": (put("deals", value={}), "deals has the wrong type", True),
    "deal a list": (put("deals", 0, value=[]), "deal 1: a deal is an object", True),
    "no dealer": (drop("deals", 0, "dealer"), "deal 1: the field dealer is missing", True),
    "dealer 4": (put("deals", 0, "dealer", value=4), "deal 1: the dealer is a seat from 0 to 3", True),
    "dealer -1": (put("deals", 1, "dealer", value=-1), "deal 2: the dealer is a seat from 0 to 3", True),
    "dealer 0.0": (put("deals", 0, "dealer", value=0.5), "deal 1: the field dealer has the wrong type", True),
    "no pack": (drop("deals", 0, "pack"), "deal 1: the field pack is missing", True),
    "51 cards": (repack(lambda cards: cards.pop()), "deal 1: a pack of hearts holds 52 different cards", True),
    "a card twice": (repack(lambda cards: cards.__setitem__(0, cards[1])), "deal 1: a pack of hearts holds 52", False),
    "no such card": (repack(lambda cards: cards.__setitem__(0, "1C")), "names a card that does not exist", True),
    "pack a list": (put("deals", 0, "pack", value=["2C"]), "deal 1: the field pack has the wrong type", True),
    "no moves": (drop("deals", 0, "moves"), "deal 1: the field moves is missing", True),
    "moves a text": (put("deals", 0, "moves", value="2C AC"), "deal 1: the field moves has the wrong type", True),
    "move unreadable": (put("deals", 1, "moves", 3, value="XX"), "deal 2: no such move: 'XX'", True),
    "move a number": (put("deals", 0, "moves", 0, value=5), "deal 1: no such move", True),
    "move in lower case": (put("deals", 0, "moves", 0, value="qs"), "deal 1: no such move", True),
    "points missing": (drop("deals", 0, "points"), "deal 1: points is null or a list of 4 integers", True),
    "three points": (drop("deals", 0, "points", 0), "deal 1: points is null or a list of 4 integers", True),
    "points a text": (put("deals", 0, "points", 0, value="0"), "deal 1: points is null or a list of 4 integers", True),
    "points 1.5": (put("deals", 0, "points", 0, value=1.5), "deal 1: points is null or a list of 4 integers", True),
    "points true": (put("deals", 0, "points", 0, value=True), "deal 1: points is null or a list of 4 integers", True),
    "deal with more": (put("deals", 0, "scores", value=[]), "a deal has no field 'scores'", True),
}

REFUSED: dict[str, tuple[str, Damage, str]] = {
    # The record, what is damaged, and the words of the message: deal, ply, move and rule.
    "wrong dealer": ("hearts_quick_match", put("deals", 1, "dealer", value=3), "deal 2: wrong dealer"),
    "first dealer": ("hearts_moon", put("deals", 0, "dealer", value=1), "deal 1: wrong dealer"),
    "card not held": (
        "hearts_moon",
        put("deals", 0, "moves", 0, value="KD"),
        "deal 1, ply 1: KD is refused: not in hand (hearts#deal)",
    ),
    "card passed twice": (
        "hearts_moon",
        put("deals", 0, "moves", 1, value="2H"),
        "deal 1, ply 2: 2H is refused: not in hand (hearts#deal)",
    ),
    "first lead": (
        "hearts_moon",
        put("deals", 0, "moves", 12, value="AD"),
        "deal 1, ply 13: AD is refused: must lead 2C (hearts#first-lead)",
    ),
    "not followed": (
        "hearts_moon",
        put("deals", 0, "moves", 13, value="2H"),
        "deal 1, ply 14: 2H is refused: must follow clubs (hearts#following)",
    ),
    "penalty on trick 1": (
        "hearts_quick_match",
        put("deals", 5, "moves", 14, value="AH"),
        "deal 6, ply 15: AH is refused: no penalty on first trick (hearts#first-trick)",
    ),
    "hearts unbroken": (
        "hearts_no_pass",
        put("deals", 3, "moves", 4, value="6H"),
        "deal 4, ply 5: 6H is refused: hearts not broken (hearts#leading)",
    ),
    "two plies exchanged": (
        "hearts_no_pass",
        moves(3, swap),
        "deal 4, ply 1: AC is refused: not in hand (hearts#deal)",
    ),
    "a ply after the end": (
        "hearts_moon",
        moves(0, lambda names: names.append("2C")),
        "deal 1, ply 65: 2C is refused: deal over (hearts#end)",
    ),
    "wrong points": (
        "hearts_quick_match",
        put("deals", 2, "points", value=[-13, -9, -4, 0]),
        "deal 3 is worth [-13, -9, -3, -1], not [-13, -9, -4, 0]",
    ),
    "points denied": (
        "hearts_moon",
        put("deals", 0, "points", value=None),
        "deal 1 is worth [0, -26, -26, -26], not None",
    ),
    "points too early": (
        "hearts_moon",
        moves(0, lambda names: names.pop()),
        "deal 1 is not over but has points",
    ),
    "a deal upon another": (
        "hearts_quick_match",
        lambda data: data["deals"][0].update(moves=data["deals"][0]["moves"][:20], points=None),
        "deal 1 is not over but another follows",
    ),
    "a deal after the match": (
        "hearts_quick_match",
        lambda data: data["deals"].append({**data["deals"][2], "moves": [], "points": None}),
        "deal 7: match over",
    ),
    "other pack, same moves": ("hearts_moon", repack(lambda cards: cards.reverse()), "deal 1, ply 1: 2H is refused"),
}


def damaged(name: str, damage: Damage) -> str:
    """Gets a golden record's text, damaged."""
    data = data_of(name)
    damage(data)
    return json.dumps(data)


@pytest.mark.parametrize("case", UNREADABLE)
def test_unreadable_records(case: str) -> None:
    """What is no record is refused as unreadable, in words that say what and where."""
    damage, words, by_schema = UNREADABLE[case]
    text = damaged("hearts_penalties_only", damage)
    with pytest.raises(InvalidRecordError) as raised:
        loads(text)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
    assert by_schema == (not VALIDATOR.is_valid(json.loads(text)))


@pytest.mark.parametrize("case", REFUSED)
def test_refused_records(case: str) -> None:
    """A record that the rules refuse is told from an unreadable one, and says deal, ply, move and rule."""
    name, damage, words = REFUSED[case]
    text = damaged(name, damage)
    with pytest.raises(IllegalRecordError) as raised:
        loads(text)
    assert words in str(raised.value)


def test_points_belong_to_the_length() -> None:
    """The golden match read as a normal one is a match in progress: nothing in it is illegal."""
    match = loads(damaged("hearts_quick_match", put("options", "length", value="normal"))).match
    assert ([50, 13, 69, 60], False) == (match.scores, match.is_over)


@pytest.mark.usefixtures("with_toys")
def test_pack_that_is_no_cut() -> None:
    """Where packs are gathered and cut, a later pack that is no cut of the gathered one is refused."""
    setting = next(s for s in ALL_SETTINGS if not s.game.shuffled)
    record = record_of(setting, "cut", 2)
    data = record.to_json()
    assert from_json(data).to_json() == data
    cards = data["deals"][1]["pack"].split()
    swap(cards)
    data["deals"][1]["pack"] = " ".join(cards)
    with pytest.raises(IllegalRecordError, match="deal 2: wrong pack"):
        from_json(data)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("{", id="cut off"),
        pytest.param("undefined", id="undefined"),
        pytest.param("[object Object]", id="object"),
        pytest.param("null", id="null"),
        pytest.param("[]", id="list"),
        pytest.param('"record"', id="text"),
        pytest.param("NaN", id="NaN"),
        pytest.param('{"format": NaN}', id="format NaN"),
        pytest.param('{"format": 1e999}', id="format infinite"),
        pytest.param('{"format": ' + "9" * 4000 + "}", id="format long"),
        pytest.param('{"format": ' + "9" * 5000 + "}", id="format too long"),
        pytest.param("[" * 100_000, id="deep"),
        pytest.param("[" * 900 + "]" * 900, id="deep and closed"),
        pytest.param('{"format":1,"id":' * 20_000, id="deep objects"),
        pytest.param('{"a": "\ud800"}', id="lone surrogate"),
        pytest.param(" " * 1_000_001, id="too long"),
        pytest.param("2 MB of junk" * 170_000, id="junk"),
        pytest.param("\x00", id="nul"),
        pytest.param("\ufeff{}", id="byte order mark"),
    ],
)
def test_texts_that_are_no_records(text: str) -> None:
    """Whatever else a text holds, it is refused in one sentence."""
    with pytest.raises(InvalidRecordError) as raised:
        loads(text)
    assert "\n" not in str(raised.value)


# ---------------------------------------------------------------------- the schema


def test_schema_is_one() -> None:
    """The schema is valid by its own draft."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=str)
def test_schema_knows_the_game(game: Game) -> None:
    """The schema has every game of the house, with just its options and their values."""
    parts = {part["if"]["properties"]["game"]["const"]: part["then"]["properties"] for part in SCHEMA["allOf"]}
    assert set(BUILT_IN) == set(parts)
    options = parts[game.name]["options"]
    assert options["additionalProperties"] is False
    assert {spec.name: list(spec.metadata["values"]) for spec in fields(game.options)} == {
        name: values["enum"] for name, values in options["properties"].items()
    }


def record_of(setting: Setting, seed: object, deals: int = 1000) -> Record:
    """Makes the record of a match played at random, the last deal cut off somewhere."""
    rng = random.Random(f"record {setting} {seed}")
    match = play_on(setting.match(seed), rng, deals)
    if not match.is_over:
        stop = int(rng.random() * 30)
        for _ in plies(match, rng, 1):
            if match.ply == stop:
                break
    players = [
        Player("human", f"Ana {seat}") if seat % 2 else Player("bot", "Bé", "easy", seat) for seat in setting.seats
    ]
    return Record(f"record {seed}", match, players, rated=bool(deals % 2))


@pytest.mark.usefixtures("with_toys")
def test_random_records_round_trip(setting: Setting) -> None:
    """A match of any game, whole or in progress, comes back from its text equal, and fits the schema."""
    for seed in range(3):
        for deals in (0, 1, 3, 1000):
            record = record_of(setting, seed, deals)
            text = record.dumps()
            again = loads(text)
            assert text == again.dumps()
            assert (record.match.deal, record.match.lacks) == (again.match.deal, again.match.lacks)
            assert (record.match.scores, record.match.places) == (again.match.scores, again.match.places)
            assert record.match.number == again.match.number
            VALIDATOR.validate(json.loads(text))


def test_record_without_a_deal() -> None:
    """A record of a match that has not begun is one."""
    setting = settings_of(BUILT_IN["hearts"])[0]
    record = Record("new", Match(setting.game, setting.options), [Player("human", "Ana")] * 4)
    assert record.dumps() == loads(record.dumps()).dumps()
    assert "seeds" not in record.to_json()
    with_seeds = Record("new", Match(setting.game, setting.options, Seeds("a", "b")), record.players)
    assert Seeds("a", "b") == loads(with_seeds.dumps()).match.seeds


# ---------------------------------------------------------------------- anything at all


def read(data: Any) -> None:
    """Reads a record; whatever is wrong with it is one of two errors, in one line that can be written."""
    message = ""
    try:
        record = loads(json.dumps(data))
    except (InvalidRecordError, IllegalRecordError) as error:
        message = str(error) or "\n"
    else:
        assert record.dumps() == loads(record.dumps()).dumps()
        record.dumps().encode()
    assert "\n" not in message
    message.encode()


@given(VALUES)
def test_arbitrary_values(value: Any) -> None:
    """No JSON value raises anything but the two errors of records."""
    read(value)


@given(st.text())
def test_arbitrary_texts(text: str) -> None:
    """No text does either."""
    try:
        loads(text)
    except InvalidRecordError:
        pass
    else:
        pytest.fail("this is no record")


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(data_of("hearts_moon"), VALUES)))
def test_arbitrary_fields(given_fields: dict[str, Any]) -> None:
    """No value of any field does either."""
    read({**data_of("hearts_moon"), **given_fields})


MOON_PATHS = paths(data_of("hearts_moon"))


@settings(max_examples=300)
@given(
    st.lists(
        st.tuples(st.sampled_from(MOON_PATHS), st.sampled_from(["put", "drop", "copy"]), VALUES), min_size=1, max_size=3
    )
)
def test_mutated_record(mutations: list[tuple[tuple[Any, ...], str, Any]]) -> None:
    """No mutation of a good record does either."""
    data: Any = data_of("hearts_moon")
    for path, kind, value in mutations:
        try:
            if kind == "drop":
                drop(*path)(data)
            elif kind == "put":
                put(*path, value=value)(data)
            else:
                put(*path, value=copy.deepcopy(data[path[0]]))(data)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier mutation took the place away
    read(data)
