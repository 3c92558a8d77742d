"""``kotc-sim homes EDITION``: find the tuned decks in which cards are judged."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.worth.questions import Homes

command = command_of(Homes)
