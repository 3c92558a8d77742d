"""What an edition, or a number of it, changes: `edition.diff`, `edition.history` and `edition.sweep` are the questions."""
