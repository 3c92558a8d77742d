"""Random matches of Keeper of the Cards, played in the engine's debug mode, for ``scripts/fuzz.py`` and the tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared import result
from kotc_sim.shared.result_record import RESULT
from kotc_sim.strategies import load
from tests.decks import random_decks
from tests.engine import invariants


def random_match(seed: int, edition: str, players: int = 0) -> tuple[Built, str]:
    """Return a match of random legal decks, and what to call it; without a number of ``players`` mostly 2, now and then more."""
    count = players or (2 if seed % 4 else 3 + seed // 4 % 6)
    return compile_match(random_decks(seed, load_edition(edition), count)), f"{edition}, match {seed} of {count}"


@cache
def _game() -> Any:
    return record.new_game()


def play(
    match: Built, seed: int, games: int, names: tuple[str, str], g: Any = None, explore: int = 0
) -> tuple[str, Any, NDArray[np.uint8]]:
    """Play games of one match with checks; return which law was violated (empty if none), the results and the seen bits.

    ``explore`` of 100 decisions take any option. ``g`` is the record to play on, by default one that is used again and again.
    """
    results: Any = np.zeros(games, RESULT)
    if numba.config.DISABLE_JIT:
        results = results.view(np.recarray)
    seen = np.zeros((games, result.MAX_PLAYERS, result.MAX_DEFS), np.uint8)
    pilots: list[Any] = [load("kotc", name) for name in names]
    a, b = pilots
    with np.errstate(over="ignore"):
        bad = invariants.play_checked(
            a.address, b.address, int(a.orders_dice), int(b.orders_dice), _game() if g is None else g, match.record,
            np.uint64(seed), 0, games, results, seen, record.new_scores(), explore,
        )  # fmt: skip
    played = int((results["ending"] > 0).sum())
    return f"game {played - 1} violates {invariants.Law(int(bad))!r}" if bad else "", results, seen


def used(match: Built, bits: NDArray[np.uint8]) -> Iterator[str]:
    """Yield the texts on cards that were played or activated, by the ``Seen`` bits of each definition."""
    for definition, card in enumerate(match.names.cards):
        if card is not None and bits[definition] & (result.Seen.PLAYED | result.Seen.ACTIVATED):
            for component in components(card.caveat, card.abilities):
                yield component.row.id


def vocabulary(edition: str) -> list[str]:
    """Return the texts that cards can have."""
    return [row.id for row in load_edition(edition).rows.values() if row.banned is None]
