"""``kotc-sim ban "TEXT" …``: what a component is worth to a player who may use it."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.worth.questions import Ban

command = command_of(Ban)
