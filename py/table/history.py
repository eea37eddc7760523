"""The sheets that look back on the deal in progress: its log, and the cards played so far."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tapisvert.cards import Card
from tapisvert.tricks import TrickDeal

from .cards import Faces
from .scene import Scene
from .sheets import button, sheet
from .text import Texts, tag


def log_sheet(lines: list[tuple[str, str]], texts: Texts, game: str) -> str:
    """
    Shows what happened in the deal, oldest first; the page scrolls it to its end.

    :param lines: each with the code of its event.
    """
    t = texts
    items = "".join(tag("li", escape(line), data_event=code) for code, line in lines)
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
        button("played", t.own(game, "action.played")),
        button("close", t("action.close"), is_main=True),
    )


def by_suit(scene: Scene, cards: Iterable[Card]) -> dict[int, list[Card]]:
    """Sorts cards by suit, in the order of the hand, the highest first; gives no suit in a game without tricks."""
    deal = scene.view.deal
    if not isinstance(deal, TrickDeal):
        return {}
    found: dict[int, list[Card]] = {suit: [] for suit in sorted({deal.suit[card] for card in deal.cards()})}
    for card in cards:
        found[deal.suit[card]].append(card)
    order, letters = scene.layout.suits, scene.faces.letters
    return {
        suit: sorted(found[suit], key=deal.power(suit).__getitem__, reverse=True)
        for suit in sorted(found, key=lambda suit: order.find(letters[suit : suit + 1]))
    }


def played(scene: Scene) -> dict[int, list[Card]]:
    """Lists the cards played so far by suit, the highest first; empty in a game without tricks."""
    deal = scene.view.deal
    return by_suit(scene, deal.plays + deal.trick) if isinstance(deal, TrickDeal) else {}


def played_line(scene: Scene) -> str:
    """Tells the cards played so far, suit by suit; where there are boards, those still hidden."""
    if scene.has_boards:
        return hidden_line(scene)
    found = played(scene)
    if not any(found.values()):
        return scene.texts("played.none" if found else "played.no_tricks")
    return " ".join(suit_line(suit, cards, scene.faces, scene.texts) for suit, cards in found.items())


def suit_line(suit: int, cards: list[Card], faces: Faces, texts: Texts) -> str:
    """Tells the cards played of one suit."""
    ranks = ", ".join(faces.rank(card, texts) for card in cards)
    return texts("played.suit", suit=texts(f"suit.{faces.letters[suit]}"), cards=ranks or texts("played.nothing"))


def played_sheet(scene: Scene) -> str:
    """
    Shows the cards played so far: a row per suit with a column per rank, so that gaps are seen.

    Once a deal is over, gaps where nobody may ever know what lay there are closed. Where there are boards, it shows
    the cards still hidden.
    """
    if scene.has_boards:
        return hidden_sheet(scene)
    t, found = scene.texts, played(scene)
    if any(found.values()):
        count = sum(len(cards) for cards in found.values())
        deal = scene.view.deal
        is_secret = not deal.phase and any(pile for _, pile in deal.places(deal.secret))
        pack = found if is_secret else by_suit(scene, deal.cards())
        rows = "".join(suit_row(suit, cards, pack[suit], scene.faces, t) for suit, cards in found.items())
        content = tag("p", escape(t.count("played.count", count))) + tag("ul", rows, class_="played")
    else:
        content = tag("p", escape(played_line(scene)))
    return sheet(
        t("action.played"), content, button("log", t("action.log")), button("close", t("action.close"), is_main=True)
    )


def suit_row(suit: int, cards: list[Card], every: list[Card], faces: Faces, texts: Texts) -> str:
    """Shows every rank of a suit in its order: those played stand out, the others are dots."""
    letter = faces.letters[suit]
    ranks = "".join(tag("b", escape(faces.corner(card, texts))) if card in cards else tag("i", "·") for card in every)
    return tag(
        "li",
        tag("span", escape(suit_line(suit, cards, faces, texts)), class_="unseen")
        + tag(
            "span",
            tag("span", faces.sign(letter), class_="sign") + ranks,
            class_=f"ranks suit-{letter}",
            style=f"--ranks:{len(every)}",
            aria_hidden="true",
        ),
    )


def hidden(scene: Scene) -> dict[str, int]:
    """Counts by name, in their order, the cards that lie nowhere in sight: anybody can work that out."""
    deal = scene.view.deal
    seen = {card for _, pile in deal.places(deal.public) for card in pile}
    found = dict.fromkeys(scene.faces.names, 0)
    for card in deal.cards():
        found[scene.faces.names[card]] += card not in seen
    return found


def hidden_line(scene: Scene) -> str:
    """Tells how many cards of each name are still hidden."""
    t, game = scene.texts, scene.game.name
    piles = [
        t("shelf.pile", card=name, count=t.number(count)) if count > 1 else name
        for name, count in hidden(scene).items()
        if count
    ]
    return t.own(game, "hidden.told", cards="; ".join(piles)) if piles else t.own(game, "hidden.none")


def hidden_sheet(scene: Scene) -> str:
    """Shows how many cards of each name are still hidden."""
    t, game = scene.texts, scene.game.name
    made = "".join(
        tag("li", tag("b", escape(name)) + tag("span", f"×{count}" if count else "–"), class_=None if count else "none")
        for name, count in hidden(scene).items()
    )
    content = tag("p", escape(hidden_line(scene)), class_="unseen") + tag("ul", made, class_="left", aria_hidden="true")
    return sheet(
        t.own(game, "action.played"),
        content,
        button("log", t("action.log")),
        button("close", t("action.close"), is_main=True),
    )
