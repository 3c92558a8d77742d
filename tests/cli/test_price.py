"""The command ``kotc-sim price``."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from tests.experiments.verdict_cases import PLAIN_PYTHON

pytestmark = pytest.mark.usefixtures("few_games")


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["price", *arguments], prog_name="kotc-sim")
    return done.exit_code, done.output


@pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
def test_json_and_report() -> None:
    arguments = ("When enemy attacks, after Attack Formation:", "--precision", "5", "--profile", "random")
    code, text = run(*arguments, "--json")
    assert code == 0
    (component,) = json.loads(text)["components"]
    assert component["id"] == "cond.enemy_attacks"
    assert component["official"] == 0
    code, text = run(*arguments, "--no-cross-check")
    assert code == 0
    assert "What it adds, by use" in text


def test_mistakes_end_with_exit_code_2() -> None:
    for arguments, said in (
        (("destory the targets",), "Did you mean 'destroy the targets.'"),
        ((), "name the components to price"),
        (("destroy", "--all"), "name the components to price"),
        (("destroy", "--edition", "kotc-99"), "there is no edition"),
    ):
        code, text = run(*arguments)
        assert (code, said in text) == (2, True), text
