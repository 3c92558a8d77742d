"""The scenario runner itself: it notices what is wrong, and says how to fix a malformed file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games import run_scenarios
from tests.levelup.scripted import run

BASE: dict[str, Any] = {
    "name": "base",
    "edition": "levelup",
    "phase": "battle",
    "players": {"P0": {"creatures": {"A": "Fire 2 (6/4)"}}, "P1": {"creatures": {"B": "Water 1 (3/4)"}}},
    "script": [{"attack": "A", "target": "B"}],
    "expect": {"P1": {"points": 19}},
}


def test_a_true_expectation_passes_and_tells_what_happened() -> None:
    passed, differences, log = run(BASE, "x.yaml")
    assert (passed, differences) == (True, [])
    assert "A attacks with 6 against 4" in log
    assert "B is destroyed" in log


def test_a_number_is_a_label() -> None:
    players = {"P0": {"creatures": {1: "Fire 2 (6/4)"}}, "P1": {"creatures": {0: "Water 1 (3/4)"}}}
    passed, differences, _ = run(BASE | {"players": players, "script": [{"attack": 1, "target": 0}]}, "x.yaml")
    assert (passed, differences) == (True, [])
    expect = {"P0": {"creatures": {1: {"tapped": True}}}}
    _, differences, _ = run(BASE | {"players": players, "script": [{"attack": 1, "target": 0}], "expect": expect}, "x.yaml")
    assert differences == ["P0 creatures 1 tapped: expected true, found false"]
    with pytest.raises(KotcError, match="labelled 'A'"):
        run(BASE | {"players": players}, "x.yaml")


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ({"P1": {"points": 20}}, "P1 points: expected 20, found 19"),
        ({"P1": {"creatures": ["B"]}}, "P1 creatures: expected [B], found []"),
        ({"P0": {"creatures": {"A": {"tapped": True}}}}, "P0 creatures A tapped: expected true, found false"),
        ({"winner": "P0"}, "winner: expected P0, found None"),
        ({"P1": {"discard": []}}, "P1 discard: expected [], found [B]"),
    ],
)
def test_a_false_expectation_fails(expect: dict[str, Any], difference: str) -> None:
    passed, differences, _ = run({**BASE, "expect": expect}, "x.yaml")
    assert not passed
    assert differences == [difference]


@pytest.mark.parametrize(
    ("entry", "difference"),
    [
        ({"illegal": {"attack": "A", "target": "B"}}, "is allowed; the options are"),
        ({"legal": {"attack": "A", "target": "P1"}}, "is not allowed; the options are"),
        ({"play": "A"}, "script entry 1 was never used"),
    ],
)
def test_a_false_assertion_in_the_script_fails(entry: dict[str, Any], difference: str) -> None:
    passed, differences, _ = run({**BASE, "script": [entry], "expect": {}}, "x.yaml")
    assert not passed
    assert difference in differences[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"playerz": {}}, "has no key 'playerz'"),
        ({"players": {"P0": {"creatures": {"A": "Fire two"}}}}, "there is no card 'Fire two'"),
        ({"script": [{"attack": "Z"}]}, "there is no card labelled 'Z'"),
        ({"script": [{"jump": "A"}]}, "Known: play, flip"),
        ({"phase": "tea"}, "there is no phase 'tea'"),
        ({"switches": {"battle_ti": "none"}}, "Did you mean 'battle_tie'?"),
    ],
)
def test_a_malformed_scenario_is_refused_with_a_remedy(change: dict[str, Any], message: str) -> None:
    with pytest.raises(KotcError) as error:
        run({**BASE, **change}, "x.yaml")
    assert message in str(error.value)
    assert str(error.value).startswith("x.yaml")


FILE = """\
name: broken
edition: levelup
cards:
  - {name: Pit, kind: magic}
players:
  P0:
    creatures: {A: Fire 3 (10/7)}
    hand: [Water 1 (3/4)]
  P1: {creatures: {B: {card: Water 2 (5/7)}}}
script:
  - {attack: A, target: B}
  - end_phase
expect:
  P0: {points: 17, creatures: [A]}
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("{card: Water 2 (5/7)}", "{tapped: true}", 9, "names no card"),
        ("{card: Water 2 (5/7)}", "{card: Water 2 (5/7), tapped: often}", 9, "not a whole number"),
        ("{card: Water 2 (5/7)}", "{card: Water 2 (5/7), under: {x: {down: true}}}", 9, "names no card"),
        ("[Water 1 (3/4)]", "[Water 1 (3/4), [x]]", 8, "a list"),
        ("[Water 1 (3/4)]", "some", 8, "'some'"),
        ("[Water 1 (3/4)]", "101", 8, "room for 100"),
        ("{A: Fire 3 (10/7)}", "9", 7, "room for 8"),
        ("{A: Fire 3 (10/7)}", "{A: Fire 3 (10/7), A2: {card: Fire 1 (1/1), since: 99999999999}}", 7, "a number from 0 to"),
        ("{attack: A, target: B}", "{attack: [A], target: B}", 11, "a list"),
        ("{attack: A, target: B}", "{attack: Z, target: B}", 11, "no card labelled 'Z'"),
        ("{attack: A, target: B}", "{activate: A, effect: two}", 11, "not a whole number"),
        ("end_phase", "end_fase", 12, "no script entry 'end_fase'"),
        ("creatures: [A]", "creatures: {A: 3}", 14, "not a map"),
        ("creatures: [A]", "creatures: {A: {colour: red}}", 14, "no key 'colour'"),
        ("points: 17", "points: many", 14, "not a whole number"),
        ("edition: levelup", "edition: levelup\nturn_number: x", 3, "not a whole number"),
        ("edition: levelup", "edition: levelup\nrandom: [a]", 3, "not a whole number"),
        ("edition: levelup", "edition: levelup\nfirst: me", 3, "no player 'me'"),
        ("- {name: Pit, kind: magic}", "- Pit", 4, "not a map"),
        ("- {name: Pit, kind: magic}", "- {name: Pit, kind: trap}", 4, "'trap'"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    path = tmp_path / "scenario.yaml"
    assert old in FILE
    path.write_text(FILE.replace(old, new))
    with pytest.raises(KotcError) as error:
        list(run_scenarios(path))
    assert message in str(error.value)
    assert error.value.line == line
