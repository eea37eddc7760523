"""A match: deals in a row, and all that crosses from one to the next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .cards import Card
from .game import Deal, Game, IllegalMoveError, Move, Refusal, Seat
from .view import View


@dataclass(frozen=True, slots=True)
class Seeds:
    """Where the chance of a match comes from; the two are independent."""

    deal: str
    """Gives the packs and the first dealer."""
    bot: str
    """Gives the bots' random choices."""

    def of_deal(self, index: int) -> random.Random:
        """Gets the chance of deal *index*, from (deal seed, index) alone."""
        return random.Random(f"{self.deal}/{index}")

    def of_first_dealer(self) -> random.Random:
        """Gets the chance that draws the first dealer."""
        return random.Random(f"{self.deal}/dealer")

    def of_bot(self, deal: int, ply: int, seat: Seat) -> str:
        """Gets the seed of a bot's decision."""
        return f"{self.bot}/{deal}/{ply}/{seat}"


@dataclass(slots=True)
class Dealt:
    """One deal of a match as it was dealt and played."""

    dealer: Seat
    pack: list[Card]
    moves: list[Move] = field(default_factory=list)
    points: list[int] | None = None
    """By seat; None until the deal is over."""


class Match:
    """
    A match in progress: it referees moves, keeps scores, and gives each seat its view.

    It starts with no deal; :meth:`next_deal` deals the first.
    """

    def __init__(self, game: Game, options: Any, seeds: Seeds | None = None, first: int = 1) -> None:
        """
        Sits down.

        :param seeds: needed to deal; a match without them can only replay given packs.
        :param first: the number of the first deal; one above 1 has the rest of a match played, from level scores.
        """
        self.game = game
        self.options = options
        self.seeds = seeds
        self.scores = game.starting_scores(options)
        """By seat; the deal in progress is not in them."""
        self.deals: list[Dealt] = []
        self.deal: Deal | None = None
        """The deal in progress or just finished."""
        self._first = first
        self.number = first - 1
        """Counts the deals that count, the one in progress included, and those before the first."""
        self.lacks: list[list[Card]] = []
        """By seat, the cards that its moves in this deal proved it does not hold."""
        self.is_over = False

    @property
    def index(self) -> int:
        """Counts every deal dealt, from 1; 0 before the first."""
        return len(self.deals)

    @property
    def ply(self) -> int:
        """The number of moves made in this deal."""
        return len(self.deals[-1].moves) if self.deals else 0

    @property
    def places(self) -> list[int] | None:
        """By seat, 1 + the number of strictly better scores; None until the match is over."""
        return self.game.places(self.scores) if self.is_over else None

    @property
    def scores_before(self) -> list[int]:
        """The scores before the deal in progress or just finished."""
        points = self.deals[-1].points if self.deals else None
        return [s - p for s, p in zip(self.scores, points, strict=True)] if points else self.scores[:]

    def next_dealer(self) -> Seat | None:
        """Gets who deals the next deal; None if that is to be drawn by lot."""
        if self.deals:
            return (self.deals[-1].dealer + 1) % self.game.seats(self.options)
        return self.game.first_dealer

    def next_deal(self, pack: list[Card] | None = None, dealer: Seat | None = None) -> Deal:
        """
        Deals the next deal.

        :param pack: the pack to deal; by default the seeds make it.
        :param dealer: who deals; by default the next in turn.
        :raises IllegalMoveError: if the rules do not allow it: a deal is in progress, the match is
            over, it is another seat's turn to deal, or this pack cannot follow the last deal.
        """
        if self.is_over:
            raise IllegalMoveError(Refusal("match_over", "end"))
        if self.deal is not None and self.deal.phase:
            raise IllegalMoveError(Refusal("deal_not_over", "end"))
        due = self.next_dealer()
        if dealer is None:
            dealer = due if due is not None else self._draw_dealer()
        elif due is not None and dealer != due:
            raise IllegalMoveError(Refusal("wrong_dealer", "deal"))
        if pack is None:
            rng = self._seeds().of_deal(self.index + 1)
            pack = self.game.next_pack(self.options, self.deal, self.index + 1, rng)
        elif not self.game.fits(self.options, self.deal, pack):
            raise IllegalMoveError(Refusal("wrong_pack", "deal"))
        if self.deal is None or self.game.counts(self.deal):
            self.number += 1
        self.deal = self.game.deal.start(pack, dealer, self.number, self.options)
        self.deals.append(Dealt(dealer, list(pack)))
        self.lacks = [[] for _ in range(self.game.seats(self.options))]
        return self.deal

    def packs(self, count: int) -> list[tuple[Seat, list[Card]]]:
        """Lists dealer and pack of the first *count* deals, as far as they depend on no play: see ``Game.shuffled``."""
        seats = self.game.seats(self.options)
        first = self.game.first_dealer if self.game.first_dealer is not None else self._draw_dealer()
        return [
            ((first + turn) % seats, self.game.next_pack(self.options, None, turn + 1, self._seeds().of_deal(turn + 1)))
            for turn in range(count)
        ]

    def _seeds(self) -> Seeds:
        if self.seeds is None:
            raise ValueError("a match without seeds only replays given deals")
        return self.seeds

    def _draw_dealer(self) -> Seat:
        return int(self._seeds().of_first_dealer().random() * self.game.seats(self.options))

    def push(self, move: Move) -> None:
        """
        Checks and makes a move of the seat to act; counts the deal if that ends it.

        :raises IllegalMoveError: if the rules refuse it; nothing has changed then.
        """
        deal = self.deal
        if deal is None:
            raise IllegalMoveError(Refusal("deal_over", "end"))
        if refusal := deal.refusal(move):
            raise IllegalMoveError(refusal)
        seat = deal.turn
        before = deal.copy()
        deal.play(move)
        if facts := before.facts(move, deal):
            self.lacks[seat] = sorted({*self.lacks[seat], *facts})
        dealt = self.deals[-1]
        dealt.moves.append(move)
        if not deal.phase:
            dealt.points = deal.points()
            self.scores = [s + p for s, p in zip(self.scores, dealt.points, strict=True)]
            counted = self.number if self.game.counts(deal) else self.number - 1
            self.is_over = self.game.is_over(self.options, self.scores, deal, counted)

    def unplayed(self) -> list[tuple[int, list[list[Card]]]]:
        """
        Lists the cards, by seat, that were left where play stopped early, each with its deal's number.

        Where the pack is only gathered and cut they would give the next deal away: those are kept back till the
        match is over, and come before the last deal's then.
        """
        last = self.deal
        if last is None or last.phase:
            return []
        is_shuffled = self.game.is_shuffled_after
        found = [(n, deal) for n, deal in self._earlier() if not is_shuffled(deal)] if self.is_over else []
        if self.is_over or is_shuffled(last):
            found.append((self.number, last))
        return [(number, cards) for number, deal in found if (cards := deal.unplayed())]

    def ended(self) -> list[tuple[int, Deal]]:
        """Lists the deals that are over as they ended, each with its number, oldest first."""
        if self.deal is None:
            return []
        return [*self._earlier(), *([] if self.deal.phase else [(self.number, self.deal)])]

    def openers(self) -> list[Seat]:
        """Lists who was the first to act in each deal so far."""
        start = self.game.deal.start
        return [start(dealt.pack, dealt.dealer, 1, self.options).turn for dealt in self.deals]

    def _earlier(self) -> Iterator[tuple[int, Deal]]:
        """Replays all deals but the last, and gives each as it ended with its number."""
        number = self._first
        for dealt in self.deals[:-1]:
            deal = self.game.deal.start(dealt.pack, dealt.dealer, number, self.options)
            for move in dealt.moves:
                deal.play(move)
            yield number, deal
            number += self.game.counts(deal)

    def view(self, seat: Seat | None) -> View:
        """Gets what *seat* knows now; None is a spectator (seat -1), who sees no hand."""
        if self.deal is None:
            raise ValueError("nothing has been dealt yet")
        lacks = [cards[:] for cards in self.lacks]
        number = -1 if seat is None else seat
        return View(number, self.deal.seen_by(seat), lacks, self.scores_before, self.options)
