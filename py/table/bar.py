"""The bar above the table: its buttons and their names."""

from __future__ import annotations

from .text import Texts, tag

LEFT = {"home": ("action.home", "‹")}
RIGHT = {
    "played": ("action.played", '<svg viewBox="0 0 20 20"><path d="M4 3h8v11H4zM7 17h9V7"/></svg>'),
    "last-trick": ("action.last_trick", "⟲"),
    "log": ("action.log", '<svg viewBox="0 0 20 20"><path d="M4 5h12M4 10h12M4 15h8"/></svg>'),
    "settings": ("action.settings", "⚙\ufe0e"),
    "help": ("action.help", "?"),
}
"""By action: the key of the button's name, and its picture."""


def bar(t: Texts, title: str) -> str:
    """Makes the content of the bar."""
    return _buttons(LEFT, t) + title + _buttons(RIGHT, t)


def labels(t: Texts) -> dict[str, str]:
    """Gets the names of what has no text of its own around the table, by element id."""
    names = {f"{action}-button": t(key) for action, (key, _) in (LEFT | RIGHT).items()}
    return names | {"loading-bar": t("loading.name")}


def _buttons(buttons: dict[str, tuple[str, str]], t: Texts) -> str:
    return "".join(
        tag(
            "button",
            tag("span", icon, aria_hidden="true"),
            type="button",
            id=f"{action}-button",
            data_action=action,
            aria_label=t(key),
            title=t(key),
        )
        for action, (key, icon) in buttons.items()
    )
