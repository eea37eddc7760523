"""What builds and serves the site; nothing of this reaches the page."""
