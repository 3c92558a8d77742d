"""The statistics that all experiments share, imported by module: docs/statistics.md says which estimator is used where.

A share is a fraction 0..1; the pair of games (same seed, seats swapped) is the unit of everything.
"""
