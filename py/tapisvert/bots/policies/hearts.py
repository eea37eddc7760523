"""
A ducking rule for Hearts.

Pass: the high spades when they are ill guarded, then high hearts without low ones, then what leaves a
suit empty. Play: get rid of danger on tricks others win, duck with the highest card that loses, lead low,
draw the queen of spades when that is safe. The weights were tuned by playing it against itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ...cards import RANK_LETTERS, SUIT_NUMBER, Card, Suit, parse_card
from ...game import Deal, Move
from ...games.hearts import HEART_SUIT, PASSING, PENALTY, QUEEN_OF_SPADES, HeartsDeal

# Plain ints, for speed; see the game.
CLUB_SUIT, DIAMOND_SUIT, SPADE_SUIT = int(Suit.CLUBS), int(Suit.DIAMONDS), int(Suit.SPADES)
KING_OF_SPADES, ACE_OF_SPADES = parse_card("KS"), parse_card("AS")
SAFE_SPADES = 4
"""With this many spades the high ones are guarded and stay."""
JACK, FIVE = RANK_LETTERS.index("J"), RANK_LETTERS.index("5")
RANK: list[int] = [card % 13 for card in range(52)]


def duck(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, HeartsDeal)
    if deal.phase == PASSING:
        return max(moves, key=lambda card: _wish_to_pass(deal.hands[deal.turn], deal.passed[deal.turn], card))
    if not deal.trick:
        return _lead(deal, moves)
    if SUIT_NUMBER[moves[0]] == SUIT_NUMBER[deal.trick[0]]:
        return _follow(deal, moves)
    return _discard(deal, moves)


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


def _lead(deal: HeartsDeal, moves: list[Move]) -> Move:
    """Leads low, from short suits first; spades under the queen while she is out, never over her."""
    hand = deal.hands[deal.turn]
    lengths = [0, 0, 0, 0]
    for card in hand:
        lengths[SUIT_NUMBER[card]] += 1
    holds_queen = QUEEN_OF_SPADES in hand
    is_out = not holds_queen and _queen_is_out(deal)
    holds_high = KING_OF_SPADES in hand or ACE_OF_SPADES in hand

    def risk(card: Card) -> float:
        suit, rank = SUIT_NUMBER[card], RANK[card]
        if card == QUEEN_OF_SPADES:
            return 60
        if suit == SPADE_SUIT and is_out:
            if card > QUEEN_OF_SPADES:
                return 50
            return -2 if not holds_high else 14
        if suit == SPADE_SUIT and holds_queen:
            return 15 + rank  # they guard her
        return rank + 2 * lengths[suit] - (2 if suit == HEART_SUIT else 0)

    return min(moves, key=risk)


def _follow(deal: HeartsDeal, moves: list[Move]) -> Move:
    """Ducks with the highest loser; wins high if it must, or if last to play on a trick that costs nothing."""
    trick = deal.trick
    led = SUIT_NUMBER[trick[0]]
    best = max([c for c in trick if SUIT_NUMBER[c] == led])
    is_last = len(trick) == 3
    under = [c for c in moves if c < best]
    if led == SPADE_SUIT and QUEEN_OF_SPADES in moves and best > QUEEN_OF_SPADES:
        return QUEEN_OF_SPADES
    keepers = [c for c in moves if c != QUEEN_OF_SPADES] or moves
    penalty = sum([PENALTY[c] for c in trick])
    if not penalty and (is_last or (not deal.winners and led == CLUB_SUIT)):
        return max(keepers)
    if under:
        safe = [c for c in under if c != QUEEN_OF_SPADES]
        return max(safe or under)
    if is_last:
        return max(keepers)
    if led == SPADE_SUIT and _queen_is_out(deal):
        low = [c for c in keepers if c < QUEEN_OF_SPADES]
        return max(low) if low else min(keepers)
    return min(keepers)


def _discard(deal: HeartsDeal, moves: list[Move]) -> Move:
    """Throws the queen, then the spades over her while she is out, then high hearts, then the worst suit's top."""
    if QUEEN_OF_SPADES in moves:
        return QUEEN_OF_SPADES
    is_out = _queen_is_out(deal)
    hand = deal.hands[deal.turn]
    lows, lengths = [0, 0, 0, 0], [0, 0, 0, 0]
    for card in hand:
        lengths[SUIT_NUMBER[card]] += 1
        if RANK[card] <= FIVE:
            lows[SUIT_NUMBER[card]] += 1

    def danger(card: Card) -> float:
        suit, rank = SUIT_NUMBER[card], RANK[card]
        if suit == SPADE_SUIT and (is_out or QUEEN_OF_SPADES in hand):
            return 40 + rank if is_out and card > QUEEN_OF_SPADES else -10
        return rank - 1.2 * lengths[suit] - 1.5 * min(lows[suit], 3) + (6 if suit == HEART_SUIT else 0)

    return max(moves, key=danger)
