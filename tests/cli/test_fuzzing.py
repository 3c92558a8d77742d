"""A short pass of damaged and invented input of every kind; ``scripts/fuzz_inputs.py`` tries more (docs/reliability.md)."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests import fuzzing
from tests.fuzzing import changes
from tests.fuzzing.case import Case, tried

ROOT = Path(__file__).resolve().parents[2]
CASES = 8


def fuzz(*words: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: this one may have compiled kernels, and a match with them."""
    command = [sys.executable, str(ROOT / "scripts" / "fuzz_inputs.py"), *words, "--seconds", "300", "--patience", "4"]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})


@pytest.fixture(scope="module")
def short_pass() -> subprocess.CompletedProcess[str]:
    return fuzz("--cases", str(CASES))


@pytest.mark.parametrize("kind", fuzzing.KINDS)
def test_no_input_is_worse_than_refused(kind: str, short_pass: subprocess.CompletedProcess[str]) -> None:
    assert f"{kind}: {CASES} cases, 0 failed" in short_pass.stdout, short_pass.stdout + short_pass.stderr


def test_a_pass_without_a_fault_ends_well(short_pass: subprocess.CompletedProcess[str]) -> None:
    assert short_pass.returncode == 0, short_pass.stdout + short_pass.stderr


def test_a_long_pass_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    fuzz("strategy", "meta", "--cases", "2", "--position", str(position))
    assert json.loads(position.read_text())["state"]["next"] == 2
    done = fuzz("strategy", "meta", "--cases", "3", "--position", str(position))
    assert json.loads(position.read_text())["state"]["next"] == 3
    assert "6 cases from number 0 on, 0 failed" in done.stdout
    assert "another run" in fuzz("strategy", "--cases", "3", "--position", str(position)).stderr


def test_cases_are_always_the_same_and_change_something() -> None:
    for kind in ("deck", "edition", "scenario", "scenario-levelup", "meta"):
        made = [fuzzing.case_of(kind, number) for number in range(12)]
        assert made == [fuzzing.case_of(kind, number) for number in range(12)]
        assert len({str(case.files) for case in made}) > 9


def test_faults_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(["editions"], {})
    assert tried(case).fault == ""
    assert tried(Case(["deck", "x"], {})).fault == ""
    assert tried(Case(["deck", "x.yaml"], {"x.yaml": "cards: 1"}, tells=True)).fault == ""
    assert tried(Case(["edition", "show", "x"], {}, tells=True)).fault == ""  # there is no such edition: of the whole
    assert tried(Case(["words", "destroy", "-e"], {}, tells=True)).fault.startswith("names no line: ")
    assert tried(Case(["editions"], {"ran": ""})).fault == "ran a program that nobody named"
    assert tried(Case(["editions", "--json"], {}, gives='{"x": 1}')).fault == "gives another result"
    broken = {"x.yaml": "- {name: A, sp: 0, hp: 0, text: 'x'}\n- {name: A, sp: 0, hp: 0}"}
    assert tried(Case(["check", "x.yaml"], broken, checks=True)).fault == ""
    monkeypatch.setattr("kotc_sim.games.GAMES", None)
    assert tried(case).fault.startswith("AttributeError: ")
    monkeypatch.undo()
    monkeypatch.setattr("tests.fuzzing.case.LONGEST", -1.0)
    assert tried(case).fault.endswith(" s of the processor")
    monkeypatch.undo()
    monkeypatch.setattr("tests.fuzzing.case.WAITS", 0.0)
    assert " s by the clock, " in tried(case).fault
    monkeypatch.undo()
    monkeypatch.setattr("kotc_sim.errors.printable", lambda text: text)
    assert "writes '\\x1b'" in tried(Case(["deck", "x\x1b[2J"], {})).fault


def test_an_exit_code_that_a_command_does_not_document_is_a_fault() -> None:
    files = {"deck.yaml": "name: A\nedition: kotc-17\ncards: {minion 2/4: 1}\n"}  # too few cards
    assert tried(Case(["deck", "deck.yaml"], files, checks=True)).fault == ""
    assert tried(Case(["deck", "deck.yaml"], files)).fault == "exit code 1"


def test_texts_and_trees_are_changed() -> None:
    rng = random.Random(1)
    assert len({changes.text_changed("name: Rats", rng) for _ in range(100)}) > 50
    tree = {"name": "Rats", "cards": [1, 2, {"x": "y", "z": True}]}
    assert len({str(changes.damaged(tree, rng)) for _ in range(100)}) > 50
    varied = [changes.varied(tree, rng) for _ in range(100)]
    assert len(set(map(str, varied))) > 10
    assert all(one.keys() == tree.keys() and len(one["cards"]) == 3 and isinstance(one["name"], str) for one in varied)
