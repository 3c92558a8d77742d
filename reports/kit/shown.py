"""What every report module offers beside ``report``: its page, and its text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from kotc_sim.reports.kit import page
from kotc_sim.reports.kit import terminal as text
from kotc_sim.reports.kit.envelope import Result
from kotc_sim.reports.kit.report import Report


class Html(Protocol):
    """Return the report of a result as one self-contained HTML page; ``given`` is what ``report`` wants besides."""

    def __call__(self, result: Result, **given: Any) -> str: ...  # noqa: D102


class Terminal(Protocol):
    """Return the report of a result as plain text; ``given`` is what ``report`` wants besides."""

    def __call__(self, result: Result, width: int = 100, colour: bool = False, **given: Any) -> str: ...  # noqa: D102


def shown(report: Callable[..., Report]) -> tuple[Html, Terminal]:
    """Return a report module's ``html`` and ``terminal``.

    Parameters
    ----------
    report : callable
        The module's own ``report``: a result, and keywords that it may want, to a `Report`.
    """

    def html(result: Result, **given: Any) -> str:
        """Return the report as one self-contained HTML page; see `report`."""
        return page.render(report(result, **given))

    def terminal(result: Result, width: int = 100, colour: bool = False, **given: Any) -> str:
        """Return the report as plain text of at most ``width`` columns, ANSI colours only if asked for; see `report`."""
        return text.render(report(result, **given), width, colour)

    return html, terminal
