"""Examples in docstrings give what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOPS = ("kotc_sim", "strategies", "experiments", "reports")


def modules_with_examples() -> list[str]:
    """Return the modules that have an example in a docstring."""
    found = []
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            if not any(parent.is_symlink() for parent in path.parents) and ">>> " in path.read_text(encoding="utf-8"):
                parts = path.relative_to(ROOT).with_suffix("").parts
                parts = parts if parts[0] == "kotc_sim" else ("kotc_sim", *parts)
                found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_are_true(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0, "an example that no docstring has"
    assert result.failed == 0
