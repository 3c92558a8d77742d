"""``kotc-sim battle "4/6+2/4" "1/10"``: one battle, exactly and simulated."""

from kotc_sim.commands.asking import command_of
from kotc_sim.experiments.battle.questions import Battle

command = command_of(Battle)
