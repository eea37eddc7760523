"""Runs the checks and prints what was seen; the exit code is 1 if any failed."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from tests.elsewhere.browser import Browser
from tests.elsewhere.checks import CHECKS, NotYetError, Visit
from tests.elsewhere.firefox import Firefox
from tests.elsewhere.server import ROOT, Server
from tests.elsewhere.webkit import WebKit

BROWSERS: dict[str, type[Browser]] = {kind.name: kind for kind in (Firefox, WebKit)}


def main() -> int:
    """Runs the checks."""
    parser = argparse.ArgumentParser(prog="python -m tests.elsewhere", description="Plays the built site elsewhere.")
    parser.add_argument("browser", choices=BROWSERS)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the built site, dist/ by default")
    parser.add_argument("--shots", type=Path, help="the folder for pictures, a temporary one by default")
    asked = parser.parse_args()
    if not (asked.dist / "index.html").exists():
        parser.error(f"the site is not built in {asked.dist}: run ./build.sh site")
    shots = asked.shots or Path(tempfile.mkdtemp(prefix="elsewhere-shots-"))
    shots.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended then too
    server, failed = Server(asked.dist), 0
    try:
        server.start()
        with BROWSERS[asked.browser]() as browser:
            print(f"{browser.version}; pictures in {shots}", flush=True)
            visit = Visit(browser, server, shots)
            for check in CHECKS:
                state, remark = "ok", ""
                try:
                    remark = check(visit) or ""
                except NotYetError as error:
                    state, remark = "—", str(error)
                except Exception as error:  # noqa: BLE001 - the checks after it are to be seen too
                    state, remark = "FAILED", f"{type(error).__name__}: {error}"
                    failed += 1
                    keep(visit, shots / f"{browser.name}-FAILED-{check.__name__}.png")
                print(f"{state:7} {(check.__doc__ or '').strip()}", flush=True)
                if remark:
                    print(f"        {remark}", flush=True)
    finally:
        server.stop()
    print(f"{browser.version}: {len(CHECKS) - failed} of {len(CHECKS)} checks did not fail")
    return 1 if failed else 0


def keep(visit: Visit, path: Path) -> None:
    """Keeps a picture of what failed, if that can be had."""
    try:
        visit.browser.screenshot(path)
    except Exception as error:  # noqa: BLE001 - it was only to help
        print(f"        no picture: {error}")


if __name__ == "__main__":
    sys.exit(main())
