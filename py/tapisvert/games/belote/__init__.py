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

from collections.abc import Sequence

from ...cards import Card
from ...game import Deal, GatheredGame
from .deal import BeloteDeal
from .questions import QUESTIONS
from .rules import CUTS, SIDES, Options, is_shuffled, match_winner

__all__ = ["BELOTE", "Belote", "BeloteDeal", "Options"]


class Belote(GatheredGame):
    """A match of Belote: manches until a side has reached the target, and not by belote alone."""

    name = "belote"
    deal = BeloteDeal
    options = Options
    questions = QUESTIONS
    cuts = CUTS

    def sides(self, options: Options) -> list[int]:
        return SIDES[:]

    def gathered(self, previous: Deal) -> list[Card] | None:
        assert isinstance(previous, BeloteDeal)
        # Never shuffled after eight passes: the manche is still the same.
        is_due = previous.taker >= 0 and is_shuffled(previous.manche + 1)
        return None if is_due else previous.gathered()

    def counts(self, deal: Deal) -> bool:
        return isinstance(deal, BeloteDeal) and deal.taker >= 0

    def is_over(self, options: Options, scores: Sequence[int], last: Deal, counted: int) -> bool:
        # A deal without a taker changes nothing: the match was not over before it.
        if not isinstance(last, BeloteDeal) or last.taker < 0:
            return False
        return match_winner(options.target, scores[:2], last.side_of_belote()) is not None


BELOTE = Belote()
