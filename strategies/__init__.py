"""Heuristics that score the options of a decision, one file each."""
