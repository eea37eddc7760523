"""
A rule of thumb for Belote: counted calls, trumps drawn by the takers, points put where the partner wins.

Calls: the hand with the turn-up is counted: trumps and their length, aces, guarded tens, short suits. It
takes if that is enough, with three trumps at least; the second round names the suit that counts most.
Announcements: all are made.

Play: each card is weighed by the chance that the side then wins the trick, times the points in it, less
what the card is worth later: masters, trumps, tens and their guards are kept. From this follow the usual
manners: points go on the partner's sure trick and none on the rivals', ruffs are low, winners cheap. On
lead the taker draws trumps while a rival may have some, the partner leads one at the first chance, and the
defence leads none. The count of a hand was fitted to forced takes; the other weights were tuned by
playing the rule against itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ...cards import PACK_52, RANK_LETTERS, SUIT_NUMBER, Card, Suit
from ...game import Deal, Move
from ...games.belote import BeloteDeal
from ...games.belote.rules import (
    ANNOUNCE,
    BELOTE_CARDS,
    PACK,
    PASS,
    POWERS,
    SEATS,
    SIDES,
    VALUES,
    announcements,
    card_of,
    trump_called,
)
from ...tricks import winner

# ---------------------------------------------------------------------- weights of a call

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

# ---------------------------------------------------------------------- tables

ALL_CARDS = frozenset(PACK)
OF_SUIT = [frozenset(card for card in PACK if SUIT_NUMBER[card] == suit) for suit in Suit]
ACES, TENS = ([card_of(rank, suit) for suit in Suit] for rank in "AT")
KING = RANK_LETTERS.index("K")
COUNT, KEEP = ([table.get(RANK_LETTERS[card % 13], 0) for card in PACK_52] for table in (TRUMP_COUNT, TRUMP_KEEP))
"""What each card counts, and is worth later, as a trump."""
LACKS = [(2 / 3) ** number for number in range(len(PACK) + 1)]
"""How likely one of three hands has none of so many unseen cards."""


def _higher(card: Card, trump: int) -> frozenset[Card]:
    """Gets the cards of its suit that beat a card."""
    power = POWERS[trump][SUIT_NUMBER[card]]
    return frozenset(other for other in OF_SUIT[SUIT_NUMBER[card]] if power[other] > power[card])


HIGHER = [[_higher(card, trump) for card in PACK_52] for trump in Suit]
"""By trump suit and card."""


def partner_play(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, BeloteDeal)
    first = moves[0]
    if first >= ANNOUNCE:
        return first
    if first == PASS:
        return _call(deal, moves)
    unseen = ALL_CARDS.difference(deal.plays, deal.trick, deal.hands[deal.turn])
    return _follow(deal, moves, unseen) if deal.trick else _lead(deal, moves, unseen)


# ---------------------------------------------------------------------- calls


def _call(deal: BeloteDeal, moves: list[Move]) -> Move:
    """Takes in the best suit on offer if that counts enough."""
    cards = [*deal.hands[deal.turn], deal.turned]
    suit = SUIT_NUMBER[deal.turned]
    best = max(moves[1:], key=lambda call: _count(cards, trump_called(call, suit)))
    needed: float = FIRST_ROUND if len(deal.calls) < SEATS else SECOND_ROUND
    if deal.announcing:  # they count if the contract is made, and twice against it if not
        needed -= sum([each.points for each in announcements(cards)]) / 2
    return best if _count(cards, trump_called(best, suit)) >= needed else PASS


def _count(cards: list[Card], trump: int) -> int:
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


# ---------------------------------------------------------------------- cards


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


def _voids(deal: BeloteDeal) -> list[list[bool]]:
    """Lists, by seat and suit, who has shown a void in the tricks so far."""
    trump, plays, leader = deal.trump, deal.plays, deal.opener
    voids = [[False] * 4 for _ in range(SEATS)]
    for start, taken_by in zip(range(0, len(plays), SEATS), deal.winners, strict=True):
        led = SUIT_NUMBER[plays[start]]
        for place in (1, 2, 3):
            suit = SUIT_NUMBER[plays[start + place]]
            if suit == led:
                continue
            shown = voids[(leader + place) % SEATS]
            shown[led] = True
            # Who does not ruff either has none, unless the partner is master and the choice is free.
            is_free = place > 1 and winner(plays[start : start + place], POWERS[trump][led]) == place - 2
            shown[trump] |= suit != trump and not is_free
        leader = taken_by
    return voids


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
    voids = _voids(deal)
    left, right = voids[(seat + 1) % SEATS], voids[(seat + 3) % SEATS]
    draws = _wishes_for_trumps(deal, unseen, left[trump] and right[trump])

    def worth(card: Card) -> float:
        suit = SUIT_NUMBER[card]
        is_master = unseen.isdisjoint(HIGHER[trump][card])
        alone = _holds(card, suit, trump, unseen, left) * _holds(card, suit, trump, unseen, right)
        chance = alone + (1 - alone) * PARTNER_TAKES
        points = (2 * chance - 1) * (values[card] + LEAD_TO_COME)
        wish = draws[is_master] if suit == trump else MASTER_LEAD * is_master
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


def _follow(deal: BeloteDeal, moves: list[Move], unseen: frozenset[Card]) -> Move:
    """Plays what brings the side most: the points of the trick if it wins it, against what the card is worth later."""
    trump, trick, hand = deal.trump, deal.trick, deal.hands[deal.turn]
    led, values, played = SUIT_NUMBER[trick[0]], VALUES[trump], len(trick)
    power = POWERS[trump][led]
    place = winner(trick, power)
    master, is_ours = trick[place], (played - place) % 2 == 0
    points = sum([values[card] for card in trick]) + TO_COME * (3 - played)
    rival = _voids(deal)[(deal.turn + 1) % SEATS] if played < 3 else []

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
