"""Games that a report names: each once, its command whole, its log in the page, and the command tells the same game."""

from __future__ import annotations

import html
import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.commands.play import value_of
from kotc_sim.experiments.matchup.describe import _notable

DECKS = Path(__file__).resolve().parents[2] / "decks"
RATS, STORM = (str(DECKS / f"{name}.yaml") for name in ("rats", "storm"))
RANDOM = ("--strategy-a", "random", "--strategy-b", "random")
PROPOSAL = "extends: kotc-17\nname: long-life\nrules: {starting_hp: 45}\n"


@pytest.fixture(scope="module")
def proposal(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("edition") / "long life.yaml"
    path.write_text(PROPOSAL, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, proposal: str) -> tuple[str, str, dict[str, Any]]:
    """Return what a narrow terminal and a page show of a match-up in a proposal, and the result."""
    page = tmp_path_factory.mktemp("page") / "report.html"
    words = ["matchup", RATS, STORM, *RANDOM, "-n", "8", "--edition", proposal]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "60")
        shown = CliRunner().invoke(cli.app, [*words, "--html", str(page)])
        assert shown.exit_code == 0, shown.output
        data = json.loads(CliRunner().invoke(cli.app, [*words, "--json"]).stdout)
    return shown.stdout, page.read_text(encoding="utf-8"), data


def test_no_game_is_listed_twice(played: tuple[str, str, dict[str, Any]]) -> None:
    games = [item["game"] for item in played[2]["notable"]]
    assert len(games) == len(set(games)) > 1
    tally: Any = SimpleNamespace(notable={"long": [(4, 30), (6, 28)], "comeback": [(4, 30)], "short": [(2, -9)]})
    found = {row.game: row.why for row in _notable(tally, "HP")}
    assert found == {4: "won from 10 HP or more behind, among the longest", 6: "among the longest", 2: "among the shortest"}


def test_a_command_has_a_line_of_its_own(played: tuple[str, str, dict[str, Any]]) -> None:
    terminal, page, data = played
    lines = [line.strip() for line in terminal.splitlines()]
    written = [html.unescape(code) for code in re.findall(r"<pre><code>(.*?)</code></pre>", page, re.DOTALL)]
    for item in data["notable"]:
        assert len(item["replay"]) > 60
        assert item["replay"] in lines
        assert item["replay"] in written


def test_the_page_holds_the_logs_of_its_games(played: tuple[str, str, dict[str, Any]]) -> None:
    _, page, data = played
    logs = [html.unescape(log) for log in re.findall(r'<pre class="log"[^>]*>(.*?)</pre>', page, re.DOTALL)]
    assert len(logs) == len(data["notable"])
    item, log = data["notable"][0], logs[0]
    told = CliRunner().invoke(cli.app, shlex.split(item["replay"])[1:])
    assert told.stdout.rstrip("\n") == log  # with the edition of the run: else it were another game
    assert "log" not in item  # a result is the same with and without a page


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["--edition", "x y"], "x y"),
        (["--edition=x"], "x"),
        (["-e", "x"], "x"),
        (["-ex"], "x"),
        (["-e", "x", "--edition", "y"], "y"),
        (["--even", "x"], None),
    ],
)
def test_the_value_of_an_option(words: list[str], value: str | None) -> None:
    assert value_of(["matchup", "a", *words, "b"], "--edition", "-e") == value
