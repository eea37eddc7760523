"""
Perft: how many sequences of moves there are from fixed positions, to small depths.

The figures were found by the plain re-statement of the rules below, which shares nothing with the
engine (cards are words, hands are sets) and is run against it every time.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tapisvert.cards import CARD_NAMES, parse_card
from tapisvert.game import Deal, Phase
from tapisvert.games.hearts import HeartsDeal, Options
from tests.engine.hands import H_P20, H_P20_TRICKS, MOON, dealt, played


def perft(deal: Deal, depth: int) -> int:
    """Counts the sequences of *depth* moves, as the engine allows them."""
    moves = deal.legal_moves()
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(deal.after(move), depth - 1) for move in moves)


@dataclass(frozen=True)
class Position:
    """A position of Hearts in words."""

    hands: tuple[frozenset[str], ...]
    turn: int
    trick: tuple[str, ...] = ()
    is_first: bool = False
    is_broken: bool = False

    def legal(self) -> set[str]:
        """Lists the legal cards: sections 1.5.1 to 1.5.5 of the rules page, one by one."""
        hand = self.hands[self.turn]
        hearts = {card for card in hand if card.endswith("H")}
        if not self.trick:
            if self.is_first:
                return {"2C"}
            if self.is_broken or hand == hearts:
                return set(hand)
            return set(hand - hearts)
        same = {card for card in hand if card[1] == self.trick[0][1]}
        if same:
            return same
        if self.is_first and hand - hearts - {"QS"}:
            return set(hand - hearts - {"QS"})
        return set(hand)

    def after(self, card: str) -> Position:
        """Gets the position after a card."""
        hands = tuple(hand - {card} if seat == self.turn else hand for seat, hand in enumerate(self.hands))
        is_broken = self.is_broken or card[1] == "H"
        trick = (*self.trick, card)
        if len(trick) < 4:
            return Position(hands, (self.turn + 1) % 4, trick, self.is_first, is_broken)
        best = max((c for c in trick if c[1] == trick[0][1]), key=lambda c: "23456789TJQKA".index(c[0]))
        leader = (self.turn + 1) % 4
        return Position(hands, (leader + trick.index(best)) % 4, (), False, is_broken)

    def count(self, depth: int) -> int:
        """Counts the sequences of *depth* moves."""
        if not depth:
            return 1
        return sum(self.after(card).count(depth - 1) for card in self.legal()) if self.hands[self.turn] else 0


def in_words(deal: HeartsDeal) -> Position:
    """Puts a deal's position in words."""
    hands = tuple(frozenset(CARD_NAMES[card] for card in hand) for hand in deal.hands)
    trick = tuple(CARD_NAMES[card] for card in deal.trick)
    # Broken as soon as a heart lies on the table.
    is_broken = any(CARD_NAMES[card][1] == "H" for card in deal.plays + deal.trick)
    return Position(hands, deal.turn, trick, not deal.winners, is_broken)


def after_tricks(tricks: int, more: str = "") -> HeartsDeal:
    """Gets the position of the hand H-P20 after some tricks and some cards more."""
    return played(dealt(H_P20), " ".join(cards for _, cards in H_P20_TRICKS[:tricks]) + " " + more)


POSITIONS: dict[str, tuple[HeartsDeal, list[int]]] = {
    "H-P20, the first trick and the next lead": (dealt(H_P20), [1, 1, 4, 16, 112, 352, 1152, 3072, 23840]),
    "H-P20, trick 2, hearts unbroken": (after_tricks(1), [7, 22, 72, 192, 1490, 5480, 20714]),
    "H-P20, trick 6, KS led to a void": (after_tricks(5, "KS"), [8, 8, 16, 92, 206, 764, 1396, 7416, 22320]),
    "H-P20, the last four tricks": (after_tricks(9), [4, 7, 19, 76, 228, 356, 620, 1740, 3480, 4836, 9000, 16656]),
    "H-P20, the last three tricks": (after_tricks(10), [3, 3, 9, 27, 54, 102, 196, 392, 392, 392, 392, 392, 0]),
    "moon, a diamond led to two voids": (played(dealt(MOON), "2C 3C 4C AC 2D"), [1, 12, 144, 1584, 2904, 31944]),
    "hearts alone to lead": (
        played(
            dealt(
                [
                    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D",
                    "AC 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
                    "AH 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
                    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
                ]
            ),
            "2C AC 3D 2S",
        ),
        [12, 12, 144, 1728, 19008],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_hearts_play(name: str) -> None:
    """Engine, plain re-statement and figures agree on the number of ways to play on."""
    deal, expected = POSITIONS[name]
    depths = range(1, len(expected) + 1)
    assert expected == [in_words(deal).count(depth) for depth in depths]
    assert expected == [perft(deal, depth) for depth in depths]


def test_hearts_pass() -> None:
    """A seat passes any three of thirteen cards in any order, then the next does: 13, 12, 11, 13 moves."""
    pack = [parse_card(name) for hand in H_P20 for name in hand.split()]
    deal = HeartsDeal.start(pack, 3, 1, Options())
    assert Phase.PASS == deal.phase
    assert [13, 13 * 12, 13 * 12 * 11, 13 * 12 * 11 * 13] == [perft(deal, depth) for depth in range(1, 5)]
