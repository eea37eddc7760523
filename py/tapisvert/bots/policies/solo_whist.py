"""
A rule of thumb for Solo Whist.

Auction: the tricks of a hand are estimated, and each contract has its threshold; a misère asks that in every
suit the low cards outlast the rivals'. Play for tricks: take cheaply what no partner takes, ruff low; the
declaring side draws trumps and leads from length, the others cash their winners. In a misère the declarer
plays the highest card that loses and throws the most dangerous one; the others stay under him. The weights
were tuned by playing it against itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ...cards import RANK_LETTERS, SUIT_NUMBER, Card
from ...game import Deal, Move, Seat
from ...games.solo_whist import SoloWhistDeal, rules
from ...games.solo_whist.deal import CALLING, NAMING
from ...games.solo_whist.rules import BID, COP, PASS, SEATS
from ...tricks import NO_TRUMP, POWERS

RANK: list[int] = [card % 13 for card in range(52)]
JACK, QUEEN, KING, ACE = (RANK_LETTERS.index(letter) for letter in "JQKA")
IS_MISERE = [not contract.target for contract in rules.CONTRACTS]

SHORTNESS = (0.9, 0.6, 0.2)
"""What few cards of a plain suit, none, one or two, are worth in ruffs."""
PROP_LEAST, COP_LEAST, SOLO_LEAST, ABUNDANCE_LEAST = 2.7, 2.1, 4.8, 8.6
"""The tricks that a hand must promise for a bid."""
RAISE_LEAST = 4.3
"""The same for a Solo when nobody accepted the Prop: before, a Prop serves such a hand better."""
MISERE_MOST, OUVERTE_MOST = 7, 3
"""The hazard that a misère bears."""


def bid_and_play(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, SoloWhistDeal)
    if deal.phase == CALLING:
        return _call(deal, moves)
    if deal.phase == NAMING:
        return rules.NAME + _best_trumps(_ranks(deal.hands[deal.turn]))[1]
    if IS_MISERE[deal.contract]:
        return _lose(deal, moves) if deal.turn in deal.declarers else _make_win(deal, moves)
    return _follow(deal, moves) if deal.trick else _lead(deal, moves)


# ---------------------------------------------------------------------- the auction


def _by_suit(cards: list[Card]) -> list[list[Card]]:
    """Sorts cards into suits, the lowest first."""
    suits: list[list[Card]] = [[], [], [], []]
    for card in sorted(cards):
        suits[SUIT_NUMBER[card]].append(card)
    return suits


def _ranks(hand: list[Card]) -> list[list[int]]:
    """Gets the ranks held in each suit, the lowest first."""
    return [[RANK[card] for card in cards] for cards in _by_suit(hand)]


def _call(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Bids the dearest contract that the hand is good for, accepts a Prop if it is good enough, or passes."""
    suits = _ranks(deal.hands[deal.turn])
    tricks = _tricks(suits, SUIT_NUMBER[deal.turned])
    hazard = sum([_hazard(ranks) for ranks in suits]) + (deal.turn == deal.eldest)  # who leads first has it harder
    is_lone = COP not in moves and {*deal.calls} == {PASS, BID + rules.PROP}
    good = {
        rules.ABONDANCE_DECLAREE: all(_runs(ranks) for ranks in suits),
        rules.MISERE_OUVERTE: hazard <= OUVERTE_MOST,
        rules.ABONDANCE_ATOUT: tricks >= ABUNDANCE_LEAST,
        rules.ABONDANCE: max(map(len, suits)) > 4 and _best_trumps(suits)[0] >= ABUNDANCE_LEAST,
        rules.MISERE: hazard <= MISERE_MOST,
        rules.SOLO: tricks >= (RAISE_LEAST if is_lone else SOLO_LEAST),
        rules.PROP: tricks >= PROP_LEAST,
    }
    for contract, is_good in good.items():
        if is_good and BID + contract in moves:
            return BID + contract
    return COP if COP in moves and tricks >= COP_LEAST else PASS


def _best_trumps(suits: list[list[int]]) -> tuple[float, int]:
    """Finds the suit that wins most tricks as trumps, and how many."""
    return max([(_tricks(suits, suit), suit) for suit in range(4)])


def _tricks(suits: list[list[int]], trump: int) -> float:
    """Estimates the tricks that a hand takes alone; the weights were fitted to hands played out."""
    total = -0.5
    length = len(suits[trump])
    for suit, ranks in enumerate(suits):
        if suit == trump:
            total += _trump_tricks(ranks)
        else:
            total += _plain_tricks(ranks)
            if length >= 3 and len(ranks) < 3:
                total += SHORTNESS[len(ranks)] * (1.5 if length >= 6 else 1)
    return total


def _trump_tricks(ranks: list[int]) -> float:
    """Estimates the tricks of the trump suit."""
    length = len(ranks)
    honours = 1.4 * (ACE in ranks) + 0.95 * (KING in ranks and length > 1)
    honours += 0.7 * (QUEEN in ranks and length > 2) + 0.4 * (JACK in ranks and length > 3)
    return honours + 0.75 * max(0, length - 3) + 0.3 * (length > 5)


def _plain_tricks(ranks: list[int]) -> float:
    """Estimates the tricks of a plain suit."""
    length = len(ranks)
    return 1.05 * (ACE in ranks) + 0.7 * (KING in ranks and length > 1) + 0.3 * (QUEEN in ranks and length > 2)


def _hazard(ranks: list[int]) -> float:
    """Tells how far the cards of a suit are from going under the rivals' in every round."""
    return max([rank - 2 * place for place, rank in enumerate(ranks)], default=0)


def _runs(ranks: list[int]) -> bool:
    """Tells whether a suit wins every round without trumps: solid from the top, or long enough."""
    solid = len([rank for place, rank in enumerate(reversed(ranks)) if rank == ACE - place])
    return solid == len(ranks) or len(ranks) + solid >= 11


# ---------------------------------------------------------------------- the play for tricks


def _seen(deal: SoloWhistDeal) -> set[Card]:
    """Collects the cards that the seat to act knows not to be in a rival's hand."""
    return {*deal.plays, *deal.trick, *deal.hands[deal.turn]}


def _above(card: Card, seen: set[Card]) -> int:
    """Counts the unseen cards of the same suit over *card*."""
    return len([c for c in range(card + 1, card - RANK[card] + 13) if c not in seen])


def _below(card: Card, seen: set[Card]) -> int:
    """Counts the unseen cards of the same suit under *card*."""
    return len([c for c in range(card - RANK[card], card) if c not in seen])


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
    seen = _seen(deal)
    if is_partners and not _above(best, seen):
        return _throw(deal, moves)
    if SUIT_NUMBER[cheapest] != SUIT_NUMBER[trick[0]]:
        return cheapest  # a ruff
    threats = _above(max(over), seen)
    if threats and True in later:
        return _throw(deal, moves)  # a partner plays later
    return min([card for card in over if _above(card, seen) == threats])  # high, with the lowest of its equals


def _throw(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Plays the lowest card of the suit led, or throws what is worth least."""
    if SUIT_NUMBER[moves[0]] == SUIT_NUMBER[deal.trick[0]]:
        return min(moves)
    seen, trump = _seen(deal), deal.trump
    lengths = [len(cards) for cards in _by_suit(moves)]
    has_trumps = _has_trumps(deal)

    def worth(card: Card) -> float:
        suit = SUIT_NUMBER[card]
        length, above = lengths[suit], _above(card, seen)
        if suit == trump:
            return 100 + RANK[card]
        value = RANK[card] + (20 if not above else 0)
        if length <= 3 and above and length <= above + 1 and above < 3:
            value += 4  # it guards, or is guarded
        return value + (length if has_trumps else -length)

    return min(moves, key=worth)


def _voids(deal: SoloWhistDeal) -> list[list[bool]]:
    """Lists, by seat and suit, who has shown that he has none left."""
    found = [[False] * 4 for _ in range(SEATS)]
    leader, plays = deal.opener, deal.plays
    for number, winner in enumerate(deal.winners):
        at = 4 * number
        led = SUIT_NUMBER[plays[at]]
        for place in (1, 2, 3):
            if SUIT_NUMBER[plays[at + place]] != led:
                found[(leader + place) % SEATS][led] = True
        leader = winner
    return found


def _lead(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Leads the card of the suit that promises most: trumps to draw them, winners, length, or towards a ruff."""
    seen, trump = _seen(deal), deal.trump
    trumps_out = 13 - len([card for card in seen if SUIT_NUMBER[card] == trump]) if trump != NO_TRUMP else 0
    voids = _voids(deal)
    best, choice = -1000.0, moves[0]
    for suit, cards in enumerate(_by_suit(moves)):
        if not cards:
            continue
        if suit == trump:
            value, card = _trump_lead(deal, cards, seen, trumps_out)
        else:
            ruffs = [seat for seat in range(SEATS) if trumps_out and voids[seat][suit] and not voids[seat][trump]]
            value, card = _plain_lead(deal, cards, seen, ruffs, trumps_out)
        if value > best:
            best, choice = value, card
    return choice


def _trump_lead(deal: SoloWhistDeal, cards: list[Card], seen: set[Card], trumps_out: int) -> tuple[float, Card]:
    """Weighs leading trumps, and which: the declaring side draws them, the others do not."""
    low, top, length = cards[0], cards[-1], len(cards)
    if deal.turn not in deal.declarers:
        return -20, low
    if not trumps_out:
        return 1, top
    if not _above(top, seen):
        return (60 if length >= 3 else 10), top
    return (15 if length >= 4 else -15), (low if len(deal.declarers) > 1 else top)


def _plain_lead(
    deal: SoloWhistDeal, cards: list[Card], seen: set[Card], ruffs: list[Seat], trumps_out: int
) -> tuple[float, Card]:
    """
    Weighs leading a plain suit, and which card of it.

    :param ruffs: who may ruff it.
    """
    low, top, length = cards[0], cards[-1], len(cards)
    declares = deal.turn in deal.declarers
    sides = [(seat in deal.declarers) == declares for seat in ruffs]
    if not _above(top, seen):
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


# ---------------------------------------------------------------------- the play of a misère


def _danger(cards: list[Card], seen: set[Card]) -> int:
    """Tells by how much the unseen low cards of a suit outlast *cards*, the lowest first; 0 or less is safe."""
    return max([_below(card, seen) - place for place, card in enumerate(cards)])


def _lose(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Plays a misère's declarer: the highest card that loses, and off suit the most dangerous one."""
    seen = _seen(deal)
    if not deal.trick:
        return min(moves, key=lambda card: _below(card, seen) - 0.3 * _above(card, seen))
    if SUIT_NUMBER[moves[0]] == SUIT_NUMBER[deal.trick[0]]:
        best = _highest(deal.trick)
        under = [card for card in moves if card < best]
        return max(under) if under else min(moves)
    held = [cards for cards in _by_suit(moves) if cards]
    return max(held, key=lambda cards: (_danger(cards, seen), RANK[cards[-1]]))[-1]


def _make_win(deal: SoloWhistDeal, moves: list[Move]) -> Move:
    """Plays against a misère: under the declarer, and high where he is safe."""
    declarer, trick = deal.declarers[0], deal.trick
    # Once trick 1 is over, the hand of a Misère Ouverte lies open for all.
    exposed = sorted(deal.hands[declarer]) if deal.contract == rules.MISERE_OUVERTE and deal.winners else []
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
    seen, void = _seen(deal), _voids(deal)[deal.declarers[0]]
    return min(moves, key=lambda card: _below(card, seen) + 0.8 * _above(card, seen) + 50 * void[SUIT_NUMBER[card]])


def _lead_to_exposed(deal: SoloWhistDeal, moves: list[Move], exposed: list[Card]) -> Move:
    """Leads the suit in which the exposed hand is most in danger, under its lowest card if possible."""
    seen, suits = {*deal.plays, *exposed}, _by_suit(exposed)
    danger = [_danger(cards, seen) if cards else -50 for cards in suits]

    def wish(card: Card) -> float:
        his = suits[SUIT_NUMBER[card]]
        return 3 * danger[SUIT_NUMBER[card]] - (5 if his and card > his[0] else 0) - 0.01 * RANK[card]

    return max(moves, key=wish)


def _throw_high(deal: SoloWhistDeal, moves: list[Move], exposed: list[Card]) -> Move:
    """Throws the highest card, rather from a suit in which an exposed hand is in danger."""
    seen = {*deal.plays, *deal.trick, *exposed}
    bonus = [4 if cards and _danger(cards, seen) > 0 else 0 for cards in _by_suit(exposed)]
    return max(moves, key=lambda card: RANK[card] + bonus[SUIT_NUMBER[card]])


def _highest(trick: list[Card]) -> Card:
    """Gets the card that wins a trick without trumps so far."""
    return max([card for card in trick if SUIT_NUMBER[card] == SUIT_NUMBER[trick[0]]])
