"""What bots know of Lucky Numbers: a gardening rule of thumb, and a search that looks ahead draw by draw."""

from __future__ import annotations

from .ahead import look_ahead
from .rule import grow

__all__ = ["grow", "look_ahead"]
