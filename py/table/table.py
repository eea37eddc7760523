"""
Turns what a seat sees into the table's HTML, region by region.

Pure functions: a scene in, strings out. The legal moves come with the view; nothing here knows a rule.
Elements carry ``data-key`` (what is the same card from one drawing to the next) so that the page can
animate the difference of places.
"""

from __future__ import annotations

import math
from html import escape

from tapisvert.cards import CARD_NAMES, SUIT, SUIT_LETTERS, Card
from tapisvert.game import Phase, Seat
from tapisvert.tricks import TrickDeal, winner

from .cards import backs, card_button, card_picture
from .prompts import panel, prompt
from .scene import Scene
from .telling import refusal_text
from .text import tag, words

SIDES: dict[int, tuple[str, ...]] = {
    1: ("top",),
    2: ("top-left", "top-right"),
    3: ("left", "top", "right"),
    4: ("left", "top-left", "top-right", "right"),
}
"""Where the other seats sit, clockwise from your left, by their number."""


def draw(scene: Scene) -> dict[str, str]:
    """Gets the HTML of every region, by the region's id."""
    return {
        "title": title(scene),
        "seats": seats(scene),
        "trick": trick(scene),
        "score": score(scene),
        "prompt": prompt(scene),
        "hand": hand(scene),
        "panel": panel(scene),
    }


def attributes(scene: Scene) -> dict[str, str]:
    """Gets the ``data-`` attributes of the table element."""
    deal = scene.view.deal
    phase = "match-over" if scene.match_over else Phase(deal.phase).name.lower() if deal.phase else "deal-over"
    waiting = scene.you if scene.asked else deal.turn
    return {
        "game": scene.game.name,
        "phase": phase,
        "deal": str(scene.deal),
        "you": str(scene.you),
        "to-act": str(waiting) if deal.phase else "",
        "over": "true" if scene.match_over else "",
    }


# ---------------------------------------------------------------------- around the table


def title(scene: Scene) -> str:
    """Names the game and the deal."""
    t = scene.texts
    number = t.own(scene.game.name, "deal", number=scene.deal)
    return f"{escape(t(f'game.{scene.game.name}'))} · <span class='deal'>{escape(number)}</span>"


def seats(scene: Scene) -> str:
    """Shows each seat's plate: name, score, and what it has taken in this deal."""
    count = scene.view.deal.seats
    sides = SIDES[count - 1]
    return heading(scene.texts("heading.seats")) + "".join(
        plate(scene, (scene.you + step) % count, sides[step - 1] if step else "you") for step in range(count)
    )


def heading(text: str) -> str:
    """Makes a heading for those who go from one to the next and do not see the table."""
    return tag("h2", escape(text), class_="unseen")


def plate(scene: Scene, seat: Seat, side: str) -> str:
    """Shows one seat's plate; it glows while the seat is to act."""
    deal, t = scene.view.deal, scene.texts
    is_asked = scene.asked if seat == scene.you else bool(deal.phase) and not scene.asked and deal.turn == seat
    name = scene.names[seat]
    score, tally = t.count("points", scene.view.scores[seat]), running(scene, seat)
    content = (
        tag("span", escape(name[:1]), class_="avatar")
        + tag("span", escape(name), class_="name")
        + tag("span", escape(score), class_="points")
        + tag("span", escape(tally), class_="tally")
    )
    key = "seat.to_act" if is_asked else "seat.waits"
    return tag(
        "div",
        content,
        class_=words({"plate": True, f"at-{side}": True, "to-act": is_asked and not scene.held}),
        role="img",
        aria_label=t(key, name=name, score=score, deal=t.own(scene.game.name, "score.deal"), tally=tally),
        data_seat=seat,
        title=t("seat.thinks", name=name) if is_asked and seat != scene.you else None,
    )


def running(scene: Scene, seat: Seat) -> str:
    """Gets what a seat has taken in this deal, as a short text."""
    deal = scene.view.deal
    if scene.layout.tally:
        return scene.texts.change(scene.layout.tally_sign * getattr(deal, scene.layout.tally)[seat])
    return scene.texts.count("tricks", deal.winners.count(seat)) if isinstance(deal, TrickDeal) else ""


def score(scene: Scene) -> str:
    """Shows your score, your running count, and the marks of the deal."""
    t, deal, game = scene.texts, scene.view.deal, scene.game.name
    rows = [
        (t("score.match"), t.number(scene.view.scores[scene.you])),
        (t.own(game, "score.deal"), running(scene, scene.you)),
    ]
    marks = [name for name in scene.layout.marks if getattr(deal, name)]
    return "".join(tag("div", tag("span", escape(k)) + tag("b", escape(v)), class_="row") for k, v in rows) + "".join(
        tag("div", escape(t(f"{game}.mark.{name}")), class_="mark") for name in marks
    )


# ---------------------------------------------------------------------- the trick


def trick(scene: Scene) -> str:
    """Shows the trick in progress, or the last one while it is held; its winning card is ringed."""
    deal = scene.view.deal
    if not isinstance(deal, TrickDeal):
        return ""
    leader, cards = deal.trick_at(-1) if scene.held and deal.winners else (deal.leader, deal.trick)
    return heading(scene.texts("heading.trick")) + laid(scene, leader, cards) if cards else ""


def laid(scene: Scene, leader: Seat, cards: list[Card]) -> str:
    """Lays out the cards of a trick, each on its player's side."""
    deal = scene.view.deal
    if not cards or not isinstance(deal, TrickDeal):
        return ""
    count, t = deal.seats, scene.texts
    best = winner(cards, deal.power(SUIT[cards[0]]))
    shown = []
    for place, card in enumerate(cards):
        seat = (leader + place) % count
        angle = 2 * math.pi * ((seat - scene.you) % count) / count
        x, y = -math.sin(angle), math.cos(angle)
        shown.append(
            card_picture(
                card,
                t,
                scene.settings.deck,
                label=t("trick.best" if place == best else "trick.card", name=scene.names[seat], card=t.card(card)),
                class_=words({"card": True, "winning": place == best}),
                style=f"--x:{x:.3f};--y:{y:.3f}",
                data_from=f"[data-seat='{seat}']",
                data_by=seat,
                title=scene.names[seat],
            )
        )
    return "".join(shown)


# ---------------------------------------------------------------------- your hand


def sorted_hand(cards: list[Card], suits: str) -> list[Card]:
    """
    Sorts a hand for display: suits in a given order, ranks rising.

    >>> sorted_hand([51, 0, 12], "CDSH")
    [0, 12, 51]
    """
    return sorted(
        (card for card in cards if card >= 0), key=lambda card: (suits.index(SUIT_LETTERS[card // 13]), card % 13)
    )


def hand(scene: Scene) -> str:
    """Shows your hand, sorted; what the rules refuse now is sunk, only while it is your turn."""
    cards = sorted_hand(getattr(scene.view.deal, scene.layout.hand)[scene.you], scene.layout.suits)
    legal = scene.view.legal_moves() if scene.asked else []
    half = (len(cards) + 1) // 2
    buttons = [tag("span", hand_card(scene, card, card in legal), class_="slot") for card in cards]
    rows = (buttons[:half], buttons[half:])
    size = words({"cards": True, "asked": scene.asked, "many": len(cards) > 7})
    label = scene.texts("heading.hand")
    return heading(label) + tag(
        "div",
        "".join(tag("div", "".join(row), class_="cards-row") for row in rows),
        class_=size,
        role="toolbar" if cards else None,
        aria_label=label if cards else None,
        data_roving=True,
        style=f"--n:{len(cards)}",
    )


def hand_card(scene: Scene, card: Card, is_legal: bool) -> str:
    """Makes one card of your hand."""
    t, name, deal = scene.texts, CARD_NAMES[card], scene.view.deal
    if scene.is_selecting:
        chosen = card in scene.selection
        return card_button(
            card,
            t,
            scene.settings.deck,
            data_action=f"select {name}",
            aria_pressed=str(chosen).lower(),
            aria_label=t.card(card),
        )
    sunk = scene.asked and not is_legal
    label = t("card.not_playable", card=t.card(card)) if sunk else t.card(card)
    refusal = deal.refusal(card) if sunk else None
    return card_button(
        card,
        t,
        scene.settings.deck,
        data_move=name,
        aria_disabled=None if is_legal and scene.asked else "true",
        data_sunk=sunk,
        data_received=card in received(scene),
        aria_label=label,
        title=refusal_text(refusal, deal, t) if refusal else None,
    )


def received(scene: Scene) -> list[Card]:
    """Lists the cards that you were passed, until the first trick is over."""
    deal, name = scene.view.deal, scene.layout.received
    if not name or (isinstance(deal, TrickDeal) and deal.winners):
        return []
    cards: list[Card] = getattr(deal, name)[scene.you]
    return cards


# ---------------------------------------------------------------------- before Python

BACKS = 13
"""Cards that lie in your hand before anything is dealt."""


def waiting_table(names: list[str], count: int) -> dict[str, str]:
    """Draws the table before anything is dealt: the seats by name, and *count* backs for a hand."""
    sides = SIDES[len(names) - 1]
    plates = "".join(
        tag(
            "div",
            tag("span", escape(name[:1]), class_="avatar", aria_hidden="true")
            + tag("span", escape(name), class_="name"),
            class_=f"plate at-{side}",
        )
        for name, side in zip(names[1:], sides, strict=True)
    )
    half = (count + 1) // 2
    rows = "".join(tag("div", backs(number), class_="cards-row") for number in (half, count - half))
    hand = tag("div", rows, class_="cards many", style=f"--n:{count}", aria_hidden="true")
    return {"title": "", "seats": plates, "trick": "", "score": "", "prompt": "", "hand": hand, "panel": ""}
