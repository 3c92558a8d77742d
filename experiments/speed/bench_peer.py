"""Games a second of another card game simulator, to compare with ours: essence-wars, a compiled engine on PyPI, if it is installed.

Its rules are not ours: the figure says what order of speed compiled card games with a greedy player have on this machine. Both sides
play greedy against greedy with real decks on one processor, a game being what each calls one. essence-wars is stepped from Python, one
call an action, which is how its wheel offers greedy games.
"""

import functools
import importlib.util
import sys
import time
from importlib import metadata
from pathlib import Path
from typing import Any

DECKS = ("alpha_frenzy", "architect_fortify")
"""Decks of essence-wars: one that attacks, one that defends."""


@functools.cache
def engine() -> Any:
    """Return essence-wars' compiled module alone, as its package asks for libraries of reinforcement learning; None if not installed."""
    package = importlib.util.find_spec("essence_wars")
    if package is None or not package.submodule_search_locations:
        return None
    for folder in package.submodule_search_locations:
        for path in sorted(Path(folder).glob("_core.*")):
            if path.suffix in (".so", ".pyd"):
                spec = importlib.util.spec_from_file_location("_core", path)
                if spec is not None and spec.loader is not None:
                    module = importlib.util.module_from_spec(spec)
                    spec.loader.exec_module(module)
                    return module
    return None


def version() -> str:
    """Return the installed version of essence-wars."""
    return metadata.version("essence-wars")


def play(games: int, seed: int) -> tuple[float, int]:
    """Play greedy games of essence-wars on the seeds from ``seed * games`` on; return the seconds they took, and the number of actions."""
    game = engine().PyGame(*DECKS)
    actions = 0
    begin = time.process_time()
    for number in range(games):
        game.reset((seed * games + number) % sys.maxsize)
        step, best = game.step, game.greedy_action
        while not game.is_done():
            step(best())
            actions += 1
    return time.process_time() - begin, actions
