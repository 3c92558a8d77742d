"""The Makefile says what it does, its commands stand in CONTRIBUTING.md too, and .ci/run runs them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = MAKEFILE[MAKEFILE.index(".PHONY:") :].splitlines()[0].split()[1:]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_target_says_what_it_is_for() -> None:
    assert re.findall(r"^([a-z-]+):[^#\n]*## .+", MAKEFILE, re.MULTILINE) == TARGETS


def test_every_target_is_in_the_page() -> None:
    assert [name for name in TARGETS if f"`make {name}`" not in CONTRIBUTING] == []


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_help_lists_the_targets() -> None:
    apart = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}  # the test may run under make
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True, env=apart)
    assert [line.split()[0] for line in done.stdout.splitlines()] == TARGETS


def test_the_page_has_the_commands_for_those_without_make() -> None:
    """Word for word, apart from where the programs lie and how an environment variable is set."""
    checks = {name: text for name, text in re.findall(r"^([A-Z]+) := (.+)$", MAKEFILE.replace("\\\n", ""), re.MULTILINE)}
    assert set(re.findall(r"\$\((LINT|RULES|SCENARIOS|CHECKED|COMPILE|ALL|SLOW|OUTSIDE)\)", MAKEFILE)) <= set(checks)
    for name in ("LINT", "RULES", "SCENARIOS", "CHECKED", "COMPILE", "ALL", "SLOW", "OUTSIDE"):
        for command in re.findall(r'"(.*?)"', checks[name]):
            for old, new in (("$(PYTEST)", "python -m pytest"), ("$(BIN)/", ""), ("$(ON)", checks["ON"]), ("env ", "")):
                command = command.replace(old, new)
            assert command in CONTRIBUTING, command


MAKE = """#!/bin/sh
echo "$1" >> calls
echo "=========== 3 passed in $1 ==========="
exit "$(cat "status-$1" 2>/dev/null || echo 0)"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with .ci/run, and a make that says what it was called for."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "make").write_text(MAKE)
    (tmp_path / "bin" / "make").chmod(0o755)
    return tmp_path


def ci(checkout: Path, **environment: str) -> tuple[int, list[str], list[str]]:
    """Run .ci/run; return its exit code, what it printed, and what make was called for."""
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    inherited = {name: value for name, value in os.environ.items() if name not in ("CI", "CI_MINUTES", "SLOW_MINUTES")}
    done = subprocess.run(
        ["sh", ".ci/run"], cwd=checkout, env=inherited | {"PATH": path} | environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.splitlines(), (checkout / "calls").read_text().split()


needs_sh = pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")


@needs_sh
def test_the_run_ends_with_the_closing_line(checkout: Path) -> None:
    code, printed, calls = ci(checkout, CI_MINUTES="3", SLOW_MINUTES="20")
    assert (code, calls) == (0, ["test"])
    assert printed[-1] == "=========== 3 passed in test ==========="
    for name in ("test-all", "outside"):
        assert any(line.startswith(f"make {name}: left out, 3 minutes are left") for line in printed)


@needs_sh
def test_the_slow_tests_run_where_there_is_time(checkout: Path) -> None:
    code, printed, calls = ci(checkout, CI_MINUTES="60", SLOW_MINUTES="20")
    assert (code, calls) == (0, ["test", "test-all", "bench"])
    assert printed[-1] == "=========== 3 passed in test-all ==========="


@needs_sh
@pytest.mark.parametrize("name", ["test", "test-all"])
def test_a_failure_is_the_runs_failure(checkout: Path, name: str) -> None:
    (checkout / f"status-{name}").write_text("2")
    code, printed, calls = ci(checkout, CI_MINUTES="60", SLOW_MINUTES="20")
    assert (code, calls) == (1, ["test", "test-all", "bench"])
    assert printed[-1].startswith("=====")


@needs_sh
def test_the_bench_is_for_information(checkout: Path) -> None:
    (checkout / "status-bench").write_text("2")
    code, printed, calls = ci(checkout, CI_MINUTES="10", SLOW_MINUTES="20")
    assert (code, calls) == (0, ["test", "outside", "bench"])
    assert printed[-1] == "=========== 3 passed in outside ==========="


@needs_sh
def test_in_the_time_that_there_usually_is_most_slow_tests_are_left_out(checkout: Path) -> None:
    code, _, calls = ci(checkout)
    assert (code, calls) == (0, ["test", "outside", "bench"])


@needs_sh
def test_a_failure_outside_is_the_runs_failure(checkout: Path) -> None:
    (checkout / "status-outside").write_text("2")
    code, _, calls = ci(checkout)
    assert (code, calls) == (1, ["test", "outside", "bench"])
