from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kotc_sim
from kotc_sim.cli import app

ROOT = Path(__file__).resolve().parents[1]
LINKED = ("strategies", "experiments", "reports")
DATA = {f"kotc_sim.{name}": name for name in ("decks", "docs")}  # folders of data at the root, installed as packages without code
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_every_package_of_the_tree_is_installed() -> None:
    tree = set()
    for folder, _, files in os.walk(ROOT / "kotc_sim", followlinks=True):
        if "__init__.py" in files:
            tree.add(".".join(Path(folder).relative_to(ROOT).parts))
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == tree | set(DATA)


def test_every_python_file_lies_in_a_package() -> None:
    for top in ("kotc_sim", *LINKED):
        for path in (ROOT / top).rglob("*.py"):
            assert (path.parent / "__init__.py").is_file(), f"{path.parent} has no __init__.py"


def test_links_are_relative_and_agree_with_the_mapping() -> None:
    mapping = PROJECT["tool"]["setuptools"]["package-dir"]
    assert mapping == {f"kotc_sim.{name}": name for name in LINKED} | DATA
    for name in LINKED:
        assert os.readlink(ROOT / "kotc_sim" / name) == f"../{name}"


def test_data_files_are_installed() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    for name in PROJECT["tool"]["setuptools"]["packages"]:
        folder = ROOT / mapped(name)
        shipped = {path for pattern in (*patterns["*"], *patterns.get(name, ())) for path in folder.glob(pattern) if path.is_file()}
        missing = (set(folder.rglob("*.md")) if name == "kotc_sim.docs" else data_files(folder)) - shipped
        assert not missing, f"add to [tool.setuptools.package-data] {name}: {sorted(map(str, missing))}"


def mapped(package: str) -> Path:
    parts = package.split(".")
    return Path(*parts[1:]) if len(parts) > 1 and parts[1] in (*LINKED, *DATA.values()) else Path(*parts)


def data_files(folder: Path) -> set[Path]:
    """Return what is not Python, below the folder but not below a package in it."""
    found = set()
    for path in folder.iterdir():
        if path.is_dir():
            if path.name != "__pycache__" and not (path / "__init__.py").is_file():
                found |= data_files(path)
        elif path.suffix not in {".py", ".pyc", ".md"}:
            found.add(path)
    return found


def test_every_built_in_strategy_is_registered_and_there() -> None:
    points = PROJECT["project"]["entry-points"]["kotc_sim.strategies"]
    for name, target in points.items():
        module = target.partition(":")[0].removeprefix("kotc_sim.strategies.").replace(".", "/")
        assert (ROOT / "strategies" / f"{module}.py").is_file(), f"strategy {name}: there is no module {module}"


def test_versions_agree() -> None:
    """There is one place: what is built has the version that the package says."""
    assert "version" not in PROJECT["project"]
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "kotc_sim.__version__"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", kotc_sim.__version__)
    assert f"\nversion: {kotc_sim.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == kotc_sim.__version__


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the lists of pyproject.toml install, laid out as in site-packages, and nothing else of the checkout."""
    site = tmp_path_factory.mktemp("site")
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    for name in PROJECT["tool"]["setuptools"]["packages"]:
        source, target = ROOT / mapped(name), site / Path(*name.split("."))
        for pattern in ("*.py", *patterns["*"], *patterns.get(name, ())):
            for path in source.glob(pattern):
                copy = target / path.relative_to(source)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, copy)
    return site


def elsewhere(installed: Path, folder: Path, code: str, *arguments: str) -> str:
    """Run Python code in an empty folder, the installed package in sight and the checkout not; return what it prints."""
    code = f"import kotc_sim, sys; print(kotc_sim.__file__, file=sys.stderr)\n{code}"
    environment = {**os.environ, "PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.stderr.startswith(str(installed)), done.stderr
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_installation_needs_nothing_of_the_checkout(installed: Path, tmp_path: Path) -> None:
    command = "from kotc_sim.cli import main; main(sys.argv[1:])"
    assert "kotc-17" in elsewhere(installed, tmp_path, command, "edition", "list")
    deck = installed / "kotc_sim" / "decks" / "storm.yaml"
    assert elsewhere(installed, tmp_path, command, "deck", str(deck)).startswith("Storm: 40 cards")
    assert elsewhere(installed, tmp_path, command, "docs", "docs/scenarios.md").startswith("# Scenario files")
    page = tmp_path / "battle.html"
    elsewhere(installed, tmp_path, command, "battle", "1/1", "--trials", "0", "--html", str(page))
    assert "<svg" in page.read_text()


def test_the_shipped_decks_are_found_where_it_is_installed(installed: Path, tmp_path: Path) -> None:
    """``edition diff`` and ``strategies ladder`` play them if no deck is named."""
    code = """
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.games.keeper.editions import edition_names
print(*(path for edition in edition_names() for path in list_shipped_decks([edition]) if load_deck(path)))
"""
    found = elsewhere(installed, tmp_path, code).split()
    assert {Path(path).parent for path in found} == {installed / "kotc_sim" / "decks"}
    assert {Path(path).name for path in found} == {path.name for path in (ROOT / "decks").glob("*.yaml")}


# A clone without symbolic links (git's core.symlinks false, as on Windows; an unpacked archive)


@pytest.fixture(scope="module")
def no_links(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout's files, the links being text files with what they point to, as git writes them without links."""
    tree = tmp_path_factory.mktemp("nolinks") / "kotc-sim"
    left_out = shutil.ignore_patterns(".*", "build", "dist", "tests", "*.egg-info")
    shutil.copytree(ROOT, tree, symlinks=True, ignore=left_out)
    for name in LINKED:
        link = tree / "kotc_sim" / name
        link.unlink()
        link.write_text(f"../{name}")
    return tree


def run_in(folder: Path, *arguments: str, path: Path | None = None) -> str:
    """Run Python in a folder, which alone (or ``path`` instead) has the package in sight; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(path or folder), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr  # 1: the answer is no
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


LIES = "import kotc_sim.strategies.keeper.api, kotc_sim.experiments.matchup.matchup as m, kotc_sim.reports.kit.page; print(m.__file__)"
PLAYED = ("decks/rats.yaml", "decks/storm.yaml")
MATCHUP = ("-m", "kotc_sim.cli", "matchup", *PLAYED, "--quick", "--games", "2", "--seed", "1", "--jobs", "1", "--json")


def result_of(text: str) -> dict[str, object]:
    """Return a result without what says which checkout made it."""
    found: dict[str, object] = json.loads(text)
    found.pop("record")
    return found


def test_a_clone_without_links_runs(no_links: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path(run_in(no_links, "-c", LIES).strip()) == no_links / "experiments" / "matchup" / "matchup.py"
    monkeypatch.chdir(ROOT)
    ours = CliRunner().invoke(app, MATCHUP[2:], prog_name="kotc-sim").stdout
    assert result_of(run_in(no_links, *MATCHUP)) == result_of(ours)


def test_a_checkout_with_links_finds_nothing_beside_the_package() -> None:
    assert run_in(ROOT, "-c", "import kotc_sim; print(len(kotc_sim.__path__))").strip() == "1"


@pytest.mark.slow
def test_a_clone_without_links_installs(no_links: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--target", str(tmp_path / "site"), str(no_links)], check=True)
    (tmp_path / "decks").symlink_to(ROOT / "decks")
    assert run_in(tmp_path, "-c", LIES, path=tmp_path / "site").startswith(str(tmp_path / "site"))
    assert result_of(run_in(tmp_path, *MATCHUP, path=tmp_path / "site")) == result_of(run_in(ROOT, *MATCHUP))
