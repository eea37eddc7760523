"""
Our bots of Belote against the package ``belote-cli``, on the same deals: our pair North-South, then East-West.

``python -m tests.bench.outside.belote`` runs it; ``docs/bots.md`` tells how.
"""
