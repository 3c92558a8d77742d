"""What comes with kotc-sim is found by its name in any folder, without a checkout, and can be written where it can be changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kotc_sim as ks
from kotc_sim import games
from kotc_sim.cli import app
from kotc_sim.runs.record import run_record
from kotc_sim.yaml_source.places import located, named, shipped_files


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> str:
    done = CliRunner().invoke(app, [*words], prog_name="kotc-sim")
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("name", ["raptors", "Raptors", "raptors.yaml", "decks/raptors.yaml", "decks\\raptors.yaml"])
def test_a_shipped_deck_is_read_by_name(name: str) -> None:
    assert run("deck", name).startswith("Raptors: 40 cards")
    assert named(name).replace("\\", "/") == "decks/raptors.yaml"
    assert ks.load_deck(name).name == "Raptors"


def test_a_result_names_it_alike_everywhere() -> None:
    ks.load_deck("raptors")
    files = run_record()["files"]
    assert "decks/raptors.yaml" in files
    assert "decks/cards/kotc-17-printed.yaml" in files  # what it includes


def test_a_file_of_the_user_goes_first(tmp_path: Path) -> None:
    (tmp_path / "raptors.yaml").write_text("name: Mine\ncards:\n  40: minion 2/4\n", encoding="utf-8")
    assert run("deck", "raptors").startswith("Mine: 40 cards")


def test_a_shipped_card_is_read_by_name() -> None:
    assert run("card", "tornado").startswith("Tornado: spell, level 4")
    assert run("card", "Cinder Pup").startswith("Cinder Pup")


def test_proposals_scenarios_and_folders_have_names() -> None:
    assert "the file is sound" in run("edition", "check", "kotc-18-prices")
    assert "17th with Haste" in run("edition", "show", "kotc-17-haste")
    for name, file in shipped_files().items():
        if file.parts[0] == "scenarios":
            assert "as expected" in run("scenario", name)
    from kotc_sim.experiments.inputs import deck_files

    assert {path.name for path in deck_files([Path("decks")])} >= {"rats.yaml", "storm.yaml"}


def test_no_path_leads_out_of_the_shipped_files() -> None:
    assert located("decks/../docs/tutorial.md") == Path("decks/../docs/tutorial.md")


def test_examples_are_listed_and_written(tmp_path: Path) -> None:
    rows = json.loads(run("examples", "--json"))["examples"]
    assert {row["kind"] for row in rows} == {"deck", "cards", "edition", "scenario"}
    assert {row["name"] for row in rows} == set(shipped_files())
    assert all(row["about"] for row in rows)
    assert "Raptors" not in run("examples", "storm")
    assert [Path(line.removesuffix(" is written")).name for line in run("examples", "raptors", "--out", "mine").splitlines()] == [
        "raptors.yaml",
        "kotc-17-printed.yaml",
    ]
    assert games.FIRST.deck(games.read(tmp_path / "mine" / "raptors.yaml")[1]).name == "Raptors"  # with what it includes
    done = CliRunner().invoke(app, ["examples", "raptors", "storm", "--out", "mine"])
    assert done.exit_code == 2
    assert "this file is there already" in done.output
    assert not (tmp_path / "mine" / "storm.yaml").exists()  # nothing is half written
