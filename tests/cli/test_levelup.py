"""Every command with decks, cards and editions of Level-Up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from tests.experiments.verdict_cases import PLAIN_PYTHON

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "decks" / "levelup"
EMBER, TIDE, POOL = (str(FOLDER / f"{name}.yaml") for name in ("ember-and-stone", "tide-and-grove", "starter-pool"))
RATS = str(ROOT / "decks" / "rats.yaml")
PROPOSAL = """\
name: Slower
extends: levelup
parameters: {points: 30, deck_min: 40}
switches: {attack_taps: true}
"""


@pytest.fixture
def proposal(tmp_path: Path) -> str:
    path = tmp_path / "slower.yaml"
    path.write_text(PROPOSAL, encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli.app, list(arguments), prog_name="kotc-sim")


def fewer(tmp_path: Path, *names: str) -> str:
    """Write the ember deck without some cards."""
    text = Path(EMBER).read_text().replace("starter-pool.yaml", POOL)
    for name in names:
        assert f"  {name}: 2\n" in text
        text = text.replace(f"  {name}: 2\n", "")
    path = tmp_path / "fewer.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_deck() -> None:
    result = run("deck", EMBER)
    assert result.exit_code == 0, result.output
    assert "60 cards (levelup)" in result.stdout
    assert "15 magic cards" in result.stdout
    data = json.loads(run("deck", EMBER, RATS, "--json").stdout)
    assert data["decks"][0]["curve"] == {"1": 24, "2": 12, "3": 6, "4": 3}
    assert data["decks"][1]["edition"] == "kotc-17"


@pytest.mark.rule("levelup.deck.1")
def test_a_small_deck_is_refused(tmp_path: Path) -> None:
    small = fewer(tmp_path, "Cinder Pup", "Sparkling Newt", "Pebble Golem", "Burrow Mole", "Grave Rat", "Hollow Child")
    for command in ("deck", "check"):
        result = run(command, small)
        assert result.exit_code == 1, result.output
        assert "the deck has 48 cards, 2 too few" in result.stdout
    result = run("matchup", small, EMBER)
    assert result.exit_code == 2
    assert "levelup.deck.1" in result.stderr


@pytest.mark.rule("levelup.levelup.1")
def test_a_creature_that_cannot_be_reached_is_a_warning(tmp_path: Path) -> None:
    unwise = fewer(tmp_path, "Furnace Hound", "Flare Duelist")
    result = run("check", unwise)
    assert result.exit_code == 0
    assert "'Magma Wyrm' is a Fire creature of level 3" in result.stderr
    data = json.loads(run("deck", unwise, "--json").stdout)["decks"][0]
    assert (data["legal"], len(data["warnings"]), data["problems"]) == (True, 2, [])
    played = run("matchup", unwise, EMBER, "-n", "2", "--strategy-a", "random", "--strategy-b", "random", "--json")
    assert played.exit_code == 0
    assert "warning: " in played.stderr


def test_cards_beside_the_line() -> None:
    result = run("card", POOL)
    assert result.exit_code == 0
    assert "Cinder Pup: Fire creature (Beast), level 1, 4/3 (levelup)\n  attack + defense 7: on the line of level 1" in result.stdout
    assert "attack + defense 6: 1 below the line of level 1, 7" in result.stdout
    data = json.loads(run("card", POOL, "--json").stdout)
    assert {"name", "kind", "level", "ultra", "bill", "problems"} <= set(data["cards"][0])
    assert run("card", POOL, "--migrate", "kotc-12").exit_code == 2


def test_games_are_not_mixed() -> None:
    for arguments in (("matchup", EMBER, RATS), ("replay", EMBER, TIDE, "--edition", "kotc-17"), ("deck", RATS, "-e", "levelup")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "another game" in result.stderr


def test_a_replay_in_a_proposal(proposal: str) -> None:
    arguments = ("replay", EMBER, TIDE, "--edition", proposal, "--strategy-a", "random", "--strategy-b", "random", "--json")
    data = json.loads(run(*arguments).stdout)
    assert data["turns"] > 0
    assert sorted(data["score"]) in ([0.0, 1.0], [0.5, 0.5])
    assert run("replay", EMBER, TIDE, "--edition", "nothing.yaml").exit_code == 2
    assert "no strategy 'aggro' for Level-Up" in run("replay", EMBER, TIDE, "--strategy-a", "aggro").stderr


CARD = """\
edition: levelup
cards:
  - {name: Gale Cub, kind: creature, type: Fire, subtype: Beast, level: 1, attack: 9, defense: 3,
     effects: [{kind: normal, text: "Your opponent loses 1 point."}, {kind: passive, text: "This creature has +1 attack."}]}
"""


@pytest.mark.usefixtures("few_games_here")
def test_a_rating(tmp_path: Path) -> None:
    path, html = tmp_path / "mine.yaml", tmp_path / "r.html"
    path.write_text(CARD, encoding="utf-8")
    options = ("--profile", "random", "--precision", "2", "--html", str(html), "--json")
    result = run("rate", str(path), *options)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["game"] == "levelup"
    assert {"name", "level", "attack", "fair_attack", "interval", "verdict", "by_profile"} <= set(data["cards"][0])
    assert "attack" in html.read_text()
    assert run("rate", str(path), "--card", "Nobody").exit_code == 2
    assert "another game" in run("rate", str(path), "--edition", "kotc-17").stderr


@pytest.mark.usefixtures("few_games_here")
def test_a_price(tmp_path: Path) -> None:
    html = tmp_path / "p.html"
    text = "passive: This creature has +2 attack."
    options = ("-e", "levelup", "--profile", "random", "--precision", "2", "--html", str(html), "--json")
    data = json.loads(run("price", text, *options).stdout)
    assert {"text", "official", "fair", "interval", "verdict"} <= set(data["components"][0])
    assert "points of attack" in html.read_text()
    result = run("price", "draw 1 card", "-e", "levelup")
    assert result.exit_code == 2
    assert "Did you mean '{who} draw(s) {n} card(s).'" in result.stderr


def test_a_price_of_an_equip_effect() -> None:
    text = "Equip to 1 creature you control: It has +2 attack."
    result = run("price", text, "-e", "levelup", "--profile", "greedy", "--precision", "2", "--json")
    assert result.exit_code == 0, result.output
    (component,) = json.loads(result.stdout)["components"]
    assert (component["kind"], component["estimator"]) == ("equip", "score for score")
    assert [point["level"] for point in component["points"]] == [1, 2, 3]
    assert all(point["premium"]["interval"] for point in component["points"])


def test_editions_of_level_up(proposal: str) -> None:
    assert "Level-Up, the second game" in run("editions").stdout
    assert "level 3" in run("edition", "show", "levelup").stdout
    shown = json.loads(run("edition", "show", proposal, "--json").stdout)
    assert shown["switches"]["attack_taps"] is True
    result = run("edition", "check", proposal)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[1:] == ["  points: 20 -> 30", "  deck_min: 50 -> 40", "  attack_taps: false -> true"]


def test_a_ruling_is_measured(proposal: str) -> None:
    # Without decks, those that are shipped.
    result = run("edition", "diff", "levelup", proposal, "-s", "random", "-n", "80", "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert {"rule": "attack_taps", "before": "false", "after": "true"} in data["rules"]
    assert {deck["name"] for deck in data["decks"]} == {"Ember and Stone", "Tide and Grove"}
    assert "games won from 10 points behind" in [row["what"] for row in data["changes"]]
    assert "another game" in run("edition", "diff", "levelup", "kotc-17").stderr
    assert "another game" in run("edition", "diff", "levelup", proposal, RATS).stderr


def test_a_substitution() -> None:
    options = ("-s", "random", "-n", "40", "--json")
    result = run("try", EMBER, "--out", "2 Cinder Pup", "--in", "2 Brook Minnow", *options)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert (data["out"], data["in"]) == ([[2, "Cinder Pup"]], [[2, "Brook Minnow"]])
    assert len(data["against"]) == 3
    for into, message in (("2 Brook Minow", "Did you mean 'Brook Minnow'?"), ("2 Grave Rat", "levelup.deck.3"), ("Brook Minnow", "1 take")):
        refused = run("try", EMBER, "--out", "2 Cinder Pup", "--in", into, *options)
        assert refused.exit_code == 2
        assert message in refused.stderr


def test_a_matchup_and_a_tournament(tmp_path: Path) -> None:
    html = tmp_path / "m.html"
    who = ("--strategy-a", "random", "--strategy-b", "random")
    data = json.loads(run("matchup", EMBER, TIDE, "-n", "40", *who, "--json", "--html", str(html)).stdout)
    assert data["game"] == "levelup"
    assert "points" in data["endings"]
    assert "die deals" not in html.read_text()
    data = json.loads(run("tournament", EMBER, TIDE, "-s", "random", "-n", "20", "--json").stdout)
    assert {"decks", "matrix", "ratings", "equilibrium"} <= set(data)


def test_commands_that_are_for_the_other_game_say_so() -> None:
    result = run("price", "--all", "--hedonic", "100", "--edition", "levelup")
    assert result.exit_code == 2, result.output
    assert "Keeper of the Cards" in result.stderr


@pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
def test_a_search_for_cards_that_are_too_strong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.experiments.worth.judging.FAST_ROWS", 40)
    short = ("--generations", "1", "--population", "4", "--winners", "2", "--combos", "1", "--precision", "5", "-s", "random")
    page = tmp_path / "found.html"
    result = run("exploit", "--edition", "levelup", *short, "--json", "--html", str(page))
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert (data["game"], data["axis"], len(data["combos"])) == ("levelup", "attack", 1)
    assert {"kind", "level", "attack", "defense", "line", "text", "gain", "less"} <= set(data["combos"][0]["cards"][0])
    assert 1 <= len(data["cards"]) <= 2
    for card in data["cards"]:
        assert card["kind"] in ("creature", "magic")
        assert card["blame"] in card["text"]
        assert card["retest"]
    shown = page.read_text(encoding="utf-8")
    assert "Exploit · levelup" in shown
    assert "Two cards together" in shown


def test_strategies_of_both_games() -> None:
    assert "For Level-Up" in run("strategies").stdout
    data = json.loads(run("strategies", "--json").stdout)
    assert [row["name"] for row in data["levelup"]] == ["random", "greedy", "quick", "lookahead", "best"]


def test_a_strategy_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("strategies", "new", "mine", "--game", "levelup")
    assert result.exit_code == 0, result.output
    assert "mine.py is written" in result.stdout
    assert '@strategy("mine"' in Path("mine.py").read_text()
    assert run("strategies", "new", "other", "--game", "chess").exit_code == 2
    wrong = run("matchup", RATS, RATS, "-n", "2", "--strategy-a", "mine.py", "--strategy-b", "random")
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith("error: mine.py:6: the strategy 'mine' is for Level-Up, but Keeper of the Cards is played.")
