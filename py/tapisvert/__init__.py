"""The rules, the bots and the records of Tapis Vert. Pure Python; knows nothing of the page."""

__version__ = "0.1.0"
