"""
A ducking rule for Hearts.

Pass: the high spades when they are ill guarded, then high hearts without low ones, then what leaves a
suit empty. Play: get rid of danger on tricks others win, duck with the highest card that loses, lead low,
draw the queen of spades when that is safe. The weights were tuned by playing it against itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt, tanh

from ...cards import PACK_52, RANK_LETTERS, SUIT_NUMBER, Card, Suit, parse_card
from ...game import Deal, Move
from ...games.hearts import HEART_SUIT, PASSING, PENALTY, QUEEN_OF_SPADES, SEATS, HeartsDeal
from ...view import View
from ..craft import Worth

# Plain ints, for speed; see the game.
CLUB_SUIT, DIAMOND_SUIT, SPADE_SUIT = int(Suit.CLUBS), int(Suit.DIAMONDS), int(Suit.SPADES)
KING_OF_SPADES, ACE_OF_SPADES = parse_card("KS"), parse_card("AS")
SAFE_SPADES = 4
"""With this many spades the high ones are guarded and stay."""
JACK, FIVE = RANK_LETTERS.index("J"), RANK_LETTERS.index("5")
RANK: list[int] = [card % 13 for card in PACK_52]
MOST_LOWS = 3
"""More low cards than this make a suit no safer."""
LEAD_RISK = [
    [RANK[card] + 2 * length - (2 if SUIT_NUMBER[card] == HEART_SUIT else 0) for card in PACK_52]
    for length in range(14)
]
"""``LEAD_RISK[length of its suit][card]``."""
DANGER = [
    [
        [RANK[card] - 1.2 * length - 1.5 * lows + 6 * (SUIT_NUMBER[card] == HEART_SUIT) for card in PACK_52]
        for lows in range(MOST_LOWS + 1)
    ]
    for length in range(14)
]
"""``DANGER[length of its suit][low cards in it][card]``: of what is thrown away."""
SLIPS = 0.2
"""How often a playout's card is any legal one: see docs/bots.md for what other shares did."""
SPREAD, SPREAD_FROM = 2.5, 10
"""How far apart two scores must be to tell who ends ahead: fitted to matches by tests/bench/fit.py."""


def match_share(view: View) -> Worth:
    """
    Makes points worth the share of rivals that the seat can expect to leave behind at the match's end.

    At the end that is what the rating counts; before, a lead tells the less, the more deals are still to come,
    which is judged by the lowest score.
    """
    seat, before = view.seat, view.scores
    known: dict[tuple[int, ...], float] = {}

    def share(points: Sequence[int]) -> float:
        scores = [score + more for score, more in zip(before, points, strict=True)]
        low = min(scores)
        leads = [scores[seat] - score for rival, score in enumerate(scores) if rival != seat]
        if low <= 0:  # the match is over
            return sum([(lead > 0) + 0.5 * (lead == 0) for lead in leads]) / len(leads)
        spread = SPREAD * sqrt(low + SPREAD_FROM)
        # The logistic function of lead / spread, in a form that no lead is too great for.
        return sum([0.5 + 0.5 * tanh(lead / spread / 2) for lead in leads]) / len(leads)

    def worth(points: Sequence[int]) -> float:
        key = tuple(points)
        if key not in known:
            known[key] = share(points)
        return known[key]

    return worth


def duck(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, HeartsDeal)
    if deal.phase == PASSING:
        return max(moves, key=lambda card: _wish_to_pass(deal.hands[deal.turn], deal.passed[deal.turn], card))
    if not deal.trick:
        return _lead(deal, moves)
    led = SUIT_NUMBER[deal.trick[0]]
    if SUIT_NUMBER[moves[0]] != led:
        return _discard(deal, moves)
    return _follow_spades(deal, moves) if led == SPADE_SUIT else _follow(deal, moves)


def is_passing(deal: Deal) -> bool:
    """Tells whether cards are passed: three at once make a plan."""
    return deal.phase == PASSING


def _wish_to_pass(hand: list[Card], passed: list[Card], card: Card) -> float:
    """Weighs how gladly *card* is passed; cards already put down count as gone."""
    suit, rank = SUIT_NUMBER[card], RANK[card]
    length = len([c for c in hand if SUIT_NUMBER[c] == suit])
    if suit == SPADE_SUIT:
        spades = length + len([c for c in passed if SUIT_NUMBER[c] == suit])
        if card < QUEEN_OF_SPADES or spades >= SAFE_SPADES:
            return -50 + rank  # low spades guard, and guarded high ones stay
        return 100 + (13 if card == QUEEN_OF_SPADES else rank)
    lows = len([c for c in hand if SUIT_NUMBER[c] == suit and RANK[c] <= FIVE])
    if suit == HEART_SUIT:
        return rank + (50 if rank >= JACK and lows < 2 else -4 if rank <= FIVE else 0)  # low ones are exits
    void = 22 - 6 * length if length <= 3 else 0
    preferred = 1 if suit == DIAMOND_SUIT else 0  # on trick 1 a club void is worth nothing
    return rank + void + preferred - 2 * min(lows, 2)


def _queen_is_out(deal: HeartsDeal) -> bool:
    """Tells whether another seat may still hold the queen of spades."""
    return (
        QUEEN_OF_SPADES not in deal.plays
        and QUEEN_OF_SPADES not in deal.trick
        and QUEEN_OF_SPADES not in deal.hands[deal.turn]
    )


# The functions below run in every playout: they loop by hand, and what does not change stands in tables.


def _lead(deal: HeartsDeal, moves: list[Move]) -> Move:
    """Leads low, from short suits first; spades under the queen while she is out, never over her."""
    hand = deal.hands[deal.turn]
    lengths = [0, 0, 0, 0]
    for card in hand:
        lengths[SUIT_NUMBER[card]] += 1
    holds_queen = QUEEN_OF_SPADES in hand
    minds_spades = lengths[SPADE_SUIT] > 0 and (holds_queen or _queen_is_out(deal))
    best, least = moves[0], float("inf")
    for card in moves:
        suit = SUIT_NUMBER[card]
        if suit == SPADE_SUIT and minds_spades:
            risk = _risk_of_spade(card, hand, holds_queen=holds_queen)
        else:
            risk = LEAD_RISK[lengths[suit]][card]
        if risk < least:
            best, least = card, risk
    return best


def _risk_of_spade(card: Card, hand: list[Card], *, holds_queen: bool) -> int:
    """Weighs the lead of a spade while the queen has not been played."""
    if card == QUEEN_OF_SPADES:
        return 60
    if holds_queen:
        return 15 + RANK[card]  # they guard her
    if card > QUEEN_OF_SPADES:
        return 50
    return 14 if KING_OF_SPADES in hand or ACE_OF_SPADES in hand else -2


def _best_of(trick: list[Card], led: int) -> Card:
    """Gets the card that wins a trick so far."""
    best = trick[0]
    for card in trick:
        if card > best and SUIT_NUMBER[card] == led:
            best = card
    return best


def _follow(deal: HeartsDeal, moves: list[Move]) -> Move:
    """Ducks with the highest loser; wins high if it must, or if the trick costs nothing for sure."""
    trick = deal.trick
    is_last = len(trick) == SEATS - 1
    if (is_last or not deal.winners) and not sum([PENALTY[c] for c in trick]):
        return max(moves)
    best = _best_of(trick, SUIT_NUMBER[trick[0]])
    under = [c for c in moves if c < best]
    if under:
        return max(under)
    return max(moves) if is_last else min(moves)


def _follow_spades(deal: HeartsDeal, moves: list[Move]) -> Move:
    """Follows as in any suit, but gives the queen to a higher card, keeps her else, and stays under her."""
    trick = deal.trick
    best = _best_of(trick, SPADE_SUIT)
    is_last = len(trick) == SEATS - 1
    if best > QUEEN_OF_SPADES and QUEEN_OF_SPADES in moves:
        return QUEEN_OF_SPADES
    keepers = [c for c in moves if c != QUEEN_OF_SPADES] or moves
    if is_last and not sum([PENALTY[c] for c in trick]):
        return max(keepers)
    under = [c for c in keepers if c < best]
    if under:
        return max(under)
    if is_last:
        return max(keepers)
    low = [c for c in keepers if c < QUEEN_OF_SPADES] if _queen_is_out(deal) else []
    return max(low) if low else min(keepers)


def _discard(deal: HeartsDeal, moves: list[Move]) -> Move:
    """Throws the queen, then the spades over her while she is out, then high hearts, then the worst suit's top."""
    if QUEEN_OF_SPADES in moves:
        return QUEEN_OF_SPADES
    hand = deal.hands[deal.turn]
    lows, lengths = [0, 0, 0, 0], [0, 0, 0, 0]
    for card in hand:
        suit = SUIT_NUMBER[card]
        lengths[suit] += 1
        if RANK[card] <= FIVE:
            lows[suit] += 1
    holds_queen = QUEEN_OF_SPADES in hand  # and may not throw her on trick 1
    is_out = not holds_queen and lengths[SPADE_SUIT] > 0 and _queen_is_out(deal)
    best, most = moves[0], float("-inf")
    for card in moves:
        suit = SUIT_NUMBER[card]
        if suit == SPADE_SUIT and (is_out or holds_queen):
            danger = 40.0 + RANK[card] if is_out and card > QUEEN_OF_SPADES else -10.0
        else:
            danger = DANGER[lengths[suit]][min(lows[suit], MOST_LOWS)][card]
        if danger > most:
            best, most = card, danger
    return best
