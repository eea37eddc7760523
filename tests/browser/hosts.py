"""A static host whose faults can be switched on while it runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from fnmatch import fnmatch
from http import HTTPStatus
from pathlib import Path

from tools import serve

Fault = Callable[[serve.Handler], bool]
"""Answers in the host's stead; False leaves the answer to the host after all."""
NOT_FOUND = b"<!doctype html><title>404</title><p>There is nothing here."


class Host:
    """Serves a folder; ``folder`` and ``faults`` (by pattern of the path) may change at any time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: dict[str, Fault] = {}
        self.sent: list[str] = []
        self.closing = threading.Event()
        self._port = 0
        self.start()

    def start(self) -> None:
        """Starts, or starts again on the same port."""
        host = self

        class Handler(serve.Handler):
            def send_response(self, code: int, message: str | None = None) -> None:
                if code == HTTPStatus.OK:
                    host.sent.append(self.path.partition("?")[0])
                super().send_response(code, message)

            def do_GET(self) -> None:  # noqa: N802 - the base class's name
                path = self.path.partition("?")[0]
                self.directory = str(host.folder)
                for pattern, fault in list(host.faults.items()):
                    if fnmatch(path, pattern) and fault(self):
                        return
                super().do_GET()

        self.closing.clear()
        self._server = serve.Server(("127.0.0.1", self._port), Handler)
        self._port = self._server.server_port
        self.url = f"http://127.0.0.1:{self._port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Goes away: connections are refused."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


def send(handler: serve.Handler, content: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK, cut: int = 0) -> None:
    """Sends an answer, less its last *cut* bytes."""
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content[: len(content) - cut])
    handler.close_connection = bool(cut)


def content_of(handler: serve.Handler) -> bytes:
    """Reads what the host would have sent."""
    return Path(handler.translate_path(handler.path)).read_bytes()


def kind_of(handler: serve.Handler) -> str:
    """Gets the type that the host would have named."""
    return str(handler.guess_type(handler.translate_path(handler.path)))


def gone(handler: serve.Handler) -> bool:
    """Answers 404 with a page, as most hosts do."""
    send(handler, NOT_FOUND, "text/html", HTTPStatus.NOT_FOUND)
    return True


def page_instead(handler: serve.Handler) -> bool:
    """Answers 200 with a page, as hosts of one-page programs do for whatever they do not have."""
    send(handler, NOT_FOUND, "text/html")
    return True


def cut(handler: serve.Handler) -> bool:
    """Breaks off in the middle."""
    content = content_of(handler)
    send(handler, content, kind_of(handler), cut=len(content) // 2)
    return True


def spoilt(handler: serve.Handler) -> bool:
    """Sends the right number of wrong bytes."""
    content = content_of(handler)
    send(handler, content[: len(content) // 2] + bytes(len(content) - len(content) // 2), kind_of(handler))
    return True


def typed(kind: str) -> Fault:
    """Names another type."""

    def fault(handler: serve.Handler) -> bool:
        send(handler, content_of(handler), kind)
        return True

    return fault


def changed(old: str, new: str) -> Fault:
    """Replaces a text."""

    def fault(handler: serve.Handler) -> bool:
        path = Path(handler.translate_path(handler.path))
        path = path / "index.html" if path.is_dir() else path
        text = path.read_text("utf-8")
        if old not in text:
            return False
        send(handler, text.replace(old, new).encode(), kind_of(handler) if path.suffix != ".html" else "text/html")
        return True

    return fault


def silent(host: Host) -> Fault:
    """Sends the first half and then nothing, until the host goes."""

    def fault(handler: serve.Handler) -> bool:
        content = content_of(handler)
        handler.send_response(HTTPStatus.OK)
        handler.send_header("Content-Type", kind_of(handler))
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[: len(content) // 2])
        handler.wfile.flush()
        host.closing.wait()
        handler.close_connection = True
        return True

    return fault
