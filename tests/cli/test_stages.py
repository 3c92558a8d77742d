"""Nothing is counted in silence: whoever waits is told the stage, how much of it there is, and how long the whole still takes."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim import progress
from kotc_sim.cli import app

pytestmark = pytest.mark.usefixtures("few_games")

ROOT = Path(__file__).resolve().parents[2]
ASKED = {
    "rate": "rate decks/cards/kotc-17-armory.yaml --card Squire --precision 5 --strategy random",
    "price": "price sp --precision 5 --strategy random",
    "price of a text": "price bounce --precision 5 --strategy random --no-cross-check",
    "exploit": "exploit --generations 1 --population 4 --winners 1 --precision 5 --strategy random",
    "edition diff": "edition diff kotc-17 kotc-16 -n 20 -s random",
}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What is told to a program that watches, with no pauses."""
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(progress, "REFRESH_SECONDS", 0.0)
    monkeypatch.chdir(ROOT)
    stream = io.StringIO()
    progress.report_to(stream)
    yield stream
    progress.report_to(None)


@pytest.mark.parametrize("name", ASKED)
def test_every_game_is_played_in_a_stage(name: str, told: io.StringIO) -> None:
    done = CliRunner().invoke(app, ASKED[name].split(), prog_name="kotc-sim")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line.removeprefix(progress.MARK)) for line in told.getvalue().split("\n") if line]
    counted = [line for line in lines if line.get("done")]
    assert len(counted) > 3
    assert [line for line in counted if not line["stage"]] == []
    shares = [line["share"] for line in counted]
    assert shares == sorted(shares)
    assert 0.9 < shares[-1] <= 1.0
    assert all(line["left"] is not None for line in counted if line["share"] >= 0.05)


def test_a_component_is_priced_in_stages_of_its_own(told: io.StringIO) -> None:
    """A game that is counted for the component as a whole takes its whole share: "100 % of all" long before the end."""
    done = CliRunner().invoke(app, ASKED["price of a text"].split(), prog_name="kotc-sim")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line.removeprefix(progress.MARK)) for line in told.getvalue().split("\n") if line]
    stages = list(dict.fromkeys(line["stage"].rpartition(": ")[::2] for line in lines if line.get("done")))
    assert [name for whole, name in stages if whole][:2] == ["choosing cards", "choosing homes"]
    assert all(whole for whole, _ in stages)
