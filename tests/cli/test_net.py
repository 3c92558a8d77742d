"""What nobody foresaw: an error of the program itself, streams that are closed, signals before the command line is read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="closes streams by a shell, and sends signals")

DECKS = Path(__file__).resolve().parents[2] / "decks"
RATS, STORM = str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml")
MAIN = "import sys\nfrom kotc_sim.cli import main\nmain(sys.argv[1:])\n"
EDITIONS = "from kotc_sim.commands import editions\n"
BROKEN = f"{EDITIONS}def broken():\n    raise {{error}}\neditions.command = broken\n"
WORDS = ["matchup", RATS, STORM, "--strategy-a", "random", "--strategy-b", "random", "-n", "20"]


def run(before: str, *words: str, shell: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command after some statements, with streams closed by a shell if need be."""
    command = [sys.executable, "-c", before + MAIN, *words]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=600, check=False)


@pytest.mark.parametrize("error", ["RecursionError('too deep')", "AttributeError('x\\ny')", "MemoryError()", "RuntimeError('z' * 5000)"])
def test_an_error_that_nobody_foresaw_is_one_line(error: str) -> None:
    done = run(BROKEN.format(error=error), "editions")
    assert done.returncode == 2, "1 means that the answer is no"
    assert done.stderr.startswith(f"error: {error.partition('(')[0]}")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 600
    assert "KOTC_SIM_TRACEBACK=1" in done.stderr
    more = run(BROKEN.format(error=error), "editions", KOTC_SIM_TRACEBACK="1")
    assert more.returncode == 2
    assert ", in broken\n" in more.stderr


def test_an_error_that_an_interrupt_has_become_is_the_interrupt() -> None:
    """As where it strikes in a callback of a library while kernels are compiled."""
    strikes = "ctypes.CFUNCTYPE(None)(lambda: [os.kill(os.getpid(), signal.%s), time.sleep(0.1)])()"
    for name, code in (("SIGTERM", 143), ("SIGINT", 130)):
        statements = f"    {strikes % name}\n    raise RuntimeError('no compiled object')\n"
        becomes = f"import ctypes, os, signal, time\n{EDITIONS}def broken():\n{statements}editions.command = broken\n"
        done = run(becomes, "editions")
        assert (done.returncode, done.stderr) == (code, "\ninterrupted.\n")


def test_a_run_whose_note_is_nested_without_end(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("[" * 100_000)
    done = run("", *WORDS, "--resume", str(tmp_path))
    assert done.returncode == 2
    assert "run.json: is not the note of a run" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["editions"], WORDS])
def test_a_closed_output_cannot_be_written(words: list[str]) -> None:
    done = run("", *words, shell=">&-")
    assert done.returncode == 2
    assert done.stderr.startswith("error: Bad file descriptor")
    assert "Traceback" not in done.stderr


def test_with_closed_errors_there_is_a_result() -> None:
    assert run("", "deck", "nofile.yaml", shell="2>&-").returncode == 2
    done = run("", *WORDS, "--json", shell="2>&- <&-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 20


def test_a_signal_before_the_command_line_is_read_needs_no_python() -> None:
    """A library that hangs while it is loaded runs no handler of Python's, as in an address space of 300 MB."""
    hangs = "kotc_sim.cli.LazyCommand.load = lambda self: [os.write(1, b'hangs\\n'), ctypes.PyDLL(None).sleep(600)]\n"
    hangs = f"import ctypes, os, sys\nsys.argv[0] = 'kotc-sim'\nimport kotc_sim.cli\n{hangs}"
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        command = [sys.executable, "-c", hangs + MAIN, "editions"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_as_in_a_terminal)
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"hangs\n"
            process.send_signal(number)
            assert process.wait(300) == -number
        finally:
            process.kill()
            process.communicate()


WAITS = f"""
import ctypes, os
for _ in range(16):
    os.write(2, bytes(4096))
{EDITIONS}
def waits():
    lock, mutex = ctypes.CDLL(None).pthread_mutex_lock, ctypes.create_string_buffer(64)
    print("waits", flush=True)
    lock(mutex)
    lock(mutex)
editions.command = waits
"""


def test_machine_code_and_a_pipe_that_nobody_reads_hold_up_no_end() -> None:
    """The command waits in C for ever, and what is to be said of its end has no place in the pipe."""
    command = [sys.executable, "-c", WAITS + MAIN, "editions"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_as_in_a_terminal)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"waits\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(300) == 143
    finally:
        process.kill()
        process.communicate()


def test_an_address_space_that_is_too_small_is_said() -> None:
    """With threads to find memory for, OpenBLAS would try for ever in 300 MB, and hear no signal."""
    command = ["sh", "-c", 'ulimit -v 300000; exec "$@"', "sh", sys.executable, "-c", MAIN, *WORDS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def _as_in_a_terminal() -> None:
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
