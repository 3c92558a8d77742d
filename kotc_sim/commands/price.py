"""``kotc-sim price "TEXT"``: the fair price of a component, official or proposed."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.price.questions import Price

command = command_of(Price)
