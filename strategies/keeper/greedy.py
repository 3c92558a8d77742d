"""Greedy: what gains most at once, by the worth of effects and mean battles."""

from kotc_sim.strategies.keeper.profiles import profile

score = profile("greedy")
