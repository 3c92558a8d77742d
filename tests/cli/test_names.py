"""One thing has one name: options of the same meaning are accepted in all spellings, words agree with their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.cli import COMMANDS, LazyCommand
from kotc_sim.commands.options import without_output
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.describe import edition_text
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.notebook.result import Picture
from tests.reports.samples import ALL, module_of

ROOT = Path(__file__).resolve().parents[2]
DECKS = ROOT / "decks"


def options_of(name: str, inner: str = "") -> set[str]:
    command = LazyCommand(name, COMMANDS[name][0], "").load()
    command = command.commands[inner] if inner else command
    return {option for parameter in command.params for option in parameter.opts + parameter.secondary_opts}


@pytest.mark.parametrize("name", ["rate", "price", "exploit", "meta", "backtest"])
def test_who_plays_is_a_strategy_everywhere(name: str) -> None:
    assert {"--profile", "--strategy", "-s"} <= options_of(name)


def test_battles_are_games_too() -> None:
    assert {"--trials", "--games", "-n"} <= options_of("battle")


@pytest.mark.parametrize("name", ["matchup", "rate", "price", "try", "ban", "tournament", "exploit", "meta", "backtest"])
def test_what_plays_many_games_can_play_on_a_cluster_and_be_brief(name: str) -> None:
    assert {"--scheduler", "--resume", "--brief"} <= options_of(name)


def test_brief_is_the_verdict_and_ten_lines() -> None:
    words = ["matchup", str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml"), "--strategy-a", "random", "--strategy-b", "random", "-n", "8"]
    shown = CliRunner().invoke(cli.app, [*words, "--brief"]).stdout
    lines = shown.rstrip("\n").split("\n")
    assert len(lines) <= 12, shown
    assert any(line.startswith("PROVISIONAL, BY RANDOM") for line in lines)
    assert lines[-1].startswith("kotc-sim matchup ")
    assert "--brief" not in lines[-1]
    assert without_output(["rate", "x", "--brief"]) == ["rate", "x"]
    assert without_output(["meta", "x", "--out", "y", "--out=z"]) == ["meta", "x"]
    assert without_output(["try", "x", "--out", "1 Rat", "--csv", "y"]) == ["try", "x", "--out", "1 Rat"]


@pytest.mark.parametrize("name", ALL)
def test_every_report_can_be_brief(name: str) -> None:
    from kotc_sim.reports.kit.terminal import render

    made = module_of(name).report(ALL[name])
    text = render(made, 100, brief=True)
    assert made.verdict.code.upper() in text
    assert len(text.splitlines()) <= 17
    assert made.footer.reproduce in text.splitlines()


def test_the_first_screen_of_a_tournament_says_what_to_do() -> None:
    made = module_of("tournament").report(ALL["tournament"])
    first = " ".join([made.verdict.sentence, made.verdict.detail, *(f"{f.label} {f.value} {f.note}" for f in made.facts)])
    for jargon in ("Davidson", "entropy", "α-rank", "equilibrium"):
        assert jargon not in first
    assert "What to play:" in made.verdict.detail or "is the deck to play" in made.verdict.sentence
    below = " ".join(text for section in made.sections for text in section.text)
    for explained in ("Davidson's model of paired comparisons", "α-rank is a second opinion"):
        assert explained in below
    assert "As varied as" in first


def test_the_report_of_a_table_says_what_scores() -> None:
    """A game may end in four ways; being left last is one of them."""
    made = module_of("matchup_table").report(ALL["matchup_table"])
    assert made.verdict.detail == "Who wins a game scores 1; those who tie score ½."


@pytest.mark.parametrize(("kind", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<svg")])
def test_a_picture_is_what_its_name_says(tmp_path: Path, kind: str, magic: bytes) -> None:
    picture = Picture(next(iter(module_of("matchup").report(ALL["matchup"]).figures())))
    picture.save(tmp_path / f"x.{kind}")
    assert (tmp_path / f"x.{kind}").read_bytes().startswith(magic)


def test_a_picture_is_not_written_as_something_else(tmp_path: Path) -> None:
    picture = Picture(next(iter(module_of("matchup").report(ALL["matchup"]).figures())))
    for name in ("x.gif", "x"):
        with pytest.raises(KotcError, match=r"Name it \.svg, \.png or \.pdf"):
            picture.save(tmp_path / name)
        assert not (tmp_path / name).exists()


def test_one_point_is_one_point(tmp_path: Path) -> None:
    shown = edition_text(load_edition("kotc-17"))
    assert "+1 Ultra Point\n" in shown
    assert "+2 Ultra Points\n" in shown
    assert "1 Ultra Points" not in shown
    path = tmp_path / "p.yaml"
    path.write_text("extends: kotc-17\nname: p\neffects:\n  draw: {program: [{drow: x}]}\n", encoding="utf-8")
    done = CliRunner().invoke(cli.app, ["edition", "check", str(path)])
    assert "for an effect" in done.stderr
