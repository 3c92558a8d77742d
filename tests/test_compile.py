"""What is compiled first, with a time that is left to wait, and what is compiled when a game comes to it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from kotc_sim.compiler import cache, code_sizes, compile_in_background, kernel
from kotc_sim.compiler.late import LATE_KERNELS, late
from kotc_sim.compiler.types import float64, int64
from kotc_sim.games.keeper.engine import machine

ROOT = Path(__file__).resolve().parents[1]
KERNELS = [*machine.HANDLERS.values(), *machine.SERVICES.values()]

compiled = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


@kernel()
def doubled(x: int) -> int:
    return 2 * x


@late(int64(int64, float64))
def halved(x: int, least: float) -> int:
    if x < least:
        raise ValueError("too small")
    return x // 2


def first(x: int) -> int:
    return doubled(x)


def second(x: int) -> int:
    return doubled(x) + doubled(x + 1)


@compiled
def test_a_helper_counts_where_it_is_first_called() -> None:
    alone, helper = len(first.__code__.co_code), len(doubled.py_func.__code__.co_code)  # type: ignore[attr-defined]
    assert code_sizes([first, second]) == [alone + helper, len(second.__code__.co_code)]
    assert code_sizes([second, first]) == [len(second.__code__.co_code) + helper, alone]
    assert code_sizes([first, first]) == [alone + helper, 0]


@compiled
def test_the_share_that_is_done_is_that_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in the cache is loaded at once; with all of it there is nothing to wait for."""
    monkeypatch.setattr(machine, "_handlers", {})
    monkeypatch.setattr(machine, "_services", {})
    monkeypatch.setattr(machine, "compile_handler", lambda function: function)
    monkeypatch.setattr(machine, "compile_service", lambda function: function)
    monkeypatch.setattr(machine, "is_cached", lambda function: function is KERNELS[0])
    sizes, told = code_sizes(KERNELS[1:]), list[float]()
    machine.compile_all(on_share=told.append)
    assert told == pytest.approx([sum(sizes[:n]) / sum(sizes) for n in range(len(KERNELS))])
    monkeypatch.setattr(machine, "_handlers", {})
    monkeypatch.setattr(machine, "is_cached", lambda function: True)
    told.clear()
    machine.compile_all(on_share=told.append)
    assert set(told) == {1.0}


SECOND = "import pathlib, time; time.sleep(0.3); pathlib.Path({!r}).touch()"


@compiled
@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="says how many processors there are")
def test_a_second_process_is_waited_for_or_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    done = tmp_path / "done"
    with compile_in_background(SECOND.format(str(done))) as two:
        assert two
    assert done.exists()
    with compile_in_background("import time; time.sleep(60)", wait=False) as two:
        assert two
    with pytest.raises(ZeroDivisionError), compile_in_background("import time; time.sleep(60)"):
        raise ZeroDivisionError
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    with compile_in_background(SECOND.format(str(tmp_path / "never"))) as two:
        assert not two


def test_checked_kernels_are_waited_for_on_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda name: tmp_path)
    monkeypatch.delenv("KOTC_SIM_CHECKED", raising=False)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    cache.mark_compiled("kotc")
    assert cache.is_compiled("kotc")
    monkeypatch.setenv("KOTC_SIM_CHECKED", "1")
    assert not cache.is_compiled("kotc")


@compiled
def test_the_script_leaves_nothing_of_the_engines_to_compile() -> None:
    """It compiles what the user's cache lacks; a game after it compiles no kernel."""
    code = """
import sys
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, event): compiled.append(event.data["dispatcher"].py_func.__qualname__)
    def on_end(self, event): pass
event.register("numba:compile", Listener())
from kotc_sim import games
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.runs import Contest, simulate
for edition in ("kotc-17", "levelup"):
    decks = tuple(game.deck(root) for game, root in (games.read(path, "deck") for path in list_shipped_decks([edition])[:2]))
    simulate(Contest(decks, ("greedy", "random")), 4, 1)
print(compiled)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for command in (["-m", "scripts.compile", "random", "greedy"], ["-c", code]):
        done = subprocess.run([sys.executable, *command], env=environment, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert done.stdout == "[]\n"


LATE = """
import sys
from kotc_sim import games
from kotc_sim.games.keeper.engine import kinds, machine
from kotc_sim.runs import match_of
from kotc_sim.strategies import load
compile_handler, compiled = machine.compile_handler, []
def broken(function):
    if function in machine.LATE_HANDLERS.values():
        raise error
    return compile_handler(function)
def counted(function):
    compiled.append(function)
    return compile_handler(function)
decks = tuple(game.deck(root) for game, root in (games.read(f"decks/{name}.yaml", "deck") for name in ("rats", "armory")))
match, greedy = match_of(decks), (load("kotc", "greedy"),) * 2
machine.compile_handler = broken
for error in (OSError(28, "disk is full"), KeyboardInterrupt(), ValueError(sys)):
    try:
        match.play(greedy, 7, 0, 40)
    except BaseException as raised:
        print(type(raised).__name__, *raised.args)
machine.compile_handler = counted
late, _ = match.play(greedy, 7, 0, 40)
print(0 < len(compiled) < len(machine.LATE_HANDLERS))
machine.compile_late(*machine.LATE_HANDLERS)
again, _ = match_of(decks).play(greedy, 7, 0, 40)
print(late.tobytes() == again.tobytes())
"""
ODD = "RuntimeError ValueError: <module 'sys' (built-in)>"
"""What holds a module cannot be pickled."""


@compiled
def test_a_late_handler_is_compiled_when_a_game_comes_to_it() -> None:
    """Only those that the decks need; what compiling raises reaches the caller, and the games are the same as with all of them ready."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", LATE], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["OSError 28 disk is full", "KeyboardInterrupt", ODD, "True", "True"], done.stderr


@compiled
def test_a_late_helper_is_compiled_when_a_kernel_first_calls_it() -> None:
    """Its caller is ready without it, calls it as any other, and hands on what it raises."""

    @kernel(int64(int64))
    def caller(x: int) -> int:
        return halved(x, 2.0) if x > 0 else 0

    (compiles,) = (compiles for function, compiles in LATE_KERNELS.items() if function.__module__ == __name__)
    assert caller(0) == 0
    assert compiles.cache_info().currsize == 0  # type: ignore[attr-defined]
    assert (caller(8), caller(6)) == (4, 3)
    assert compiles.cache_info().currsize == 1  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="too small"):
        caller(1)
