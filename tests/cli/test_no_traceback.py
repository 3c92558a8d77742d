"""Input that once ended in a traceback, in silence or in a message without a place."""

from __future__ import annotations

import subprocess
import sys
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


@pytest.mark.parametrize(
    "arguments",
    [
        ["rate", "bad.yaml"],
        ["matchup", "bad.yaml", RATS],
        ["tournament", RATS, "bad.yaml"],
        ["try", "bad.yaml", "--out", "2 Nix", "--in", "2 Nix"],
        ["price", "fly around the moon"],
        ["price", "draw no component", "-e", "levelup"],
    ],
)
def test_what_cannot_be_read_is_said_before_the_compiler_is_loaded(arguments: list[str], tmp_path: Path) -> None:
    text = "name: B\nedition: kotc-17\ncards: {40: Nix}\nlibrary:\n  - {name: Nix, sp: 1, hp: 1, text: Frobnicate.}\n"
    (tmp_path / "bad.yaml").write_text(text)
    command = [sys.executable, "-X", "importtime", "-m", "kotc_sim", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 2
    assert "no component" in done.stderr
    assert " numba\n" not in done.stderr


def test_a_text_in_place_of_a_file_is_told_where_it_stands() -> None:
    done = CliRunner().invoke(app, ["card", "Target 1 on-field minion; destroy it."])
    assert done.exit_code == 2
    assert "kotc-sim docs tutorial" in done.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["--help"], ["matchup", "--help"], ["--version"], ["editions"], ["deck", RATS, "--json"]])
def test_a_full_device(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "kotc_sim.cli", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


@pytest.mark.parametrize("address", ["rubbish", "tcp://", "tcp://host", "tcp://127.0.0.1:1", "host:99999999", "[::1]:x", "127.0.0.1:1"])
def test_a_scheduler_that_does_not_answer(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=lambda *_, **__: pytest.fail("a client was made")))
    with pytest.raises(KotcError, match=r"is no address of a scheduler|no scheduler answers"):
        Workers(1, address)


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


@pytest.mark.parametrize("base", ["kotc-17", "levelup"])
def test_proposals_that_rest_on_each_other(tmp_path: Path, base: str) -> None:
    for number in range(60):
        below = base if number == 0 else f"p{number - 1}.yaml"
        (tmp_path / f"p{number}.yaml").write_text(f"name: p{number}\nextends: {below}\n")
    for number, fine in ((0, True), (9, True), (10, False), (31, False), (59, False)):
        found = CliRunner().invoke(app, ["edition", "check", str(tmp_path / f"p{number}.yaml")])
        assert found.exit_code == (0 if fine else 2), (number, found.output)
        assert fine or "more than 10 proposals extend each other" in found.output
        assert "itself" not in found.output


@pytest.mark.parametrize("file", ["17/rulings_damage.yaml", "9/battle.yaml", "5/keyword.yaml", "levelup/examples_main.yaml"])
def test_check_reads_scenarios_of_every_edition(file: str) -> None:
    path = Path(__file__).parents[1] / "rules" / file
    found = CliRunner().invoke(app, ["check", str(path)])
    assert (found.exit_code, found.output) == (0, f"{path}: scenario, legal\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name: a\nplayers: {1: {}, 2: {}}\nexpect: {}\n---\nname: b\nplayers: {1: {hp: x}, 2: {}}\nexpect: {}\n", 6),
        ("name: a\nedition: levelup\nplayers: {P0: {points: x}}\n", 3),
        ("name: a\nedition: levelup\nplayers: {P0: {}}\ncards:\n  - {name: A, kind: trap}\n", 5),
        ("cards: {40: minion 1/1}\n---\ncards: {40: minion 1/1}\n", 3),
    ],
)
def test_check_refuses_scenarios_that_are_none(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "scenarios.yaml"
    path.write_text(text)
    found = CliRunner().invoke(app, ["check", str(path)])
    assert found.exit_code == 2
    assert found.stderr.startswith(f"error: {path}:{line}:"), found.output
