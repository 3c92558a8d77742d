"""The formula of a component's price that fits its fair prices best, as a person would print it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim.experiments.keeper.pricer import Point
from kotc_sim.experiments.statistics import fit_formulas, normal_quantile, ols


def fitted(points: Sequence[Point]) -> dict[str, Any]:
    """Return the line fair = slope·official + intercept and the best formula, where there are prices enough."""
    usable = [(point.use.probe, fair) for point in points if (fair := point.fair()[0]) is not None]
    if len(usable) < 3:
        return {}
    official = np.array([float(found.official) for found, _ in usable])
    prices = np.array([price.value for _, price in usable])
    error = np.array([price.half_width for _, price in usable]) / normal_quantile(0.95)
    # Probes of a wrong formula scatter by more than their errors: a floor keeps one of them from deciding alone.
    weights = 1 / (error**2 + 0.05**2)
    x = [found.x for found, _ in usable]
    t = [found.t for found, _ in usable]
    result: dict[str, Any] = {}
    if np.ptp(official) > 0:
        line = ols(np.stack([official, np.ones_like(official)], axis=1), prices, ["slope", "intercept"], weights=weights)
        result["fit"] = {name: line[name].measure() for name in ("slope", "intercept")}
    formulas = fit_formulas(x, t, official, prices, weights=weights)
    best = formulas[0]
    result["best_formula"] = printed(best.formula, [c.value for c in best.fit.coefficients])
    result["formulas"] = [
        {
            "formula": found.formula,
            "coefficients": {name: c.measure() for name, c in zip(found.fit.names, found.fit.coefficients, strict=True)},
            "support": found.support,
            "error": found.error if np.isfinite(found.error) else None,
        }
        for found in formulas
    ]
    return result


FACTORS = (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0)
"""Factors that a person would print."""
_PRINTED = ("1/4", "1/3", "1/2", "2/3", "3/4", "1", "3/2", "2", "5/2", "3", "4", "5")


def printed(formula: str, values: Sequence[float]) -> str:
    """Return a fitted formula as a person would print it: ``2*t`` for ``k*t`` with k = 1.8."""
    if formula == "a*official+b":
        return f"{values[0]:.2g}*official {'+' if values[1] >= 0 else '-'} {abs(values[1]):.2g}"
    nearest = min(range(len(FACTORS)), key=lambda i: abs(FACTORS[i] - values[0]))
    factor = "0" if values[0] < FACTORS[0] / 2 else _PRINTED[nearest]
    return formula.replace("k", factor, 1).removeprefix("1*")
