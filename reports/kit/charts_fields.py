"""Figures of two dimensions: the matrix of matchups, a line with its band, points against a diagonal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kotc_sim.reports.kit.figure import NARROW, WIDE, Figure
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import Kind, Measure, clean, is_missing, measured, number, percent

if TYPE_CHECKING:
    from kotc_sim.reports.kit.svg import Canvas

Entry = float | None
_WIDEST = 1.5
"""Beyond the points of a line an axis shows intervals by so many times the points' own range at most."""


def heat_map(
    names: Sequence[str],
    matrix: Sequence[Sequence[Entry]],
    intervals: Sequence[Sequence[Sequence[float] | None]] | None = None,
    *,
    title: str = "Who beats whom",
    caption: str = "",
) -> Figure:
    """Return the matrix of matchups with its numbers: the row's score against the column.

    Parameters
    ----------
    names : sequence of str, length n
    matrix : n × n shares
        None or NaN where there is nothing to show.
    intervals : n × n of [low, high] or None, optional
        For the table behind.
    title, caption : str
    """
    size = len(names)
    scores = [[None if is_missing(x) else float(x) for x in row] for row in matrix]  # type: ignore[arg-type]
    label_wide = min(230.0, 34 + max((len(clean(name)) for name in names), default=0) * 7.0)
    cell_wide = max(12.0, min(58.0, (WIDE - label_wide) / max(1, size)))
    cell_narrow = max(8.0, min(46.0, (NARROW - 96) / max(1, size)))

    def draw(canvas: Canvas) -> None:
        from matplotlib.patches import Rectangle

        from kotc_sim.reports.kit import svg

        cell = cell_narrow if canvas.narrow else cell_wide
        height = min(cell, 38.0)
        left = 96.0 if canvas.narrow else label_wide
        axes = canvas.axes(left, 24, canvas.width - left - cell * size, 0, (0, size), ((canvas.height - 24) / height, 0))
        letter = max(7.0, min(13.0, cell * 0.36))
        for i in range(size):
            text = f"{i + 1}  {names[i]}"
            canvas.text(canvas.page, 0, 24 + (i + 0.5) * height, svg.shorten(text, int(left / 6.7)), size=12)
            canvas.text(
                axes,
                i + 0.5,
                0,
                str(i + 1),
                colour=svg.MUTED,
                size=min(12, letter + 1),
                align="center",
                offset=(0, 11),
            )
            for j in range(size):
                score = scores[i][j]
                if score is None or i == j:
                    axes.add_patch(Rectangle((j + 0.03, i + 0.04), 0.94, 0.92, color=svg.LINE, alpha=0.35, linewidth=0))
                    continue
                strength = min(1.0, abs(score - 0.5) / 0.25)
                colour = svg.A if score >= 0.5 else svg.B
                axes.add_patch(
                    Rectangle(
                        (j + 0.03, i + 0.04),
                        0.94,
                        0.92,
                        color=colour,
                        alpha=0.06 + 0.44 * strength,
                        linewidth=0,
                    )
                )
                if cell >= 18:
                    digits = 1 if cell >= 38 else 0
                    canvas.text(axes, j + 0.5, i + 0.5, number(score * 100, digits), size=letter, align="center")

    columns = [Column("Deck"), *(Column(clean(name), "share") for name in names)]
    rows: list[list[Any]] = []
    for i in range(size):
        row: list[Any] = [names[i]]
        for j in range(size):
            score = scores[i][j]
            bounds = None if intervals is None else intervals[i][j]
            row.append(None if score is None else _measure(score, bounds))
        rows.append(row)
    best = max(
        ((s, i, j) for i, row in enumerate(scores) for j, s in enumerate(row) if s is not None and i != j),
        default=None,
    )
    alt = f"Matrix of the scores of {size} decks against each other"
    if best is not None:
        winner, loser = clean(names[best[1]]), clean(names[best[2]])
        alt += f"; the most lopsided: {winner} scores {percent(best[0])} against {loser}"
    wide, narrow = 26 + min(cell_wide, 38.0) * size, 26 + min(cell_narrow, 38.0) * size
    return Figure(title, alt + ".", Table(title, columns, rows), draw, wide, narrow, caption, brief=size <= 8)


def _measure(value: float, bounds: Any) -> Measure:
    return Measure(value) if bounds is None else Measure(value, float(bounds[0]), float(bounds[1]))


def line(
    x: Any,
    y: Any,
    intervals: Any,
    *,
    title: str,
    x_axis: str,
    y_axis: str,
    kind: Kind = "number",
    zero: float | None = None,
    root: Measure | None = None,
    root_label: str = "",
    mark: float | None = None,
    mark_label: str = "",
    fit: Any = None,
    band: bool = False,
    log: bool = False,
    fair: tuple[float, float] | None = None,
    fair_name: str = "fair",
    caption: str = "",
    colour: str = "a",
) -> Figure:
    """Return a line with intervals: Δ(L) with its root, or a running score.

    Parameters
    ----------
    x, y : array-like, shape (n,)
    intervals : array-like, shape (n, 2), or None
    title, x_axis, y_axis : str
    kind : Kind
        How y is written; shares and differences are given as fractions.
    zero : float, optional
        Value of y at which to draw a line.
    root : Measure, optional
        Value of x to mark, its interval shaded.
    root_label : str
    mark : float, optional
        A second value of x, dashed (the official level).
    mark_label : str
    fit : array-like, shape (m, 2), optional
        Curve through the points, [[x, y], …]; without it the points are joined.
    band : bool
        Draw the intervals as a band instead of bars.
    log : bool
        Logarithmic x.
    fair : (float, float), optional
        Values of y between which something is fair, shaded.
    fair_name : str
        What stands in the shaded band.
    caption : str
    colour : str
    """
    xs, ys = [float(v) for v in x], [float(v) for v in y]
    bounds = None if intervals is None else [_ends(bound) for bound in intervals]
    scale = 100.0 if kind in ("share", "difference") else 1.0

    def draw(canvas: Canvas) -> None:
        from kotc_sim.reports.kit import svg

        tone = svg.colour_of(colour)
        place = (lambda v: math.log10(v)) if log else (lambda v: v)
        px = [place(v) for v in xs]
        py = [v * scale for v in ys]
        lows = [low * scale for low, _ in bounds] if bounds else py
        highs = [high * scale for _, high in bounds] if bounds else py
        inner = [*py, *([zero * scale] if zero is not None else [])]
        beyond = _WIDEST * (max(inner) - min(inner))  # an interval far wider than what the line does would flatten it
        around = (min(inner) - beyond, max(inner) + beyond) if beyond else (-math.inf, math.inf)
        edges = [*inner, *(min(max(end, around[0]), around[1]) for end in _finite([*lows, *highs]))]
        reach = [*px, *([mark] if mark is not None else [])]
        if root is not None:
            reach += _finite([v for v in root if v is not None])
        pad_x, pad_y = 0.04 * (max(reach) - min(reach)) or 0.5, 0.08 * (max(edges) - min(edges)) or 0.5
        axes = canvas.axes(46, 44, 8, 40, (min(reach) - pad_x, max(reach) + pad_x), (min(edges) - pad_y, max(edges) + pad_y))
        canvas.y_axis(axes, lambda v: _short(v, plus=kind in ("difference", "signed")), label=y_axis, count=5)
        if log:
            steps = (1, 3) if canvas.narrow or max(px) - min(px) > 3 else (1, 2, 5)
            grid = [step * 10**k for k in range(10) for step in steps]
            shown = [v for v in grid if min(px) - 0.01 <= place(v) <= max(px) + 0.01]
            canvas.x_axis(axes, lambda v: number(10**v, 0), ticks=[place(v) for v in shown], label=x_axis, grid=False)
        else:
            canvas.x_axis(axes, lambda v: _short(v, plus=False), label=x_axis, grid=False)
        if fair is not None:
            axes.axhspan(fair[0] * scale, fair[1] * scale, color=svg.GOOD, alpha=0.13, linewidth=0)
            canvas.text(
                axes,
                axes.get_xlim()[1],
                sum(fair) / 2 * scale,
                fair_name,
                colour=svg.GOOD,
                size=11,
                align="right",
                offset=(-4, 7),
                halo=True,
            )
        if zero is not None:
            axes.axhline(zero * scale, color=svg.MUTED, linewidth=1.25)
        bottom, top = axes.get_ylim()
        lows = [max(bottom, low) for low in lows]  # an end that nothing bounds is drawn to the edge
        highs = [min(top, high) for high in highs]
        if mark is not None:
            axes.axvline(mark, color=svg.INK, linewidth=1.25, dashes=(4, 3))
        if root is not None:
            if root.low is not None and root.high is not None:
                edge = axes.get_xlim()
                axes.axvspan(max(edge[0], root.low), min(edge[1], root.high), color=svg.GOOD, alpha=0.18, linewidth=0)
            axes.axvline(root.value, color=svg.GOOD, linewidth=1.75)
        _top_labels(canvas, axes, root, root_label, mark, mark_label, top)
        if band and bounds:
            axes.fill_between(px, lows, highs, color=tone, alpha=0.2, linewidth=0)
        if fit is not None:
            axes.plot([place(float(p[0])) for p in fit], [float(p[1]) * scale for p in fit], color=tone, linewidth=2)
        else:
            axes.plot(px, py, color=tone, linewidth=2)
        if not band:
            if bounds:
                for at, low, high in zip(px, lows, highs, strict=True):
                    axes.plot([at, at], [low, high], color=tone, linewidth=2.5, solid_capstyle="butt")
            axes.plot(px, py, "o", color=tone, markersize=8, markeredgecolor=svg.PAPER)

    columns = [
        Column(x_axis.capitalize(), "count" if all(v == int(v) for v in xs) else "number"),
        Column(y_axis.capitalize(), kind),
    ]
    rows = [[v, Measure(ys[k], *(bounds[k] if bounds else ()))] for k, v in enumerate(xs)]
    first, last = (measured(Measure(value), kind) for value in (ys[0], ys[-1]))
    alt = f"{title}: {y_axis} against {x_axis}, from {first} to {last}"
    if root is not None:
        alt += f"; {root_label or 'root'} {measured(root, 'level')}"
    if mark is not None:
        alt += f"; {mark_label} {number(mark, 1)}"
    return Figure(title, alt + ".", Table(title, columns, rows), draw, 280, 250, caption)


def _top_labels(
    canvas: Canvas,
    axes: Any,
    root: Measure | None,
    root_label: str,
    mark: float | None,
    mark_label: str,
    top: float,
) -> None:
    """Write what the vertical lines are: inside the picture, and not over each other."""
    from kotc_sim.reports.kit import svg

    taken: tuple[float, float] | None = None
    apart = root is None or mark is None or root.value <= mark  # the left one is written to the left of its line
    labels = [
        (None if root is None else root.value, root_label, svg.GOOD, "right" if apart else "left"),
        (mark, mark_label, svg.INK, "left" if apart else "right"),
    ]
    for value, words, colour, side in labels:
        if value is None or not words:
            continue
        text = f"{words} {number(value, 0 if value == int(value) else 1)}"
        at, width = axes.transData.transform((value, top))[0], svg.text_width(text)
        if side == "right" and at - width < 0:
            side = "left"
        elif side == "left" and at + width > canvas.width:
            side = "right"
        box = (at - width, at) if side == "right" else (at, at + width)
        clash = taken is not None and box[0] < taken[1] + 6 and taken[0] - 6 < box[1]
        taken = box
        canvas.text(
            axes,
            value,
            top,
            text,
            colour=colour,
            bold=colour == svg.GOOD,
            align=side,
            offset=(0, 24 if clash else 9),
            halo=True,
        )


def _short(value: float, plus: bool) -> str:
    digits = 0 if abs(value - round(value)) < 1e-6 else 1 if abs(value * 10 - round(value * 10)) < 1e-6 else 2
    text = number(value, digits)
    return f"+{text}" if plus and value > 1e-9 else text


def scatter(
    x: Any,
    y: Any,
    labels: Sequence[str],
    *,
    title: str,
    x_axis: str,
    y_axis: str,
    intervals: Any = None,
    tones: Sequence[str] | None = None,
    diagonal: str = "",
    x_kind: Kind = "level",
    kind: Kind = "level",
    caption: str = "",
    label: str = "Name",
) -> Figure:
    """Return points: cost along, worth up; the diagonal is a fair price.

    Parameters
    ----------
    x, y : array-like, shape (n,)
    labels : sequence of str, length n
        Written where there is room, those furthest from the diagonal first.
    title, x_axis, y_axis : str
    intervals : array-like, shape (n, 2), optional
        Of y; an entry may be None.
    tones : sequence of str, optional
        A colour name for each point.
    diagonal : str
        What the line y = x means; empty for none.
    x_kind, kind : Kind
    caption, label : str
    """
    xs, ys = [float(v) for v in x], [float(v) for v in y]
    known: list[Any] = [None] * len(xs) if intervals is None else list(intervals)
    bounds = [None if bound is None else _ends(bound) for bound in known]
    colours = list(tones) if tones is not None else ["a"] * len(xs)

    def draw(canvas: Canvas) -> None:
        from kotc_sim.reports.kit import svg

        tall = _finite([v for bound in bounds if bound is not None for v in bound])
        low, high = min([*ys, *tall]), max([*ys, *tall])
        left, right = min(xs), max(xs)
        if diagonal:
            low, left = min(low, left), min(low, left)
            high, right = max(high, right), max(high, right)
        pad_x, pad_y = 0.06 * (right - left) or 0.5, 0.06 * (high - low) or 0.5
        axes = canvas.axes(40, 30, 8, 40, (left - pad_x, right + pad_x), (low - pad_y, high + pad_y))
        canvas.y_axis(axes, lambda v: _short(v, plus=False), label=y_axis)
        canvas.x_axis(axes, lambda v: _short(v, plus=False), label=x_axis, grid=False)
        if diagonal:
            axes.plot([left - pad_x, right + pad_x], [left - pad_x, right + pad_x], color=svg.MUTED, linewidth=1.25)
            canvas.text(
                axes,
                right + pad_x,
                right + pad_x,
                diagonal,
                colour=svg.MUTED,
                size=11,
                align="right",
                offset=(-14, -2) if canvas.narrow else (-18, -2),
            )
        for k, (a, b) in enumerate(zip(xs, ys, strict=True)):
            tone = svg.colour_of(colours[k])
            bound = bounds[k]
            if bound is not None:
                ends = [max(low - pad_y, bound[0]), min(high + pad_y, bound[1])]
                axes.plot([a, a], ends, color=tone, linewidth=2, alpha=0.6)
            axes.plot([a], [b], svg.SHAPES.get(colours[k], "o"), color=tone, markersize=8, markeredgecolor=svg.PAPER)
        _point_labels(canvas, axes, xs, ys, labels, bool(diagonal))

    rows = [[labels[k], xs[k], _measure(ys[k], bounds[k])] for k in range(len(xs))]
    table = Table(title, [Column(label), Column(x_axis.capitalize(), x_kind), Column(y_axis.capitalize(), kind)], rows)
    alt = f"{title}: {len(xs)} points, {y_axis} against {x_axis}."
    return Figure(title, alt, table, draw, 380, 320, caption)


def _ends(bound: Sequence[float | None]) -> tuple[float, float]:
    """Return the ends of an interval; those that nothing bounds, None in JSON, are infinite."""
    low, high = bound
    return -math.inf if low is None else float(low), math.inf if high is None else float(high)


def _finite(values: Sequence[float]) -> list[float]:
    return [value for value in values if math.isfinite(value)]


def _point_labels(canvas: Canvas, axes: Any, xs: Sequence[float], ys: Sequence[float], labels: Sequence[str], diagonal: bool) -> None:
    """Write labels right of their points, or left of them, where nothing stands; most telling first."""
    from kotc_sim.reports.kit import svg

    at = [axes.transData.transform((a, b)) for a, b in zip(xs, ys, strict=True)]
    taken = [(px - 6, py - 6, px + 6, py + 6) for px, py in at]
    order = sorted(range(len(xs)), key=lambda k: -abs(ys[k] - xs[k]) if diagonal else -abs(ys[k]))
    written: set[str] = set()
    for k in order:
        if labels[k] in written:  # one label for two points would not say which is which
            continue
        written.add(labels[k])
        text = svg.shorten(labels[k], 18 if canvas.narrow else 36)
        width = svg.text_width(text, 11)
        for side in ("left", "right"):
            start = at[k][0] + 9 if side == "left" else at[k][0] - 9 - width
            box = (start, at[k][1] - 7, start + width, at[k][1] + 7)
            inside = start >= 40 and start + width <= canvas.width
            if inside and not any(box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken):
                taken.append(box)
                canvas.text(
                    axes,
                    xs[k],
                    ys[k],
                    text,
                    size=11,
                    align=side,
                    offset=(9 if side == "left" else -9, 0),
                    halo=True,
                )
                break
