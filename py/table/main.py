"""The page's first Python step: the shell holds this text, and PyScript runs it."""

from table import app, browser

try:
    await app.start(browser)  # type: ignore[top-level-await]  # noqa: F704, PLE1142
except Exception as error:
    browser.fail(type(error).__name__)
    raise
