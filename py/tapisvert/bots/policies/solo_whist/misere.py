"""
Which card in a misère: the declarer wants no trick, the others together want him to win one.

He plays the highest card that loses and throws the most dangerous one; they stay under him, and see his hand
once that of a Misère Ouverte lies open.
"""

from __future__ import annotations

from ....cards import SUIT_NUMBER, Card
from ....game import Move
from ....games.solo_whist import SoloWhistDeal
from ....games.solo_whist.rules import MISERE_OUVERTE, SEATS
from .seen import RANK, above, below, by_suit, shown_voids, unseen_cards, without


def play_misere(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Chooses the declarer's card, or one against him."""
    return _lose(deal, moves) if deal.turn in deal.declarers else _make_win(deal, moves)


def _danger(cards: list[Card], unseen: int) -> int:
    """Tells by how much the unseen low cards of a suit outlast *cards*, the lowest first; 0 or less is safe."""
    return max([below(card, unseen) - place for place, card in enumerate(cards)])


def _lose(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Plays a misère's declarer: the highest card that loses, and off suit the most dangerous one."""
    unseen = unseen_cards(deal)
    if not deal.trick:
        return min(moves, key=lambda card: below(card, unseen) - 0.3 * above(card, unseen))
    if SUIT_NUMBER[moves[0]] == SUIT_NUMBER[deal.trick[0]]:
        best = _highest(deal.trick)
        under = [card for card in moves if card < best]
        return max(under) if under else min(moves)
    held = [cards for cards in by_suit(moves) if cards]
    return max(held, key=lambda cards: (_danger(cards, unseen), RANK[cards[-1]]))[-1]


def _make_win(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Plays against a misère: under the declarer, and high where he is safe."""
    declarer, trick = deal.declarers[0], deal.trick
    # Once trick 1 is over, the hand of a Misère Ouverte lies open for all.
    exposed = sorted(deal.hands[declarer]) if deal.contract == MISERE_OUVERTE and deal.winners else []
    if not trick:
        return _lead_to_exposed(deal, moves, exposed) if exposed else _lead_to_misere(deal, moves)
    led = SUIT_NUMBER[trick[0]]
    if SUIT_NUMBER[moves[0]] != led:
        return _throw_high(deal, moves, exposed)
    best, place = _highest(trick), (declarer - deal.leader) % SEATS
    bar = best
    if place < len(trick):
        if trick[place] != best:
            return max(moves)  # he is under: high cards only hinder later
    elif exposed:
        his = [card for card in exposed if SUIT_NUMBER[card] == led]
        if not his or his[0] < best:
            return max(moves)
        bar = his[0]
    under = [card for card in moves if card < bar]
    return max(under) if under else max(moves) if exposed else min(moves)


def _lead_to_misere(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Leads low where few cards are left, from a suit that the declarer still has."""
    unseen, void = unseen_cards(deal), shown_voids(deal)[deal.declarers[0]]
    return min(moves, key=lambda card: below(card, unseen) + 0.8 * above(card, unseen) + 50 * void[SUIT_NUMBER[card]])


def _lead_to_exposed(deal: SoloWhistDeal, moves: list[Move], exposed: list[Card]) -> Move:
    """Leads the suit in which the exposed hand is most in danger, under its lowest card if possible."""
    unseen, suits = without(deal.plays + exposed), by_suit(exposed)
    danger = [_danger(cards, unseen) if cards else -50 for cards in suits]

    def wish(card: Card) -> float:
        his = suits[SUIT_NUMBER[card]]
        return 3 * danger[SUIT_NUMBER[card]] - (5 if his and card > his[0] else 0) - 0.01 * RANK[card]

    return max(moves, key=wish)


def _throw_high(deal: SoloWhistDeal, moves: list[Move], exposed: list[Card]) -> Move:
    """Throws the highest card, rather from a suit in which an exposed hand is in danger."""
    unseen = without(deal.plays + deal.trick + exposed)
    bonus = [4 if cards and _danger(cards, unseen) > 0 else 0 for cards in by_suit(exposed)]
    return max(moves, key=lambda card: RANK[card] + bonus[SUIT_NUMBER[card]])


def _highest(trick: list[Card]) -> Card:
    """Gets the card that wins a trick without trumps so far."""
    return max([card for card in trick if SUIT_NUMBER[card] == SUIT_NUMBER[trick[0]]])
