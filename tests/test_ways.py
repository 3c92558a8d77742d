"""The same games compiled fully, compiled plainly, and where numba is another one than is known; and the notice that says so."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numba
import pytest

from kotc_sim.compiler import internals, ways

ROOT = Path(__file__).resolve().parents[1]
SYSTEMS = {
    "17": ("armory", "storm"),
    "levelup": ("levelup/ember-and-stone", "levelup/tide-and-grove"),
    "12": ("kotc-12-raptors", "kotc-12-storm"),
    "9": ("kotc-9-claws", "kotc-9-rites"),
    "5": ("kotc-5-ambush", "kotc-5-claws"),
}
"""A pair of decks of each system."""

PLAY = """
import hashlib, sys
import numpy as np
from kotc_sim import games
from kotc_sim.runs import match_of
def deck(name):
    game, root = games.read(f"decks/{name}.yaml", "deck")
    return game.deck(root)
for pair in sys.argv[1:]:
    decks = tuple(map(deck, pair.split("+")))
    results, seen = match_of(decks).play((load(games.of(decks[0]).key, "random"),) * 2, 7, 0, 200)
    fields = b"".join(np.ascontiguousarray(results[field]).tobytes() for field in sorted(results.dtype.names))
    print(hashlib.sha256(fields + np.ascontiguousarray(seen).tobytes()).hexdigest())
"""

MOMENTS = """
import hashlib
import numpy as np
from kotc_sim import games
from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import calls, kinds, machine, record
from kotc_sim.games.levelup.engine import record as levelup
from kotc_sim.games.levelup.engine import setup
from kotc_sim.shared.best import pick_best
from kotc_sim.shared.result_record import RESULT
from kotc_sim.strategies.keeper.api import whole
from kotc_sim.strategies.levelup.api import strategy

machine.install = lambda match: None  # without the handlers, which take minutes to compile plainly

def match(*names):
    read = [games.read(f"decks/{name}.yaml", "deck") for name in names]
    decks = tuple(game.deck(root) for game, root in read)
    return games.of(decks[0]).compile(decks)

def show(*arrays):
    print(hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest())

@whole("seat", "tells who is asked, and leaves a choice")
def pilot(game, match, me, scores):
    for i in range(game.n_options):
        scores[i] = me + game.options[i].kind + i % 3

m = match("armory", "storm").record
g, scores, move = record.new_game(), record.new_scores(), calls.compile_service(machine.move_card)
for pair in range(20):
    machine.deal(g, m, np.uint64(7), pair, pair & 1)
    for card in range(5):
        move(g, m, card, kinds.Zone.HAND, 0, 0)
    g.n_options, g.asked = 9, pair & 1
    g.options["kind"][:9] = kinds.Opt.PICK_CARD
    calls.SCORING.kernel(pilot.address, g, m, scores)
    g.choice = pick_best(g, pair & 1, scores)
    show(g, scores[:9])

@kernel(levelup.VOID(levelup.Game))
def ask_once(g):
    g.over = g.steps
    g.steps = 1
    g.n_options = 9
    g.asked = 1

@strategy("seat", "tells who is asked, and leaves a choice")
def fill(game, match, me, scores):
    for i in range(game.n_options):
        scores[i] = me + i % 3

both = match("levelup/ember-and-stone", "levelup/tide-and-grove")
h, results, seen = levelup.new_game(both.record), np.zeros(20, RESULT), np.zeros((20, 2, len(both.cards)), np.uint8)
answers = np.zeros(99)
for game in range(20):
    setup.play_many(ask_once, fill.address, fill.address, h[0], answers, np.uint64(7), game, game + 1, results[game:], seen[game:])
    show(h["card"], h["side"], h["key"], h["choice"], answers, results, seen)
"""
"""A shuffled deal, cards drawn, a strategy called by its address, the best option taken, of both games; what compiles in seconds."""

NOTICE = (
    f"numba {numba.__version__} is not known to compile the fast way ({{}}): compiling plainly; the same games, slower (docs/compiler.md)"
)
GONE = """
import builtins
import numba.core.environment as there
builtins.lookup_environment = there.lookup_environment
del there.lookup_environment
"""
"""A test double: numba itself works as before, but a name that the fast way relies on is not where it was."""


def run(code: str, *arguments: str, **environment: str) -> tuple[list[str], list[str]]:
    """Return the lines that a process writes to standard output and to standard error; the user's cache keeps what it compiles."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("KOTC_SIM_COMPILER", "NUMBA_DISABLE_JIT")}
    inherited |= {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore", **environment}
    done = subprocess.run([sys.executable, "-c", code, *arguments], env=inherited, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr.splitlines()


def same_all_ways(code: str, *arguments: str) -> list[str]:
    """Run the code fully compiled, plainly, and with an internal that is missing; return what each printed: the same."""
    full, silent = run(code, *arguments)
    assert silent == []
    assert run(code, *arguments, KOTC_SIM_COMPILER="plain") == (full, [])
    assert run(GONE + code, *arguments) == (full, [NOTICE.format("environment.lookup_environment is gone")])
    return full


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_all_ways_play_the_same_games(system: str) -> None:
    same_all_ways(PLAY, "+".join(SYSTEMS[system]))


def test_in_all_ways_the_same_happens() -> None:
    """The cheap part of the test above: calls by address, bound strategies, lists, copies, helpers."""
    assert len(set(same_all_ways(MOMENTS))) == 40


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A process that has not chosen a way yet."""
    monkeypatch.setattr(ways, "_way", None)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    monkeypatch.setenv(ways.VARIABLE, "")  # what was not there would not be put back
    monkeypatch.delenv(ways.VARIABLE)
    return monkeypatch


def fake(monkeypatch: pytest.MonkeyPatch, path: str, what: object) -> None:
    owner, name = path.rsplit(".", 1)
    monkeypatch.setattr(internals.find(owner), name, what)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    return str(err)


def test_what_is_known_is_compiled_fully(undecided: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert ways.way() == "full"
    assert said(capsys) == ""


def test_nothing_is_said_where_plain_was_asked_for(undecided: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    undecided.setenv(ways.VARIABLE, "plain")
    undecided.setattr(numba, "__version__", "0.99.0")
    assert ways.way() == "plain"
    assert said(capsys) == ""


def test_the_next_numba_compiles_plainly_and_says_so_once(undecided: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    undecided.setattr(numba, "__version__", "0.99.0")
    assert ways.way() == ways.way() == "plain"
    known = " and ".join(internals.KNOWN)
    assert said(capsys) == (
        f"numba 0.99.0 is not known to compile the fast way (tried with numba {known} only): compiling plainly; "
        "the same games, slower (docs/compiler.md)\n"
    )
    assert os.environ[ways.VARIABLE] == "plain"  # for processes that this one starts


def test_a_version_that_is_not_known_can_be_trusted(undecided: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    undecided.setenv(ways.VARIABLE, "full")
    undecided.setattr(numba, "__version__", "0.99.0")
    assert ways.way() == "full"
    undecided.setattr(ways, "_way", None)
    fake(undecided, "numba.np.arrayobj.fix_integer_index", lambda builder, index: index)
    assert ways.way() == "plain"  # what is not there cannot be trusted
    assert "(arrayobj.fix_integer_index takes (builder, index))" in said(capsys)


def test_each_internal_is_missed(undecided: pytest.MonkeyPatch) -> None:
    for internal in internals.INTERNALS:
        undecided.setattr(internals, "INTERNALS", (replace(internal, path=internal.path + "_of_old"),))
        (found,) = internals.missing("full")
        assert found.endswith("_of_old is gone")


def test_the_page_says_what_each_internal_is_for() -> None:
    page = (ROOT / "docs" / "compiler.md").read_text(encoding="utf-8")
    assert {one.trick for one in internals.INTERNALS if f"\n| {one.trick} |" not in page} == set()
    assert all(f"numba {version}" in page for version in internals.KNOWN)


def test_without_what_calls_by_address_need_there_is_one_error(undecided: pytest.MonkeyPatch) -> None:
    fake(undecided, "numba.core.cgutils.raw_memcpy", lambda builder, target, source: None)
    with pytest.raises(OSError, match=r"cannot compile kotc-sim: cgutils\.raw_memcpy takes .*; install one that can"):
        ways.way()


def test_a_way_that_there_is_not_is_refused(undecided: pytest.MonkeyPatch) -> None:
    undecided.setenv(ways.VARIABLE, "fast")
    with pytest.raises(OSError, match="KOTC_SIM_COMPILER is 'fast': set it to plain or full"):
        ways.way()


def test_a_command_shows_that_error_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kotc_sim.cli", "matchup", "decks/rats.yaml", "decks/storm.yaml", "--quick", "--games", "2"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "KOTC_SIM_COMPILER": "fast"}, cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "error: KOTC_SIM_COMPILER is 'fast': set it to plain or full, or leave it out"


MINE = """
import re, numba
@numba.njit(numba.void(numba.float64[::1], numba.float64[::1], numba.float64[:, ::1], numba.int64))
def mine(a, b, c, n):
    for i in range(n):
        for j in range(len(a)):
            c[i, j] = a[j] * b[i] + c[i, j - 1] * a[i]
        for j in range(len(b)):
            b[j] = b[j] * n + a[j] / (c[j, i] + 1.0)
(code,) = mine.inspect_asm().values()
print(re.sub(r"B\\d+v\\d+", "", code))
"""
OURS = "from kotc_sim.shared import counts; print(len(counts.count_results.signatures))\n"


def test_what_users_compile_with_numba_is_as_without_us(tmp_path: Path) -> None:
    theirs, _ = run(MINE, NUMBA_CACHE_DIR=str(tmp_path))
    assert len(theirs) > 100
    for cache in ("cold", "warm"):
        with_us, _ = run(OURS + MINE, NUMBA_CACHE_DIR=str(tmp_path))
        assert with_us == ["1", *theirs], cache
