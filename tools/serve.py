"""Serves a folder as a plain static host does: ``python -m tools.serve [FOLDER] [--port N] [--service-worker]``."""

from __future__ import annotations

import argparse
import sys
import threading
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DIST = Path(__file__).resolve().parent.parent / "dist"
PORT = 8000


class Handler(SimpleHTTPRequestHandler):
    """Answers with the types that browsers insist on, and lets nothing be cached unasked."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the base class declares it so
        "": "application/octet-stream",
        ".css": "text/css",
        ".html": "text/html",
        ".js": "text/javascript",
        ".json": "application/json",
        ".mjs": "text/javascript",
        ".png": "image/png",
        ".py": "text/x-python",
        ".svg": "image/svg+xml",
        ".toml": "application/toml",
        ".txt": "text/plain",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".whl": "application/zip",
        ".zip": "application/zip",
    }

    def __init__(self, *args: object, service_worker: bool = True, **kwargs: object) -> None:
        self.service_worker = service_worker
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def send_head(self):  # type: ignore[no-untyped-def]
        """Hides the service worker, unless it is asked for: it would go on showing an older build."""
        if not self.service_worker and self.path.partition("?")[0].endswith("/sw.js"):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Stays silent: the terminal belongs to whoever plays."""


class Server(ThreadingHTTPServer):
    """Serves each connection in a thread; a browser that hangs up is no event."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def start(folder: Path, port: int = 0, *, service_worker: bool = True) -> tuple[ThreadingHTTPServer, str]:
    """
    Starts serving *folder* on this machine only, in a thread; ``server.shutdown()`` ends it.

    :param port: 0 for any free one.
    :param service_worker: False hides ``sw.js``.
    :return: the server and the address of the page, with a slash at its end.
    :raises OSError: if the port is taken.
    """
    handler = partial(Handler, directory=str(folder), service_worker=service_worker)
    server = Server(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


def main() -> None:
    """Serves until interrupted, on any free port if port 8000 is taken."""
    parser = argparse.ArgumentParser(prog="build.sh serve")
    parser.add_argument("folder", nargs="?", type=Path, default=DIST)
    parser.add_argument("--port", type=int, help=f"instead of {PORT}, or any free one where that is taken")
    parser.add_argument("--service-worker", action="store_true", help="let the page install it, to try it offline")
    asked = parser.parse_args()
    try:
        _, url = start(asked.folder, asked.port or PORT, service_worker=asked.service_worker)
    except OSError as error:
        if asked.port:
            parser.exit(1, f"build.sh: port {asked.port} cannot be used: {error.strerror}\n")
        _, url = start(asked.folder, service_worker=asked.service_worker)
    print(f"Tapis Vert plays at {url}", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
