"""The arena: levels of bots against one another, on the same cards, with honest errors. Not for the page."""
