"""Linear fits: scipy, planted prices, collinear columns, and which formula wins."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from kotc_sim.experiments.statistics.regression import fit_formulas, ols, ridge


def test_ols_equals_scipys_regression_line() -> None:
    random = np.random.default_rng(0)
    x = random.normal(size=30)
    y = 2 * x + 1 + random.normal(size=30)
    fit = ols(np.stack([x, np.ones(30)], axis=1), y, ["slope", "intercept"])
    line = stats.linregress(x, y)
    t = stats.t.ppf(0.975, 28)
    assert fit["slope"].value == pytest.approx(line.slope)
    assert fit["slope"].half_width == pytest.approx(t * line.stderr)
    assert fit["intercept"].half_width == pytest.approx(t * line.intercept_stderr)
    assert fit.r2 == pytest.approx(line.rvalue**2)
    assert fit.freedom == pytest.approx(28)
    assert fit["intercept"].value == pytest.approx(line.intercept)


def test_a_weight_of_three_is_three_observations() -> None:
    random = np.random.default_rng(1)
    x, y = random.normal(size=(9, 2)), random.normal(size=9)
    repeats = np.array([1, 3, 1, 2, 1, 1, 3, 1, 1])
    weighted = ols(x, y, ["a", "b"], weights=repeats)
    repeated = ols(np.repeat(x, repeats, axis=0), np.repeat(y, repeats), ["a", "b"])
    assert [c.value for c in weighted.coefficients] == pytest.approx([c.value for c in repeated.coefficients])


def test_columns_that_cannot_be_told_apart_are_named() -> None:
    random = np.random.default_rng(2)
    a, b = random.normal(size=(2, 20))
    with pytest.raises(ValueError, match=r"apart: sp, copy of sp$"):
        ols(np.stack([a, b, 3 * a], axis=1), b, ["sp", "hp", "copy of sp"])


def test_a_saturated_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="no freedom"):
        ols(np.eye(3), np.ones(3), ["a", "b", "c"])


def test_hedonic_prices_are_recovered() -> None:
    # 400 random cards with counts of 12 components; the planted prices lie in their 95 % intervals at least
    # 9 times of 12 (fewer has probability 2·10⁻⁴ for independent intervals), and a component priced 1 too
    # high is seen.
    random = np.random.default_rng(3)
    counts = random.poisson(0.7, size=(400, 12)).astype(float)
    prices = np.linspace(0.5, 3, 12)
    y = counts @ prices + 0.5 + random.normal(0, 0.5, 400)
    names = [f"component {k}" for k in range(12)]
    design = np.concatenate([counts, np.ones((400, 1))], axis=1)
    for fit in (ols(design, y, [*names, "base"]), ridge(design, y, [*names, "base"], free=["base"])):
        inside = [fit[name].contains(price) for name, price in zip(names, prices, strict=True)]
        assert sum(inside) >= 9
        assert not fit["component 3"].contains(prices[3] + 1)
        assert fit["base"].contains(0.5)


def test_ridge_without_penalty_is_ols_and_with_much_shrinks_to_the_mean() -> None:
    random = np.random.default_rng(4)
    x = np.concatenate([random.normal(size=(40, 3)), np.ones((40, 1))], axis=1)
    y = x @ [1.0, -1.0, 0.5, 2.0] + random.normal(size=40)
    names = ["a", "b", "c", "base"]
    plain, none = ols(x, y, names), ridge(x, y, names, penalty=0.0)
    assert [c.value for c in none.coefficients] == pytest.approx([c.value for c in plain.coefficients])
    assert [c.half_width for c in none.coefficients] == pytest.approx([c.half_width for c in plain.coefficients])
    strong = ridge(x, y, names, penalty=1e6, free=["base"])
    assert [strong[n].value for n in "abc"] == pytest.approx([0, 0, 0], abs=1e-4)
    assert strong["base"].value == pytest.approx(y.mean(), abs=1e-3)


def test_ridge_predicts_better_when_columns_outnumber_the_data() -> None:
    random = np.random.default_rng(5)
    x = random.normal(size=(30, 60))
    y = x @ np.full(60, 0.3) + random.normal(size=30)
    fit = ridge(x, y, [str(k) for k in range(60)])
    assert fit.penalty > 1e-4
    fresh = random.normal(size=(500, 60))
    error = np.mean((fresh @ np.full(60, 0.3) - fresh @ [c.value for c in fit.coefficients]) ** 2)
    assert error < np.mean((fresh @ np.full(60, 0.3)) ** 2)


def test_the_penalty_minimises_generalised_cross_validation() -> None:
    random = np.random.default_rng(8)
    x = random.normal(size=(25, 12))
    y = x @ random.normal(0, 0.3, 12) + random.normal(size=25)
    mean_square = (x**2).sum(axis=0)

    def gcv(penalty: float) -> float:
        hat = x @ np.linalg.solve(x.T @ x + penalty * np.diag(mean_square), x.T)
        return float(np.sum((y - hat @ y) ** 2) / (25 - np.trace(hat)) ** 2)

    fit = ridge(x, y, [str(k) for k in range(12)])
    assert 1e-3 < fit.penalty < 1e2
    assert all(gcv(fit.penalty) <= gcv(penalty) for penalty in np.geomspace(1e-4, 1e3, 29))


X, T = (v.ravel().astype(float) for v in np.meshgrid([1, 2, 3, 4], [1, 2, 3]))


@pytest.mark.parametrize(
    ("formula", "fair"),
    [("k*x*t", 1.5 * X * T), ("k*t", 1.5 * T), ("k*x", 1.5 * X), ("k", np.full(12, 1.5)), ("a*official+b", 1.5 * X**2 * T + 2)],
)
def test_the_planted_formula_wins(formula: str, fair: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    noise = np.random.default_rng(6).normal(0, 0.1, 12)
    ranked = fit_formulas(X, T, X**2 * T, fair + noise)
    best = ranked[0]
    assert best.formula == formula
    assert best.support > 0.6
    assert best.fit.coefficients[0].contains(1.5)
    assert best.error == min(f.error for f in ranked)
    assert sum(f.support for f in ranked) == pytest.approx(1)
    assert ranked == sorted(ranked, key=lambda f: f.aicc)


def test_an_exact_formula_beats_one_with_more_coefficients() -> None:
    ranked = fit_formulas(X, T, 2 * X * T, 3 * X * T)
    assert ranked[0].formula == "k*x*t"
    assert ranked[0].fit["k"].ends == pytest.approx([3, 3])
    slope = next(f for f in ranked if f.formula == "a*official+b").fit
    assert slope["a"].value == pytest.approx(1.5)
    assert slope["b"].value == pytest.approx(0, abs=1e-9)


def test_formulas_have_amounts_that_varied_alone() -> None:
    x = np.array([1.0, 2.0, 3.0, 4.0])
    names = [f.formula for f in fit_formulas(x, np.ones(4), 2 * x, 1.1 * x + [0.1, 0, -0.1, 0])]
    assert sorted(names) == sorted({"k*x", "k", "a*official+b"})  # once each, and no number of targets that the text does not have
    assert {f.formula for f in fit_formulas(np.ones(4), x, 2 * x, 1.5 + 0 * x)} == {"k*t", "k", "a*official+b"}


def test_aicc_of_a_worked_example() -> None:
    y = np.array([1.0, 3.0, 2.0, 5.0, 4.0])
    constant = next(f for f in fit_formulas(np.arange(1.0, 6), np.ones(5), np.arange(5.0), y) if f.formula == "k")
    # Mean 3, RSS 10, n = 5, two parameters: 5·ln 2 + 4 + 12/2.
    assert constant.aicc == pytest.approx(5 * math.log(2) + 10)


def test_left_out_error_by_leaving_each_out() -> None:
    random = np.random.default_rng(7)
    y = 1.5 * X * T + random.normal(size=12)
    best = next(f for f in fit_formulas(X, T, X * T, y) if f.formula == "k*x*t")
    xt = X * T
    errors = []
    for k in range(12):
        rest = np.arange(12) != k
        slope = float(xt[rest] @ y[rest] / (xt[rest] @ xt[rest]))
        errors.append(y[k] - slope * xt[k])
    assert best.error == pytest.approx(math.sqrt(np.mean(np.square(errors))))
