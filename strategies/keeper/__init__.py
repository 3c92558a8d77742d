"""Strategies for Keeper of the Cards."""
