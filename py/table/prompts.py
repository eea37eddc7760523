"""What is awaited of you: the line that says it, and the buttons for what is not a card."""

from __future__ import annotations

from html import escape

from tapisvert.cards import SUIT_LETTERS
from tapisvert.game import Phase
from tapisvert.tricks import TrickDeal

from .scene import Scene
from .text import suit_sign, tag


def prompt(scene: Scene) -> str:
    """Says in one line what is awaited, or why the card just tried is refused."""
    return tag("span", escape(scene.reason or asked_for(scene)), class_="refused" if scene.reason else None)


def asked_for(scene: Scene, *, with_sign: bool = True) -> str:
    """
    Says what is awaited of you, or of whom.

    :param with_sign: shows the suit led by its sign as well, which is no use to the ear.
    """
    t, deal, game = scene.texts, scene.view.deal, scene.game.name
    if scene.held and isinstance(deal, TrickDeal):
        taker = deal.winners[-1]
        return t("prompt.you_took") if taker == scene.you else t("prompt.took", name=scene.names[taker])
    if not deal.phase:
        return ""
    if not scene.asked:
        return "" if deal.turn == scene.you else t("prompt.waiting", name=scene.names[deal.turn])
    if scene.is_selecting:
        left = scene.needed - len(scene.selection)
        is_usual = scene.layout.direction and scene.needed == scene.layout.select  # not in the midst of one's own pass
        key = f"{game}.prompt.pass.{getattr(deal, scene.layout.direction)}" if is_usual else "prompt.pass"
        return t(key, to=to_name(scene)) if left else t("prompt.confirm")
    if isinstance(deal, TrickDeal) and deal.phase == Phase.PLAY:
        if not deal.trick:
            return t("prompt.lead")
        suit = SUIT_LETTERS[deal.trick[0] // 13]
        sign = suit_sign(deal.trick[0]) if with_sign else ""
        return t("prompt.follow", suit=t(f"suit.of.{suit}"), sign=sign).rstrip()
    return t("prompt.your_turn")


def to_name(scene: Scene) -> str:
    """Gets the name of the seat that your pass goes to."""
    shift = getattr(scene.view.deal, scene.layout.direction) if scene.layout.direction else 0
    return scene.names[(scene.you + shift) % scene.view.deal.seats]


def panel(scene: Scene) -> str:
    """Holds the buttons for what is not a card: confirming a pass, calls, bets."""
    t, deal = scene.texts, scene.view.deal
    if scene.is_selecting:
        ready = len(scene.selection) == scene.needed
        label = t("action.confirm_pass", name=to_name(scene), count=len(scene.selection), of=scene.needed)
        return tag(
            "button",
            escape(label),
            type="button",
            class_="main",
            data_action="confirm-pass",
            aria_disabled=None if ready else "true",
        )
    mine = getattr(deal, scene.layout.hand)[scene.you]
    moves = [move for move in (scene.view.legal_moves() if scene.asked else []) if move not in mine]
    return "".join(
        tag(
            "button",
            escape(t.move(scene.game.name, deal.move_name(move))),
            type="button",
            data_move=deal.move_name(move),
        )
        for move in moves
    )
