"""One table for a switch: what follows from a row, and that a new row is all that a new switch takes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kotc_sim.games.keeper.engine import record
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.levelup.editions.loader import load_edition as load_levelup
from kotc_sim.games.levelup.engine import record as levelup_record
from kotc_sim.games.levelup.engine import switches as levelup
from kotc_sim.games.switches import REQUIRED, Field, Range, Switch, field_names, write_fields
from scripts.write_switches import PAGE, with_switches

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_has_the_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_switches(page), "run scripts/write_switches.py"
    stale = page.replace("| `piercing` | `true`", "| `piercing` | `maybe`")
    assert stale != page == with_switches(stale)


def test_published_switches_have_no_default() -> None:
    """The rulebooks settle them: an edition without `extends` has to say so."""
    assert [name for name, switch in SWITCHES.items() if switch.default == REQUIRED] == list(SWITCHES)[:45]


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=lambda switch: switch.name)
def test_every_number_of_a_field_belongs_to_a_value(switch: Switch) -> None:
    for field in switch.fields:
        if field.numbers is None:
            assert isinstance(switch.values, Range) or switch.values == "bool"
        else:
            assert isinstance(switch.values, tuple)
            assert set(field.numbers) < set(switch.values)  # one of them counts 0
            assert 0 not in field.numbers.values()
    assert switch.meaning


def test_the_fields_stand_in_the_record() -> None:
    names = record.MATCH.names or ()
    first = names.index("starting_hp")
    mine = field_names(SWITCHES.values())
    assert list(names[first : first + len(mine)]) == mine
    assert len(set(mine)) == len(mine)


def test_the_second_games_table_and_file_agree() -> None:
    edition = load_levelup()
    assert [switch.name for switch in levelup.SWITCHES] == list(edition.switches)
    assert {switch.name for switch in levelup.PARAMETERS} < set(edition.parameters)
    for switch in levelup.SWITCHES:
        values = edition.switches[switch.name].values
        for field in switch.fields:
            assert set(field.numbers or ()) <= set(values), switch.name
            assert (field.numbers is None) == (not values or isinstance(values[0], bool)), switch.name
    assert list(levelup_record.RULES.names or ()) == field_names((*levelup.PARAMETERS, *levelup.SWITCHES))


def test_what_values_count() -> None:
    assert [Field("f").number(value) for value in (True, False, 7)] == [1, 0, 7]
    assert [Field("f", {"b": 2}).number(value) for value in ("a", "b")] == [0, 2]
    assert [Field("f", none=-1).number(value) for value in (None, 3)] == [-1, 3]
    table = [
        Switch("s", ("a", "b"), fields=(Field("x", {"b": 1}), Field("late", {"a": 5}))),
        Switch("t", "bool", fields=(Field("y"), Field("z"))),
    ]
    assert field_names(table) == ["x", "late", "y", "z"]
    written: dict[str, int] = {}
    write_fields(written, table, {"s": "a", "t": True})
    assert written == {"x": 0, "late": 5, "y": 1, "z": 1}


ROW = "imaginary,never|twice,never,dreamt:twice=2,what nobody does\n"
ASK = """
import sys
from pathlib import Path
from kotc_sim.cli import main
from kotc_sim.games.keeper.build import Builder
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine.record import MATCH
from scripts.write_switches import PAGE, with_switches
print("dreamt" in MATCH.names, *(int(Builder(load_edition(name)).m.dreamt) for name in ("kotc-17", "proposal.yaml")))
print(*(line for line in with_switches(PAGE.read_text(encoding="utf-8")).splitlines() if "imaginary" in line))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which a row was added to the table, and nothing else was changed."""
    tree = tmp_path_factory.mktemp("switch")
    for name in ("kotc_sim", "strategies", "experiments", "reports", "scripts", "docs", "decks"):
        shutil.copytree(ROOT / name, tree / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    table = tree / "kotc_sim" / "games" / "keeper" / "engine" / "switches.csv"
    table.write_text(table.read_text() + ROW)
    (tree / "proposal.yaml").write_text("name: proposal\nextends: kotc-17\nrules: {imaginary: twice}\n")
    return tree


def ask(copy: Path, *arguments: str, rc: int = 0) -> str:
    environment = {**os.environ, "PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == rc, done.stderr
    return done.stdout + done.stderr


def test_a_new_switch_is_one_row(copy: Path) -> None:
    fields, row = ask(copy, "-c", ASK).splitlines()
    assert fields == "True 0 2"
    assert row == "| `imaginary` | `never`, `twice`; `never` where a file does not name it | what nobody does |"
    shown = ask(copy, "-m", "kotc_sim.cli", "edition", "show", "kotc-17")
    assert ["imaginary", "never", "what nobody does"] in [re.split(" {2,}", line.strip()) for line in shown.splitlines()]
    assert json.loads(ask(copy, "-m", "kotc_sim.cli", "edition", "show", "proposal.yaml", "--json"))["rules"]["imaginary"] == "twice"
    assert "rule imaginary: never -> twice" in ask(copy, "-m", "kotc_sim.cli", "edition", "check", "proposal.yaml")
    (copy / "wrong.yaml").write_text("name: wrong\nextends: kotc-17\nrules: {imaginary: thrice}\n")
    assert "the switch imaginary cannot be 'thrice'" in ask(copy, "-m", "kotc_sim.cli", "edition", "show", "wrong.yaml", rc=2)


def test_a_new_switch_is_in_the_difference_of_editions(copy: Path) -> None:
    (copy / "short.yaml").write_text("name: short\nextends: kotc-17\nrules: {turn_limit: 1}\n")  # games without a compiler are slow
    (copy / "dream.yaml").write_text("name: dream\nextends: short.yaml\nrules: {imaginary: twice}\n")
    call = ("edition", "diff", "short.yaml", "dream.yaml", "decks/rats.yaml", "--games", "2", "-s", "greedy", "--jobs", "1", "--json")
    told = json.loads(ask(copy, "-m", "kotc_sim.cli", *call))
    assert told["rules"] == [{"rule": "imaginary", "before": "never", "after": "twice"}]
