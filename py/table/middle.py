"""What lies in the middle of the table beside a trick: a turned-up card, cards laid open, a word to all."""

from __future__ import annotations

from html import escape

from tapisvert.game import Seat

from .cards import card_button, card_picture
from .scene import Scene
from .text import tag


def middle(scene: Scene) -> str:
    """Shows what lies in the middle while no trick does."""
    note = tag("p", escape(scene.note), class_="note") if scene.note else ""
    return turn_up(scene) + exposed(scene) + note


def turn_up(scene: Scene) -> str:
    """Shows the turned-up card; while its move is allowed, a click on the card makes it."""
    layout, deal, t = scene.layout, scene.view.deal, scene.texts
    cards = getattr(deal, layout.middle_card) if layout.middle_card else []
    if not cards:
        return ""
    name, at = scene.faces.told(cards[0], t), "--x:0;--y:0"
    if scene.is_offered(layout.middle_move):
        label = t.own(scene.game.name, "turn_up.take", card=name)
        return card_button(
            scene.faces,
            cards[0],
            t,
            scene.settings.deck,
            data_move=layout.middle_move,
            aria_label=label,
            title=label,
            style=at,
        )
    return card_picture(scene.faces, cards[0], t, scene.settings.deck, label=t("turn_up.card", card=name), style=at)


def exposed(scene: Scene) -> str:
    """Shows the cards that lie open before their owners now, each row with its owner's name."""
    if scene.layout.open_at_seats:
        return ""
    rows = "".join(open_row(scene, seat) for seat, cards in enumerate(scene.view.deal.exposed()) if cards)
    return tag("div", rows, class_="exposed") if rows else ""


def open_row(scene: Scene, seat: Seat) -> str:
    """Shows the cards that lie open before one seat; they are no others than those in its hand or played."""
    t, faces = scene.texts, scene.faces
    cards = "".join(
        tag(
            "span", faces.drawn(card, t, scene.settings.deck), class_="card", role="img", aria_label=faces.told(card, t)
        )
        for card in scene.view.deal.exposed()[seat]
    )
    return tag("div", tag("b", escape(scene.names[seat])) + tag("div", cards, class_="open"), class_="open-row")
