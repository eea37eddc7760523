"""The box with the score: yours, or both sides', and what always has to be in sight of this deal."""

from __future__ import annotations

from html import escape

from tapisvert.cards import SUIT_LETTERS
from tapisvert.game import Phase, Task

from .board import supply_line
from .minis import arranged
from .plates import running
from .scene import Scene
from .sides import columns
from .text import SUIT_SIGNS, tag


def score(scene: Scene) -> str:
    """Shows the score and the running count, trumps and their declarer, and the marks of the deal."""
    t, game = scene.texts, scene.game.name
    marks = [name for name in scene.layout.marks if getattr(scene.view.deal, name)]
    if scene.is_blind:
        return ""  # your plate stays in sight instead
    if scene.has_boards:
        return scores_button(scene)
    shown = standing(scene) + contract(scene) if scene.has_partners else undertaking(scene) + own(scene)
    return shown + "".join(tag("div", escape(t(f"{game}.mark.{name}")), class_="mark") for name in marks)


def own(scene: Scene) -> str:
    """Shows your score, and what you have taken in this deal."""
    t = scene.texts
    rows = [
        (t("score.match"), t.number(scene.scores[scene.you])),
        (t.own(scene.game.name, "score.deal"), running(scene, scene.you)),
    ]
    return "".join(tag("div", tag("span", escape(k)) + tag("b", escape(v)), class_="row") for k, v in rows)


def scores_button(scene: Scene) -> str:
    """Makes the button that shows every score and opens the sheet of the deals so far; empty in a match of one deal."""
    t, length = scene.texts, scene.game.length(scene.view.options)
    if length == 1:
        return ""
    game = scene.game.name
    cells = "".join(
        tag("span", escape(name) + tag("b", escape(t.number(score))))
        for name, score in zip(scene.names, scene.scores, strict=True)
    )
    return tag(
        "button",
        tag("em", escape(t.own(game, "score.of", number=scene.deal, of=length))) + cells,
        type="button",
        class_="standing all",
        data_action="scores",
        title=t.own(game, "action.scores"),
    )


def standing(scene: Scene) -> str:
    """Shows what both sides have: in this deal once that is counted along, else in the match; a click turns it."""
    t, game, count = scene.texts, scene.game.name, scene.view.deal.running()
    is_deal = bool(count) != scene.is_turned
    values = (count or [0] * scene.view.deal.seats) if is_deal else scene.scores
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
    if not scene.trump or not scene.declarers:
        return ""
    sign = tag("span", SUIT_SIGNS[scene.trump], class_=f"sign suit-{scene.trump}", aria_hidden="true")
    suit = tag("b", escape(scene.texts("score.trump", suit=scene.texts(f"suit.{scene.trump}"))))
    return tag(
        "div", sign + suit + tag("span", escape(scene.names[scene.declarers[0]]), class_="who"), class_="contract"
    )


def undertaking(scene: Scene) -> str:
    """Shows the contract that each deal makes anew: which, whose, its trumps, and how it stands; or the turned suit."""
    t, layout, task = scene.texts, scene.layout, scene.task
    card = getattr(scene.view.deal, layout.turned_card) if layout.turned_card else -1
    turned = SUIT_LETTERS[card // 13] if card >= 0 else ""
    if task is None:
        return tag("div", tag("div", suit_line(scene, turned, "score.turned")), class_="task") if turned else ""
    name = tag("b", escape(t.move(scene.game.name, task.name)))
    who = tag("span", escape(t.listed([scene.names[seat] for seat in task.seats])), class_="who")
    trump = suit_line(scene, scene.trump, "score.trump") if scene.trump else tag("span", escape(t(no_trump(scene))))
    lines = {"whose": f"{name} {who}", "contract": trump, f"state {task.state}": escape(state(scene, task))}
    if turned and turned != scene.trump:
        lines["turned"] = suit_line(scene, turned, "score.turned")
    if scene.shows_hand(scene.you) and scene.view.deal.phase:
        lines["open"] = escape(t("score.open"))
    return tag("div", "".join(tag("div", line, class_=class_) for class_, line in lines.items()), class_="task")


def no_trump(scene: Scene) -> str:
    """Gets the key of what is said while there are no trumps: none at all, or none yet."""
    return "score.not_named" if scene.view.deal.phase == Phase.NAME else "score.no_trump"


def suit_line(scene: Scene, suit: str, key: str) -> str:
    """Shows a suit by its sign and in words."""
    sign = tag("span", SUIT_SIGNS[suit], class_=f"sign suit-{suit}", aria_hidden="true")
    return sign + tag("span", escape(scene.texts(key, suit=scene.texts(f"suit.{suit}"))))


def status_line(scene: Scene) -> str:
    """Tells the contract and how it stands, and what lies open at the seats; empty where there are no such things."""
    t, task, game = scene.texts, scene.task, scene.game.name
    lines = [supply_line(scene)] if scene.has_boards else []
    if task is not None:
        whose = t.listed([scene.names[seat] for seat in task.seats])
        lines.append(t("task.told", move=t.move(game, task.name), names=whose, state=state(scene, task)))
    for seat, name in enumerate(scene.names):
        if cards := arranged(scene.laid_open(seat), scene.layout, strong_first=scene.strong_first):
            key = "seat.open_hand" if scene.shows_hand(seat) else "seat.open_one"
            key += ".you" * (seat == scene.you)
            lines.append(t.own(game, key, name=name, cards=scene.faces.listed(cards, t)))
    return " ".join(lines)


def state(scene: Scene, task: Task) -> str:
    """Says how a contract stands."""
    t, key = scene.texts, f"task.{task.state}"
    return t.count(key, task.amount) if task.amount else t(key)
