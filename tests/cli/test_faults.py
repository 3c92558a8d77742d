"""What a run survives: kill -9 at any moment, a disk that is full from any write, a cache that cannot be written, cold starts at once."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.commands.reproduce import differing
from kotc_sim.compiler.cache import cache_base

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals, and limits what a process may write")

DECKS = Path(__file__).resolve().parents[2] / "decks"
RATS, STORM, RAPTORS = (str(DECKS / f"{name}.yaml") for name in ("rats", "storm", "raptors"))
RANDOM = ("--strategy-a", "random", "--strategy-b", "random")
OX = "- {name: Ox, sp: 3, hp: 3}\n"

KEEPS_OFTEN = "from kotc_sim.runs import checkpoint\ncheckpoint.FLUSH_SECONDS = 0.05\n"
"""Finished games are written twenty times a second, so that a kill finds something on the disk, or half of it."""
MAIN = "import sys\nfrom kotc_sim.cli import main\nmain(sys.argv[1:])\n"

FULL_FROM = """
import atexit, errno, os, sys

place, first = {place!r}, {first}
met = 0

def refuse(event, arguments):
    global met
    if event == "open":
        path, flags = arguments[0], arguments[2]
        if not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) or ({asks} and os.path.isdir(path)):
            return
    elif event in ("os.mkdir", "os.rename"):
        path = arguments[0]
        if event == "os.mkdir" and os.path.exists(path):
            return
    else:
        return
    if isinstance(path, int) or not os.path.abspath(os.fsdecode(path)).startswith(place):
        return
    met += 1
    if met >= first:
        raise OSError({number}, os.strerror({number}), os.fsdecode(path))

sys.addaudithook(refuse)
atexit.register(lambda: os.write(2, b"\\nwrites: %d\\n" % met))
"""
"""From the ``first`` attempt on to make a file, a folder or a new name below ``place``, each is refused;
with ``asks`` a file without a name is not: whether one could be made is what the cache asks first."""


def command(before: str, *words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", before + MAIN, *words], capture_output=True, text=True, timeout=1500, check=False, **options
    )


def answered(folder: Path, *words: str) -> dict[str, Any]:
    """Return the result of a command that nothing happens to, in this process, which has imported what it takes."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(app, words, prog_name="kotc-sim")
    assert done.exit_code in (0, 1), done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def again(folder: Path) -> dict[str, Any]:
    """Return the result of `WRITES` with all room, gone on with."""
    return answered(folder, *WRITES, "--resume", "run")


def result(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def written(folder: Path) -> set[tuple[str, int, int]]:
    """Return the name, size and time of each file below a folder; one that vanishes meanwhile is left out."""
    found = set()
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            state = path.stat()
            found.add((str(path), state.st_size, state.st_mtime_ns))
    return found


# --- killed ---------------------------------------------------------------------------------------------------------

KILLED = {
    "matchup": ["matchup", RATS, STORM, *RANDOM, "-n", "60000"],
    "tournament": ["tournament", RATS, STORM, RAPTORS, "-s", "random", "-n", "30000"],
    "rate": ["rate", "ox.yaml", "--profile", "random", "--precision", "0.5"],
    "exploit": ["exploit", "--profile", "random", "--generations", "2", "--population", "4", "--winners", "2", "--precision", "2"],
    "price": ["price", "--all", "--profile", "random", "-e", "kotc-1"],
    "meta": ["meta", "kotc-17", "--profile", "random", "--rounds", "1"],
    "backtest": ["backtest", "--profile", "random", "--only", "7:8", "--no-controls", "--precision", "2"],
    "balance": [
        *("balance", "kotc-17", "--only", "effect.dice_burn", "--only", "effect.place_weakness", "-s", "greedy", "--precision", "1"),
        *("--no-field", "--no-exploits"),
    ],
}


@pytest.mark.parametrize("name", [name if name == "matchup" else pytest.param(name, marks=pytest.mark.slow) for name in KILLED])
def test_a_run_that_is_killed_again_and_again_gives_the_same(tmp_path: Path, name: str) -> None:
    (tmp_path / "ox.yaml").write_text(OX)
    words = [*KILLED[name], "--json"]
    whole = answered(tmp_path, *words)
    again_and_again(KEEPS_OFTEN, [*words, "--resume", "run"], tmp_path, tmp_path / "run")
    last = command(KEEPS_OFTEN, *words, "--resume", "run", cwd=tmp_path)
    assert differing(whole, result(last)) == []
    assert "damaged" not in last.stderr


def again_and_again(before: str, words: list[str], cwd: Path, kept: Path) -> set[str]:
    """Start a command three times, kill it shortly after it has written something into a folder; return the files that it left."""
    moments = random.Random(words[0])
    killed = 0
    left: set[str] = set()
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", before + MAIN, *words], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        state = written(kept)
        while written(kept) == state and process.poll() is None:
            time.sleep(0.005)
        time.sleep(moments.uniform(0.0, 0.2))
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        left |= {Path(name).name for name, _, _ in written(kept)}
    assert killed
    return left


LEARNS_HERE = """
from pathlib import Path
from kotc_sim import output
output.cache_folder = lambda name: Path("cache")
"""
"""What is learned, and the rounds of a training, are kept in a folder of the test's."""
TRAIN = ["train", RATS, "--budget", "4s", "--json"]


@pytest.mark.slow
def test_a_training_that_is_killed_again_and_again_learns_the_same(tmp_path: Path) -> None:
    for name in ("whole", "killed"):
        (tmp_path / name / "cache").mkdir(parents=True)
    whole = result(command(LEARNS_HERE, *TRAIN, cwd=tmp_path / "whole"))
    left = again_and_again(LEARNS_HERE, TRAIN, tmp_path / "killed", tmp_path / "killed" / "cache")
    assert any(name.endswith(".round") and not name.startswith(".") for name in left)
    last = command(LEARNS_HERE, *TRAIN, cwd=tmp_path / "killed")
    assert differing(whole, result(last)) == []
    assert "damaged" not in last.stderr
    assert not list((tmp_path / "killed" / "cache").glob("[0-9a-f]*.round"))  # what was half written begins with a dot


@pytest.mark.slow
def test_two_cold_starts_at_once_and_one_that_was_killed(tmp_path: Path) -> None:
    words = ["matchup", RATS, STORM, *RANDOM, "-n", "1000", "-j", "1", "--json"]
    whole = result(command("", *words))
    cold = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    arguments = [sys.executable, "-c", MAIN, *words]
    both = [subprocess.Popen(arguments, env=cold, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    time.sleep(15)
    killed = both.pop()
    killed.kill()
    killed.communicate()
    for process in both:
        out, errors = process.communicate(timeout=500)
        assert process.returncode in (0, 1), errors
        assert differing(whole, json.loads(out)) == []
    after = command("", *words, env=cold)
    assert differing(whole, result(after)) == []
    assert "damaged" not in after.stderr


@pytest.mark.slow
def test_the_same_command_twice_at_once(tmp_path: Path) -> None:
    """They share a folder of games, and what is learned, and neither harms the other."""
    (tmp_path / "cache").mkdir()
    for words in (TRAIN, [*KILLED["matchup"], "--json"]):
        processes = []
        for _ in range(2):
            program = [sys.executable, "-c", KEEPS_OFTEN + LEARNS_HERE + MAIN, *words]
            processes.append(subprocess.Popen(program, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
            time.sleep(1.5)
        ends = [(*process.communicate(timeout=900), process.returncode) for process in processes]
        assert [(code, "Traceback" in errors) for _, errors, code in ends] == [(0, False)] * 2, ends
        assert differing(json.loads(ends[0][0]), json.loads(ends[1][0])) == []


# --- a disk that is full ----------------------------------------------------------------------------------------------

WRITES = ["matchup", RATS, STORM, *RANDOM, "-n", "40", "--json", "--html", "out.html", "--csv", "out.csv"]


def unharmed(done: subprocess.CompletedProcess[str], whole: dict[str, Any], folder: Path) -> None:
    """Assert that a command to which something was refused says so, prints its result if it has played, and leaves no half file."""
    assert done.returncode in (0, 1, 2), done.stderr
    assert "Traceback" not in done.stderr
    if done.returncode == 2:
        assert "error: " in done.stderr
    if done.stdout or done.returncode != 2:
        found = json.loads(done.stdout)
        assert found.keys() == {"command", "version", "seed", "reproduce", "errors"} or differing(whole, found) == []
    page = folder / "out.html"
    assert not page.exists() or page.read_text().rstrip().endswith("</html>")
    tables = folder / "out.csv"
    assert not tables.exists() or tables.read_text().endswith("\n")


def full_from(first: int, folder: Path, whole: dict[str, Any]) -> int:
    """Play with a disk that is full from the ``first`` write on, then with room again; return how many writes there were."""
    folder.mkdir()
    before = FULL_FROM.format(place=str(folder), first=first, asks=False, number="errno.ENOSPC")
    done = command(KEEPS_OFTEN + before, *WRITES, "--resume", "run", cwd=folder)
    said, _, met = done.stderr.rpartition("writes: ")
    done.stderr = said
    unharmed(done, whole, folder)
    if int(met) >= first:
        assert "No space left on device" in said
    assert differing(whole, again(folder)) == []
    assert (folder / "out.html").exists()
    return int(met)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return again(tmp_path_factory.mktemp("whole"))


def test_a_disk_that_is_full_early(tmp_path: Path, whole: dict[str, Any]) -> None:
    assert full_from(6, tmp_path / "out", whole) >= 6


@pytest.mark.slow
def test_a_disk_that_is_full_from_any_write_on(tmp_path: Path, whole: dict[str, Any]) -> None:
    first = 1
    while full_from(first, tmp_path / str(first), whole) >= first:
        first += 1
    assert first > 10  # checkpoint, page and tables


LATE = {
    "tournament": (["tournament", RATS, STORM, "-s", "random", "-n", "40", "--html", "out/x.html", "--csv", "out/x.csv"], 8),
    "train": (["train", RATS, "--budget", "1s", "--out", "out/fit.json"], 2),
    "meta": (["meta", "kotc-17", "--profile", "random", "--rounds", "1", "--out", "out/decks", "--html", "out/x.html"], 8),
    "balance": (
        [
            *("balance", "kotc-17", "--only", "effect.dice_burn", "-s", "random", "--precision", "5", "--rounds", "1"),
            *("--no-field", "--no-exploits", "--out", "out/x.yaml", "--html", "out/x.html"),
        ],
        6,
    ),
    "battle": (["battle", "4/6+2/4", "1/10", "--games", "100", "--html", "out/x.html"], 2),
}
"""Commands that write other files than checkpoints, and at least so many attempts to write below ``out``."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LATE)
def test_results_are_printed_whatever_cannot_be_written(tmp_path: Path, name: str) -> None:
    words, least = LATE[name]
    words = [*words, "--json", *([] if name in ("train", "battle") else ["--resume", "run"])]
    (tmp_path / "cache").mkdir()
    (tmp_path / "out").mkdir()
    whole = result(command(LEARNS_HERE, *words, cwd=tmp_path))
    files = {path.name for path in (tmp_path / "out").rglob("*")}
    first, printed = 1, 0
    while True:
        shutil.rmtree(tmp_path / "out")
        (tmp_path / "out").mkdir()
        refused = FULL_FROM.format(place=str(tmp_path / "out"), first=first, asks=False, number="errno.ENOSPC")
        done = command(LEARNS_HERE + refused, *words, cwd=tmp_path)
        done.stderr, _, met = done.stderr.rpartition("writes: ")
        unharmed(done, whole, tmp_path)
        assert not [path for path in (tmp_path / "out").rglob("*") if path.name.startswith(".")]
        if int(met) < first:
            break
        assert done.returncode == 2
        assert "No space left on device" in done.stderr
        printed += bool(done.stdout)
        first += 1
    assert first > least
    asked_before = sum(word in ("--html", "--csv", "--out") for word in words)  # whether each place can be written
    assert first - 1 - printed == asked_before
    assert {path.name for path in (tmp_path / "out").rglob("*")} == files


@pytest.mark.parametrize("room", [10_000, *(pytest.param(room, marks=pytest.mark.slow) for room in (0, 1_000, 1_000_000))])
def test_a_disk_with_room_for_a_part_of_a_file(tmp_path: Path, whole: dict[str, Any], room: int) -> None:
    import resource

    done = command(
        KEEPS_OFTEN, *WRITES, "--resume", "run", cwd=tmp_path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    )
    unharmed(done, whole, tmp_path)
    assert ("File too large" in done.stderr) == (room < 1_000_000), done.stderr
    assert differing(whole, again(tmp_path)) == []


@pytest.mark.parametrize(("asks", "number"), [(True, "ENOSPC"), pytest.param(False, "EROFS", marks=pytest.mark.slow)])
def test_a_cache_that_cannot_be_written(tmp_path: Path, asks: bool, number: str) -> None:
    """Texts of cards and kernels of a strategy go into the cache, and neither has to; without one all is compiled, elsewhere."""
    new = random.Random(str(tmp_path)).randrange(10**9)
    strategy = tmp_path / "mine.py"
    strategy.write_text(f"def score(game, match, me, option):\n    return {new}.0\n")
    deck = tmp_path / "deck.yaml"
    deck.write_text(
        "edition: kotc-17\ncards: {35: minion 1/0, 5: Zap}\n"
        f"library:\n  - {{name: Zap, text: 'Pay {1 + new % 999} HP→ Target 1 on-field minion; silo it.'}}\n"
    )
    words = ["matchup", str(deck), RATS, "--strategy-a", str(strategy), "--strategy-b", "random", "-n", "20", "-j", "1", "--json"]
    base = cache_base()
    assert base is not None
    before = FULL_FROM.format(place=str(base), first=1, asks=asks, number=f"errno.{number}")
    elsewhere = {"NUMBA_CACHE_DIR": str(base.parent), "XDG_CACHE_HOME": str(tmp_path)}  # the second is asked where the first refuses
    done = command(before, *words, env=os.environ | elsewhere)
    said, _, met = done.stderr.rpartition("writes: ")
    assert int(met) > 0
    assert "Traceback" not in said
    assert differing(result(done), answered(tmp_path, *words)) == []
