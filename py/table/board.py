"""
Boards: a grid for each seat, on which cards stay as they are laid; the cards lying open, those hidden, the one in hand.

Which places these are, the layout says; what a cell is called and which move lays a card there, the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tapisvert.cards import EMPTY, Card
from tapisvert.game import Move, Seat

from .cards import Faces
from .scene import Scene
from .telling import cell_name, refusal_text
from .text import Texts, heading, tag, words

ROW = 8
"""So many piles lie in one row where room is short, more in two."""

# ---------------------------------------------------------------------- your board


def board(scene: Scene) -> str:
    """Shows your board: a grid for the keyboard, each cell with what may be laid there now."""
    grid, label = scene.grid, scene.texts.own(scene.game.name, "heading.hand")
    cells = [cell(scene, at) for at in range(len(grid.names))]
    rows = "".join(
        tag("div", "".join(cells[first : first + grid.columns]), role="row", class_="cells")
        for first in range(0, len(cells), grid.columns)
    )
    return (
        heading(label)
        + scene.faces.shapes()
        + tag(
            "div",
            rows,
            class_=words({"board": True, "yours": True, "asked": scene.asked}),
            role="grid",
            aria_label=label,
            data_roving=True,
            style=f"--columns:{grid.columns}",
        )
    )


def cell(scene: Scene, at: int) -> str:
    """Makes a cell of your board: a button that lays the card in hand, or the one selected, there."""
    t, deal, grid = scene.texts, scene.view.deal, scene.grid
    there, move = scene.board(scene.you)[at], deal.laying(at, scene.picked)
    is_free, is_legal = there == EMPTY, move in scene.legal
    caution = deal.caution(move) if is_legal and scene.settings.cautions == "on" else ""
    label = [cell_name(grid, grid.names[at], t), t("cell.free") if is_free else scene.faces.told(there, t)]
    if at in grid.edged:
        label.append(t.own(scene.game.name, "cell.edged"))
    if scene.asked and scene.to_lay is not None:
        state = ("legal" if is_free else "swap") if is_legal else "illegal"
        label.append(t(f"cell.{state}", card=scene.faces.told(scene.to_lay, t)))
    if caution:
        label.append(t.own(scene.game.name, f"caution.{caution}"))
    sign = tag("i", "!", class_="caution", aria_hidden="true") if caution else ""
    return tag(
        "button",
        (card_on(scene.faces, there, t) if not is_free else "") + sign,
        type="button",
        role="gridcell",
        class_=words(
            {
                "cell": True,
                "edged": at in grid.edged,
                "free": is_free,
                "legal": is_legal,
                "against": grid.names[at] == scene.against,
            }
        ),
        data_cell=grid.names[at],
        data_move=deal.move_name(move),
        aria_disabled=None if is_legal else "true",
        aria_label=", ".join(label),
        title=label[-1] if caution else None,
    )


def card_on(faces: Faces, card: Card, texts: Texts) -> str:
    """Shows a card that lies on a cell; the cell says what it is."""
    return tag("span", faces.drawn(card, texts, ""), class_="laid", data_key=f"card-{card}", aria_hidden="true")


# ---------------------------------------------------------------------- the other boards


def small_board(scene: Scene, seat: Seat) -> str:
    """Shows another seat's board small; a press shows it large."""
    told = board_line(scene, seat)
    label = scene.texts("seat.enlarge", hand=told)
    cells = board_cells(scene, scene.board(seat), key=True)
    return tag(
        "button",
        cells,
        type="button",
        class_="board small",
        data_action=f"hand {seat}",
        aria_label=label,
        style=f"--columns:{scene.grid.columns}",
    )


def board_cells(scene: Scene, cards: Sequence[Card], *, key: bool) -> str:
    """Shows the cells of a board, for the eye alone."""
    made = ""
    for at, card in enumerate(cards):
        shown = card_on(scene.faces, card, scene.texts) if card != EMPTY else ""
        shown = shown if key else shown.replace(f' data-key="card-{card}"', "")
        made += tag("span", shown, class_=words({"cell": True, "edged": at in scene.grid.edged, "free": not shown}))
    return tag("span", made, class_="cells", aria_hidden="true")


def board_line(scene: Scene, seat: Seat) -> str:
    """Tells a seat's board, row by row."""
    t, grid, cards = scene.texts, scene.grid, scene.board(seat)
    rows = []
    for first in range(0, len(cards), grid.columns):
        told = ", ".join(told_cells(scene, cards[first : first + grid.columns]))
        rows.append(t("board.row", row=1 + first // grid.columns, cards=told))
    key = "seat.board.you" if seat == scene.you else "seat.board"
    return t.own(scene.game.name, key, name=scene.names[seat], rows=" ".join(rows))


def told_cells(scene: Scene, cards: Sequence[Card]) -> list[str]:
    """Tells what lies on cells."""
    return [scene.texts("cell.free") if card == EMPTY else scene.faces.told(card, scene.texts) for card in cards]


def large_board(scene: Scene, seat: Seat) -> str:
    """Shows a board large, as a table whose cells can be read one by one."""
    grid, cards = scene.grid, scene.board(seat)
    rows = ""
    for first in range(0, len(cards), grid.columns):
        made = ""
        for at in range(first, first + grid.columns):
            told = told_cells(scene, [cards[at]])[0]
            shown = scene.faces.drawn(cards[at], scene.texts, "") if cards[at] != EMPTY else ""
            made += tag(
                "td",
                tag("span", told, class_="unseen") + tag("span", shown, class_="laid", aria_hidden="true"),
                class_=words({"cell": True, "edged": at in grid.edged, "free": not shown}),
            )
        rows += tag("tr", made)
    return tag("table", tag("tbody", rows), class_="board big", style=f"--columns:{grid.columns}")


# ---------------------------------------------------------------------- what lies on the table


def supply(scene: Scene) -> str:
    """Shows the hidden cards by their number, the card in somebody's hand, and those lying open."""
    t = scene.texts
    last = "" if scene.hidden or not scene.view.deal.phase else t.own(scene.game.name, "supply.last")
    parts = tag("div", pool(scene) + in_hand(scene), class_="top")
    parts += tag("p", escape(last), class_="note") if last else ""
    return heading(t.own(scene.game.name, "heading.supply")) + tag("div", parts + shelf(scene), class_="supply")


def pool(scene: Scene) -> str:
    """Shows how many cards are hidden; a press draws one."""
    t, game, deal, name = scene.texts, scene.game.name, scene.view.deal, scene.layout.pool_move
    label, is_legal = t.count(t.key(game, "supply.hidden"), scene.hidden), scene.is_offered(name)
    back = tag("span", scene.faces.behind() + tag("b", t.number(scene.hidden)), class_="back-of", aria_hidden="true")
    draw = tag("b", escape(t.own(game, "supply.draw"))) if is_legal else ""
    shown = tag(
        "button",
        back + tag("span", draw + tag("small", escape(label)), aria_hidden="true"),
        type="button",
        class_="pool",
        data_move=name,
        aria_disabled=None if is_legal else "true",
        aria_label=t.own(game, "supply.draw.label", hidden=label) if is_legal else label,
        title=label,
        data_pool=True,
    )
    return tag("div", shown, data_roving=True) if deal.phase else shown


def in_hand(scene: Scene) -> str:
    """Shows the card that somebody has just drawn, and, if that is you, what else can be done with it."""
    t, deal, card = scene.texts, scene.view.deal, scene.in_hand
    if card is None:
        return tag("div", "", class_="held")
    told, name = scene.faces.told(card, t), scene.names[deal.turn]
    shown = tag(
        "span",
        scene.faces.drawn(card, t, ""),
        class_="laid",
        role="img",
        aria_label=t("supply.in_hand", name=name, card=told),
        data_key=f"card-{card}",
        data_from="[data-pool]",
    )
    whose = tag("small", escape(name), aria_hidden="true")
    others = "".join(
        tag("button", escape(move_with(scene, move, told)), type="button", data_move=deal.move_name(move))
        for move in scene.calls
    )
    return tag("div", shown + (others or whose), class_="held", data_roving=True)


def move_with(scene: Scene, move: Move, card: str) -> str:
    """Says what a move does with the card in hand."""
    t, game, name = scene.texts, scene.game.name, scene.view.deal.move_name(move)
    key = f"{game}.move.{name} *"
    return t(key, card=card) if t.has(key) else t.move(game, name)


def shelf(scene: Scene) -> str:
    """Shows the cards lying open, in order; equal ones are one pile with their number."""
    t, label = scene.texts, scene.texts.own(scene.game.name, "heading.shelf")
    piles = "".join(pile(scene, name, cards) for name, cards in scene.shelf.items())
    if not piles:
        return tag("p", escape(t.own(scene.game.name, "shelf.empty")), class_="shelf empty")
    count = len(scene.shelf)
    size = f"--piles:{count if count <= ROW else (count + 1) // 2}"
    return tag("div", piles, class_="shelf", role="toolbar", aria_label=label, data_roving=True, style=size)


def pile(scene: Scene, name: str, cards: list[Card]) -> str:
    """Makes the button of equal cards lying open, which selects one of them; the cells then say where it may go."""
    t, game = scene.texts, scene.game.name
    is_free = bool(scene.places_for(cards[0]))
    told, count = scene.faces.told(cards[0], t), len(cards)
    label = t("shelf.pile", card=told, count=t.number(count)) if count > 1 else told
    if scene.asked and scene.in_hand is None:
        cells = len(scene.places_for(cards[0]))
        label = t.count("shelf.places", cells, card=label) if cells else t("shelf.no_place", card=label)
    shown = "".join(
        tag("span", scene.faces.drawn(card, t, ""), class_="laid", data_key=f"card-{card}", style=f"--up:{up}")
        for up, card in enumerate(cards)
    )
    return tag(
        "button",
        tag("span", shown, class_="stack", aria_hidden="true")
        + (tag("b", f"×{count}", class_="count", aria_hidden="true") if count > 1 else ""),
        type="button",
        data_action=f"select {name}",
        aria_pressed=str(scene.picked in cards).lower() if scene.asked else None,
        aria_disabled=None if is_free else "true",
        aria_label=label,
        title=t.own(game, "shelf.refused", card=told) if scene.asked and not is_free else None,
    )


def supply_line(scene: Scene) -> str:
    """Tells the hidden cards by number, the one in hand, those lying open, and every board, yours last."""
    t, game = scene.texts, scene.game.name
    lines = [t.count(t.key(game, "supply.hidden"), scene.hidden) + "."]
    if scene.in_hand is not None:
        told = scene.faces.told(scene.in_hand, t)
        lines.append(t("supply.in_hand", name=scene.names[scene.view.deal.turn], card=told) + ".")
    piles = [
        scene.faces.told(cards[0], t) if len(cards) == 1
        else t("shelf.pile", card=scene.faces.told(cards[0], t), count=t.number(len(cards)))
        for cards in scene.shelf.values()
    ]  # fmt: skip
    lines.append(t.own(game, "shelf.told", cards=", ".join(piles)) if piles else t.own(game, "shelf.empty"))
    order = [*(seat for seat in range(scene.view.deal.seats) if seat != scene.you), scene.you]
    return " ".join([*lines, *(board_line(scene, seat) for seat in order)])


def why_not_lifted(scene: Scene, card: Card) -> str:
    """Says why a card lying open cannot be selected now; empty if it can."""
    t, game, deal = scene.texts, scene.game.name, scene.view.deal
    refusals = [deal.refusal(deal.laying(at, card)) for at in range(len(scene.grid.names))]
    if not all(refusals):
        return ""
    first = refusals[0]
    if first is None or scene.in_hand is None:
        return t.own(game, "shelf.refused", card=scene.faces.told(card, t))
    return refusal_text(first, deal, t, game)
