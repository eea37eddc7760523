"""
The keys of the page: one table, which the help sheet shows and the listener in ``keys.js`` obeys.

A key is the character typed, wherever it lies on the keyboard; the letters are each language's own (``key.<action>``
in the catalogues). All can be switched off (WCAG 2.1.4): whoever speaks to a computer types by accident.
"""

from __future__ import annotations

from html import escape
from itertools import count, takewhile

from .settings import VALUES, Settings
from .sheets import button, choices, sheet
from .text import Texts, tag

KEYS = ("repeat", "status", "log", "played", "last-trick", "settings", "help")
"""The actions that have a key."""
MOVING = ("arrows", "ends", "enter", "tab", "escape")
"""What keys always do; they are no characters, so nobody types them by accident."""


def letter(action: str, texts: Texts) -> str:
    """Gets the character that does an action, in lower case."""
    return texts(f"key.{action}")


def shortcuts(settings: Settings, texts: Texts) -> dict[str, str]:
    """Gets the actions by the character that does them; none if the keys are switched off."""
    return {letter(action, texts): action for action in KEYS} if settings.keys == "on" else {}


def help_sheet(settings: Settings, texts: Texts, game: str) -> str:
    """Lists the keys; what they do can be had from here by a click as well. Leads to the game's tips, if it has any."""
    t = texts
    rows = "".join(row(action, t, settings.keys == "on") for action in KEYS if action != "help")
    labels = {value: t(f"setting.keys.{value}") for value in VALUES["keys"]}
    switch = choices("keys", VALUES["keys"], settings.keys, labels, t("setting.keys"))
    moving = "".join(
        tag("div", tag("dt", tag("kbd", escape(t(f"help.{name}.key")))) + tag("dd", escape(t(f"help.{name}"))))
        for name in MOVING
    )
    content = tag("div", rows, class_="shortcuts") + tag("dl", moving, class_="moving") + switch
    if tips(t, game):
        label = t("action.tips", game=t(f"game.{game}"))
        content = tag("div", button("tips", label), class_="choices to-tips") + content
    return sheet(t("action.help"), content, button("close", t("action.close"), is_main=True))


def tips(texts: Texts, game: str) -> list[str]:
    """Lists a game's pieces of advice; empty if it has none."""
    keys = takewhile(texts.has, (f"{game}.tip.{number}" for number in count(1)))
    return [texts(key) for key in keys]


def tips_sheet(texts: Texts, game: str) -> str:
    """Shows a game's pieces of advice."""
    t = texts
    items = "".join(tag("li", escape(tip)) for tip in tips(t, game))
    title = t("action.tips", game=t(f"game.{game}"))
    return sheet(title, tag("ol", items, class_="tips"), button("close", t("action.close"), is_main=True))


def row(action: str, texts: Texts, has_key: bool) -> str:
    """Makes the button of one action, with its key if it has one now."""
    key = letter(action, texts).upper() if has_key else ""
    return tag(
        "button",
        tag("span", escape(texts(f"help.{action}"))) + (tag("kbd", escape(key)) if key else ""),
        type="button",
        data_action=action,
        aria_keyshortcuts=key or None,
    )
