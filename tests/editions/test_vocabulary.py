"""The vocabularies against the published tables: every text, formula and Ultra Point."""

from __future__ import annotations

import csv
import itertools
import re
from fractions import Fraction
from pathlib import Path

import pytest

from kotc_sim.games.keeper.editions import edition_names, load_edition, parse_formula
from kotc_sim.games.keeper.engine.switches import SWITCHES
from scripts.write_editions import PAGE, with_editions

FIGURES = Path(__file__).with_name("figures")
EDITIONS = edition_names()
FOUR = ("kotc-17", "kotc-12", "kotc-9", "kotc-5")


def published(name: str) -> dict[str, dict[str, str]]:
    with (FIGURES / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return {row["id"]: row for row in csv.DictReader(stream)}


def test_all_editions_are_there_latest_first() -> None:
    numbers = [load_edition(name).number for name in EDITIONS]
    assert numbers == sorted(numbers, reverse=True)
    assert set(FOUR) < set(EDITIONS)
    assert {path.stem for path in FIGURES.glob("*.csv")} == set(EDITIONS)


def test_every_formula_gives_what_the_table_gives() -> None:
    """The tables' formulas are evaluated by Python, with fractions for numbers; the same formula of several rows once."""
    formulas = {
        (figures["formula"], load_edition(name).rows[row_id].level) for name in EDITIONS for row_id, figures in published(name).items()
    }
    for formula, level in formulas:
        ours = compile(re.sub(r"(\d+(?:\.\d+)?)", r"Fraction('\1')", formula), formula, "eval")
        for x, y, t, a in itertools.product((1, 2, 3, 7), (1, 4, 9), ("0", "1", "5/2"), ("1", "1/6")):
            values = {"x": Fraction(x), "y": Fraction(y), "t": Fraction(t), "a": Fraction(a)}
            assert level.evaluate(**values) == eval(ours, {"Fraction": Fraction}, values), formula


@pytest.mark.parametrize("name", EDITIONS)
def test_vocabulary_equals_the_published_table(name: str) -> None:
    edition = load_edition(name)
    table = published(name)
    assert set(edition.rows) == set(table)
    for row_id, row in edition.rows.items():
        assert row.text == table[row_id]["text"], row_id
        assert row.section == table[row_id]["section"], row_id
        assert row.level.text == table[row_id]["formula"], row_id
        assert row.level.tree == parse_formula(table[row_id]["formula"]).tree, row_id
        assert row.ultra == int(table[row_id]["ultra"]), row_id


@pytest.mark.parametrize("name", EDITIONS)
def test_banned_rows_are_those_marked_redacted(name: str) -> None:
    marked = {row_id: int(found[1]) for row_id, row in published(name).items() if (found := re.search(r"redacted in (\d+)", row["notes"]))}
    assert {row.id: row.redacted for row in load_edition(name).rows.values() if row.banned} == marked
    assert all(number <= load_edition(name).number for number in marked.values())


@pytest.mark.rule("9.ban.19")
def test_limits_are_those_of_the_published_table() -> None:
    for row_id, row in published("kotc-9").items():
        limit = {"x": int(row["vars"].removeprefix("x<="))} if row["vars"] else {}
        assert dict(load_edition("kotc-9").rows[row_id].vars) == limit, row_id
    assert all(row.banned for row in load_edition("kotc-9").rows.values() if row.vars)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_switch_is_set(name: str) -> None:
    assert set(load_edition(name).rules) == set(SWITCHES)


# The table of switches in the notation, read across: 17th, 12th, 9th, 5th Edition.
SWITCH_TABLE = {
    "starting_hp": (35, 35, 20, 60),
    "deck_min": (40, 40, 40, 40),
    "deck_max": (60, 60, 40, 60),
    "ultra_limit": (10, "none", "none", "none"),
    "reserves": ("none", "beside", "among", "none"),
    "reserves_size": (0, 5, 10, 0),
    "mulligan": (True, False, False, False),
    "resource_phase": ("draw_then_sow", "place_or_draw", "place_or_draw", "place_or_draw"),
    "level_min": (0, 1, 1, 1),
    "base_level": ("sp + hp/2", "sp + hp/5", "sp + hp/5", "sp + hp/5"),
    "rounding": ("ability", "ability", "card", "card"),
    "targets_at": ("resolution", "activation", "activation", "activation"),
    "up_to_zero": (True, False, True, True),
    "responses": ("everyone", "everyone", "none", "one"),
    "piercing": (True, False, False, False),
    "losing": ("criteria", "criteria", "elimination", "elimination"),
    "destroyed_user": ("controller", "grave_owner", "controller", "controller"),
    "deployed_pays_itself": (False, False, True, True),
    "deployed_condition": ("ignored", "must_be_met", "must_be_met", "never"),
}


@pytest.mark.parametrize("switch", SWITCH_TABLE)
def test_switches_of_the_editions(switch: str) -> None:
    assert tuple(load_edition(name).rules[switch] for name in FOUR) == SWITCH_TABLE[switch]


@pytest.mark.rule("12.counter.23")
def test_counter_types() -> None:
    assert set(load_edition("kotc-17").counters) == {
        "sword",
        "shield",
        "voodoo",
        "weakness",
        "damage",
        "exhaustion",
        "fatigue",
        "berzerk",
        "taunt",
        "medic",
        "assassin",
        "dice",
        "trap",
        "undying",
    }
    assert set(load_edition("kotc-12").counters) == {"offense", "defense", "weakness", "damage", "exhaustion", "dice", "immortality"}
    assert set(load_edition("kotc-9").counters) - set(load_edition("kotc-5").counters) == {"dice"}


@pytest.mark.parametrize("name", EDITIONS)
def test_every_placed_counter_has_a_row_of_its_own(name: str) -> None:
    edition = load_edition(name)
    placed = {step["place"]["counter"] for row in edition.rows.values() for step in row.program if "place" in step}
    assert placed == set(edition.counters)


def test_the_readme_has_the_table_of_editions() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_editions(page), "run scripts/write_editions.py"
    assert with_editions(page.replace("| `kotc-16` |", "| `kotc-61` |")) == page
