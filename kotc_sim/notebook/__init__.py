"""The verdicts as Python functions, for notebooks: decks by path or as objects, results that show themselves.

``import kotc_sim as ks`` offers all of them without importing anything heavy before one is used. They call the
same experiments as the commands; a result's `data` is what ``--json`` prints.
"""

from kotc_sim.experiments.balance.questions import Balance
from kotc_sim.experiments.battle.questions import Battle
from kotc_sim.experiments.edition.questions import Diff
from kotc_sim.experiments.matchup.questions import Matchup, Tournament
from kotc_sim.experiments.price.questions import Price
from kotc_sim.experiments.worth.questions import Ban, Exploit, Rate, Try
from kotc_sim.notebook.asking import function_of
from kotc_sim.notebook.inputs import load_cards, load_deck, load_edition
from kotc_sim.notebook.result import Picture, Result

balance, ban, battle, edition_diff = map(function_of, (Balance, Ban, Battle, Diff))
exploit, matchup, price, rate = map(function_of, (Exploit, Matchup, Price, Rate))
tournament, try_ = map(function_of, (Tournament, Try))

__all__ = [
    "Picture",
    "Result",
    "balance",
    "ban",
    "battle",
    "edition_diff",
    "exploit",
    "load_cards",
    "load_deck",
    "load_edition",
    "matchup",
    "price",
    "rate",
    "tournament",
    "try_",
]
