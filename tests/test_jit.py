"""The compiler and its cache, tried on a toy package in processes of their own, as users meet them.

Most are forked from one in which numba, and nothing of ours, has compiled once: that takes a second each time otherwise.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numba
import pytest

from kotc_sim.compiler import cache, compile_patches, jit, sources, ways

TOY = {
    "__init__.py": "",
    "errors.py": "",
    "games/__init__.py": "",
    "games/toy/__init__.py": "",
    "games/toy/engine/__init__.py": "",
    "shared/__init__.py": "",
    "battles/__init__.py": "",
    "games/toy/engine/damage.py": """
from kotc_sim.compiler import kernel

@kernel()
def damage(sp):
    return 7 * sp
""",
    "games/toy/engine/battle.py": """
from numba import int64
from kotc_sim.games.toy.engine.damage import damage
from kotc_sim.compiler import kernel

@kernel(int64(int64))
def battle(sp):
    return damage(sp) + 1
""",
    "games/toy/engine/driver.py": """
from numba import float64, int64
from numba.types import FunctionType
from kotc_sim.games.toy.engine.damage import damage
from kotc_sim.compiler import kernel

SCORE = float64(int64)

@kernel(float64(int64, FunctionType(SCORE)))
def driver(sp, score):
    return score(damage(sp))
""",
    "strategies/__init__.py": "",
    "strategies/toy/__init__.py": "",
    "strategies/toy/rush.py": """
from kotc_sim.games.toy.engine.damage import damage
from kotc_sim.games.toy.engine.driver import SCORE
from kotc_sim.compiler import kernel

@kernel(SCORE)
def score(sp):
    return damage(sp) + 0.5
""",
}


class Toy:
    """A copy of compiler/, and a three-rule engine, run in fresh processes."""

    def __init__(self, folder: Path, parent: subprocess.Popen[str]) -> None:
        self.parent = parent
        self.package = folder / "kotc_sim"
        self.cache = folder / "cache"
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(folder),
            "NUMBA_CACHE_DIR": str(self.cache),
            "PYTHONWARNINGS": "ignore",
            # Python takes a compiled module of the same second and the same length for the present one, even after an edit.
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.environment.pop("NUMBA_DISABLE_JIT", None)
        for name, text in TOY.items():
            self.write(name, text)
        shutil.copytree(Path(jit.__file__).parent, self.package / "compiler")

    def write(self, name: str, text: str) -> None:
        path = self.package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.package / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def run(self, code: str) -> str:
        """Return what the code prints in a process that is forked."""
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        print(json.dumps([str(self.package.parent), self.environment, code]), file=self.parent.stdin, flush=True)
        status, printed = json.loads(self.parent.stdout.readline())
        assert status == 0, printed
        return str(printed).strip()

    def start(self, code: str) -> str:
        """Return what the code prints in a process of Python that has imported nothing."""
        return subprocess.check_output([sys.executable, "-c", code], env=self.environment, cwd="/", text=True).strip()


PARENT = """
import gc, json, os, sys
import numba
numba.njit(lambda x: x + 1)(1)
gc.freeze()  # so that no process looks through what is the first one's
sys.dont_write_bytecode = True  # as the environment says, but this process has begun before
for line in sys.stdin:
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.dup2(writing, 1)
        folder, environment, code = json.loads(line)
        os.environ.clear()
        os.environ.update(environment)
        sys.path.insert(0, folder)
        exec(code, {"__name__": "__main__"})
        sys.stdout.flush()
        os._exit(0)  # what numba holds is not taken down piece by piece
    os.close(writing)
    with open(reading) as pipe:
        printed = pipe.read()
    print(json.dumps([os.wait()[1], printed]), flush=True)
"""


@pytest.fixture(scope="module")
def parent() -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    environment.pop("NUMBA_DISABLE_JIT", None)
    with subprocess.Popen(
        [sys.executable, "-P", "-c", PARENT], env=environment, cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process


@pytest.fixture
def toy(tmp_path: Path, parent: subprocess.Popen[str]) -> Toy:
    return Toy(tmp_path, parent)


HITS = "sum({0}.stats.cache_hits.values()), sum({0}.stats.cache_misses.values())"
BATTLE = f"""
from kotc_sim.games.toy.engine.battle import battle
from kotc_sim.strategies.toy.rush import score
print(battle(3), score(3), {HITS.format("battle")}, {HITS.format("score")})
"""


def test_an_edited_rule_reaches_its_callers_in_other_files(toy: Toy) -> None:
    assert toy.run(BATTLE) == "22 21.5 0 1 0 1"
    assert toy.run(BATTLE) == "22 21.5 1 0 1 0"
    toy.edit("games/toy/engine/damage.py", "7 * sp", "9 * sp")  # battle.py and rush.py stay as they were
    assert toy.run(BATTLE) == "28 27.5 0 1 0 1"
    toy.edit("games/toy/engine/damage.py", "9 * sp", "7 * sp")
    assert toy.run(BATTLE) == "22 21.5 1 0 1 0"


DRIVER = f"""
from kotc_sim.games.toy.engine.driver import driver
from kotc_sim.strategies.toy.{{0}} import score
print(driver(3, score), {HITS.format("driver")}, {HITS.format("score")})
"""


HELPER = f"""
from kotc_sim.games.toy.engine.battle import battle
from kotc_sim.games.toy.engine.damage import damage
print(battle(3), damage(3), {HITS.format("damage.alone")}, [c.library.only_linked for c in damage.dispatcher.overloads.values()])
"""


def test_a_helper_of_a_compiled_kernel_can_be_called_from_python(toy: Toy) -> None:
    assert toy.run(HELPER) == "22 21 0 1 [True]"  # it was compiled into its caller only, and again when it was called
    assert toy.run(HELPER) == "22 21 1 0 []"


CALLED = f"""
from kotc_sim.games.toy.engine.damage import damage
print({{0}}, {HITS.format("damage.alone")})
"""


@pytest.mark.parametrize("way", ["full", "plain"])
def test_a_helper_that_python_calls_is_kept_for_each_kind_of_argument(toy: Toy, way: str) -> None:
    toy.environment["KOTC_SIM_COMPILER"] = way
    assert toy.run(CALLED.format("damage(3), damage(0.5)")) == "21 3.5 0 2"
    assert toy.run(CALLED.format("damage(0.5), damage(2), damage(3)")) == "3.5 14 21 2 0"
    assert toy.run(CALLED.format("damage(True), damage(1)")) == "7 7 1 1"
    toy.edit("games/toy/engine/damage.py", "7 * sp", "9 * sp")
    assert toy.run(CALLED.format("damage(3)")) == "27 0 1"


def test_what_python_calls_with_a_function_is_compiled_each_time(toy: Toy) -> None:
    """The function's type is one of this process."""
    toy.write("games/toy/engine/twice.py", "from kotc_sim.compiler import kernel\n@kernel()\ndef twice(of, x):\n    return of(of(x))\n")
    code = f"""
import numba
from kotc_sim.games.toy.engine.twice import twice
print(twice(numba.njit(lambda x: 3 * x), 2), {HITS.format("twice.alone")})
"""
    assert toy.run(code) == toy.run(code) == "18 0 1"
    assert not list(toy.cache.rglob("*.kernel"))


def test_methods_of_arrays_are_known_to_the_first_kernel_of_a_process(toy: Toy) -> None:
    toy.write(
        "games/toy/engine/dice.py",
        "from numba import int64\nfrom kotc_sim.compiler import kernel\n"
        "@kernel()\ndef sum_of(dice):\n    return dice.sum()\n"
        "@kernel(int64(int64[::1]))\ndef rolled(dice):\n    return sum_of(dice)\n",
    )
    code = (
        "import numpy\nfrom kotc_sim.games.toy.engine.dice import rolled, sum_of\nprint(rolled(numpy.arange(4)), sum_of(numpy.arange(4)))"
    )
    assert toy.start(code) == "6 6"


def test_an_error_in_a_linked_helper_is_raised(toy: Toy) -> None:
    toy.edit("games/toy/engine/damage.py", "    return 7 * sp", "    if sp < 0:\n        raise ValueError('no SP')\n    return 7 * sp")
    code = """
from kotc_sim.games.toy.engine.battle import battle
try:
    battle(-1)
except ValueError as error:
    print(error, battle(1))
"""
    assert toy.run(code) == "no SP 8"
    assert toy.run(code) == "no SP 8"


def test_a_new_strategy_does_not_recompile_the_driver(toy: Toy) -> None:
    assert toy.run(DRIVER.format("rush")) == "147.5 0 1 0 1"
    toy.write("strategies/toy/slow.py", TOY["strategies/toy/rush.py"].replace("0.5", "0.25"))
    assert toy.run(DRIVER.format("slow")) == "147.25 1 0 0 1"  # driver: a hit; the strategy: a miss
    assert toy.run(DRIVER.format("slow")) == "147.25 1 0 1 0"


LINKING = f"""
from kotc_sim.games.toy.engine.battle import battle
from kotc_sim.strategies.toy.twice import score
print(score(3), {HITS.format("battle")}, {HITS.format("score")})
"""


def test_a_new_kernel_links_one_from_the_cache(toy: Toy) -> None:
    toy.run(BATTLE)
    text = TOY["strategies/toy/rush.py"].replace("damage(sp) + 0.5", "2.0 * battle(sp)")
    toy.write("strategies/toy/twice.py", text.replace("engine.damage import damage", "engine.battle import battle"))
    assert toy.run(LINKING) == "44.0 1 0 0 1"
    assert toy.run(LINKING) == "44.0 1 0 1 0"


def test_a_kernel_may_be_written_inside_a_function(toy: Toy) -> None:
    toy.write(
        "strategies/toy/made.py",
        """
from kotc_sim.games.toy.engine.damage import damage
from kotc_sim.games.toy.engine.driver import SCORE
from kotc_sim.compiler import kernel

def make():
    @kernel(SCORE)
    def score(sp):
        return damage(sp) + 1.5
    return score
""",
    )
    code = "from kotc_sim.strategies.toy.made import make\nprint(make()(3))"
    assert toy.run(code) == toy.run(code) == "22.5"


@pytest.mark.parametrize("where", ["rare", "apart"])
def test_a_helper_out_of_the_way_is_part_of_its_kernel(toy: Toy, where: str) -> None:
    toy.edit("games/toy/engine/damage.py", "@kernel()", f"@kernel({where}=True)")
    assert toy.run(BATTLE) == "22 21.5 0 1 0 1"
    assert toy.run(BATTLE) == "22 21.5 1 0 1 0"


def test_loading_kernels_does_not_make_ready_to_compile(toy: Toy) -> None:
    code = f"{BATTLE}\nimport sys\nprint('numba.np.linalg' in sys.modules)"
    assert toy.start(code).endswith("True")
    assert toy.start(code).endswith("False")


def test_a_kernel_that_cannot_be_written_is_compiled_each_time(toy: Toy) -> None:
    toy.run(BATTLE)
    for path in toy.cache.rglob("*.kernel"):
        path.unlink()
        path.mkdir()
    assert toy.run(BATTLE) == toy.run(BATTLE) == "22 21.5 0 1 0 1"
    assert not [path for path in toy.cache.rglob("*") if path.suffix not in (".kernel", "")]


def test_a_damaged_file_of_the_cache_is_written_anew(toy: Toy) -> None:
    toy.run(BATTLE)
    for path in toy.cache.rglob("*.kernel"):
        path.write_bytes(path.read_bytes()[:100])
    assert toy.run(BATTLE) == "22 21.5 0 1 0 1"
    assert toy.run(BATTLE) == "22 21.5 1 0 1 0"
    for share in (0.1, 0.5, 0.9):  # a wrong bit anywhere, in machine code for instance, which would end the process
        for path in toy.cache.rglob("*.kernel"):
            content = bytearray(path.read_bytes())
            content[int(share * len(content))] ^= 4
            path.write_bytes(content)
        assert toy.run(BATTLE) == "22 21.5 0 1 0 1"
    assert toy.run(BATTLE) == "22 21.5 1 0 1 0"


def test_a_kernel_of_a_file_that_is_no_module_is_compiled_each_time(toy: Toy, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(TOY["strategies/toy/rush.py"])
    code = f"""
import importlib.util
spec = importlib.util.spec_from_file_location("nobody_can_import_this", {str(mine)!r})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.score(3), {HITS.format("module.score")})
"""
    assert toy.run(code) == toy.run(code) == "21.5 0 1"


def test_a_user_file_notices_an_edited_neighbour(toy: Toy, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "weight.py").write_text("from kotc_sim.compiler import kernel\n@kernel()\ndef weight(x):\n    return 2 * x\n")
    (mine / "plan.py").write_text(
        "from kotc_sim.compiler import kernel\nfrom weight import weight\n@kernel()\ndef plan(x):\n    return weight(x)\n"
    )
    code = f"import sys; sys.path.insert(0, {str(mine)!r}); from plan import plan; print(plan(3))"
    assert toy.run(code) == "6"
    (mine / "weight.py").write_text((mine / "weight.py").read_text().replace("2 * x", "5 * x"))
    assert toy.run(code) == "15"


def test_without_a_writable_home_the_cache_lies_among_temporary_files(toy: Toy, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")  # below a file nothing can be made, not even by root
    (tmp_path / "tmp").mkdir()
    nowhere = str(tmp_path / "file" / "x")
    toy.environment |= {"NUMBA_CACHE_DIR": nowhere, "XDG_CACHE_HOME": nowhere, "HOME": nowhere}
    toy.environment["TMPDIR"] = str(tmp_path / "tmp")
    assert toy.run(BATTLE) == "22 21.5 0 1 0 1"
    assert toy.run(BATTLE) == "22 21.5 1 0 1 0"
    assert list((tmp_path / "tmp").rglob("*.kernel"))


def test_with_nothing_writable_kernels_compile_uncached(toy: Toy) -> None:
    code = f"from kotc_sim.compiler import cache\ncache.cache_base = lambda: None\n{BATTLE}"
    assert toy.run(code) == "22 21.5 0 1 0 1"
    assert toy.run(code) == "22 21.5 0 1 0 1"
    assert not list(toy.package.rglob("*.kernel"))
    assert not toy.cache.exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes of POSIX")
def test_a_cache_that_others_can_write_is_not_used(
    fresh: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It holds machine code and pickles: who can put a file there runs code as its user."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    others = tmp_path / "tmp" / "xdg" / "kotc-sim", tmp_path / "home" / ".cache" / "kotc-sim", tmp_path / "tmp" / f"kotc-sim-{os.getuid()}"
    for place, mode in zip((fresh.base, *others), (0o775, 0o757, 0o777, 0o722), strict=True):
        place.mkdir(parents=True)
        place.chmod(mode)
    assert cache.cache_base() is None
    said = capsys.readouterr().err.splitlines()
    for place, line in zip((fresh.base, *others), said, strict=True):
        assert line.startswith(f"warning: the cache {str(place)!r} is not used: others can write to it")
        assert list(place.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners of POSIX")
def test_a_cache_of_another_user_is_not_used(fresh: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.base.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: fresh.base.stat().st_uid + 1)
    assert cache.cache_base() != fresh.base


@pytest.mark.skipif(not hasattr(os, "umask"), reason="modes of POSIX")
def test_folders_of_the_cache_are_this_user_s_alone(fresh: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new" / "place"))
    before = os.umask(0)
    try:
        folder = cache.cache_folder("f" * 12)
    finally:
        os.umask(before)
    assert folder == tmp_path / "new" / "place" / "kotc-sim" / ("f" * 12)
    for made in (folder, *folder.parents[:3]):
        assert made.stat().st_mode & 0o777 == 0o700, made
    folder.chmod(0o775)
    cache.cache_folder.cache_clear()
    assert cache.cache_folder("f" * 12) is None
    fresh.base.mkdir(mode=0o755)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    cache.cache_base.cache_clear()
    assert cache.cache_base() == fresh.base
    assert fresh.base.stat().st_mode & 0o777 == 0o700, "one of an older version is closed"


def test_without_a_home_nothing_lies_in_the_current_folder(fresh: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home has "~" for a path, and a cache in a folder of decks may be anybody's."""
    pwd = pytest.importorskip("pwd")
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", lambda number: {}[number])
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.chdir(tmp_path)
    assert cache.cache_base() == tmp_path / "tmp" / f"kotc-sim-{os.getuid()}"
    assert not (tmp_path / "~").exists()


def test_without_the_links_strategies_are_found_beside_the_package(toy: Toy) -> None:
    shutil.move(toy.package / "strategies", toy.package.parent / "strategies")
    code = "from kotc_sim.compiler import sources; print(sources.STRATEGIES == sources._PACKAGE.parent / 'strategies')"
    assert toy.run(code) == "True"


def test_a_wrong_index_raises(toy: Toy) -> None:
    toy.write(
        "games/toy/engine/field.py", "from kotc_sim.compiler import kernel\n@kernel(checks=True)\ndef at(field, i):\n    return field[i]\n"
    )
    code = """
import numpy
from kotc_sim.games.toy.engine.field import at
try:
    print(at(numpy.arange(40), 90))
except IndexError as error:
    print("IndexError")
"""
    assert toy.run(code) == "IndexError"


INDICES = """
import numpy
from kotc_sim.games.toy.engine.field import at, deep
for i in (2, 90, -1):
    for function in at, deep:
        try:
            print(function(numpy.arange(3), i), end=" ")
        except IndexError:
            print("IndexError", end=" ")
"""


def test_indices_are_checked_on_demand_and_never_counted_from_the_end(toy: Toy) -> None:
    toy.write(
        "games/toy/engine/field.py",
        "from numba import int64\nfrom kotc_sim.compiler import kernel\nS = int64(int64[::1], int64)\n"
        "@kernel(S, checks=True)\ndef at(field, i):\n    return field[i]\n"
        "@kernel(S)\ndef deep(field, i):\n    return field[i]\n",
    )
    toy.environment["KOTC_SIM_CHECKED"] = "1"
    assert toy.run(INDICES) == "2 2 IndexError IndexError 2 IndexError"
    folders = {path.parent.name for path in toy.cache.rglob("*.kernel")}
    assert folders == {"checked"}
    toy.environment["KOTC_SIM_CHECKED"] = "0"
    found = toy.run(INDICES.replace("(2, 90, -1)", "(2,)"))
    assert found == "2 2"
    assert {path.parent.name for path in toy.cache.rglob("*.kernel")} > folders  # compiled again, not taken from there


def test_a_function_without_a_file_compiles(toy: Toy) -> None:
    code = "from kotc_sim.compiler import kernel\n@kernel\ndef twice(x):\n    return 2 * x\nprint(twice(4))"
    assert toy.run(code) == "8"


def test_pure_python_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(x: int) -> int:
        return 2 * x

    monkeypatch.setattr(ways, "_way", "interpreted")
    assert jit.kernel(twice) is twice
    assert jit.kernel(numba.int64(numba.int64), inline="always")(twice) is twice


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[SimpleNamespace]:
    """Let the module choose its folders again, in the test's folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "tmp" / "xdg"))
    cached = (cache.cache_base, cache.cache_folder, sources.source_digest, sources.kernels_digest)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    for function in cached:
        function.cache_clear()
    yield SimpleNamespace(base=tmp_path / "kotc-sim")
    for function in cached:
        function.cache_clear()


def test_is_compiled_answers_for_the_present_sources(fresh: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not cache.is_compiled("kotc")
    cache.mark_compiled("kotc")
    assert cache.is_compiled("kotc")
    assert not cache.is_compiled("levelup")
    monkeypatch.setattr(sources, "STRATEGIES", Path(__file__).parent)  # as if the strategies had changed
    sources.kernels_digest.cache_clear()
    assert not cache.is_compiled("kotc")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert cache.is_compiled("kotc")


def test_is_compiled_does_not_wait_for_numba(toy: Toy) -> None:
    code = "import sys, kotc_sim.compiler as compiler; print(compiler.is_compiled('kotc'), 'numba' in sys.modules)"
    assert toy.start(code) == "False False"


def test_old_digests_are_pruned_but_not_those_in_use(fresh: SimpleNamespace) -> None:
    day = 86400
    ages = {f"{number:012x}": number * day for number in range(1, 8)}
    for name, age in ages.items():
        (fresh.base / name).mkdir(parents=True)
        os.utime(fresh.base / name, (time.time() - age,) * 2)
    used = fresh.base / f"{7:012x}"
    os.utime(used)  # the oldest is opened again
    (fresh.base / "notes").mkdir()
    assert cache.cache_folder("f" * 12) == fresh.base / ("f" * 12)
    kept = {path.name for path in fresh.base.iterdir()}
    assert kept == {"f" * 12, "notes", used.name, *(f"{number:012x}" for number in (1, 2, 3))}


def test_many_digests_within_the_hour_all_stay(fresh: SimpleNamespace) -> None:
    for number in range(9):
        (fresh.base / f"{number:012x}").mkdir(parents=True)
    cache.cache_folder("f" * 12)
    assert len(list(fresh.base.iterdir())) == 10


def test_what_killed_processes_were_writing_is_removed_after_an_hour(fresh: SimpleNamespace) -> None:
    folder = fresh.base / "texts"
    folder.mkdir(parents=True)
    drafts = {".abc.12ab34cd.trees", "kotc.kernel.1234"}
    for name in (*drafts, ".new.12ab34cd.text", "abc.trees", "kotc.kernel"):
        (folder / name).write_text("")
        if ".new" not in name:
            os.utime(folder / name, (time.time() - 3700,) * 2)
    cache.cache_folder("texts")
    assert {path.name for path in folder.iterdir()} == {".new.12ab34cd.text", "abc.trees", "kotc.kernel"}


def test_what_numba_learns_while_a_kernel_compiles_is_looked_for() -> None:
    """Copies of a context share their registries: no copy is taken for one that has looked before, whatever address it gets."""

    class Registry:
        functions: list[str]

        def __init__(self) -> None:
            self.functions = ["max"]

    registry, looked = Registry(), []
    look = compile_patches._refresh_where_new(lambda context: looked.append(len(registry.functions)), {})
    known = {registry: None}
    for copy in (SimpleNamespace(_registries=known), SimpleNamespace(_registries=known)):
        look(copy)
    assert looked == [1]
    registry.functions.append("cast_int")
    look(SimpleNamespace(_registries=known))
    look(SimpleNamespace(_registries=known))
    assert looked == [1, 2]
