"""Matplotlib to inline SVG: deterministic, text as text, colours as CSS variables, ids that cannot collide.

A figure is drawn in CSS pixels: one unit of its coordinate system is one pixel at its natural width, so a
12-pixel label is 12 pixels on the screen. Colours are written as variables of the page with a fallback, so
that one picture serves light and dark; on its own it shows the light colours.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO, StringIO
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Drawing
from matplotlib.transforms import ScaledTranslation

from kotc_sim.reports.kit.ink import COLOURS, INK, LINE, MUTED, PAPER, nice_ticks, shorten, text_width
from kotc_sim.reports.kit.wording import clean

_VARIABLES = {value: f"var(--{name}, {value})" for name, value in COLOURS.items()}
_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: it can be selected, found, and takes the page's font
    "svg.hashsalt": "kotc-sim",
    "text.parse_math": False,  # a card may be named "$$"
    "font.family": "DejaVu Sans",  # ships with matplotlib: the same layout everywhere
    "font.size": 12,
    "path.simplify": False,
    "axes.unicode_minus": True,
}
_PLAIN = {key: value for key, value in _SETTINGS.items() if not key.startswith("svg.")}

NARROWER = 500  # a picture of less width has the layout for phones


class Canvas:
    """A drawing of a given size in CSS pixels, and the few marks that all figures share.

    A ``frame`` is drawn into, all of it; by default the drawing makes one of its own.
    """

    def __init__(self, width: float, height: float, frame: Axes | None = None) -> None:
        self.width, self.height = width, height
        self.narrow = width < NARROWER
        own = frame is None or frame.get_figure(root=True)
        self.drawing = own if isinstance(own, Drawing) else Drawing(figsize=(width / 72, height / 72), dpi=72, facecolor="none")
        self._frame = frame
        self.page = self.axes(0, 0, 0, 0, (0, width), (height, 0))  # pixels, from the upper left corner
        self.page.set_zorder(10)  # its words stand over the lines of other axes

    def axes(self, left: float, top: float, right: float, bottom: float, xlim: tuple[float, float], ylim: tuple[float, float]) -> Axes:
        """Return bare axes inside these margins (pixels)."""
        width, height = self.width, self.height
        box = (left / width, bottom / height, (width - left - right) / width, (height - top - bottom) / height)
        axes = self.drawing.add_axes(box, frameon=False) if self._frame is None else self._frame.inset_axes(box, frameon=False)
        axes.set_xlim(*xlim)
        axes.set_ylim(*ylim)
        axes.set_xticks([])
        axes.set_yticks([])
        return axes

    def place(self, axes: Axes, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the axes lies: pixels from the lower left corner."""
        box = self.drawing.bbox if self._frame is None else self._frame.get_window_extent()
        right, up = (axes.transData.transform((x, y)) - box.min) * (self.width, self.height) / box.size
        return float(right), float(up)

    def text(
        self,
        axes: Axes,
        x: float,
        y: float,
        text: str,
        *,
        colour: str = INK,
        size: float = 12,
        align: str = "left",
        bold: bool = False,
        offset: tuple[float, float] = (0, 0),
        halo: bool = False,
    ) -> None:
        """Write text, its middle at a point of the axes, moved by ``offset`` pixels (right, up).

        A ``halo`` of the paper's colour keeps it readable over lines.
        """
        # The baseline is placed, not the box: words with and without descenders stand on one line.
        right, up = offset[0], offset[1] - 0.36 * size
        transform = axes.transData + ScaledTranslation(right / 72, up / 72, self.drawing.dpi_scale_trans)
        axes.text(
            x,
            y,
            clean(text),
            color=colour,
            fontsize=size,
            ha=align,
            va="baseline",
            fontweight="bold" if bold else "normal",
            transform=transform,
            clip_on=False,
            gid="halo" if halo else None,
        )

    def x_axis(
        self, axes: Axes, write: Callable[[float], str], *, ticks: Sequence[float] | None = None, label: str = "", grid: bool = True
    ) -> None:
        """Draw ticks below the axes: hairlines, numbers, and what they are."""
        low, high = sorted(axes.get_xlim())
        if ticks is None:
            ticks = nice_ticks(low, high, 4 if self.narrow else 7)
        foot = axes.get_ylim()[0]
        for tick in ticks:
            if grid:
                axes.axvline(tick, color=LINE, linewidth=1, zorder=0)
            at, half = self.place(axes, tick, foot)[0], text_width(write(tick), 11) / 2
            inward = max(0.0, half - at) - max(0.0, at + half - self.width)  # stay inside the picture
            self.text(axes, tick, foot, write(tick), colour=MUTED, size=11, align="center", offset=(inward, -11))
        if label:
            middle = (low + high) / 2
            self.text(axes, middle, foot, label, colour=MUTED, size=11, align="center", offset=(0, -28))

    def y_axis(self, axes: Axes, write: Callable[[float], str], *, label: str = "", count: int = 5) -> None:
        """Draw ticks left of the axes."""
        low, high = sorted(axes.get_ylim())
        edge = axes.get_xlim()[0]
        for tick in nice_ticks(low, high, count):
            axes.axhline(tick, color=LINE, linewidth=1, zorder=0)
            self.text(axes, edge, tick, write(tick), colour=MUTED, size=11, align="right", offset=(-6, 0))
        if label:
            self.text(self.page, 0, 8, label, colour=MUTED, size=11)

    def legend(self, entries: Iterable[tuple[str, str]]) -> None:
        """Write a legend as a line of coloured squares and words, at the top."""
        x, y = 0.0, 9
        for name, colour in entries:
            self.page.plot([x + 5], [y], marker="s", markersize=9, color=colour, markeredgewidth=0, clip_on=False)
            name = clean(name)
            limit = 16 if self.narrow else 40
            self.text(self.page, x + 15, y, shorten(name, limit), size=12)
            x += 15 + text_width(shorten(name, limit)) + 18


@contextmanager
def _settings(chosen: dict[Any, Any]) -> Iterator[None]:
    """Draw with settings of ours; matplotlib measures with its own font, which lacks some scripts that the reader's browser has."""
    with mpl.rc_context(chosen), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"(?s).*Glyph .* missing from font")
        yield


def render(draw: Callable[[Canvas], None], width: float, height: float, *, title: str, alt: str, name: str) -> str:
    """Return a drawing as an ``<svg>`` element, of a size in CSS pixels that shrinks with its container.

    Title and alt are read out to people who cannot see it; ``name`` is the prefix of all ids.
    """
    buffer = StringIO()
    with _settings(_SETTINGS):
        canvas = Canvas(width, height)
        draw(canvas)
        FigureCanvasSVG(canvas.drawing)
        nothing = {"Date": None, "Creator": None, "Format": None, "Type": None}
        canvas.drawing.savefig(buffer, format="svg", transparent=True, metadata=nothing)
    return _inline(buffer.getvalue(), width, height, title=title, alt=alt, name=name)


def image(draw: Callable[[Canvas], None], width: float, height: float, kind: str) -> bytes:
    """Return a drawing as ``png``, at twice its size, or as ``pdf``."""
    buffer = BytesIO()
    with _settings(_PLAIN):
        canvas = Canvas(width, height)
        draw(canvas)
        canvas.drawing.savefig(buffer, format=kind, dpi=144, facecolor=PAPER, metadata={"CreationDate": None} if kind == "pdf" else None)
    return buffer.getvalue()


def draw_into(draw: Callable[[Canvas], None], ax: Axes, height: float, narrow_height: float) -> None:
    """Draw into axes, whose frame and ticks make way: from side to side one for one, a pixel being a point, and stretched in height."""
    ax.set_axis_off()
    width = ax.get_window_extent().width * 72 / ax.figure.dpi
    with mpl.rc_context(_PLAIN):
        draw(Canvas(width, narrow_height if width < NARROWER else height, ax))


def _inline(source: str, width: float, height: float, *, title: str, alt: str, name: str) -> str:
    root = ElementTree.fromstring(source)
    for parent in list(root.iter()):
        for child in list(parent):
            # Metadata says nothing here, and matplotlib's style sheet would apply to the whole page.
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
    referenced = set(re.findall(r"(?:url\(|href=\")#([^)\"]+)", source))
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{_SVG}}}")
        attributes: dict[str, str] = {}
        for key, value in element.attrib.items():
            if key == "id":
                if value in referenced:
                    attributes["id"] = f"{name}-{value}"
                elif value == "halo":
                    attributes["style"] = "paint-order: stroke; stroke: var(--paper, #fdfcf9); stroke-width: 4px"
            elif key == _HREF:
                attributes["href"] = f"#{name}-{value.removeprefix('#')}"
            elif key == "clip-path":
                attributes[key] = value.replace("url(#", f"url(#{name}-")
            elif key == "style":
                attributes[key] = _apply_theme(value)
            elif key == "transform" and value.startswith("rotate(-0 "):
                continue
            elif key in ("d", "transform", "x", "y", "width", "height", "points"):
                attributes[key] = re.sub(r"-?\d+\.\d{3,}", _round, value)
            else:
                attributes[key] = value
        element.attrib.clear()
        element.attrib.update(attributes)
        element.tail = None
        if element.tag != "text" and not (element.text or "").strip():
            element.text = None
    root.attrib.clear()
    root.attrib.update(
        {
            "xmlns": _SVG,
            "viewBox": f"0 0 {width:g} {height:g}",
            "width": f"{width:g}",
            "height": f"{height:g}",
            "role": "img",
            "aria-labelledby": f"{name}-title {name}-desc",
            "style": "stroke-linejoin: round; stroke-linecap: butt",
        }
    )
    for position, (tag, text) in enumerate((("title", title), ("desc", alt))):
        label = ElementTree.Element(tag, {"id": f"{name}-{tag}"})
        label.text = clean(text)
        root.insert(position, label)
    return ElementTree.tostring(root, encoding="unicode")


def _round(match: re.Match[str]) -> str:
    return f"{float(match.group()):.2f}".rstrip("0").rstrip(".") or "0"


def _apply_theme(style: str) -> str:
    """Return a style with colours as variables and without matplotlib's choice of font."""
    style = re.sub(r"; font-family: [^;]+", "", style)
    return re.sub(r"#[0-9a-f]{6}", lambda match: _VARIABLES.get(match.group(), match.group()), style)
