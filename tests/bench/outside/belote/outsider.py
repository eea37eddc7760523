"""
The package ``belote-cli`` as a program that answers on stdin: ``python -m tests.bench.outside.belote.outsider medium``.

Source: ``belote.ai.AIPlayer``, asked as ``belote.gameflow`` asks it, without its screen.

By default such a player is handed everybody's cards and looks at its partner's. Here the state that it is handed
holds its own hand and three empty ones, and its own switch ``hide_partner_hand`` is on as well: it plays by its hand,
the calls, the turn-up and the cards on the table. Nothing is kept between questions: the player is made anew, with
the seed that is told, and lives through its own earlier turns, so that its memory and its luck are what they would
be at its own table.

It is never asked to double. The contracts without trumps and with all of them trumps, which our rules do not have,
are taken from it: it then chooses among the suits, as its own code goes on, and the answer tells what it wanted.
Cards are two letters, ``QS``.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from types import SimpleNamespace
from typing import Any

from ..bridge import BridgeError, serve

VERSION = 1
"""Of what stands between: another version may have it play otherwise."""
TIERS = ("easy", "medium", "hard")
SEATS = 4
RANKS = dict(zip("789TJQKA", ("7", "8", "9", "10", "J", "Q", "K", "A"), strict=True))
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
"""Its names of our ranks and suits."""
RANK_LETTERS, SUIT_LETTERS = ({theirs: ours for ours, theirs in table.items()} for table in (RANKS, SUITS))


def library_version() -> str:
    """
    Gets the package's version.

    :raises BridgeError: if it is not installed.
    """
    try:
        return version("belote-cli")
    except PackageNotFoundError:
        raise BridgeError("belote-cli is not installed here") from None


@cache
def library() -> Any:
    """Gets the package's modules."""
    library_version()
    from belote import ai, deck, game  # noqa: PLC0415 - a development tool that may be missing

    return SimpleNamespace(ai=ai, deck=deck, game=game)


def card_of(name: str) -> Any:
    """Gets its card of our name."""
    deck = library().deck
    return deck.Card(deck.Suit(SUITS[name[1]]), deck.Rank(RANKS[name[0]]))


def name_of(card: Any) -> str:
    """Gets our name of its card."""
    return RANK_LETTERS[card.rank.value] + SUIT_LETTERS[card.suit.value]


# ---------------------------------------------------------------------- what it sees


def own_turns(told: Mapping[str, Any]) -> Iterator[Any]:
    """Yields the state that the seat saw at each of its turns of this deal; the last is the one that is due."""
    seat, calls = told["seat"], told["calls"]
    eldest = (told["dealer"] + 1) % SEATS
    for number in range(len(calls) + (told["taker"] is None)):
        if (eldest + number) % SEATS == seat:
            yield at_call(told, number)
    for number, trick in enumerate(told["tricks"]):
        yield at_trick(told, number, (seat - trick["leader"]) % SEATS)


def at_call(told: Mapping[str, Any], number: int) -> Any:
    """Gets the state before call *number*, counted from 0."""
    game = library().game
    in_round = number % SEATS  # its own bids are forgotten when a round of passes is over
    return game.GameState(
        hands=hands(told["seat"], told["hand"][:5]),
        dealer=game.Seat(told["dealer"]),
        turn=game.Seat(told["seat"]),
        phase=game.Phase.BIDDING,
        bids=(None,) * in_round,
        bidder_index=in_round,
        bidding_round=1 + number // SEATS,
        up_card=card_of(told["turned"]),
        boss_modifiers=game.BossModifiers(hide_partner_hand=True),
    )


def at_trick(told: Mapping[str, Any], number: int, place: int) -> Any:
    """Gets the state before the card at a *place* of trick *number*, both counted from 0."""
    lib, game = library(), library().game
    tricks = [laid(trick) for trick in told["tricks"][: number + 1]]
    completed, current = tuple(tricks[:-1]), tricks[-1][:place]
    seat = game.Seat(told["seat"])
    gone = {name_of(play.card) for trick in completed for play in trick}
    return game.GameState(
        hands=hands(told["seat"], [name for name in told["hand"] if name not in gone]),
        trump=lib.deck.Suit(SUITS[told["trump"]]),
        contract=lib.deck.Contract.NORMAL,
        dealer=game.Seat(told["dealer"]),
        leader=game.Seat(told["tricks"][number]["leader"]),
        turn=seat,
        phase=game.Phase.PLAYING,
        taker=game.Seat(told["taker"]),
        current_trick=current,
        completed_tricks=completed,
        last_trick_winner=game.Seat(told["tricks"][number]["leader"]) if completed else None,
        first_trick_done=bool(completed),
        boss_modifiers=game.BossModifiers(hide_partner_hand=True),
    )


def laid(trick: Mapping[str, Any]) -> tuple[Any, ...]:
    """Gets its cards of a trick."""
    game, leader = library().game, trick["leader"]
    return tuple(
        game.TrickCard(game.Seat((leader + place) % SEATS), card_of(name)) for place, name in enumerate(trick["cards"])
    )


def hands(seat: int, own: Sequence[str]) -> tuple[tuple[Any, ...], ...]:
    """Gets the hands of all seats, of which one alone is not empty."""
    return tuple(tuple(map(card_of, own)) if other == seat else () for other in range(SEATS))


# ---------------------------------------------------------------------- what it does


@cache
def player_class() -> Any:
    """Gets its class of players, less the contracts that our rules do not have."""

    class Player(library().ai.AIPlayer):  # type: ignore[misc]
        """A player that says which of these contracts it wanted."""

        wanted: str | None = None

        def _special_bid(self, *asked: Any) -> None:
            special = super()._special_bid(*asked)
            self.wanted = special and getattr(special, "name", str(special)).lower()

    return Player


def choose(told: Mapping[str, Any], tier: str) -> dict[str, Any]:
    """
    Chooses a call, or a card; lists then the cards that it holds legal.

    :param told: ``seat``; ``hand`` (as it was dealt, the cards played since included); ``dealer``, ``turned``,
        ``calls``, ``taker`` and ``trump`` (null before a call); ``tricks``, each with its ``leader`` and ``cards``,
        the one in progress included; ``seed`` (any text).
    """
    lib = library()
    player = player_class()(lib.game.Seat(told["seat"]), lib.ai.Difficulty(tier), random.Random(told["seed"]))
    answer: dict[str, Any] = {}
    for state in own_turns(told):
        if state.phase == lib.game.Phase.BIDDING:
            player.wanted = None
            bid = player.decide_bid(state)
            answer = {"call": call_of(bid, state), "wanted": player.wanted}
        else:
            player.update_memory(state)
            card = player.decide_card(state)
            answer = {
                "card": name_of(card),
                "legal": [name_of(each) for each in lib.game.legal_cards(state, player.seat)],
            }
    return answer


def call_of(bid: Any, state: Any) -> str:
    """Gets our name of its bid."""
    if bid is None:
        return "pass"
    return "take" if state.bidding_round == 1 else SUIT_LETTERS[bid.value]


def main(argv: Sequence[str] | None = None) -> None:
    """Answers until nobody asks any more."""
    parser = argparse.ArgumentParser(prog="outsider")
    parser.add_argument("tier", choices=TIERS)
    tier = parser.parse_args(argv).tier
    serve(lambda told: choose(told, tier))


if __name__ == "__main__":
    main()
