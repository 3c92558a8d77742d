"""Figures of two dimensions: the matrix of matchups, points against a diagonal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kotc_sim.reports.kit import ink
from kotc_sim.reports.kit.axes import ends, finite, short
from kotc_sim.reports.kit.report import NARROW, WIDE, Figure, Table, heads
from kotc_sim.reports.kit.wording import Measure, clean, is_missing, number, percent, shape_key

if TYPE_CHECKING:
    from kotc_sim.reports.kit.svg import Canvas

Entry = float | None


def heat_map(
    names: Sequence[str],
    matrix: Sequence[Sequence[Entry]],
    intervals: Sequence[Sequence[Sequence[float] | None]] | None = None,
    *,
    caption: str = "",
) -> Figure:
    """Return the matrix of matchups: the row's score against the column, None or NaN for nothing; intervals are for the table behind."""
    size = len(names)
    scores = [[None if is_missing(x) else float(x) for x in row] for row in matrix]  # type: ignore[arg-type]
    label_wide = min(230.0, 34 + max((len(clean(name)) for name in names), default=0) * 7.0)
    cell_wide = max(12.0, min(58.0, (WIDE - label_wide) / max(1, size)))
    cell_narrow = max(8.0, min(46.0, (NARROW - 96) / max(1, size)))

    def draw(canvas: "Canvas") -> None:
        from matplotlib.patches import Rectangle

        cell = cell_narrow if canvas.narrow else cell_wide
        height = min(cell, 38.0)
        left = 96.0 if canvas.narrow else label_wide
        axes = canvas.axes(left, 24, canvas.width - left - cell * size, 0, (0, size), ((canvas.height - 24) / height, 0))
        letter = max(7.0, min(13.0, cell * 0.36))
        for i in range(size):
            text = f"{i + 1}  {names[i]}"
            canvas.text(canvas.page, 0, 24 + (i + 0.5) * height, ink.shorten(text, int(left / 6.7)), size=12)
            canvas.text(axes, i + 0.5, 0, str(i + 1), colour=ink.MUTED, size=min(12, letter + 1), align="center", offset=(0, 11))
            for j in range(size):
                score = scores[i][j]
                if score is None or i == j:
                    axes.add_patch(Rectangle((j + 0.03, i + 0.04), 0.94, 0.92, color=ink.LINE, alpha=0.35, linewidth=0))
                    continue
                strength = min(1.0, abs(score - 0.5) / 0.25)
                colour = ink.A if score >= 0.5 else ink.B
                axes.add_patch(Rectangle((j + 0.03, i + 0.04), 0.94, 0.92, color=colour, alpha=0.06 + 0.44 * strength, linewidth=0))
                if cell >= 18:
                    digits = 1 if cell >= 38 else 0
                    canvas.text(axes, j + 0.5, i + 0.5, number(score * 100, digits), size=letter, align="center")

    columns = heads("Deck", *((clean(name), "share") for name in names))
    rows = [
        [name, *(None if score is None else _measure(score, bounds) for score, bounds in zip(*row, strict=True))]
        for name, *row in zip(names, scores, intervals or [[None] * size] * size, strict=True)
    ]
    best = max(((s, i, j) for i, row in enumerate(scores) for j, s in enumerate(row) if s is not None and i != j), default=None)
    alt = f"Matrix of the scores of {size} decks against each other"
    if best is not None:
        winner, loser = clean(names[best[1]]), clean(names[best[2]])
        alt += f"; the most lopsided: {winner} scores {percent(best[0])} against {loser}"
    title = "Who beats whom"
    wide, narrow = 26 + min(cell_wide, 38.0) * size, 26 + min(cell_narrow, 38.0) * size
    return Figure(title, alt + ".", Table(title, columns, rows), draw, wide, narrow, caption, brief=size <= 8)


def _measure(value: float, bounds: Any) -> Measure:
    return Measure(value) if bounds is None else Measure(value, float(bounds[0]), float(bounds[1]))


def scatter(
    x: Any,
    y: Any,
    labels: Sequence[str],
    *,
    title: str,
    x_axis: str,
    y_axis: str,
    intervals: Sequence[Sequence[float | None] | None],
    tones: Sequence[str],
    diagonal: str,
    label: str = "Name",
    caption: str = "",
    key: Mapping[str, str],
) -> Figure:
    """Return points: cost along, worth up; the diagonal is a fair price.

    Labels are written where there is room, those furthest from the diagonal first. ``intervals``, shape (n, 2), are of y; an entry may be
    None. ``tones`` are colour names, a point each, and ``key`` says what they mean: the caption has those that occur. ``diagonal`` is what
    the line y = x means.
    """
    xs, ys = [float(v) for v in x], [float(v) for v in y]
    bounds = [None if bound is None else ends(bound) for bound in intervals]
    caption = " ".join(filter(None, (caption, shape_key(key, tones))))

    def draw(canvas: "Canvas") -> None:
        tall = finite([v for bound in bounds if bound is not None for v in bound])
        low, high = min([*xs, *ys, *tall]), max([*xs, *ys, *tall])
        pad = 0.06 * (high - low) or 0.5
        low, high = low - pad, high + pad
        axes = canvas.axes(40, 30, 8, 40, (low, high), (low, high))
        canvas.y_axis(axes, lambda v: short(v, plus=False), label=y_axis)
        canvas.x_axis(axes, lambda v: short(v, plus=False), label=x_axis, grid=False)
        axes.plot([low, high], [low, high], color=ink.MUTED, linewidth=1.25)
        canvas.text(axes, high, high, diagonal, colour=ink.MUTED, size=11, align="right", offset=(-14 if canvas.narrow else -18, -2))
        for k, (a, b) in enumerate(zip(xs, ys, strict=True)):
            tone = ink.colour_of(tones[k])
            bound = bounds[k]
            if bound is not None:
                axes.plot([a, a], [max(low, bound[0]), min(high, bound[1])], color=tone, linewidth=2, alpha=0.6)
            axes.plot([a], [b], **ink.marker(tones[k]))
        _point_labels(canvas, axes, xs, ys, labels)

    rows = [[labels[k], xs[k], _measure(ys[k], bounds[k])] for k in range(len(xs))]
    table = Table(title, heads(label, (x_axis.capitalize(), "level"), (y_axis.capitalize(), "level")), rows)
    alt = f"{title}: {len(xs)} points, {y_axis} against {x_axis}."
    return Figure(title, alt, table, draw, 380, 320, caption)


def _point_labels(canvas: "Canvas", axes: Any, xs: Sequence[float], ys: Sequence[float], labels: Sequence[str]) -> None:
    """Write labels right of their points, or left of them, where nothing stands; those furthest from the diagonal first."""
    at = [canvas.place(axes, a, b) for a, b in zip(xs, ys, strict=True)]
    taken = [(px - 6, py - 6, px + 6, py + 6) for px, py in at]
    order = sorted(range(len(xs)), key=lambda k: -abs(ys[k] - xs[k]))
    written: set[str] = set()
    for k in order:
        if labels[k] in written:  # one label for two points would not say which is which
            continue
        written.add(labels[k])
        text = ink.shorten(labels[k], 18 if canvas.narrow else 36)
        width = ink.text_width(text, 11)
        for side in ("left", "right"):
            start = at[k][0] + 9 if side == "left" else at[k][0] - 9 - width
            box = (start, at[k][1] - 7, start + width, at[k][1] + 7)
            inside = start >= 40 and start + width <= canvas.width
            if inside and not any(box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken):
                taken.append(box)
                canvas.text(axes, xs[k], ys[k], text, size=11, align=side, offset=(9 if side == "left" else -9, 0), halo=True)
                break
