"""The command ``kotc-sim try``."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from kotc_sim.cli import app

DECKS = Path(__file__).parents[2] / "decks"
RUN = ("--games", "8", "--strategy", "random", "--jobs", "1")


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["try", str(DECKS / "raptors.yaml"), *arguments], prog_name="kotc-sim")
    return done.exit_code, done.output


def test_json_has_the_documented_keys() -> None:
    code, text = run(
        "--out", "2 Thunderstrike", "--in", "1 minion 2/2", "--in", "1 Thor",
        "--against", str(DECKS / "storm.yaml"), "--json", *RUN,
    )  # fmt: skip
    assert code in (0, 1)
    data = json.loads(text)
    assert data["out"] == [[2, "Thunderstrike"]]
    assert data["in"] == [[1, "minion 2/2"], [1, "Thor"]]
    assert {"difference", "before", "after", "verdict", "games_saved", "against"} <= set(data)
    assert data["games"] == 16
    assert data["reproduce"].endswith("--seed 1")


def test_the_edition_brings_its_own_opponents_and_a_report(tmp_path: Path) -> None:
    page = tmp_path / "try.html"
    code, text = run("--out", "Thor", "--in", "minion 4/4", "--html", str(page), *RUN)
    assert code in (0, 1)
    assert "fast home" in text
    assert "slow home" in text
    assert "<svg" in page.read_text()


def test_mistakes_end_with_exit_code_2() -> None:
    for arguments, said in (
        (("--out", "2 Thunderstrke", "--in", "2 Thor"), "Did you mean 'Thunderstrike'"),
        (("--out", "2 Thunderstrike", "--in", "1 Thor"), "slot for slot"),
        (("--out", "1 Thor", "--in", "1 Thorr"), "Did you mean 'Thor'"),
        (("--out", "1 Thor", "--in", "1 minion 1/0", "--against", "nowhere.yaml"), "there is no such file"),
    ):
        code, text = run(*arguments, *RUN)
        assert (code, said in text) == (2, True), text
