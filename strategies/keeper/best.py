"""Best: a search that judges states by a value which it has learned from games of the decks at hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.learner import KeeperLearner
from kotc_sim.strategies.keeper.policies import base_of, with_urgency
from kotc_sim.strategies.keeper.search_settings import FITTED, OVER_A_POLICY, PLAYOUTS, settings_in, with_playouts
from kotc_sim.strategies.keeper.searches import custom_search
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.strongest import BASE, POLICY


@dataclass
class Best(KeeperLearner):
    """A search over a value that is learned."""

    base: Strategy | None = field(default=None, kw_only=True)
    """Plays the consequences out, for all players; None: the fast pilot that the fit names, without a fit the heuristic with the
    edition's weights, either of them as `quick` does where it is now or never (`urgent`).
    """
    settings: Any = field(kw_only=True)
    """float64 array: see `kotc_sim.strategies.keeper.search_settings`."""

    @property
    def playouts(self) -> int:
        """Playouts of a decision."""
        return int(self.settings[PLAYOUTS])

    def _compile(self) -> Any:
        by_hand = np.array(self.settings)
        by_hand[FITTED] = 0.0
        return custom_search(self.name, self.description, self.base or GREEDY, by_hand).compiled

    def seated(self, match: Any, fit: Fit | None) -> Strategy:
        """Return who plays a match: the search, with the fitted weights by its columns; without a fit, the edition's pool judges."""
        settings = settings_in(match.edition, self.settings)
        if self.base is None and fit is not None and fit.weights.get(BASE) == POLICY:
            settings = with_playouts(settings, round(OVER_A_POLICY * settings[PLAYOUTS]))
        base = self.base or base_of(match, fit)
        urgent = base if self.base else with_urgency(base, match)
        settings[FITTED], fitted = self.judge_of(match, fit)
        return custom_search(self.name, self.description, base, settings, fitted=fitted, urgent=urgent)
