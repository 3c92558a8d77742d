"""Strategies that learn, for Level-Up: `best` and `quick` play by one fit, which is learned once for both."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.learner import Learner
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.greedy import score
from kotc_sim.strategies.levelup.policies import fast_pilots, tuned
from kotc_sim.strategies.levelup.search_settings import FITTED, MOST, SETTINGS, with_playouts
from kotc_sim.strategies.levelup.searches import custom_search
from kotc_sim.strategies.strongest import GAMES, with_the_strongest
from kotc_sim.strategies.training import Plan

POOLS = Path(__file__).resolve().parent / "pools"
"""Where the shipped fit of the edition's pool of cards lies; ``scripts/fit_pools.py`` made it."""
PLAN = Plan(searched=1500, work=0.8e6, kept=(0.5, 0.5))  # of a match: 20 to 50 processor-seconds
SPEEDS = 1.0e6, 1.3e5  # decisions of greedy, and work of the search, in a processor-second
POOL_DECKS, FIRST_DECK = 48, 700
LEARNING_PLAYOUTS, RUNG_PLAYOUTS = 24, 18
"""Of a decision in games that are learned from, by the search and by the lookahead that it meets: shorter searches teach no less."""


@dataclass
class LevelUpLearner(Learner, LevelUpStrategy):
    """A strategy that plays by what it learned of a match."""

    plan: Plan = field(default=PLAN, kw_only=True)
    pools: Path = field(default=POOLS, kw_only=True)
    speeds = SPEEDS

    def pool_decks(self, edition: Any) -> list[Any]:
        """Return random decks of an edition, with cards of the starter pool."""
        from kotc_sim.strategies.levelup.pool_decks import pool_deck

        return [pool_deck(edition, FIRST_DECK + k) for k in range(POOL_DECKS)]

    def players_of(self, match: Any) -> tuple[LevelUpStrategy, LevelUpStrategy]:
        """Return greedy, and a short lookahead."""
        met = custom_search(f"lookahead@{RUNG_PLAYOUTS}", "", with_playouts(SETTINGS["lookahead"], RUNG_PLAYOUTS))
        return score, met

    def learned_by(self, match: Any) -> str:
        """Return what a fit depends on besides match, plan and seed."""
        return f"{_learning_settings().tolist()} {tuned().name} {GAMES}"

    def completed(self, matches: Sequence[Any], fit: Fit, jobs: int) -> Fit:
        """Return the fit with what `quick` plays by; `best` reads nothing of it."""
        from kotc_sim.strategies.levelup.deck_weights import GENERATIONS, with_deck_weights

        # the heuristic's weights for these matches are looked for as long as the plan has the search play
        share = self.plan.rounds / PLAN.rounds * min(self.plan.searched / PLAN.searched, self.plan.work / PLAN.work)
        fit = with_deck_weights(matches, fit, self.seed, int(GENERATIONS * min(1.0, share)), jobs)
        return with_the_strongest(matches, fit, self.seed, fast_pilots, jobs)

    def search_of(self, match: Any, fit: Fit) -> LevelUpStrategy:
        """Return the search that learns: by its games a fit is refined, and its choices are what a policy is fitted to."""
        settings = _learning_settings()
        settings[FITTED], fitted = self.judge_of(match, fit)
        return custom_search("best", "", settings, fitted)


def _learning_settings() -> Any:
    """Return the settings of the search in games that are learned from."""
    settings = with_playouts(SETTINGS["best"], LEARNING_PLAYOUTS)
    settings[MOST] = 1.0
    return settings
