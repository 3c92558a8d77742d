"""The verdicts as Python functions, for notebooks: decks by path or as objects, results that show themselves.

``import kotc_sim as ks`` offers all of them without importing anything heavy before one is used. They call the
same experiments as the commands; a result's `data` is what ``--json`` prints.
"""

from kotc_sim.notebook.cards import balance, ban, exploit, price, rate, try_
from kotc_sim.notebook.decks import battle, edition_diff, matchup, tournament
from kotc_sim.notebook.inputs import load_cards, load_deck, load_edition
from kotc_sim.notebook.result import Picture, Result

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
