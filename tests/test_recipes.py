"""The recipes of ARCHITECTURE.md, each carried out with the smallest example in a copy of the package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rule_table import rule_table

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^- \*\*(?:A|An) ([\w ()]+)\.\*\* (.*?)(?=^- \*\*|\Z)", PAGE, re.MULTILINE | re.DOTALL))

Run = Callable[..., str]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the package and of what lies beside it."""
    for name in ("kotc_sim", "strategies", "experiments", "reports", "decks"):
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.fixture
def run(tree: Path) -> Run:
    """Run ``kotc-sim`` of the copy, or Python code in it, without a compiler; return what it prints."""

    def run(*words: str, code: str = "from kotc_sim.cli import main; main()") -> str:
        paths = {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "NUMBA_DISABLE_JIT": "1", "COLUMNS": "100"}
        done = subprocess.run(
            [sys.executable, "-c", code, *words], cwd=tree, env=os.environ | paths, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def replace(path: Path, old: str, new: str) -> None:
    """Write a text in the one place of a file where another stands."""
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1, f"{path} has {source.count(old)} times {old!r}"
    path.write_text(source.replace(old, new), encoding="utf-8")


def test_the_rooms_are_those_of_the_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(one for one in project["tool"]["importlinter"]["contracts"] if one.get("containers") == ["kotc_sim"])
    floors = {name: len(contract["layers"]) - i for i, layer in enumerate(contract["layers"]) for name in layer.split(" | ")}
    rows = re.findall(r"^\| (\d+) \| (.*?) \|", PAGE, re.MULTILINE)
    assert {room: int(floor) for floor, cell in rows for room in re.findall(r"`(\w+)/?`", cell)} == floors | {"scripts": 8}


def test_every_recipe_is_carried_out() -> None:
    carried_out = {name.removeprefix("test_a_").replace("_", " ") for name in globals() if name.startswith("test_a_")}
    assert {name.partition(" (")[0] for name in RECIPES} == carried_out


def test_a_rule(tmp_path: Path) -> None:
    for folder in ("docs/rules", "tests/rules/17", "kotc_sim/games/keeper/editions"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/rules/kotc-17.md").write_text("- **17.battle.999** Dice are rolled.\n", encoding="utf-8")
    assert rule_table(tmp_path)[1] == ["kotc-17.md:1: no test for 17.battle.999"]
    (tmp_path / "tests/rules/17/battle.yaml").write_text("name: dice\nrule: 17.battle.999\n", encoding="utf-8")
    assert rule_table(tmp_path)[1] == []


def test_a_card_text(tree: Path, run: Run) -> None:
    row = '  regrow: {text: "Regrow {x} times.", level: 3*x, program: [{draw: x}, {heal: {who: you, by: x}}]}\n'
    replace(tree / "kotc_sim/games/keeper/editions/kotc-17.yaml", "\neffects:\n", f"\neffects:\n{row}")
    (tree / "fern.yaml").write_text('- {name: Fern, kind: spell, text: "Regrow 2 times."}\n', encoding="utf-8")
    (card,) = json.loads(run("card", "fern.yaml", "--json"))["cards"]
    assert (card["level"], card["problems"]) == (6, [])


def test_a_switch() -> None:
    """The test that the recipe names adds an imaginary one; here: the recipe names it and the table."""
    assert "test_switches.py" in RECIPES["switch"]
    text = (ROOT / "tests/editions/test_switches.py").read_text(encoding="utf-8")
    assert 'Switch("imaginary"' in text
    for game in ("keeper", "levelup"):
        assert re.search(r"^SWITCHES\b", (ROOT / f"kotc_sim/games/{game}/engine/switches.py").read_text(encoding="utf-8"), re.MULTILINE)


def test_a_command(tree: Path, run: Run) -> None:
    (tree / "kotc_sim/commands/count.py").write_text(
        '"""``kotc-sim count``: the cards of a deck."""\n'
        "import typer\n"
        "from kotc_sim import games\n"
        "from kotc_sim.commands import options\n\n\n"
        "def command(deck: options.Deck, edition: options.Edition = None) -> None:\n"
        '    """Count the cards of a deck."""\n'
        '    game, root = games.read(deck, "deck", edition)\n'
        "    typer.echo(game.deck(root, edition).size)\n",
        encoding="utf-8",
    )
    replace(tree / "kotc_sim/cli.py", '    "deck": (', '    "count": ("count", "How many cards a deck has."),\n    "deck": (')
    assert "How many cards a deck has." in run("--help")
    assert run("count", "decks/rats.yaml").strip() == "40"


def test_a_report(tree: Path, run: Run) -> None:
    (tree / "reports/count.py").write_text(
        '"""The report of a count of cards."""\n'
        "from kotc_sim.reports import Report, Verdict\n"
        "from kotc_sim.reports.kit.envelope import footer, kicker\n\n\n"
        "def report(result):\n"
        '    """Return the report of a count."""\n'
        '    verdict = Verdict("fair", f"{result[\'size\']} cards.")\n'
        '    return Report(title="Count", kicker=kicker(result), verdict=verdict, footer=footer(result))\n',
        encoding="utf-8",
    )
    said = run(
        code="import sys; from kotc_sim.reports import count, show\n"
        "show(count.report({'command': 'count', 'version': '0', 'seed': 1, 'reproduce': 'kotc-sim count', 'size': 40}), sys.stdout)"
    )
    assert "FAIR" in said
    assert "40 cards." in said


def test_a_strategy(tree: Path, run: Run) -> None:
    (tree / "strategies/keeper/timid.py").write_text(
        '"""Never attacks."""\n'
        "from kotc_sim.strategies.keeper.api import Opt, per_option\n\n\n"
        '@per_option("timid", "never attacks")\n'
        "def score(game, match, me, option):\n"
        '    """Return the score of an option."""\n'
        "    return -1.0 if option.kind == Opt.ATTACK_PLAYER else 0.0\n",
        encoding="utf-8",
    )
    replace(tree / "strategies/keeper/__init__.py", '"midrange": "steady",', '"midrange": "steady", "timid": "steady",')
    assert re.search(r"^timid +never attacks$", run("strategies"), re.MULTILINE)
    played = run("matchup", "decks/rats.yaml", "decks/rats.yaml", "-n", "2", "--strategy-a", "timid", "--strategy-b", "random", "--json")
    assert json.loads(played)["strategies"] == {"a": "timid", "b": "random"}


GAME = '''"""A game in which a deck is a number of stones."""
from types import SimpleNamespace
from kotc_sim.games.keeper import Keeper


class Describe:
    """Its decks in words."""

    def deck_text(self, deck):
        """Return a deck's summary."""
        return f"{deck.size} stones"


class Stones(Keeper):
    """Stones; what is not written here is as in the game that it derives from."""

    key, title, folder, newest = "stones", "Stones", "stones", "stones-1"
    describe = Describe()

    def editions(self):
        """Return the names of the shipped editions."""
        return ("stones-1",)

    def deck(self, root, edition=None, *, legal=True):
        """Read a deck."""
        return SimpleNamespace(size=int(root.entries()["stones"].raw), game=self.key)

    def check(self, thing):
        """Return what is wrong."""
        return ()


GAME = Stones()
'''


def test_a_game(tree: Path, run: Run) -> None:
    (tree / "kotc_sim/games/stones").mkdir()
    (tree / "kotc_sim/games/stones/__init__.py").write_text(GAME, encoding="utf-8")
    registry = tree / "kotc_sim/games/__init__.py"
    replace(registry, "from kotc_sim.games import keeper, levelup", "from kotc_sim.games import keeper, levelup, stones")
    replace(registry, "(keeper.GAME, levelup.GAME)", "(keeper.GAME, levelup.GAME, stones.GAME)")
    (tree / "heap.yaml").write_text("edition: stones-1\nstones: 7\n", encoding="utf-8")
    assert run("deck", "heap.yaml").strip() == "7 stones"
    assert "Rats" in run("deck", "decks/rats.yaml")
