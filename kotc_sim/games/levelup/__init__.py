"""Level-Up."""
