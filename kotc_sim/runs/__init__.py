"""Chunks of pairs, whoever plays: the door that experiments knock at."""
