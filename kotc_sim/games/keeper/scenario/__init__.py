"""Scenarios: one moment of a game, scripted, and what must come out of it (``docs/scenarios.md``)."""

from kotc_sim.games.keeper.scenario.reader import read_document
from kotc_sim.games.keeper.scenario.run import run_document
