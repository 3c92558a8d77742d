"""Figures of numbers with intervals: the score bar, the forest plot, the ranking."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotc_sim.reports.kit import ink
from kotc_sim.reports.kit.axes import fit_spans, short
from kotc_sim.reports.kit.envelope import bracket
from kotc_sim.reports.kit.report import Figure, Table, heads
from kotc_sim.reports.kit.wording import Kind, Measure, clean, columns, percent, shape_key, write_measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kotc_sim.reports.kit.svg import Canvas

FAIR = (0.48, 0.52)
BROKEN = 0.55
LEAST: dict[Kind, float] = {"share": 0.01, "difference": 0.01, "level": 0.5, "signed": 0.5}
"""Half of an axis whose numbers are all the same, in their unit: a point of score, half a level."""
RUNG = 22  # height of a weaker pilot's row, in pixels


@dataclass(frozen=True)
class Mark:
    """One row of a forest plot, without a mark where the measure is None; rows of one group stand together under its name.

    ``colour`` is a name of `kotc_sim.reports.kit.ink.COLOURS`.
    """

    label: str
    measure: Measure | None
    group: str = ""
    colour: str = "ink"


def score_bar(
    score: float,
    interval: tuple[float, float],
    a: str,
    b: str,
    fair: tuple[float, float] = FAIR,
    broken: float = BROKEN,
    rungs: Sequence[tuple[str, Measure]] = (),
) -> Figure:
    """Return the score of A, 0..1, with its interval over the bands fair, watch and broken, and below it those of weaker play.

    ``broken`` is the lower bound, mirrored for B. ``rungs`` are A's scores under each pilot, from weakest to strongest; the last is the
    score itself. Empty if there is no ladder.
    """
    low, high = float(interval[0]), float(interval[1])
    measure = Measure(float(score), low, high)
    ends = [low, high, *bracket([shown for _, shown in rungs])] if rungs else [low, high]
    reach = max(0.07, *(abs(end - 0.5) + 0.012 for end in ends), broken - 0.5 + 0.02)
    reach = min(0.5, reach)
    weaker = rungs[-2::-1] if rungs else ()  # the strongest of them first
    more = RUNG * len(weaker)

    def draw(canvas: "Canvas") -> None:
        whole = 92 + more  # pixels, from the bottom up
        axes = canvas.axes(0, 26, 0, 22, (0.5 - reach, 0.5 + reach), (0, whole))
        edges = [0.5 - reach, 1 - broken, fair[0], fair[1], broken, 0.5 + reach]
        names = ["broken", "watch", "fair", "watch", "broken"]
        tones = [ink.BAD, ink.WATCH, ink.GOOD, ink.WATCH, ink.BAD]
        for left, right, name, tone in zip(edges[:-1], edges[1:], names, tones, strict=True):
            axes.axvspan(left, right, color=tone, alpha=0.13, linewidth=0)
            if (right - left) / (2 * reach) * canvas.width > ink.text_width(name, 11) + 2:
                canvas.text(axes, (left + right) / 2, 0, name, colour=tone, size=11, align="center", offset=(0, 11))
        axes.axvline(0.5, ymin=22 / whole, color=ink.MUTED, linewidth=1)
        colour = ink.A if score >= 0.5 else ink.B
        level = whole - 46
        axes.plot([low, high], [level, level], color=colour, linewidth=12, solid_capstyle="butt", alpha=0.45)
        axes.plot([score], [level], "o", color=colour, markersize=11, markeredgecolor=ink.PAPER)
        half = min(reach, (ink.text_width(percent(score), 19) * 0.55 + 2) / canvas.width * 2 * reach)  # its own half, bold
        shown = min(max(score, 0.5 - reach + half), 0.5 + reach - half)
        canvas.text(axes, shown, level, percent(score), bold=True, size=19, align="center", offset=(0, 25), halo=True)
        for k, (name, found) in enumerate(weaker):
            _rung(canvas, axes, name, found, level - 36 - RUNG * k, reach)
        ticks = ink.nice_ticks(0.5 - reach * 0.93, 0.5 + reach * 0.93, 5 if canvas.narrow else 9)
        canvas.x_axis(axes, lambda x: percent(x, 0 if (x * 100) % 1 < 1e-6 else 1), ticks=ticks, grid=False)
        limit = 18 if canvas.narrow else 45
        canvas.text(canvas.page, 0, 10, f"◂ {ink.shorten(b, limit)}", colour=ink.B, size=13, bold=True)
        canvas.text(canvas.page, canvas.width, 10, f"{ink.shorten(a, limit)} ▸", colour=ink.A, size=13, bold=True, align="right")

    table = Table(
        "Score and bands",
        heads("", ("Score", "share")),
        [
            [a, measure],
            [b, Measure(1 - measure.value, 1 - high, 1 - low)],
            *([f"{a}, played by {name}", found] for name, found in reversed(rungs)),
            ["Fair from", fair[0]],
            ["Fair to", fair[1]],
            ["Broken above", broken],
        ],
    )
    alt = (
        f"{clean(a)} scores {write_measured(measure, 'share')} against {clean(b)}. "
        f"Fair is {percent(fair[0], 0)} to {percent(fair[1], 0)}; broken is above {percent(broken, 0)}."
    )
    if rungs:
        alt += " By strength of play: " + "; ".join(f"{clean(name)} {write_measured(found, 'share')}" for name, found in rungs) + "."
    bands = [1 - broken, *fair, broken]

    def sketch(width: int) -> str:
        lines = list(reversed(rungs)) if rungs else [("", measure)]
        low_edge, high_edge, far = (f"{edge * 100:.3g}" for edge in (*fair, broken))
        said = f"┼ fair: {low_edge} to {high_edge} %; broken: beyond {far} %, for either deck"
        names = max(columns(name) for name, _ in lines)
        gap = names + 2 if names else 0
        bars = [name + " " * (gap - columns(name)) + _bar(found, reach, bands, width - gap) for name, found in lines]
        return "\n".join([*bars, " " * gap + _foot(reach, bands, width - gap)]).rstrip() + (f"\n{said}" if len(said) <= width else "")

    title = "The score and the bands of the verdict"
    low_end, high_end = (percent(edge, 0) for edge in fair)
    words = f"Fair: {low_end} to {high_end}. Watch: beyond that. Broken: beyond {percent(broken, 0)}, for either deck."
    if rungs:
        words += " Below the score: those of weaker pilots."
    return Figure(title, alt, table, draw, 140 + more, 140 + more, words, sketch=sketch)


def _rung(canvas: "Canvas", axes: "Axes", name: str, found: Measure, level: float, reach: float) -> None:
    """Draw the score of a weaker pilot: a thin bar, and its name on the side where there is room."""
    colour = ink.A if found.value >= 0.5 else ink.B
    low, high = (found.value if end is None else end for end in (found.low, found.high))
    axes.plot([low, high], [level, level], color=colour, linewidth=6, solid_capstyle="butt", alpha=0.45)
    axes.plot([found.value], [level], "o", color=colour, markersize=6, markeredgewidth=0)
    text = f"{name} {percent(found.value)}"
    room = ink.text_width(text) + 12
    left = (low - 0.5 + reach) / (2 * reach) * canvas.width >= room
    at, align, offset = (low, "right", -8) if left else (high, "left", 8)
    canvas.text(axes, at, level, text, colour=ink.MUTED, align=align, offset=(offset, 0), halo=True)


def _place(x: float, reach: float, width: int) -> int:
    return min(width - 1, max(0, round((x - 0.5 + reach) / (2 * reach) * (width - 1))))


def _bar(score: Measure, reach: float, bands: Sequence[float], width: int) -> str:
    bar = ["─"] * width
    for edge in bands:
        bar[_place(edge, reach, width)] = "┼"
    low, high = (score.value if end is None else end for end in (score.low, score.high))
    for k in range(_place(low, reach, width), _place(high, reach, width) + 1):
        bar[k] = "━"
    bar[_place(score.value, reach, width)] = "●"
    return "".join(bar)


def _foot(reach: float, bands: Sequence[float], width: int) -> str:
    foot, end = [" "] * width, -1
    for edge in bands:
        text = f"{edge * 100:.3g}"
        start = max(end + 1, min(width - len(text), _place(edge, reach, width) - len(text) // 2))
        end = start + len(text)
        foot[start:end] = text
    return "".join(foot).rstrip()


def forest(
    marks: Sequence[Mark],
    *,
    title: str,
    kind: Kind = "number",
    digits: int | None = None,
    axis: str = "",
    zero: float | None = None,
    caption: str = "",
    measure: str = "Value",
    label: str = "Name",
    table: Table | None = None,
    brief: bool = True,
    fair: tuple[float, float] | None = None,
    key: Mapping[str, str] | None = None,
) -> Figure:
    """Return a forest plot: one row a number, with its interval.

    One row whose interval is so wide that it would squash all others is cut off at the edge, with an arrow; its numbers stand beside it.

    - ``marks``: in the order of drawing, groups together.
    - ``zero``: where to draw the line of no effect.
    - ``measure``, ``label``: titles of the table's columns.
    - ``table``: the numbers behind, if more than the marks say is known.
    - ``brief``: whether a terminal prints the table.
    - ``fair``: numbers between which something is fair: a shaded band, with its name above.
    - ``key``: what marks mean, by their colour: the caption says so of those that occur.
    """
    marks = list(marks)
    caption = " ".join(filter(None, (caption, shape_key(key or {}, (mark.colour for mark in marks if mark.measure is not None)))))
    if table is None:
        columns = heads(label, "Group", (measure, kind, digits))
        rows = [[mark.label, mark.group or None, mark.measure] for mark in marks]
        table = Table(title, columns, rows).without_empty_columns()
    groups = list(dict.fromkeys(mark.group for mark in marks))
    headings = sum(bool(group) for group in groups)
    write = _axis_writer(kind)
    seen = [*(fair or ()), *([] if zero is None else [zero])]
    low, high = fit_spans([bracket([mark.measure]) for mark in marks if mark.measure is not None], seen)
    margin = 0.06 * (high - low) or LEAST.get(kind, 1.0)
    top = 24 if fair is not None else 4
    bottom = 42 if axis else 24

    def draw(canvas: "Canvas") -> None:
        step = 42 if canvas.narrow else 26
        left, right = 2.0, 2.0
        if not canvas.narrow:
            left = min(250, max((ink.text_width(mark.label) for mark in marks), default=0) + 18)
            right = 14 + max((ink.text_width(_value(mark, kind, digits)) for mark in marks), default=0)
        span = canvas.height - top - bottom
        axes = canvas.axes(left, top, right, bottom, (low - margin, high + margin), (span, 0))
        ticks = ink.nice_ticks(low - margin, high + margin, 4 if canvas.narrow else 7)
        if zero is not None and len(ticks) > 1:  # the line of no effect has its number
            near = 0.4 * (ticks[1] - ticks[0])
            ticks = sorted([zero, *(tick for tick in ticks if abs(tick - zero) > near)])
        canvas.x_axis(axes, write, label=axis, ticks=ticks, grid=not canvas.narrow)
        y = 0.0
        for group in groups:
            y += 26 if group else 0
            for _ in (mark for mark in marks if mark.group == group and canvas.narrow):  # on a phone labels stand between the rows
                for tick in ticks:
                    strong = zero is not None and tick == zero
                    ends = [y + 21, y + 37]
                    axes.plot([tick, tick], ends, color=ink.MUTED if strong else ink.LINE, linewidth=1.25 if strong else 1, zorder=0)
                y += step
        if fair is not None:
            axes.axvspan(*fair, color=ink.GOOD, alpha=0.13, linewidth=0)
            middle = canvas.place(axes, sum(fair) / 2, 0)[0]
            half = ink.text_width("fair", 11) / 2
            at = min(max(half, middle), canvas.width - half)
            canvas.text(canvas.page, at, 12, "fair", colour=ink.GOOD, size=11, align="center", halo=True)
        if zero is not None and not canvas.narrow:
            axes.axvline(zero, color=ink.MUTED, linewidth=1.25)
        y = 0.0
        for group in groups:
            if group:
                heading = ink.shorten(group, 44 if canvas.narrow else 90)
                canvas.text(canvas.page, 0, top + y + 13, heading, colour=ink.MUTED, size=12, bold=True, halo=True)
                y += 26
            for mark in (mark for mark in marks if mark.group == group):
                _row(canvas, axes, mark, top, y, kind, digits)
                y += step

    size = top + bottom + headings * 26
    alt = f"{title}: " + "; ".join(f"{clean(mark.label)} {_value(mark, kind, digits)}" for mark in marks[:12])
    if len(marks) > 12:
        alt += f"; and {len(marks) - 12} more"
    rows_shown = max(1, len(marks))
    return Figure(title, alt + ".", table, draw, size + 26 * rows_shown, size + 42 * rows_shown, caption, brief)


def _value(mark: Mark, kind: Kind, digits: int | None) -> str:
    return "not known" if mark.measure is None else write_measured(mark.measure, kind, digits)


def _row(canvas: "Canvas", axes: "Axes", mark: Mark, top: float, y: float, kind: Kind, digits: int | None) -> None:
    """Draw one row: beside its label on wide screens, below it on narrow ones."""
    colour = ink.colour_of(mark.colour)
    value = _value(mark, kind, digits)
    middle = y + (29 if canvas.narrow else 13)
    text_at = top + y + (11 if canvas.narrow else 13)
    room = canvas.width - ink.text_width(value) - 8 if canvas.narrow else 240
    canvas.text(canvas.page, 0, text_at, ink.shorten(mark.label, int(room / (12 * 0.58))), halo=True)
    canvas.text(canvas.page, canvas.width, text_at, value, colour=ink.MUTED, align="right", halo=True)
    if mark.measure is not None:
        left, right = axes.get_xlim()
        at, low, high = mark.measure
        if low is not None and high is not None:  # an end beyond the picture is drawn to the edge
            ends = [min(right, max(left, low)), max(left, min(right, high))]
            axes.plot(ends, [middle, middle], color=colour, linewidth=7, alpha=0.42, solid_capstyle="butt", clip_on=False)
            for edge, beyond, arrow in ((left, low < left, "<"), (right, high > right, ">")):
                if beyond:
                    axes.plot([edge], [middle], arrow, color=colour, markersize=8, markeredgewidth=0, clip_on=False)
        if left <= at <= right:
            axes.plot([at], [middle], clip_on=False, **ink.marker(mark.colour))
        elif low is None or high is None:
            axes.plot([max(left, min(right, at))], [middle], "<" if at < left else ">", color=colour, markersize=8, clip_on=False)


def _axis_writer(kind: Kind) -> Callable[[float], str]:
    if kind == "share":
        return lambda x: percent(x, 0 if abs(x * 100 - round(x * 100)) < 1e-6 else 1)
    if kind == "difference":
        return lambda x: short(x * 100, plus=True)
    return lambda x: short(x, plus=kind == "signed")


def best_first(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks that are known, sorted by value: a ranking."""
    known = [mark for mark in marks if mark.measure is not None]
    return sorted(known, key=lambda mark: -mark.measure.value)  # type: ignore[union-attr]
