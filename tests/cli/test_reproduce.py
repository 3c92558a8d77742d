"""Results say what they were made from, and are played again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import kotc_sim as ks
from kotc_sim.cli import app
from kotc_sim.commands.reproduce import COMMANDS, differing

DECKS = Path(__file__).resolve().parents[2] / "decks"
OWN = "OWN"
NOBODY_PLAYS = "edition: kotc-17\ncards:\n  21: minion 1/2\n  19: minion 3/2\n"
"""A deck that may be played by what was learned in a second from now on: a training is remembered, that of `reproduce` too."""
RANDOM = ("--strategy-a", "random", "--strategy-b", "random")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments), prog_name="kotc-sim")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a deck and the result of a match-up with it."""
    made: Path = tmp_path_factory.mktemp("result")
    shutil.copy(DECKS / "rats.yaml", made)
    result = run("matchup", str(made / "rats.yaml"), str(DECKS / "storm.yaml"), *RANDOM, "-n", "20", "--json")
    (made / "result.json").write_text(result.stdout)
    return made


def test_a_result_says_what_it_was_made_from(folder: Path) -> None:
    record = json.loads((folder / "result.json").read_text())["record"]
    files = record["files"]
    assert {str(folder / "rats.yaml"), "decks/storm.yaml", "kotc_sim/games/keeper/editions/kotc-17.yaml"} <= set(files)
    assert all(len(digest) == 32 for digest in files.values())
    assert {"engine", "python", "packages", "platform"} <= set(record)


def test_a_result_is_played_again(folder: Path) -> None:
    found = run("reproduce", str(folder / "result.json"))
    assert (found.exit_code, found.stdout.splitlines()[0]) == (0, "the same"), found.output


@pytest.mark.parametrize(
    "words",
    [
        ("battle", "4/6+2/4[shield]", "1/10", "--trials", "100", "--jobs", "1"),
        ("replay", str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml"), *RANDOM, "--game", "3"),
        pytest.param(("train", OWN, "--budget", "1s"), marks=pytest.mark.slow),
        pytest.param(("meta", "kotc-17", "--profile", "random", "--rounds", "1"), marks=pytest.mark.slow),
        pytest.param(("homes", "kotc-17", "--pilot", "random", "--judge", "none"), marks=pytest.mark.slow),
        pytest.param(
            ("strategies", "exploit", "random", "--decks", str(DECKS / "rats.yaml"), "--budget", "1s", "-n", "4"), marks=pytest.mark.slow
        ),
    ],
)
def test_results_of_other_commands_are_played_again(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "result.json"
    own = tmp_path / "own.yaml"
    own.write_text(NOBODY_PLAYS)
    words = tuple(str(own) if word == OWN else word for word in words)
    path.write_text(run(*words, "--json").stdout)
    result = json.loads(path.read_text())
    assert "kotc_sim/games/keeper/editions/kotc-17.yaml" in result["record"]["files"]
    found = run("reproduce", str(path), "--jobs", "2")
    assert (found.exit_code, found.stdout.splitlines()[0]) == (0, "the same"), found.output


def test_a_result_of_another_seed_is_not_the_same(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    result = json.loads(run("battle", "4/6+2/4", "-", "--trials", "100", "--json").stdout)
    path.write_text(json.dumps(result | {"reproduce": result["reproduce"].replace("--seed 1", "--seed 2")}))
    assert run("reproduce", str(path)).exit_code == 1


def test_every_command_whose_result_a_seed_makes_can_be_played_again() -> None:
    def commands(group: Any, *words: str) -> Iterator[list[str]]:
        for name in group.list_commands(typer.Context(group)):
            one = group.get_command(typer.Context(group), name)
            one = one.load() if hasattr(one, "load") else one
            if hasattr(one, "list_commands"):
                yield from commands(one, *words, name)
            if {"--seed", "--json"} <= {spelling for parameter in one.params for spelling in parameter.opts}:
                yield [*words, name]

    found = list(commands(typer.main.get_command(app)))
    found.remove(["strategies", "ladder"])  # its result holds times
    assert sorted(found) == sorted(one for one in COMMANDS if one != ["train"])  # which has no seed


def test_a_bench_says_what_it_was_made_from_and_is_never_the_same(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(run("bench", "--only", "battles", "--rounds", "1", "--seconds", "0.01", "--no-c", "--json").stdout)
    assert {"engine", "commit", "packages", "platform"} <= set(json.loads(path.read_text())["record"])
    found = run("reproduce", str(path))
    assert found.exit_code == 2
    assert "speed is never the same twice" in found.stderr


def test_a_result_of_a_notebook_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    rats, storm = str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml")
    ks.matchup(rats, storm, strategy_a="random", strategy_b="random", sprt=(40.0, 60.0)).save(path)
    result = json.loads(path.read_text())
    assert {"decks/rats.yaml", "decks/storm.yaml"} <= set(result["record"]["files"])
    found = run("reproduce", str(path))
    assert (found.exit_code, found.stdout.splitlines()[0]) == (0, "the same"), found.output
    assert "made from something else" not in found.stdout
    path.write_text(json.dumps(result | {"reproduce": result["reproduce"].replace("seed=1", "seed=2")}))
    assert run("reproduce", str(path)).exit_code == 1


def test_another_commit_and_another_machine_are_told(folder: Path, tmp_path: Path) -> None:
    result = json.loads((folder / "result.json").read_text())
    result["record"] |= {"commit": "0000000", "platform": "Elsewhere"}
    result["record"]["files"] |= {"gone.yaml": "0" * 32}
    path = tmp_path / "result.json"
    path.write_text(json.dumps(result))
    found = json.loads(run("reproduce", str(path), "--json").stdout)
    assert (found["same"], found["made_from"]) == (True, ["commit", "platform"])


def test_another_deck_gives_another_result(folder: Path) -> None:
    text = (folder / "rats.yaml").read_text()
    (folder / "rats.yaml").write_text(text.replace("40: Rat", "30: Rat\n  10: minion 2/4"))
    try:
        found = run("reproduce", str(folder / "result.json"), "--json")
    finally:
        (folder / "rats.yaml").write_text(text)
    data = json.loads(found.stdout)
    assert (found.exit_code, data["same"]) == (1, False)
    assert "score" in data["different"]
    assert f"files.{folder / 'rats.yaml'}" in data["made_from"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("kotc-sim matchup A B --strategy-a evil.py", "runs Python files"),
        ("kotc-sim matchup A B --strategy-a=lookahead:evil.py:x", "runs Python files"),
        ("kotc-sim matchup A B --trust-decks", "runs Python files"),
        ("ks.matchup('A', 'B', strategy_a='evil.py')", "runs Python files"),
        (r"ks.matchup('A', 'B', strategy_a='evil.\x70y')", "runs Python files"),
        ("ks.matchup('A', 'B', trust_decks=True)", "runs Python files"),
        ("ks.homes('kotc-17', out='x')", "cannot be made again"),
        ("ks.matchup(__import__('os').getcwd(), 'B')", "cannot be made again"),
        ("ks.load_deck('A')", "cannot be made again"),
        ("ks.matchup('A', 'B', resume='folder')", "cannot be made again"),
        ("ks.matchup('A', 'B', **{'scheduler': 'x'})", "cannot be made again"),
        ("ks.matchup('A'", "cannot be made again"),
        ("ks.notebook.matchup('A', 'B')", "cannot be made again"),
        ("ks.matchup('A', 'B', nobody=1)", "did not end with a result"),
        ("kotc-sim matchup A B --html x", "'--html'"),
        ("kotc-sim matchup A B --resume=x", "'--resume=x'"),
        ("kotc-sim meta kotc-17 --out x", "'--out'"),
        ("kotc-sim homes kotc-17 --out=x", "'--out=x'"),
        ("kotc-sim matchup - B", "'-'"),
        ("kotc-sim strategies new x", "cannot be played again"),
        ("kotc-sim edition show x", "cannot be played again"),
        ("rm -rf x", "cannot be played again"),
        ('kotc-sim "', "cannot be played again"),
    ],
)
def test_what_a_result_may_not_make_run(tmp_path: Path, command: str, said: str) -> None:
    path = tmp_path / "result.json"
    path.write_text(json.dumps({"command": "matchup", "reproduce": command}))
    found = run("reproduce", str(path))
    assert found.exit_code == 2
    assert said in found.stderr


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"reproduce": 3}', "x", "[" * 100_000])
def test_what_is_no_result_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "result.json"
    path.write_text(content)
    found = run("reproduce", str(path))
    assert found.exit_code == 2
    assert "this is no result of kotc-sim" in found.stderr


def test_places_that_differ() -> None:
    before = {"a": {"b": 1, "c": [1]}, "seconds": 1, "x": 1}
    after = {"a": {"b": 2, "c": [1]}, "seconds": 2, "y": 1}
    assert differing(before, after) == ["a.b", "x", "y"]
