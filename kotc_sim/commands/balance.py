"""``kotc-sim balance EDITION``: propose the next edition."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.balance.questions import Balance

command = command_of(Balance)
