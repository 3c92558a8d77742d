from __future__ import annotations

from pathlib import Path

import pytest

from tests.rule_table import rule_table, rules

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs/rules").mkdir(parents=True)
    (tmp_path / "tests/rules").mkdir(parents=True)
    (tmp_path / "docs/rules/kotc.md").write_text(
        "- **17.setup.1** Two players; see **17.deck.8**.\n- `12.setup.2` Shuffle.\nid: 9.example.3\n"
        "| `levelup.event.played` | played |\n- **levelup.fx.draw** draw\nWrapped, see `12.setup.7`.\n"
    )
    return tmp_path


def test_rules_are_found_where_they_are_defined(project: Path) -> None:
    assert rules(project / "docs/rules") == {
        "17.setup.1": "kotc.md:1",
        "12.setup.2": "kotc.md:2",
        "9.example.3": "kotc.md:3",
        "levelup.event.played": "kotc.md:4",
        "levelup.fx.draw": "kotc.md:5",
    }


def test_the_table_names_tests_and_what_is_missing(project: Path) -> None:
    (project / "tests/test_a.py").write_text('@pytest.mark.rule("17.setup.1", "17.setup.99")\ndef test_a(): ...\n')
    (project / "tests/rules/s.yaml").write_text("rule: 12.setup.2\n---\nname: x\nrule: [9.example.3, 17.setup.1]\n")
    (project / "docs/rules/untested.yaml").write_text("levelup.fx.draw: reason\n17.setup.1: wrong\n")
    lines, wrong = rule_table(project)
    table = dict(line.split(None, 1) for line in lines[:-1])
    assert table["17.setup.1"] == "test_a.py:1, rules/s.yaml:4"
    assert table["12.setup.2"] == "rules/s.yaml:1"
    assert table["levelup.fx.draw"] == "- reason"
    assert lines[-1] == "5 rules, 3 tested, 2 with a reason"
    assert wrong == [
        "untested.yaml: 17.setup.1 has a test: test_a.py:1",
        "kotc.md:4: no test for levelup.event.played",
        "test_a.py:1: there is no rule 17.setup.99",
    ]


def test_a_component_of_the_vocabulary_may_be_cited(project: Path) -> None:
    (project / "kotc_sim/games/keeper/editions").mkdir(parents=True)
    (project / "kotc_sim/games/keeper/editions/kotc-17.yaml").write_text(
        "name: kotc-17\nconditions:\n  attacks: {text: a}\ncosts:\neffects: {draw: {text: b}}\nrules: {size: 1}\n"
    )
    (project / "tests/rules/s.yaml").write_text("rule: [cond.attacks, effect.draw, effect.drew, cost.draw, rule.size]\n")
    lines, wrong = rule_table(project)
    assert [line for line in wrong if "there is no rule" in line] == [
        "rules/s.yaml:1: there is no rule effect.drew",
        "rules/s.yaml:1: there is no rule cost.draw",
        "rules/s.yaml:1: there is no rule rule.size",
    ]
    assert lines[-1] == "5 rules, 0 tested, 0 with a reason"  # the table is of rules alone


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    _, wrong = rule_table(ROOT)
    assert [line for line in wrong if "there is no rule" in line] == []
