"""`rate` of a table writes the same rows, with what was found at their right."""

from __future__ import annotations

import csv
from pathlib import Path

from typer.testing import CliRunner

from kotc_sim import games
from kotc_sim.cli import app
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.result import Measure, Verdict
from kotc_sim.experiments.worth.result import RatedCard
from kotc_sim.experiments.worth.sheet import FOUND, add_found
from kotc_sim.yaml_source import read_table

TABLE = "edition: kotc-20;;;;\nNote;Name;SP;HP;Artist\n'=secret;Élan;2;4;Zoë\n;Thin;1;0\nold;Wall;0;4;Bob\n"


def found(name: str, level: int, gain: float) -> RatedCard:
    card = object.__new__(RatedCard)
    for key, value in {"name": name, "level": level, "gain": Measure(gain, Ends(gain - 1, gain + 1)), "verdict": Verdict.FAIR}.items():
        object.__setattr__(card, key, value)
    return card


def test_rows_are_kept_and_get_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(TABLE, "utf-8")
    game, root = games.read(path)
    cards = [card for card in game.cards(root) if card.name != "Thin"]
    rows = read_table(path)
    assert rows is not None
    made = add_found(rows, game, cards, [found("Élan", 4, 0.5), found("Wall", 2, -2.0)])
    assert made[0] == ["edition: kotc-20", "", "", "", ""]
    assert made[1] == ["Note", "Name", "SP", "HP", "Artist", *FOUND]
    assert made[2] == ["=secret", "Élan", "2", "4", "Zoë", 4, "yes", 0.5, -0.5, 1.5, "fair"]
    assert made[3] == ["", "Thin", "1", "0", "", *[""] * len(FOUND)]
    assert made[4] == ["old", "Wall", "0", "4", "Bob", 2, "yes", -2.0, -3.0, -1.0, "fair"]
    again = add_found(
        [(k + 1, [str(cell) for cell in row]) for k, row in enumerate(made)], game, cards, [found("Élan", 4, 1.5), found("Wall", 2, 0.0)]
    )
    assert again[1] == ["Note", "Name", "SP", "HP", "Artist", "level", "legal", "gain", "gain low", "gain high", "verdict"]
    assert again[2][-4:] == [1.5, 0.5, 2.5, "fair"]


def test_rate_writes_the_table_that_excel_opens(tmp_path: Path, few_games: None) -> None:
    path, out = tmp_path / "set.csv", tmp_path / "rated.csv"
    path.write_text(TABLE, "utf-8")
    done = CliRunner().invoke(app, ["rate", str(path), "--card", "Wall", "--profile", "random", "--csv", str(out), "--brief"])
    assert (done.exit_code, done.exception) == (0, None), done.output
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(out.read_text("utf-8-sig").splitlines()))
    assert [row[:5] for row in rows[1:]] == [row.split(";") + [""] * (5 - len(row.split(";"))) for row in TABLE.splitlines()[1:]]
    assert rows[-1][5:7] == ["2", "yes"]
    assert float(rows[-1][8]) < float(rows[-1][7]) < float(rows[-1][9])
    assert rows[-1][10] == "provisional"
    assert [file.name for file in tmp_path.glob("rated*")] == ["rated.csv"]  # the one table that was asked for
