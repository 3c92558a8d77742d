"""Reports: the results of experiments as pages to forward and as text for a terminal.

One module a question (`matchup`, `rate`, `price`, …), each with ``report``, ``html`` and ``terminal``;
docs/reports.md says which keys of a result they read. The rest is the kit that they are made of.
"""

from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.page import render as html
from kotc_sim.reports.kit.report import Fact, Footer, Report, Section, Verdict
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.terminal import render as terminal
from kotc_sim.reports.kit.terminal import show
from kotc_sim.reports.kit.wording import Measure

__all__ = ["Column", "Fact", "Figure", "Footer", "Measure", "Report", "Section", "Table", "Verdict", "html", "show", "terminal"]
