"""
The rule of thumb of Hearts, by examples from the rules page's notes on strategy.

Each row gives a hand, the trick so far, what was played before, and the card (or one of the cards) to play.
"""

from __future__ import annotations

import pytest

from tapisvert.cards import CARD_NAMES
from tapisvert.game import Deal
from tests.bots.positions import ask, hearts, view_of


def easy(deal: Deal) -> str:
    """Gets the card that the rule of thumb plays."""
    return CARD_NAMES[ask("easy", view_of(deal))]


def passed_by(hand: str) -> set[str]:
    """Gets the three cards that the rule of thumb passes."""
    left, gone = hand.split(), []
    for _ in range(3):
        card = easy(hearts(" ".join(left), passes=True, passed=" ".join(gone)))
        left.remove(card)
        gone.append(card)
    return set(gone)


PASSES = [
    ("the queen and what lies over her, ill guarded", "2C 5C 9C 2D 4D 6D 8D 2H 3H 4H QS KS AS", "QS KS AS"),
    ("spades below her stay", "2C 5C 9C 2D 4D 6D 8D 2H 3H 4H 2S 3S QS", "QS"),
    ("four spades guard themselves", "2C 5C 9C 2D 4D 6D TD 3H 4H 2S 7S 9S QS", ""),
    ("high hearts without low ones", "2C 3C 5C 9C 2D 4D 6D 7D TD JH QH KH 2S", "JH QH KH"),
    ("a short suit is emptied", "2C 3C 4C 5C 6C 9C KD QD 2H 3H 4H 2S 3S", "KD QD"),
    ("diamonds rather than clubs", "KC QC 2S 3S 4S 5S 6S KD QD 2H 3H 4H 5H", "KD QD"),
]


@pytest.mark.parametrize(("why", "hand", "passed"), PASSES, ids=[row[0] for row in PASSES])
def test_pass(why: str, hand: str, passed: str) -> None:
    """What must be among the cards passed."""
    assert set(passed.split()) <= passed_by(hand), why


@pytest.mark.parametrize("hand", [row[1] for row in PASSES])
def test_low_spades_are_never_passed(hand: str) -> None:
    """Spades below the queen guard, and four spades or more keep the high ones too."""
    spades = {card for card in hand.split() if card[1] == "S"}
    kept = spades if len(spades) >= 4 else spades - {"QS", "KS", "AS"}
    assert set() == passed_by(hand) & kept


PLAYS = [
    ("the highest club on trick 1", "4C JC AC 2D 5D 8D QD 3S 7S QS 5H 9H KH", "2C 5C", "AC"),
    ("low spades flush the queen", "3S 9S KD QC 8H", "", "3S 9S"),
    ("not from under the king", "3S KS 2D QC 8H", "", "2D"),
    ("nor with the queen in hand", "3S QS 2D 9C 8H", "", "2D 9C"),
    ("the lowest of a suit is led", "2D KD AD KC AH", "", "2D"),
    ("the queen is led last of all", "QS AD KC", "", "AD KC"),
    ("last, on a trick that costs nothing, wins high", "2D 9D AD 3C 4H", "5D 8D 3D", "AD"),
    ("last, on a trick that costs, ducks high", "2D 7D AD 3C 4H", "8D 5D 3H", "7D"),
    ("not last, ducks high", "2D 7D AD 3C 4H", "8D", "7D"),
    ("cannot duck, and is last: wins high", "9D AD 3C 2C 4H", "8D 5D 3H", "AD"),
    ("cannot duck, others follow: stays low", "9D AD 3C 2C 4H", "8D", "9D"),
    ("the queen under the king", "QS 3S 2C 3C 4H", "5S KS", "QS"),
    ("the queen never wins if it can be helped", "QS AS 2C 3C 4H", "5S JS 3H", "AS"),
    ("under the queen while she is out", "9S KS 2C 3C 4H", "8S", "9S"),
    ("the queen is thrown first", "QS AH AS 2C", "5D JD", "QS"),
    ("then the spades over her", "KS AH AS 2C", "5D JD", "AS"),
    ("then high hearts", "2S AH KC QC", "5D JD", "AH"),
    ("guards of the queen are not thrown on trick 1", "2D 3D 4D 6D 7D 8D 9D QS 2S 3S 4S TS JS", "2C", "9D"),
]


@pytest.mark.parametrize(("why", "hand", "trick", "best"), PLAYS, ids=[row[0] for row in PLAYS])
def test_play(why: str, hand: str, trick: str, best: str) -> None:
    """The card that the notes ask for."""
    deal = hearts(hand, trick, first_trick=len(hand.split()) == 13)
    assert easy(deal) in best.split(), why


def test_spades_over_the_queen_are_harmless_once_she_fell() -> None:
    """When the queen has been played, a high spade is thrown no sooner than a high heart."""
    assert easy(hearts("AS AH 2C 3C", "5D JD", played="QS")) == "AH"
