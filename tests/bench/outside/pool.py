"""Questions shared among several processes of one program."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from .bridge import Bridge, BridgeError

Question: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]


def ask_all(
    name: str, command: Sequence[str], questions: Sequence[Question], workers: int
) -> Iterator[tuple[Question, Answer]]:
    """
    Yields every question with its answer, in the order they are done with.

    The processes are ended when all is answered, at the first complaint, or when the caller is interrupted.

    :raises BridgeError: if a process dies or complains.
    """
    waiting: SimpleQueue[Question] = SimpleQueue()
    done: SimpleQueue[tuple[Question, Answer] | BridgeError] = SimpleQueue()
    for question in questions:
        waiting.put(question)
    bridges: list[Bridge] = []
    threads: list[threading.Thread] = []
    try:
        for _ in range(min(workers, len(questions))):
            bridges.append(Bridge(name, command))
            threads.append(threading.Thread(target=_keep_asking, args=(bridges[-1], waiting, done)))
            threads[-1].start()
        for _ in questions:
            found = done.get()
            if isinstance(found, BridgeError):
                raise found
            yield found
    finally:
        for bridge in bridges:
            bridge.end()
        for thread in threads:
            thread.join()
        for bridge in bridges:
            bridge.close()


def _keep_asking(
    bridge: Bridge, waiting: SimpleQueue[Question], done: SimpleQueue[tuple[Question, Answer] | BridgeError]
) -> None:
    """Asks one process whatever is left to ask, in a thread of its own."""
    try:
        while True:
            question = waiting.get_nowait()
            done.put((question, bridge.ask(question)))
    except Empty:
        return
    except BridgeError as error:
        done.put(error)
