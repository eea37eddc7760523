"""
Which call: the hand with the turn-up is counted, and taken if that is enough.

Trumps and their length count, aces, guarded tens and short suits. Fewer than three trumps are never enough;
the second round names the suit that counts most. The count was fitted to forced takes. Heard from another,
a call tells which hands are likely (:func:`hears`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from ....cards import PACK_52, RANK_LETTERS, SUIT_NUMBER, Card, Suit
from ....game import Deal, Move, Seat
from ....games.belote import BeloteDeal
from ....games.belote.rules import BELOTE_CARDS, PASS, SEATS, announcements, card_of, legal_calls, trump_called
from ....view import View
from ...craft import Belief

# In points of the deal, the rivals' taken off: what each thing brings on average when the hand is made to take.
TRUMP_COUNT = {"J": 65, "9": 37, "A": 16, "T": 10, "K": 7, "Q": 5}
FEWEST_TRUMPS = 3
FOURTH_TRUMP, LONG_TRUMP = 33, 17
"""For the fourth trump, and for each one more."""
PAIR = 33
"""For king and queen of trumps."""
ACE_COUNT, ACE_TEN = 30, 22
"""For a plain ace, and for the ten beside it."""
GUARDED_TEN = 12
VOID_COUNT, SINGLE_COUNT = 12, 4
FIRST_ROUND, SECOND_ROUND = 75, 70
"""What is enough."""

ACES, TENS = ([card_of(rank, suit) for suit in Suit] for rank in "AT")
COUNT = [TRUMP_COUNT.get(RANK_LETTERS[card % 13], 0) for card in PACK_52]
"""What each card counts as a trump."""

PACKET = 5
"""How many cards a hand has when it calls."""
VAGUENESS = 12
"""How far from what is enough players differ: so many points above, 73 in 100 take."""
FARTHEST = 400
TAKES = [round(1 / (1 + exp(-margin / VAGUENESS)), 9) for margin in range(-FARTHEST, FARTHEST + 1)]
"""How likely a hand takes, by its margin over what is enough, from -FARTHEST; rounded as libraries differ in a bit."""
OTHER_SUIT = 0.3
"""How likely, compared with the suit that counts most, another one is named."""


def best_call(deal: BeloteDeal, moves: list[Move]) -> Move:
    """Takes in the best suit on offer if that counts enough."""
    cards = [*deal.hands[deal.turn], deal.turned]
    suit = SUIT_NUMBER[deal.turned]
    best = max(moves[1:], key=lambda call: hand_count(cards, trump_called(call, suit)))
    needed = _needed(cards, len(deal.calls), announcing=deal.announcing)
    return best if hand_count(cards, trump_called(best, suit)) >= needed else PASS


def _needed(cards: list[Card], calls: int, *, announcing: bool) -> int:
    """Gets what a hand must count to take after so many *calls*."""
    needed = FIRST_ROUND if calls < SEATS else SECOND_ROUND
    if announcing:  # they count if the contract is made, and twice against it if not
        needed -= sum([each.points for each in announcements(cards)]) // 2
    return needed


def hand_count(cards: list[Card], trump: int) -> int:
    """Counts the five cards and the turn-up for a trump suit; too few trumps count nothing."""
    lengths = [0, 0, 0, 0]
    for card in cards:
        lengths[SUIT_NUMBER[card]] += 1
    if lengths[trump] < FEWEST_TRUMPS:
        return 0
    count = sum([COUNT[card] for card in cards if SUIT_NUMBER[card] == trump])
    if lengths[trump] > FEWEST_TRUMPS:
        count += FOURTH_TRUMP + LONG_TRUMP * (lengths[trump] - FEWEST_TRUMPS - 1)
    king, queen = BELOTE_CARDS[trump]
    if king in cards and queen in cards:
        count += PAIR
    for suit in (0, 1, 2, 3):
        if suit != trump:
            count += _side_count(cards, suit, lengths[suit])
    return count


def _side_count(cards: list[Card], suit: int, length: int) -> int:
    """Counts a plain suit."""
    if not length:
        return VOID_COUNT
    count = SINGLE_COUNT if length == 1 else 0
    has_ten = TENS[suit] in cards
    if ACES[suit] in cards:
        return count + ACE_COUNT + ACE_TEN * has_ten
    return GUARDED_TEN if has_ten and length > 1 else count


# ---------------------------------------------------------------------- what a call tells


def hears(view: View) -> Belief | None:
    """
    Makes the belief that the others called by about this count, from the five cards that they had then.

    In a world whose cards are all dealt, any five that a hand was dealt may have been its first. Drawing them
    at random, and the world with the chance that they were called so, draws worlds in proportion to how likely
    the calls were.
    """
    deal = view.deal
    assert isinstance(deal, BeloteDeal)
    calls, opener = deal.calls, deal.opener
    others = [(opener + place) % SEATS for place in range(SEATS)]
    others = [seat for seat in others if seat != view.seat and (seat - opener) % SEATS < len(calls)]
    if not others:
        return None
    # The taker first: few hands would have taken, and a world that does not fit is soon put aside.
    others.sort(key=lambda seat: seat != deal.taker)

    def believes(world: Deal, random01: Callable[[], float]) -> bool:
        assert isinstance(world, BeloteDeal)
        return all(_would_call(world, seat, random01) for seat in others)

    return believes


def _would_call(world: BeloteDeal, seat: Seat, random01: Callable[[], float]) -> bool:
    """Draws whether a hand, whose first cards are drawn too, would have made its calls."""
    cards = _first_cards(world, seat, random01)
    chance = 1.0
    for number in range((seat - world.opener) % SEATS, len(world.calls), SEATS):
        chance *= _chance(world, cards, number)
    return random01() < chance


def _first_cards(world: BeloteDeal, seat: Seat, random01: Callable[[], float]) -> list[Card]:
    """Draws which cards a hand had when it called, the turn-up added."""
    cards = world.hands[seat] + world.played_by(seat) if world.taker >= 0 else world.hands[seat][:]
    if seat == world.taker:
        cards.remove(world.turned)
    while len(cards) > PACKET:
        del cards[int(random01() * len(cards))]
    return [*cards, world.turned]


def _chance(world: BeloteDeal, cards: list[Card], number: int) -> float:
    """Tells how likely a hand makes the call that was made after *number* others."""
    call, turned = world.calls[number], SUIT_NUMBER[world.turned]
    offers = legal_calls(world.calls[:number], turned)[1:]
    counts = {offer: hand_count(cards, trump_called(offer, turned)) for offer in offers}
    most = max(counts.values())
    takes = TAKES[FARTHEST + most - _needed(cards, number, announcing=world.announcing)]
    if call == PASS:
        return 1 - takes
    return takes if counts[call] == most else takes * OTHER_SUIT
