"""The sequential test: published vectors, a slow reference, error rates."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize

from kotc_sim.errors import KotcError
from kotc_sim.experiments.statistics.pairs import PAIR_SCORES
from kotc_sim.experiments.statistics.sprt import Sprt, SprtPlan, llr_logistic

Array = NDArray[np.float64]


@pytest.mark.parametrize(
    ("cells", "elos", "llr", "digits"),
    [([39, 8843, 26675, 9240, 44], (0.5, 2.5), 0.5555, 4), ([40, 0, 340, 0, 620], (0, 35), 82.786, 3)],
    ids=["third vector", "lopsided"],
)
def test_logistic_ratio_of_published_chess_matches(cells: list[int], elos: tuple[float, float], llr: float, digits: int) -> None:
    scores = [1 / (1 + 10 ** (-elo / 400)) for elo in elos]
    assert round(float(llr_logistic(cells, *scores)), digits) == llr


def best_likelihood(cells: list[int], constraint: Callable[[Array], float]) -> float:
    """Return the greatest log-likelihood under constraint(law) = 0, by a general solver: the naive reference."""
    counts = np.where(np.array(cells) == 0, 0.001, np.array(cells, dtype=float))

    def loss(p: Array) -> float:
        return float(-(counts * np.log(np.maximum(p, 1e-300))).sum() / counts.sum())

    solved = optimize.minimize(
        loss,
        np.full(5, 0.2),
        method="SLSQP",
        bounds=[(1e-9, 1)] * 5,
        constraints=optimize.NonlinearConstraint(lambda p: [p.sum() - 1, constraint(p)], 0, 0),
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    return -float(solved.fun) * float(counts.sum())


TABLES = pytest.mark.parametrize("cells", [[10, 60, 110, 66, 10], [0, 3, 5, 9, 0], [40, 0, 340, 0, 620]])


@TABLES
@pytest.mark.parametrize(("h0", "h1"), [(0.5, 0.52), (0.45, 0.6)])
def test_the_ratio_compares_the_best_laws_with_either_mean(cells: list[int], h0: float, h1: float) -> None:
    reference = [best_likelihood(cells, lambda p, h=h: float(p @ PAIR_SCORES) - h) for h in (h0, h1)]  # type: ignore[misc]
    assert float(llr_logistic(cells, h0, h1)) == pytest.approx(reference[1] - reference[0], rel=2e-4, abs=2e-4)


def test_the_ratio_of_many_tables_is_that_of_each() -> None:
    tables = np.random.default_rng(0).integers(0, 50, size=(3, 4, 5))
    together = llr_logistic(tables, 0.5, 0.52)
    assert together.shape == (3, 4)
    assert together[2, 1] == pytest.approx(float(llr_logistic(tables[2, 1], 0.5, 0.52)), abs=1e-9)


def test_bounds() -> None:
    assert Sprt(SprtPlan(0.50, 0.51, overshoot=False)).bounds == pytest.approx((-2.944, 2.944), abs=5e-4)


@cache
def law(mean: float) -> tuple[float, ...]:
    """Return a law of pair scores with this mean: (0.1, 0.2, 0.4, 0.2, 0.1), tilted."""
    base = np.array([0.1, 0.2, 0.4, 0.2, 0.1])

    def tilted(tilt: float) -> Array:
        weights: Array = base * np.exp(tilt * PAIR_SCORES)
        weights /= weights.sum()
        return weights

    tilt = optimize.brentq(lambda x: float(tilted(x) @ PAIR_SCORES) - mean, -20, 20)
    return tuple(tilted(float(tilt)))


def run(plan: SprtPlan, mean: float, random: np.random.Generator, batch: int = 256) -> Sprt:
    test = Sprt(plan)
    while not test.update(random.multinomial(batch, law(mean))):
        pass
    return test


@pytest.mark.parametrize("overshoot", [False, True])
def test_error_rates(overshoot: bool) -> None:
    # 500 runs under each hypothesis; a rate of 5 % exceeds 8 % with probability 2·10⁻³.
    plan = SprtPlan(0.50, 0.52, overshoot=overshoot)
    random = np.random.default_rng(11)
    wrong = [sum(run(plan, s, random).accepted == d for _ in range(500)) / 500 for s, d in ((0.50, "h1"), (0.52, "h0"))]
    assert max(wrong) <= 0.08
    if not overshoot:
        assert max(wrong) <= 0.045  # without the correction the test is needlessly strict


def test_the_overshoot_correction_saves_games() -> None:
    games = []
    for overshoot in (False, True):
        random = np.random.default_rng(12)
        plan = SprtPlan(0.50, 0.52, overshoot=overshoot)
        games.append(np.mean([run(plan, 0.51, random).pairs for _ in range(300)]))
    assert games[1] < 0.85 * games[0]


def test_h1_may_be_the_smaller() -> None:
    plan = SprtPlan(0.50, 0.48)
    assert run(plan, 0.46, np.random.default_rng(1)).accepted == "h1"
    assert run(plan, 0.54, np.random.default_rng(1)).accepted == "h0"


def test_the_cap_ends_an_undecidable_test() -> None:
    plan = SprtPlan(0.50, 0.501, cap=500)
    test = run(plan, 0.5, np.random.default_rng(1), batch=100)
    assert test.decided
    assert test.pairs == 500
    assert test.accepted is None


def test_games_after_the_decision_do_not_count() -> None:
    test = run(SprtPlan(), 0.56, np.random.default_rng(1))
    assert test.accepted == "h1"
    with pytest.raises(ValueError, match="already decided"):
        test.update([1, 0, 0, 0, 0])


def test_a_mirror_accepts_h0() -> None:
    test = Sprt(SprtPlan())
    while not test.update([0, 0, 256, 0, 0]):
        pass
    assert test.accepted == "h0"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"h0": 50.0, "h1": 52.0}, r"h0 = 5000 %.*--sprt 50,52"), ({"h0": 0.5, "h1": 0.5}, "both hypotheses are 50 %")],
)
def test_a_plan_that_makes_no_sense(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(KotcError, match=message):
        SprtPlan(**arguments)  # type: ignore[arg-type]
