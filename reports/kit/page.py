"""A report as one self-contained HTML page: no script, no network, for screen, phone and paper."""

import functools
from typing import TYPE_CHECKING

from kotc_sim.reports.kit.report import NARROW, WIDE, Figure, Report

if TYPE_CHECKING:
    from jinja2 import Template


@functools.cache
def _template() -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # a report on a terminal does without

    environment = Environment(
        loader=PackageLoader("kotc_sim.reports.kit", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html")


def _picture(figure: Figure, number: int) -> dict[str, object]:
    """Return what the template needs for one figure; ids carry its number, so figures cannot collide."""
    name = f"figure-{number}"
    from markupsafe import Markup

    # The namespace is implied inside HTML, and without it nothing in the page looks like an address.
    wide, narrow = (
        figure.render(width, f"{name}-{layout}").replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
        for width, layout in ((WIDE, "wide"), (NARROW, "narrow"))
    )
    return {"figure": figure, "name": name, "wide": Markup(wide), "narrow": Markup(narrow)}


def render(report: Report) -> str:
    """Return the page; the same report gives the same bytes."""
    number = 0
    pictures: dict[int, dict[str, object]] = {}
    for figure in report.figures():
        if id(figure) not in pictures:
            number += 1
            pictures[id(figure)] = _picture(figure, number)
    return _template().render(
        report=report, sections=[section for section in report.sections if section], picture=lambda figure: pictures[id(figure)]
    )
