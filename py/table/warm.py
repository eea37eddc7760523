"""Imports and opens all that the memory snapshot holds beside Pyodide itself: the engine, the page, its texts."""

from tapisvert import sealing  # noqa: F401 - which the worker and the browser's side import

from . import app  # noqa: F401 - for its modules
from .text import LANGUAGES, texts

for language in LANGUAGES:
    texts(language)
