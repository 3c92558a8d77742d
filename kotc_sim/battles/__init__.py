"""Battles on paper: exact, fast and counted."""
