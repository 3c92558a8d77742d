"""A short pass of damaged and invented input of every kind; ``scripts/fuzz_inputs.py`` tries more (docs/reliability.md)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests import fuzzing

ROOT = Path(__file__).resolve().parents[2]
CASES = 12


@pytest.mark.parametrize("kind", fuzzing.KINDS)
def test_no_input_is_worse_than_refused(kind: str) -> None:
    """In a process of its own: this one may have compiled kernels, and a match with them."""
    command = [sys.executable, str(ROOT / "scripts" / "fuzz_inputs.py"), kind, "--cases", str(CASES), "--seconds", "300", "--patience", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{kind}: {CASES} cases, 0 failed" in done.stdout


def test_cases_are_always_the_same_and_change_something() -> None:
    for kind in ("deck", "edition", "scenario", "scenario-levelup"):
        made = [fuzzing.case_of(kind, number) for number in range(30)]
        assert made == [fuzzing.case_of(kind, number) for number in range(30)]
        assert len({str(case.files) for case in made}) > 25


def test_faults_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    case = fuzzing.Case(["editions"], {})
    assert fuzzing.fault_of(case) == ""
    assert "exit code 2 without a message" not in fuzzing.fault_of(fuzzing.Case(["deck", "x"], {}))
    monkeypatch.setattr("kotc_sim.games.GAMES", None)
    assert fuzzing.fault_of(case).startswith("AttributeError: ")
    monkeypatch.undo()
    monkeypatch.setattr(fuzzing, "LONGEST", -1.0)
    assert fuzzing.fault_of(case).startswith("took ")
    monkeypatch.undo()
    monkeypatch.setattr("kotc_sim.errors.printable", lambda text: text)
    assert "writes '\\x1b'" in fuzzing.fault_of(fuzzing.Case(["deck", "x\x1b[2J"], {}))


def test_texts_are_changed() -> None:
    rng = random.Random(1)
    assert len({fuzzing.text_changed("name: Rats", rng) for _ in range(100)}) > 50
