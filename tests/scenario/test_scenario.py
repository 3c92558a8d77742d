"""The scenario runner itself: it notices what differs, what does not fit, and what is malformed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim import games
from kotc_sim.cli import app
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.scenario.run import run_node
from kotc_sim.games.protocol import ScenarioResult
from kotc_sim.yaml_source import Node, split_documents

RULES = Path(__file__).parents[1] / "rules" / "17"

BATTLE = """\
name: a battle
edition: kotc-17
phase: battle
players:
  1: {battlefield: {A: minion 2/4, B: minion 1/2}}
  2: {battlefield: {C: minion 1/3}}
dice: [3, 2, 6, 5]
script:
  - {attack: [A, B], victim: player 2}
  - {defend: [C]}
  - {allocate: [3, 2, 6]}
expect:
  1: {hp: 34, battlefield: {B: {hp: 2, exhausted: true}}, grave: [A]}
  2: {hp: 27, battlefield: {}, grave: [C]}
  winner: null
"""
SPELL = """\
name: a spell
edition: kotc-17
cards:
  - {name: Bolt, kind: spell, text: "Target 1 on-field minion; destroy it."}
players:
  1: {granary: 2, hand: {S: Bolt}, battlefield: {A: minion 1/2}}
  2: {battlefield: {C: minion 1/3}}
script:
  - {cast: S, targets: [C]}
expect:
  2: {grave: [C]}
"""


def run(text: str, tmp_path: Path) -> ScenarioResult:
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    (result,) = games.run_scenarios(path)
    return result


def test_the_two_pass(tmp_path: Path) -> None:
    assert run(BATTLE, tmp_path).passed
    assert run(SPELL, tmp_path).passed


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("hp: 34", "hp: 35", "hp: expected 35, got 34"),
        ("hp: 2,", "hp: 1,", "B: hp: expected 1, got 2"),
        ("exhausted: true", "exhausted: false", "exhausted: expected false, got true"),
        ("grave: [A]", "grave: [B]", "grave: expected [B], got [A]"),
        ("grave: [A]", "grave: 2", "grave: expected 2 cards, got [A]"),
        ("battlefield: {},", "battlefield: [C],", "battlefield: expected [C], got []"),
        ("{B: {hp: 2, exhausted: true}}", "{A: {}, B: {}}", "battlefield: expected [A, B], got [B]"),
        ("winner: null", "winner: 1", "winner: expected player 1, got nobody yet"),
    ],
)
def test_a_difference_is_told(old: str, new: str, told: str, tmp_path: Path) -> None:
    assert old in BATTLE
    result = run(BATTLE.replace(old, new), tmp_path)
    assert not result.passed
    assert any(told in line for line in result.differences), result.differences


def test_what_is_legal_is_not_illegal(tmp_path: Path) -> None:
    entry = "  - {illegal: {cast: S}, at: action, player: 1}\n  - {cast: S, targets: [C]}"
    result = run(SPELL.replace("  - {cast: S, targets: [C]}", entry), tmp_path)
    assert result.differences == ["line 9: this is legal at its moment"]


@pytest.mark.parametrize(
    ("text", "old", "new", "told"),
    [
        (BATTLE, "[3, 2, 6, 5]", "[3, 2, 6]", "the dice ran out"),
        (BATTLE, "[3, 2, 6, 5]", "[3, 2, 6, 5, 1]", "only 4 of the numbers under `dice` were used"),
        (BATTLE, "  - {allocate: [3, 2, 6]}\n", "", "is asked (die: die 2 on C, die 3 on C, die 6 on C)"),
        (BATTLE, "attack: [A, B]", "attack: [A, C]", "this entry was never used"),
        (SPELL, ", targets: [C]", "", "is asked (target: A, C)"),
        (SPELL, "targets: [C]", "targets: [S]", "s.yaml:9:5: the targets [S] cannot be selected"),
        (SPELL, "targets: [C]", "targets: [Q]", "no card has the label 'Q'"),
        (SPELL, "{cast: S, targets: [C]}", "{cost: S}", "has no verb"),
        (SPELL, "{cast: S, targets: [C]}", "jump", "there is no script entry 'jump'"),
        (SPELL, "{cast: S,", "{cast: S, when: action,", "has no key 'when'"),
        (SPELL, "{cast: S,", "{cast: S, at: action,", "an entry can be `at: respond` only"),
        (SPELL, "{cast: S,", "{illegal: {cast: S}, at: noon, player: 1}\n  - {cast: S,", "there is no kind of decision 'noon'"),
        (SPELL, "hand: {S: Bolt}", "hand: {S: Blot}", "Did you mean 'Bolt'?"),
        (SPELL, "hand: {S: Bolt}", "hands: {S: Bolt}", "s.yaml:6: a player has no key 'hands'"),
        (SPELL, "{C: minion 1/3}", "{A: minion 1/3}", "the label 'A' is used in line 6 too"),
        (SPELL, "minion 1/2", "{card: minion 1/2, level: 9}", "the level 9 is above the printed one"),
        (SPELL, "minion 1/2", "{card: minion 1/2, counters: {sord: 1}}", "Did you mean 'sword'?"),
        (SPELL, "  2: {battlefield", "  3: {battlefield", "Number 2 to 8 players"),
        (SPELL, "edition: kotc-17", "phase: night", "there is no phase 'night'"),
        (SPELL, "edition: kotc-17", "edition: kotc-71", "kotc-71"),
        (SPELL, "destroy it.", "destory it.", "s.yaml:4"),
        (SPELL, "  2: {grave: [C]}", "  4: {grave: [C]}", "there is no player 4"),
        (SPELL, "  2: {grave: [C]}", "  2: {graves: [C]}", "Did you mean 'grave'?"),
        (SPELL, "expect:\n  2: {grave: [C]}\n", "", "the scenario has no `expect`"),
        (SPELL, "players:", "players: [", "this is not YAML"),
    ],
)
def test_what_does_not_fit_is_an_error(text: str, old: str, new: str, told: str, tmp_path: Path) -> None:
    assert text.count(old) >= 1
    with pytest.raises(KotcError) as error:
        run(text.replace(old, new, 1), tmp_path)
    assert told in str(error.value)
    assert "s.yaml" in str(error.value)


def numbers(node: Node, key: str = "") -> list[Node]:
    if node.kind == "map":
        return [found for k, value in node.pairs for found in numbers(value, k.raw)]
    if node.kind == "scalar" and isinstance(node.value, int) and key != "winner":
        return [node]
    return []


@pytest.mark.parametrize("file", ["battle", "zones", "recovery"])
def test_every_number_of_an_expectation_counts(file: str) -> None:
    for root in split_documents(RULES / f"{file}.yaml"):
        expect = root.entries()["expect"]
        for number in numbers(expect):
            before = number.value, number.raw
            assert isinstance(number.value, int)
            number.value = not number.value if isinstance(number.value, bool) else number.value + 1
            number.raw = str(number.value)
            result = run_node(root)
            assert not result.passed, f"{result.file}:{number.line}"
            number.value, number.raw = before


def test_the_command_and_its_exit_codes(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"

    def invoke(text: str, *options: str) -> tuple[int, str]:
        path.write_text(text, encoding="utf-8")
        shown = CliRunner().invoke(app, ["scenario", str(path), *options])
        return shown.exit_code, shown.output

    assert invoke(BATTLE)[0] == 0
    code, output = invoke(BATTLE.replace("hp: 34", "hp: 35"))
    assert code == 1
    assert "NOT as expected" in output
    assert "expected 35, got 34" in output
    code, output = invoke(BATTLE.replace("phase: battle", "phase: bottle"))
    assert code == 2
    assert "Did you mean 'battle'?" in output
    code, output = invoke(BATTLE + "---\n" + SPELL, "--json")
    data = json.loads(output)
    assert (code, data["command"], data["passed"], data["differences"]) == (0, "scenario", True, [])
    assert [s["name"] for s in data["scenarios"]] == ["a battle", "a spell"]
    code, output = invoke(BATTLE.replace("hp: 34", "hp: 35"), "--json")
    data = json.loads(output)
    assert (code, data["passed"], len(data["differences"])) == (1, False, 1)


def test_the_log_tells_what_happened(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(BATTLE, encoding="utf-8")
    output = CliRunner().invoke(app, ["scenario", str(path), "--log"]).output
    told = [
        "Player 1 attacks player 2 with A (minion 2/4), B (minion 1/2).",
        "Defense: C (minion 1/3).",
        "Player 1 rolls 2 3 6 = 11.",
        "Player 1 puts a 3 on C (it had 3 HP).",
        "C is destroyed.",
        "Player 2 puts a 5 on A (it had 4 HP).",
        "1 damage pierces.",
        "The dice that are left hit player 2: 8.",
    ]
    places = [output.index(line) for line in told]
    assert places == sorted(places)
    assert "The game is over" not in output


IMPRISONED = """
edition: kotc-20
cards:
  - {name: Pledge, text: "Imprison 1 card in your hand→ Draw 1 card."}
players:
  1: {granary: 2, hand: {P: Pledge, A: minion 1/2}, deck: [a: minion 1/2]}
  2: {}
script: [cast: P]
expect: {}
"""


def test_the_log_tells_of_a_card_that_is_imprisoned_as_a_cost(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(IMPRISONED, encoding="utf-8")
    (result,) = games.run_scenarios(path, log=True)
    assert [line.strip() for line in result.log if "mprison" in line] == ["Player 1 imprisons A (minion 1/2)."]


def test_lines_of_a_later_document_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(BATTLE + "---\n" + SPELL.replace("2: {grave: [C]}", "2: {grave: [A]}"), encoding="utf-8")
    first, second = games.run_scenarios(path)
    assert first.passed
    assert second.differences[0].startswith("line 27: player 2: grave")


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    found = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    assert run(found.group(1), tmp_path).differences == []
