"""Toy games, written as a newcomer would: they prove that the frame carries games not yet there."""

from __future__ import annotations

from tapisvert.game import Game
from tapisvert.games import GAMES

from .blind_bid import BLIND_BID
from .knockout_whist import KNOCKOUT_WHIST
from .partners import PARTNERS
from .tiles import TILES

TOYS: dict[str, Game] = {game.name: game for game in (KNOCKOUT_WHIST, BLIND_BID, PARTNERS, TILES)}
ALL_GAMES: dict[str, Game] = {**GAMES, **TOYS}
