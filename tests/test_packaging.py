from __future__ import annotations

import os
import tomllib
from pathlib import Path

import kotc_sim

ROOT = Path(__file__).resolve().parents[1]
LINKED = ("strategies", "experiments", "reports")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_every_package_of_the_tree_is_installed() -> None:
    tree = set()
    for folder, _, files in os.walk(ROOT / "kotc_sim", followlinks=True):
        if "__init__.py" in files:
            tree.add(".".join(Path(folder).relative_to(ROOT).parts))
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == tree


def test_every_python_file_lies_in_a_package() -> None:
    for top in ("kotc_sim", *LINKED):
        for path in (ROOT / top).rglob("*.py"):
            assert (path.parent / "__init__.py").is_file(), f"{path.parent} has no __init__.py"


def test_links_are_relative_and_agree_with_the_mapping() -> None:
    mapping = PROJECT["tool"]["setuptools"]["package-dir"]
    assert mapping == {f"kotc_sim.{name}": name for name in LINKED}
    for name in LINKED:
        assert os.readlink(ROOT / "kotc_sim" / name) == f"../{name}"


def test_data_files_are_installed() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    for name in PROJECT["tool"]["setuptools"]["packages"]:
        folder = ROOT / mapped(name)
        shipped = {
            path
            for pattern in (*patterns["*"], *patterns.get(name, ()))
            for path in folder.glob(pattern)
            if path.is_file()
        }
        missing = data_files(folder) - shipped
        assert not missing, f"add to [tool.setuptools.package-data] {name}: {sorted(map(str, missing))}"


def mapped(package: str) -> Path:
    parts = package.split(".")
    return Path(*parts[1:]) if len(parts) > 1 and parts[1] in LINKED else Path(*parts)


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
        module = target.partition(":")[0].removeprefix("kotc_sim.strategies.")
        assert (ROOT / "strategies" / f"{module}.py").is_file(), (
            f"strategy {name}: there is no module {module}"
        )


def test_versions_agree() -> None:
    assert PROJECT["project"]["version"] == kotc_sim.__version__
