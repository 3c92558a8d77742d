"""Games played by hand beside the simulated score."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from scipy import stats
from typer.testing import CliRunner

import kotc_sim as ks
from kotc_sim.cli import app
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.matchup.by_hand import compare
from kotc_sim.experiments.matchup.result import MatchupResult
from kotc_sim.experiments.result import Limits, Verdict
from tests.reports.samples import MATCHUP


def simulated(score: float, half: float, games: int = 1000, tied: float | None = None) -> MatchupResult:
    ends = Ends(score - half, score + half)
    found = MatchupResult.of(MATCHUP)
    return replace(found, score=score, interval=ends, verdict=Verdict.FAIR, games=games, limits=Limits(tied=tied))


@pytest.mark.parametrize(("score", "won", "lost"), [(0.5, 7, 3), (0.8, 2, 8), (0.31, 0, 4), (0.99, 5, 0), (0.6, 130, 70)])
def test_a_score_that_is_known_exactly_is_tested_by_the_binomial_test(score: float, won: int, lost: int) -> None:
    found = compare(simulated(score, 1e-6), won, lost)
    exact = stats.binomtest(won, won + lost, score)
    assert found.p == pytest.approx(exact.pvalue, abs=1e-6)
    assert found.score.interval == pytest.approx(tuple(exact.proportion_ci(0.95, "exact")), abs=1e-9)
    assert found.consistent == (exact.pvalue >= 0.05)


def test_a_score_that_is_hardly_known_contradicts_less() -> None:
    assert not compare(simulated(0.8, 0.01), 3, 7).consistent
    loose = compare(simulated(0.8, 0.4), 3, 7)
    assert loose.consistent
    assert compare(simulated(1.0, float("inf"), games=2), 3, 7).consistent  # a pair alone has no interval


def test_both_together_are_the_beta_distribution_of_all_games() -> None:
    half = stats.norm.ppf(0.975) * (0.6 * 0.4 / 90) ** 0.5  # that of 90 games
    together = compare(simulated(0.6, half), 6, 4).together
    assert together is not None
    assert together.interval is not None
    law = stats.beta(0.5 + 60, 0.5 + 40)
    assert together.value == pytest.approx(law.mean())
    assert together.interval == pytest.approx(law.interval(0.95))


def test_games_that_contradict_the_score_are_not_pooled_with_it() -> None:
    assert compare(simulated(0.8, 0.01), 2, 8).together is None


def test_ties_are_left_out_on_both_sides() -> None:
    plain = compare(simulated(0.75, 1e-6), 6, 2)
    assert compare(simulated(0.65, 1e-6, tied=0.4), 6, 2, 5).p == pytest.approx(plain.p, abs=1e-6)  # 45 won, 15 lost, 40 tied


def test_text_json_page_and_notebook_say_so(tmp_path: Path) -> None:
    words = ["matchup", "raptors", "storm", "-s", "random", "-n", "40", "--html", str(tmp_path / "a.html")]
    said = " ".join(CliRunner().invoke(app, [*words, "--played", "7-3-1"]).output.split())
    assert "By hand Raptors won 7 and lost 3 against Storm: 70.0 % [34.8, 93.3]. 1 tied game is left out." in said
    assert "Raptors won 7 and lost 3" in (tmp_path / "a.html").read_text(encoding="utf-8")
    found = json.loads(CliRunner().invoke(app, [*words, "--played", "0:30", "--json"]).stdout)
    assert (found["played"]["lost"], found["played"]["consistent"], found["played"]["together"]) == (30, False, None)
    assert ks.matchup("raptors", "storm", strategy="random", games=40, played="0-30")["played"] == found["played"]


@pytest.mark.parametrize("typed", ["7", "0-0", "7-x", "7-3-1-1", "-7-3", "7.5-2.5"])
def test_what_is_no_result_of_games_is_refused(typed: str) -> None:
    done = CliRunner().invoke(app, ["matchup", "raptors", "storm", "--played", typed])
    assert done.exit_code == 2
    assert "7-3" in done.output
