"""Reports: the results of experiments as pages to forward and as text for a terminal.

One module a question (`matchup`, `rate`, `price`, …), each with ``report``, which ``html`` and ``terminal`` show;
docs/reports.md says which keys of a result they read. The rest is the kit that they are made of.
"""

import importlib
from typing import Any

from kotc_sim.reports.kit.page import render as html
from kotc_sim.reports.kit.report import RESULT, Column, Fact, Figure, Footer, Report, Section, Table, Verdict
from kotc_sim.reports.kit.terminal import render as terminal
from kotc_sim.reports.kit.terminal import show
from kotc_sim.reports.kit.wording import Measure


def report_of(name: str, result: Any) -> Report:
    """Return the report that a question names for its result: a question stands below its report, and cannot import it."""
    made: Report = importlib.import_module(f"kotc_sim.reports.{name}").report(result)
    return made
