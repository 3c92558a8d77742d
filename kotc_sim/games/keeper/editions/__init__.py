"""Editions as data: rule switches, vocabulary, prices, programs and counters."""

from kotc_sim.games.keeper.editions.draft import edition_names
from kotc_sim.games.keeper.editions.formula import Formula, FormulaError, parse_formula
from kotc_sim.games.keeper.editions.loader import NEWEST, load_edition, load_named_edition
from kotc_sim.games.keeper.editions.model import Edition, Row
