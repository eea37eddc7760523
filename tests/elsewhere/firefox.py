"""Firefox, through the WebDriver BiDi that is built into it."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.elsewhere.browser import Browser, BrowserError, wait_until
from tests.elsewhere.websocket import WebSocket

PROGRAMS = ("firefox-esr", "firefox")
QUIET = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutConfig.showWarning": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "fr-FR, fr",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
"""Preferences: French pages first, and nothing that Firefox asks the network for of its own accord."""


class Firefox(Browser):
    """Firefox without a window."""

    name = "firefox"

    def start(self) -> None:
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        if program is None:
            raise BrowserError("Firefox is not installed (Debian: firefox-esr)")
        profile = self.folder / "profile"
        profile.mkdir(exist_ok=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in QUIET.items()]
        (profile / "user.js").write_text("".join(lines), "utf-8")
        told = profile / "WebDriverBiDiServer.json"
        told.unlink(missing_ok=True)
        self.run(
            program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0", log="log"
        )
        wait_until(lambda: told.exists() and told.read_text("utf-8").endswith("}"), "Firefox tells its port")
        server = json.loads(told.read_text("utf-8"))
        self._socket = WebSocket(server["ws_host"], server["ws_port"], "/session", 120)
        self._count = 0
        session = self._ask("session.new", capabilities={})
        self.version = f"Firefox {session['capabilities']['browserVersion']}"
        self._ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        # Not the tab that it starts with: there the address bar has the focus, and keys press no button.
        self._tab = self._ask("browsingContext.create", type="tab")["context"]

    def close(self) -> None:
        self._ask("browser.close")
        self._socket.close()
        self._processes[-1].wait(30)

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="interactive")

    def reload(self) -> None:
        self._ask("browsingContext.reload", context=self._tab, wait="interactive")

    def evaluate(self, expression: str) -> Any:
        found = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise BrowserError(f"{found['exceptionDetails']['text']} in {expression[:200]}")
        return json.loads(found["result"]["value"])

    def perform(self, actions: Sequence[Mapping[str, Any]]) -> None:
        self._ask("input.performActions", context=self._tab, actions=actions)

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})
        self.wait_for(f"innerWidth === {width} && innerHeight === {height}", 10)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("browsingContext.captureScreenshot", context=self._tab)["data"]))

    def refresh_notes(self) -> None:
        self._ask("browsingContext.getTree")  # whatever came before this answer has been read

    def _ask(self, method: str, **values: Any) -> Any:
        """Gives a command and waits for its result; notes what is told meanwhile."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": values}))
        while True:
            message = json.loads(self._socket.receive())
            if message.get("id") == self._count:
                break
            self._note(message.get("method"), message.get("params", {}))
        if message["type"] == "error":
            raise BrowserError(f"{method}: {message['error']}: {message['message'][:300]}")
        return message["result"]

    def _note(self, event: str | None, values: Mapping[str, Any]) -> None:
        if event == "log.entryAdded" and values["level"] in ("error", "warn"):
            if values["source"].get("context") is None:
                return  # Firefox talks of itself
            self.faults.append(f"{values['level']}: {values['text']}")
        elif event == "network.beforeRequestSent":
            self.requests.append(values["request"]["url"])
