"""Keeper of the Cards."""
