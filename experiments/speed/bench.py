"""Speed on this machine: battles, games, decisions, start, memory, scaling; compared with C where C can say it.

Machines differ and are seldom quiet, so a figure is the median of paired rounds: each round measures everything
once, one after the other, and a ratio is taken within a round. C does the same work in the same rounds. What runs on
one processor, and commands, is timed by the processor's clock, so that other programs disturb it less; jobs by the wall's.
"""

import itertools
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from kotc_sim import __version__, games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.speed import bench_battle, bench_peer, yardstick
from kotc_sim.games.decks import Deck
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.runs import Contest, Workers, default_jobs, revision, simulate
from kotc_sim.strategies import strategies_of
from kotc_sim.yaml_source import parse_yaml

ROUNDS = 5
SECONDS = 0.4
"""Time that one measurement of one round aims at."""
MIRRORED = {"levelup": "levelup"}
"""Groups in which two decks that are shipped for an edition play each other, and each itself: the edition."""
GROUPS = ("battles", "plain", "decks", "levelup", "peer", "scaling", "start", "memory")
BATTLES = ("2/4 vs nothing", "4/6+2/4 vs 1/10+2/4", "8x2/4 vs 8x2/4")
PLAIN = (("40x2/4", "40x2/4"), ("40x1/0", "40x2/4"), ("10x1/0+10x1/2+10x2/4+10x4/6", "10x1/0+10x1/2+10x2/4+10x4/6"))
"""The standard match-ups of yardsticks/game.c."""
EDITIONS = ("kotc-17", "kotc-12", "kotc-9", "kotc-5")
MEMORY_GAMES = (10_000, 100_000)


@dataclass
class Measure:
    """One figure: its values and ratios to something else, one a round; the same name is compared between revisions."""

    name: str
    unit: str
    values: list[float] = field(default_factory=list)
    ratio_to: dict[str, list[float]] = field(default_factory=dict)

    def to_dict(self) -> Mapping[str, Any]:
        """Return what JSON prints: medians, and the spread of the rounds as a fraction of the median."""
        middle = statistics.median(self.values)
        return {
            "name": self.name,
            "value": middle,
            "unit": self.unit,
            "ratio_to": {key: statistics.median(ratios) for key, ratios in self.ratio_to.items()},
            "rounds": len(self.values),
            "spread": (max(self.values) - min(self.values)) / middle if middle else 0.0,
        }


@dataclass
class _Table:
    """The measures so far, in the order in which they were first taken."""

    found: dict[str, Measure] = field(default_factory=dict)

    def add(self, name: str, unit: str, value: float, **ratio_to: float) -> None:
        measure = self.found.setdefault(name, Measure(name, unit))
        measure.values.append(value)
        for key, other in ratio_to.items():
            if other > 0:
                measure.ratio_to.setdefault(key, []).append(value / other)


def bench(
    groups: Sequence[str] = GROUPS,
    *,
    rounds: int = ROUNDS,
    seconds: float = SECONDS,
    strategies: Sequence[str] = ("random", "greedy"),
    with_c: bool = True,
    cold: bool = False,
    memory_games: Sequence[int] = MEMORY_GAMES,
) -> Mapping[str, Any]:
    """Measure `GROUPS`; Level-Up leaves out strategies that it does not have.

    - ``seconds``: time that one measurement of one round aims at.
    - ``with_c``: compile and run the C yardsticks, if there is a compiler.
    - ``cold``: also time the compilation of the whole engine into an empty cache (a minute or more).
    - ``memory_games``: numbers of games after which the peak of memory is compared.

    The mapping has ``results``: [{name, value, unit, ratio_to, rounds, spread}], ``machine``, ``notes``. A `KotcError` if a
    group is unknown.
    """
    unknown = set(groups) - set(GROUPS)
    if unknown:
        raise KotcError(f"there is nothing to measure called {min(unknown)!r}", fix=f"Known: {', '.join(GROUPS)}.")
    notes: list[str] = []
    has_c = with_c and yardstick.compiler() is not None
    if with_c and not has_c and {"battles", "plain", "decks", *MIRRORED} & set(groups):
        notes.append("There is no C compiler here: no ratios to C.")
    if "peer" in groups and bench_peer.engine() is None:
        notes.append("essence-wars is not installed: no other simulator to compare with (`pip install essence-wars==0.12.0`).")
        groups = [group for group in groups if group != "peer"]
    for group in MIRRORED.keys() & set(groups):
        game = games.of_edition(MIRRORED[group])
        known = strategies_of(game.key).names
        if not set(strategies) & set(known):
            notes.append(f"{game.title} is played by {', '.join(known)}: nobody was left to measure.")
    table = _Table()
    steps = list(_steps(groups, strategies, has_c, seconds))
    for _, prepare, _ in steps:
        prepare()
    for number in range(rounds):
        for _, _, run in steps:
            run(table, number)
    if "start" in groups:
        _start(table, rounds, cold)
    if "memory" in groups:
        _memory(table, memory_games)
    return {"results": [measure.to_dict() for measure in table.found.values()], "machine": machine(), "notes": notes, "rounds": rounds}


_Step = tuple[str, Callable[[], object], Callable[[_Table, int], None]]


def _steps(groups: Sequence[str], strategies: Sequence[str], has_c: bool, seconds: float) -> Iterable[_Step]:
    if "battles" in groups:
        yield _battles(has_c, seconds)
    if "plain" in groups:
        for first, second in PLAIN:
            contest = Contest((plain_deck(first), plain_deck(second)), ("greedy", "greedy"))
            yield _games(f"plain {first} vs {second}, greedy", contest, seconds, (first, second) if has_c else None)
    if "decks" in groups:
        for edition in EDITIONS:
            decks = _list_shipped(edition)[:2]
            for strategy in strategies:
                name = f"{edition}: {' vs '.join(deck.name for deck in decks)}, {strategy}"
                yield _games(name, Contest((decks[0], decks[-1]), (strategy, strategy)), seconds, PLAIN[0] if has_c else None, same=False)
    for group in MIRRORED.keys() & set(groups):
        one, other = _list_shipped(MIRRORED[group])[:2]
        for strategy in strategies:
            if strategy in strategies_of(games.of(one).key).names:
                for pair in ((one, other), (one, one), (other, other)):
                    name = f"{group}: {' vs '.join(deck.name for deck in pair)}, {strategy}"
                    yield _games(name, Contest(pair, (strategy, strategy)), seconds, PLAIN[0] if has_c else None, same=False)
    if "peer" in groups:
        decks = _list_shipped("kotc-17")
        yield _peer([Contest(pair, ("greedy", "greedy")) for pair in itertools.combinations(decks, 2)], seconds)
    if "scaling" in groups:
        decks = _list_shipped("kotc-17")[:2]
        yield _scaling(Contest((decks[0], decks[-1]), ("greedy", "greedy")), seconds)


def _list_shipped(edition: str) -> list[Any]:
    return [game.deck(root) for game, root in (games.read(path, "deck") for path in list_shipped_decks([edition]))]


def plain_deck(text: str) -> Deck:
    """Return a deck of plain minions of the 17th Edition, written as ``20x1/2+20x2/4``."""
    lines = [f"  {number}: minion {body}" for number, _, body in (part.partition("x") for part in text.split("+"))]
    return games.FIRST.deck(parse_yaml("\n".join([f"name: {text}", "edition: kotc-17", "strategy: greedy", "cards:", *lines]), text))


def _battles(has_c: bool, seconds: float) -> _Step:
    battles = max(1_000, int(2_000_000 * seconds))

    def prepare() -> None:
        for name in BATTLES:
            bench_battle.fight(name, 1_000, 1)

    def run(table: _Table, number: int) -> None:
        c = {}
        if has_c:
            for line in yardstick.run("battle", battles, 1, number + 1):
                if line["score"] == "counts":
                    c[line["lineup"]] = float(line["battles_per_s"])
        for name in BATTLES:
            taken, _ = bench_battle.fight(name, battles, number + 1)
            rates = {"C": c[name]} if name in c else {}
            table.add(f"battles {name}", "battles/s", battles / taken, **rates)

    return "battles", prepare, run


def _games(name: str, contest: Contest, seconds: float, c_decks: tuple[str, str] | None, *, same: bool = True) -> _Step:
    # Where C does not play the `same` game, its rate only says how fast the machine was in this round.
    size = {"pairs": 32}

    def play(pairs: int, seed: int) -> tuple[float, int, int]:
        with Workers(1) as one:
            begin = time.process_time()
            run = simulate(contest, pairs, seed, workers=one)
            taken = time.process_time() - begin
        turns = run.tally.turns.sum(axis=1)
        return taken, sum(run.tally.decisions), int((turns * range(len(turns))).sum())

    def prepare() -> None:
        play(4, 1)  # compiles
        for _ in range(2):  # of a few games most of the time is Python's
            taken, _, _ = play(size["pairs"], 1)
            size["pairs"] = max(8, min(200_000, int(size["pairs"] * seconds / taken)))

    def run(table: _Table, number: int) -> None:
        rates, decision_rates, turn_rates, length = {}, {}, {}, {}
        if c_decks is not None:
            (line,) = yardstick.run("game", max(1_000, 8 * size["pairs"]), 1, number + 1, *c_decks)
            rates["C" if same else "plain_game_in_C"] = float(line["games_per_s"])
            if same:
                decision_rates["C"] = float(line["decisions_per_s"])
                length["C"] = float(line["turns"])
                turn_rates["C"] = rates["C"] * length["C"]
        taken, decisions, turns = play(size["pairs"], number + 1)
        table.add(f"games {name}", "games/s", 2 * size["pairs"] / taken, **rates)
        table.add(f"decisions {name}", "decisions/s", decisions / taken, **decision_rates)
        table.add(f"turns {name}", "turns/s", turns / taken, **turn_rates)
        table.add(f"length {name}", "turns/game", turns / (2 * size["pairs"]), **length)

    return f"games {name}", prepare, run


def _peer(contests: Sequence[Contest], seconds: float) -> _Step:
    size = {"games": 64}
    pairs = [64] * len(contests)

    def ours(number: int, seed: int) -> float:
        with Workers(1) as one:
            begin = time.process_time()
            simulate(contests[number], pairs[number], seed, workers=one)
            return time.process_time() - begin

    def prepare() -> None:
        for number in range(len(contests)):
            ours(number, 1)
            pairs[number] = max(8, int(pairs[number] * seconds / ours(number, 1)))
        size["games"] = max(8, int(size["games"] * seconds / bench_peer.play(size["games"], 1)[0]))

    def run(table: _Table, seed: int) -> None:
        taken, _ = bench_peer.play(size["games"], seed + 1)
        theirs = size["games"] / taken
        table.add(f"essence-wars {bench_peer.version()}, greedy", "games/s", theirs)
        for number, contest in enumerate(contests):
            name = f"games beside essence-wars: {' vs '.join(deck.name for deck in contest.decks)}, greedy"
            table.add(name, "games/s", 2 * pairs[number] / ours(number, seed + 1), essence_wars=theirs)

    return "peer", prepare, run


def _scaling(contest: Contest, seconds: float) -> _Step:
    size = {"pairs": 256}
    most = default_jobs()
    counts = sorted({1, most} | {2**k for k in range(1, 10) if 2**k < most})

    def rate(jobs: int, seed: int) -> float:
        with Workers(jobs) as workers:
            begin = time.perf_counter()
            simulate(contest, size["pairs"], seed, workers=workers)
            return 2 * size["pairs"] / (time.perf_counter() - begin)

    def prepare() -> None:
        rate(1, 1)
        size["pairs"] = max(8 * 256 * most, int(rate(1, 1) / 2 * seconds * most))

    def run(table: _Table, number: int) -> None:
        one = rate(1, number + 1)
        for jobs in counts:
            value = one if jobs == 1 else rate(jobs, number + 1)
            table.add(f"games on {jobs} job{'s' if jobs > 1 else ''}", "games/s", value, one_job=one)

    return "scaling", prepare, run


def _command(*arguments: str, **environment: str) -> float:
    """Run a command and return the processor-seconds that it took; where the system does not tell, seconds."""
    command = [sys.executable, "-m", "kotc_sim.cli", *arguments]
    before = os.times()
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env={**os.environ, **environment})
    after = os.times()
    if done.returncode not in (0, 1):
        raise KotcError(f"kotc-sim {arguments[0]} failed: {done.stderr.strip()}")
    own = after.children_user + after.children_system - before.children_user - before.children_system
    return own or after.elapsed - before.elapsed


def _start(table: _Table, rounds: int, cold: bool) -> None:
    decks = [str(path) for path in list_shipped_decks(["kotc-17"])[:2]]
    play = ("matchup", *decks, "--games", "1000", "--strategy-a", "greedy", "--strategy-b", "greedy", "--json")
    asked = {
        "--help": ("--help",),
        "card": ("card", "Thor"),
        "matchup of 1,000 games": play,
        "matchup --quick": ("matchup", *decks, "--quick"),
    }
    for command in asked.values():
        _command(*command)  # compiles, and remembers what can be remembered
    for _ in range(rounds):
        plain = _command("--help")
        for name, command in asked.items():
            table.add(f"kotc-sim {name}", "processor-s", _command(*command), help=plain)
    if cold:
        with tempfile.TemporaryDirectory() as empty:
            table.add("cold matchup of 1,000 games", "processor-s", _command(*play, NUMBA_CACHE_DIR=empty))


_PEAK = """
import sys
from kotc_sim.experiments.speed.bench import peak_memory, plain_deck
from kotc_sim.runs import Contest, Workers, simulate
contest = Contest((plain_deck("40x2/4"), plain_deck("40x1/0")), ("greedy", "greedy"))
with Workers(2) as workers:
    simulate(contest, int(sys.argv[1]) // 2, 1, workers=workers)
print(peak_memory())
"""


def peak_memory() -> int:
    """Return the most memory that this process has had at a time, in bytes, since it runs its own program.

    0 where the system does not tell. What ``getrusage`` says counts from the fork on, in a process of a large parent the parent's memory.
    """
    try:
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # not POSIX: nothing of the standard library tells it
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _memory(table: _Table, games: Sequence[int]) -> None:
    first = 0.0
    for number in games:
        done = subprocess.run([sys.executable, "-c", _PEAK, str(number)], capture_output=True, encoding="utf-8", check=True)
        peak = float(done.stdout) / (1024 * 1024)
        if not peak:
            return  # the system does not tell: no row rather than one of zeros
        first = first or peak
        table.add(f"peak memory, {number:,} games", "MB", peak, first=first)


def machine() -> Mapping[str, Any]:
    """Return what the figures depend on: processor, jobs, versions, the revision of a checkout."""
    import numpy as np

    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return {
        "processor": model,
        "jobs": default_jobs(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": metadata.version("numba"),
        "kotc_sim": __version__,
        "revision": revision(),
    }


def compare(now: Mapping[str, Any], earlier: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the figures that both runs have: name, unit, before, after, change (after divided by before).

    A change smaller than the spreads of both runs says nothing: ``clear`` is then False. Between machines only the
    ratios to C mean something, and they are compared where both runs have them.
    """
    before = {row["name"]: row for row in earlier["results"]}
    rows = []
    for row in now["results"]:
        old = before.get(row["name"])
        if old is None or not old["value"]:
            continue
        noise = max(row.get("spread", 0.0), old.get("spread", 0.0))
        change = row["value"] / old["value"]
        found = {
            "name": row["name"],
            "unit": row["unit"],
            "before": old["value"],
            "after": row["value"],
            "change": change,
            "clear": abs(change - 1) > noise,
        }
        if "C" in row["ratio_to"] and "C" in old.get("ratio_to", {}):
            found["change_to_c"] = row["ratio_to"]["C"] / old["ratio_to"]["C"]
        rows.append(found)
    return rows


def read_results(path: Path) -> Mapping[str, Any]:
    """Return the JSON of an earlier run; `KotcError` if the file is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not all({"name", "value", "unit"} <= set(row) for row in found["results"]):
            raise ValueError("a result lacks its name, value or unit")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise KotcError(f"is not the result of a bench: {error}", file=path, fix="Make one with `kotc-sim bench --json`.") from error
    return dict(found)
