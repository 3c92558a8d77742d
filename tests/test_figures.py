"""Pages that are written from tables in docs/figures say what the tables say."""

from __future__ import annotations

from types import ModuleType

import pytest

from scripts import write_ladder, write_validity
from scripts.figures import read_tables


@pytest.mark.parametrize("script", [write_ladder, write_validity], ids=["ladder", "validity"])
def test_a_page_is_what_its_tables_give(script: ModuleType) -> None:
    assert script.PAGE.read_text(encoding="utf-8") == script.page(read_tables(script.HEADS)), f"run {script.__name__} again"
