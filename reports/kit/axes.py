"""What axes show: numbers, short; and ranges that fit most of what is drawn, so that one extreme value does not squash the rest."""

import math
from collections.abc import Sequence

from kotc_sim.reports.kit.wording import number

Span = tuple[float, float]
SQUASHED = 2.5
"""A value is extreme if the axis is so many times as long with it as without it."""
FEWEST = 4  # of fewer values none is extreme


def fit_spans(spans: Sequence[Span], fixed: Sequence[float] = ()) -> tuple[float, float]:
    """Return the range of an axis that holds most spans (low, high), and everything that is ``fixed``, such as zero or the edges of a band.

    At most a quarter of the spans is left out, only where the axis is `SQUASHED` times as long with them, and never more than needed.
    """
    kept = list(spans)
    best = _hull(kept, fixed)
    if len(kept) < FEWEST or _length(best) <= 0:
        return best
    for _ in range(len(kept) // 4):
        kept.pop(min(range(len(kept)), key=lambda k: _length(_hull([*kept[:k], *kept[k + 1 :]], fixed))))
        now = _hull(kept, fixed)
        if _length(now) > 0 and _length(best) >= SQUASHED * _length(now):
            best = now
    return best


def _hull(spans: Sequence[Span], fixed: Sequence[float]) -> tuple[float, float]:
    numbers = [*(end for span in spans for end in span), *fixed]
    return (min(numbers), max(numbers)) if numbers else (0.0, 1.0)


def _length(span: Span) -> float:
    return span[1] - span[0]


def short(value: float, plus: bool) -> str:
    """Return a number of an axis with as few digits as it needs."""
    digits = 0 if abs(value - round(value)) < 1e-6 else 1 if abs(value * 10 - round(value * 10)) < 1e-6 else 2
    text = number(value, digits)
    return f"+{text}" if plus and value > 1e-9 else text


def ends(bound: Sequence[float | None]) -> tuple[float, float]:
    """Return the ends of an interval; those that nothing bounds, None in JSON, are infinite."""
    low, high = bound
    return -math.inf if low is None else float(low), math.inf if high is None else float(high)


def finite(values: Sequence[float]) -> list[float]:
    """Return those values that are finite."""
    return [value for value in values if math.isfinite(value)]
