"""The chances of games that a pilot learns from: which moves are random, which states are kept, and what is counted."""

PARTS = 1 << 30
"""Chances are drawn as whole numbers below this."""
GAMES, DECISIONS, TURNS = range(3)
"""What is counted of games that are learned from, by index."""
MAX_DECISIONS = 20_000
"""Of a game that is learned from; a longer one is left out."""
