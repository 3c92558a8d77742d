"""``kotc-sim tournament DECKS…``: ratings, matrix and equilibrium of many decks."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.matchup.questions import Tournament

command = command_of(Tournament)
