"""Scenarios that tests state as data."""

from __future__ import annotations

from typing import Any

from kotc_sim.games.levelup.scenario.run import run_node
from kotc_sim.games.levelup.scenario.shape import node_of
from kotc_sim.yaml_source import Node


def run(document: dict[str, Any], file: str) -> tuple[bool, list[str], list[str]]:
    """Run a scenario; return whether it passed, what differs, and the log."""
    found = run_node(node_of(document, Node("map", file, 1, 1)), log=True)
    return found.passed, found.differences, found.log
