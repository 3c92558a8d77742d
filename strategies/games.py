"""What loading and trying the strategy of a file needs to know of each game. It imports no numba."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.registry import KOTC as KOTC_KEY
from kotc_sim.games.registry import LEVELUP as LEVELUP_KEY
from kotc_sim.strategies.pilot import AnyStrategy


class Table(Protocol):
    """Where trial games are played, one after another.

    Attributes
    ----------
    scores : float64 array
        Where strategies write their scores.
    records : mapping of str to record
        What a strategy may read and must not change, by the names that its parameters have.
    """

    scores: NDArray[np.float64]
    records: Mapping[str, Any]

    def deal(self, number: int, strategy: AnyStrategy) -> int:
        """Set trial game ``number`` up and return the seat of the strategy."""

    def advance(self) -> int:
        """Play on to the next decision; return who is asked, or −1 if the game is over."""

    def ask(self, fill: Callable[..., None]) -> None:
        """Let a compiled strategy score the options."""

    def n_options(self) -> int:
        """Return how many options there are."""

    def option(self, number: int) -> str:
        """Return an option in words."""

    def decide(self) -> None:
        """Take the option with the best score."""


@dataclass(frozen=True)
class PluginGame:
    """A game, as far as strategies from files are concerned.

    Attributes
    ----------
    key, title : str
        As in deck files, and in words.
    heads : str
        How a scoring function may begin.
    view : str
        The module through which strategies read what may be hidden.
    manual : str
        Where strategies are explained.
    template : str
        The command that writes one.
    registry, api, table : str
        Modules: with ``load_strategy(spec)``; with ``of_function(function, name, description)``, for a function without a decorator;
        with ``Table``. They may import numba, so they are imported when they are needed.
    """

    key: str
    title: str
    heads: str
    view: str
    manual: str
    template: str
    registry: str
    api: str
    table: str

    def load(self, spec: str) -> AnyStrategy:
        """Return the strategy that a name or a path stands for."""
        found: AnyStrategy = importlib.import_module(self.registry).load_strategy(spec)
        return found

    def of_function(self, function: Callable[..., Any], name: str, description: str) -> AnyStrategy:
        """Make a strategy of a function that has no decorator."""
        made: AnyStrategy = importlib.import_module(self.api).of_function(function, name, description)
        return made

    def open_table(self) -> Table:
        """Return a table with decks for trial games."""
        table: Table = importlib.import_module(self.table).Table()
        return table

    @property
    def hint(self) -> str:
        """How to come by a strategy that works."""
        return f"`{self.template}` writes one that works"


KOTC = PluginGame(
    key=KOTC_KEY,
    title="Keeper of the Cards",
    heads="`def score(game, match, me, option)`, or `(game, match, me, scores)` to fill all scores at once",
    view="kotc_sim.strategies.keeper.view",
    manual="docs/strategies.md",
    template="kotc-sim strategies new NAME",
    registry="kotc_sim.strategies.registry",
    api="kotc_sim.strategies.keeper.api",
    table="kotc_sim.strategies.keeper.trial_table",
)
LEVELUP = PluginGame(
    key=LEVELUP_KEY,
    title="Level-Up",
    heads="`def score(game, match, me, scores)`, which fills all scores",
    view="kotc_sim.games.levelup.engine.view",
    manual="docs/levelup.md",
    template="kotc-sim strategies new NAME --game levelup",
    registry="kotc_sim.strategies.levelup.api",
    api="kotc_sim.strategies.levelup.api",
    table="kotc_sim.strategies.levelup.trial_table",
)
GAMES = {game.key: game for game in (KOTC, LEVELUP)}
