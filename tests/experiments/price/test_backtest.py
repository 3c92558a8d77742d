"""The designers' price history: which steps are found, and how they are compared."""

from __future__ import annotations

from dataclasses import replace

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.errors import KotcError
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.price import backtest as module
from kotc_sim.experiments.price.backtest import Change, backtest, changes, controls, signed_price
from kotc_sim.experiments.price.result import PriceResult
from kotc_sim.experiments.result import Measure, Verdict
from kotc_sim.games.keeper.editions import load_edition
from tests.experiments.verdict_cases import PLAIN_PYTHON
from tests.reports.samples import PRICE


def test_changes_are_those_that_the_books_made() -> None:
    found = {change.row.id: change for change in changes(("12-published", "13"))}
    assert {name: (one.before, one.after, one.step) for name, one in found.items()} == {
        "effect.bounce": (1.0, 2.0, 1),
        "effect.draw": (1.0, 2.0, 1),
        "effect.sheathe": (2.0, 1.0, -1),
    }
    # What takes off more makes its card cheaper.
    (cost,) = [change for change in changes(("15", "16")) if change.row.id == "cost.self_destroy_resources"]
    assert (cost.before, cost.after, cost.step) == (-0.5, -1.0, -1)


def test_what_the_18th_revised_stands_between_the_17th_and_the_20th() -> None:
    found = {change.row.id: (change.before, change.after, change.step) for change in changes(("17", "20"))}
    assert found == {
        "effect.dice_wound_enemy": (2.0, 1.0, -1),
        "cost.self_sheathe_hand": (-0.5, -1.0, -1),
        "cost.self_destroy_hand": (-0.5, -1.0, -1),
        "target.your_hand": (2.0, 1.0, -1),  # what t is
        "target.enemy_hand": (2.0, 1.0, -1),
    }


def test_an_edition_that_was_rescaled_is_measured_against_its_median() -> None:
    found = [change for change in changes(("10", "11")) if change.row.section == "effect"]
    assert found
    assert {change.scale for change in found} == {0.25}
    assert "effect.place_offense" not in {change.row.id for change in found}  # 4 to 1 is the median's step


def test_a_factor_is_compared_with_a_relief_where_the_effect_costs_the_same() -> None:
    found = {change.row.id: change for change in changes(("11", "12-published")) if change.row.section == "condition"}
    # 11.level.1: half of the price of destroying one target, which is 2 in both editions, and nothing off it later.
    assert (found["cond.in_play_destroyed"].before, found["cond.in_play_destroyed"].after) == (-1.0, 0.0)
    assert (found["cond.you_damaged"].before, found["cond.you_damaged"].step) == (3.0, -1)  # a factor of 5/2
    assert "cond.your_hand_destroyed" not in found  # a factor of 1 takes nothing off
    # From the 10th to the 11th destroying fell from 8 to 2: what a condition takes off cannot be compared.
    assert not [change for change in changes(("10", "11")) if change.row.section == "condition"]


def test_a_step_by_the_numbers_as_printed() -> None:
    (draw,) = [change for change in changes(("10", "11")) if change.row.id == "effect.draw"]
    assert (draw.before, draw.after, draw.step, draw.raw_step) == (2.0, 1.0, 1, -1)


def test_controls_stood_for_four_editions() -> None:
    found = controls(("12-published", "17"))
    assert 4 <= len(found) <= module.MOST_CONTROLS
    for change in found:
        names = [f"kotc-{name}" for name in module.CHAIN]
        window = names[names.index(change.older) : names.index(change.newer) + 1]
        assert len(window) == module.STOOD
        assert {signed_price(load_edition(name).rows[change.row.id], load_edition(name)) for name in window} == {change.before}
    assert {change.half for change in [*found, *changes()]} == {"a", "b"}


@pytest.mark.parametrize(
    ("step", "value", "verdict", "says"),
    [
        (1, 1.0, "undercosted", "agree"),
        (-1, 1.0, "undercosted", "disagree"),
        (-1, -0.4, "a little off", "agree"),
        (1, 0.1, "fair", "undecided"),
        (1, 1.0, "depends on play", "undecided"),
        (0, 1.0, "undercosted", "stands"),
        (0, 2.6, "undercosted", "false alarm"),
    ],
)
def test_what_a_row_says(step: int, value: float, verdict: str, says: str) -> None:
    row = load_edition("kotc-13").rows["effect.draw"]
    premium = Measure(value, Ends(value - 0.3, value + 0.3))
    component = replace(PriceResult.of(PRICE).components[0], premium=premium, verdict=Verdict(verdict))
    assert module._judge(Change("kotc-13", "kotc-14", row, 1.0, 1.0 + step, 1.0, step), component).says == says


def test_ranges_that_are_none() -> None:
    with pytest.raises(KotcError, match="no published edition '12'"):
        changes(("12", "13"))
    with pytest.raises(KotcError, match="two editions"):
        changes(("13", "13"))
    done = CliRunner().invoke(app, ["backtest", "--only", "13"])
    assert (done.exit_code, "no range of editions" in done.output) == (2, True)


@pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
@pytest.mark.usefixtures("few_games_here")
def test_every_change_is_judged_under_the_older_edition() -> None:
    data = backtest(only=("12-published", "13"), profiles=["random"], precision=5.0, with_controls=False).data
    assert [row["older"] for row in data["changes"]] == ["kotc-12-published"] * 3
    assert data["agree"] + data["disagree"] + data["undecided"] == 3
