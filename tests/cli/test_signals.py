"""A command that is told to end does so: at once, with how to go on, and its second processes with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sends signals, and reads /proc")

DECKS = Path(__file__).resolve().parents[2] / "decks"
PACKAGE = f"{DECKS.parent / 'kotc_sim'}{os.sep}"
"""In a traceback of this package's files; Python itself reads one that is named after the package when it starts."""
RATS, STORM = str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml")
RANDOM = ("--strategy-a", "random", "--strategy-b", "random")
SLOW = pytest.mark.slow
KEEPS_OFTEN = (
    "import sys\nfrom kotc_sim.runs import checkpoint\ncheckpoint.FLUSH_SECONDS = 0.05\nfrom kotc_sim.cli import main\nmain(sys.argv[1:])\n"
)
"""Finished games are written twenty times a second, so that none is played only to wait for the first writing."""
HANGS = 300.0
"""Seconds after which a command that a signal was to end hangs: none of those here would end by itself so soon."""


def started(*arguments: str, program: tuple[str, ...] = ("-m", "kotc_sim.cli"), **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, *program, *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}, preexec_fn=_as_in_a_terminal
    )


def _as_in_a_terminal() -> None:
    """Take signals as a command of a terminal does: what ran the tests in the background may ignore them."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def until(condition: Callable[[], object], process: subprocess.Popen[str], seconds: float = 400) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)


def ended(process: subprocess.Popen[str], number: int) -> tuple[int, str]:
    """Send the signal; return the exit code and what was said."""
    process.send_signal(number)
    try:
        _, errors = process.communicate(timeout=HANGS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return process.returncode, errors


def seconds_used(process: subprocess.Popen[str]) -> float:
    """Return the seconds of the processor that a process has used."""
    return sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def children(process: subprocess.Popen[str]) -> list[int]:
    return [int(word) for word in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def waited_for(child: int) -> None:
    """Wait until a process is gone that would not end by itself."""
    end = time.monotonic() + HANGS
    while not gone(child):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("jobs", "number"),
    [
        *(("1", number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)),
        *(pytest.param("2", number, marks=SLOW) for number in (signal.SIGTERM, signal.SIGHUP)),
        ("2", signal.SIGINT),
    ],
)
def test_a_run_says_how_it_goes_on(tmp_path: Path, number: int, jobs: str) -> None:
    folder = tmp_path / "run"
    process = started("matchup", RATS, STORM, *RANDOM, "-n", "20000000", "-j", jobs, "--resume", str(folder), program=("-c", KEEPS_OFTEN))
    until(lambda: list(folder.glob("*.npz")), process)
    code, errors = ended(process, number)
    assert code == 128 + number, errors
    assert f"interrupted. To go on: kotc-sim matchup {RATS} {STORM}" in errors
    assert f"--resume {folder}" in errors
    assert "Traceback" not in errors


LOOPS = """
import numpy as np

def score(game, match, me, option):
    x = 1.0
    if game.turn > {turn}:
        while x > 0.0:
            x = x + 1.0 if x < 10.0 else 1.0
    return x
"""


@pytest.fixture
def looping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a strategy that loops, in machine code, after its trial games."""
    path = tmp_path / "mine.py"
    path.write_text(LOOPS.format(turn=0))
    return path


NO_TRIAL = (
    "import sys\nfrom kotc_sim.strategies import plugin\nplugin.check_plugin = None\nfrom kotc_sim.cli import main\nmain(sys.argv[1:])\n"
)


@pytest.mark.parametrize("command", [pytest.param("matchup -j 1", marks=SLOW), "matchup -j 2", pytest.param("replay", marks=SLOW)])
def test_a_strategy_that_loops_is_left(looping: Path, command: str) -> None:
    words = command.split()
    arguments = [words[0], RATS, STORM, "--strategy-a", str(looping), "--strategy-b", "random", *words[1:]]
    process = started(*arguments, program=("-c", NO_TRIAL))
    until(lambda: seconds_used(process) > 4, process)  # it has started, compiled, and goes on being busy
    code, errors = ended(process, signal.SIGINT)
    assert code == 130, errors
    assert "interrupted." in errors
    assert "Traceback" not in errors


def test_a_search_with_a_large_budget_is_left() -> None:
    armory = str(DECKS / "armory.yaml")  # its decisions are close, so that a race of its options is long
    process = started("replay", armory, armory, "--game", "2", "--strategy-a", "flat@1000000", "--strategy-b", "flat@1000000")
    until(lambda: seconds_used(process) > 3, process)  # it has started, and searches
    code, errors = ended(process, signal.SIGTERM)
    assert (code, "interrupted." in errors) == (143, True), errors


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_the_second_process_of_a_trial_ends_with_the_first(tmp_path: Path, number: int) -> None:
    path = tmp_path / "mine.py"
    path.write_text(LOOPS.format(turn=0))
    process = started("replay", RATS, STORM, "--strategy-a", str(path), "--strategy-b", "random")
    until(lambda: children(process), process)
    (child,) = children(process)
    code, errors = ended(process, number)
    assert code == (-number if number == signal.SIGKILL else 128 + number), errors
    waited_for(child)


@pytest.mark.slow
def test_the_second_process_of_a_cold_start_ends_with_the_first(tmp_path: Path) -> None:
    process = started("matchup", RATS, STORM, *RANDOM, "-n", "100", NUMBA_CACHE_DIR=str(tmp_path))
    until(lambda: children(process), process)
    (child,) = children(process)
    code, errors = ended(process, signal.SIGTERM)
    assert (code, "interrupted." in errors) == (143, True), errors
    waited_for(child)


def begun(errors: str) -> bool:
    """Whether a traceback comes from code that runs after the package's first import, which gives the signal back to the system."""
    return PACKAGE in errors and "from kotc_sim.commands import starting" not in errors and f"{PACKAGE}__init__.py" not in errors


@pytest.mark.parametrize("delay", [0.03, 0.06, 0.1, 0.15, 0.2, 0.3])
def test_ctrl_c_while_it_starts(delay: float) -> None:
    process = started("editions")
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=HANGS)
    if process.returncode in (1, -signal.SIGINT) and "Traceback" in errors and not begun(errors):
        pytest.skip("Python itself had not started")
    assert process.returncode in (0, 130, -signal.SIGINT)
    assert "Traceback" not in errors


def test_a_module_in_the_current_folder_is_not_run(tmp_path: Path) -> None:
    """Python's -m and -c look there first; a folder of decks that somebody sent may hold a ``numpy.py``."""
    for name in ("numpy", "numba", "lark", "json", "runpy"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\n")
    path = tmp_path / "mine.py"
    path.write_text("def score(game, match, me, option):\n    return 1.0\n")
    program = "import sys; sys.path.pop(0); from kotc_sim.cli import main; main(sys.argv[1:])"  # as the installed command starts
    arguments = ["replay", RATS, STORM, "--strategy-a", "mine.py", "--strategy-b", "random"]
    done = subprocess.run([sys.executable, "-c", program, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()
