"""The guards of the house, and that each of them sees the fault that it is there for."""

from __future__ import annotations

import ast
import functools
import importlib.util
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.architecture import House, asks_which_game, imported, imports_by_name, parsed, read_house

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LIMITS = {
    "rooms": 20,  # questions: what commands and notebooks are made of
    "floors": 10,  # reports read the types of results, so they stand above experiments; runs stand on strategies, which a string hid
    "arrows": 83,  # two of them strings hid; what is kept in the cache is written by `output`, which asks the compiler for the folder
    "rooms in circles": 0,
    "files in circles": 0,
}
"""The figures of the house may fall, never rise without a good reason."""
MOST_LINES = 70_720
"""Lines of Python outside tests and scripts, of which 68,000 are the aim: only a commit that says why may raise it."""

BY_NAME = {
    "kotc_sim/__init__.py",  # the notebook, when it is first used
    "kotc_sim/cli.py",  # the command that is asked for
    "kotc_sim/compiler/internals.py",  # modules of numba, and none of ours
    "experiments/statistics/special.py",  # a module of scipy, and none of ours
    "kotc_sim/games/protocol.py",  # rooms of a game's own folder, when they are first asked for
    "reports/__init__.py",  # the report that a question names, which stands below it
    "strategies/pilot.py",  # a strategy in a game's package, when it is first asked for
}
"""The files that may import a module by a name that is a string: no contract sees such an import."""

TOPS = ("kotc_sim", "strategies", "experiments", "reports", "scripts")


def figures(house: House) -> dict[str, int]:
    return {
        "rooms": len(house.rooms()),
        "floors": max(house.floors().values()),
        "arrows": len(house.arrows()),
        "rooms in circles": sum(map(len, house.room_circles())),
        "files in circles": sum(map(len, house.file_circles())),
    }


def too_high(house: House, limits: dict[str, int]) -> dict[str, str]:
    """Return each figure beyond its limit, with what it counts."""
    what: dict[str, Iterable[object]] = {
        "rooms": sorted(house.rooms()),
        "floors": sorted(house.floors().items()),
        "arrows": sorted(house.arrows()),
        "rooms in circles": [sorted(circle) for circle in house.room_circles()],
        "files in circles": [sorted(circle) for circle in house.file_circles()],
    }
    return {name: f"{n}, and {limits[name]} are allowed: {what[name]}" for name, n in figures(house).items() if n > limits[name]}


def python_files() -> list[Path]:
    """Return the Python files of all rooms, each once."""
    links = [ROOT / "kotc_sim" / name for name in TOPS]
    found = [path for top in TOPS for path in (ROOT / top).rglob("*.py")]
    return [path for path in found if not any(path.is_relative_to(link) for link in links)]


# The house itself


def test_the_house_stays_as_small_as_it_is() -> None:
    assert not too_high(the_house(), LIMITS)


def test_the_product_has_no_more_lines() -> None:
    files = [path for path in python_files() if not path.is_relative_to(ROOT / "scripts")]
    assert len(files) > 400  # a count of nothing would always be low enough
    lines = sum(path.read_bytes().count(b"\n") for path in files)
    assert lines <= MOST_LINES, f"{lines} lines of Python outside tests and scripts: what can go with what came?"


def test_only_a_few_files_import_by_name() -> None:
    found = {path.relative_to(ROOT).as_posix(): lines for path in python_files() if (lines := imports_by_name(path))}
    assert not {name: lines for name, lines in found.items() if name not in BY_NAME}, "import it by a statement, or name the file here"
    assert set(found) == BY_NAME, "one of them does not any more: take it out of the list"


def test_nobody_outside_games_asks_which_game_it_is() -> None:
    paths = [path for path in python_files() if not path.relative_to(ROOT).as_posix().startswith(("kotc_sim/games/", "scripts/"))]
    assert not {path.relative_to(ROOT).as_posix(): lines for path in paths if (lines := asks_which_game(path))}


def test_modules_that_strings_name_exist() -> None:
    assert not wrong_names(python_files(), known_modules())


def test_every_pattern_of_the_project_file_matches_something() -> None:
    assert not dead_patterns(PROJECT, ROOT)


@functools.cache
def the_house() -> House:
    return read_house(ROOT)


def known_modules() -> set[str]:
    return set(the_house().files) | {"kotc_sim.decks", "kotc_sim.docs"}


def wrong_names(paths: Iterable[Path], known: set[str]) -> list[str]:
    """Return the strings in Python files that look like one of our modules, or a name in one, and are none."""
    wrong = []
    for path in paths:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"kotc_sim(\.\w+)+", node.value):
                base = node.value.rpartition(".")[0]
                if node.value not in known and (base == "kotc_sim" or base not in known):
                    wrong.append(f"{path}:{node.lineno}: {node.value}")
    return wrong


def dead_patterns(project: dict[str, Any], root: Path) -> list[str]:
    """Return the patterns of mypy, ruff and setuptools that match no module and no file."""
    tool = project["tool"]
    modules = known_modules() | {".".join(("tests", *path.relative_to(root / "tests").parts)) for path in (root / "tests").rglob("*.py")}
    named = {name for path in python_files() for name in imported(parsed(path), "")}
    dead = []
    for override in tool["mypy"]["overrides"]:
        for pattern in override["module"]:
            stem = pattern.removesuffix(".*")
            if not any(name == stem or (pattern != stem and name.startswith(f"{stem}.")) for name in modules | named):
                dead.append(f"mypy: {pattern}")
    ruff = tool["ruff"]
    for group in (*ruff["lint"]["per-file-ignores"], *ruff["extend-exclude"]):
        dead += [f"ruff: {one}" for one in unfolded(group) if not any(root.glob(one))]
    folders = tool["setuptools"]["package-dir"]
    for package, patterns in tool["setuptools"]["package-data"].items():
        packages = tool["setuptools"]["packages"] if package == "*" else [package]
        inside = [root / installed_from(one, folders) for one in packages]
        dead += [f"setuptools: {package}: {pattern}" for pattern in patterns if not any(any(folder.glob(pattern)) for folder in inside)]
    return dead


def installed_from(package: str, folders: dict[str, str]) -> str:
    """Return the folder that a package is installed from: its own, or the one that the mapping names for it or its parent."""
    head, tail = package, ""
    while head not in folders and "." in head:
        head, _, last = head.rpartition(".")
        tail = f"/{last}{tail}"
    return f"{folders.get(head, head)}{tail}"


def unfolded(pattern: str) -> list[str]:
    """Return a pattern with braces as the patterns that it stands for."""
    found = re.search(r"\{([^{}]*)\}", pattern)
    if not found:
        return [pattern]
    return [whole for choice in found[1].split(",") for whole in unfolded(pattern[: found.start()] + choice + pattern[found.end() :])]


# The guards


@pytest.fixture
def toy(tmp_path: Path) -> Callable[[dict[str, str]], House]:
    """A package ``kotc_sim`` of the files that a test writes."""

    def write(files: dict[str, str]) -> House:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            for folder in path.relative_to(tmp_path).parents:
                if folder.parts[:1] == ("kotc_sim",):
                    (tmp_path / folder / "__init__.py").touch()
        return read_house(tmp_path)

    return write


LOW = {"kotc_sim/low.py": "", "kotc_sim/mid/a.py": "from kotc_sim import low", "kotc_sim/mid/b.py": "import kotc_sim.mid.a"}


def test_a_tree_is_counted(toy: Callable[[dict[str, str]], House]) -> None:
    house = toy(LOW | {"scripts/run.py": "from kotc_sim.mid.b import x\nimport os"})
    assert house.rooms() == {"__init__", "low", "mid", "scripts"}
    assert house.arrows() == {("mid", "low"), ("scripts", "mid")}
    assert house.floors() == {"__init__": 1, "low": 1, "mid": 2, "scripts": 3}
    assert figures(house) == {"rooms": 4, "floors": 3, "arrows": 2, "rooms in circles": 0, "files in circles": 0}


@pytest.mark.parametrize(
    "line",
    [
        "from kotc_sim.mid import a",
        "from kotc_sim.mid.a import x",
        "import kotc_sim.mid.a as other",
        "from .mid.a import x",
        "def f():\n    from kotc_sim.mid.a import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from kotc_sim.mid.a import X",
    ],
)
def test_every_way_to_import_is_an_arrow_and_closes_circles(toy: Callable[[dict[str, str]], House], line: str) -> None:
    house = toy(LOW | {"kotc_sim/low.py": line})
    assert ("low", "mid") in house.arrows()
    assert house.room_circles() == [{"low", "mid"}]
    assert house.file_circles() == [{"kotc_sim.low", "kotc_sim.mid.a"}]
    assert house.floors() == {"__init__": 1, "low": 1, "mid": 1}


def test_a_circle_of_files_in_one_room_is_seen(toy: Callable[[dict[str, str]], House]) -> None:
    house = toy(LOW | {"kotc_sim/mid/a.py": "def f():\n    from . import b"})
    assert house.file_circles() == [{"kotc_sim.mid.a", "kotc_sim.mid.b"}]
    assert house.room_circles() == []


def test_each_figure_has_its_limit(toy: Callable[[dict[str, str]], House]) -> None:
    house = toy(LOW | {"kotc_sim/low.py": "import kotc_sim.mid.a"})
    assert set(too_high(house, dict.fromkeys(LIMITS, 0))) == set(LIMITS) == set(figures(house))
    assert not too_high(house, figures(house))


def test_an_import_by_name_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text("from importlib import import_module\nimportlib.import_module('a')\nimport_module('b')\n__import__('c')\nlen('d')\n")
    assert imports_by_name(path) == [2, 3, 4]


def test_a_question_which_game_it_is_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text(
        "games.GAMES['kotc']\nGAMES.get('kotc')\nGAMES[key]\ngame.key == 'kotc'\n'keeper' != games.of(deck).folder\ngame.key == other\n"
        "game is games.FIRST\ndeck.game in ('kotc',)\n"
    )
    assert asks_which_game(path) == [1, 2, 4, 5, 8]


def test_a_string_that_names_no_module_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text(
        'good = "kotc_sim.games.keeper", "kotc_sim.yaml_source.Node"\nbad = "kotc_sim.engine.battle"\nalso = "kotc_sim.simulated"\n'
    )
    assert [line.rpartition(" ")[2] for line in wrong_names([path], known_modules())] == ["kotc_sim.engine.battle", "kotc_sim.simulated"]


def test_a_pattern_that_matches_nothing_is_seen() -> None:
    tool = {
        "mypy": {"overrides": [{"module": ["kotc_sim.engine.*", "kotc_sim.shared.*", "numba.*", "tests.*", "kotc_sim.games"]}]},
        "ruff": {"extend-exclude": ["kotc_sim/match"], "lint": {"per-file-ignores": {"{kotc_sim/{shared,cards},strategies}/**": []}}},
        "setuptools": {
            "packages": ["kotc_sim"],
            "package-dir": {"kotc_sim.decks": "decks"},
            "package-data": {"*": ["*.lark"], "kotc_sim": ["py.typed"], "kotc_sim.decks": ["cards/*.yaml", "cards/*.csv"]},
        },
    }
    assert dead_patterns({"tool": tool}, ROOT) == [
        "mypy: kotc_sim.engine.*",
        "ruff: kotc_sim/cards/**",
        "ruff: kotc_sim/match",
        "setuptools: *: *.lark",
        "setuptools: kotc_sim.decks: cards/*.csv",
    ]


# import-linter's contracts, on the modules of the house without what is in them


FAULTS = {
    "data flows one way": ("kotc_sim/shared/stray.py", "import kotc_sim.commands.card", "kotc_sim.shared is not allowed to import"),
    "data flows one way, and every room has its floor": ("kotc_sim/stray.py", "", "kotc_sim.stray"),
    "the same floors inside each game": (
        "kotc_sim/games/keeper/editions/stray.py",
        "import kotc_sim.games.keeper.cards",
        "editions is not allowed",
    ),
    "the same floors inside each game, and every room has its floor": ("kotc_sim/games/levelup/stray.py", "", "levelup.stray"),
    "no game knows another": (
        "kotc_sim/games/levelup/cards/stray.py",
        "import kotc_sim.games.keeper.cards",
        "levelup is not allowed to import",
    ),
    "generic rooms know no game": (
        "kotc_sim/runs/stray.py",
        "def f():\n    from kotc_sim.games.keeper.cards import card",
        "not allowed to import kotc_sim.games.keeper",
    ),
    "the engine knows integer arrays only": ("kotc_sim/games/levelup/engine/stray.py", "import pandas", "not allowed to import pandas"),
    "one door to numba and LLVM": ("kotc_sim/runs/stray.py", "def f():\n    import numba", "not allowed to import numba"),
}


@pytest.fixture(scope="module")
def linted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What import-linter says of the empty house, and of the empty house with a fault planted for each contract, and for each floor."""
    if importlib.util.find_spec("importlinter") is None:
        pytest.skip("import-linter is not installed")
    house = the_house()
    said: dict[str, str] = {}
    floors = [name for name in FAULTS if name.endswith("every room has its floor")]
    for names in ([""], floors, [name for name in FAULTS if name not in floors]):
        root = tmp_path_factory.mktemp("house")
        for module, file in house.files.items():
            parts = module.split(".")
            if parts[0] == "kotc_sim":
                path = root.joinpath(*parts, "__init__.py") if file.name == "__init__.py" else root.joinpath(*parts).with_suffix(".py")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
        for name in filter(None, names):
            planted, text, _ = FAULTS[name]
            with (root / planted).open("a") as stray:
                stray.write(f"{text}\n")
        said |= dict.fromkeys(names, lint(root))
    return said


def lint(root: Path) -> str:
    """Return what the contracts say of another tree, nothing ignored."""
    text = (ROOT / "pyproject.toml").read_text()
    text = re.sub(r"^ignore_imports = \[[^\]]*\]", "", text[text.index("[tool.importlinter]") :], flags=re.MULTILINE)
    (root / "pyproject.toml").write_text(text)
    code = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    return re.sub(r"\s+", " ", done.stdout + done.stderr)


def test_the_contracts_hold_in_an_empty_house(linted: dict[str, str]) -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    assert f"Contracts: {len(contracts)} kept, 0 broken." in linted[""], linted[""]
    assert {contract["name"] for contract in contracts} == {name.partition(",")[0] for name in FAULTS}


@pytest.mark.parametrize("name", FAULTS)
def test_each_contract_sees_its_fault(linted: dict[str, str], name: str) -> None:
    assert f"{name.partition(',')[0]} BROKEN" in linted[name], linted[name]
    assert FAULTS[name][2] in linted[name]
