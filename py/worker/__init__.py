"""The bots' worker."""
