"""The command ``kotc-sim rate``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from tests.experiments.verdict_cases import PLAIN_PYTHON

pytestmark = pytest.mark.usefixtures("few_games")

CARDS = """
edition: kotc-17
library:
- {name: Bear, sp: 2, hp: 4}
- {name: <script>alert(1)</script>, kind: spell, text: "Draw 1 card."}
"""
RUN = ("--precision", "5", "--profile", "random")
played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")


@pytest.fixture
def cards(tmp_path: Path) -> str:
    file = tmp_path / "cards.yaml"
    file.write_text(CARDS)
    return str(file)


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["rate", *arguments], prog_name="kotc-sim")
    return done.exit_code, done.output


@played
def test_json_has_the_documented_keys(cards: str) -> None:
    code, text = run(cards, "--card", "Bear", "--json", *RUN)
    data = json.loads(text)
    (card,) = data["cards"]
    section = (Path(__file__).parents[2] / "docs" / "reports.md").read_text("utf-8").split("## rate\n")[1].split("\n## ")[0]
    assert all(f"`{key}`" in section for key in card)
    assert all(f"`{key}`" in section for key in ("cards", "band", "pilots", "homes", "copies") if data[key] is not None)
    assert (card["name"], card["level"]) == ("Bear", 4)
    assert code == (1 if card["verdict"] in ("overpriced", "undercosted") else 0)
    assert list(card["by_profile"]) == ["random"]
    assert [one["home"] for one in card["by_home"]] == data["homes"] == ["fast", "middle", "slow"]
    for curve in card["curves"]:
        assert [point["level"] for point in curve["points"]] == list(range(7))


@played
def test_the_report_has_the_verdict_first_and_no_foreign_script(cards: str, tmp_path: Path) -> None:
    page = tmp_path / "rate.html"
    _, text = run(cards, "--html", str(page), *RUN)
    assert "By number of copies" in page.read_text()
    assert "What to do next" in text
    assert "<script>alert" not in page.read_text()


def test_mistakes_end_with_exit_code_2(cards: str) -> None:
    for arguments, said in (
        ((cards, "--card", "Beer"), "Known: "),
        ((cards, "--profile", ","), "names no strategy"),
        ((cards, "--profile", "greedi"), "Did you mean 'greedy'"),
        ((cards, "--edition", "kotc-99"), "there is no edition"),
        ((cards, "--games", "2000"), "No such option: --games"),
        (("nowhere.yaml",), "there is no such file"),
    ):
        code, text = run(*arguments)
        assert (code, said in text) == (2, True), text
