"""Cards and decks from YAML to a table and back: nothing is lost."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim import games
from kotc_sim.cli import app
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.yaml_source import parse_yaml
from kotc_sim.yaml_source.places import deck_folder
from tests.decks import EDITIONS

CARDS = sorted((deck_folder() / "cards").glob("*.yaml"))
OWN = """
edition: kotc-20
library:
  - {name: Élan, kind: minion, sp: 2, hp: 4, columns: {Artist: Zoë, Worth: "=1+1", Note: "'-x"}}
  - {name: "-Bolt", text: "Target 1 on-field minion; destroy it.", design_edition: null, columns: {Artist: ""}}
  - name: Unused
    offense: 1
    defense: 1
cards: {Élan: 30, -Bolt: 9, minion 2/4: 1}
"""


def convert(file: Path, out: Path) -> str:
    done = CliRunner().invoke(app, ["convert", str(file), str(out)])
    if done.exception:
        raise AssertionError(done.stderr) from done.exception
    return out.read_text("utf-8-sig") if out.suffix in (".yaml", ".csv", ".tsv") else ""


def cards_in(path: Path) -> list[tuple[Any, ...]]:
    game, root = games.read(path)
    cards: Sequence[Any] = game.cards(root)
    keys = ("name", "kind", "sp", "hp", "level", "printed_level", "design_edition", "printed_ultra")
    return [(card.text.strip(), *(getattr(card, key) for key in keys)) for card in cards]


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_shipped_cards_come_back_as_they_were(path: Path, tmp_path: Path) -> None:
    table = convert(path, tmp_path / "a.csv")
    convert(tmp_path / "a.csv", tmp_path / "b.yaml")
    assert cards_in(path) == cards_in(tmp_path / "a.csv") == cards_in(tmp_path / "b.yaml")
    assert convert(tmp_path / "b.yaml", tmp_path / "b.csv") == table


def test_shipped_decks_come_back_as_they_were(tmp_path: Path) -> None:
    done = 0
    for path in list_shipped_decks(EDITIONS):
        game, root = games.read(path)
        if any(key.raw == "reserves" for key, _ in root.pairs):
            continue
        convert(path, tmp_path / f"{done}.csv")
        text = convert(tmp_path / f"{done}.csv", tmp_path / f"{done}.yaml")
        again = game.deck(parse_yaml(text, str(path)))
        assert [(card.name, count) for card, count in again.counts] == [(card.name, count) for card, count in game.deck(root).counts]
        done += 1
    assert done > 20


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".ods"])
def test_a_designers_own_columns_are_kept(ending: str, tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(OWN, encoding="utf-8")
    convert(tmp_path / "set.yaml", tmp_path / f"set{ending}")
    convert(tmp_path / f"set{ending}", tmp_path / "back.yaml")
    game, root = games.read(tmp_path / "back.yaml")
    rows = {row["name"]: row for row in root.plain()["library"]}
    assert rows["Élan"]["columns"] == {"Artist": "Zoë", "Worth": "=1+1", "Note": "'-x"}
    assert rows["-Bolt"]["design_edition"] == "none"
    assert rows["Unused"]["sp"] == 1
    assert [(card.name, count) for card, count in game.deck(root, legal=False).counts] == [("Élan", 30), ("-Bolt", 9), ("minion 2/4", 1)]
    assert cards_in(tmp_path / "back.yaml") == cards_in(tmp_path / "set.yaml") == cards_in(tmp_path / f"set{ending}")


def test_excel_reads_accents_and_calculates_nothing(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(OWN, encoding="utf-8")
    convert(tmp_path / "set.yaml", tmp_path / "set.csv")
    assert (tmp_path / "set.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    cells = [cell for row in csv.reader((tmp_path / "set.csv").read_text("utf-8-sig").splitlines()) for cell in row]
    assert "Zoë" in cells
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


@pytest.mark.parametrize(
    ("content", "out", "what"),
    [
        ("cards: {minion 2/4: 40}\nreserves: {minion 1/1: 1}\n", "a.csv", "no place for `reserves`"),
        ("- {name: A, level: 2, effects: [x]}\n", "a.csv", "no place for the effects"),
        ("- {name: A, sp: 1, hp: 1, columns: {Text: x}}\n", "a.csv", "as one of the game"),
        ("- {name: A, sp: 1, hp: 1}\n", "a.docx", "ends in .docx"),
        ("- {name: A, sp: 1, hp: 1}\n", "set.yaml", "there already"),
        ("extends: kotc-20\nname: x\n", "a.csv", "of the kind edition"),
    ],
)
def test_what_cannot_be_converted_says_why(content: str, out: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(content, encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    done = CliRunner().invoke(app, ["convert", str(tmp_path / "set.yaml"), str(tmp_path / out)])
    assert done.exit_code == 2
    assert what in " ".join(done.stderr.split())
    assert sorted(tmp_path.iterdir()) == before


def test_a_heading_without_reserves_is_none(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("40 Thor\nReserves\n", encoding="utf-8")
    convert(tmp_path / "deck.txt", tmp_path / "deck.csv")
    assert (tmp_path / "deck.csv").read_text().split() == ["name,copies", "Thor,40"]


def test_a_row_with_a_name_and_copies_is_a_card_defined_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("edition: kotc-20,,\nName,Copies,Notes\nThor,4,mine\nVelociraptor,36,\n")
    done = CliRunner().invoke(app, ["deck", str(tmp_path / "deck.csv"), "--json"])
    (deck,) = json.loads(done.stdout)["decks"]
    assert deck["size"] == 40
    assert deck["edition"] == "kotc-20"
