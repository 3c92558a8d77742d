"""What pictures are drawn with: colours, marks, and words that fit."""

from collections.abc import Mapping
from typing import Any

from kotc_sim.reports.kit.wording import GLYPHS, clean

# The light theme; style.css names the same for dark. Each colour is unique: it stands for its variable.
COLOURS = {
    "ink": "#1f1e1b",
    "muted": "#69655d",
    "line": "#dcd8ce",
    "paper": "#fdfcf9",
    "a": "#1f6b97",
    "b": "#b3511f",
    "tie": "#95928a",
    "good": "#3a7a4a",
    "watch": "#8f6508",
    "bad": "#a5322f",
}
INK, MUTED, LINE, PAPER, A, B, TIE, GOOD, WATCH, BAD = COLOURS.values()
SHAPES = {"■": "s", "▲": "^", "▼": "v", "○": "o", "●": "o"}
"""Matplotlib's marker of each shape; marks differ in shape as well as in colour, as not everybody tells colours apart."""


def text_width(text: str, size: float = 12) -> float:
    """Return a generous estimate of a text's width in pixels, whatever the page's font."""
    return sum(_advance(character) for character in text) * size


def _advance(character: str) -> float:
    """Return the width of a character in ems: that of a wide sans serif."""
    if ord(character) > 0x2E80:
        return 1.0
    if character in "mwMW%@+−±×—":
        return 0.9
    return 0.7 if character.isupper() else 0.61


def shorten(text: str, characters: int) -> str:
    """Return the text, cut with an ellipsis if it is longer."""
    text = clean(text)
    return text if len(text) <= characters else text[: max(1, characters - 1)].rstrip() + "…"


def nice_ticks(low: float, high: float, count: int) -> list[float]:
    """Return about ``count`` round numbers inside [low, high]."""
    if not high > low:
        return [low]
    from matplotlib.ticker import MaxNLocator  # takes half a second to load

    margin = (high - low) * 1e-9
    values = MaxNLocator(count, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    return [float(v) for v in values if low - margin <= v <= high + margin]


def colour_of(name: Any) -> str:
    """Return the colour of a verdict's tone or a side; ink for anything else."""
    return COLOURS.get(str(name), INK)


def marker(name: str) -> Mapping[str, Any]:
    """Return how the mark of a colour is drawn, as arguments of ``Axes.plot``."""
    glyph, colour = GLYPHS.get(name, "●"), colour_of(name)
    hollow = {"markerfacecolor": PAPER, "markeredgecolor": colour, "markeredgewidth": 1.75}
    filled = {"color": colour, "markeredgewidth": 0}
    return {"marker": SHAPES[glyph], "markersize": 8, "linestyle": "none", **(hollow if glyph == "○" else filled)}
