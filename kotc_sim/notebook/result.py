"""What a verdict in a notebook is: data, tables, figures, and a page that shows itself."""

import html as markup
import os
import re
from typing import TYPE_CHECKING, Any

from kotc_sim.errors import KotcError, printable
from kotc_sim.experiments.result import Result as Typed
from kotc_sim.output import json_text, make_printable, write_output

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from kotc_sim.questions import Found
    from kotc_sim.reports.kit.report import Figure, Report

PathLike = str | os.PathLike[str]
_FRAME_HEIGHT = 640
_QUOTED = re.compile(r"'([^']*)'")


class Picture:
    """A figure of a report, shown by notebooks as it is in the report; `svg` is its source."""

    def __init__(self, figure: "Figure") -> None:
        self.title = figure.title
        self.alt = figure.alt
        self.frame: pd.DataFrame = figure.table.to_frame()
        self._figure = figure

    @property
    def svg(self) -> str:
        """The picture as an ``<svg>`` element, in light colours unless the page sets others."""
        return self._figure.svg

    def save(self, path: PathLike) -> None:
        """Write the picture to a file: as SVG, or as PNG or PDF if its name says so; `KotcError` if it ends otherwise, or that fails."""
        kind = os.path.splitext(os.fspath(path))[1].lower()
        if kind not in (".svg", ".png", ".pdf"):
            raise KotcError(
                f"a picture is not written as {kind or 'a file without an ending'}", file=path, fix="Name it .svg, .png or .pdf."
            )
        write_output(path, self.svg if kind == ".svg" else self._figure.image(kind[1:]))

    def _repr_html_(self) -> str:
        return f'<figure style="max-width:720px"><figcaption><b>{markup.escape(self.title)}</b></figcaption>{self.svg}</figure>'

    def __repr__(self) -> str:
        return f"<figure {self.title!r}: {self.alt}>"


class Result:
    """The result of an experiment: ``data`` is what ``--json`` prints (see docs/reports.md), ``inner`` what the experiment returned."""

    def __init__(self, found: "Found", call: str) -> None:
        from kotc_sim.runs import signed

        self.inner: Typed = found.result
        self._asked = found
        self._found = signed(self.inner, call, _QUOTED.findall(call))
        self.data = self._found.data

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    @property
    def report(self) -> "Report":
        """The report: sections, figures and tables; `KotcError` if the question has none, and is answered in words."""
        from kotc_sim.reports import report_of

        if not self._asked.report:
            raise KotcError("this question is answered in words, not by a report", fix="Print the result, or look into its data.")
        return report_of(self._asked.report, make_printable(self._found))

    @property
    def frame(self) -> "pd.DataFrame":
        """The principal table: a row a card, deck, component or quantity; of a battle, all tables, one below the other.

        An interval is two columns, ``gain.interval`` for instance ``gain.low`` and ``gain.high``.
        """
        import pandas as pd

        if not self._asked.rows:
            return pd.concat(self.frames, names=["table", "row"])
        rows = self.data[self._asked.rows]
        return pd.json_normalize([_ends_apart(row) if isinstance(row, dict) else {self._asked.rows: row} for row in rows])

    @property
    def frames(self) -> "dict[str, pd.DataFrame]":
        """All tables of the report by title, those behind its figures included."""
        return {table.caption: table.to_frame() for table in self.report.tables()}

    def plot(self, title: str | None = None, *, ax: "Axes | None" = None) -> Picture:
        """Return a figure of the report: the one with this title, or the first; `KotcError`, listing all, if there is none.

        It is drawn into ``ax``, too, matplotlib's axes, in place of their own frame and ticks.
        """
        figures = list(self.report.figures())
        for figure in figures:
            if title is None or figure.title == title:
                if ax is not None:
                    figure.draw_into(ax)
                return Picture(figure)
        names = ", ".join(repr(figure.title) for figure in figures) or "none"
        raise KotcError(f"the report has no figure {title!r}" if title else "the report has no figure", fix=f"It has: {names}.")

    def save(self, path: PathLike) -> None:
        """Write the report as one self-contained HTML file; to a name that ends with ``.json``, the data, for ``kotc-sim reproduce``."""
        from kotc_sim.experiments.judged import judged
        from kotc_sim.reports.kit import page
        from kotc_sim.reports.kit.shown import forwarded

        if os.fspath(path).endswith(".json"):
            write_output(path, json_text(self.data) + "\n")
        else:
            words = _QUOTED.findall(self._found.reproduce)
            write_output(path, page.render(forwarded(self.report, self._found, judged(self._asked.judged, words))))

    def _repr_html_(self) -> str:
        from kotc_sim.reports.kit import page

        if self._asked.text is not None:
            return f"<pre>{markup.escape(self._asked.text)}</pre>"
        # A frame of its own: neither page restyles the other.
        source = markup.escape(page.render(self.report), quote=True)
        return f'<iframe srcdoc="{source}" style="width:100%;height:{_FRAME_HEIGHT}px;border:0" title="report"></iframe>'

    def __repr__(self) -> str:
        from kotc_sim.reports.kit import terminal

        return printable(self._asked.text) if self._asked.text is not None else terminal.render(self.report)


def _ends_apart(row: Any) -> Any:
    """Return a row of JSON with each interval, or other range of two numbers, as its two ends."""
    if not isinstance(row, dict):
        return row
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name.endswith("interval") or (isinstance(value, list) and list(map(type, value)) == [float, float]):
            head = name.removesuffix("interval")
            head += "." if head == name else ""
            found |= zip((f"{head}low", f"{head}high"), value or (None, None), strict=True)
        else:
            found[name] = _ends_apart(value)
    return found
