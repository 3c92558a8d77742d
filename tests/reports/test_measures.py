"""Pictures have their measure: bands named, axes that fit the numbers, marks told apart by shape, tables that a phone can show."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kotc_sim.experiments.result import MANY
from kotc_sim.reports.kit import charts_curve, charts_fields, charts_intervals, ink, worth
from kotc_sim.reports.kit.axes import fit_spans
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import would_decide
from kotc_sim.reports.kit.wording import GLYPHS, Measure
from tests.reports.samples import ALL, module_of
from tests.reports.test_charts import dots


def texts(picture: str) -> list[str]:
    return [re.sub(r"<.*?>", "", found) for found in re.findall(r"<text.*?</text>", picture, re.DOTALL)]


def paths(marks: list[Mark]) -> set[str]:
    """Return the shapes of the marks in a picture."""
    picture = charts_intervals.forest(marks, title="x").render(720)
    return set(re.findall(r'<path id="[^"]*" d="([^"]*)"', picture))


@pytest.mark.parametrize(("kind", "most"), [("difference", 2.0), ("share", 2.0), ("signed", 1.0), ("level", 1.0)])
def test_numbers_that_are_all_the_same_have_a_narrow_axis(kind: Any, most: float) -> None:
    """Changes of exactly 0 stood on an axis of ± 100 percentage points."""
    found = charts_intervals.forest([Mark("a", Measure(0.0, 0.0, 0.0))], title="x", kind=kind, zero=0.0)
    ticks = [
        float(text.replace("−", "-").replace("%", "")) for text in texts(found.render(720)) if re.fullmatch(r"[+−]?[\d.]+(\s?%)?", text)
    ]
    assert len(ticks) >= 3
    assert max(map(abs, ticks)) <= most, ticks


def test_an_interval_does_not_flatten_the_line() -> None:
    xs, ys = [1, 2, 3, 4], [0.2, 0.5, 0.1, -0.3]
    wild = [[-0.1, 0.5], [0.2, 0.8], [-40.0, 40.0], [-0.6, 0.0]]
    picture = charts_curve.line(xs, ys, wild, title="x", x_axis="level", y_axis="gain", kind="signed", zero=0.0).render(720)
    ticks = [float(text.replace("−", "-")) for text in texts(picture) if re.fullmatch(r"[+−][\d.]+", text)]
    assert max(map(abs, ticks)) <= 2, ticks


def test_verdicts_are_told_apart_without_colours() -> None:
    verdicts = [*worth.COLOURS.values()]
    shapes = [paths([Mark("a", Measure(1.0), colour=colour)]) for colour in verdicts]
    assert len(verdicts) == len({frozenset(shape) for shape in shapes}) == 3
    assert {str(ink.marker(colour)["marker"]) for colour in verdicts} == {"o", "s", "^"}
    marks = [Mark(colour, Measure(1.0), colour=colour) for colour in (*verdicts, "tie")]
    caption = charts_intervals.forest(marks, title="x", key=worth.KEY).caption
    for shape, words in (("●", "fair"), ("▲", "costs too little"), ("■", "costs too much"), ("○", "not decided")):
        assert f"{shape}\N{NO-BREAK SPACE}{words}" in caption
    assert charts_intervals.forest(marks[:1], title="x", key=worth.KEY).caption == ""


def test_two_points_do_not_share_a_label() -> None:
    picture = charts_fields.scatter([1, 5], [1, 9], ["draw", "draw"], title="x", **dots(2)).render(720)
    assert texts(picture).count("draw") == 1
    made = module_of("price").report(ALL["price"])
    for figure in made.figures():
        if figure.title.startswith("What it costs"):
            labels = [row[0] for row in figure.table.rows]
            assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", ["rate", "price"])
def test_the_band_of_fair_is_named(name: str) -> None:
    figures = module_of(name).report(ALL[name]).figures()
    assert any("fair" in texts(figure.render(width)) for figure in figures for width in (336, 720))
    assert "fair" in texts(charts_intervals.forest([Mark("a", Measure(1.0))], title="x", fair=(-0.5, 0.5)).render(336))


@pytest.mark.parametrize(
    ("spans", "fixed", "expected"),
    [
        ([(0, 1), (-1, 0.5), (0, 0.2), (40, 41)], [0], (-1, 1)),  # one of four is far away
        ([(0, 1), (-1, 0.5), (40, 41)], [0], (-1, 41)),  # of three, none is extreme
        ([(5, 5), (4, 4), (2, 2), (0, 0), (-1, -1)], [0], (-1, 5)),  # a slope is no extreme
        ([(0, 1), (0, 1), (0, 1), (-9, 9), (0, 1), (0, 1), (0, 1), (50, 60)], [], (0, 1)),  # two of eight
        ([(0, 0)] * 5, [0], (0, 0)),
        ([], [], (0.0, 1.0)),
    ],
)
def test_an_axis_fits_most_of_what_it_shows(spans: Any, fixed: list[float], expected: tuple[float, float]) -> None:
    assert fit_spans(spans, fixed) == expected


@pytest.mark.parametrize("width", [336, 720])
def test_an_extreme_point_of_a_curve_stands_at_the_edge_with_its_number(width: int) -> None:
    ys = [38.2, 0.9, 0.4, -0.2, -0.8, -1.1]
    bounds = [[y - 0.3, y + 0.3] for y in ys]
    options: dict[str, Any] = {"title": "x", "x_axis": "level", "y_axis": "gain", "kind": "signed", "zero": 0.0, "band": True}
    figure = charts_curve.line(range(6), ys, bounds, **options)
    shown = texts(figure.render(width))
    ticks = [float(text.replace("−", "-")) for text in shown if re.fullmatch(r"[+−][\d.]+", text) and text != "+38.2"]
    assert "+38.2" in shown
    assert max(map(abs, ticks)) <= 2.5, ticks
    assert [row[1].value for row in figure.table.rows] == ys  # the numbers behind are whole
    tame = texts(charts_curve.line(range(5), ys[1:], bounds[1:], **options).render(width))
    assert not any(text in tame for text in ("+0.9", "−1.1")), "no point but an extreme one has its number"


def test_an_interval_that_would_squash_a_forest_is_cut_off_with_an_arrow() -> None:
    rows = [Mark(f"row {k}", Measure(0.1 * k, 0.1 * k - 0.1, 0.1 * k + 0.1)) for k in range(5)]
    wild = Mark("wild", Measure(0.2, -30.0, 63.0))
    drawn = charts_intervals.forest([*rows, wild], title="x", kind="signed", zero=0.0).render(720)
    ticks = [float(text.replace("−", "-")) for text in texts(drawn) if re.fullmatch(r"[+−][\d.]+", text)]
    assert max(map(abs, ticks)) <= 1, ticks
    shapes = set(re.findall(r'<path id="[^"]*" d="([^"]*)"', drawn))
    plain = set(re.findall(r'<path id="[^"]*" d="([^"]*)"', charts_intervals.forest(rows, title="x", kind="signed", zero=0.0).render(720)))
    assert len(shapes - plain) == 2, "an arrow to the left and one to the right"
    assert "[−30.00, 63.00]" in " ".join(texts(drawn)).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("name", ["backtest", "restriction", "exploit", "ladder", "tournament", "edition_diff", "rate", "price"])
def test_wherever_shapes_differ_the_caption_says_what_they_mean(name: str) -> None:
    """All rows of a picture whose marks differ in shape without a group that says why have a key."""
    drawn: list[tuple[list[Mark], str]] = []
    with pytest.MonkeyPatch.context() as patch:
        real = charts_intervals.forest

        def watched(marks: Any, **options: Any) -> Any:
            figure = real(marks, **options)
            drawn.append((list(marks), figure.caption))
            return figure

        for module in (module_of(name), worth):  # two reports share a picture
            if hasattr(module, "forest"):
                patch.setattr(module, "forest", watched)
        module_of(name).report(ALL[name])
    assert drawn
    for marks, caption in drawn:
        glyphs = {GLYPHS.get(mark.colour, "●") for mark in marks}
        if len(glyphs) > 1:
            assert all(glyph in caption for glyph in glyphs), (caption, glyphs)


def test_the_bands_of_a_score_are_named_in_words() -> None:
    """The stripe of *watch* is too narrow for its name where scores are far from one half."""
    figure = next(module_of("matchup").report(ALL["matchup"]).figures())
    assert figure.caption.replace("\N{NO-BREAK SPACE}", " ").startswith("Fair: 48 % to 52 %. Watch: beyond that. Broken: beyond 55 %")


def test_what_lies_on_an_edge_is_not_decided_by_more_games() -> None:
    assert would_decide(1200, "more game") == "about 1,200 more games would decide it"
    assert would_decide(MANY, "more game") == "its value lies on an edge, and no number of games decides it"
    assert would_decide(None, "more game") == ""
