"""The same question by two commands: they name the same deck, and nowhere do they say the opposite."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import kotc_sim as ks
from kotc_sim.experiments.result import Verdict

DECKS = Path(__file__).resolve().parents[2] / "decks"
PAIRS = (("rats", "armory"), ("raptors", "storm"), ("armory", "raptors"), ("kotc-20-menagerie", "kotc-20-ambush"))
AHEAD = {Verdict.BROKEN, Verdict.WATCH}
OPPOSITE = {Verdict.FAIR: {Verdict.SOLVED}, Verdict.BROKEN: {Verdict.MANY_MATTER, Verdict.TWO_MATTER}}
"""Of a match-up, and of a tournament of the same two decks."""


@pytest.mark.slow
@pytest.mark.parametrize(("names", "seed"), list(product(PAIRS, (1, 2))))
def test_match_up_and_tournament_of_two_decks(names: tuple[str, str], seed: int) -> None:
    a, b = (DECKS / f"{name}.yaml" for name in names)
    one, all_of_them = ks.matchup(a, b, seed=seed).inner, ks.tournament(a, b, seed=seed).inner
    assert all_of_them.verdict not in OPPOSITE.get(one.verdict, ())
    if one.verdict in AHEAD or all_of_them.verdict is Verdict.SOLVED:
        better = (one.decks.a if one.score > 0.5 else one.decks.b).name
        assert all_of_them.verdict is Verdict.UNDECIDED or all_of_them.place == (better,)
