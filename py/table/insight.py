"""The sheets of hands that lie open to all but their owners: what yours may be, and another one large."""

from __future__ import annotations

from html import escape
from itertools import groupby

from tapisvert.game import Seat, Slot

from .blind import percent, slot_name
from .board import board_cells, board_line, large_board
from .cards import card_picture
from .minis import arranged
from .scene import Scene
from .sheets import button, sheet
from .text import Texts, tag


def odds_sheet(scene: Scene) -> str:
    """Shows, colour by colour, what each of your unseen cards may be: a row per card, a column per value."""
    t, found = scene.texts, scene.guesses
    groups = [list(group) for _, group in groupby(scene.slots, key=lambda slot: slot.suit)]
    tables = "".join(odds_table(scene, group) for group in groups if any(slot.move in found for slot in group))
    content = tag("p", escape(t("odds.about" if tables else "odds.none"))) + tables
    return sheet(t("action.odds"), content, button("close", t("action.close"), is_main=True))


def odds_table(scene: Scene, group: list[Slot]) -> str:
    """Makes the table of one colour; only values that can lie there have a column."""
    t, faces, found = scene.texts, scene.faces, scene.guesses
    letter = faces.letters[group[0].suit]
    cards = sorted({card for slot in group for card in found.get(slot.move, {})})
    heads = "".join(tag("th", escape(faces.corner(card, t)), scope="col") for card in cards)
    rows = "".join(
        tag(
            "tr",
            tag("th", escape(slot_name(scene, slot)), scope="row")
            + "".join(odds_cell(found[slot.move].get(card, 0), t) for card in cards),
        )
        for slot in group
        if slot.move in found
    )
    head = tag("tr", tag("td", faces.sign(letter)) + heads)
    return tag("table", tag("thead", head) + tag("tbody", rows), class_=f"odds of-{letter}")


def odds_cell(chance: float, texts: Texts) -> str:
    """Makes the cell of one value; what cannot be is left empty."""
    shown = escape(texts("odds.percent", percent=percent(chance))) if chance else ""
    return tag("td", shown, style=f"--chance:{chance:.3f}" if chance else None)


def hand_sheet(scene: Scene, seat: Seat) -> str:
    """Shows large the hand that lies open at a seat, suit by suit, with the way to the other hands that do."""
    if scene.has_boards:
        return board_sheet(scene, seat)
    t, faces = scene.texts, scene.faces
    cards = arranged(scene.laid_open(seat), scene.layout, strong_first=scene.strong_first)
    rows = "".join(
        tag(
            "div",
            "".join(card_picture(faces, card, t, scene.settings.deck, faces.told(card, t)) for card in suit),
            class_="suit",
        )
        for _, suit in groupby(cards, key=faces.suit)
    )
    others = "".join(
        button(f"hand {other}", scene.names[other])
        for other in range(scene.view.deal.seats)
        if other not in (seat, scene.you) and scene.shows_hand(other)
    )
    content = tag("div", rows, class_="large") + (tag("div", others, class_="choices") if others else "")
    title = t.own(scene.game.name, "sheet.hand", name=scene.names[seat])
    return sheet(title, content, button("close", t("action.close"), is_main=True))


def board_sheet(scene: Scene, seat: Seat) -> str:
    """Shows large the board of a seat, with the way to the others'."""
    t, deal = scene.texts, scene.view.deal
    others = "".join(
        button(f"hand {other}", scene.names[other]) for other in range(deal.seats) if other not in (seat, scene.you)
    )
    content = tag("p", escape(t.count("cells.free", scene.free(seat)))) + large_board(scene, seat)
    content += tag("div", others, class_="choices") if others else ""
    title = t.own(scene.game.name, "sheet.hand", name=scene.names[seat])
    return sheet(title, content, button("close", t("action.close"), is_main=True))


def boards_row(scene: Scene) -> str:
    """Shows all boards side by side, as they are at the end of a deal; empty where there are none."""
    if not scene.has_boards:
        return ""
    made = ""
    for seat, name in enumerate(scene.names):
        cells = tag(
            "span",
            board_cells(scene, scene.board(seat), key=False),
            class_="board small",
            style=f"--columns:{scene.grid.columns}",
            role="img",
            aria_label=board_line(scene, seat),
        )
        made += tag("div", tag("b", escape(name), aria_hidden="true") + cells, class_="ended-board")
    return tag("div", made, class_="ended-boards", style=f"--per:{len(scene.names)}")
