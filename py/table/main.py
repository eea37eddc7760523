"""The page's first Python step; ``{{build}}`` is the build's id."""

from table import app, browser

try:
    await app.start(browser)  # type: ignore[top-level-await]  # noqa: F704, PLE1142
except Exception as error:
    browser.fail(f"{type(error).__name__}")
    raise
