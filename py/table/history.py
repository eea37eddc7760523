"""The sheets that look back on the deal in progress: its log, and the cards played so far."""

from __future__ import annotations

from html import escape

from tapisvert.cards import SUIT_LETTERS, Card
from tapisvert.tricks import TrickDeal

from .sheets import button, sheet
from .table import Scene
from .text import SUIT_SIGNS, Texts, tag


def log_sheet(lines: list[str], texts: Texts) -> str:
    """Shows what happened in the deal, oldest first; the page scrolls it to its end."""
    t = texts
    items = "".join(tag("li", escape(line)) for line in lines)
    content = (
        tag(
            "div",
            tag("ol", items),
            class_="lines",
            role="region",
            aria_labelledby="sheet-heading",
            tabindex="0",
            data_end=True,
        )
        if lines
        else tag("p", escape(t("log.empty")))
    )
    return sheet(
        t("action.log"),
        content,
        button("played", t("action.played")),
        button("close", t("action.close"), is_main=True),
    )


def played(scene: Scene) -> dict[str, list[Card]]:
    """Lists the cards played so far by suit, the highest first; empty in a game without tricks."""
    deal = scene.view.deal
    if not isinstance(deal, TrickDeal):
        return {}
    cards = deal.plays + deal.trick
    order = [SUIT_LETTERS.index(name) for name in scene.layout.suits]
    return {
        SUIT_LETTERS[suit]: sorted(
            (card for card in cards if deal.suit[card] == suit), key=deal.power(suit).__getitem__, reverse=True
        )
        for suit in order
    }


def played_line(scene: Scene) -> str:
    """Tells the cards played so far, suit by suit."""
    found = played(scene)
    if not any(found.values()):
        return scene.texts("played.none" if found else "played.no_tricks")
    return " ".join(suit_line(suit, cards, scene.texts) for suit, cards in found.items())


def suit_line(suit: str, cards: list[Card], texts: Texts) -> str:
    """Tells the cards played of one suit."""
    ranks = ", ".join(texts.rank(card) for card in cards)
    return texts("played.suit", suit=texts(f"suit.{suit}"), cards=ranks or texts("played.nothing"))


def played_sheet(scene: Scene) -> str:
    """Shows the cards played so far: a row per suit with a column per rank, so that gaps are seen."""
    t, found = scene.texts, played(scene)
    if any(found.values()):
        count = sum(len(cards) for cards in found.values())
        rows = "".join(suit_row(scene, suit, cards) for suit, cards in found.items())
        content = tag("p", escape(t.count("played.count", count))) + tag("ul", rows, class_="played")
    else:
        content = tag("p", escape(played_line(scene)))
    return sheet(
        t("action.played"), content, button("log", t("action.log")), button("close", t("action.close"), is_main=True)
    )


def suit_row(scene: Scene, suit: str, cards: list[Card]) -> str:
    """Shows one suit's ranks in order: those played stand out, the others are dots."""
    t, deal = scene.texts, scene.view.deal
    power = deal.power(SUIT_LETTERS.index(suit)) if isinstance(deal, TrickDeal) else ()
    every = sorted(
        (card for card in deal.cards() if SUIT_LETTERS[card // 13] == suit), key=power.__getitem__, reverse=True
    )
    ranks = "".join(tag("b", escape(t.corner(card))) if card in cards else tag("i", "·") for card in every)
    shown = tag("span", SUIT_SIGNS[suit], class_="sign") + ranks
    return tag(
        "li",
        tag("span", escape(suit_line(suit, cards, t)), class_="unseen")
        + tag("span", shown, class_=f"ranks suit-{suit}", aria_hidden="true"),
    )
