"""The keys that commands write as JSON are those that the documents name, and the other way round."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.experiments.edition.history import list_published
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.result import Measure
from kotc_sim.games import FIRST
from kotc_sim.output import json_text
from scripts import write_results
from scripts.results import RESULTS
from tests.experiments.verdict_cases import FAST_LEVELS

pytestmark = pytest.mark.usefixtures("few_games")

ROOT = Path(__file__).resolve().parents[1]
DECKS = ROOT / "decks"
RATS, STORM, RAPTORS, ARMORY = (str(DECKS / f"{name}.yaml") for name in ("rats", "storm", "raptors", "armory"))
EMBER, TIDE = (str(DECKS / "levelup" / f"{name}.yaml") for name in ("ember-and-stone", "tide-and-grove"))
REPORTS = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
BATTLE = (ROOT / "docs" / "battle.md").read_text(encoding="utf-8")
RANDOM = ("--strategy-a", "random", "--strategy-b", "random")
SEARCH = ("exploit", "--generations", "1", "--population", "4", "--winners", "1", "--combos", "1", "--precision", "5", "-s", "random")
RUNS: dict[str, list[tuple[str, ...]]] = {  # by section of docs/reports.md; several where some keys depend on what is asked
    "matchup": [
        ("matchup", RATS, STORM, *RANDOM, "-n", "40", "--played", "7-3"),
        ("matchup", EMBER, TIDE, *RANDOM, "-n", "19"),  # rounded up
        ("matchup", RATS, STORM),  # along two fast rungs, see `written`
        ("matchup", RATS, ARMORY, "-n", "1000"),  # clearly broken
    ],
    "matchup against a field": [("matchup", RATS, STORM, RAPTORS, *RANDOM, "-n", "20"), ("matchup", RATS, STORM, RAPTORS)],
    "matchup at one table": [("matchup", RATS, STORM, RAPTORS, "--table", "--strategy-a", "random", "-n", "60")],
    "plans": [("matchup", RATS, STORM, "--plan"), ("tournament", RATS, STORM, "--plan")],
    "tournament": [("tournament", RATS, STORM, RAPTORS, "-n", "20")],  # by two fast rungs, as a match-up
    "edition diff": [("edition", "diff", "kotc-17", "kotc-12", RATS, STORM, "-s", "random", "-n", "80")],
    "edition history": [("edition", "history", "-s", "random", "-n", "80")],  # of two editions, see `written`
    "sweep": [("sweep", "kotc-17", "rules.starting_hp=20,35", "-s", "random", "-n", "80")],
    "exploit": [SEARCH, (*SEARCH, "--combos", "0", "-e", "levelup")],
    "ban": [
        ("ban", "destroy", "--deck", RAPTORS, "-s", "random", "-n", "8"),
        ("ban", "destroy", "--deck", EMBER, "-s", "random", "-n", "8"),
    ],
    "battle": [("battle", "4/6+2/4", "1/10", "--trials", "1000"), ("battle", "4/6", "1/10", "--victim", "0/5", "--trials", "0")],
    "try": [("try", STORM, "--out", "1 Thor", "--in", "1 minion 4/4", "--against", RATS, "-s", "random", "-n", "20")],
}


def section(name: str) -> str:
    """Return the part of a document that is about a kind of result."""
    if name == "battle":
        return BATTLE.partition("\n## JSON\n")[2].partition("\n## ")[0]
    found = re.search(rf"\n(#+) {re.escape(name)}\n(.*?)(?=\n##)", REPORTS, flags=re.DOTALL)
    assert found, name
    return found[2]


def documented(text: str) -> set[str]:
    """Return the keys in the first column of the first table of a section."""
    table = re.search(r"(?:^\|.*\n?)+", text, flags=re.MULTILINE)
    assert table
    return {key for row in table[0].split("\n")[2:] if row for key in re.findall(r"`([\w-]+)`", row.split("|")[1])}


ENVELOPE = documented(section("The envelope: keys of every result"))


@pytest.fixture(scope="module")
def written() -> dict[str, list[dict[str, Any]]]:
    """Return what each command writes; a ladder has two fast rungs, as the others learn first, and a history two editions."""
    two = list_published(FIRST)[7:9]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kotc_sim.experiments.matchup.pilot_levels.PILOTS", FAST_LEVELS)
        patch.setattr("kotc_sim.experiments.edition.history.list_published", lambda game: two)
        runs = {name: [CliRunner().invoke(cli.app, [*words, "--json"]) for words in runs] for name, runs in RUNS.items()}
    for done in (done for several in runs.values() for done in several):
        assert done.exit_code == 0, done.output
    return {name: [json.loads(done.stdout) for done in several] for name, several in runs.items()}


@pytest.mark.parametrize("name", RUNS)
def test_keys_that_are_written_are_documented(name: str, written: dict[str, list[dict[str, Any]]]) -> None:
    keys = {key for data in written[name] for key in data}
    assert keys - documented(section(name)) - ENVELOPE == set()


@pytest.mark.parametrize("name", RUNS)
def test_keys_that_are_documented_are_written(name: str, written: dict[str, list[dict[str, Any]]]) -> None:
    keys = {key for data in written[name] for key in data}
    assert documented(section(name)) - keys == set()


@pytest.mark.parametrize("name", RUNS)
def test_keys_inside_are_named_in_the_section(name: str, written: dict[str, list[dict[str, Any]]]) -> None:
    """Of dictionaries and of lists of them: a weaker test, as a section may name a key for another place."""
    words = set(re.findall(r"[\w-]+", section(name) + section("The envelope: keys of every result") + section_of_limits()))
    words |= {"value", "interval"}  # of a measure
    if other := {"matchup against a field": "matchup", "edition history": "edition diff"}.get(name):  # which names the parts of both
        words |= set(re.findall(r"[\w-]+", section(other)))
    if name == "exploit":  # a winner has the keys of rate; those of by_pilot are names
        words |= set(re.findall(r"[\w-]+", section("rate"))) | {"random"}
    free = {"terms", "strategies", "record", "endings", "endings_by_winner"}  # keys are names there
    missing = set()
    for data in written[name]:
        for key, value in data.items():
            if key not in free:
                missing |= {f"{key}.{inner}" for inner in inside(value) if inner not in words}
    assert missing == set()


def section_of_limits() -> str:
    return REPORTS.partition("`limits` (every key optional):")[2].partition("\n## ")[0]


def inside(value: Any) -> set[str]:
    """Return the keys of dictionaries at any depth, but for those that are numbers."""
    if isinstance(value, dict):
        return {key for key in value if not key.isdigit()} | {key for inner in value.values() for key in inside(inner)}
    return {key for inner in value for key in inside(inner)} if isinstance(value, list) else set()


def test_the_envelope_is_written_by_somebody(written: dict[str, list[dict[str, Any]]]) -> None:
    keys = {key for several in written.values() for data in several for key in data}
    assert ENVELOPE - keys == set()
    limits = {key for several in written.values() for data in several for key in data.get("limits", {})}
    assert limits <= documented(section_of_limits()), "limits that are not documented"
    # Those of rare games, and of pilots that learn, are not written in runs as short as these.
    assert documented(section_of_limits()) - limits <= {"long", "fit", "rarely_used", "never_used"}


def test_the_tables_and_the_schema_are_those_of_the_types() -> None:
    for path in write_results.PAGES:
        page = path.read_text(encoding="utf-8")
        assert write_results.with_tables(page) == page, f"run scripts/write_results.py: {path.name}"
    assert write_results.SCHEMA.read_text(encoding="utf-8") == write_results.schema()


@pytest.mark.parametrize("name", [name for name in RESULTS if name in RUNS])
def test_a_result_is_read_as_it_was_written(name: str, written: dict[str, list[dict[str, Any]]]) -> None:
    for data in written[name]:
        assert json.loads(json_text(RESULTS[name].of(data).data)) == data
        assert list(RESULTS[name].of(data).data) == list(data)


def test_parts_of_results_are_values() -> None:
    one, same, other = Measure(1.0), Measure(value=1.0, interval=None), Measure(1.0, Ends(0.5, 1.5))
    assert one == same != other
    assert len({one, same, other}) == 2
    assert repr(one) == "Measure(value=1.0, interval=None)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.value = 2.0  # type: ignore[misc]
    wrong: list[dict[str, Any]] = [{}, {"value": 1.0, "level": 2}]
    for given in wrong:
        with pytest.raises(TypeError, match="value" if not given else "level"):
            Measure(**given)
