"""Positions to ask bots in, and one short way to ask."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tapisvert.bots import Budget, decide
from tapisvert.bots.policies import policy_of
from tapisvert.bots.service import make_request
from tapisvert.cards import PACK_52, SUIT, Card, Suit, parse_card
from tapisvert.game import Deal, Move, Phase, Seat
from tapisvert.games.belote import BeloteDeal
from tapisvert.games.belote import Options as BeloteOptions
from tapisvert.games.belote.rules import PACK as BELOTE_PACK
from tapisvert.games.belote.rules import PASS, TAKE, VALUES
from tapisvert.games.hearts import HEARTS, PENALTY, HeartsDeal, Options
from tapisvert.match import Match
from tapisvert.view import View
from tests.helpers import Setting, is_asked, random_move


def positions(setting: Setting, seed: object, deals: int) -> Iterator[Match]:
    """Plays some deals, half at random and half by rule of thumb, and yields at the plies where bots are asked."""
    rng = random.Random(f"positions {seed}")
    for index in range(deals):
        match = setting.match(f"{seed} {index}")
        deal = match.next_deal()
        while deal.phase:
            if is_asked(match):
                yield match
            by_policy = index % 2 and deal.legal_moves()
            match.push(policy_of(deal)(deal, deal.legal_moves(), rng.random) if by_policy else random_move(deal, rng))


def skewed_hearts(seed: object, deals: int) -> Iterator[Match]:
    """Plays deals of Hearts at random in which hands are almost whole suits: voids, and hands of penalties alone."""
    rng = random.Random(f"skewed {seed}")
    setting = Setting(HEARTS, Options())
    for index in range(deals):
        suits = [list(range(13 * suit, 13 * suit + 13)) for suit in range(4)]
        rng.shuffle(suits)
        pack = [card for row in zip(*suits, strict=True) for card in row]
        for _ in range(rng.randrange(4)):
            a, b = rng.sample(range(52), 2)
            pack[a], pack[b] = pack[b], pack[a]
        match = setting.match(f"{seed} {index}")
        deal = match.next_deal(pack)
        while deal.phase:
            yield match
            match.push(random_move(deal, rng))


def ask(level: str, view: View, worlds: int = 1, seed: str = "seed") -> Move:
    """Gets a bot's move."""
    return decide(level, view, seed, Budget(worlds)).move


def message(match: Match, seat: Seat, level: str, worlds: int = 2, deadline_ms: int | None = None) -> str:
    """Gets the text that asks a bot for a move."""
    return make_request(
        id="question 1",
        build="test",
        game=match.game,
        options=match.options,
        view=match.view(seat),
        level=level,
        seed="seed",
        worlds=worlds,
        deadline_ms=deadline_ms,
    )


def cards(names: str) -> list[Card]:
    """Reads cards."""
    return [parse_card(name) for name in names.split()]


def hearts(
    hand: str,
    trick: str = "",
    *,
    played: str = "",
    passes: bool = False,
    passed: str = "",
    first_trick: bool = False,
    taken: tuple[int, int, int, int] | None = None,
) -> HeartsDeal:
    """
    Makes a position of Hearts in which seat 0 is to act.

    The other seats hold what is left. Cards in *played* lie in finished tricks, filled up with others that
    cost nothing as far as there are any, so that all hands are of a length.

    :param taken: penalties taken by seat; by default all by seat 1.
    """
    mine, on_table, gone, mine_passed = (cards(text) for text in (hand, trick, played, passed))
    rest = [c for c in sorted(PACK_52, key=lambda c: (PENALTY[c] > 0, c)) if c not in mine + on_table + gone]
    rest = [c for c in rest if c not in mine_passed]
    size = len(mine) + len(mine_passed)
    finished = 0 if passes or first_trick else 52 - 4 * size
    while len(gone) < finished:
        gone.append(rest.pop(0))
    hands = [mine, [], [], []]
    leader = (0 - len(on_table)) % 4
    sizes = [len(mine), *(size - (seat in [(leader + k) % 4 for k in range(len(on_table))]) for seat in (1, 2, 3))]
    for seat in (1, 2, 3):
        hands[seat] = [rest.pop(0) for _ in range(sizes[seat])]
    assert not rest
    tricks = len(gone) // 4
    broken = any(26 <= c < 39 for c in gone + on_table)
    if taken is None:
        taken = (0, sum(PENALTY[c] for c in gone), 0, 0)
    return HeartsDeal(
        turn=0,
        phase=int(Phase.PASS if passes else Phase.PLAY),
        hands=hands,
        opener=1,
        leader=leader,
        trick=on_table,
        plays=gone,
        winners=[1] * tricks,
        direction=1 if passes else 0,
        passed=[mine_passed, [], [], []],
        gave=[[], [], [], []],
        received=[[], [], [], []],
        hearts_broken=broken,
        taken=list(taken),
    )


def view_of(deal: Deal, seat: Seat = 0) -> View:
    """Gets a seat's view of a position."""
    return View(seat, deal.seen_by(seat), [[], [], [], []], [100] * 4, Options())


Tricks: TypeAlias = Sequence[tuple[Seat, str]]
"""Finished tricks: who led, and the cards in the order played."""


def belote(hand: str, trick: str = "", *, taker: Seat, tricks: Tricks = (), announcing: bool = False) -> BeloteDeal:
    """
    Makes a position of Belote in which seat 0 is to play, hearts trumps.

    The other seats hold what is left. The trick in progress was led by whoever makes it seat 0's turn; the
    *taker* took in the first round, a trump of its own turned up.
    """
    mine, on_table = cards(hand), cards(trick)
    plays = [card for _, names in tricks for card in cards(names)]
    rest = [card for card in BELOTE_PACK if card not in mine + on_table + plays]
    deal = BeloteDeal.start(BELOTE_PACK, 3, 1, BeloteOptions(announcements=announcing))
    leader = -len(on_table) % 4
    deal.hands, deal.trick, deal.plays = [mine, rest[::3], rest[1::3], rest[2::3]], on_table, plays
    deal.turn, deal.leader, deal.phase = 0, leader, int(Phase.PLAY)
    leaders = [seat for seat, _ in tricks] + [leader]
    deal.opener, deal.winners = leaders[0], leaders[1:]
    deal.taker, deal.trump, deal.turn_up, deal.stock = taker, int(Suit.HEARTS), [], []
    deal.calls = [PASS] * ((taker - deal.opener) % 4) + [TAKE]
    own = deal.hands[taker] + deal.played_by(taker)
    deal.turned = next((card for card in own if SUIT[card] == Suit.HEARTS), deal.turned)
    for index, seat in enumerate(deal.winners):
        for card in plays[4 * index : 4 * index + 4]:
            deal.card_points[seat % 2] += VALUES[deal.trump][card]
    return deal
