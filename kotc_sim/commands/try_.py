"""``kotc-sim try DECK --out … --in …``: the effect of other cards in these slots."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.worth.questions import Try

command = command_of(Try)
