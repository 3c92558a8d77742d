"""Reports on Keeper of the Cards."""
