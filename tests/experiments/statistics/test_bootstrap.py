"""The bootstrap: seeded, over pairs, and the same for counts as for the pairs behind them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from kotc_sim.experiments.statistics.bootstrap import bootstrap_means, percentile_interval, resample_cells
from kotc_sim.experiments.statistics.intervals import mean_interval

Array = NDArray[np.float64]


def test_same_seed_same_copies() -> None:
    x = np.random.default_rng(0).normal(size=200)
    first, again, other = (bootstrap_means(x[:, None], seed) for seed in (7, 7, 8))
    assert (first == again).all()
    assert (first != other).any()


def test_the_interval_of_a_mean_is_students() -> None:
    x = np.random.default_rng(1).normal(size=4000)
    copies = bootstrap_means(x[:, None], 2, resamples=20_000)[:, 0]
    interval, reference = percentile_interval(float(x.mean()), copies), mean_interval(x)
    # With 20,000 copies an end moves by 0.02 standard errors, that is 0.01 half-widths; allow 4 of those.
    assert interval.ends == pytest.approx(reference.ends, abs=0.04 * reference.half_width)


def test_chunks_do_not_change_the_statistic(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.arange(50.0)
    whole = bootstrap_means(x[:, None], 3, resamples=100)
    monkeypatch.setattr("kotc_sim.experiments.statistics.bootstrap._CHUNK", 50 * 7)
    assert bootstrap_means(x[:, None], 3, resamples=100) == pytest.approx(whole)


def test_rows_stay_together() -> None:
    # Two arms that differ by exactly 0.1 on every seed: so must all their bootstrap means.
    x = np.random.default_rng(4).normal(size=300)
    means = bootstrap_means(np.stack([x, x + 0.1], axis=1), 5, resamples=50)
    assert means[:, 1] - means[:, 0] == pytest.approx(np.full(50, 0.1))


def test_blocks_keep_the_variance() -> None:
    x = np.random.default_rng(6).normal(size=20_000)
    spread = bootstrap_means(x[:, None], 7, resamples=4000, max_units=500).std()
    # The standard deviation of 500 block sums and of 4,000 copies: 3.4 % relative error together; allow 4
    # of those.
    assert spread == pytest.approx(x.std() / math.sqrt(20_000), rel=0.14)


def test_seeds_that_an_arm_did_not_play_are_left_out() -> None:
    rows: Array = np.array([[1.0, 5.0], [3.0, math.nan], [2.0, 5.0], [2.0, math.nan]])
    means = bootstrap_means(rows, 1, resamples=200)
    seen = means[np.isfinite(means[:, 1]), 1]
    assert (seen == 5.0).all()
    assert np.isnan(means[:, 1]).sum() == pytest.approx(200 / 16, abs=14)  # no row of arm 2: (1/2)⁴


def test_resampled_cells_follow_the_multinomial_law() -> None:
    cells = np.array([[10, 20, 70], [0, 0, 0]])
    copies = resample_cells(cells, 8, resamples=20_000)
    assert copies.shape == (20_000, 2, 3)
    assert (copies.sum(axis=2) == [100, 0]).all()
    assert copies[:, 0].mean(axis=0) == pytest.approx([10, 20, 70], abs=0.15)  # 4.6 standard errors
    assert copies[:, 0].var(axis=0) == pytest.approx([9, 16, 21], rel=0.05)


def test_a_sweep_is_not_certain() -> None:
    cells = np.array([0, 0, 0, 0, 10])
    softened = resample_cells(cells, 9, resamples=2000)[:, 4]
    # One pair spread over five cells: each of ten pairs leaves its cell with probability 0.8/11.
    assert softened.mean() == pytest.approx(10 * (1 - 0.8 / 11), abs=0.1)


def test_infinite_copies_make_infinite_ends() -> None:
    copies = np.concatenate([np.linspace(0, 1, 95), np.full(5, math.inf)])
    interval = percentile_interval(0.5, copies)
    assert interval.high == math.inf
    assert 0 < interval.low < 0.05
    # Place 38.025 of 0..39 lies between the last finite copy and the infinite one: the outer counts.
    edge = np.concatenate([np.linspace(0, 1, 39), [math.inf]])
    assert percentile_interval(0.5, edge).high == math.inf
    assert percentile_interval(0.5, -edge).low == -math.inf
    assert percentile_interval(0.5, np.full(9, -math.inf)).ends == (-math.inf, -math.inf)
