"""The YAML in the documents about editions and decks is sound."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim import games
from kotc_sim.cli import app
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.editions.program import EFFECTS
from kotc_sim.games.keeper.engine.switches import SWITCHES

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("propose-a-price.md", "propose-a-keyword.md", "propose-a-turn-rule.md")
BLOCKS = [
    textwrap.dedent(block)
    for page in PAGES
    for block in re.findall(r"^ *```yaml\n(.*?)^ *```", (DOCS / page).read_text(encoding="utf-8"), re.M | re.S)
]


PROPOSALS = {block.splitlines()[0][2:]: block for block in BLOCKS if "\nextends:" in block}
MOMENTS = {block.splitlines()[0][2:]: block for block in BLOCKS if "\nscript:" in block}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with every file that the pages show, under the name in its first line."""
    for block in BLOCKS:
        (tmp_path / block.splitlines()[0][2:]).write_text(block, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", PROPOSALS)
def test_proposals_load(name: str, folder: Path) -> None:
    assert load_edition(folder / name).base == "kotc-17"
    result = CliRunner().invoke(app, ["edition", "check", str(folder / name)], prog_name="kotc-sim")
    assert result.exit_code == 0, result.output
    assert "the file is sound" in result.stdout


def test_the_example_of_balance_is_a_proposal_with_three_prices() -> None:
    parent, example = load_edition("kotc-17"), load_edition(DOCS / "examples" / "kotc-17-balanced.yaml")
    assert example.base == "kotc-17"
    changed = {name for name, row in example.rows.items() if row.level.text != parent.rows[name].level.text}
    effects = {f"effect.{name}" for name in ("destroy", "silo")}
    assert changed == {"target.all_on_field", *effects}
    report = (DOCS / "examples" / "kotc-17-balanced.html").read_text(encoding="utf-8")
    assert all(example.rows[name].level.text in report for name in changed)


@pytest.mark.parametrize("name", MOMENTS)
def test_keywords_do_what_their_scenarios_say(name: str, folder: Path) -> None:
    results = games.run_scenarios(folder / name)
    assert results
    assert [result.differences for result in results if not result.passed] == []


def test_each_way_to_make_a_keyword_has_a_scenario() -> None:
    assert {f"{name.removesuffix('.yaml')}-moment.yaml" for name in ("drain.yaml", "rust.yaml", "underdog.yaml")} == set(MOMENTS)


def test_cards_with_a_new_keyword_are_priced_and_do_not_migrate(folder: Path) -> None:
    call = ["card", str(folder / "leech.yaml"), "--edition", str(folder / "drain.yaml"), "--json"]
    done = CliRunner().invoke(app, call, prog_name="kotc-sim")
    assert done.exit_code == 0, done.output
    levels = {card["name"]: (card["level"], card["ultra"]) for card in json.loads(done.stdout)["cards"]}
    assert levels == {"Leech": (7, 1), "Sip": (4, 1)}  # 1/3 is 3, two dice at 2 a die are 4
    done = CliRunner().invoke(app, [*call, "--migrate", "kotc-17"], prog_name="kotc-sim")
    assert done.exit_code == 1
    missing = [card["migration"]["missing"] for card in json.loads(done.stdout)["cards"]]
    assert missing == [["2-drain enemy"], ["2-drain enemy"]]


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
    assert [name for name in (*SWITCHES, *EFFECTS) if f"`{name}`" not in page and f"{{{name}: " not in page] == []
