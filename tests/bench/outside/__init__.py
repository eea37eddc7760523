"""
Our bots against outside opponents: programs of others' making, or to others' rules, each in a process of its own.

Nothing of them is in the engine, and nothing of the engine is in them: what passes between is one line of JSON
each way. ``python -m tests.bench.outside`` runs a test; ``docs/bots.md`` tells how.
"""
