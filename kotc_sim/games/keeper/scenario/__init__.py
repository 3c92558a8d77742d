"""Scenarios: one moment of a game, scripted, and what must come out of it (``docs/scenarios.md``)."""
