import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.output import plain_cell
from kotc_sim.reports import Column, Footer, Measure, Report, Section, Table, Verdict
from kotc_sim.reports.kit import export
from kotc_sim.reports.kit.terminal import table
from kotc_sim.reports.kit.wording import columns
from tests.reports.samples import ALL, module_of

CARDS = Table(
    "Cards",
    [Column("Card"), Column("Impact", "difference"), Column("Games", "count"), Column("Note")],
    [["Rat", Measure(0.061, 0.046, 0.076), 12_402, None], ["Ogre 鬼", Measure(-0.02), 7, None]],
)


def test_columns_in_which_nothing_is_known_are_left_out() -> None:
    kept = CARDS.without_empty_columns()
    assert [column.title for column in kept.columns] == ["Card", "Impact", "Games"]
    assert len(kept.rows) == 2


def test_a_short_row_is_an_error() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells under 2 columns"):
        Table("Cards", [Column("Card"), Column("Games", "count")], [["Rat"]])


def test_a_frame_keeps_intervals_in_columns_of_their_own() -> None:
    frame = CARDS.to_frame()
    assert frame["impact low"].tolist()[0] == 0.046
    assert frame["games"].tolist() == [12_402, 7]
    assert pd.isna(frame["impact low"][1])


def test_terminal_columns_line_up_even_with_wide_characters() -> None:
    lines = table(CARDS.without_empty_columns(), 80).split("\n")
    assert len(lines) == 4
    assert {columns(line) for line in lines} == {columns(lines[1])}
    assert lines[2].endswith("12,402")


@pytest.mark.parametrize("width", [24, 40, 60, 100, 200])
def test_a_table_stays_inside_the_window(width: int) -> None:
    long = Table(
        "Long",
        [Column("Card"), Column("Score", "share"), Column("Why")],
        [["A card with a very long name indeed", Measure(0.5, 0.4, 0.6), "because " * 12]] * 2,
    )
    text = table(long, width)
    assert max(columns(line) for line in text.split("\n")) <= width
    assert " ".join(text.split()).count("because") == 24  # wrapped, not cut


def test_a_command_is_not_broken() -> None:
    command = "kotc-sim replay decks/rats.yaml decks/ogres.yaml --seed 1 --game 812"
    games = Table("Games", [Column("Why"), Column("To read it", "code")], [["the longest of all the games", command]])
    for width in (24, 60, 100):
        assert any(line.endswith(command) for line in table(games, width).split("\n")), width


def small_report(*tables: Table) -> Report:
    return Report("Cards", Verdict("fair", "All is well."), Footer("kotc-sim card"), sections=[Section("S", tables=tables)])


@pytest.mark.parametrize("name", ALL)
def test_csv_says_what_the_frame_says(name: str, tmp_path: Path) -> None:
    made = module_of(name).report(ALL[name])
    paths = export.csv(made, tmp_path / "out.csv")
    for path, shown in zip(paths, export.names(made).values(), strict=True):
        frame = shown.to_frame().rename(columns=plain_cell).map(plain_cell)
        pd.testing.assert_frame_equal(pd.read_csv(path), pd.read_csv(io.StringIO(frame.to_csv(index=False))), check_dtype=False)


def test_csv_is_written_without_pandas(tmp_path: Path) -> None:
    code = f"""
import sys
from kotc_sim.reports import Column, Measure, Report, Section, Table
from kotc_sim.reports.kit.export import _write_csv
from pathlib import Path
import numpy as np
rows = [["=Rat", Measure(np.float64(0.1), 0.0, None), 1, True], ['Ogre, "the"', Measure(float("nan")), None, float("inf")]]
_write_csv(Table("T", [Column("Card"), Column("Impact"), Column("Games"), Column("")], rows), Path({str(tmp_path / "out.csv")!r}), ",")
print("pandas" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")
    assert (tmp_path / "out.csv").read_text() == (
        'card,impact,impact low,impact high,games,name\n\'=Rat,0.1,0.0,,1,True\n"Ogre, ""the""",,,,,inf\n'
    )


def test_csv_has_a_file_for_each_table(tmp_path: Path) -> None:
    """The first table goes to the file that is named, further ones beside it."""
    report = small_report(CARDS, Table("Cards", [Column("Card")], [["Rat"]]), Table("How 鬼 end/..", [Column("N")], [[1]]))
    paths = export.csv(report, tmp_path / "out.csv")
    assert [path.name for path in paths] == ["out.csv", "out-cards-2.csv", "out-how-end.csv"]
    assert sorted(tmp_path.iterdir()) == sorted(paths)
    assert paths[0].read_text("utf-8-sig").splitlines()[0] == "card,impact,impact low,impact high,games,note"
    assert pd.read_csv(paths[0])["impact"].tolist() == [0.061, -0.02]
    assert export.csv(small_report(CARDS), tmp_path / "plain") == [tmp_path / "plain"]
    (tabs,) = export.csv(small_report(CARDS), tmp_path / "out.tsv")
    assert tabs.read_text("utf-8-sig").splitlines()[0] == "card\timpact\timpact low\timpact high\tgames\tnote"


def test_a_long_caption_gives_a_file_name_that_can_be_written(tmp_path: Path) -> None:
    tables = [Table(f"What {'Thunderstrike ' * 40}{n}", [Column("N")], [[n]]) for n in range(3)]
    paths = export.csv(small_report(CARDS, *tables), tmp_path / "out.csv")
    assert [pd.read_csv(path)["n"].tolist() for path in paths[1:]] == [[0], [1], [2]]
    assert all(len(path.name) < 100 for path in paths)


def test_parquet_without_pyarrow_names_the_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "find_spec", lambda name: None)
    with pytest.raises(KotcError, match=r"needs pyarrow.*pip install 'kotc-sim\[parquet\]'"):
        export.parquet(small_report(CARDS), tmp_path / "out.parquet")


def test_parquet_keeps_the_numbers(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (path,) = export.parquet(small_report(CARDS), tmp_path / "out.parquet")
    assert pd.read_parquet(path)["games"].tolist() == [12_402, 7]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_every_report_can_be_exported(tmp_path: Path, name: str, kind: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    report = module_of(name).report(ALL[name])
    paths = getattr(export, kind)(report, tmp_path / f"out.{kind}")
    read: Any = {"csv": pd.read_csv, "parquet": pd.read_parquet}[kind]
    shown = [(len(table.rows), len(table.to_frame().columns)) for table in export.names(report).values()]
    assert [read(path).shape for path in paths] == shown
    assert paths[0] == tmp_path / f"out.{kind}"


def test_an_unwritable_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match=r"none/out\.csv: the folder .* does not exist. Make it: mkdir -p"):
        export.csv(small_report(CARDS), tmp_path / "none" / "out.csv")
    with pytest.raises(KotcError, match="is a folder, not a file"):
        export.html(small_report(CARDS), tmp_path)


def test_a_report_without_tables_is_not_exported(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match="no table to write"):
        export.csv(small_report(), tmp_path / "out.csv")


def test_a_table_of_many_kinds_is_stacked_on_a_phone_however_wide() -> None:
    matrix = Table("Scores", [Column("Deck"), *[Column(str(k), "share") for k in range(12)]], [["Rats", *[0.5] * 12]])
    figures = Table(
        "All figures", [Column("HP", "number"), Column("length of a game"), *[Column(f"share {k}", "share") for k in range(12)]]
    )
    assert not matrix.stacked
    assert figures.stacked


def test_files_of_a_set_of_cards_say_whose_they_are() -> None:
    """They were ``by-number-of-copies-17``, and the table of all stood in two files."""
    cards = [{**card, "name": f"Card {k}"} for k, card in enumerate(ALL["rate"]["cards"])]
    files = set(export.names(module_of("rate").report({**ALL["rate"], "cards": cards})))
    assert not [name for name in files if name.endswith("-2")]
    assert {f"card-{k}-by-number-of-copies" for k in range(len(cards))} < files
