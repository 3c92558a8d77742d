"""Cards in tables: CSV, TSV and spreadsheets say what the same cards say in YAML."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError

ROWS = [
    ["Name", "Kind", "SP", "HP", "Text", "Level", "Copies", "My notes"],
    ["Élan", "minion", "2", "4", "", "4", "30", "fast; old, good"],
    ["Bolt", "spell", "", "", "Target 1 on-field minion; destroy it.", "2", "10", ""],
]
YAML = """
- {name: Élan, kind: minion, sp: 2, hp: 4, level: 4}
- {name: Bolt, kind: spell, text: "Target 1 on-field minion; destroy it.", level: 2}
"""


def as_text(rows: list[list[str]], separator: str, encoding: str, path: Path) -> Path:
    lines = [separator.join(f'"{cell}"' if separator in cell or "," in cell else cell for cell in row) for row in rows]
    path.write_text("\r\n".join(lines) + "\r\n", encoding=encoding)
    return path


def cards_in(path: Path) -> list[tuple[object, ...]]:
    game, root = games.read(path)
    return [(card.name, card.kind, card.sp, card.hp, card.abilities, card.level, card.printed_level) for card in game.cards(root)]  # type: ignore[attr-defined]


@pytest.fixture
def expected(tmp_path: Path) -> list[tuple[object, ...]]:
    path = tmp_path / "cards.yaml"
    path.write_text(YAML, encoding="utf-8")
    return cards_in(path)


@pytest.mark.parametrize(("separator", "ending"), [(",", ".csv"), (";", ".csv"), ("\t", ".tsv")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_separated_tables(separator: str, ending: str, encoding: str, expected: list[tuple[object, ...]], tmp_path: Path) -> None:
    assert cards_in(as_text(ROWS, separator, encoding, tmp_path / f"set{ending}")) == expected


@pytest.mark.parametrize(("ending", "engine"), [(".xlsx", "openpyxl"), (".ods", "odf")])
def test_spreadsheets(ending: str, engine: str, expected: list[tuple[object, ...]], tmp_path: Path) -> None:
    path = tmp_path / f"set{ending}"
    numbers = [[int(cell) if cell.isdecimal() else cell for cell in row] for row in ROWS]
    pd.DataFrame(numbers).to_excel(path, header=False, index=False, engine=engine)  # type: ignore[arg-type]
    assert cards_in(path) == expected


def test_a_column_of_copies_makes_a_deck(tmp_path: Path) -> None:
    game, root = games.read(as_text(ROWS, ";", "utf-8", tmp_path / "set.csv"))
    assert games.kind_of(root) == "deck"
    assert [(card.name, count) for card, count in game.deck(root).counts] == [("Élan", 30), ("Bolt", 10)]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("Kind,SP\nminion,2\n", 1, "no column `name`"),
        ("", 1, "no column `name`"),
        ("Name,SP,Offense\nA,2,2\n", 1, "two columns"),
        ("Name,SP,HP\nA,2,4\n\n,1,1\n", 4, "no name"),
        ("Name,SP,HP\nA,2,4\nB,2,x\n", 3, "hp is 'x', not a whole number. Write one, such as 4."),
        ("Name,SP,HP\nA,2,4\nB,2,-1\n", 3, "hp is -1. Write a number from 0 to 999."),
        ('Name,SP,HP\n"A,2,4\n', 2, "cannot be read"),
    ],
)
def test_faults_name_their_line(text: str, line: int, what: str, tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(text)
    with pytest.raises(KotcError) as caught:
        cards_in(path)
    assert what in str(caught.value)
    assert caught.value.line == line


def test_what_is_no_spreadsheet_says_so(tmp_path: Path) -> None:
    path = tmp_path / "set.xlsx"
    path.write_bytes(b"PK\x03\x04 broken")
    with pytest.raises(KotcError, match=r"cannot be read.*CSV"):
        cards_in(path)
