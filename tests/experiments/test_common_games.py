"""Who is the strongest of the pilots that played."""

from __future__ import annotations

import itertools

from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.judge import strength
from kotc_sim.experiments.pilots import pilots_of, searches
from kotc_sim.experiments.result import Limits
from kotc_sim.games import GAMES


def test_more_playouts_are_stronger_and_the_order_of_a_set_does_not_matter() -> None:
    ordered = ["random", "greedy", "quick", "lookahead", "best@8", "best", "best@96"]
    for names in itertools.permutations(ordered[3:]):
        assert sorted(names, key=strength) == ordered[3:]
    assert sorted(reversed(ordered), key=strength) == ordered
    arms = PairedRuns(1)
    arms.decisions.update({"quick": 1, "best@8": 1, "best": 1, "best@96": 1})
    assert arms.limits(Limits).strongest == "best@96"


def test_a_search_with_few_playouts_is_a_search() -> None:
    assert [searches(name) for name in ("greedy", "quick", "lookahead@2", "lookahead", "best@8")] == [False, False, True, True, True]
    named = pilots_of(GAMES["kotc"], ["greedy", "lookahead@8"])
    assert (named.judge, named.second, named.fast) == ("lookahead@8", "greedy", "greedy")
