"""
Solo Whist: everybody for himself, in alliances made anew by the auction of each deal.

Source: the game as it is played on Board Game Arena (its French help page). The seven contracts are
the rows of one table in ``rules.py``, which the auction, the play and the payments read alike; one deal
is ``deal.py``, and what holds a match together is here.

Choices where the rules leave room: play goes clockwise; a player who was overcalled and has not passed
speaks again; the trumps of an Abondance are named after the auction; misères end with the declarer's
first trick and an Abondance Déclarée with the first one lost; a match is a number of deals played, or a
target; equal totals share a place.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import Card
from ...game import Deal, GatheredGame
from .deal import SoloWhistDeal
from .questions import QUESTIONS
from .rules import CUTS, LENGTHS, TARGETS, Options, is_shuffled

__all__ = ["SOLO_WHIST", "Options", "SoloWhist", "SoloWhistDeal"]


class SoloWhist(GatheredGame):
    """A match of Solo Whist: a number of deals played, or the first total that reaches a target."""

    name = "solo_whist"
    deal = SoloWhistDeal
    options = Options
    questions = QUESTIONS
    cuts = CUTS

    def gathered(self, previous: Deal) -> list[Card] | None:
        assert isinstance(previous, SoloWhistDeal)
        return None if is_shuffled(previous.contract) else previous.gathered()

    def counts(self, deal: Deal) -> bool:
        return isinstance(deal, SoloWhistDeal) and deal.contract >= 0

    def length(self, options: Options) -> int | None:
        return LENGTHS.get(options.length)

    def is_over(self, options: Options, scores: Sequence[int], last: Deal, counted: int) -> bool:
        if options.length in TARGETS:
            return max(scores) >= TARGETS[options.length]
        return GatheredGame.is_over(self, options, scores, last, counted)


SOLO_WHIST = SoloWhist()
