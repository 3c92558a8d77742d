"""Random matches of Level-Up, played in the engine's debug mode, for ``scripts/fuzz.py`` and the tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import new_game
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.shared import result
from kotc_sim.shared.result_record import RESULT
from kotc_sim.strategies import load
from tests.levelup import check
from tests.levelup.random_cards import Generator


def random_match(seed: int, edition: str = "levelup", players: int = 0, *, switches: bool | None = None) -> tuple[LevelUpMatch, str]:
    """Return a match of two random legal decks, and what to call it; every other one (or as told) under random switches."""
    if players not in (0, 2):
        raise SystemExit(f"Level-Up is played by two, not {players}")
    generator = Generator(seed)
    if seed % 2 if switches is None else switches:
        generator.edition = generator.random_switches()
    cards = [generator.card(i) for i in range(90)]
    return LevelUpMatch(generator.deck("A", cards), generator.deck("B", cards)), f"{edition}, match {seed}"


def play(match: LevelUpMatch, seed: int, games: int, names: tuple[str, str], explore: int = 0) -> tuple[str, Any, NDArray[np.uint8]]:
    """Play games of one match with checks; return which law was violated (empty if none), the results and the seen bits.

    ``explore`` of 100 decisions take any option.
    """
    results: Any = np.zeros(games, RESULT)
    if numba.config.DISABLE_JIT:
        results = results.view(np.recarray)
    seen = np.zeros((games, 2, len(match.cards)), np.uint8)
    a, b = (load("levelup", name) for name in names)
    with np.errstate(over="ignore"):
        bad = check.play_checked(advance, a.address, b.address, new_game(match.record)[0], np.zeros(kinds.MAX_OPTIONS),
                                 np.uint64(seed), 0, games, results, seen, explore)  # fmt: skip
    return f"game {bad // 1000}: {check.WRONG.get(bad % 1000, 'an error')}" if bad >= 0 else "", results, seen


def used(match: LevelUpMatch, bits: NDArray[np.uint8]) -> Iterator[str]:
    """Yield the texts on cards that were played or activated, by the ``Seen`` bits of each card."""
    for number, card in enumerate(match.cards):
        if bits[number] & (result.Seen.PLAYED | result.Seen.ACTIVATED):
            for effect in card.effects:
                yield effect.template


def vocabulary(edition: str) -> list[str]:
    """Return the texts that cards can have."""
    return list(load_edition(edition).templates)
