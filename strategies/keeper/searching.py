"""The strategies that search, by name: lookahead, flat and best, on top of any base strategy."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kotc_sim.strategies.keeper import STRATEGIES
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.learner import KeeperLearner
from kotc_sim.strategies.keeper.policies import base_of, bases_of, by_deck, heuristic_of, with_urgency
from kotc_sim.strategies.keeper.search_settings import FITTED, OVER_A_POLICY, PLAYOUTS, RATE, SETTINGS, settings_in, with_playouts
from kotc_sim.strategies.keeper.searches import custom_search
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.strongest import POLICY


@dataclass
class Best(KeeperLearner):
    """A search over a value that is learned."""

    base: Strategy | None = field(default=None, kw_only=True)
    """Plays the consequences out, for all players; None: the fast pilot that the fit names, without a fit the heuristic with the
    edition's weights; where it may be now or never (`urgent`), the heuristic, as `quick` plays there.
    """
    settings: Any = field(kw_only=True)  # float64 array: see `kotc_sim.strategies.keeper.search_settings`

    @property
    def playouts(self) -> int:
        """Playouts of a decision."""
        return int(self.settings[PLAYOUTS])

    def _compile(self) -> Any:
        by_hand = np.array(self.settings)
        by_hand[FITTED] = 0.0
        return custom_search(self.name, self.description, self.base or GREEDY, by_hand).compiled

    def seated(self, match: Any, fit: Fit | None) -> Strategy:
        """Return who plays a match: the search, with the fitted weights by its columns; without a fit, the edition's pool judges.

        Each deck is played by a search over the base that the fit names for it.
        """
        if self.base is not None:
            return self._over(self.base, self.base, settings_in(match.edition, self.settings), match, fit)
        bases = bases_of(match, fit)
        searches = {number: self._over_fast(number, match, fit) for number in set(bases)}
        first, *others = (searches[number] for number in bases)
        return first if len(searches) == 1 else by_deck(first, others[0])

    def _over_fast(self, number: int, match: Any, fit: Fit | None) -> Strategy:
        """Return the search over one of the fast pilots."""
        settings = settings_in(match.edition, self.settings)
        if number == POLICY:
            settings[RATE] *= OVER_A_POLICY
        return self._over(base_of(match, fit, number), with_urgency(heuristic_of(match, fit, number), match), settings, match, fit)

    def _over(self, base: Strategy, urgent: Strategy, settings: Any, match: Any, fit: Fit | None) -> Strategy:
        settings[FITTED], fitted = self.judge_of(match, fit)
        return custom_search(self.name, self.description, base, settings, fitted=fitted, urgent=urgent)


def search_strategy(kind: str, base: Strategy, playouts: int | None = None) -> Strategy:
    """Make a search, ``lookahead``, ``flat`` or ``best``, on top of a base strategy, which plays the consequences out for all players.

    ``playouts`` of one decision are in place of the usual number. It is named ``kind`` over greedy, else ``kind:base``.
    """
    name, settings = kind, np.array(SETTINGS[kind], np.float64)
    if playouts is not None:
        settings = with_playouts(settings, playouts)
        name = f"{kind}@{playouts}"
    if base.name != "greedy":
        name = f"{name}:{base.name}"
    if settings[FITTED] == 1.0:
        own = None if base.name == "greedy" else base
        described = STRATEGIES.descriptions[kind].format(base="the edition's heuristic" if own is None else base.name)
        return Best(
            name, described, base=own, settings=settings, file=base.file, written=base.written or base.fill, trial=base.trial, pace="search"
        )
    return custom_search(name, STRATEGIES.descriptions[kind].format(base=base.name), base, settings)
