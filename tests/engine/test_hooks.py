"""What games tell the table beside views and moves: alike to all, with what is hidden hidden, in every game."""

from __future__ import annotations

import random

from tapisvert.game import Phase
from tests.helpers import Setting, plies

DEALS = 3


def test_what_lies_open_is_the_same_to_all(setting: Setting) -> None:
    """Everybody sees the same cards lie open, and what there is to tell before the first move is told to all alike."""
    match = setting.match("open")
    for deal, _ in plies(match, random.Random("open"), DEALS):
        views = [deal.seen_by(watcher) for watcher in (None, *setting.seats)]
        assert all(view.exposed() == deal.exposed() for view in views)
        assert all(view.shown_hands() == deal.shown_hands() for view in views)
        assert all(deal.exposed()[seat] == sorted(deal.hands[seat]) for seat in deal.shown_hands())
        assert all(view.opening() == deal.opening() for view in views)
        assert all(view.task() == deal.task() for view in views)


def test_menu_has_all_that_may_be_called(setting: Setting) -> None:
    """Where moves are shown side by side, the legal ones are among them, and offers are of nothing but those."""
    for deal, _ in plies(setting.match("menu"), random.Random("menu"), DEALS):
        if menu := deal.menu():
            assert set(deal.legal_moves()) <= set(menu)
        offers = [move for move in range(len(deal.move_names)) if deal.offer(move)] if deal.phase == Phase.CALL else []
        assert set(offers) <= set(menu)
        for view in (deal.seen_by(seat) for seat in deal.waiting()):
            assert deal.asks() == view.asks()


def test_unplayed_cards_are_what_was_left(setting: Setting) -> None:
    """Nothing is left unplayed while a deal is in progress; a match shows none before the deal is over."""
    match = setting.match("unplayed")
    for deal, move in plies(match, random.Random("unplayed"), DEALS):
        if move is not None:
            assert [] == deal.unplayed()
            assert [] == match.unplayed()
        else:
            shown = [cards for _, cards in match.unplayed()]
            may = match.is_over or setting.game.is_shuffled_after(deal)
            assert (deal.unplayed() in shown) == (may and deal.unplayed() != [])
