"""``kotc-sim matchup A.yaml B.yaml``: who wins, by how much, why; with more decks, the first against each of them."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.matchup.questions import Matchup

command = command_of(Matchup)
