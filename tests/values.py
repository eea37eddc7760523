"""Any JSON value, and ways to damage a good one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=-(10**400), max_value=10**400),
    st.floats(),
    st.text(st.characters(), max_size=8),
    st.sampled_from(["hearts", "2C", "human", "bot", "normal", "\ud800", "", 0, 1, -1, 3, 4]),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=5),
    max_leaves=12,
)

Damage = Callable[[dict[str, Any]], Any]


def put(*path: Any, value: Any) -> Damage:
    """Makes a damage: a value put at a path."""

    def damage(data: dict[str, Any]) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return damage


def drop(*path: Any) -> Damage:
    """Makes a damage: what lies at a path taken away."""

    def damage(data: dict[str, Any]) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return damage


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Lists the paths to all values within a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            found += paths(value[key], (*path, key))
    return found
