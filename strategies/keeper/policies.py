"""The fast pilots of a match that was learned, and which of them is the strongest there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kotc_sim.strategies.fit import STEPS
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.tuned import tuned_for
from kotc_sim.strategies.learned import Fit

PLAYED_BY = "quick is pilot"
"""Name of the entry of a fit that says which of `fast_pilots` plays."""
GAMES = 1000
"""Of each comparison of two fast pilots, in either seat: the standard error of their difference is one point."""


def policy_over(name: str, description: str, base: Strategy, match: Any, fit: Fit) -> Strategy:
    """Return who plays a match by the policy of a fit over a base."""
    from kotc_sim.strategies.keeper.policy import n_places, places_of

    weights = np.zeros(n_places(match))
    for places, weight in zip(places_of(match, fit.weights), fit.weights.values(), strict=True):
        for place in places:
            weights[place] = weight / STEPS

    def make() -> Any:
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.policy import score_policy
        from kotc_sim.strategies.plugin import compiled_or_error

        compiled_or_error(base)
        return bind(score_policy, base.address, weights)

    return Strategy(name, description, make=make, orders_dice=base.orders_dice, pace="steady")


def fast_pilots(match: Any, fit: Fit) -> tuple[Strategy, Strategy, Strategy]:
    """Return the policy of a fit, the heuristic with the edition's weights, and greedy."""
    base = tuned_for(match)
    return policy_over("quick", "", base, match, fit), base, GREEDY


def with_the_strongest(matches: Sequence[Any], fit: Fit, seed: int) -> Fit:
    """Return the fit with an entry that says which fast pilot scores best against greedy in these matches, by games of this seed.

    A policy that is fitted to few or noisy choices can be worse than the heuristic that it corrects.
    """
    scores = [np.mean([_edge(match, fast_pilots(match, fit)[k], seed) for match in matches]) for k in (0, 1)]
    strongest = int(np.argmax([*scores, 0.5]))
    return replace(fit, weights={**fit.weights, PLAYED_BY: strongest})


def _edge(match: Any, pilot: Strategy, seed: int) -> float:
    """Return the mean score of a pilot against greedy, as both sides of a match."""
    as_a, as_b = (_score_of_a(match, pilots, seed) for pilots in ((pilot, GREEDY), (GREEDY, pilot)))
    return (as_a + 1.0 - as_b) / 2.0


def _score_of_a(match: Any, pilots: tuple[Strategy, Strategy], seed: int) -> float:
    results, _ = match.play(pilots, seed, 0, GAMES)
    half = results["score2"][:, :2] / 2.0
    return float((half[0::2, 0].mean() + half[1::2, 1].mean()) / 2.0)
