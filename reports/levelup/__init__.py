"""Reports on Level-Up."""
