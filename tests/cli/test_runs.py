"""Commands that play many games: their output, and how a stopped one goes on."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.errors import KotcError
from kotc_sim.experiments.inputs import load_deck
from kotc_sim.runs import session
from kotc_sim.runs.saved import Saved
from kotc_sim.runs.tally import Tally

DECKS = Path(__file__).resolve().parents[2] / "decks"
RATS, STORM, RAPTORS = (str(DECKS / f"{name}.yaml") for name in ("rats", "storm", "raptors"))
RANDOM = ("--strategy-a", "random", "--strategy-b", "random")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli.app, list(arguments), prog_name="kotc-sim")


def test_a_tournament(tmp_path: Path) -> None:
    html = tmp_path / "t.html"
    result = run("tournament", RATS, STORM, RAPTORS, "-s", "random", "-n", "20", "--json", "--html", str(html), "--strict")
    data = json.loads(result.stdout)
    assert {"decks", "matrix", "ratings", "equilibrium"} <= set(data)
    assert (data["verdict"], result.exit_code) == ("provisional", 3)
    assert data["reproduce"] == f"kotc-sim tournament {RATS} {STORM} {RAPTORS} -s random -n 20 --seed 1"
    assert html.read_text().count("<html") == 1


def test_tables_go_to_the_file_that_is_named_and_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "out.csv"
    result = run("matchup", RATS, STORM, *RANDOM, "-n", "40", "--csv", str(file), "--json")
    assert result.exit_code == 0, result.output
    assert pd.read_csv(file).set_index("name").loc["Rats", "score"] == pytest.approx(json.loads(result.stdout)["score"])
    beside = sorted(path.name for path in tmp_path.iterdir() if path != file)
    assert "out-impact-of-each-card.csv" in beside
    assert all(name.startswith("out-") for name in beside)


@pytest.mark.parametrize("written", [("--html", "deck.yaml"), ("--html", "out", "--csv", "./out")])
def test_no_file_is_written_over_another(written: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deck = tmp_path / "deck.yaml"
    deck.write_text("cards: {40: minion 1/0}\n")
    result = run("matchup", "rats", str(deck), *RANDOM, "-n", "2", *written)
    assert (result.exit_code, "this command reads the same file, or writes it besides" in result.stderr) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == [deck.name]


def test_every_deck_enters_with_every_strategy() -> None:
    data = json.loads(run("tournament", RATS, STORM, "-s", "random", "-s", "greedy", "-n", "4", "--json").stdout)
    names = [deck["name"] for deck in data["decks"]]
    assert names == ["Rats (random)", "Rats (greedy)", "Storm (random)", "Storm (greedy)"]
    assert len(data["matchups"]) == 6


def test_bad_tournaments_end_in_a_message() -> None:
    result = run("tournament", RATS, str(DECKS / "kotc-12-storm.yaml"))
    assert result.exit_code == 2
    assert "different editions" in result.stderr
    result = run("tournament", RATS, "nowhere.yaml")
    assert result.exit_code == 2
    assert "nowhere.yaml: there is no such file" in result.stderr


def test_editions_compared(tmp_path: Path) -> None:
    proposal = tmp_path / "quick.yaml"
    proposal.write_text("name: quick\nextends: kotc-17\nrules: {starting_hp: 20}\n")
    result = run("edition", "diff", "kotc-17", str(proposal), RATS, STORM, "-s", "random", "-n", "80", "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["editions"] == {"before": "kotc-17", "after": "quick"}
    assert {row["name"] for row in data["decks"]} == {"Rats", "Storm"}


def test_a_matchup_that_goes_on_prints_the_same(tmp_path: Path) -> None:
    arguments = ("matchup", RATS, STORM, *RANDOM, "-n", "40", "--json")
    whole = run(*arguments).stdout
    folder = str(tmp_path / "run")
    for _ in range(2):  # plays and keeps; then only reads
        assert run(*arguments, "--resume", folder).stdout == whole
    assert len(list(Path(folder).glob("*.npz"))) > 0


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kotc_sim.cli", "matchup", RATS, STORM, *RANDOM, "--json"]
    folder = tmp_path / "run"
    process = subprocess.Popen([*command, "-n", "2000000", "--resume", str(folder)], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    while not list(folder.glob("*.npz")) and time.monotonic() < deadline:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert f"To go on: kotc-sim matchup {RATS} {STORM}" in errors
    assert f"--resume {folder}" in errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("battle", "2/5", "2/5", "--edition", "kotc-9", "--trials", "0"), ("Damage per offense", "creatures")),
        (("battle", "2/4", "2/4", "--trials", "0"), ("Damage per SP", "minions")),
        (
            ("matchup", str(DECKS / "kotc-9-claws.yaml"), str(DECKS / "kotc-9-rites.yaml"), "--games", "20", *RANDOM),
            ("Damage per offense", "Damage per cost"),
        ),
    ],
)
def test_reports_speak_the_language_of_the_edition(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    out = run(*arguments).output
    assert all(word in out for word in words), out
    assert ("SP" in out) == ("SP" in words[0])


@pytest.fixture
def full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let nothing be written where reports go; return the folder of the cache, where there is room."""

    def refuse(path: Path, *_: Any) -> Path:
        raise KotcError("cannot be written: No space left on device", file=path)

    monkeypatch.setattr("kotc_sim.reports.kit.export.html", lambda made, path: refuse(path))
    monkeypatch.setattr("kotc_sim.runs.checkpoint.cache_base", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def test_a_report_that_cannot_be_written_loses_nothing(tmp_path: Path, full_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "out.csv"
    arguments = ["matchup", RATS, STORM, *RANDOM, "-n", "20", "--html", str(tmp_path / "out.html"), "--csv", str(table)]
    result = run(*arguments)
    assert result.exit_code == 2
    assert "To reproduce:" in result.stdout  # it is printed, and what can be written is
    assert table.exists()
    assert f"out.html: cannot be written: No space left on device. The games are kept; to go on: kotc-sim {arguments[0]}" in result.stderr
    (folder,) = (full_disk / "runs").iterdir()
    assert f"--resume {folder}" in result.stderr
    assert list(folder.glob("*.npz"))
    monkeypatch.undo()
    monkeypatch.setattr("kotc_sim.runs.contest.play_chunk", lambda *_: pytest.fail("games were played again"))
    again = run(*arguments, "--resume", str(folder))
    assert again.exit_code == run(*arguments, "--resume", str(folder)).exit_code == 0
    assert again.stdout == result.stdout
    assert (tmp_path / "out.html").exists()


def test_homes_are_printed_where_their_decks_cannot_be_written(tmp_path: Path, full_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, text: str) -> None:
        raise KotcError("cannot be written: No space left on device", file=path)

    def found(tuning: Any) -> tuple[Any, ...]:
        tuning.workers.checkpoint.note("0" * 24, Saved(Tally(), np.zeros(0, np.int8), set()))
        return tuple(tuning.table.start(archetype) for archetype in tuning.table.archetypes)

    monkeypatch.setattr("kotc_sim.experiments.worth.tuning.Tuning.run", found)
    monkeypatch.setattr("kotc_sim.experiments.worth.hosts.remember", lambda *_: None)
    monkeypatch.setattr("kotc_sim.runs.warm_up", lambda *_: None)
    monkeypatch.setattr("kotc_sim.commands.play.write_output", refuse)
    done = run("homes", "kotc-17", "--out", str(tmp_path / "homes"), "--json")
    assert done.exit_code == 2
    assert {"homes", "reproduce", "record"} <= set(json.loads(done.stdout))
    assert "cannot be written: No space left on device. The games are kept; to go on: kotc-sim homes kotc-17 --out" in done.stderr
    monkeypatch.setattr("kotc_sim.commands.play.write_output", lambda path, text: None)
    assert run("homes", "kotc-17", "--out", str(tmp_path / "homes"), "--json").exit_code == 0


def test_a_result_that_cannot_be_printed_is_kept(full_disk: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    program = (
        "import sys, pathlib\nfrom kotc_sim.runs import checkpoint\n"
        f"checkpoint.cache_base = lambda: pathlib.Path({str(full_disk)!r})\nfrom kotc_sim.cli import main\nmain(sys.argv[1:])\n"
    )
    command = [sys.executable, "-c", program, "matchup", RATS, STORM, *RANDOM, "-n", "20"]
    for extra in ([], ["--json"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([*command, *extra], stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
        assert done.returncode == 2, done.stderr
        assert "error: No space left on device. The games are kept; to go on: kotc-sim matchup" in done.stderr
    assert len(list((full_disk / "runs").iterdir())) == 2


def test_the_same_command_finds_its_games(full_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = "matchup", RATS, STORM, *RANDOM, "-n", "20"
    first = run(*arguments)
    monkeypatch.setattr("kotc_sim.runs.contest.play_chunk", lambda *_: pytest.fail("games were played again"))
    assert run(*arguments).stdout == first.stdout
    assert len(list((full_disk / "runs").iterdir())) == 1


@pytest.mark.parametrize("words", [(), ("--pilot", "random")])
def test_homes_are_remembered_where_the_usual_pilots_found_them(monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    kept: list[str] = []
    monkeypatch.setattr("kotc_sim.experiments.worth.tuning.find_homes", lambda table, *rest: [table.start(table.archetypes[0])])
    monkeypatch.setattr("kotc_sim.experiments.worth.hosts.keep", lambda path, content: kept.append(path.parent.name))
    found = CliRunner().invoke(cli.app, ["homes", "kotc-17", *words])
    assert (found.exit_code, kept) == (0, [] if words else ["homes"]), found.output


def test_greedy_plays_while_the_others_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are noted as compiled when the second process has ended; without `waiting` all are compiled first."""
    noted: list[object] = []

    @contextlib.contextmanager
    def second(statements: str) -> Iterator[bool]:
        noted.append(("second", re.findall(r"\[.*\]", statements)[0]))
        yield True
        noted.append("ended")

    monkeypatch.setattr(session, "is_compiled", lambda _: False)
    monkeypatch.setattr(session, "compile_in_background", second)
    monkeypatch.setattr(session, "mark_compiled", lambda _: noted.append("compiled"))
    monkeypatch.setattr(session, "_compile", lambda _, names: noted.append(("first", names)))
    monkeypatch.setattr(session, "_load", lambda *_: None)
    decks = [load_deck(RATS), load_deck(STORM)]
    session.warm_up(decks, ["greedy", "quick", "lookahead", "best"], waiting=1)
    assert noted == [("first", ("greedy",)), ("second", "['quick']")]
    session.finish_compiling()
    assert noted[2:] == ["ended", "compiled"]
    noted.clear()
    session.warm_up(decks, ["greedy", "quick"])
    assert noted == [("first", ("greedy", "quick")), "compiled"]
