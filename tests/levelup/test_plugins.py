"""Strategies for Level-Up from files: what loads, and what is said of one that is broken."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.cards.deck import load_deck
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.runs import Contest, replay
from kotc_sim.strategies import check, load, strategies_of, trial
from kotc_sim.strategies.check import TRIAL_VARIABLE, check_plugin
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.trial_table import Table
from kotc_sim.strategies.plugin import load_file
from kotc_sim.strategies.template import write_template

COMPILED = not numba.config.DISABLE_JIT
EMBER = load_deck(Path(__file__).parents[2] / "decks" / "levelup" / "ember-and-stone.yaml")
HEAD = "from kotc_sim.strategies.levelup.api import strategy\n\n\n"
GOOD = """\
@strategy("{0}", "takes the last option")
def {0}(game, match, me, scores):
    for i in range(game.n_options):
        scores[i] = i
"""


@pytest.fixture(autouse=True)
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_marker", lambda strategy: None)


def plugin(folder: Path, *body: str) -> str:
    """Write a strategy that takes the last option and then does what the body says, from line 8 on."""
    path = folder / "mine.py"
    path.write_text(HEAD + GOOD.format("score") + "".join(f"    {line}\n" for line in body))
    return str(path)


def tried(spec: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], games: int = 2) -> dict[str, Any]:
    """Run the trial here, which is much faster than in its own process, and return its last message."""
    monkeypatch.setenv(TRIAL_VARIABLE, "1")
    trial.main("levelup", spec, games)
    message: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return message


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("scores[0] = game.no_such_field", 8, "no_such_field"),
        ("scores[0] = game.card[5000].kind", None, "raised IndexError"),
        ("scores[0] = 1 // (game.turn - game.turn)", None, "ZeroDivisionError"),
        ("scores[0] = float('nan')", 4, "gave the score nan, which is no finite number, for the option KEEP of a decision MULLIGAN"),
        ("scores[1] = float('inf')", 4, "gave the score inf, which is no finite number, for the option REDRAW of a decision MULLIGAN"),
        ("game.turn = 7", 8, "changed the game, which it may only read: it wrote to game.turn"),
        ("game.n_options = 1", 8, "it wrote to game.n_options"),
        ("game.side[me].hand[0] += 1", 8, "it wrote to game.side"),
        ("match.rules.points = 1", 8, "it wrote to match.rules"),
        ("game.m.kinds[0].level = 7", 8, "it wrote to match.kinds"),
    ],
)
def test_what_a_faulty_strategy_does_is_told(
    body: str, line: int | None, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not COMPILED and "turn - game.turn" in body:
        pytest.skip("NumPy's division by zero warns, here as an error")
    message = tried(plugin(tmp_path, body), monkeypatch, capsys)
    assert message["stage"] == "error"
    assert message["file"] == str(tmp_path / "mine.py")
    assert words in message["what"]
    assert message["fix"]
    if COMPILED:
        assert message["line"] == line


def test_a_score_that_is_not_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "few.py"
    path.write_text(HEAD + '@strategy("few", "x")\ndef score(game, match, me, scores):\n    scores[0] = 1.0\n')
    message = tried(str(path), monkeypatch, capsys)
    assert "'few' gave no score for the option REDRAW of a decision MULLIGAN" in message["what"]
    assert message["line"] == 4


@pytest.mark.skipif(not COMPILED, reason="compiled code knows no lines, plain Python does")
def test_the_line_of_a_wrong_index_is_found(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match=r"mine\.py:9: the strategy 'score' raised IndexError.* Guard the case"):
        check_plugin(load("levelup", plugin(tmp_path, "x = 5000", "scores[0] = game.card[x].kind")))


def test_a_strategy_that_loops_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match=r"mine\.py:(9|10): the strategy 'score' did not play trial games within 1 s\. Look for a loop"):
        check_plugin(load("levelup", plugin(tmp_path, "x = 1", "while game.turn >= 0:", "    x = -x")), seconds=1.0)


def test_a_strategy_is_tried_before_its_games_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "late.py"
    path.write_text(
        "import os\n" + HEAD + f"FIRST = 0 if os.environ.get('{TRIAL_VARIABLE}') else 5000\n"
        '@strategy("late", "raises in games that count")\ndef score(game, match, me, scores):\n'
        "    for i in range(game.n_options):\n        scores[i] = game.card[FIRST].kind\n"
    )
    watched = []
    watch = check._watch

    def note(*arguments: Any) -> None:
        watched.append(arguments)
        watch(*arguments)

    monkeypatch.setattr(check, "_watch", note)
    with pytest.raises(KotcError, match=r"late\.py:\d+: the strategy 'late' raised IndexError.*games 0 to 1 of seed 1") as caught:
        LevelUpMatch(EMBER, EMBER).play((load("levelup", path), load("levelup", "random")), 1, 0, 2)
    assert len(watched) == 1
    assert caught.value.line == (6 if COMPILED else 9)
    with pytest.raises(KotcError, match=r"late\.py:\d+: the strategy 'late' raised IndexError.*game 0 of seed 1"):
        replay(Contest((EMBER, EMBER), (str(path), "random")), 0, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def score(game, match, me, scores):\n    return (\n", ["mine.py:2", "not Python"]),
        ("x = 1 / 0\n", ["mine.py:1", "ZeroDivisionError"]),
        ("x = 1\n", ["mine.py: it holds no strategy for Level-Up", "strategies new NAME --game levelup"]),
        ("def score(game):\n    return 1.0\n", ["mine.py:1", "`score` has 1 parameter and not 4", "(game, match, me, scores)"]),
        (
            HEAD + "\n@strategy('mine', 'x')\ndef score(game, match, scores):\n    scores[0] = 1.0\n",
            ["mine.py:5", "`score` has 3 parameters and not 4", "(game, match, me, scores)"],
        ),
        (
            HEAD + "@strategy\ndef score(game, match, me, scores):\n    scores[0] = 1.0\n",
            ["mine.py:4", "says neither name nor description", '@strategy("name", "what it does")'],
        ),
        (
            "def score(game, match, me, option):\n    return 1.0\n",
            ["mine.py:1", "scores one option, as strategies for other games may; Level-Up is played", "(game, match, me, scores)"],
        ),
        (
            "from kotc_sim.strategies.keeper.api import per_option\n@per_option('one', 'x')\n"
            "def score(game, match, me, option):\n    return 1\n",
            ["mine.py:2", "'one' is for Keeper of the Cards, but Level-Up is played", "--game levelup"],
        ),
    ],
)
def test_a_file_that_is_no_strategy_is_named(tmp_path: Path, text: str, words: list[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(KotcError) as caught:
        load("levelup", path)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("spec", ["aggro", "lookahead:mine.py", "flat"])
def test_what_only_the_other_game_has_is_refused(spec: str) -> None:
    with pytest.raises(KotcError, match=r"there is no strategy .* for Level-Up\. Choose from random, greedy, quick, lookahead"):
        load("levelup", spec)


def test_a_strategy_for_level_up_is_refused_by_the_other_game(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match=r"mine\.py:4: the strategy 'score' is for Level-Up, but Keeper of the Cards is played"):
        load("kotc", plugin(tmp_path))


def test_one_of_several_strategies_is_chosen_by_name(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(HEAD + GOOD.format("left") + GOOD.format("right"))
    assert load("levelup", f"{path}:right").name == "right"
    with pytest.raises(KotcError, match=r"it holds 2 strategies: left, right\. Say which: .*two\.py:NAME"):
        load("levelup", path)
    with pytest.raises(KotcError, match=r"there is no strategy 'up' for Level-Up in it\. It holds: left, right"):
        load("levelup", f"{path}:up")


def test_one_file_may_serve_both_games(tmp_path: Path) -> None:
    path = tmp_path / "both.py"
    path.write_text(
        "from kotc_sim.strategies.keeper.api import whole\n"
        + HEAD
        + GOOD.format("mine")
        + GOOD.format("other").replace("@strategy", "@whole")
    )
    assert load("levelup", path).name == "mine"
    assert load("kotc", str(path)).name == "other"


def test_a_plain_function_is_a_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.py"
    path.write_text(GOOD.format("score").partition("\n")[2])
    assert load("levelup", path).name == "plain"
    assert tried(str(path), monkeypatch, capsys) == {"stage": "passed"}


def test_the_template_works_unedited_and_what_passed_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    marker = tmp_path / "passed"
    monkeypatch.setattr(check, "_marker", lambda strategy: marker)
    mine = load("levelup", write_template("my plan", "levelup"))
    assert mine.name == "my-plan"
    n = 400 if COMPILED else 2
    results, _ = LevelUpMatch(EMBER, EMBER).play((mine, load("levelup", "random")), 1, 0, n)
    assert marker.is_file()
    if COMPILED:  # it wins nine games in ten; four standard errors of 400 games are 0.1
        assert results["score2"][np.arange(n), np.arange(n) % 2].mean() / 2 > 0.7
    monkeypatch.setattr(check, "_watch", lambda *_: pytest.fail("tried again"))
    check_plugin(load("levelup", "my plan.py"))


def test_each_strategy_of_a_file_and_each_game_has_a_marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    path = tmp_path / "two.py"
    path.write_text(HEAD + GOOD.format("left") + GOOD.format("right"))
    left, right = (load("levelup", f"{path}:{name}") for name in ("left", "right"))
    markers = [check._marker(left), check._marker(right)]
    path.write_text(path.read_text() + "\n")
    markers.append(check._marker(left))
    if None in markers:
        pytest.skip("there is no cache folder")
    assert len(set(markers)) == 3
    path.write_text(GOOD.format("score").partition("\n")[2])
    assert check._marker(load_file(str(path), strategies_of("levelup"))) != check._marker(load_file(str(path), strategies_of("kotc")))


def test_trial_games_meet_every_kind_of_decision() -> None:
    from kotc_sim.games.levelup.engine import kinds

    table, strategy = Table(), load("levelup", "random")
    met = set()
    for number in range(check.GAMES):
        table.deal(number, strategy)
        table.play_on()
        while not table.game.over:
            met.add(int(table.game.ask))
            table.ask(strategy.compiled)
            table.decide()
            table.play_on()
        assert not table.game.error
    assert met == set(kinds.Ask) - {kinds.Ask.NONE}


def test_numba_is_not_imported_before_something_is_compiled(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom kotc_sim.strategies import load\n"
        f"from kotc_sim.strategies import check, plugin\nload('levelup', {plugin(tmp_path)!r})\nload('levelup', 'random')\n"
        "sys.exit('numba' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_strategy_of_the_package_is_not_tried() -> None:
    assert load("levelup", "random").file is None
    check_plugin(LevelUpStrategy("here", "of no file", lambda game, match, me, scores: None))
