"""Level-Up: scripted moments of a game."""
