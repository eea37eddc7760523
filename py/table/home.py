"""
The home screen: which game, its options, who sits with you; drawn by the build and, later, by the page.

One and the same code makes both, so the form a visitor fills in while Python loads is the form the
page reads.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from html import escape
from types import MappingProxyType
from typing import Any

from tapisvert.bots import OFFERED, USUAL
from tapisvert.game import Game, InvalidRecordError, option_text

from .layouts import LAYOUTS, TABLES
from .scene import YOU
from .text import LANGUAGES, Texts, tag

BOT_NAMES = ("Nora", "Ali", "Tom", "Léa")
"""The bots' names at the table, by seat from 1."""


def home(
    texts: Texts,
    game: Game,
    form: Mapping[str, str],
    unfinished: Collection[str],
    notices: Mapping[str, str] = MappingProxyType({}),
    more: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """
    Makes the home screen.

    :param form: values chosen before, by the form's field names; defaults for the rest.
    :param unfinished: names of the games with a match to resume.
    :param notices: messages to show, and the action that shows more of each, if any.
    :param more: labels of further buttons, by their actions.
    """
    t = texts
    tiles = "".join(tile(t, other, other is game, other.name in unfinished) for other in TABLES.values())
    resume = (
        tag("button", escape(t("action.resume")), type="button", class_="main", data_action=f"resume {game.name}")
        if game.name in unfinished
        else ""
    )
    play = tag(
        "button",
        escape(t("action.play")),
        type="button",
        class_="main" if not resume else None,
        data_action="new-match",
        data_busy=t("action.play_soon"),
    )
    warning = tag("p", escape(t("home.replaces")), class_="hint") if resume else ""
    others = "".join(tag("button", escape(label), type="button", data_action=act) for act, label in more.items())
    return (
        tag("div", languages(t), class_="languages")
        + tag("h2", escape(t("house")))
        + tag("p", escape(t("house.tagline")), class_="tagline")
        + "".join(notice(t, text, action) for text, action in notices.items())
        + tag("div", tiles, class_="tiles", role="group", aria_label=t("home.games"))
        + tag("form", setup(t, game, form), id="setup", data_game=game.name)
        + tag("div", resume + play, class_="actions")
        + warning
        + (tag("div", others, class_="more") if others else "")
        + offers(t)
    )


def offers(texts: Texts) -> str:
    """Makes the buttons that the page shows only while they can be had: a newer build, and installing."""
    return "".join(
        tag("button", escape(texts(f"action.{name}")), type="button", class_=f"offer of-{name}", data_action=name)
        for name in ("update", "install")
    )


def notice(texts: Texts, text: str, action: str) -> str:
    """Makes a message that is read out when it appears."""
    more = tag("button", escape(texts("action.see")), type="button", data_action=action) if action else ""
    return tag("div", escape(text) + more, class_="notice", role="alert")


def tile(texts: Texts, game: Game, is_chosen: bool, is_unfinished: bool) -> str:
    """Makes one game's tile."""
    title = tag("b", escape(texts(f"game.{game.name}")))
    line = (
        tag("span", escape(texts("home.unfinished")))
        if is_unfinished
        else tag("span", escape(texts(f"game.{game.name}.tagline")), class_="about")
    )
    return tag(
        "button",
        title + line,
        type="button",
        data_action=f"game {game.name}",
        aria_pressed=str(is_chosen).lower(),
        class_="tile",
    )


def languages(texts: Texts) -> str:
    """Makes the language switch."""
    return "".join(
        tag(
            "button",
            escape(texts(f"language.{name}")),
            type="button",
            data_action=f"language {name}",
            aria_pressed=str(name == texts.language).lower(),
            lang=name,
        )
        for name in LANGUAGES
    )


def setup(texts: Texts, game: Game, form: Mapping[str, str]) -> str:
    """Makes the form of a new match: one field per option, one level per opponent."""
    t = texts
    options, levels = read_form(game, form)
    sides = game.sides(options)
    partners = [seat for seat in range(1, len(sides)) if sides[seat] == sides[YOU]]
    names = {seat: BOT_NAMES[seat - 1] for seat in range(1, len(sides))}
    names |= {seat: t("home.partner", name=names[seat]) for seat in partners}
    chosen = [
        select(
            t(f"option.{game.name}.{spec.name}"),
            f"option.{spec.name}",
            {option_text(v): t(f"option.{game.name}.{spec.name}.{option_text(v)}") for v in spec.metadata["values"]},
            option_text(getattr(options, spec.name)),
        )
        for spec in fields(options)
        if spec.name not in LAYOUTS[game.name].waiting
    ]
    players = [
        select(names[seat], f"level.{seat}", {level: t(f"level.{level}") for level in OFFERED}, level)
        for seat, level in enumerate(levels, 1)
    ]
    return tag("div", "".join(chosen), class_="options") + tag("div", "".join(players), class_="levels")


def select(label: str, name: str, values: Mapping[str, str], current: str) -> str:
    """Makes a labelled choice among values."""
    made = "".join(
        tag("option", escape(text), value=value, selected=value == current) for value, text in values.items()
    )
    return tag("label", tag("span", escape(label)) + tag("select", made, name=name))


def read_form(game: Game, form: Mapping[str, str]) -> tuple[Any, list[str]]:
    """Reads a new match's form: the options and the opponents' levels; defaults for what cannot be read."""
    values = {}
    for spec in fields(game.options):
        try:
            values[spec.name] = game.parse_option(spec.name, form.get(f"option.{spec.name}", ""))
        except InvalidRecordError:
            continue
    options = game.read_options(values)
    levels = [form.get(f"level.{seat}", "") for seat in range(1, game.seats(options))]
    return options, [level if level in OFFERED else USUAL for level in levels]
