"""The YAML in the documents about editions and decks is sound."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from kotc_sim.cards.deck import load_deck
from kotc_sim.cards.parser import parse_text
from kotc_sim.editions import load_edition
from kotc_sim.editions.program import EFFECTS
from kotc_sim.editions.switches import SWITCHES

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("propose-a-price.md", "propose-a-keyword.md", "propose-a-turn-rule.md")
BLOCKS = [
    textwrap.dedent(block)
    for page in PAGES
    for block in re.findall(
        r"^ *```yaml\n(.*?)^ *```", (DOCS / page).read_text(encoding="utf-8"), re.M | re.S
    )
]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.splitlines()[0][2:] for block in BLOCKS])
def test_proposals_load(block: str, tmp_path: Path) -> None:
    path = tmp_path / block.splitlines()[0][2:]
    path.write_text(block, encoding="utf-8")
    assert load_edition(path).base == "kotc-17"


def test_a_new_counter_can_be_written_in_the_singular(tmp_path: Path) -> None:
    block = next(block for block in BLOCKS if block.startswith("# rust"))
    (tmp_path / "rust.yaml").write_text(block, encoding="utf-8")
    edition = load_edition(tmp_path / "rust.yaml")
    _, (ability,) = parse_text("Target 1 on-field minion; place 1 Rust Counter on it.", edition, "spell")
    assert ability.subs[0].effects[0].row.id == "effect.place_rust"


def test_the_deck_of_the_document_loads(tmp_path: Path) -> None:
    page = (DOCS / "deck-format.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(.*?)```", page, re.S)
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "mine.yaml").write_text("- {name: Cat, sp: 1, hp: 1}\n", encoding="utf-8")
    (tmp_path / "rats.yaml").write_text(block, encoding="utf-8")
    assert load_deck(tmp_path / "rats.yaml").size == 40


def test_every_switch_and_primitive_is_documented() -> None:
    page = (DOCS / "edition-format.md").read_text(encoding="utf-8")
    assert [
        name for name in (*SWITCHES, *EFFECTS) if f"`{name}`" not in page and f"{{{name}: " not in page
    ] == []
