"""Figures of lines: gain over levels with its root, a score while games are played, shares over generations, small multiples."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kotc_sim.experiments.worth.deck_result import Dynamics
from kotc_sim.reports.kit import ink
from kotc_sim.reports.kit.axes import ends, finite, fit_spans, short
from kotc_sim.reports.kit.report import Figure, Table, heads
from kotc_sim.reports.kit.wording import Kind, Measure, clean, number, percent, write_measured

if TYPE_CHECKING:
    from kotc_sim.reports.kit.svg import Canvas


_WIDEST = 1.5
"""Beyond the points of a line an axis shows intervals by so many times the points' own range at most."""


def line(
    x: Any,
    y: Any,
    intervals: Sequence[Sequence[float | None]],
    *,
    title: str,
    x_axis: str,
    y_axis: str,
    kind: Kind = "number",
    zero: float | None = None,
    root: Measure | None = None,
    mark: float | None = None,
    mark_label: str = "",
    band: bool = False,
    log: bool = False,
    fair: tuple[float, float] | None = None,
    caption: str = "",
) -> Figure:
    """Return a line with intervals: Δ(L) with its root, or a running score.

    Points that would squash the rest stand at the edge, as arrows, with their number.

    - ``x``, ``y`` (array-like, shape (n,)): with ``intervals``, shape (n, 2), of y; shares and differences are fractions.
    - ``zero``: value of y at which to draw a line.
    - ``root``: value of x to mark as fair, its interval shaded.
    - ``mark``: a second value of x, dashed (the official level).
    - ``band``: draw the intervals as a band instead of bars.
    - ``fair``: values of y between which something is fair, shaded.
    """
    xs, ys = [float(v) for v in x], [float(v) for v in y]
    bounds = [ends(bound) for bound in intervals]
    scale = 100.0 if kind in ("share", "difference") else 1.0

    def draw(canvas: "Canvas") -> None:
        tone = ink.A
        place = (lambda v: math.log10(v)) if log else (lambda v: v)
        px = [place(v) for v in xs]
        py = [v * scale for v in ys]
        lows, highs = [low * scale for low, _ in bounds], [high * scale for _, high in bounds]
        fixed = [zero * scale] if zero is not None else []
        inner = fit_spans([(v, v) for v in py], fixed)
        if not band:  # an end is cut off only where it would squash all others, and an arrow says so
            inner = fit_spans([_around(v, low, high) for v, low, high in zip(py, lows, highs, strict=True)], [*fixed, *inner])
        beyond = _WIDEST * (inner[1] - inner[0])  # an interval far wider than what the line does would flatten it
        around = (inner[0] - beyond, inner[1] + beyond) if beyond else (-math.inf, math.inf)
        inside = [end for v, low, high in zip(py, lows, highs, strict=True) if inner[0] <= v <= inner[1] for end in (low, high)]
        edges = [*inner, *(min(max(end, around[0]), around[1]) for end in finite(inside))]
        reach = [*px, *([mark] if mark is not None else [])]
        if root is not None:
            reach += finite([v for v in root if v is not None])
        pad_x, pad_y = 0.04 * (max(reach) - min(reach)) or 0.5, 0.08 * (max(edges) - min(edges)) or 0.5
        axes = canvas.axes(46, 44, 8, 40, (min(reach) - pad_x, max(reach) + pad_x), (min(edges) - pad_y, max(edges) + pad_y))
        canvas.y_axis(axes, lambda v: short(v, plus=kind in ("difference", "signed")), label=y_axis, count=5)
        if log:
            steps = (1, 3) if canvas.narrow or max(px) - min(px) > 3 else (1, 2, 5)
            grid = [step * 10**k for k in range(10) for step in steps]
            shown = [v for v in grid if min(px) - 0.01 <= place(v) <= max(px) + 0.01]
            canvas.x_axis(axes, lambda v: number(10**v, 0), ticks=[place(v) for v in shown], label=x_axis, grid=False)
        else:
            canvas.x_axis(axes, lambda v: short(v, plus=False), label=x_axis, grid=False)
        if fair is not None:
            axes.axhspan(fair[0] * scale, fair[1] * scale, color=ink.GOOD, alpha=0.13, linewidth=0)
            edge, middle = axes.get_xlim()[1], sum(fair) / 2 * scale
            canvas.text(axes, edge, middle, "fair", colour=ink.GOOD, size=11, align="right", offset=(-4, 7), halo=True)
        if zero is not None:
            axes.axhline(zero * scale, color=ink.MUTED, linewidth=1.25)
        bottom, top = axes.get_ylim()
        lows = [max(bottom, low) for low in lows]  # an end that nothing bounds is drawn to the edge
        highs = [min(top, high) for high in highs]
        if mark is not None:
            axes.axvline(mark, color=ink.INK, linewidth=1.25, dashes=(4, 3))
        if root is not None:
            if root.low is not None and root.high is not None:
                left, right = axes.get_xlim()
                axes.axvspan(max(left, root.low), min(right, root.high), color=ink.GOOD, alpha=0.18, linewidth=0)
            axes.axvline(root.value, color=ink.GOOD, linewidth=1.75)
        _top_labels(canvas, axes, root, mark, mark_label, top)
        if band:
            axes.fill_between(px, lows, highs, color=tone, alpha=0.2, linewidth=0)
        axes.plot(px, py, color=tone, linewidth=2)
        if not band:
            for at, low, high in zip(px, lows, highs, strict=True):
                axes.plot([at, at], [low, high], color=tone, linewidth=2.5, solid_capstyle="butt")
                for end, mark_end in ((bottom, "v"), (top, "^")):
                    if end in (low, high):
                        axes.plot([at], [end], mark_end, color=tone, markersize=7, markeredgewidth=0, clip_on=False)
            axes.plot(px, py, "o", color=tone, markersize=8, markeredgecolor=ink.PAPER)
        _beyond(canvas, axes, px, py, tone, kind in ("difference", "signed"))

    columns = heads((x_axis.capitalize(), "count" if all(v == int(v) for v in xs) else "number"), (y_axis.capitalize(), kind))
    rows = [[v, Measure(ys[k], *bounds[k])] for k, v in enumerate(xs)]
    first, last = (write_measured(Measure(value), kind) for value in (ys[0], ys[-1]))
    alt = f"{title}: {y_axis} against {x_axis}, from {first} to {last}"
    if root is not None:
        alt += f"; fair {write_measured(root, 'level')}"
    if mark is not None:
        alt += f"; {mark_label} {number(mark, 1)}"
    return Figure(title, alt + ".", Table(title, columns, rows), draw, 280, 250, caption)


def _around(value: float, low: float, high: float) -> tuple[float, float]:
    """Return the ends of an interval; the value itself where nothing bounds it."""
    return (low if math.isfinite(low) else value, high if math.isfinite(high) else value)


def _beyond(canvas: "Canvas", axes: Any, px: Sequence[float], py: Sequence[float], tone: str, plus: bool) -> None:
    """Mark the points that lie beyond the picture: an arrow at the edge, and their number."""
    low, high = axes.get_ylim()
    left, right = axes.get_xlim()
    for x, y in zip(px, py, strict=True):
        if low <= y <= high:
            continue
        up = y > high
        axes.plot([x], [high if up else low], "^" if up else "v", color=tone, markersize=9, markeredgewidth=0, clip_on=False)
        side = "left" if x < (left + right) / 2 else "right"
        text, away = short(round(y, 1), plus), 9 if side == "left" else -9
        canvas.text(axes, x, high if up else low, text, colour=tone, size=11, align=side, offset=(away, -7 if up else 7), halo=True)


def _top_labels(canvas: "Canvas", axes: Any, root: Measure | None, mark: float | None, mark_label: str, top: float) -> None:
    """Write what the vertical lines are: inside the picture, and not over each other."""
    taken: tuple[float, float] | None = None
    apart = root is None or mark is None or root.value <= mark  # the left one is written to the left of its line
    labels = [
        (None if root is None else root.value, "fair", ink.GOOD, "right" if apart else "left"),
        (mark, mark_label, ink.INK, "left" if apart else "right"),
    ]
    for value, words, colour, side in labels:
        if value is None:
            continue
        text = f"{words} {number(value, 0 if value == int(value) else 1)}"
        at, width = canvas.place(axes, value, top)[0], ink.text_width(text)
        if side == "right" and at - width < 0:
            side = "left"
        elif side == "left" and at + width > canvas.width:
            side = "right"
        box = (at - width, at) if side == "right" else (at, at + width)
        clash = taken is not None and box[0] < taken[1] + 6 and taken[0] - 6 < box[1]
        taken = box
        offset = (0, 24 if clash else 9)
        canvas.text(axes, value, top, text, colour=colour, bold=colour == ink.GOOD, align=side, offset=offset, halo=True)


MOST = 6  # lines that are drawn: the decks whose share is largest at any time
LISTED = (0, 1, 5, 10, 20, 40, 60)  # generations of the table
_TONES = (ink.A, ink.B, ink.GOOD, ink.WATCH, ink.BAD, ink.TIE)
_DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))


def shares(dynamics: Dynamics, *, title: str) -> Figure:
    """Return how shares of decks move."""
    names, rows = [clean(name) for name in dynamics.decks], dynamics.shares
    order = sorted(range(len(names)), key=lambda i: -max(row[i] for row in rows))[:MOST]

    def draw(canvas: "Canvas") -> None:
        axes = canvas.axes(46, 46, 8, 40, (0, len(rows) - 1), (0, 100 * max(max(row) for row in rows) * 1.05))
        canvas.y_axis(axes, lambda y: percent(y / 100, 0), label="share of the field", count=5)
        canvas.x_axis(axes, lambda x: f"{x:.0f}", label="generation", grid=False)
        for k, i in enumerate(order):
            tone = _TONES[k % len(_TONES)]
            axes.plot(range(len(rows)), [100 * row[i] for row in rows], color=tone, linewidth=2, linestyle=_DASHES[k % len(_DASHES)])
        canvas.legend([(ink.shorten(names[i], 24), _TONES[k % len(_TONES)]) for k, i in enumerate(order)])

    listed = [at for at in LISTED if at < len(rows)]
    columns = heads(("Generation", "count"), *((names[i], "share") for i in order), ("Best deck gains", "difference"))
    body = [[at, *(rows[at][i] for i in order), dynamics.exploitable[at]] for at in listed]
    return Figure(title, f"{title}: {moves(dynamics)}", Table(title, columns, body), draw, 300, 270)


def moves(dynamics: Dynamics) -> str:
    """Return in words which deck rises first, which leads at the end, and how exploitable the field is then."""
    last = dynamics.shares[-1]
    lead = max(range(len(last)), key=lambda i: last[i])
    first, end = dynamics.exploitable[0], dynamics.exploitable[-1]
    start, riser, leader = (clean(text) for text in (dynamics.start, dynamics.rises_first, dynamics.decks[lead]))
    generations = len(dynamics.shares) - 1
    return (
        f"From {start}, where players copy what wins, {riser} rises first; after {generations} generations {leader} leads with "
        f"{percent(last[lead], 0)}. The best deck gains {percent(first)} on the field at first, {percent(end)} at the end."
    )


ACROSS = 6, 3  # pictures beside each other, on a screen and on a phone
HEIGHT, ABOVE, BELOW, LEFT, GAP = 84, 20, 36, 34, 14
"""Pixels: of a picture with its name, of the name alone, of the axis below all of them, of the axis at the left, between two."""
NAME = 16, 13  # characters of a name, on a screen and on a phone


@dataclass(frozen=True)
class Small:
    """A curve of its own through points (x, y), by x; ``mark`` is a value of x that is dashed."""

    name: str
    points: list[tuple[float, float]]
    mark: float


def small(curves: Sequence[Small], *, title: str, x_axis: str, y_axis: str, fair: tuple[float, float], caption: str) -> Figure:
    """Return all curves on shared axes; a point that would squash the others stands at the edge, as an arrow."""
    values = [value for curve in curves for _, value in curve.points]
    low, high = fit_spans([(value, value) for value in values], fair)
    pad = 0.1 * (high - low)
    bottom, top = low - pad, high + pad
    left, right = (end([*(x for curve in curves for x, _ in curve.points), *(curve.mark for curve in curves)]) for end in (min, max))

    def draw(canvas: "Canvas") -> None:
        across = ACROSS[canvas.narrow]
        width = (canvas.width - LEFT) / across
        for place, curve in enumerate(curves):
            row, column = divmod(place, across)
            x, y = LEFT + column * width, row * HEIGHT
            axes = canvas.axes(x, y + ABOVE, canvas.width - x - width + GAP, canvas.height - y - HEIGHT, (left, right), (bottom, top))
            axes.axhspan(*fair, color=ink.GOOD, alpha=0.13, linewidth=0)
            axes.axhline(0.0, color=ink.MUTED, linewidth=1)
            axes.axvline(curve.mark, color=ink.INK, linewidth=1, dashes=(3, 3))
            axes.plot(*zip(*curve.points, strict=True), color=ink.A, linewidth=2)
            for at, value in curve.points:
                if not bottom <= value <= top:
                    edge, mark = (top, "^") if value > top else (bottom, "v")
                    axes.plot([at], [edge], mark, color=ink.A, markersize=6, markeredgewidth=0, clip_on=False)
            canvas.text(axes, left, top, ink.shorten(curve.name, NAME[canvas.narrow]), size=11, offset=(0, 9))
            if column == 0:
                for tick in ink.nice_ticks(bottom, top, 3):
                    canvas.text(axes, left, tick, short(tick, True), colour=ink.MUTED, size=10, align="right", offset=(-5, 0))
            if place + across >= len(curves):
                for tick, align in ((left, "left"), (right, "right")):
                    canvas.text(axes, tick, bottom, short(tick, False), colour=ink.MUTED, size=10, align=align, offset=(0, -9))

    columns = heads("Card", (x_axis.capitalize(), "count"), (y_axis.capitalize(), "signed"))
    rows = [[curve.name, x, y] for curve in curves for x, y in curve.points]
    alt = f"{title}: {len(curves)} curves of {y_axis} by {x_axis}, on the same axes."
    wide, narrow = (-(-len(curves) // across) * HEIGHT + BELOW for across in ACROSS)
    return Figure(title, alt, Table(title, columns, rows), draw, wide, narrow, caption)
