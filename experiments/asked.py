"""The questions by their commands."""

from kotc_sim.experiments.balance.questions import Balance
from kotc_sim.experiments.battle.questions import Battle
from kotc_sim.experiments.edition.questions import Diff, History, Sweep
from kotc_sim.experiments.matchup.questions import Matchup, Tournament
from kotc_sim.experiments.play.questions import Ladder, Moments, Replay, Respond
from kotc_sim.experiments.price.questions import Backtest, Price
from kotc_sim.experiments.worth.questions import Ban, Exploit, Homes, Meta, Rate, Try
from kotc_sim.questions import Question

QUESTIONS: dict[str, type[Question]] = {
    "rate": Rate,
    "price": Price,
    "try": Try,
    "matchup": Matchup,
    "battle": Battle,
    "edition diff": Diff,
    "balance": Balance,
    "exploit": Exploit,
    "tournament": Tournament,
    "meta": Meta,
    "ban": Ban,
    "sweep": Sweep,
    "replay": Replay,
    "homes": Homes,
    "backtest": Backtest,
    "edition history": History,
    "strategies exploit": Respond,
    "strategies moments": Moments,
}
"""By what follows ``kotc-sim``: those whose results can be played again, the order is that of the workbench."""
EVERY: dict[str, type[Question]] = {**QUESTIONS, "strategies ladder": Ladder}
"""All questions, also the one that measures time, which no second run finds again."""
