"""Scenarios that tests state as data."""

from __future__ import annotations

from typing import Any

from kotc_sim.games.levelup.scenario.run import run_node
from kotc_sim.yaml_source import Node


def run(document: dict[str, Any], file: str) -> tuple[bool, list[str], list[str]]:
    """Run a scenario; return whether it passed, what differs, and the log."""
    found = run_node(node_of(document, Node("map", file, 1, 1)), log=True)
    return found.passed, found.differences, found.log


def node_of(value: Any, place: Node) -> Node:
    """Return plain data as a node that stands where another one does."""
    made = Node("scalar", place.file, place.line, place.column)
    if isinstance(value, dict):
        made.kind, made.pairs = "map", [(node_of(key, place), node_of(part, place)) for key, part in value.items()]
    elif isinstance(value, list):
        made.kind, made.items = "list", [node_of(part, place) for part in value]
    else:
        made.value = value
        made.raw = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return made
