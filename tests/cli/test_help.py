"""The first screen of each command: what it answers, an example to copy, then its own options, then those that all commands share."""

from __future__ import annotations

import re
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import COMMANDS, GROUPS, LazyCommand, app
from kotc_sim.commands.examples import EXAMPLES
from kotc_sim.commands.helping import FORMER
from kotc_sim.commands.options import OUTPUT, RUNNING

SCREEN = 24
"""Lines of the smallest terminal."""
NAMES = list(EXAMPLES)


def shown(*words: str) -> list[str]:
    done = CliRunner().invoke(app, [*words, "--help"], prog_name="kotc-sim", env={"COLUMNS": "80"})
    assert done.exit_code == 0
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_the_first_screen_says_what_for_and_shows_an_example(name: str) -> None:
    lines = shown(*name.split())
    first = "\n".join(lines[:SCREEN])
    assert lines[0].startswith(f"Usage: kotc-sim {name}")
    assert re.match(r"  [A-Z]", lines[2])
    assert all(f"  {line}" in first.splitlines() for line in EXAMPLES[name]), "an example is whole, and on the first screen"
    assert all(len(line) <= 80 for line in lines if line.strip() not in EXAMPLES[name])


@pytest.mark.parametrize("name", NAMES)
def test_what_nobody_types_is_not_shown(name: str) -> None:
    text = "\n".join(shown(*name.split()))
    assert not re.search(r"\d{10,}|<=|>=|\[default: \(", text)
    assert not any(former in text for former in FORMER)


def test_options_stand_under_what_they_are_for() -> None:
    lines = shown("rate")
    headings = [line.rstrip(":") for line in lines if re.fullmatch(r"[A-Z][\w ]*:", line)]
    assert headings == ["Examples", "Arguments", "Options", RUNNING, OUTPUT]
    place = {line.split()[0].rstrip(","): number for number, line in enumerate(lines) if line.startswith("  -")}
    assert place["--card"] < place["--seed"] < place["--strict"]


def test_a_default_and_a_range_are_said_in_words() -> None:
    text = " ".join(" ".join(shown("rate")).split())
    assert "percentage points a copy. [default: 0.25; 0.02 to 5]" in text
    assert "[default: 8; 1 to 20]" in text


def test_an_option_has_one_name_and_its_former_one_is_understood() -> None:
    for name in ("rate", "battle"):
        command: Any = LazyCommand(name, COMMANDS[name][0], "").load()
        spelled = {spelling for parameter in command.params for spelling in parameter.opts}
        assert spelled & set(FORMER)


def test_the_commands_are_listed_by_what_they_are_about() -> None:
    lines = shown()
    found: dict[str, list[str]] = {}
    group = ""
    for line in lines:
        if re.fullmatch(r"\S.*:", line):
            group = line.rstrip(":")
        elif match := re.match(r"  ([a-z]+)  ", line):
            found.setdefault(group, []).append(match[1])
    assert {title: tuple(names) for title, names in found.items() if title in GROUPS} == GROUPS
    assert sorted(name for names in found.values() for name in names) == sorted(COMMANDS)
    assert any("kotc-sim serve" in line for line in lines[:8])
