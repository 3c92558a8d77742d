"""Scenarios of many hands: several files at once, and other spellings that mean what they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.errors import KotcError
from kotc_sim.games import run_scenarios

HIT = """
name: a hit
edition: kotc-17
phase: battle
players:
  1: {battlefield: {A: {card: minion 2/5, COUNTERS}}}
  2: {battlefield: BLOCKERS}
dice: [1, 1]
script:
  - {attack: [A], victim: player 2}
SCRIPT
expect:
  2: {hp: 33}
EXPECT
"""


def scenario(script: str = "", expect: str = "", counters: str = "counters: {}", blockers: str = "{}") -> str:
    text = HIT.replace("SCRIPT", script).replace("EXPECT", expect).replace("COUNTERS", counters).replace("BLOCKERS", blockers)
    return text.lstrip()


def played(tmp_path: Path, text: str) -> list[str]:
    """Return what differs."""
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    (result,) = run_scenarios(path)
    return result.differences


def test_an_answer_to_a_question_that_nobody_is_asked_is_used_up(tmp_path: Path) -> None:
    assert played(tmp_path, scenario("  - {defend: []}")) == []
    assert played(tmp_path, scenario("  - {defend: []}\n  - end_phase")) == []
    assert played(tmp_path, scenario("  - {sow: []}\n  - {defend: []}")) == []


def test_an_answer_that_is_not_empty_is_not(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match="never used"):
        played(tmp_path, scenario("  - {defend: [A]}"))


def test_what_is_illegal_holds_where_there_is_no_option_at_all(tmp_path: Path) -> None:
    assert played(tmp_path, scenario("  - {illegal: {defend: [A]}, at: defend, player: 2}")) == []
    assert played(tmp_path, scenario("  - {illegal: {activate: A}, at: respond, player: 2}\n  - end_phase")) == []
    with pytest.raises(KotcError, match="never used"):  # everybody is asked for an action in a turn of theirs: this is another turn
        played(tmp_path, scenario("  - {illegal: {activate: A}, at: action, player: 2}"))


def test_what_is_legal_is_told_also_in_a_list(tmp_path: Path) -> None:
    text = scenario("  - {illegal: [{defend: [D]}, {defend: [A]}], at: defend, player: 2}\n  - {defend: []}", blockers="{D: minion 1/1}")
    assert played(tmp_path, text) == ["line 10: this is legal at its moment"]
    assert played(tmp_path, text.replace("{defend: [D]}, ", "")) == []
    assert played(tmp_path, scenario("  - {illegal: [], at: defend, player: 2}")) == []


def test_turn_and_ultra_points_can_be_expected(tmp_path: Path) -> None:
    stated = "  turn: 1\n  turn_number: 5\n  1: {ultra: 0, battlefield: {A: {ultra: 0}}}"
    assert played(tmp_path, scenario(expect=stated)) == []
    for right, wrong, told in (
        ("turn: 1", "turn: 2", "turn: expected 2, got 1"),
        ("number: 5", "number: 6", "turn_number: expected 6, got 5"),
        ("{ultra: 0, b", "{ultra: 1, b", "ultra: expected 1, got 0"),
        ("A: {ultra: 0", "A: {ultra: 3", "A: ultra: expected 3, got 0"),
    ):
        (difference,) = played(tmp_path, scenario(expect=stated.replace(right, wrong)))
        assert told in difference


ULTRA = """
name: Ultra Points
edition: kotc-17
cards: [{name: Bomb, kind: spell, text: "2-dice-wound enemy."}]
players:
  1: {hand: {B: Bomb}, grave: [Bomb], granary: 9}
  2: {}
expect:
  1: {ultra: 4, hand: {B: {ultra: 2}}}
"""


def test_ultra_points_are_those_of_the_cards(tmp_path: Path) -> None:
    assert played(tmp_path, ULTRA.lstrip()) == []
    assert played(tmp_path, ULTRA.lstrip().replace("ultra: 4", "ultra: 2")) == ["line 8: player 1: ultra: expected 2, got 4"]


@pytest.mark.parametrize("at", ["place", "expect"])
def test_counters_of_several_owners_may_be_a_list(tmp_path: Path, at: str) -> None:
    listed = "counters: [{sword: 1}, {sword: {owner: 2, count: 1}}]"
    mapped = "counters: {sword: 2}"
    expected = "  1: {battlefield: {A: {" + (listed if at == "expect" else mapped) + "}}}"
    assert played(tmp_path, scenario(counters=listed, expect=expected)) == []


def test_what_cannot_be_read_stops_no_other_file(tmp_path: Path) -> None:
    good, bad, wrong = (tmp_path / name for name in ("good.yaml", "bad.yaml", "wrong.yaml"))
    good.write_text(scenario(), encoding="utf-8")
    bad.write_text(scenario().replace("phase: battle", "phase: bottle") + "---\n" + scenario(), encoding="utf-8")
    wrong.write_text(scenario().replace("hp: 33", "hp: 34"), encoding="utf-8")
    done = CliRunner().invoke(app, ["scenario", "nowhere.yaml", str(bad), str(wrong), str(good)])
    assert done.exit_code == 2
    assert "2 of 5 scenarios as expected, 2 could not be played" in done.stdout
    assert "expected 34, got 33" in done.stdout
    assert "nowhere.yaml: there is no such scenario file" in done.stderr
    assert "Did you mean 'battle'?" in done.stderr
    assert CliRunner().invoke(app, ["scenario", str(good), str(wrong)]).exit_code == 1
    done = CliRunner().invoke(app, ["scenario", str(bad), "--json"])
    data = json.loads(done.stdout)
    assert (data["passed"], len(data["errors"]), len(data["scenarios"])) == (False, 1, 1)
