"""The last tricks of Belote: what an exact search finds is the best of every line that the engine allows."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tapisvert.bots.policies.belote import best_end, partner_play
from tapisvert.bots.policies.belote.end import exact_points, side_of_belote
from tapisvert.games.belote import BELOTE, BeloteDeal, Options
from tapisvert.games.belote.rules import SIDES, TRICKS
from tests.helpers import Setting, random_move


def lead(points: list[int]) -> int:
    """Gets how far side 0 is ahead."""
    return points[0] - points[1]


def best_lead(deal: BeloteDeal) -> int:
    """Tries every line with the engine alone: side 0 plays for the greatest lead, side 1 for the least."""
    if not deal.phase:
        return lead(deal.points())
    leads = [best_lead(deal.after(move)) for move in deal.legal_moves()]
    return min(leads) if SIDES[deal.turn] else max(leads)


def ends(options: Options, deals: int, left: int) -> Iterator[BeloteDeal]:
    """Plays deals, partly at random, and yields every position from the last *left* tricks on."""
    setting, rng = Setting(BELOTE, options), random.Random(f"ends {options}")
    for number in range(deals):
        match = setting.match(f"ends {number}")
        deal = match.next_deal()
        assert isinstance(deal, BeloteDeal)
        while deal.phase:
            if deal.taker >= 0 and len(deal.winners) >= TRICKS - left:
                yield deal
            by_policy = rng.random() < 0.7
            match.push(partner_play(deal, deal.legal_moves(), rng.random) if by_policy else random_move(deal, rng))


@pytest.mark.parametrize(
    "options", [Options(), Options(announcements=True), Options(contract="majority", announcements=True)], ids=str
)
def test_exact_end_is_the_best_of_all_lines(options: Options) -> None:
    """Contract, capot, belote still to be shown and announcements are weighed as the rules score them."""
    tried, unshown, without_a_trick = 0, 0, 0
    for deal in ends(options, 60, 2):
        tried += 1
        unshown += deal.belote < 0 <= side_of_belote(deal)
        without_a_trick += 0 in deal.tricks()
        assert best_lead(deal) == lead(exact_points(deal))
    assert tried > 300
    assert min(unshown, without_a_trick) > 0


def test_exact_end_of_three_tricks() -> None:
    """It holds with more tricks than bots ask for."""
    tried = 0
    for deal in ends(Options(), 12, 3):
        if len(deal.winners) == TRICKS - 3 and len(deal.trick) > 0:
            tried += 1
            assert best_lead(deal) == lead(exact_points(deal))
    assert tried > 20


def test_exact_end_leaves_the_deal_alone_and_partners_score_alike() -> None:
    """The position asked about is not played on; both seats of a side have its points."""
    for deal in ends(Options(), 5, 2):
        before = deal.copy()
        points = exact_points(deal)
        assert before == deal
        assert points[:2] == points[2:]


def test_no_exact_end_before_the_last_two_tricks() -> None:
    """Before them the rule of thumb plays."""
    for deal in ends(Options(), 5, 4):
        assert (len(deal.winners) >= TRICKS - 2) == (best_end(deal) is not None)
