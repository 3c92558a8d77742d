"""Several lines in one picture: shares of decks over generations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotc_sim.experiments.worth.deck_result import Dynamics
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.table import Table, heads
from kotc_sim.reports.kit.wording import clean, percent

if TYPE_CHECKING:
    from kotc_sim.reports.kit.svg import Canvas

MOST = 6
"""Lines that are drawn: the decks whose share is largest at any time."""
LISTED = (0, 1, 5, 10, 20, 40, 60)
"""Generations of the table."""
_TONES = ("A", "B", "GOOD", "WATCH", "BAD", "TIE")
_DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))


def shares(dynamics: Dynamics, *, title: str) -> Figure:
    """Return how shares of decks move."""
    names, rows = [clean(name) for name in dynamics.decks], dynamics.shares
    order = sorted(range(len(names)), key=lambda i: -max(row[i] for row in rows))[:MOST]

    def draw(canvas: Canvas) -> None:
        from kotc_sim.reports.kit import svg

        axes = canvas.axes(46, 46, 8, 40, (0, len(rows) - 1), (0, 100 * max(max(row) for row in rows) * 1.05))
        canvas.y_axis(axes, lambda y: percent(y / 100, 0), label="share of the field", count=5)
        canvas.x_axis(axes, lambda x: f"{x:.0f}", label="generation", grid=False)
        for k, i in enumerate(order):
            tone = getattr(svg, _TONES[k % len(_TONES)])
            axes.plot(range(len(rows)), [100 * row[i] for row in rows], color=tone, linewidth=2, linestyle=_DASHES[k % len(_DASHES)])
        canvas.legend([(svg.shorten(names[i], 24), getattr(svg, _TONES[k % len(_TONES)])) for k, i in enumerate(order)])

    listed = [at for at in LISTED if at < len(rows)]
    columns = heads(("Generation", "count"), *((names[i], "share") for i in order), ("Best deck gains", "difference"))
    body = [[at, *(rows[at][i] for i in order), dynamics.exploitable[at]] for at in listed]
    alt = f"{title}: {moves(dynamics)}"
    return Figure(title, alt, Table(title, columns, body), draw, 300, 270)


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
