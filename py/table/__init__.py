"""The page: shows what the engine says and hands back what a person chooses. Holds no rules."""
