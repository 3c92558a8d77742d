"""Every scenario of tests/rules/1 to 17 is one test.

Its rule ids are in the file, where ``pytest --rules`` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kotc_sim import games
from kotc_sim.games.keeper.editions import NEWEST, edition_names
from kotc_sim.games.protocol import read_edition_name
from kotc_sim.yaml_source import Node, split_documents

_HERE = Path(__file__).parent


def _scenarios() -> Iterator[Any]:
    for path in sorted(_HERE.rglob("*.yaml")):
        if path.parent.name == "levelup":
            continue  # tests/levelup/test_rules.py
        for root in split_documents(path):
            entries = root.entries()
            name = entries["name"].raw if "name" in entries else f"line {root.line}"
            rules = [item.raw for item in entries["rule"].items] if "rule" in entries else []
            yield pytest.param(root, id=f"{path.relative_to(_HERE).with_suffix('')}: {name}", marks=pytest.mark.rule(*rules))


SCENARIOS = list(_scenarios())


@pytest.mark.parametrize("root", SCENARIOS)
def test_scenario(root: Node) -> None:
    result = games.of_node(root).scenario(root)
    assert result.passed, "\n".join([f"{result.file}:{result.line}: {result.name}", *result.differences])


def test_every_edition_has_scenarios() -> None:
    words = {read_edition_name(root) or NEWEST for (root,) in (parameter.values for parameter in SCENARIOS)}
    assert words == set(edition_names())
