"""Monte Carlo balance analysis of do-it-yourself trading card games, first of all Keeper of the Cards.

>>> import kotc_sim as ks
>>> ks.matchup("rats.yaml", "storm.yaml")  # doctest: +SKIP

The functions are those of `kotc_sim.notebook`; the module is imported when one of them is first used.
"""

import importlib
import os

TYPE_CHECKING = False  # that of typing, which takes longer to import than a command should be deaf to Ctrl-C
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

_HERE = os.path.dirname(os.path.abspath(__file__))
if not os.path.isdir(os.path.join(_HERE, "strategies")):
    # A checkout whose symbolic links were lost (a Windows clone, an unpacked archive) has text files in their
    # place: strategies, experiments and reports are found where they lie, beside the package.
    __path__.append(os.path.dirname(_HERE))

__all__ = [
    "Result", "__version__", "backtest", "balance", "ban", "battle", "edition_diff", "edition_history", "exploit", "homes",
    "load_cards", "load_deck", "load_edition", "matchup", "meta", "price", "rate", "replay", "strategies_exploit",
    "strategies_ladder", "strategies_moments", "sweep", "tournament", "try_",
]  # fmt: skip


def __getattr__(name: str) -> "Any":
    """Import what notebooks use when it is first used: the command line and its --help stay light."""
    if name in __all__:
        # By name, since every layer imports this package for its version, and the notebook is above them all.
        return getattr(importlib.import_module("kotc_sim.notebook"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
