"""What a seat cannot see changes nothing: not what a bot is asked, not what it answers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tapisvert.bots import LEVELS, Budget, decide
from tapisvert.bots.policies import policy_of
from tapisvert.bots.service import make_request
from tapisvert.game import Deal
from tapisvert.view import View
from tests.helpers import Setting, is_asked, plies


def twins(setting: Setting, deals: int) -> Iterator[tuple[View, View, Deal, Deal]]:
    """
    Yields views of each seat that is asked, from the deal as it is and from one with the unseen cards exchanged.

    After the views, the two deals.
    """
    match, rng = setting.match("honesty"), random.Random("honesty")
    for deal, move in plies(match, rng, deals):
        for seat in deal.waiting() if move is not None and is_asked(match) else ():
            view = match.view(seat)
            other = view.sample(rng)
            yield view, View(seat, other.seen_by(seat), view.lacks, view.scores, view.options), deal, other


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.usefixtures("with_toys")
def test_exchanged_cards_change_nothing(setting: Setting, level: str) -> None:
    """With the rivals' unseen cards exchanged, a bot is asked the same and answers the same."""
    exchanged = 0
    for ours, theirs, deal, other in twins(setting, 2):
        texts = [ask(setting, view, level) for view in (ours, theirs)]
        assert texts[0] == texts[1]
        assert decide(level, ours, "seed", Budget(2)) == decide(level, theirs, "seed", Budget(2))
        exchanged += deal != other
    assert exchanged or setting.game.name == "tiles"


def ask(setting: Setting, view: View, level: str) -> str:
    """Gets the message that asks a bot."""
    return make_request(
        id="1",
        build="",
        game=setting.game,
        options=setting.options,
        view=view,
        level=level,
        seed="seed",
        worlds=2,
        deadline_ms=None,
    )


def test_policy_looks_at_its_own_cards_alone(setting: Setting) -> None:
    """In a world as in a view, the policy of the seat to act decides by what that seat may see."""
    for ours, _, deal, other in twins(setting, 8):
        if ours.seat != deal.turn:  # moves are sealed, and another seat is to act in the deal
            continue
        moves = [policy_of(d)(d, d.legal_moves(), random.Random(1).random) for d in (ours.deal, deal, other)]
        assert [moves[0]] * 3 == moves
