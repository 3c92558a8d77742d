"""What a verdict in a notebook is: data, tables, figures, and a page that shows itself."""

from __future__ import annotations

import html as markup
import os
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kotc_sim import __version__
from kotc_sim.errors import KotcError
from kotc_sim.experiments.result import Result as Typed
from kotc_sim.output import show_path

if TYPE_CHECKING:
    import pandas as pd

    from kotc_sim.reports.kit.figure import Figure
    from kotc_sim.reports.kit.report import Report

PathLike = str | os.PathLike[str]
_FRAME_HEIGHT = 640
_QUOTED = re.compile(r"'([^']*)'")


class Picture:
    """A figure of a report, shown by notebooks as it is in the report; `svg` is its source."""

    def __init__(self, figure: Figure) -> None:
        self.title = figure.title
        self.alt = figure.alt
        self.frame: pd.DataFrame = figure.table.to_frame()
        self._figure = figure

    @property
    def svg(self) -> str:
        """The picture as an ``<svg>`` element, in light colours unless the page sets others."""
        return self._figure.svg

    def save(self, path: PathLike) -> None:
        """Write the picture to a file: as SVG, or as PNG or PDF if its name says so.

        Raises
        ------
        KotcError
            If the name ends otherwise, or the file cannot be written.
        """
        from kotc_sim.output import write_output

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
    """The result of an experiment.

    Attributes
    ----------
    data : dict
        What ``--json`` prints; docs/reports.md lists the keys.
    inner : object
        What the experiment itself returned, for instance a ``MatchupResult`` with the counts behind the numbers.
    """

    def __init__(self, inner: Typed, report: str, main: str, call: str) -> None:
        self.inner = inner
        from kotc_sim.runs import run_record

        record = run_record(_QUOTED.findall(call))
        self._found = replace(inner, version=__version__, reproduce=call, record=record)
        self.data = self._found.data
        self._report = report
        self._main = main

    def __getitem__(self, key: str) -> Any:
        """Return a value of `data`."""
        return self.data[key]

    @property
    def report(self) -> Report:
        """The report: sections, figures and tables."""
        from kotc_sim.reports import report_of

        return report_of(self._report, show_path(self._found))

    @property
    def frame(self) -> pd.DataFrame:
        """The principal table: a row a card, deck, component or quantity; of a battle, all tables, one below the other."""
        import pandas as pd

        if not self._main:
            return pd.concat(self.frames, names=["table", "row"])
        return pd.json_normalize(self.data[self._main])

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """All tables of the report by title, those behind its figures included."""
        return {table.caption: table.to_frame() for table in self.report.tables()}

    def plot(self, title: str | None = None) -> Picture:
        """Return a figure of the report: the one with this title, or the first.

        Raises
        ------
        KotcError
            If there is none; the message lists those that there are.
        """
        figures = list(self.report.figures())
        for figure in figures:
            if title is None or figure.title == title:
                return Picture(figure)
        names = ", ".join(repr(figure.title) for figure in figures) or "none"
        raise KotcError(f"the report has no figure {title!r}" if title else "the report has no figure", fix=f"It has: {names}.")

    def save(self, path: PathLike) -> None:
        """Write the report as one self-contained HTML file; to a name that ends with ``.json``, the data, for ``kotc-sim reproduce``."""
        from kotc_sim.output import json_text, write_output
        from kotc_sim.reports.kit import page

        write_output(path, json_text(self.data) + "\n" if os.fspath(path).endswith(".json") else page.render(self.report))

    def _repr_html_(self) -> str:
        from kotc_sim.reports.kit import page

        # A frame of its own: neither page restyles the other.
        source = markup.escape(page.render(self.report), quote=True)
        return f'<iframe srcdoc="{source}" style="width:100%;height:{_FRAME_HEIGHT}px;border:0" title="report"></iframe>'

    def __repr__(self) -> str:
        from kotc_sim.reports.kit import terminal

        return terminal.render(self.report)
