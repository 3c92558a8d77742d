"""Decks are data: what somebody sends as a deck runs no code, unless the user names it or says --trust-decks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kotc_sim as ks
from kotc_sim.cli import app
from kotc_sim.errors import KotcError

DECKS = Path(__file__).parents[2] / "decks"
EVIL = """
from pathlib import Path
Path(__file__).with_name("ran").touch()

def score(game, match, me, option):
    return 1.0
"""


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """Return a folder as somebody may send it: a deck, and a Python file beside it that leaves a mark where it runs."""
    folder = tmp_path / "sent"
    shutil.copytree(DECKS / "cards", folder / "cards")
    (folder / "evil.py").write_text(EVIL)
    (tmp_path / "evil.py").write_text(EVIL)
    return folder


def deck(folder: Path, strategy: str) -> Path:
    path = folder / "deck.yaml"
    path.write_text((DECKS / "rats.yaml").read_text().replace("strategy: aggro", f'strategy: "{strategy}"'))
    return path


def ran(folder: Path) -> bool:
    return (folder / "ran").exists() or (folder.parent / "ran").exists()


def spellings(folder: Path) -> list[str]:
    return [
        "evil.py",
        "evil.py:score",
        f"{folder / 'evil.py'}",
        "../evil.py",
        "./evil.py",
        "lookahead:evil.py",
        f"flat@10:lookahead:{folder / 'evil.py'}",
        "evil.py:evil.py",
    ]


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("command", ["matchup", "replay"])
def test_a_deck_runs_no_file(sent: Path, number: int, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sent)
    path = str(deck(sent, spellings(sent)[number]))
    other = str(DECKS / "storm.yaml")
    arguments = {"matchup": ["matchup", other, path, "-n", "2"], "replay": ["replay", path, other]}[command]
    found = CliRunner().invoke(app, arguments)
    assert not ran(sent)
    assert found.exit_code == 2, found.output
    assert "--trust-decks" in found.output
    line = (sent / "deck.yaml").read_text().partition("strategy:")[0].count("\n") + 1
    assert f"deck.yaml:{line}: the deck names a strategy in a file" in found.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["matchup", "STORM", "--against", ".", "--quick", "-n", "2"],
        ["rate", "cards/kotc-17-armory.yaml", "--card", "Squire", "--in", "deck.yaml", "--profile", "nobody"],
        ["ban", "destroy the targets", "--deck", "deck.yaml", "-s", "nobody"],
        ["meta", "kotc-17", "--cards", "deck.yaml", "--profile", "nobody"],
        ["train", "deck.yaml", "--budget", "x"],
        ["strategies", "ladder", "--deck", "deck.yaml", "--strategies", "random,nobody"],
        ["homes", "deck.yaml"],
        pytest.param(["matchup", "deck.yaml", "STORM", "STORM", "--table", "-n", "2"], marks=pytest.mark.slow),
        pytest.param(
            ["try", "STORM", "--out", "1 Thor", "--in", "1 minion 1/2", "--against", "deck.yaml", "-n", "2"], marks=pytest.mark.slow
        ),
        pytest.param(["train", "deck.yaml", "--budget", "1s"], marks=pytest.mark.slow),
        pytest.param(["strategies", "exploit", "random", "--decks", "deck.yaml", "--budget", "1s", "-n", "2"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_no_command_runs_a_file_that_a_deck_names(sent: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Those above refuse such a deck; others may do without its strategy."""
    monkeypatch.chdir(sent)
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: sent)  # or what is trained here would play this deck from now on
    deck(sent, "evil.py")
    found = CliRunner().invoke(app, [str(DECKS / "storm.yaml") if word == "STORM" else word for word in arguments])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    assert not ran(sent)


def test_a_deck_of_level_up_runs_no_file(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sent)
    shutil.copy(DECKS / "levelup" / "starter-pool.yaml", sent)
    path = sent / "deck.yaml"
    path.write_text("strategy: evil.py\n" + (DECKS / "levelup" / "ember-and-stone.yaml").read_text())
    found = CliRunner().invoke(app, ["replay", str(path), str(DECKS / "levelup" / "tide-and-grove.yaml")])
    assert not ran(sent)
    assert (found.exit_code, "--trust-decks" in found.output) == (2, True), found.output


def test_who_loads_a_deck_in_python_is_asked_too(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sent)
    with pytest.raises(KotcError, match=r"evil\.py.*is run only if you name it"):
        ks.matchup(deck(sent, "evil.py"), DECKS / "storm.yaml", games=2)
    assert not ran(sent)


def test_a_deck_that_is_trusted_may(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sent)
    found = CliRunner().invoke(app, ["replay", str(deck(sent, "nowhere/evil.py")), str(DECKS / "storm.yaml"), "--trust-decks"])
    assert "no such strategy file" in found.output  # it was looked for


def test_a_strategy_that_is_named_goes_before_that_of_the_deck(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sent)
    found = CliRunner().invoke(app, ["replay", str(deck(sent, "evil.py")), str(DECKS / "storm.yaml"), "--strategy-a", "nobody"])
    assert "there is no strategy 'nobody'" in found.output
    assert not ran(sent)


@pytest.mark.parametrize("statement", ["import sys; sys.exit(0)", "raise SystemExit", "raise GeneratorExit", "quit()"])
def test_a_strategy_file_that_ends_the_tool_is_an_error(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"x = 1\n{statement}\n")
    found = CliRunner().invoke(app, ["replay", str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml"), "--strategy-a", str(path)])
    assert found.exit_code == 2, found.output
    assert "mine.py:2: the file" in found.output
