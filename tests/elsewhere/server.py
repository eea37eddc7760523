"""The site's server as a process, so that it can be away and come back at the same address."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.elsewhere.webkit import free_port

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """``tools.serve`` with its service worker, if the site has one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}/"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts serving, and waits until it answers."""
        command = [sys.executable, "-m", "tools.serve", str(self._folder.resolve()), "--port", str(self._port)]
        self._process = subprocess.Popen([*command, "--service-worker"], cwd=ROOT, stdout=subprocess.DEVNULL)
        for _ in range(100):
            try:
                urllib.request.urlopen(self.url, timeout=5).close()
            except urllib.error.URLError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the server does not start")

    def stop(self) -> None:
        """Ends the server and all its connections."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None
