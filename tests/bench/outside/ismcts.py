"""
OpenSpiel's own player of games with hidden cards: information set Monte Carlo tree search, playouts at random.

Source: ``pyspiel.ISMCTSBot`` with ``RandomRolloutEvaluator``, on OpenSpiel's own Hearts.

It is told the whole deal, because that is how OpenSpiel's interface works: a bot is handed the state of the game,
and this one takes from it what its seat knows and draws all hidden cards anew for each simulation. A seed does not
fix its play quite: it breaks ties by the order of a hash table, which differs from search to search.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from .bridge import BridgeError

SIMULATIONS = 1000
EXPLORATION = 20.0
"""The constant of UCT, in points of a deal; 5 and 40 did worse against three ducking rivals, in 40 deals."""
RULES = {
    "pass_cards": False,
    "no_pts_on_first_trick": False,
    "can_lead_any_club": False,
    "must_break_hearts": True,
    "qs_breaks_hearts": False,
    "can_lead_hearts_instead_of_qs": False,
    "jd_bonus": False,
    "avoid_all_tricks_bonus": False,
}
NO_PASS = 0
"""The direction of the pass, which is asked for though there is none."""
RANKS, SUITS = "23456789TJQKA", "CDHS"


def library_version() -> str:
    """
    Gets OpenSpiel's version.

    :raises BridgeError: if it is not installed.
    """
    try:
        return version("open_spiel")
    except PackageNotFoundError:
        raise BridgeError("OpenSpiel is not installed here") from None


@cache
def spiel() -> tuple[Any, Any]:
    """Gets the library and its game."""
    library_version()
    import pyspiel  # noqa: PLC0415 - a development tool that not every platform has

    return pyspiel, pyspiel.load_game("hearts", RULES)


def action(card: str) -> int:
    """
    Gets OpenSpiel's number of a card.

    >>> action("2C"), action("3C"), action("AS")
    (0, 4, 51)
    """
    return RANKS.index(card[0]) * len(SUITS) + SUITS.index(card[1])


def name(number: int) -> str:
    """Gets the name of OpenSpiel's card *number*."""
    rank, suit = divmod(number, len(SUITS))
    return RANKS[rank] + SUITS[suit]


def state_of(pack: Sequence[str], plays: Sequence[str]) -> Any:
    """Gets the state after some plays; seat 0 is dealt the first card of the pack."""
    state = spiel()[1].new_initial_state()
    state.apply_action(NO_PASS)
    for card in (*pack, *plays):
        state.apply_action(action(card))
    return state


def choose(told: Mapping[str, Any], simulations: int = SIMULATIONS) -> dict[str, Any]:
    """
    Chooses a card, and lists the legal ones.

    :param told: ``pack``, ``plays`` (every card played so far) and ``seed`` (any text).
    """
    pyspiel, _ = spiel()
    state = state_of(told["pack"], told["plays"])
    seed = int.from_bytes(hashlib.sha256(told["seed"].encode()).digest()[:3])
    bot = pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed),
        EXPLORATION,
        simulations,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    return {"card": name(bot.step(state)), "legal": [name(number) for number in state.legal_actions()]}
