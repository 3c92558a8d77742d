"""Control: greedy that trades and waits."""

from kotc_sim.strategies.keeper.profiles import profile

score = profile("control", damage=0.08, own_hp=0.16, caution=0.9, attack=0.5, patience=0.93, hold=0.75, card=1.6, craft_sp=0.25)
