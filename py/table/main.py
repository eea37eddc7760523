"""The page's first Python step: the shell holds this text, and PyScript runs it."""

from table import app, browser

await app.start(browser)  # type: ignore[top-level-await]  # noqa: F704, PLE1142
