"""The figures at the edges: one row, no width, nothing known, very many; and what they take."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

from kotc_sim.reports import Figure, Measure
from kotc_sim.reports.kit import charts_counts, charts_curve, charts_fields, charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.report import NARROW


def dots(n: int) -> dict[str, Any]:
    """Return what a scatter plot of so many points needs besides."""
    return {"x_axis": "x", "y_axis": "y", "intervals": [None] * n, "tones": ["a"] * n, "diagonal": "fair", "key": {}}


FIGURES: dict[str, Callable[[], Figure]] = {
    "a mirror": lambda: charts_intervals.score_bar(0.5, (0.5, 0.5), "Rats", "Ogres"),
    "always": lambda: charts_intervals.score_bar(1.0, (1.0, 1.0), "Rats", "Ogres"),
    "never": lambda: charts_intervals.score_bar(0.0, (0.0, 0.004), "R" * 90, "O" * 90),
    "one mark": lambda: charts_intervals.forest([Mark("Rat", Measure(1.0))], title="One"),
    "nothing known": lambda: charts_intervals.forest([Mark("Rat", None)], title="None", zero=0.0),
    "no marks": lambda: charts_intervals.forest([], title="Empty"),
    "many marks": lambda: charts_intervals.forest(
        [Mark(f"Card {k}", Measure(k / 100, k / 100 - 1, k / 100 + 1), f"Group {k % 3}") for k in range(120)],
        title="Many",
        kind="difference",
        zero=0.0,
    ),
    "no name": lambda: charts_intervals.forest([Mark("", Measure(1.0, 0.0, 2.0))], title="Ranking"),
    "one turn": lambda: charts_counts.game_length([[5, 3, 2, 1]], ["A", "B", "tied"], 5),
    "no games": lambda: charts_counts.game_length([[5, 0, 0, 0]], ["A", "B", "tied"], 5),
    "apart": lambda: charts_counts.two_lengths([[1, 10]], [[40, 10]], ("old", "new")),
    "one length": lambda: charts_counts.two_lengths([[7, 1]], [[7, 1]], ("old", "new")),
    "one ending": lambda: charts_counts.endings({"hit points": [1.0, 0.0, 0.0]}, ["A", "B", "tied"]),
    "no endings": lambda: charts_counts.endings({"hit points": [0, 0, 0]}, ["A", "B", "tied"]),
    "a sure thing": lambda: charts_counts.distribution([3], [1.0], title="Damage", axis="damage"),
    "only simulated": lambda: charts_counts.distribution(
        np.arange(60), None, np.full(60, 1 / 60), np.tile([0.01, 0.02], (60, 1)), title="Damage", axis="damage", mean=29.5
    ),
    "one deck": lambda: charts_fields.heat_map(["Rats"], [[None]]),
    "forty decks": lambda: charts_fields.heat_map([f"Deck number {k}" for k in range(40)], [[0.5] * 40] * 40, [[[0.5, 0.5]] * 40] * 40),
    "a flat line": lambda: charts_curve.line([1, 2], [0, 0], [[0, 0], [0, 0]], title="Flat", x_axis="x", y_axis="y"),
    "one point": lambda: charts_curve.line([1], [0.5], [[0.4, 0.6]], title="Point", x_axis="x", y_axis="y", kind="share"),
    "a root at the mark": lambda: charts_curve.line(
        [1, 9],
        [0.1, -0.1],
        [[0.0, 0.2], [-0.2, 0.0]],
        title="Root",
        x_axis="x",
        y_axis="y",
        root=Measure(8.9, 8.0, 9.0),
        mark=9.0,
        mark_label="costs",
        kind="difference",
        zero=0.0,
    ),
    "one dot": lambda: charts_fields.scatter([1], [1], ["Rat"], title="Dot", **dots(1)),
    "dots on a heap": lambda: charts_fields.scatter([1] * 30, [1] * 30, ["Rat"] * 30, title="Heap", **dots(30)),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_can_be_drawn(name: str) -> None:
    figure = FIGURES[name]()
    for svg in (figure.svg, figure.render(NARROW)):
        assert svg.startswith("<svg")
        assert "nan" not in svg.replace("nance", "")
        assert figure.title in svg
    assert len(figure.table.columns) >= 1


def test_the_picture_shows_the_numbers() -> None:
    matrix = [[None, 0.613], [0.387, None]]
    figure = charts_fields.heat_map(["Rats", "Ogres"], matrix)
    assert ">61.3<" in figure.svg
    assert ">38.7<" in figure.render(NARROW)
    forest = charts_intervals.forest([Mark("Rat", Measure(0.061, 0.046, 0.076))], title="T", kind="difference")
    assert "[4.6, 7.6]" in forest.svg


def test_a_bar_is_as_long_as_its_number() -> None:
    """The path of the interval goes from its lower to its upper bound, in the pixels of the axis."""
    figure = charts_intervals.score_bar(0.53, (0.52, 0.54), "Rats", "Ogres")
    # The axis spans 0.43 to 0.57 over 720 pixels.
    expected = [(x - 0.43) / 0.14 * 720 for x in (0.52, 0.54)]
    assert f"M {expected[0]:.2f}".rstrip("0") in figure.svg
    assert f"L {expected[1]:.2f}".rstrip("0") in figure.svg


def test_two_drawings_share_no_id() -> None:
    import re

    figure = FIGURES["one turn"]()
    first, second = figure.render(720, "one"), figure.render(720, "two")
    ids = [set(re.findall(r'\bid="([^"]+)"', svg)) for svg in (first, second)]
    assert ids[0]
    assert not ids[0] & ids[1]
    assert first.replace("one-", "two-") == second


def test_the_sketch_has_the_score_between_its_bounds() -> None:
    figure = charts_intervals.score_bar(0.5313, (0.5259, 0.5367), "Rats", "Ogres")
    assert figure.sketch is not None
    for width in (24, 40, 72):
        bar, foot, *words = figure.sketch(width).split("\n")
        assert words == ["┼ fair: 48 to 52 %; broken: beyond 55 %, for either deck"] * (width == 72)
        assert len(bar) == width
        assert len(foot) <= width
        assert bar.count("●") == 1
    assert foot.split() == ["45", "48", "52", "55"]
    assert bar.index("●") > bar.index("━")
    # 52 lies left of the whole interval, 55 right of it.
    assert [k for k, c in enumerate(bar) if c == "┼"][2] < bar.index("━") < bar.rindex("┼")


def test_a_wrong_shape_is_an_error() -> None:
    with pytest.raises(ValueError, match="rows of 4 numbers expected"):
        charts_counts.game_length([[1, 2]], ["A", "B", "tied"], 5)
    with pytest.raises(ValueError, match="neither exact nor simulated"):
        charts_counts.distribution([1], None, title="T", axis="damage")


def test_an_end_that_nothing_bounds_is_drawn_to_the_edge() -> None:
    wide: list[Any] = [(0.0, 1.0), (-math.inf, math.inf), (None, 0.6)]
    marks = [Mark("a", Measure(0.1, -math.inf, math.inf)), Mark("b", Measure(0.1, 0.0, 0.2))]
    options: dict[str, Any] = {"title": "t", "x_axis": "x", "y_axis": "y"}
    for figure in (
        charts_intervals.forest(marks, title="t", zero=0.0),
        charts_intervals.forest(marks[:1], title="t"),
        charts_intervals.forest(charts_intervals.best_first(marks), title="t"),
        charts_intervals.score_bar(0.5, (-math.inf, math.inf), "a", "b"),
        charts_curve.line([1, 2, 3], [0.5, 0.5, 0.5], wide, kind="share", zero=0.5, **options),
        charts_curve.line([1, 2, 3], [0.5, 0.5, 0.5], wide, band=True, root=Measure(2.0, -math.inf, math.inf), **options),
        charts_fields.scatter([1, 2, 3], [1, 2, 3], ["a", "b", "c"], title="t", **{**dots(3), "intervals": wide}),
    ):
        assert "<svg" in figure.svg
        assert not re.search(r"\b(inf|nan)\b", figure.svg)


def test_a_bar_of_a_line_ends_inside_the_picture() -> None:
    """Tied games of a sweep: the line lies at 0 to 1 %, the intervals of few games reach to 20 %."""
    figure = charts_curve.line([1, 2, 3], [0.01, 0, 0], [(0, 0.2), (0, 0.15), (0, 0.15)], kind="share", title="t", x_axis="x", y_axis="y")
    picture, ax = plt.subplots()
    figure.draw_into(ax)
    (axes,) = (axes for axes in (ax, *ax.child_axes) if axes.lines)
    plt.close(picture)
    assert axes.get_ylim()[1] > 20
    assert 20 in {end for one in axes.lines for end in np.ravel(one.get_ydata())}
