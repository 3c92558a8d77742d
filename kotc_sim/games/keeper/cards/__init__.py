"""Cards and decks: text, ability tree, level, legality."""
