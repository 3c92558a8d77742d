"""Level-Up: texts, cards, decks."""
