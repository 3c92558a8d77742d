"""``kotc-sim replay``: the readable log of one simulated game."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.play.questions import Replay

command = command_of(Replay)
