"""Figures of counts and distributions: game length by winner, endings, damage exact against simulated."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kotc_sim.reports.kit import ink
from kotc_sim.reports.kit.report import Figure, Table, heads
from kotc_sim.reports.kit.wording import Measure, clean, count, listing, number, percent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kotc_sim.reports.kit.svg import Canvas

Names = Sequence[str]
"""Two decks, and what is said of games that were tied."""
LASTS = "How long games last"
COLOURS = ink.A, ink.B, ink.TIE


def _columns(rows: Any, width: int) -> "NDArray[np.float64]":
    """Return rows (list, array or DataFrame) as columns, shape (width, rows)."""
    import numpy as np

    values = np.asarray(rows, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] != width:
        raise ValueError(f"rows of {width} numbers expected, got shape {values.shape}")
    return values.T


def game_length(histogram: Any, names: Names, median: float) -> Figure:
    """Return how long games last, each bar divided by winner.

    ``histogram`` has rows [turn, games of each name …], ascending. The median is marked by a line.
    """
    columns = _columns(histogram, 1 + len(names))
    turns, parts = columns[0], columns[1:]
    total = float(parts.sum())

    def draw(canvas: "Canvas") -> None:
        tallest = float(parts.sum(axis=0).max()) / total * 100 if total else 1.0
        step = min((float(two - one) for one, two in pairwise(turns)), default=1.0)
        axes = canvas.axes(38, 46, 0, 40, (float(turns[0]) - step * 0.7, float(turns[-1]) + step * 0.7), (0, tallest * 1.04))
        canvas.legend(zip(names, COLOURS, strict=True))
        canvas.y_axis(axes, lambda y: number(y, 0 if y == int(y) else 1), count=4)
        canvas.text(canvas.page, 0, 32, "% of the games", colour=ink.MUTED, size=11)
        base = parts[0] * 0
        for part, colour in zip(parts, COLOURS, strict=True):
            heights = part / max(total, 1.0) * 100
            axes.bar(turns, heights, width=step * 0.84, bottom=base, color=colour, linewidth=0, zorder=2)
            base = base + heights
        canvas.x_axis(axes, lambda x: number(x, 0), label="turn in which the game ended", grid=False)
        axes.axhline(0, color=ink.MUTED, linewidth=1, zorder=3)
        axes.axvline(median, color=ink.INK, linewidth=1.25, dashes=(4, 3), zorder=4)
        canvas.text(axes, median, tallest * 1.04, f"median {median:g}", size=11, align="center", offset=(0, 7))

    rows = [[row[0], *row[1:], sum(row[1:]) / total if total else None] for row in columns.T.tolist()]
    shares = Table(LASTS, heads(("Turn", "count"), *((clean(name), "count") for name in names), ("Share", "share")), rows)
    alt = f"Histogram of {count(total)} games by turn, from {turns[0]:g} to {turns[-1]:g}, median {median:g}"
    wins = ", ".join(f"{clean(name)} {count(float(part.sum()))}" for name, part in zip(names, parts, strict=True))
    return Figure(LASTS, f"{alt}; by winner: {wins}.", shares, draw, 270, 240)


def two_lengths(before: Any, after: Any, names: tuple[str, str]) -> Figure:
    """Return two length distributions, rows [turn, games], over each other, as shares."""
    pair = [_columns(before, 2), _columns(after, 2)]
    shares = [dict(zip(c[0].tolist(), (c[1] / max(c[1].sum(), 1)).tolist(), strict=True)) for c in pair]
    turns = sorted(set(shares[0]) | set(shares[1]))

    def draw(canvas: "Canvas") -> None:
        tallest = max(max(share.values(), default=0) for share in shares) * 100
        middles = [(one + two) / 2 for one, two in pairwise(turns)]
        ends = (turns[0] * 2 - middles[0], turns[-1] * 2 - middles[-1]) if middles else (turns[0] - 0.5, turns[0] + 0.5)
        edges = [ends[0], *middles, ends[1]]
        axes = canvas.axes(38, 46, 0, 40, (ends[0] - 0.2, ends[1] + 0.2), (0, tallest * 1.06))
        canvas.legend(zip(names, (ink.TIE, ink.A), strict=True))
        canvas.text(canvas.page, 0, 32, "% of the games", colour=ink.MUTED, size=11)
        canvas.y_axis(axes, lambda y: number(y, 0 if y == int(y) else 1), count=4)
        canvas.x_axis(axes, lambda x: number(x, 0), label="turn in which the game ended", grid=False)
        for share, colour, alpha in zip(shares, (ink.TIE, ink.A), (0.30, 0.22), strict=True):
            heights = [share.get(turn, 0.0) * 100 for turn in turns]
            axes.stairs(heights, edges, fill=True, color=colour, alpha=alpha, linewidth=0)
            axes.stairs(heights, edges, baseline=None, color=colour, linewidth=2)
        axes.axhline(0, color=ink.MUTED, linewidth=1)

    rows = [[turn, shares[0].get(turn, 0.0), shares[1].get(turn, 0.0)] for turn in turns]
    columns = heads(("Turn", "count"), *((clean(name), "share") for name in names))
    both = f"{clean(names[0])} and {clean(names[1])}"
    alt = f"Distributions of game length: {both}, {turns[0]:g} to {turns[-1]:g} turns."
    return Figure(LASTS, alt, Table(LASTS, columns, rows), draw, 270, 240)


def endings(shares: Mapping[str, Sequence[float]], names: Names) -> Figure:
    """Return how games end as bars: for each ending one number (all in one unit) a name."""
    total = sum(sum(parts) for parts in shares.values()) or 1.0
    order = sorted(shares, key=lambda ending: -sum(shares[ending]))

    def draw(canvas: "Canvas") -> None:
        step, top = 40 if canvas.narrow else 30, 26
        left = 0 if canvas.narrow else min(200, max(ink.text_width(ending) for ending in order) + 14)
        axes = canvas.axes(left, top, 64, 0, (0, max(sum(shares[e]) for e in order) or 1.0), (step * len(order), 0))
        canvas.legend(zip(names, COLOURS, strict=True))
        for k, ending in enumerate(order):
            y = k * step + (27 if canvas.narrow else step / 2)
            at = top + k * step + (9 if canvas.narrow else step / 2)
            canvas.text(canvas.page, 0, at, ink.shorten(ending, 40 if canvas.narrow else 28))
            start = 0.0
            for part, colour in zip(shares[ending], COLOURS, strict=True):
                axes.barh([y], [part], left=start, height=14, color=colour, linewidth=0)
                start += part
            canvas.text(axes, start, y, percent(start / total), colour=ink.MUTED, offset=(7, 0))
        axes.axvline(0, color=ink.MUTED, linewidth=1)

    columns = heads("Ending", ("Share", "share"), *((clean(name), "share") for name in names))
    rows = [[ending, sum(shares[ending]) / total, *(part / total for part in shares[ending])] for ending in order]
    alt = "How games end: " + listing([f"{clean(e)} {percent(sum(shares[e]) / total)}" for e in order]) + "."
    title = "How games end"
    return Figure(title, alt, Table(title, columns, rows), draw, 26 + 30 * len(order), 26 + 40 * len(order), brief=True)


def distribution(
    values: Any, exact: Any, simulated: Any = None, intervals: Any = None, *, title: str, axis: str, mean: float | None = None
) -> Figure:
    """Return a distribution: bars for the exact law, dots with intervals for the simulated one.

    ``values``, shape (n,), are outcomes, ascending: damage, kills; ``axis`` says what is counted. Of each there are exact probabilities, or
    simulated shares, or both; ``intervals``, shape (n, 2), are of the shares. The mean is marked by a line.
    """
    xs = [float(value) for value in values]
    bars = None if exact is None else [float(p) for p in exact]
    dots = None if simulated is None else [float(p) for p in simulated]
    bounds = None if intervals is None else [(float(low), float(high)) for low, high in intervals]
    if bars is None and dots is None:
        raise ValueError("neither exact nor simulated probabilities were given")

    def draw(canvas: "Canvas") -> None:
        tallest = 100 * max([*(bars or [0]), *(dots or [0]), *(high for _, high in bounds or [(0, 0)])])
        axes = canvas.axes(38, 46, 0, 40, (xs[0] - 0.7, xs[-1] + 0.7), (0, tallest * 1.06 or 1.0))
        entries = [("exact", ink.A)] if bars is not None else []
        canvas.legend([*entries, *([("simulated", ink.B)] if dots is not None else [])])
        canvas.text(canvas.page, 0, 32, "probability, %", colour=ink.MUTED, size=11)
        canvas.y_axis(axes, lambda y: number(y, 0 if y == int(y) else 1), count=4)
        ticks = [x for x in ink.nice_ticks(xs[0], xs[-1], 6 if canvas.narrow else 12) if x == int(x)]
        canvas.x_axis(axes, lambda x: number(x, 0), label=axis, ticks=ticks, grid=False)
        if bars is not None:
            axes.bar(xs, [100 * p for p in bars], width=0.84, color=ink.A, alpha=0.55, linewidth=0, zorder=2)
        if dots is not None:
            if bounds is not None:
                for x, (low, high) in zip(xs, bounds, strict=True):
                    axes.plot([x, x], [100 * low, 100 * high], color=ink.B, linewidth=2, zorder=3)
            size = 4 if len(xs) > 40 else 6
            axes.plot(xs, [100 * p for p in dots], "o", color=ink.B, markersize=size, zorder=4)
        axes.axhline(0, color=ink.MUTED, linewidth=1, zorder=5)
        if mean is not None:
            axes.axvline(mean, color=ink.INK, linewidth=1.25, dashes=(4, 3), zorder=6)
            canvas.text(axes, mean, tallest * 1.06, f"mean {number(mean, 2)}", size=11, align="center", offset=(0, 7))

    columns = heads((axis.capitalize(), "count"), ("Exact", "share", 2), ("Simulated", "share", 2))
    rows = []
    for k, x in enumerate(xs):
        share = None if dots is None else Measure(dots[k], *(bounds[k] if bounds is not None else (None, None)))
        rows.append([x, None if bars is None else bars[k], share])
    table = Table(title, columns, rows).without_empty_columns()
    law = bars if bars is not None else dots or []
    likely = xs[max(range(len(xs)), key=lambda k: law[k])]
    alt = f"Distribution of {axis}, {number(xs[0], 0)} to {number(xs[-1], 0)}; most likely {number(likely, 0)}"
    return Figure(title, alt + (f", mean {number(mean, 2)}." if mean is not None else "."), table, draw, 260, 230)
