"""Compile the engines and the strategies of all games into the cache, in two processes where there are two processors.

`make test` does so before its workers begin: each of them would else compile the same kernels at the same time.
``KOTC_SIM_CHECKED=1`` and ``KOTC_SIM_COMPILER=plain`` fill the folders for those.

    python -m scripts.compile                  # all strategies
    python -m scripts.compile random greedy    # the engines, and these
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from kotc_sim.compiler.late import LATE_KERNELS
from kotc_sim.games import GAMES
from kotc_sim.games.keeper.engine import machine
from kotc_sim.strategies import load, names


def main(wanted: Sequence[str] = ()) -> None:
    """Compile what is not in the cache, with the strategies of these names (by default all); say how long each game took."""
    for game in GAMES.values():
        begin = time.perf_counter()
        own = [name for name in names(game.key) if not wanted or name in wanted]
        game.compile_kernels(f"from kotc_sim.strategies import load\nfor name in {own!r}:\n    load({game.key!r}, name).compiled\n")
        for name in own:
            load(game.key, name).compiled  # noqa: B018
        if game.key == "kotc":
            machine.compile_late(*machine.LATE_HANDLERS)
        for address in LATE_KERNELS.values():
            address()
        print(f"{game.title}: compiled, or found in the cache, in {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
