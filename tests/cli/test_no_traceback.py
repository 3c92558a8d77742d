"""Input that once ended in a traceback, in silence or in a message without a place."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.errors import KotcError
from kotc_sim.runs import Workers
from kotc_sim.strategies import load

DECKS = Path(__file__).parents[2] / "decks"
RATS = str(DECKS / "rats.yaml")


@pytest.mark.parametrize("budget", ["²", "0", "1", "-1", "½", "99999999999999999999", "1000001", "1_000", " 7", "٣", "9" * 5000])
def test_a_number_of_playouts_is_one(budget: str) -> None:
    with pytest.raises(KotcError, match="is not a number of playouts from 2 to 1,000,000"):
        load("kotc", f"lookahead@{budget}")


def test_searches_on_searches_have_an_end() -> None:
    with pytest.raises(KotcError, match="more than 4 searches"):
        load("kotc", "lookahead:" * 2000 + "greedy")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["--help"], ["matchup", "--help"], ["--version"], ["editions"], ["deck", RATS, "--json"]])
def test_a_full_device(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "kotc_sim.cli", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


@pytest.mark.parametrize("address", ["rubbish", "tcp://", "tcp://host", "tcp://127.0.0.1:1", "host:99999999", "[::1]:x", "127.0.0.1:1"])
def test_a_scheduler_that_does_not_answer(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=lambda *_, **__: pytest.fail("a client was made")))
    start = time.monotonic()
    with pytest.raises(KotcError, match=r"is no address of a scheduler|no scheduler answers"):
        Workers(1, address)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("text", "command", "line"),
    [
        ("name: x\nedition: minion 0/0\ncards: {40: minion 1/1}\n", "deck", 2),
        ("edition: minion 0/0\ncards: [{name: A, sp: 1, hp: 1}]\n", "card", 1),
        ("edition: minion 0/0\ncards: [{name: A, sp: 1, hp: 1}]\n", "check", 1),
        ("name: x\nedition: minion 0/0\nplayers: {1: {}, 2: {}}\nexpect: {}\n", "scenario", 2),
        ("name: x\ncards: x\nplayers: {1: {}, 2: {}}\nexpect: {}\n", "scenario", 2),
        ("name: x\nextends: minion 0/0\n", "edition check", 2),
        ("name: x\nextends: nothing\n", "edition check", 2),
    ],
)
def test_what_a_file_names_and_is_not_there_is_told_with_file_and_line(tmp_path: Path, text: str, command: str, line: int) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(text)
    found = CliRunner().invoke(app, [*command.split(), str(path)])
    assert found.exit_code == 2
    assert found.stderr.startswith(f"error: {path}:{line}:"), found.stderr
