"""Which contracts a level takes at a game, and how many it makes."""
