"""
Belote, classic and with announcements: two sides of two, 32 cards, one suit of trumps.

Source: the game as it is played on Cliquojeux (its French rules page). The rules are tables and pure
functions in ``rules.py``, one deal is ``deal.py``, and what holds a match together is here.

Choices where the rules leave room: the takers need 81 of everything they score, belote and
announcements included; who cannot follow and whose partner is master may play anything, and who
cannot overruff must still ruff; a tie at 81 is counted as it is; the takers without a trick are set,
whatever they announced; after eight passes the next player deals, cut and not shuffled; a tie of
the best announcements cancels all of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...cards import Card
from ...game import Deal, Game
from .deal import BeloteDeal
from .questions import QUESTIONS
from .rules import CUT_HIGH, CUT_LOW, SIDES, Options, cut_pack, is_shuffled, match_winner

__all__ = ["BELOTE", "Belote", "BeloteDeal", "Options"]


class Belote(Game):
    """A match of Belote: manches until a side has reached the target, and not by belote alone."""

    name = "belote"
    deal = BeloteDeal
    options = Options
    questions = QUESTIONS
    shuffled = False

    def sides(self, options: Options) -> list[int]:
        return SIDES[:]

    def next_pack(self, options: Options, previous: Deal | None, index: int, rng: random.Random) -> list[Card]:
        if not isinstance(previous, BeloteDeal) or _shuffles_after(previous):
            return Game.next_pack(self, options, previous, index, rng)
        return cut_pack(previous.gathered(), CUT_LOW + int(rng.random() * (CUT_HIGH - CUT_LOW + 1)))

    def fits(self, options: Options, previous: Deal | None, pack: Sequence[Card]) -> bool:
        if not isinstance(previous, BeloteDeal) or _shuffles_after(previous):
            return True
        gathered = previous.gathered()
        return any(list(pack) == cut_pack(gathered, cut) for cut in range(CUT_LOW, CUT_HIGH + 1))

    def counts(self, deal: Deal) -> bool:
        return isinstance(deal, BeloteDeal) and deal.taker >= 0

    def is_over(self, options: Options, scores: Sequence[int], last: Deal, counted: int) -> bool:
        # A deal without a taker changes nothing: the match was not over before it.
        if not isinstance(last, BeloteDeal) or last.taker < 0:
            return False
        return match_winner(options.target, scores[:2], last.side_of_belote()) is not None


def _shuffles_after(previous: BeloteDeal) -> bool:
    """Tells whether the pack is shuffled after a finished deal; it never is after eight passes."""
    return previous.taker >= 0 and is_shuffled(previous.manche + 1)


BELOTE = Belote()
