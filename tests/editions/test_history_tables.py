"""The editions against two tables of all years: prices traced from edition to edition, and the rules that changed.

The tables were made from the rulebooks by others than the edition files, text by text. ``prices.csv`` has a row for each component and
edition; ``switches.csv`` what a rulebook says, from which edition to which, and the switch and value that stand for it.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from kotc_sim.games.keeper.editions import Edition, load_edition, parse_formula

TABLES = Path(__file__).with_name("history")
NUMBERS = range(1, 18)


def table(name: str) -> list[dict[str, str]]:
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def published(number: int) -> Edition:
    """The 12th that was published: `kotc-12` follows an earlier text."""
    return load_edition("kotc-12-published" if number == 12 else f"kotc-{number}")


@pytest.mark.parametrize("number", NUMBERS)
def test_prices_are_those_of_the_table(number: int) -> None:
    edition = published(number)
    rows = [row for row in table("prices") if int(row["edition"]) == number]
    assert len(rows) > 40
    for row in rows:
        mine = edition.rows[row["id"]]
        assert mine.level.tree == parse_formula(row["formula"]).tree, row["id"]
        assert mine.ultra == int(row["ultra"]), row["id"]


def test_rules_are_those_of_the_table() -> None:
    """What the table says of an edition stands in its file; the same words in two rows of a switch mean the same value."""
    rows = table("switches")
    meant: dict[tuple[str, str], set[str]] = defaultdict(set)
    seen: dict[str, set[int]] = defaultdict(set)
    for row in rows:
        first, last = (int(number) for number in row["editions"].split("-"))
        for number in range(first, last + 1):
            assert str(published(number).rules[row["rule"]]) == row["value"], (row["switch"], number)
            assert number not in seen[row["switch"]], (row["switch"], number)
            seen[row["switch"]].add(number)
        meant[row["switch"], row["published"]].add(row["value"])
    assert all(len(values) == 1 for values in meant.values())
    assert len(seen) > 30
    assert [switch for switch, numbers in seen.items() if numbers != set(NUMBERS)] == ["chain_first_asked"]  # no chains from 7 to 10
