"""What only POSIX has is asked for before it is used: the package imports, and plays, elsewhere."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kotc_sim import errors

ROOT = Path(__file__).resolve().parents[1]
MODULES = {"resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "syslog"}
NAMES = {
    "getuid",
    "geteuid",
    "getppid",
    "fork",
    "killpg",
    "setsid",
    "sched_getaffinity",
    "sched_setaffinity",
    "SIGALRM",
    "SIGHUP",
    "SIGKILL",
    "mkfifo",
}
ONLY_LINUX = {"count_branches.py"}  # a tool of those who change kernels, that pins itself to a processor
GUARDS = ("hasattr(", "os.name", "sys.platform", "setitimer", "except ImportError", "getattr(")


def sources() -> Iterator[Path]:
    for top in ("kotc_sim", "strategies", "experiments", "reports", "scripts"):
        yield from (path for path in sorted((ROOT / top).rglob("*.py")) if path.name not in ONLY_LINUX)


def unguarded(text: str) -> list[str]:
    """Return the uses of what only POSIX has in functions (or at the top) that do not ask for it."""
    tree = ast.parse(text)
    found = []
    scopes = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else {str(node.module)}
            used = names & MODULES
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("os", "signal"):
            used = {node.attr} & NAMES
        else:
            continue
        if not used:
            continue
        inside = [scope for scope in scopes if scope.lineno <= node.lineno <= (scope.end_lineno or 0)]
        around = ast.get_source_segment(text, inside[0]) if inside else ast.get_source_segment(text, node)
        if not any(guard in (around or "") for guard in GUARDS):
            found += [f"line {node.lineno}: {name}" for name in sorted(used)]
    return found


def test_what_only_posix_has_is_guarded() -> None:
    assert {str(path.relative_to(ROOT)): lines for path in sources() if (lines := unguarded(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("import resource\n", ["line 1: resource"]),
        ("def f():\n    import resource\n    return resource.x\n", ["line 2: resource"]),
        ("def f():\n    try:\n        import resource\n    except ImportError:\n        return 0\n", []),
        ("import os\ndef f():\n    return os.getuid()\n", ["line 3: getuid"]),
        ("import os\ndef f():\n    return os.getuid() if hasattr(os, 'getuid') else 0\n", []),
    ],
)
def test_the_check_finds_what_is_not(text: str, lines: list[str]) -> None:
    assert unguarded(text) == lines


def test_the_readme_has_the_commands_without_make() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for words in (
        "python -m venv .venv",
        r".venv\Scripts\pip",
        r".venv\Scripts\kotc-sim matchup",
        "python -m kotc_sim",
        'quotes are double: `--out "2 Thor"`',
    ):
        assert words in readme


# --- the same without what only POSIX has -----------------------------------------------------------------------

HIDDEN = """
import os, signal, socket, sys, types
for name in ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "syslog"):
    sys.modules[name] = None  # an import of it fails
for name in (
    "fork", "forkpty", "getuid", "geteuid", "getgid", "getpgid", "getpgrp", "killpg", "setsid", "setuid", "sched_getaffinity",
    "sched_setaffinity", "mkfifo", "getloadavg", "O_NONBLOCK", "fchmod", "geteuid",
):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGALRM", "SIGUSR1", "setitimer", "alarm", "pthread_kill", "pthread_sigmask", "sigwait", "siginterrupt"):
    if hasattr(signal, name):
        delattr(signal, name)
locked = set()
def locking(number, mode, count):
    key = os.fstat(number).st_ino
    if key in locked:
        raise OSError(36, "Resource deadlock avoided")
    locked.add(key)
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
sys.platform = "unknown"
"""
"""Takes away what Windows lacks; ``os.name`` stays, as it decides which paths Python itself makes."""


def elsewhere(code: str, *arguments: str, also: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python code in a process without what only POSIX has; a default encoding is an error, as it is another one there."""
    flags = ["-X", "warn_default_encoding"]
    strict = 'import warnings; warnings.filterwarnings("error", category=EncodingWarning, module="kotc_sim")'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = f"import {also or 'os'}, numpy, numba, typer\n{strict}\n{HIDDEN}\n{textwrap.dedent(code)}"
    return subprocess.run([sys.executable, *flags, "-c", program, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)


PLAYED = "matchup decks/rats.yaml decks/storm.yaml -s random -n 4 --jobs 2"


COMMANDS = {
    "--help": "Cards and texts",
    "card decks/cards/kotc-17-printed.yaml": "Velociraptor: minion 2/4",
    "words destroyed": "destroy the targets.",
    "deck decks/storm.yaml": "legal",
    "edition show kotc-5": "5th Edition",
    "battle 2/4 1/3 --games 0": "against 1/3",
    "scenario tests/rules/17/examples_battles.yaml": "as expected",
    "replay decks/rats.yaml decks/storm.yaml -s random": "Player 1: Rats",
    PLAYED: "Rats against Storm",
    f"{PLAYED} --json": '"command": "matchup"',
    f"{PLAYED} --json --resume KEPT": '"command": "matchup"',
    f"{PLAYED} --json --resume KEPT --brief": '"command": "matchup"',
    "docs tutorial": "The first hour",
    "strategies": "greedy",
    "strategies new mine": "is written",
    "card nowhere.yaml": "there is no such file",
}


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What each command ends with, all in one process."""
    folder = tmp_path_factory.mktemp("ran")
    done = elsewhere(
        """
        import json, traceback
        from typer.testing import CliRunner
        from kotc_sim.cli import app

        folder, found = sys.argv[2], {}
        for line in json.loads(sys.argv[1]):
            words = line.replace("KEPT", f"{folder}/kept").replace("new mine", f"new {folder}/mine").split()
            result = CliRunner().invoke(app, words)
            crash = None if isinstance(result.exception, SystemExit) else result.exception
            trace = "".join(traceback.format_exception(crash)) if crash else ""
            found[line] = [result.exit_code, result.output, trace]
        print(json.dumps(found))
        """,
        json.dumps(list(COMMANDS)),
        str(folder),
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_run_without_what_only_posix_has(ran: dict[str, Any], line: str) -> None:
    code, shown, trace = ran[line]
    assert not trace
    assert code == (2 if "nowhere" in line else 0), shown
    assert COMMANDS[line] in shown


def test_games_are_the_same_kept_and_taken_up(ran: dict[str, Any]) -> None:
    played, kept, again = (json.loads(shown) for line, (_, shown, _) in ran.items() if "--json" in line)
    assert played["pair_scores"] == kept["pair_scores"] == again["pair_scores"]


def test_a_workbench_is_started_and_a_second_one_is_refused(tmp_path: Path) -> None:
    """It is the lock of Windows that is taken here; a run is started, and ends."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    done = elsewhere(
        """
        import asyncio, time
        from pathlib import Path
        from kotc_sim.errors import KotcError
        from kotc_sim.web import server
        from kotc_sim.web.desk import Desk
        from kotc_sim.web.question import read_question
        from kotc_sim.web.runs import Runs

        folder = Path(sys.argv[1])
        lock = server._locked(folder)
        try:
            server._locked(folder)
        except KotcError as error:
            print(error.what)
        asked = {"version": 2, "ask": "battle", "settings": {"attackers": "2/4", "defenders": "2/6", "trials": 0}}

        desk = Desk(folder / "proposals")

        async def write(question, where):
            desk.files(question, where)

        async def play():
            runs = Runs(folder / "runs", write)
            run = await runs.add(asked, read_question(asked))
            worker = asyncio.create_task(runs.work(True))
            end = time.monotonic() + 200
            while not run.over and time.monotonic() < end:
                await asyncio.sleep(0.05)
            worker.cancel()
            print(run.state, run.message)

        asyncio.run(play())
        """,
        str(tmp_path / "work"),
        also="uvicorn, starlette.applications",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["another workbench uses this folder", "done []"]


def test_every_text_is_read_and_written_as_utf_8() -> None:
    """Windows' default is another encoding: each open of a text names its own."""

    def unnamed(path: Path) -> list[str]:
        found = []
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or any(keyword.arg == "encoding" for keyword in node.keywords):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            mode = next((str(one.value) for one in node.args[1:2] if isinstance(one, ast.Constant)), "")
            plain_open = isinstance(node.func, ast.Name) and name == "open" and "b" not in mode
            if (
                plain_open
                or (name == "read_text" and not node.args)
                or (name == "write_text" and len(node.args) < 2 and "formatter" not in ast.unparse(node.func))
            ):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
        return found

    assert [place for path in sources() for place in unnamed(path)] == []


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        ["kotc-sim", "try", "decks\\storm.yaml", "--out", "2 Thor", "--in", "2 minion 4/4"],
        ["kotc-sim", "price", "Target 1 on-field minion; destroy it.", "--edition", "C:\\My games\\p.yaml"],
        ["kotc-sim", "rate", "a&b.yaml", "--card", "It's a rat"],
    ],
)
def test_command_lines_are_read_back(words: list[str], windows: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "WINDOWS", windows)
    line = errors.command_line(words)
    assert errors.words_of(line) == words
    if windows:
        assert "'2" not in line, "cmd.exe knows double quotes only"
