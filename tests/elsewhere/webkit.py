"""WebKitGTK, through WebKitWebDriver, in a window of ours on a screen of nobody's."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.elsewhere.browser import Browser, BrowserError, wait_until

PROGRAMS = ("WebKitWebDriver", "Xvfb")
PYTHON = "/usr/bin/python3"
"""Debian's, which has its GTK."""
WINDOW, SCREEN = (Path(__file__).with_name(f"webkit_{name}.py") for name in ("window", "screen"))
ENVIRONMENT = {
    "GDK_BACKEND": "x11",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
}
SETTLE = 3
"""Seconds until WebKit has written what a page keeps; its driver ends it at once."""


class WebKit(Browser):
    """WebKitGTK; its console comes through its output, its requests to other hosts through a proxy that refuses."""

    name = "webkit"

    def start(self) -> None:
        if missing := [program for program in PROGRAMS if not shutil.which(program)]:
            raise BrowserError(f"{missing[0]} is not installed (Debian: webkit2gtk-driver, xvfb)")
        self._base = ""
        screen = f"screen-{len(list(self.folder.glob('screen-*')))}"
        self.run("Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1600x1200x24", log=screen)
        display = wait_until(lambda: re.search(r"^(\d+)$", self.log(screen), re.M), "Xvfb starts")[1]
        port = free_port()
        self._display = f":{display}"
        self.run("WebKitWebDriver", f"--port={port}", log="log", **ENVIRONMENT, DISPLAY=self._display)
        self._base = f"http://127.0.0.1:{port}"
        wait_until(self._is_up, "WebKitWebDriver starts")
        arguments = [str(WINDOW), str(self.folder / "profile"), str(self._refuse_other_hosts())]
        options = {"binary": PYTHON, "args": arguments}
        session = self._ask(
            "POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        )
        self._base += f"/session/{session['sessionId']}"
        self.version = f"WebKitGTK {self._version()}"
        self._ask("POST", "/timeouts", {"script": 120_000, "pageLoad": 120_000})

    def close(self) -> None:
        if "/session/" in self._base:
            time.sleep(SETTLE)
            self._ask("DELETE", "")
            self._base = ""

    def open(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def reload(self) -> None:
        self._ask("POST", "/refresh", {})

    def evaluate(self, expression: str) -> Any:
        script = (
            f"const done = arguments[0]; (async () => JSON.stringify((await ({expression})) ?? null))()"
            ".then((text) => done(text), (error) => done(`!${error}`));"
        )
        text = self._ask("POST", "/execute/async", {"script": script, "args": []})
        if text.startswith("!"):
            raise BrowserError(f"{text[1:]} in {expression[:200]}")
        return json.loads(text)

    def perform(self, actions: Sequence[Mapping[str, Any]]) -> None:
        self._ask("POST", "/actions", {"actions": actions})

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})
        self.wait_for(f"innerWidth === {width} && innerHeight === {height}", 10)

    def screenshot(self, path: Path) -> None:
        # The driver's own pictures wait for the page's next change, which may never come: take the screen's.
        width, height = self.evaluate("[innerWidth, innerHeight]")
        self.evaluate("new Promise((done) => setTimeout(done, 500))")  # what was computed is to be on the screen
        environment = os.environ | ENVIRONMENT | {"DISPLAY": self._display}
        subprocess.run([PYTHON, SCREEN, path, str(width), str(height)], env=environment, check=True, timeout=60)

    def refresh_notes(self) -> None:
        self.faults[:] = [
            line for line in self.log("log").splitlines() if re.search(r"\bCONSOLE [A-Z ]*(ERROR|WARN)", line)
        ]

    def _version(self) -> str:
        found = re.search(r"^WebKitGTK (\S+)$", self.log("log"), re.M)
        return found[1] if found else "of unknown version"

    def _is_up(self) -> bool:
        try:
            self._ask("GET", "/status")
        except OSError:
            return False
        return True

    def _ask(self, method: str, path: str, values: Mapping[str, Any] | None = None) -> Any:
        """Gives a command and waits for its result."""
        data = None if values is None else json.dumps(values).encode()
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=150) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise BrowserError(f"{path or method}: {value['error']}: {value['message'][:300]}") from None

    def _refuse_other_hosts(self) -> int:
        """Starts a proxy for all but this machine, which notes what is asked of it and hangs up; gets its port."""
        listener = socket.create_server(("127.0.0.1", 0))

        def listen() -> None:
            while True:
                caller, _ = listener.accept()
                with caller:
                    words = caller.recv(4096).decode("ascii", "replace").split()
                    self.requests.append(" ".join(words[1:2]) or "?")

        threading.Thread(target=listen, daemon=True).start()
        return int(listener.getsockname()[1])


def free_port() -> int:
    """Finds a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
