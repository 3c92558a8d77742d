"""Strategies for Level-Up, one file each."""

from kotc_sim.strategies.levelup.api import LevelUpStrategy, built_in, load_strategy

__all__ = ["LevelUpStrategy", "built_in", "load_strategy"]
