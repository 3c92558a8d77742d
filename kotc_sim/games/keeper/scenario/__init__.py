"""Scenarios: one moment of a game, scripted, and what must come out of it (``docs/scenarios.md``)."""

from kotc_sim.games.keeper.scenario.reader import Document, read_document, read_documents
from kotc_sim.games.keeper.scenario.run import run_document
