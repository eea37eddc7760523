"""The box with the score: yours, or both sides', and what always has to be in sight of this deal."""

from __future__ import annotations

from html import escape

from .plates import running
from .scene import Scene
from .sides import columns
from .text import SUIT_SIGNS, tag


def score(scene: Scene) -> str:
    """Shows the score and the running count, trumps and their declarer, and the marks of the deal."""
    t, game = scene.texts, scene.game.name
    marks = [name for name in scene.layout.marks if getattr(scene.view.deal, name)]
    shown = standing(scene) + contract(scene) if scene.has_partners else own(scene)
    return shown + "".join(tag("div", escape(t(f"{game}.mark.{name}")), class_="mark") for name in marks)


def own(scene: Scene) -> str:
    """Shows your score, and what you have taken in this deal."""
    t = scene.texts
    rows = [
        (t("score.match"), t.number(scene.view.scores[scene.you])),
        (t.own(scene.game.name, "score.deal"), running(scene, scene.you)),
    ]
    return "".join(tag("div", tag("span", escape(k)) + tag("b", escape(v)), class_="row") for k, v in rows)


def standing(scene: Scene) -> str:
    """Shows what both sides have: in this deal once that is counted along, else in the match; a click turns it."""
    t, game, count = scene.texts, scene.game.name, scene.view.deal.running()
    is_deal = bool(count) != scene.is_turned
    values = (count or [0] * scene.view.deal.seats) if is_deal else scene.view.scores
    cells = "".join(
        tag("span", escape(column.label)) + tag("b", escape(t.number(values[column.seat])))
        for column in columns(scene.sides, scene.names, t, scene.you)
    )
    return tag(
        "button",
        tag("em", escape(t.own(game, "score.deal" if is_deal else "score.match"))) + cells,
        type="button",
        class_="standing",
        data_action="score",
        title=t.own(game, "action.score.match" if is_deal else "action.score.deal"),
    )


def contract(scene: Scene) -> str:
    """Shows trumps, by sign and word, and whose contract it is."""
    if not scene.trump or scene.declarer is None:
        return ""
    sign = tag("span", SUIT_SIGNS[scene.trump], class_=f"sign suit-{scene.trump}", aria_hidden="true")
    suit = tag("b", escape(scene.texts("score.trump", suit=scene.texts(f"suit.{scene.trump}"))))
    return tag("div", sign + suit + tag("span", escape(scene.names[scene.declarer]), class_="who"), class_="contract")
