"""Scenarios: one moment of a game, scripted, and what must come out of it (``docs/scenarios.md``)."""

from kotc_sim.games.keeper.scenario.reader import Document, read_documents
from kotc_sim.games.keeper.scenario.run import ScenarioResult, run_document, run_file

__all__ = ["Document", "ScenarioResult", "read_documents", "run_document", "run_file"]
