"""Numba kernels: random streams, the game record, primitives, chains, battles and turns (integer arrays only)."""
