"""Midrange: greedy between aggro and control."""

from kotc_sim.strategies.keeper.profiles import profile

score = profile("midrange", damage=0.15, caution=0.6, patience=0.87, hold=0.6, expensive=4.2)
