"""``kotc-sim sweep EDITION NUMBER=VALUES``: a number of an edition against any figure of games."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.edition.questions import Sweep

command = command_of(Sweep)
