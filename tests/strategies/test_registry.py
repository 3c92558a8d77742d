"""Strategies by name and from files: what loads, and what is said when one does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.strategies import check, describe, files, load, names, strategies_of
from kotc_sim.strategies import plugin as plugins
from kotc_sim.strategies.builtin import PILOTS
from kotc_sim.strategies.check import check_plugin
from kotc_sim.strategies.keeper.weights import NAMES, weights_of
from kotc_sim.strategies.pilot import AnyStrategy
from kotc_sim.strategies.template import write_template

ROOT = Path(__file__).resolve().parents[2]


def load_file(spec: str) -> AnyStrategy:
    return plugins.load_file(spec, strategies_of("kotc"))


@pytest.fixture(autouse=True)
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_marker", lambda strategy: None)


def test_every_built_in_name_loads() -> None:
    names = [name for name, description in describe("kotc") if description]
    assert names[:9] == list(PILOTS)


@pytest.mark.parametrize("game", list(games.GAMES))
def test_descriptions_are_those_of_the_strategies(game: str) -> None:
    assert describe(game) == [(name, load(game, name).description) for name in names(game)]


def test_listing_the_strategies_compiles_and_imports_none(tmp_path: Path) -> None:
    code = """
import sys
from kotc_sim import games
from kotc_sim.strategies import describe
assert all(text for game in games.GAMES for name, text in describe(game))
print("numba" in sys.modules)
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")
    assert not list(tmp_path.rglob("*.kernel"))


def test_a_strategy_that_the_table_does_not_describe_is_loaded_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(strategies_of("levelup").descriptions, "greedy")
    assert describe("levelup") == [(name, load("levelup", name).description) for name in names("levelup")]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", ["no strategy 'gredy'", "Did you mean 'greedy'?", "midrange", "flat"]),
        ("lookahead:gredy", ["no strategy 'gredy'", "Did you mean 'greedy'?"]),
        ("flat@many", ["'many' is not a number"]),
        ("nowhere/mine.py", ["nowhere/mine.py", "no such strategy file", "strategies new"]),
    ],
)
def test_an_unknown_name_is_explained(spec: str, words: list[str]) -> None:
    with pytest.raises(KotcError) as caught:
        load("kotc", spec)
    for word in words:
        assert word in str(caught.value)


def test_searches_take_any_base_and_budget() -> None:
    assert load("kotc", "lookahead:aggro").name == "lookahead:aggro"
    assert load("kotc", "flat@50:control").name == "flat@50:control"


def test_the_template_works_unedited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = write_template("my plan", "kotc")
    strategy = load_file(str(path))
    check_plugin(strategy)
    assert strategy.name == "my-plan"
    with pytest.raises(KotcError, match="exists already"):
        write_template("my plan", "kotc")
    with pytest.raises(KotcError, match="needs a name"):
        write_template("", "kotc")


def plugin(folder: Path, body: str) -> Path:
    path = folder / "mine.py"
    path.write_text(f"def score(game, match, me, option):\n    x = 0.5\n    {body}\n")
    return path


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return float('nan')", ["mine.py:1:", "nan", "MULLIGAN"]),
        ("return game.cards[5000].sp", ["mine.py:3:", "IndexError"]),
        ("game.turn = 7\n    return x", ["mine.py:3:", "changed the game", "wrote to game.turn"]),
        ("return game.no_such_field", ["mine.py:3:", "no_such_field", "for Keeper of the Cards"]),
    ],
)
def test_a_faulty_plugin_is_named(tmp_path: Path, body: str, words: list[str]) -> None:
    with pytest.raises(KotcError) as caught:
        check_plugin(load_file(str(plugin(tmp_path, body))))
    for word in words:
        assert word in str(caught.value)


def test_a_file_that_loops_as_it_is_read_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LOAD_SECONDS", 0.2)
    path = tmp_path / "mine.py"
    path.write_text("x = 0\ntry:\n    while True:\n        x += 1\nexcept Exception:\n    pass\n")
    with pytest.raises(KotcError, match=r"mine\.py:[34]: the file takes longer than 0\.2 s to run"):
        load_file(str(path))


def test_a_plugin_that_loops_is_stopped(tmp_path: Path) -> None:
    path = plugin(tmp_path, "while x < 1.0:\n        x = x * 1.0\n    return x")
    with pytest.raises(KotcError, match=r"mine\.py:[34]: .* within 1 s"):
        check_plugin(load_file(str(path)), seconds=1.0)


def test_a_plugin_that_ends_the_process_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import os\nif os.environ.get('KOTC_SIM_TRIAL'):\n    os._exit(3)\n\ndef score(game, match, me, option):\n    return 1.0\n"
    )
    with pytest.raises(KotcError, match="exit code 3"):
        check_plugin(load_file(str(path)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def score(game, match, me, option):\n    return (\n", ["mine.py:2", "not Python"]),
        ("x = 1 / 0\n", ["mine.py:1", "ZeroDivisionError"]),
        ("x = 1\n", ["mine.py", "holds no strategy"]),
        ("def score(game):\n    return 1.0\n", ["mine.py:1", "has 1 parameter and not 4", "(game, match, me, option)"]),
        (
            "from kotc_sim.strategies.keeper.api import whole\n@whole('mine', 'x')\ndef score(game, scores):\n    scores[0] = 1.0\n",
            ["mine.py:2", "has 2 parameters and not 4", "(game, match, me, scores)"],
        ),
    ],
)
def test_a_file_that_is_no_strategy_is_named(tmp_path: Path, text: str, words: list[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(KotcError) as caught:
        load_file(str(path))
    for word in words:
        assert word in str(caught.value)


def test_one_of_several_strategies_is_chosen_by_name(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(
        "from kotc_sim.strategies.keeper.api import whole\n"
        + "".join(
            f"@whole('{n}', 'plays {n}')\ndef {n}(game, match, me, scores):\n    scores[: game.n_options] = 1.0\n"
            for n in ("left", "right")
        )
    )
    assert load_file(f"{path}:right").name == "right"
    with pytest.raises(KotcError, match="Say which"):
        load_file(str(path))
    with pytest.raises(KotcError, match="no strategy 'up'"):
        load_file(f"{path}:up")


def test_what_passed_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "passed"
    monkeypatch.setattr(check, "_marker", lambda strategy: marker)
    strategy = load_file(str(plugin(tmp_path, "return x")))
    check_plugin(strategy)
    assert marker.is_file()
    monkeypatch.setattr(check, "_watch", lambda *_: pytest.fail("tried again"))
    check_plugin(strategy)


def test_weights_are_named() -> None:
    values = weights_of(damage=0.5)
    assert values[NAMES.index("damage")] == 0.5
    assert values.dtype == np.float64
    with pytest.raises(KotcError, match="no weight 'dmg'"):
        weights_of(dmg=1.0)
