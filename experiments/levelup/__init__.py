"""Questions about Level-Up."""
