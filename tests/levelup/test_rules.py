"""The rules of Level-Up, one scenario or more for each id of docs/rules/levelup.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.levelup.scripted import run

RULES = Path(__file__).parent.parent / "rules" / "levelup"


def scenarios() -> list[Any]:
    found = []
    for path in sorted(RULES.glob("*.yaml")):
        for number, document in enumerate(yaml.load_all(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))):
            ids = document["rule"]
            found.append(
                pytest.param(
                    document, str(path), marks=pytest.mark.rule(*ids), id=f"{path.stem}-{number}-{document['name'].replace(' ', '_')}"
                )
            )
    return found


@pytest.mark.parametrize(("document", "file"), scenarios())
def test_scenario(document: dict[str, Any], file: str) -> None:
    passed, differences, log = run(document, file)
    assert passed, "\n".join([*differences, "log:", *log])
