"""The seats around the table: each one's plate, with what it is in this deal and what it says."""

from __future__ import annotations

import math
from html import escape

from tapisvert.game import Seat
from tapisvert.tricks import TrickDeal

from .board import small_board
from .minis import arranged, mini, strip
from .scene import Scene
from .text import SUIT_SIGNS, heading, tag, words

SIDES: dict[int, tuple[str, ...]] = {
    1: ("top",),
    2: ("top-left", "top-right"),
    3: ("left", "top", "right"),
    4: ("left", "top-left", "top-right", "right"),
}
"""Where the other seats sit, clockwise from your left, by their number."""
DIAGONAL = ("top-left", "top-right", "bottom-right")
"""Where the other three sit if your partner is to be at the top right; you are at the bottom left then."""


def seats(scene: Scene) -> str:
    """Shows each seat's plate: name, score, and what it has taken in this deal."""
    count = scene.view.deal.seats
    sides = DIAGONAL if scene.is_diagonal else SIDES[count - 1]
    places = {(scene.you + step) % count: sides[step - 1] if step else "you" for step in range(count)}
    shown = {seat: plate(scene, seat, side) + open_hand(scene, seat, side) for seat, side in places.items()}
    yours = shown.pop(scene.you)
    if scene.has_boards:
        shown = {seat: each + small_board(scene, seat) for seat, each in shown.items()}
    is_apart = scene.is_blind or scene.has_boards
    others = "".join(tag("div", each, class_="seat") if is_apart else each for each in shown.values())
    if scene.has_boards:
        others = tag("div", others, class_="board-seats", style=f"--seats:{len(shown)}")
    if scene.is_blind:
        others = tag("div", others, class_="open-seats", style=f"--seats:{len(shown)}")
    return heading(scene.texts("heading.seats")) + yours + others


def direction(scene: Scene, seat: Seat) -> tuple[float, float]:
    """Gets where a seat sits, seen from the middle: to the right, and down, each from -1 to 1."""
    count = scene.view.deal.seats
    angle = 2 * math.pi * ((seat - scene.you) % count) / count + math.pi / 4 * scene.is_diagonal
    return -math.sin(angle), math.cos(angle)


def plate(scene: Scene, seat: Seat, side: str) -> str:
    """Shows one seat's plate; it glows while the seat is to act."""
    deal, t = scene.view.deal, scene.texts
    is_asked = scene.asked if seat == scene.you else bool(deal.phase) and not scene.asked and deal.turn == seat
    name = scene.names[seat]
    content = (
        tag("span", escape(name[:1]), class_="avatar")
        + tag("span", escape(name), class_="name")
        + (tag("span", t.number(scene.scores[seat]), class_="own") if scene.task else "")
        + tag("span", role(scene, seat), class_="points")
        + tag("span", tally(scene, seat), class_="tally")
        + (tag("span", escape(t("badge.dealer")), class_="badge") if seat == scene.dealer else "")
        + bubble(scene.says(seat))
        + open_card(scene, seat)
    )
    return tag(
        "div",
        content,
        class_=words({"plate": True, f"at-{side}": True, "to-act": is_asked and not scene.held}),
        role="img",
        aria_label=" ".join(told(scene, seat, is_asked=is_asked)),
        data_seat=seat,
        title=t("seat.thinks", name=name) if is_asked and seat != scene.you else None,
    )


def bubble(said: list[str]) -> str:
    """Shows what a seat says, and smaller, where there is room, what it said before."""
    if not said:
        return ""
    before = "".join(tag("small", escape(each)) for each in said[:-1])
    return tag("span", before + escape(said[-1]), class_="bubble")


def role(scene: Scene, seat: Seat) -> str:
    """Says what a seat is to you where sides play, as HTML; where each plays alone, its score."""
    t, game = scene.texts, scene.game.name
    if scene.is_declarer(seat) and not (scene.task and scene.is_partner(seat)):
        sign = tag("i", SUIT_SIGNS[scene.trump], class_=f"sign suit-{scene.trump}") if scene.trump else ""
        return escape(t.own(game, "plate.declarer")) + sign
    if scene.game.length(scene.view.options) == 1:
        return ""  # nothing is scored before the end
    if not scene.has_partners and not scene.task:
        return escape(t.count("points", scene.scores[seat]))
    if scene.is_partner(seat):
        return escape(t("plate.partner"))
    return escape(t("plate.defender")) if scene.task else ""


def open_card(scene: Scene, seat: Seat) -> str:
    """Shows, on its plate, the one card that lies open before a seat; yours is in your hand as well."""
    cards = scene.laid_open(seat)
    if not cards or scene.shows_hand(seat):
        return ""
    faces = scene.faces
    return mini(cards[0], faces, scene.texts, data_key=faces.names[cards[0]] if seat != scene.you else None)


def open_hand(scene: Scene, seat: Seat, side: str) -> str:
    """Shows, beside its plate, the hand that another seat plays with open; a press shows it large."""
    if not scene.shows_hand(seat) or seat == scene.you:
        return ""
    t, faces = scene.texts, scene.faces
    cards = arranged(scene.laid_open(seat), scene.layout, strong_first=scene.strong_first)
    told = t.own(scene.game.name, "seat.open_hand", name=scene.names[seat], cards=faces.listed(cards, t))
    return strip(cards, t("seat.enlarge", hand=told), faces, t, action=f"hand {seat}", side=side)


def told(scene: Scene, seat: Seat, *, is_asked: bool) -> list[str]:
    """Tells in sentences what a plate shows."""
    t, game = scene.texts, scene.game.name
    values = {"name": scene.names[seat], "score": t.count("points", scene.scores[seat])}
    values |= {"deal": t.own(game, "score.deal"), "tally": running(scene, seat)}
    facts = {"seat.partner": scene.is_partner(seat), "seat.dealer": seat == scene.dealer}
    facts["seat.declarer"] = scene.is_declarer(seat)
    facts["seat.defender"] = bool(scene.task) and not scene.is_declarer(seat)
    key = "seat.to_act" if is_asked else "seat.waits"
    lines = [t(f"{key}.alone" if scene.game.length(scene.view.options) == 1 else key, **values)]
    lines += [t.own(game, key) for key, is_so in facts.items() if is_so]
    if said := scene.says(seat):
        lines.append(t("seat.said", said=", ".join(said)))
    cards = [] if scene.shows_hand(seat) else scene.laid_open(seat)
    return lines + [t.own(game, "seat.open_card", card=scene.faces.told(card, t)) for card in cards]


def tally(scene: Scene, seat: Seat) -> str:
    """Shows what a seat has taken in this deal, and, where numbers are called, of how much: a marble for each."""
    if scene.has_boards:
        short = tag("span", escape(scene.texts.count("cells.left", scene.free(seat))), class_="narrow")
        return tag("span", escape(running(scene, seat)), class_="wide") + short
    if not scene.layout.numbers_called:
        return escape(running(scene, seat))
    t, deal = scene.texts, scene.view.deal
    progress = deal.progress(seat)
    if progress is None:
        return tag("span", "–", title=running(scene, seat))
    won, called = progress
    marbles = tag("i", class_="marble") * called + tag("i", class_="marble spare") * deal.leeway(seat)
    shown = escape(t("tally.called", won=won, called=called)) + tag("span", marbles, class_="marbles")
    return tag("span", shown, class_="called", title=running(scene, seat))


def called(scene: Scene, seat: Seat) -> str:
    """Says what number a seat called, and what more is right as well."""
    t, game, deal = scene.texts, scene.game.name, scene.view.deal
    progress = deal.progress(seat)
    if progress is None:
        return t.own(game, "called.none")
    return t.count(t.key(game, "called.more" if deal.leeway(seat) else "called"), progress[1])


def running(scene: Scene, seat: Seat) -> str:
    """Gets what a seat has taken in this deal, as a short text."""
    deal = scene.view.deal
    if scene.has_boards:
        return scene.texts.count("cells.free", scene.free(seat))
    if scene.layout.numbers_called and isinstance(deal, TrickDeal):
        tricks = scene.texts.count("tricks", deal.winners.count(seat))
        return scene.texts("tally.told", tricks=tricks, called=called(scene, seat))
    if scene.layout.tally:
        return scene.texts.change(scene.layout.tally_sign * getattr(deal, scene.layout.tally)[seat])
    return scene.texts.count("tricks", deal.winners.count(seat)) if isinstance(deal, TrickDeal) else ""
