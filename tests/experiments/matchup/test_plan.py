"""Plans: what a run could find is what simulated runs find, and no game is played for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.experiments.matchup.pilot_levels import PilotLevel
from kotc_sim.experiments.matchup.plan import TARGET, plan_matchups, plan_of
from kotc_sim.experiments.statistics.pairs import Pairs

DECKS = Path(__file__).resolve().parents[3] / "decks"
RATS, STORM, RAPTORS = (str(DECKS / f"{name}.yaml") for name in ("rats", "storm", "raptors"))


def intervals(score: float, games: int, runs: int) -> list[Any]:
    """Return the intervals of runs of independent games that are never tied."""
    random = np.random.default_rng(8)
    wins = random.multinomial(games // 2, [(1 - score) ** 2, 2 * score * (1 - score), score**2], size=runs)
    return [Pairs(np.array([a, 0, b, 0, c])).score_interval() for a, b, c in wins]


@pytest.mark.parametrize("games", [400, 4000])
def test_what_is_detectable_is_found_in_four_runs_of_five(games: int) -> None:
    # 2,000 runs: the share has a standard error of 0.9 points, so 3 points off is a chance of 1 in 1,000.
    plan = plan_of("greedy", games)
    found = [one for one in intervals(0.5 + plan.detectable, games, 2000) if not one.contains(0.5)]
    assert len(found) / 2000 == pytest.approx(0.8, abs=0.03)
    half = np.mean([(one.high - one.low) / 2 for one in intervals(0.5, games, 200)])
    assert plan.half_width == pytest.approx(half, rel=0.03)


def test_the_games_that_are_needed_give_the_interval() -> None:
    needed = plan_of("greedy", 400).games_needed
    assert plan_of("greedy", needed).half_width <= TARGET < plan_of("greedy", needed - 100).half_width


def test_a_family_detects_less() -> None:
    alone, field = plan_of("greedy", 2000), plan_of("greedy", 2000, 6)
    assert field.detectable > alone.detectable
    assert field.half_width == alone.half_width
    found = plan_matchups("tournament", "kotc-17", "4 decks", [PilotLevel("greedy", 2000)], 6)
    assert (found.matchups, found.games) == (6, 12_000)
    assert found.plan == (field,)


def test_a_ladder_that_cannot_settle_says_so() -> None:
    for games, settles in (((2000, 4000), True), ((200, 200), False)):
        levels = [PilotLevel(name, count) for name, count in zip(("lookahead", "best"), games, strict=True)]
        difference = plan_matchups("matchup", "kotc-17", "two decks", levels).difference
        assert difference is not None
        assert difference.settles is settles


@pytest.mark.parametrize(
    ("arguments", "games", "rungs"),
    [
        (("matchup", RATS, STORM), 2800, 4),
        (("matchup", RATS, STORM, "-n", "600"), 600, 4),
        (("matchup", RATS, STORM, RAPTORS, "--quick"), 40_000, 1),
        (("matchup", RATS, STORM, "--quick", "--precision", "0.5"), 38_416, 1),
        (("tournament", RATS, STORM, RAPTORS), 4500, 1),
    ],
)
def test_plans_play_nothing(arguments: tuple[str, ...], games: int, rungs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("runs.play.simulate_parts", "runs.session.learn", "runs.session.warm_up"):
        monkeypatch.setattr(f"kotc_sim.{place}", lambda *_, **__: pytest.fail("something was played"))
    done = CliRunner().invoke(cli.app, [*arguments, "--plan", "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert (data["games"], len(data["plan"])) == (games, rungs)
    shown = CliRunner().invoke(cli.app, [*arguments, "--plan"])
    assert "No game was played" in shown.stdout


def test_a_plan_of_a_few_games_promises_nothing() -> None:
    done = CliRunner().invoke(cli.app, ["matchup", RATS, STORM, "--plan", "-n", "6"])
    assert "6 games would find nothing." in done.stdout


def test_a_sequential_test_has_no_plan() -> None:
    done = CliRunner().invoke(cli.app, ["matchup", RATS, STORM, "--plan", "--sprt", "50,52"])
    assert (done.exit_code, "no plan of games" in done.stderr) == (2, True)
