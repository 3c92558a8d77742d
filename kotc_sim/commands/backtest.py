"""``kotc-sim backtest``: the designers' own price history as the test of the tool."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.price.questions import Backtest

command = command_of(Backtest)
