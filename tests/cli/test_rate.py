"""The command ``kotc-sim rate``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from tests.experiments.verdict_cases import PLAIN_PYTHON

CARDS = """
- {name: Bear, sp: 2, hp: 4}
- {name: <script>alert(1)</script>, kind: spell, text: "Draw 1 card."}
"""
RUN = ("--games", "1000", "--profile", "random")
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
    assert {"name", "level", "fair_level", "interval", "verdict", "by_profile", "delta", "fit", "p"} <= set(card)
    assert (card["name"], card["level"]) == ("Bear", 4)
    assert code == (1 if card["verdict"] in ("overpriced", "undercosted", "never worth a slot") else 0)
    assert set(card["by_profile"]) == {"random, fast deck", "random, middle deck", "random, slow deck"}
    assert [point["level"] for point in card["delta"]] == sorted({point["level"] for point in card["delta"]})
    assert all(sum(point["interval"]) / 2 == pytest.approx(point["delta"]) for point in card["delta"])


@played
def test_the_report_holds_the_table_and_no_foreign_script(cards: str, tmp_path: Path) -> None:
    page = tmp_path / "rate.html"
    _, text = run(cards, "--html", str(page), *RUN)
    assert "Cost and effect" in text
    assert "A level is worth" in text
    assert "<script>alert" not in page.read_text()


def test_mistakes_end_with_exit_code_2(cards: str) -> None:
    for arguments, said in (
        ((cards, "--card", "Beer"), "Known: "),
        ((cards, "--profile", ","), "names no strategy"),
        ((cards, "--profile", "greedi"), "Did you mean 'greedy'"),
        ((cards, "--edition", "kotc-99"), "there is no edition"),
        (("nowhere.yaml",), "there is no such file"),
    ):
        code, text = run(*arguments)
        assert (code, said in text) == (2, True), text
