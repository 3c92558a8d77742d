"""A figure as data: how to draw it, and the table behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kotc_sim.reports.kit.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kotc_sim.reports.kit.svg import Canvas

WIDE = 720  # CSS pixels: the measure of the page
NARROW = 336  # a phone of 360 pixels less the page's margins


@dataclass(frozen=True, eq=False)
class Figure:
    """One picture with the numbers behind it."""

    title: str
    """What the reader should look for, a short heading."""
    alt: str
    """The picture in words, for people who cannot see it."""
    table: Table
    """Every number that the picture shows."""
    draw: Callable[[Canvas], None]
    """Draws the picture on a `Canvas`; called when the page is written, and once for each width."""
    height: float
    narrow_height: float
    """In CSS pixels, for the two widths."""
    caption: str = ""
    """How to read it, a sentence or two."""
    brief: bool = False
    """Whether the table is short enough to stand for the picture in a terminal."""
    sketch: Callable[[int], str] | None = None
    """Returns the picture as lines of text of at most the given width, for terminals."""

    @cached_property
    def svg(self) -> str:
        """The picture for wide screens and paper, an ``<svg>`` element."""
        return self.render(WIDE)

    @cached_property
    def narrow_svg(self) -> str:
        """The picture for phones."""
        return self.render(NARROW)

    def image(self, kind: str) -> bytes:
        """Return the picture for wide screens as ``png`` or ``pdf``, on paper of the light colours."""
        from kotc_sim.reports.kit.svg import image

        return image(self.draw, WIDE, self.height, kind)

    def draw_into(self, ax: Axes) -> None:
        """Draw the picture into matplotlib axes of somebody else."""
        from kotc_sim.reports.kit.svg import draw_into

        draw_into(self.draw, ax, self.height, self.narrow_height)

    def render(self, width: float, name: str = "figure") -> str:
        """Return the picture as an ``<svg>`` element; a small ``width``, in CSS pixels, gives the narrow layout.

        ``name`` is the prefix of the element's ids: unique in the page that it is put into.
        """
        from kotc_sim.reports.kit.svg import NARROWER, render  # matplotlib takes half a second to load

        height = self.narrow_height if width < NARROWER else self.height
        return render(self.draw, width, height, title=self.title, alt=self.alt, name=name)
