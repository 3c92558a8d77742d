"""``kotc-sim rate FILE…``: what proposed cards are worth, over- or underpriced."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.worth.questions import Rate

command = command_of(Rate)
