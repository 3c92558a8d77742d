"""Aggro: greedy that races."""

from kotc_sim.strategies.keeper.profiles import profile

score = profile("aggro", damage=0.26, own_hp=0.07, caution=0.3, block=0.8, patience=0.7, expensive=3.2, craft_sp=1.0, sp=1.3, hp=0.32)
