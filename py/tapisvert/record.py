"""
Records: a match as a text that anybody can replay.

The format is fixed by ``record.schema.json`` and versioned. Loading replays every ply through
the referee: what cannot be read raises :class:`InvalidRecordError`, what the rules refuse raises
:class:`IllegalRecordError`; both say where.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .game import IllegalMoveError, InvalidMoveError, InvalidRecordError
from .games import find_game
from .match import Match, Seeds
from .reading import read_json

FORMAT = 1
MAX_TEXT = 1_000_000
"""Characters; a longer text is refused unread (a whole match takes about 20,000)."""
KINDS = ("human", "bot")
MAX_NAME = 40


class IllegalRecordError(ValueError):
    """Raised when a record can be read but the rules refuse what it says."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat."""

    kind: str
    """One of :data:`KINDS`."""
    name: str
    level: str = ""
    """A bot's level."""
    version: int = 0
    """A bot's version: another version may decide otherwise."""

    def to_json(self) -> dict[str, Any]:
        """Gets the player as a record holds it."""
        if self.kind == "human":
            return {"kind": self.kind, "name": self.name}
        return {"kind": self.kind, "level": self.level, "version": self.version, "name": self.name}


@dataclass(slots=True)
class Record:
    """A match and what is written beside it."""

    id: str
    """Drawn when the match starts; the first result under an id counts."""
    match: Match
    players: Sequence[Player] = field(default_factory=list)
    rated: bool = False

    def to_json(self) -> dict[str, Any]:
        """Gets the record as JSON values."""
        match = self.match
        game, seeds = match.game, match.seeds
        record: dict[str, Any] = {
            "format": FORMAT,
            "id": self.id,
            "game": game.name,
            "options": game.options_json(match.options),
            "players": [player.to_json() for player in self.players],
        }
        if seeds is not None:
            record["seeds"] = {"deal": seeds.deal, "bot": seeds.bot}
        record["rated"] = self.rated
        record["deals"] = [
            {
                "dealer": dealt.dealer,
                "pack": game.format_pack(dealt.pack),
                "moves": [game.deal.move_name(move) for move in dealt.moves],
                "points": dealt.points,
            }
            for dealt in match.deals
        ]
        return record

    def dumps(self) -> str:
        """Gets the record's text."""
        return json.dumps(self.to_json(), ensure_ascii=False)


def loads(text: str) -> Record:
    """
    Reads a record's text and replays it.

    :raises InvalidRecordError: if it is no record.
    :raises IllegalRecordError: if the rules refuse it.
    """
    try:
        data = read_json(text, MAX_TEXT)
    except InvalidRecordError as error:
        raise InvalidRecordError(f"this is no record: {error}") from None
    return from_json(data)


def from_json(data: Any) -> Record:
    """Makes a record from JSON values; see :func:`loads`."""
    if not isinstance(data, dict):
        raise InvalidRecordError("a record is an object")
    version = _get(data, "format", int)
    if version != FORMAT:
        raise InvalidRecordError(f"this record has format {version}; this program reads format {FORMAT}")
    _only(data, "record", "format", "id", "game", "options", "players", "seeds", "rated", "deals")
    game = find_game(_get(data, "game", str))
    options = game.read_options(_get(data, "options", dict))
    players = [_player(player) for player in _get(data, "players", list)]
    if len(players) != game.seats(options):
        raise InvalidRecordError(f"{game.name} with these options has {game.seats(options)} players")
    match = Match(game, options, _seeds(data))
    record = Record(_get(data, "id", str), match, players, _get(data, "rated", bool))
    deals = _get(data, "deals", list)
    _check_readable(match, deals)
    for number, dealt in enumerate(deals, 1):
        _replay(match, dealt, number, is_last=number == len(deals))
    return record


def _get(data: Mapping[str, Any], name: str, kind: type[Any], where: str = "") -> Any:
    """Gets a field of a given type (bool is no int here)."""
    if name not in data:
        raise InvalidRecordError(f"{where}the field {name} is missing")
    value = data[name]
    if type(value) is not kind:
        raise InvalidRecordError(f"{where}the field {name} has the wrong type")
    if kind is str and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise InvalidRecordError(f"{where}the field {name} is no text: it holds half a character")
    return value


def _only(data: Mapping[str, Any], what: str, *names: str) -> None:
    for name in data:
        if name not in names:
            raise InvalidRecordError(f"a {what} has no field {name[:40]!r}")


def _player(data: Any) -> Player:
    if not isinstance(data, dict):
        raise InvalidRecordError("a player is an object")
    kind, name = _get(data, "kind", str, "player: "), _get(data, "name", str, "player: ")
    if kind not in KINDS or len(name) > MAX_NAME:
        raise InvalidRecordError(f"a player is a human or a bot with a name of at most {MAX_NAME} letters")
    if kind == "human":
        _only(data, "human player", "kind", "name")
        return Player(kind, name)
    _only(data, "bot", "kind", "level", "version", "name")
    return Player(kind, name, _get(data, "level", str, "player: "), _get(data, "version", int, "player: "))


def _seeds(data: Mapping[str, Any]) -> Seeds | None:
    if "seeds" not in data:
        return None
    seeds = _get(data, "seeds", dict)
    _only(seeds, "pair of seeds", "deal", "bot")
    return Seeds(_get(seeds, "deal", str, "seeds: "), _get(seeds, "bot", str, "seeds: "))


def _check_readable(match: Match, deals: Sequence[Any]) -> None:
    """Reads every pack and move name, so that an unreadable record is told from an illegal one."""
    game = match.game
    seats = game.seats(match.options)
    for number, dealt in enumerate(deals, 1):
        where = f"deal {number}: "
        if not isinstance(dealt, dict):
            raise InvalidRecordError(f"{where}a deal is an object")
        _only(dealt, "deal", "dealer", "pack", "moves", "points")
        if not 0 <= _get(dealt, "dealer", int, where) < seats:
            raise InvalidRecordError(f"{where}the dealer is a seat from 0 to {seats - 1}")
        try:
            game.parse_pack(_get(dealt, "pack", str, where), match.options)
            for move in _get(dealt, "moves", list, where):
                game.deal.parse_move(move)
        except (InvalidRecordError, InvalidMoveError) as error:
            raise InvalidRecordError(where + str(error).removeprefix(where)) from None
        points = dealt.get("points", 0)
        if points is not None and not (
            isinstance(points, list) and len(points) == seats and all(type(p) is int for p in points)
        ):
            raise InvalidRecordError(f"{where}points is null or a list of {seats} integers")


def _replay(match: Match, dealt: Mapping[str, Any], number: int, is_last: bool) -> None:
    """Replays one readable deal through the referee."""
    deal_type = match.game.deal
    try:
        deal = match.next_deal(match.game.parse_pack(dealt["pack"], match.options), dealt["dealer"])
    except IllegalMoveError as error:
        raise IllegalRecordError(f"deal {number}: {error}") from None
    for ply, name in enumerate(dealt["moves"], 1):
        try:
            match.push(deal_type.parse_move(name))
        except IllegalMoveError as error:
            anchor = f"{match.game.name}#{error.refusal.anchor}"
            raise IllegalRecordError(f"deal {number}, ply {ply}: {name} is refused: {error} ({anchor})") from None
    if deal.phase:
        if dealt["points"] is not None:
            raise IllegalRecordError(f"deal {number} is not over but has points")
        if not is_last:
            raise IllegalRecordError(f"deal {number} is not over but another follows")
    elif dealt["points"] != deal.points():
        raise IllegalRecordError(f"deal {number} is worth {deal.points()}, not {dealt['points']}")
