"""What a release is: a wheel that `python -m build` makes, and that works where nothing else is."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import kotc_sim

ROOT = Path(__file__).resolve().parents[1]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(importlib.util.find_spec("build") is None, reason="no build: install the group dev")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build source archive and wheel from a copy of the checkout."""
    tree, out = tmp_path_factory.mktemp("tree") / "kotc-sim", tmp_path_factory.mktemp("dist")
    shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "site", "*.egg-info"))
    done = subprocess.run([sys.executable, "-m", "build", "--outdir", str(out), str(tree)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(out.glob("*.tar.gz"))
    (found,) = out.glob("*.whl")
    return found


def test_the_wheel_holds_what_the_package_needs(wheel: Path) -> None:
    assert wheel.name == f"kotc_sim-{kotc_sim.__version__}-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    inside = {
        "games/keeper/editions": "games/keeper/editions/*.yaml",
        "decks": "decks/**/*.yaml",
        "strategies/keeper/pools": "strategies/keeper/pools/*.json",
        "docs": "docs/**/*.md",
    }
    for folder, pattern in inside.items():
        root = ROOT if (ROOT / folder).is_dir() else ROOT / "kotc_sim"
        expected = {f"kotc_sim/{path.relative_to(root).as_posix()}" for path in root.glob(pattern)}
        assert len(expected) > 10
        assert expected <= names, sorted(expected - names)
    assert "kotc_sim/decks/homes/kotc-17/fast.yaml" in names


def test_the_wheel_works_where_nothing_else_is(wheel: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "try_wheel.py"), str(wheel)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "matchup: " in done.stdout
