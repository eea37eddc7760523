"""The ducking rule, sentence by sentence of its description."""

from __future__ import annotations

import pytest

from tests.bench.outside.ducking import choose


def chosen(hand: str, trick: str = "", played: str = "") -> str:
    """Gets the card chosen from a hand of which what follows suit may be played, and all if nothing does."""
    cards, led = hand.split(), trick[1:2]
    legal = [card for card in cards if card[1] == led] or cards
    return choose({"hand": cards, "legal": legal, "trick": trick.split(), "played": played.split()})["card"]


@pytest.mark.parametrize(
    ("hand", "played", "card"),
    [
        pytest.param("4C 9C 3D KD 5S", "", "3D", id="the lowest"),
        pytest.param("3C 9C TC 3D KD 5S", "", "3D", id="of two, from the shorter suit"),
        pytest.param("3C KC 3D 9D TD 5S", "", "3C", id="of two, from the shorter suit, whichever"),
        pytest.param("KS AH", "", "AH", id="no king of spades while the queen is out"),
        pytest.param("QS AH", "", "AH", id="nor the queen herself"),
        pytest.param("JS AH", "", "JS", id="lower spades are no danger"),
        pytest.param("KS AH", "2S 3S QS 4S", "KS", id="nor are high ones once she is played"),
        pytest.param("AS KS", "", "KS", id="the lowest of nothing but high spades"),
    ],
)
def test_lead(hand: str, played: str, card: str) -> None:
    """The lowest card is led, from a short suit; high spades are kept while the queen is out."""
    assert card == chosen(hand, "", played)


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        pytest.param("3C 8C JC", "9C", "8C", id="the highest under it"),
        pytest.param("3C TC QC", "9C JC", "TC", id="under the winning card"),
        pytest.param("4C 9C KC", "5C AD", "4C", id="another suit wins nothing"),
        pytest.param("3C 8C JC", "9C 2C 4C", "8C", id="the last ducks too"),
        pytest.param("8C TC KC", "5C", "8C", id="forced over it, the lowest"),
        pytest.param("8C TC KC", "5C 6C 7C", "KC", id="forced over it as the last, the highest"),
        pytest.param("8S QS", "5S 6S 7S", "8S", id="not the queen if another will do"),
        pytest.param("QS AC", "5S 6S 7S", "QS", id="the queen if no other will"),
    ],
)
def test_follow(hand: str, trick: str, card: str) -> None:
    """It ducks as high as it can; forced to win it wins high if last, else low."""
    assert card == chosen(hand, trick)


@pytest.mark.parametrize(
    ("hand", "trick", "played", "card"),
    [
        pytest.param("AS QS AH AD", "5C", "", "QS", id="the queen first"),
        pytest.param("KS AS AH", "5C", "", "AS", id="then the highest spade while she is out"),
        pytest.param("KS 9H AD", "5C", "2S 3S QS 4S", "9H", id="then a heart, once she is played"),
        pytest.param("KS 9H AD", "5C QS", "", "9H", id="played to this trick is played"),
        pytest.param("JS 2H 9H AD", "5C", "", "9H", id="the highest heart"),
        pytest.param("JS KD 2D", "5C", "", "KD", id="then the highest card"),
    ],
)
def test_discard(hand: str, trick: str, played: str, card: str) -> None:
    """Void, it gets rid of the queen, high spades, hearts and high cards, in this order."""
    assert card == chosen(hand, trick, played)
