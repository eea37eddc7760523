"""The sheets laid over the table: results, the last trick, settings, faults and reports, a table in another tab."""

from __future__ import annotations

from html import escape
from typing import Any

from tapisvert.cards import EMPTY
from tapisvert.game import Deal, Entry, Seat
from tapisvert.match import Match
from tapisvert.tricks import TrickDeal

from .home import offers
from .layouts import LAYOUTS, Layout
from .minis import arranged, row
from .scene import YOU, Scene
from .settings import VALUES, Settings
from .sides import Column, are_shared, columns
from .table import laid
from .text import LANGUAGES, Texts, tag, words


def sheet(heading: str, content: str, *actions: str) -> str:
    """Makes a sheet from its heading, its content and its buttons."""
    return (
        tag("h2", escape(heading), id="sheet-heading", tabindex="-1")
        + content
        + tag("div", "".join(actions), class_="actions")
    )


def button(action: str, label: str, *, is_main: bool = False, **attributes: Any) -> str:
    """Makes a button of the table's own."""
    return tag(
        "button", escape(label), type="button", class_="main" if is_main else None, data_action=action, **attributes
    )


def deal_sheet(match: Match, names: list[str], texts: Texts, remarks: list[str], boards: str = "") -> str:
    """
    Shows what a deal brought each seat, and the scores; at the end of the match, the places.

    :param boards: the boards as they were at the end, as HTML, where there are boards.
    """
    t, game = texts, match.game.name
    lists = LAYOUTS.get(game, Layout()).lists_deals
    table = deals_table if lists else account_table if is_explained(match) else score_table
    content = "".join(tag("p", escape(line), class_="remark") for line in remarks) + table(match, names, texts)
    content += boards + unplayed(match, names, texts)
    home = button("home", t("action.new_match" if match.is_over else "action.home")) + offers(t)
    if match.is_over:
        return sheet(
            match_heading(match, names, t), content, button("rematch", t("action.rematch"), is_main=True), home
        )
    is_void = match.deal is not None and not match.game.counts(match.deal)
    following = button(
        "next-deal", t("action.deal_again") if is_void else t.own(game, "action.next_deal"), is_main=True
    )
    heading = t.own(game, "sheet.void") if is_void else t.own(game, "sheet.deal", number=match.number)
    return sheet(heading, content, following, home)


def score_table(match: Match, names: list[str], texts: Texts) -> str:
    """Makes the table of points and scores, best first; with places once the match is over."""
    t, places, points = texts, match.places, match.deals[-1].points or []
    heads = ["column.place"] if places else []
    heads += ["column.player", "score.deal", "column.score"]
    rows = []
    for seat in sorted(range(len(names)), key=lambda seat: (-match.scores[seat], seat)):
        place = tag("td", str(places[seat]), class_="place") if places else ""
        name = tag("th", escape(names[seat]), scope="row")
        numbers = tag("td", t.change(points[seat])) + tag("td", tag("b", t.number(match.scores[seat])))
        is_winner = places is not None and places[seat] == 1
        rows.append(tag("tr", place + name + numbers, class_=words({"you": seat == YOU, "winner": is_winner})))
    head = tag("tr", "".join(tag("th", escape(t.own(match.game.name, key)), scope="col") for key in heads))
    return tag("table", tag("thead", head) + tag("tbody", "".join(rows)), class_="scores")


def deals_table(match: Match, names: list[str], texts: Texts) -> str:
    """Lists what each deal so far brought each player, with what was won of what was called; scores, and places."""
    t, game = texts, match.game.name
    layout, body, is_single = LAYOUTS[game], "", match.game.length(match.options) == 1
    for (number, deal), opener in zip(match.ended(), match.openers(), strict=False):
        cells = []
        for seat, points in enumerate(deal.points()):
            if layout.board:
                told = told_board(deal, seat, layout, t, is_first=seat == opener and not is_single)
            else:
                told = told_progress(deal, seat, game, t)
            cells.append(tag("td", tag("span", escape(t.change(points))) + told))
        prize = tag("small", escape(t.count("points", deal.prize()))) if deal.prize() else ""
        key = "column.points" if is_single else "column.deal"
        head = tag("th", escape(t.own(game, key, number=number)) + prize, scope="row")
        body += tag("tr", head + "".join(cells))
    if not is_single:
        body += table_row(t.own(game, "score.match"), [t.number(score) for score in match.scores], "total")
    if match.places:
        body += table_row(t("column.place"), [t.number(place) for place in match.places])
    heads = "".join(
        tag("th", escape(name), scope="col", class_="winner" if match.places and match.places[seat] == 1 else None)
        for seat, name in enumerate(names)
    )
    head = tag("thead", tag("tr", tag("td") + heads))
    legend = tag("p", escape(t.own(game, "sheet.legend")), class_="legend")
    return tag("table", head + tag("tbody", body), class_="scores by-player by-deal") + legend


def told_progress(deal: Deal, seat: Seat, game: str, texts: Texts) -> str:
    """Shows small what a seat won of what it called."""
    won, called = deal.progress(seat) or (0, 0)
    spare = tag("i", class_="marble spare", title=texts.own(game, "called.spare")) if deal.leeway(seat) else ""
    return tag("small", escape(texts("tally.called", won=won, called=called)) + spare)


def told_board(deal: Deal, seat: Seat, layout: Layout, texts: Texts, *, is_first: bool) -> str:
    """Shows small how many cells of a seat's board were left free, and whether it was the first to act."""
    free = texts.count("cells.left", getattr(deal, layout.board)[seat].count(EMPTY))
    first = tag("small", escape(texts("column.first")), class_="first") if is_first else ""
    return tag("small", escape(free)) + first


def scores_sheet(match: Match, names: list[str], texts: Texts) -> str:
    """Shows what each deal so far has brought, while the next is in progress."""
    t, game = texts, match.game.name
    values = {"number": match.number, "of": match.game.length(match.options)}
    deal = match.deal
    opener = match.openers()[-1] if match.deals and deal is not None and deal.phase else None
    told = ""
    if opener is not None:
        first = t.own(game, "sheet.scores.first", name=names[opener], number=match.number)
        told = tag("p", escape(first))
    return sheet(
        t.own(game, "deal.of", **values),
        deals_table(match, names, t) + told,
        button("close", t("action.close"), is_main=True),
    )


def is_explained(match: Match) -> bool:
    """Tells whether a deal's points are explained line by line: where sides play, and where there is an account."""
    return are_shared(match.game.sides(match.options)) or bool(account_of(match))


def account_table(match: Match, names: list[str], texts: Texts) -> str:
    """Explains line by line what a deal brought each side, or each player and all together; shows scores and places."""
    t, game, sides = texts, match.game.name, match.game.sides(match.options)
    is_alone = not are_shared(sides)
    shown, as_gain = columns(sides, names, t, YOU), t.change if is_alone else t.number
    heads = [side_head(side) for side in shown] + [tag("th", escape(t("column.sum")), scope="col")] * is_alone
    lines = [(entry_label(entry, game, t), entry.amounts, as_gain, "") for entry in account_of(match)]
    lines += [
        (t.own(game, "score.deal"), tuple(match.deals[-1].points or ()), as_gain, "total"),
        (t.own(game, "score.match"), tuple(match.scores), t.number, "total"),
    ]
    body = ""
    for label, values, as_text, class_ in lines:
        cells = [as_text(values[side.seat]) for side in shown] + [as_text(sum(values))] * is_alone
        body += table_row(label, cells, class_)
    if match.places and is_alone:
        body += table_row(t("column.place"), [*(str(match.places[side.seat]) for side in shown), ""])
    head = tag("thead", tag("tr", tag("td") + "".join(heads)))
    return tag("table", head + tag("tbody", body), class_="scores by-player" if is_alone else "scores by-side")


def account_of(match: Match) -> list[Entry]:
    """Lists the lines that explain the deal's points."""
    return match.deal.account() if match.deal is not None else []


def entry_label(entry: Entry, game: str, texts: Texts) -> str:
    """Says what a line of the account is for, and how many at what price, where that is told."""
    key = texts.key(game, f"account.{entry.code}")
    if not entry.count:
        return texts(key)
    return texts.count(key, entry.count, points=texts.count("points", entry.each), of=texts.number(entry.of))


def table_row(label: str, cells: list[str], class_: str = "") -> str:
    """Makes a row of a table from its label and its texts."""
    made = "".join(tag("td", escape(cell)) for cell in cells)
    return tag("tr", tag("th", escape(label), scope="row") + made, class_=class_ or None)


def unplayed(match: Match, names: list[str], texts: Texts) -> str:
    """Shows the cards that were left where play stopped early, once they may be shown."""
    t, layout, found = texts, LAYOUTS[match.game.name], ""
    for number, hands in match.unplayed():
        key = "sheet.unplayed.of" if match.is_over else "sheet.unplayed"
        found += tag("h3", escape(t.own(match.game.name, key, number=number)))
        for name, hand in zip(names, hands, strict=True):
            cards = arranged(hand, layout)
            label = t("seat.unplayed", name=name, cards=layout.faces.listed(cards, t))
            found += row(name, cards, label, layout.faces, t)
    return found


def side_head(side: Column) -> str:
    """Heads a side's column: what it is called, and who is on it."""
    return tag("th", escape(side.label) + (tag("small", escape(side.names)) if side.names else ""), scope="col")


def match_heading(match: Match, names: list[str], texts: Texts) -> str:
    """Says who won the match."""
    places = match.places or []
    if are_shared(match.game.sides(match.options)):
        return side_heading(places, names, texts)
    winners = [name for name, place in zip(names, places, strict=True) if place == 1]
    if places[0] == 1:
        return texts("sheet.you_won") if len(winners) == 1 else texts("sheet.you_won_tied")
    if len(winners) == 1:
        return texts("sheet.won", name=winners[0])
    return texts("sheet.won_tied", names=", ".join(winners))


def side_heading(places: list[int], names: list[str], texts: Texts) -> str:
    """Says which side won the match; two cannot share the first place."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    if YOU in winners:
        return texts("sheet.we_won", names=texts.listed([names[seat] for seat in winners if seat != YOU]))
    return texts("sheet.they_won", names=texts.listed([names[seat] for seat in winners]))


def last_trick_sheet(scene: Scene) -> str:
    """Shows the last finished trick again."""
    deal, t = scene.view.deal, scene.texts
    if not isinstance(deal, TrickDeal) or not deal.winners:
        return sheet(
            t("sheet.last_trick"),
            tag("p", escape(t("sheet.no_trick"))),
            button("close", t("action.close"), is_main=True),
        )
    content = tag("div", laid(scene, *deal.trick_at(-1)), class_="trick-again")
    taker = deal.winners[-1]
    line = t("prompt.you_took") if taker == scene.you else t("prompt.took", name=scene.names[taker])
    return sheet(
        t("sheet.last_trick"), tag("p", escape(line)) + content, button("close", t("action.close"), is_main=True)
    )


def settings_sheet(settings: Settings, texts: Texts) -> str:
    """Shows the settings, each a row of choices that act at once."""
    t = texts
    rows = [
        choices(
            "language",
            LANGUAGES,
            t.language,
            {name: t(f"language.{name}") for name in LANGUAGES},
            t("setting.language"),
        )
    ]
    rows += [
        choices(
            name, values, getattr(settings, name), {v: t(f"setting.{name}.{v}") for v in values}, t(f"setting.{name}")
        )
        for name, values in VALUES.items()
    ]
    more = [
        button("help", t("action.help")),
        button("save-sheet", t("action.save_sheet")),
        button("report", t("action.report")),
    ]
    return sheet(
        t("sheet.settings"),
        "".join(rows) + tag("div", "".join(more), class_="choices"),
        button("close", t("action.close"), is_main=True),
    )


def choices(name: str, values: tuple[str, ...], current: str, labels: dict[str, str], legend: str) -> str:
    """Makes a row of buttons of which one is pressed."""
    made = "".join(
        tag(
            "button",
            escape(labels[value]),
            type="button",
            data_action=f"{name} {value}" if name == "language" else f"set {name} {value}",
            aria_pressed=str(value == current).lower(),
            lang=value if name == "language" else None,
        )
        for value in sorted(values, key=list(labels).index)
    )
    return tag("fieldset", tag("legend", escape(legend)) + tag("div", made, class_="choices"))


def fault_sheet(texts: Texts, *, is_kept: bool) -> str:
    """Says that the page has failed and how to go on; what no device keeps is offered as a text first."""
    t = texts
    text = tag("p", escape(t("sheet.fault.text" if is_kept else "sheet.fault.not_kept")))
    save = button("save-sheet", t("action.save_sheet"), is_main=not is_kept)
    retry = button("retry", t("action.reload"), is_main=is_kept)
    home = button("home", t("action.home"))
    ways = (retry, home, save) if is_kept else (save, retry, home)
    return sheet(t("sheet.fault"), text, *ways, button("report", t("action.report")))


def elsewhere_sheet(texts: Texts, why: str, game: str) -> str:
    """
    Says that another tab has the table.

    :param why: ``open`` if it had it before, ``new`` if a new match would replace its, ``lost`` if it took it over.
    """
    t = texts
    return sheet(
        t(f"sheet.elsewhere.{why}"),
        tag("p", escape(t(f"sheet.elsewhere.{why}.text", game=t(f"game.{game}")))),
        button("take-over", t("action.take_back" if why == "lost" else "action.play_here"), is_main=True),
        button("home", t("action.home" if why == "lost" else "action.back")),
    )


def report_sheet(texts: Texts, text: str, *, is_copied: bool, is_fault: bool) -> str:
    """Shows an error report, so that one sees what was copied, or can copy it oneself."""
    t = texts
    told = tag("p", escape(t("sheet.report.copied" if is_copied else "sheet.report.by_hand")))
    field = tag("textarea", escape(text), id="report", readonly=True, rows="12", aria_label=t("sheet.report"))
    close = button("close", t("action.back" if is_fault else "action.close"), is_main=not is_fault)
    retry = button("retry", t("action.reload"), is_main=True) if is_fault else ""
    return sheet(t("sheet.report"), told + field, retry, close)
