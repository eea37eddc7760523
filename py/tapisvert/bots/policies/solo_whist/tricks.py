"""
Which card where tricks are wanted: with the declarers of a contract, or against them.

Take cheaply what no partner takes, ruff low; the declaring side draws trumps and leads from length, the others
cash their winners. The weights were tuned by playing the rule against itself.
"""

from __future__ import annotations

from ....cards import RANK_LETTERS, SUIT_NUMBER, Card
from ....game import Move, Seat
from ....games.solo_whist import SoloWhistDeal
from ....games.solo_whist.rules import SEATS
from ....tricks import NO_TRUMP, POWERS
from .seen import RANK, SUITS, above, by_suit, shown_voids, unseen_cards

QUEEN, KING = RANK_LETTERS.index("Q"), RANK_LETTERS.index("K")


def play_for_tricks(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Chooses the card to lead, or to play to the trick."""
    return _follow(deal, moves) if deal.trick else _lead(deal, moves)


def _follow(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Takes the trick cheaply if no partner does, and else plays low."""
    trick, declarers = deal.trick, deal.declarers
    power = POWERS[deal.trump][SUIT_NUMBER[trick[0]]]
    best = max(trick, key=power.__getitem__)
    ours = deal.turn in declarers
    is_partners = ((deal.leader + trick.index(best)) % SEATS in declarers) == ours
    later = [((deal.turn + place) % SEATS in declarers) == ours for place in range(1, SEATS - len(trick))]
    over = [card for card in moves if power[card] > power[best]]
    if not over or (is_partners and all(later)):
        return _throw(deal, moves)
    cheapest = min(over, key=power.__getitem__)
    if all(later):
        return cheapest
    unseen = unseen_cards(deal)
    if is_partners and not above(best, unseen):
        return _throw(deal, moves)
    if SUIT_NUMBER[cheapest] != SUIT_NUMBER[trick[0]]:
        return cheapest  # a ruff
    threats = above(max(over), unseen)
    if threats and True in later:
        return _throw(deal, moves)  # a partner plays later
    return min([card for card in over if above(card, unseen) == threats])  # high, with the lowest of its equals


def _throw(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Plays the lowest card of the suit led, or throws what is worth least."""
    if SUIT_NUMBER[moves[0]] == SUIT_NUMBER[deal.trick[0]]:
        return min(moves)
    unseen, trump = unseen_cards(deal), deal.trump
    lengths = [len(cards) for cards in by_suit(moves)]
    has_trumps = _has_trumps(deal)

    def worth(card: Card) -> float:
        suit = SUIT_NUMBER[card]
        length, over = lengths[suit], above(card, unseen)
        if suit == trump:
            return 100 + RANK[card]
        value = RANK[card] + (20 if not over else 0)
        if length <= 3 and over and length <= over + 1 and over < 3:
            value += 4  # it guards, or is guarded
        return value + (length if has_trumps else -length)

    return min(moves, key=worth)


def _lead(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Leads the card of the suit that promises most: trumps to draw them, winners, length, or towards a ruff."""
    unseen, trump = unseen_cards(deal), deal.trump
    trumps_out = (unseen & SUITS[trump]).bit_count() if trump != NO_TRUMP else 0
    voids = shown_voids(deal) if trumps_out else []
    best, choice = -1000.0, moves[0]
    for suit, cards in enumerate(by_suit(moves)):
        if not cards:
            continue
        if suit == trump:
            value, card = _trump_lead(deal, cards, unseen, trumps_out)
        else:
            ruffs = [seat for seat in range(SEATS) if trumps_out and voids[seat][suit] and not voids[seat][trump]]
            value, card = _plain_lead(deal, cards, unseen, ruffs, trumps_out)
        if value > best:
            best, choice = value, card
    return choice


def _trump_lead(deal: SoloWhistDeal, cards: list[Card], unseen: int, trumps_out: int) -> tuple[float, Card]:
    """Weighs leading trumps, and which: the declaring side draws them, the others do not."""
    low, top, length = cards[0], cards[-1], len(cards)
    if deal.turn not in deal.declarers:
        return -20, low
    if not trumps_out:
        return 1, top
    if not above(top, unseen):
        return (60 if length >= 3 else 10), top
    return (15 if length >= 4 else -15), (low if len(deal.declarers) > 1 else top)


def _plain_lead(
    deal: SoloWhistDeal, cards: list[Card], unseen: int, ruffs: list[Seat], trumps_out: int
) -> tuple[float, Card]:
    """
    Weighs leading a plain suit, and which card of it.

    :param ruffs: who may ruff it.
    """
    low, top, length = cards[0], cards[-1], len(cards)
    declares = deal.turn in deal.declarers
    sides = [(seat in deal.declarers) == declares for seat in ruffs]
    if not above(top, unseen):
        # The declaring side keeps its winners until trumps are drawn and its length is good.
        return (3 if declares and trumps_out else 40 - length) - (60 if False in sides else 0), top
    value = length + (10 if True in sides else 0) - (6 if False in sides else 0)
    if length == 1:
        return value + (5 if trumps_out and _has_trumps(deal) else 0), low
    if RANK[top] >= QUEEN and cards[-2] == top - 1:
        return value + 4, top
    return value - (2 if RANK[top] == KING else 0), low


def _has_trumps(deal: SoloWhistDeal) -> bool:
    """Tells whether the seat to act holds trumps."""
    return deal.trump in [SUIT_NUMBER[card] for card in deal.hands[deal.turn]]
