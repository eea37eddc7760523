"""
Time that the page is awake, counted in ticks and never read from a clock.

A page that slept, or was frozen, finds nothing overdue on waking: whoever it waits for slept as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
Tick = Callable[[], Coroutine[Any, Any, None]]
"""Waits for one second awake."""


async def second() -> None:
    """Waits for a second of the page's waking life; a page asleep, or frozen, does not get to its end."""
    await asyncio.sleep(1)


async def within(work: Awaitable[T], ticks: int, tick: Tick = second) -> T:
    """
    Waits for *work*, and gives it up after some ticks: a call out of Python may never return.

    :raises TimeoutError: if the ticks are over, or the call was given up at the other end.
    """
    task = asyncio.ensure_future(work)
    try:
        await let_pass(ticks, tick, task)
        if not task.done() or task.cancelled():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


async def let_pass(ticks: int, tick: Tick = second, task: asyncio.Future[Any] | None = None) -> None:
    """Lets some ticks pass, or fewer if *task* is done before."""
    for _ in range(ticks):
        ticking = asyncio.ensure_future(tick())
        try:
            await asyncio.wait([ticking] if task is None else [ticking, task], return_when=asyncio.FIRST_COMPLETED)
        finally:
            ticking.cancel()
        if task is not None and task.done():
            return
