"""From an idea to legal words: the vocabulary is searched, messages name what is near and where to look, help has examples."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim import games
from kotc_sim.cli import COMMANDS, LazyCommand, app
from kotc_sim.commands.examples import EXAMPLES
from kotc_sim.errors import KotcError
from kotc_sim.experiments.price.remembered import remember
from kotc_sim.experiments.price.result import PriceResult
from kotc_sim.experiments.worth.result import Roles
from kotc_sim.games.vocabulary import did_you_mean, search
from tests.reports.samples import ALL

ROOT = Path(__file__).resolve().parents[2]


def words(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["words", *arguments], prog_name="kotc-sim")
    assert done.exit_code == 0, done.output
    return done.stdout


def ids(*query: str, edition: str = "kotc-17") -> list[str]:
    return [row["id"] for row in json.loads(words(*query, "--edition", edition, "--json"))["components"]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("draw", "effect.draw"),
        ("destory", "effect.destroy"),
        ("token", "effect.craft"),
        ("steal", "effect.hypnotize"),
        ("drawing cards", "effect.draw"),
    ],
)
def test_what_a_query_is_about(query: str, first: str) -> None:
    assert first in ids(query)[:15]


def test_what_keywords_mean_is_told_with_the_rule() -> None:
    assert "Silo: The card goes to its owner's granary, exhausted and face-down. (17.keyword.67)" in words("silo")
    assert "keyword" not in words("draw", "--edition", "levelup")


def test_words_name_what_a_proposal_calls_them() -> None:
    (line,) = (line for line in words("draw").splitlines() if line.strip().startswith("2*x  draw {x} cards.  "))
    assert line.endswith("[effect.draw]")


def test_all_forms_of_a_word_are_found() -> None:
    found = ids("destroyed")
    assert "effect.destroy" in found
    assert sum(one.startswith("cond.") for one in found) >= 8
    assert "effect.draw" not in found
    assert "effect.bounce" in ids("return to hand")


def test_every_game_and_edition_can_be_searched() -> None:
    for game in games.GAMES.values():
        for name in game.editions():
            entries = game.describe.vocabulary(game.edition(name))
            assert len({one.id for one in entries}) == len(entries) > 40
            assert entries[-1] in search(entries, entries[-1].text)


def test_the_list_says_where_all_of_them_are() -> None:
    shown = words("destroyed")
    assert "of the 156 texts of kotc-20" in shown
    assert shown.rstrip().endswith("kotc-sim edition show kotc-20")
    none = CliRunner().invoke(app, ["words", "zzzz"])
    assert (none.exit_code, "kotc-sim edition show kotc-20" in none.stderr) == (2, True)


CARD = 'edition: kotc-17\ncards:\n  - {{name: Foo, sp: 1, hp: 1, text: "{}"}}\n'


def test_an_unknown_text_has_three_suggestions_and_a_pointer_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(CARD.format("A: When this card is destroyed: Draw 1 card."), encoding="utf-8")
    done = CliRunner().invoke(app, ["card", str(path)])
    assert done.exit_code == 2
    assert "Did you mean 'When this card you own is destroyed (hex-play):', 'When " in done.stderr
    assert done.stderr.count("is destroyed (hex-play):'") == 3
    (command,) = re.findall(r"Search: (kotc-sim words .*)", done.stderr)
    assert "is destroyed (hex-play):" in words(*shlex.split(command)[2:])


def test_a_text_about_nothing_that_there_is_points_to_all_texts(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(CARD.format("A: Zzzz qqq."), encoding="utf-8")
    assert "All of them: kotc-sim edition show kotc-17" in CliRunner().invoke(app, ["card", str(path)]).stderr


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("Draw a card.", "Did you mean 'Draw 1 card.'?"),
        ("Deal 3 damage.", "Did you mean 'Place 3 Damage Counters on each target.', '3-dice-heal yourself.' or 'When "),
        ("Kill a creature.", "Did you mean 'Destroy the targets.', '"),
        ("Destroyed all minion.", "Did you mean 'self-destroy {x} on-field minions→', 'Target all "),
        ("zzzz qqq.", "Expected an activation condition or an activation cost or a target selection or an effect."),
    ],
)
def test_an_unknown_text_is_told_what_is_about_the_same(tmp_path: Path, text: str, suggestions: str) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(CARD.format(f"A: {text}"), encoding="utf-8")
    done = CliRunner().invoke(app, ["card", str(path)])
    assert f"matches '{text}'. {suggestions}" in done.stderr


def test_a_price_of_an_unknown_text_points_there_too() -> None:
    done = CliRunner().invoke(app, ["price", "draw a car"])
    assert re.search(r"Did you mean 'draw .*Search: kotc-sim words ", done.stderr), done.stderr


def test_suggestions_fit_into_a_message() -> None:
    assert did_you_mean(["a", "b", "c", "d"]) == "Did you mean 'a', 'b' or 'c'?"
    assert did_you_mean(["a", "a"]) == "Did you mean 'a'?"
    error = KotcError("x", fix=did_you_mean(["y" * 140, "z" * 140, "w" * 20]), command="kotc-sim words x")
    assert "…" not in str(error)
    assert str(KotcError("no text", command="kotc-sim words x")) == "no text. kotc-sim words x"


def test_help_says_where_the_words_are() -> None:
    for name in ("card", "deck"):
        shown = " ".join(CliRunner().invoke(app, [name, "--help"]).stdout.split())
        assert "kotc-sim words" in shown
        assert "kotc-sim edition show" in shown


def commands() -> list[str]:
    found = []
    for name, (module, _) in COMMANDS.items():
        command = LazyCommand(name, module, "").load()
        found += [name, *(f"{name} {one}" for one in getattr(command, "commands", {}))]
    return found


def test_the_help_of_every_command_has_an_example() -> None:
    assert set(EXAMPLES) == set(commands())


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_shown_and_can_be_run(name: str) -> None:
    shown = CliRunner().invoke(app, [*name.split(), "--help"]).stdout.splitlines()
    for line in EXAMPLES[name]:
        assert line in [one.strip() for one in shown]
        parts = shlex.split(line.partition(" >")[0])
        assert parts[:2] == ["kotc-sim", name.split()[0]] or name == "reproduce"
        for file in (part for part in parts if part.startswith(("decks/", "tests/"))):
            assert (ROOT / file).exists(), file
        command = LazyCommand(parts[1], COMMANDS[parts[1]][0], "").load()
        if len(parts) > 2 and parts[2] in getattr(command, "commands", {}):
            command = command.commands[parts[2]]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {part for part in parts if part.startswith("--")} <= known, line


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "kotc_sim", "words", "draw"], capture_output=True, text=True, check=False)
    assert (done.returncode, "draw {x} cards." in done.stdout) == (0, True), done.stderr


def test_words_show_what_price_has_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("kotc_sim.experiments.price.remembered.cache_file", lambda kind, name: tmp_path / name)
    row = {**ALL["price"]["components"][0], "id": "effect.draw", "text": "draw 1 card.", "fair": 1.44, "interval": [1.1, 1.8]}
    raced = {**row, "id": "effect.dice_heal", "by_profile": {}}
    result = PriceResult.of({**ALL["price"], "components": [row, raced]})
    edition = games.edition("kotc-20")
    remember(replace(result, pilots=Roles(fast="greedy", screen="greedy", judge="greedy", second=None), strategies=("greedy",)), edition)
    assert "worth" not in words("draw").partition("Draw:")[0]
    remember(result, edition)
    assert "2*x  draw {x} cards.  worth 1.4 [1.1, 1.8] (draw 1 card.)  [effect.draw]" in words("draw")
    assert "worth" not in words("heal")  # it took part in a race, and the judge did not play it
    remember(replace(result, components=(replace(result.components[0], fair=None, fair_words="more than 5"),)), edition)
    assert "worth: more than 5" in words("draw")
    assert "worth" not in words("draw", "--edition", "kotc-17").partition("Draw:")[0]
