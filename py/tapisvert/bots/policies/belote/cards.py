"""
Which card: the chance to win the trick times the points in it, less what the card is worth later.

Masters, trumps, tens and their guards are kept. From this follow the usual manners: points go on the
partner's sure trick and none on the rivals', ruffs are low, winners cheap. On lead the taker draws trumps
while a rival may have some, the partner leads one at the first chance, and the defence leads none and
returns what its partner led. The weights were tuned by playing the rule against itself.
"""

from __future__ import annotations

from ....cards import PACK_52, RANK_LETTERS, SUIT_NUMBER, Card, Suit
from ....game import Move, Seat
from ....games.belote import BeloteDeal
from ....games.belote.rules import PACK, POWERS, SEATS, SIDES, VALUES
from ....tricks import winner
from .calls import TENS

# ---------------------------------------------------------------------- weights of a card

TRUMP_KEEP = {"J": 37, "9": 30, "A": 22, "T": 19, "K": 14, "Q": 13, "8": 10, "7": 10}
"""What a trump is worth later."""
MASTER_KEEP = 5
"""What a plain master that nobody ruffs is worth beside its points."""
TEN_KEEP, KING_KEEP = 5, 2
"""What a ten with another card beside it, or a king, is worth later if something beats it."""
GUARD_KEEP = 4
"""The same for the only card that guards a ten."""
SINGLE_DROP = 3
"""For being rid of the last card of a suit, a master apart."""
TO_COME, LEAD_TO_COME = 5, 6
"""The points that each seat after this one may add to the trick; all three, to a trick led."""
PARTNER_TAKES = 0.25
"""How likely the partner wins a trick that a rival's card would win."""
PARTNER_BEATS = 0.45
"""How likely the partner, last to play, beats a rival's card that is not sure to win."""
MASTER_LEAD = 6
"""For leading a plain master."""
DRAW, LOW_DRAW, PARTNER_DRAW, DEFENCE_DRAW = 22, 12, 30, -18
"""For leading a trump: a master as the taker, another as the taker, the first one as its partner, as a defender."""
RETURN = 14
"""For leading, as a defender, a plain suit that the partner has led."""

# ---------------------------------------------------------------------- tables

ALL_CARDS = frozenset(PACK)
OF_SUIT = [frozenset(card for card in PACK if SUIT_NUMBER[card] == suit) for suit in Suit]
KING = RANK_LETTERS.index("K")
KEEP = [TRUMP_KEEP.get(RANK_LETTERS[card % 13], 0) for card in PACK_52]
"""What each card is worth later, as a trump."""
LACKS = [(2 / 3) ** number for number in range(len(PACK) + 1)]
"""How likely one of three hands has none of so many unseen cards."""


def _higher(card: Card, trump: int) -> frozenset[Card]:
    """Gets the cards of its suit that beat a card."""
    power = POWERS[trump][SUIT_NUMBER[card]]
    return frozenset(other for other in OF_SUIT[SUIT_NUMBER[card]] if power[other] > power[card])


HIGHER = [[_higher(card, trump) for card in PACK_52] for trump in Suit]
"""By trump suit and card."""


def best_card(deal: BeloteDeal, moves: list[Move]) -> Move:
    """Chooses the card to lead, or to play to the trick."""
    unseen = ALL_CARDS.difference(deal.plays, deal.trick, deal.hands[deal.turn])
    return _follow(deal, moves, unseen) if deal.trick else _lead(deal, moves, unseen)


def _later(card: Card, hand: list[Card], trump: int, unseen: frozenset[Card]) -> float:
    """Weighs what *card* is worth later if it is kept now."""
    suit = SUIT_NUMBER[card]
    if suit == trump:
        return KEEP[card]
    length = len([c for c in hand if SUIT_NUMBER[c] == suit])
    if unseen.isdisjoint(HIGHER[trump][card]):
        # After a round of the suit, about three more of its cards are gone.
        may_ruff = LACKS[max(0, len(unseen & OF_SUIT[suit]) - 3)] * (1 - LACKS[len(unseen & OF_SUIT[trump])])
        return (MASTER_KEEP + VALUES[trump][card]) * (1 - may_ruff)
    if length > 1 and card == TENS[suit]:
        return TEN_KEEP
    if length == 2 and TENS[suit] in hand:
        return GUARD_KEEP
    king = KING_KEEP if card % 13 == KING else 0
    return king - SINGLE_DROP if length == 1 else king


def _voids(deal: BeloteDeal, seat: Seat) -> list[bool]:
    """Lists, by suit, the voids that a seat has shown in the tricks so far."""
    trump, plays, leader = deal.trump, deal.plays, deal.opener
    shown = [False] * 4
    for start, taken_by in zip(range(0, len(plays), SEATS), deal.winners, strict=True):
        led, place = SUIT_NUMBER[plays[start]], (seat - leader) % SEATS
        suit = SUIT_NUMBER[plays[start + place]]
        if suit != led:
            shown[led] = True
            # Who does not ruff either has none, unless the partner is master and the choice is free.
            is_free = place > 1 and winner(plays[start : start + place], POWERS[trump][led]) == place - 2
            shown[trump] |= suit != trump and not is_free
        leader = taken_by
    return shown


def _holds(card: Card, led: int, trump: int, unseen: frozenset[Card], void: list[bool]) -> float:
    """Guesses how likely a rival, with the voids it has shown, cannot beat *card*, which wins the trick so far."""
    lacks_higher = LACKS[len(unseen & HIGHER[trump][card])]
    if led == trump:
        return 1.0 if void[trump] else lacks_higher
    may_ruff = 0.0 if void[trump] else 1.0 if void[led] else LACKS[len(unseen & OF_SUIT[led])]
    if SUIT_NUMBER[card] == trump:
        return 1 - may_ruff * (1 - lacks_higher)
    return (1.0 if void[led] else lacks_higher) - may_ruff * (1 - LACKS[len(unseen & OF_SUIT[trump])])


def _lead(deal: BeloteDeal, moves: list[Move], unseen: frozenset[Card]) -> Move:
    """Leads what wins or costs little; trumps if the takers want them drawn."""
    trump, hand, seat = deal.trump, deal.hands[deal.turn], deal.turn
    values = VALUES[trump]
    left, right = _voids(deal, (seat + 1) % SEATS), _voids(deal, (seat + 3) % SEATS)
    draws = _wishes_for_trumps(deal, unseen, left[trump] and right[trump])
    returns = _suits_to_return(deal)

    def worth(card: Card) -> float:
        suit = SUIT_NUMBER[card]
        is_master = unseen.isdisjoint(HIGHER[trump][card])
        alone = _holds(card, suit, trump, unseen, left) * _holds(card, suit, trump, unseen, right)
        chance = alone + (1 - alone) * PARTNER_TAKES
        points = (2 * chance - 1) * (values[card] + LEAD_TO_COME)
        wish = draws[is_master] if suit == trump else MASTER_LEAD * is_master + RETURN * (suit in returns)
        return points + wish - _later(card, hand, trump, unseen)

    return max(moves, key=worth)


def _wishes_for_trumps(deal: BeloteDeal, unseen: frozenset[Card], are_out: bool) -> tuple[int, int]:
    """Weighs how gladly a trump is led, a lower one and a master; *are_out* if no rival has any."""
    seat, trump = deal.turn, deal.trump
    if SIDES[seat] != SIDES[deal.taker]:
        return DEFENCE_DRAW, DEFENCE_DRAW
    if are_out or unseen.isdisjoint(OF_SUIT[trump]):
        return 0, 0
    if seat == deal.taker:
        return LOW_DRAW, DRAW
    is_first = all(SUIT_NUMBER[card] != trump for card in deal.plays[::SEATS])
    return (PARTNER_DRAW, PARTNER_DRAW) if is_first else (0, 0)


def _suits_to_return(deal: BeloteDeal) -> set[int]:
    """Lists the suits that the partner has led, in defence: it is long in them, or wants to ruff."""
    if SIDES[deal.turn] == SIDES[deal.taker]:
        return set()
    partner = (deal.turn + 2) % SEATS
    leaders = [deal.opener, *deal.winners[:-1]]
    return {SUIT_NUMBER[card] for leader, card in zip(leaders, deal.plays[::SEATS], strict=False) if leader == partner}


def _follow(deal: BeloteDeal, moves: list[Move], unseen: frozenset[Card]) -> Move:
    """Plays what brings the side most: the points of the trick if it wins it, against what the card is worth later."""
    trump, trick, hand = deal.trump, deal.trick, deal.hands[deal.turn]
    led, values, played = SUIT_NUMBER[trick[0]], VALUES[trump], len(trick)
    power = POWERS[trump][led]
    place = winner(trick, power)
    master, is_ours = trick[place], (played - place) % 2 == 0
    points = sum([values[card] for card in trick]) + TO_COME * (3 - played)
    rival = _voids(deal, (deal.turn + 1) % SEATS) if played < 3 else []

    def worth(card: Card) -> float:
        wins = power[card] > power[master]
        chance = 1.0 if is_ours or wins else 0.0
        if played < 3:
            holds = _holds(card if wins else master, led, trump, unseen, rival)
            chance = _chance(holds, is_ours or wins, played == 1)
        return (2 * chance - 1) * (points + values[card]) - _later(card, hand, trump, unseen)

    return max(moves, key=worth)


def _chance(holds: float, is_ours: bool, partner_is_last: bool) -> float:
    """
    Guesses how likely the side wins a trick to which a rival plays next.

    :param holds: how likely that rival cannot beat the master card.
    :param is_ours: whether that is the side's own.
    """
    if not partner_is_last:
        return holds if is_ours else 0.0
    return holds + (1 - holds) * PARTNER_TAKES if is_ours else (1 - holds) * PARTNER_BEATS
