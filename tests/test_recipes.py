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
    for name in ("kotc_sim", "strategies", "experiments", "reports", "decks", "scripts", "docs/figures"):
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True)
    return tmp_path


@pytest.fixture
def run(tree: Path) -> Run:
    """Run ``kotc-sim`` of the copy, or Python code in it, without a compiler; return what it prints."""

    def run(*words: str, code: str = "from kotc_sim.cli import main; main()") -> str:
        paths = {"PYTHONPATH": str(tree), "NUMBA_DISABLE_JIT": "1", "COLUMNS": "100"}
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
    assert '"imaginary,' in text
    for game in ("keeper", "levelup"):
        assert (ROOT / f"kotc_sim/games/{game}/engine/switches.csv").read_text(encoding="utf-8").startswith("name,values,")


def test_a_question(tree: Path, run: Run) -> None:
    """With one number as its result: a folder with the question and the result's type, and a page."""
    (tree / "experiments/count").mkdir()
    (tree / "experiments/count/__init__.py").write_text('"""How many cards has a deck?"""\n', encoding="utf-8")
    (tree / "experiments/count/questions.py").write_text(COUNT, encoding="utf-8")
    (tree / "reports/count.py").write_text(
        '"""The report of a count of cards."""\n'
        "from kotc_sim.experiments.count.questions import CountResult\n"
        "from kotc_sim.reports import Report, Verdict\n"
        "from kotc_sim.reports.kit.shown import reads\n\n\n"
        "@reads(CountResult)\n"
        "def report(result: CountResult) -> Report:\n"
        '    """Return the report of a count."""\n'
        '    return Report(title="Count", verdict=Verdict("measured", f"{result.size} cards."))\n',
        encoding="utf-8",
    )
    row = "count,,experiments.count.questions:Count,How many cards a deck has.\n"
    replace(tree / "kotc_sim/commands/commands.csv", "\ndeck,", f"\n{row}deck,")
    assert "How many cards a deck has." in run("--help")
    assert "Only cards of this kind." in run("count", "--help")
    assert "40 cards." in run("count", "decks/rats.yaml")
    found = json.loads(run("count", "decks/rats.yaml", "--kind", "spell", "--json"))
    assert (found["size"], found["reproduce"]) == (0, "kotc-sim count decks/rats.yaml --kind spell --seed 1")
    said = run(
        code="from kotc_sim.experiments.count.questions import Count\n"
        "from kotc_sim.notebook.asking import function_of\n"
        "result = function_of('count', Count)('decks/rats.yaml')\n"
        "print(result['size'], result['reproduce'])"
    )
    assert said.strip() == "40 ks.count('decks/rats.yaml', seed=1)"


COUNT = '''"""How many cards has a deck?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kotc_sim.experiments.encoding import key
from kotc_sim.experiments.result import Result
from kotc_sim.questions import Found, Question, Run, argument, option


class CountResult(Result):
    """How many cards a deck has."""

    command: str = key(default="count")
    size: int = key("number of cards")


@dataclass(frozen=True)
class Count(Question):
    """Count the cards of a deck."""

    deck: Any = argument("DECK", "A deck (YAML).", kind=Path, check="file")
    kind: str = option("--kind", metavar="KIND", help="Only cards of this kind.", default="")

    def answer(self, run: Run) -> Found:
        """Count."""
        from kotc_sim.experiments.inputs import load_deck

        cards = load_deck(self.deck).cards()
        return Found(CountResult(seed=run.seed, size=sum(self.kind in ("", card.kind) for card in cards)), "count")
'''


def test_a_key_of_a_result(tree: Path, run: Run) -> None:
    """One line: JSON, schema and page follow."""
    replace(
        tree / "experiments/battle/result.py",
        "    starting_hp: int = key(",
        '    answer_to_all: int = key("what was asked for last", "games", default=42)\n    starting_hp: int = key(',
    )
    assert json.loads(run("battle", "1/1", "-n", "0", "--json"))["answer_to_all"] == 42
    said = run(code="from scripts.write_results import block, schema\nprint(block('battle'))\nprint('\"answer_to_all\"' in schema())")
    assert "| `answer_to_all` ! | integer | games | what was asked for last |" in said
    assert said.strip().endswith("True")


def test_a_report(tree: Path, run: Run) -> None:
    (tree / "reports/count.py").write_text(
        '"""The report of a count."""\n'
        "from kotc_sim.experiments.result import Result\n"
        "from kotc_sim.reports import Report, Verdict\n"
        "from kotc_sim.reports.kit.envelope import footer, kicker\n\n\n"
        "def report(result: Result) -> Report:\n"
        '    """Return the report of a count."""\n'
        '    verdict = Verdict("fair", f"{result.games} games.")\n'
        '    return Report(title="Count", kicker=kicker(result), verdict=verdict, footer=footer(result))\n',
        encoding="utf-8",
    )
    said = run(
        code="import sys; from kotc_sim.experiments.result import Result; from kotc_sim.reports import count, show\n"
        "show(count.report(Result(command='count', seed=1, reproduce='kotc-sim count', games=40)), sys.stdout)"
    )
    assert "FAIR" in said
    assert "40 games." in said


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
    replace(tree / "strategies/pilots.csv", "\naggro,", '\ntimid,steady,,,"as random, and never attacks",never attacks,\naggro,')
    assert re.search(r"^timid +never attacks$", run("strategies"), re.MULTILINE)
    played = run("matchup", "decks/rats.yaml", "decks/rats.yaml", "-n", "2", "--strategy-a", "timid", "--strategy-b", "random", "--json")
    assert json.loads(played)["strategies"] == {"a": "timid", "b": "random"}
    ranked = run(code="from kotc_sim.experiments.judge import strength; print(strength('random') < strength('timid') < strength('greedy'))")
    assert ranked == "True\n"


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
