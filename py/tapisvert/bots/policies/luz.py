"""
A steering rule for Luz.

A seat weighs each of its slots by the tricks that such a card takes on average, which depends on how many of the
rivals' cards beat it; it bets what that adds up to, with an eye to the bets of the others, who see its hand. In
play each slot is weighed twice: how likely it takes this trick, and what it is worth later. The slot is played
after which the tricks to expect are nearest to the bet, with little left to chance. The weights were fitted to
games that it played against itself. Of its own hand it reads backs, and what can be deduced.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp

from ...cards import EMPTY, Card
from ...game import Deal, Move, Seat
from ...games.luz import LuzDeal
from ...games.luz.deal import BETTING
from ...games.luz.rules import BETS, COLOUR, COLOURS, HAND, MOST, POWERS, SLOT, YELLOW, bet_points, deduce


def _by_beaten(top: float, steady: float, late: float, left: int) -> list[float]:
    """Lists what cards are worth that 0, 1, 2 … others beat: these count the more, the fewer tricks are left."""
    return [top * max(0.0, 1 - beaten * (steady + late / max(1, left))) for beaten in range(MOST)]


TRUMP_WORTH = [_by_beaten(1.0, 0.03, 1.1, left) for left in range(HAND + 1)]
"""What a trump is worth, by the tricks left and by how many of the rivals' trumps beat it."""
RUFFERS = 2
"""As many or more rivals who could ruff a colour are alike."""
PLAIN_WORTH = [
    [_by_beaten(top, 0.25, 1.2, left) for top in (0.55, min(0.36, 0.05 * left), min(0.25, 0.03 * left))]
    for left in range(HAND + 1)
]
"""What another card is worth; also by how many rivals could ruff it."""
SPREAD = {3: 0.6, 4: 0.55, 5: 0.5}
"""
How far from what is expected a bet looks, by the number of players.

It is less than how far the tricks won are from what was expected then: one plays towards the bet.
"""
TRUST = 0.5
"""How far the bets made before, by rivals who see this hand, count beside one's own count."""
BEATS = 0.6
"""How likely a rival who can beat a card does, not seeing his own."""
CHANCE = 1.3
"""How much it matters what is left to chance, beside the distance from the bet."""
TELLS = 0.05
"""What it is worth to learn the value of a slot that lies between others."""


def steer(deal: Deal, moves: list[Move], random01: Callable[[], float]) -> Move:
    """Chooses by the rule of thumb."""
    assert isinstance(deal, LuzDeal)
    table = Table(deal)
    if deal.phase == BETTING:
        return best_bet(len(deal.hands), deal.round, round(10 * table.expected()))
    return table.best(moves)


@cache
def best_bet(players: int, round_: int, tenths: int) -> Move:
    """Gets the bet that brings most on average when so many tricks, in tenths, are expected."""
    chances = [exp(-(((tricks - tenths / 10) / SPREAD[players]) ** 2) / 2) for tricks in range(HAND + 1)]

    def points(move: Move) -> float:
        mean = sum([chance * bet_points(BETS[move], tricks, round_) for tricks, chance in enumerate(chances)])
        return round(mean, 6)  # halfway between two bets, the first on every machine

    return max(range(len(BETS)), key=points)


@cache
def odds(unseen: int, slots: int) -> list[list[tuple[int, float]]]:
    """Gets, for each of some slots, which of so many unseen cards it may be (0 the lowest), and how likely."""
    return [list(slot.items()) for slot in deduce(range(unseen), slots)]


class Table:
    """What the seat to act can see and deduce."""

    __slots__ = ("deal", "held", "may_be", "rivals", "tells", "worth")

    def __init__(self, deal: LuzDeal) -> None:
        self.deal = deal
        seats = len(deal.hands)
        self.rivals = [(deal.turn + place) % seats for place in range(1, seats)]
        self.held: list[list[list[Card]]] = [[[] for _ in COLOURS] for _ in range(seats)]
        """By seat and colour, the cards of the rivals."""
        for seat in self.rivals:
            held = self.held[seat]
            for card in deal.hands[seat]:
                if card != EMPTY:
                    held[COLOUR[card]].append(card)
        self.may_be: dict[int, list[tuple[Card, float]]] = {}
        """By own slot, what it may be, and how likely."""
        self.worth: dict[int, float] = {}
        """By own slot, the tricks that it will take on average."""
        self.tells: dict[int, bool] = {}
        """By own slot, whether its value would divide what the others of its colour may be."""
        self._weigh()

    def _weigh(self) -> None:
        """Weighs the own slots."""
        deal, slots = self.deal, self.deal.slots[self.deal.turn]
        for places, cards in deal.ranges(deal.turn):
            worth = self._worth(COLOUR[cards[0]], cards)
            for place, chances in zip(places, odds(len(cards), len(places)), strict=True):
                slot = slots[place]
                self.may_be[slot] = [(cards[index], chance) for index, chance in chances]
                self.worth[slot] = sum([chance * worth[index] for index, chance in chances])
                self.tells[slot] = places[0] < place < places[-1] and len(cards) > len(places)

    def _worth(self, colour: int, cards: list[Card]) -> list[float]:
        """Gets what each of some cards of a colour would be worth in this hand, after the trick in progress."""
        left = HAND - len(self.deal.winners) - (self.deal.phase != BETTING)
        if colour == YELLOW:
            worth = TRUMP_WORTH[left]
        else:
            ruffers = [seat for seat in self.rivals if self.held[seat][YELLOW] and not self.held[seat][colour]]
            worth = PLAIN_WORTH[left][min(len(ruffers), RUFFERS)]
        rivals = [card for seat in self.rivals for card in self.held[seat][colour]]
        return [worth[len([rival for rival in rivals if rival > card])] for card in cards]

    def expected(self) -> float:
        """Gets the tricks to expect: those of the own slots, drawn towards what the bets made before leave over."""
        made = [BETS[bet] for bet in self.deal.bets if bet >= 0]
        own = sum(self.worth.values())
        known = len(made) / len(self.rivals)
        over = HAND - sum([bet.brown + bet.blue / 2 for bet in made])
        others = (HAND - own) * (1 - known)
        return own + TRUST * known * (over - others - own)

    def best(self, moves: list[Move]) -> Move:
        """Gets the slot after which the tricks to expect are nearest to the bet."""
        deal, worth = self.deal, self.worth
        bet = BETS[deal.bets[deal.turn]]
        need = bet.brown + bet.blue / 2 - deal.winners.count(deal.turn)
        later, chance = sum(worth.values()), sum([w * (1 - w) for w in worth.values()])

        def cost(move: Move) -> float:
            slot = move - SLOT
            wins, gone = self.wins(slot), worth[slot]
            off = wins + later - gone - need
            left_to_chance = wins * (1 - wins) + chance - gone * (1 - gone)
            return off * off + CHANCE * left_to_chance - (TELLS if self.tells[slot] and not wins else 0)

        return min(moves, key=cost)

    def wins(self, slot: int) -> float:
        """Gets how likely a slot takes the trick in progress."""
        deal, cards = self.deal, self.may_be[slot]
        colour = slot // HAND
        led = COLOUR[deal.trick[0]] if deal.trick else colour
        if colour not in (led, YELLOW):
            return 0.0
        power = POWERS[led]
        to_beat = max([power[card] for card in deal.trick], default=0)
        to_come = self.rivals[: len(self.rivals) - len(deal.trick)]
        return sum([chance * self._holds(card, led, to_come) for card, chance in cards if power[card] > to_beat])

    def _holds(self, card: Card, led: int, to_come: list[Seat]) -> float:
        """Gets how likely none of the seats to come beats *card*; each one may, must or cannot."""
        power, holds = POWERS[led], 1.0
        mine = power[card]
        for seat in to_come:
            choices = self.held[seat][led] or [c for cards in self.held[seat] for c in cards]
            better = len([c for c in choices if power[c] > mine])
            if better == len(choices):
                return 0.0
            if better:
                holds *= 1 - BEATS
        return holds
