"""The questions as Python functions, for notebooks: decks by path or as objects, results that show themselves.

``import kotc_sim as ks`` offers all of them without importing anything heavy before one is used. They call the
same experiments as the commands; a result's `data` is what ``--json`` prints.
"""

from kotc_sim.experiments.asked import EVERY
from kotc_sim.notebook.asking import function_of
from kotc_sim.notebook.inputs import load_cards, load_deck, load_edition
from kotc_sim.notebook.result import Picture, Result
from kotc_sim.questions import function_name

FUNCTIONS = {name: function_of(name, kind) for name, kind in ((function_name(command), kind) for command, kind in EVERY.items())}
globals().update(FUNCTIONS)

__all__ = ["FUNCTIONS", "Picture", "Result", "load_cards", "load_deck", "load_edition"]
