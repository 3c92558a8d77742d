"""Level-Up: editions."""
