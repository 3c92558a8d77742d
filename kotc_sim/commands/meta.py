"""``kotc-sim meta EDITION``: which decks matter, found and not given."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.worth.questions import Meta

command = command_of(Meta)
