"""Coverage of every interval: simulated experiments with a known truth.

An interval of true coverage 95 % is seen in 95 ± 0.49 % of 2,000 experiments (standard error) and in 95 ±
0.22 % of 10,000. The seeds are fixed, so nothing flakes; if they were drawn again, ±1 point would be left by
chance with probability 4 % at 2,000 and 5·10⁻⁶ at 10,000. Run ``pytest -m slow -s`` to see
the measured figures.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from kotc_sim.experiments.statistics.bootstrap import bootstrap_means, percentile_interval, resample_cells
from kotc_sim.experiments.statistics.intervals import fieller, mean_interval, wilson
from kotc_sim.experiments.statistics.isotonic import fair_level
from kotc_sim.experiments.statistics.pairs import PAIR_SCORES, Pairs, compare_arms, elo, elo_of
from kotc_sim.experiments.statistics.regression import ols, ridge

pytestmark = pytest.mark.slow  # simulations of statistics that seldom change

Array = NDArray[np.float64]
Experiment = Callable[[np.random.Generator], bool]

LAW = np.array([0.12, 0.18, 0.35, 0.22, 0.13])
"""A law of pair scores with mean 0.515."""


def show(name: str, seen: float, experiments: int) -> None:
    print(f"\n{name}: {100 * seen:.2f} % of {experiments}")


def coverage(experiment: Experiment, experiments: int, seed: int) -> float:
    random = np.random.default_rng(seed)
    return sum(experiment(random) for _ in range(experiments)) / experiments


def one_rate(random: np.random.Generator, interval: Callable[[int, int], object]) -> bool:
    share = random.uniform(0.05, 0.95)  # a new truth each time: discreteness averages out
    found = interval(int(random.binomial(200, share)), 200)
    return bool(found.contains(share))  # type: ignore[attr-defined]


def student(random: np.random.Generator) -> bool:
    return mean_interval(random.normal(3, 2, 8)).contains(3)


def pair_score(random: np.random.Generator) -> bool:
    return Pairs(random.multinomial(400, LAW)).score_interval().contains(float(LAW @ PAIR_SCORES))


def pair_elo(random: np.random.Generator) -> bool:
    return elo_of(Pairs(random.multinomial(400, LAW)).score_interval()).contains(elo(float(LAW @ PAIR_SCORES)))


def seat(random: np.random.Generator) -> bool:
    # A wins 60 % as the first player, 45 % as the second: the starter scores 0.575 on average.
    table = random.multinomial(300, np.outer([0.4, 0, 0.6], [0.55, 0, 0.45]).ravel()).reshape(3, 3)
    return Pairs.from_table(table).first_player_advantage().contains(0.075)


def paired_arms(random: np.random.Generator) -> bool:
    common = random.normal(0, 1, 100)
    first, second = common + random.normal(0.3, 0.5, 100), common + random.normal(0, 0.5, 100)
    return compare_arms(first, second).difference.contains(0.3)


def price(random: np.random.Generator) -> bool:
    # Value 2 % of a keyword against 1 % of +1 SP, standard errors 0.2 %, correlated.
    covariance = 0.002**2 * np.array([[1, 0.3], [0.3, 1]])
    a, b = random.multivariate_normal([0.02, 0.01], covariance)
    found = fieller(a, b, 0.002**2, 0.002**2, 0.3 * 0.002**2)
    return found is None or found.contains(2)


def least_squares(random: np.random.Generator) -> bool:
    design = np.stack([random.normal(size=12), np.ones(12)], axis=1)
    return ols(design, design @ [1.5, 1] + random.normal(size=12), ["k", "b"])["k"].contains(1.5)


@pytest.mark.parametrize(
    "experiment",
    [
        pytest.param(partial(one_rate, interval=wilson), id="Wilson"),
        pytest.param(student, id="Student t"),
        pytest.param(pair_score, id="pair score"),
        pytest.param(pair_elo, id="Elo"),
        pytest.param(seat, id="first-player advantage"),
        pytest.param(paired_arms, id="paired arms"),
        pytest.param(price, id="Fieller"),
        pytest.param(least_squares, id="least squares"),
    ],
)
def test_closed_forms(experiment: Experiment, request: pytest.FixtureRequest) -> None:
    seen = coverage(experiment, 10_000, 1)
    show(request.node.callspec.id, seen, 10_000)
    assert seen == pytest.approx(0.95, abs=0.01)


def test_lopsided_pairs() -> None:
    # Nearly every pair won twice: the t interval is known to fall short here, Wilson beside it does not.
    law = np.array([0.002, 0.003, 0.015, 0.03, 0.95])
    truth = float(law @ PAIR_SCORES)
    random = np.random.default_rng(3)
    pairs = [Pairs(random.multinomial(400, law)) for _ in range(2000)]
    student_t = np.mean([p.score_interval().contains(truth) for p in pairs])
    beside = np.mean([p.wilson().contains(truth) for p in pairs])
    show("pair score of a 98 % deck", float(student_t), 2000)
    show("Wilson of a 98 % deck", float(beside), 2000)
    assert student_t > 0.90
    assert beside > 0.90


def test_swept_pairs() -> None:
    # One pair in 200 is not won twice: half of the experiments are sweeps, whose interval must still hold.
    law = np.array([0, 0, 0.005, 0, 0.995])
    random = np.random.default_rng(4)
    swept = [p for p in (Pairs(random.multinomial(100, law)) for _ in range(2000)) if p.score == 1]
    assert len(swept) > 500
    assert all(p.score_interval().contains(float(law @ PAIR_SCORES)) for p in swept)


def test_percentile_bootstrap_of_a_mean() -> None:
    random = np.random.default_rng(5)
    inside = 0
    for seed in range(2000):
        x = random.choice(PAIR_SCORES, size=150, p=LAW)
        copies = bootstrap_means(x[:, None], seed, resamples=300)[:, 0]
        inside += percentile_interval(float(x.mean()), copies).contains(float(LAW @ PAIR_SCORES))
    show("percentile bootstrap of a mean", inside / 2000, 2000)
    assert inside / 2000 == pytest.approx(0.95, abs=0.01)


def test_percentile_bootstrap_of_counts() -> None:
    random = np.random.default_rng(6)
    inside = 0
    for seed in range(5000):
        cells = random.multinomial(300, LAW)
        copies = resample_cells(cells, seed, resamples=400) @ PAIR_SCORES / 300
        inside += percentile_interval(float(cells @ PAIR_SCORES) / 300, copies).contains(float(LAW @ PAIR_SCORES))
    show("percentile bootstrap of counts", inside / 5000, 5000)
    assert inside / 5000 == pytest.approx(0.95, abs=0.01)


def test_ridge_over_prices_drawn_from_its_prior() -> None:
    random = np.random.default_rng(8)
    inside = 0
    for _ in range(400):
        design = random.poisson(0.7, size=(60, 20)).astype(float)
        prices = random.normal(0, 1, 20)
        fit = ridge(design, design @ prices + random.normal(size=60), [str(k) for k in range(20)])
        inside += sum(c.contains(p) for c, p in zip(fit.coefficients, prices, strict=True))
    show("ridge", inside / 8000, 8000)
    assert inside / 8000 == pytest.approx(0.95, abs=0.015)


GRID = np.arange(7.0)


def level_coverage(experiments: int, pairs: int, resamples: int) -> float:
    random = np.random.default_rng(9)
    inside = 0
    for seed in range(experiments):
        root = random.uniform(1.5, 4.5)
        shared, own = random.normal(size=(pairs, 1)), random.normal(size=(pairs, GRID.size))
        # Differences in quarters of a point, as pairs give them.
        d = np.round(4 * np.clip(np.tanh(0.15 * (root - GRID) / 2) + 0.2 * shared + 0.3 * own, -1, 1)) / 4
        inside += fair_level(GRID, d, seed, resamples=resamples).level.contains(root)
    seen = inside / experiments
    show(f"fair level, {pairs} pairs", seen, experiments)
    return seen


def test_fair_levels() -> None:
    # The demand of the tool on itself: 92 to 98 %.
    assert 0.92 <= level_coverage(400, 300, 300) <= 0.98


def test_fair_levels_at_length() -> None:
    # A small shortfall of the percentile bootstrap with 300 pairs is allowed for; with 1,500 it is gone.
    assert level_coverage(2000, 300, 500) == pytest.approx(0.95, abs=0.015)
