"""Small multiples: many curves, each in a picture of its own, all on the same axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotc_sim.reports.kit.axes import fit_spans, short
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.table import Table, heads

if TYPE_CHECKING:
    from kotc_sim.reports.kit.svg import Canvas

WIDE, NARROW = 6, 3
"""Pictures beside each other, on a screen and on a phone."""
HEIGHT, ABOVE, BELOW, LEFT, GAP = 84, 20, 36, 34, 14
"""Pixels: of a picture with its name, of the name alone, of the axis below all of them, of the axis at the left, between two."""
NAME = 16, 13
"""Characters of a name, on a screen and on a phone."""


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

    def draw(canvas: Canvas) -> None:
        from kotc_sim.reports.kit import svg

        across = NARROW if canvas.narrow else WIDE
        width = (canvas.width - LEFT) / across
        for number, curve in enumerate(curves):
            row, column = divmod(number, across)
            x, y = LEFT + column * width, row * HEIGHT
            axes = canvas.axes(x, y + ABOVE, canvas.width - x - width + GAP, canvas.height - y - HEIGHT, (left, right), (bottom, top))
            axes.axhspan(*fair, color=svg.GOOD, alpha=0.13, linewidth=0)
            axes.axhline(0.0, color=svg.MUTED, linewidth=1)
            axes.axvline(curve.mark, color=svg.INK, linewidth=1, dashes=(3, 3))
            axes.plot(*zip(*curve.points, strict=True), color=svg.A, linewidth=2)
            for at, value in curve.points:
                if not bottom <= value <= top:
                    edge, mark = (top, "^") if value > top else (bottom, "v")
                    axes.plot([at], [edge], mark, color=svg.A, markersize=6, markeredgewidth=0, clip_on=False)
            canvas.text(axes, left, top, svg.shorten(curve.name, NAME[canvas.narrow]), size=11, offset=(0, 9))
            if column == 0:
                for tick in svg.nice_ticks(bottom, top, 3):
                    canvas.text(axes, left, tick, short(tick, True), colour=svg.MUTED, size=10, align="right", offset=(-5, 0))
            if number + across >= len(curves):
                for tick, align in ((left, "left"), (right, "right")):
                    canvas.text(axes, tick, bottom, short(tick, False), colour=svg.MUTED, size=10, align=align, offset=(0, -9))

    columns = heads("Card", (x_axis.capitalize(), "count"), (y_axis.capitalize(), "signed"))
    rows = [[curve.name, x, y] for curve in curves for x, y in curve.points]
    alt = f"{title}: {len(curves)} curves of {y_axis} by {x_axis}, on the same axes."
    high_of = [-(-len(curves) // across) * HEIGHT + BELOW for across in (WIDE, NARROW)]
    return Figure(title, alt, Table(title, columns, rows), draw, high_of[0], high_of[1], caption)
