"""Questions about Keeper of the Cards."""
