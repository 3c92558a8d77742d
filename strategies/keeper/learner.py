"""Strategies that learn, for Keeper of the Cards: `best` and `quick` play by one fit, which is learned once for both."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.policies import fast_pilots, heuristic
from kotc_sim.strategies.keeper.search_settings import FITTED, LEARNING, LEARNING_HORIZONS, settings_in
from kotc_sim.strategies.keeper.searches import custom_search, lookahead_over
from kotc_sim.strategies.keeper.tuned import tuned_for
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.learner import Learner
from kotc_sim.strategies.strongest import (
    BASE_GAMES,
    EXPECTED,
    GAMES,
    LEAD,
    LEARNED_OVER,
    SPREAD,
    TUNED,
    base_entry,
    best_bases,
    leader,
    with_the_strongest,
)

POOLS = Path(__file__).resolve().parent / "pools"
"""Where the shipped fits of the editions' pools of cards lie; ``scripts/fit_pools.py`` made them."""


SPEEDS = 1.8e6, 0.95e5
"""Decisions of the heuristic, and work of the search, in a processor-second."""
FILE_DECKS, DRAWN_DECKS, PLAIN_DECKS = 40, 32, 12
FIRST_DECK = 700


@dataclass
class KeeperLearner(Learner, Strategy):
    """A strategy that plays by what it learned of a match."""

    pools: Path = field(default=POOLS, kw_only=True)
    over: int = field(default=TUNED, kw_only=True)
    """The heuristic that plays the first games that it learns from, and consequences out in the others: `TUNED` or `GREEDY` of
    `kotc_sim.strategies.strongest`.
    """
    speeds = SPEEDS

    def pool_decks(self, edition: Any) -> list[Any]:
        """Return random decks of an edition, in random order: of its card files, of its vocabulary, and of plain minions."""
        from kotc_sim.strategies.keeper.pool_decks import file_deck, plain_curve, vocabulary_deck

        kinds = (file_deck, FILE_DECKS), (vocabulary_deck, DRAWN_DECKS), (plain_curve, PLAIN_DECKS)
        found = [make(edition, FIRST_DECK + k) for make, count in kinds for k in range(count)]
        random.Random(FIRST_DECK).shuffle(found)
        return found

    def players_of(self, match: Any) -> tuple[Strategy, Strategy]:
        """Return the heuristic that it learns over, and the lookahead that looks to the end of the turn."""
        return heuristic(match, self.over), lookahead_over(GREEDY)

    def learned_by(self, match: Any) -> str:
        """Return what a fit depends on besides match, plan and seed."""
        settings = settings_in(match.edition, LEARNING, LEARNING_HORIZONS)
        return f"{settings.tolist()} {tuned_for(match).name} {GAMES} {BASE_GAMES} {LEAD} {EXPECTED} {SPREAD}"

    def prepared(self, matches: Sequence[Any], start: Fit, jobs: int) -> Self:
        """Return the learner over greedy, if a search by the fit ``start`` plays clearly better over that; else over tuned weights."""
        searches = [self._searches(match, start, (tuned_for(match), GREEDY)) for match in matches]
        return replace(self, over=TUNED + leader(searches, matches, 0, self.plan, self.seed, jobs))

    def completed(self, matches: Sequence[Any], fit: Fit, jobs: int) -> Fit:
        """Return the fit with whom it was learned over, whom `quick` plays as, and with whom `best` plays consequences out."""
        from kotc_sim.strategies.keeper.features import deck_name

        fit = replace(fit, weights={**fit.weights, LEARNED_OVER: self.over})
        fit = with_the_strongest(matches, fit, self.seed, fast_pilots, jobs)
        searches = [self._searches(match, fit, fast_pilots(match, fit)) for match in matches]
        decks = [[deck_name(match, seat) for seat in range(2)] for match in matches]
        bases = best_bases(searches, matches, decks, self.over, self.plan, self.seed, jobs)
        return replace(fit, weights={**fit.weights, **{base_entry(deck): base for deck, base in bases.items()}})

    def search_of(self, match: Any, fit: Fit) -> Strategy:
        """Return the search that learns: by its games a fit is refined, and its choices are what a policy is fitted to."""
        return self._searches(match, fit, [heuristic(match, self.over)])[0]

    def _searches(self, match: Any, fit: Fit, bases: Sequence[Strategy]) -> list[Strategy]:
        settings = settings_in(match.edition, LEARNING, LEARNING_HORIZONS)
        settings[FITTED], fitted = self.judge_of(match, fit)
        return [custom_search("best", "", base, settings, fitted=fitted) for base in bases]
