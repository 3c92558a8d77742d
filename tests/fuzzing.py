"""Damaged and invented input for every command that reads some, through the real command line; ``scripts/fuzz_inputs.py`` tries many.

Each case is named by its kind and a number. One fails if the command ends with another exit code than those documented, raises, takes
longer than `LONGEST` seconds, says nothing on exit code 2, or writes a character that steers a terminal. Kernels run as plain Python, so
nothing is compiled: whoever imports this first sets ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import yaml
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.games.keeper.cards import remembered
from kotc_sim.games.keeper.cards.grammar import grammar
from kotc_sim.games.keeper.editions import edition_names, load_edition

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 5.0
"""Seconds of the processor that a case may take."""
WAITS = 12.0
"""Times as long by the clock: others keep the processors busy, but a case that waits for ever is found."""
CODES = (0, 1, 2, 3)
_STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 99, 10**6, -(10**6), 2**31, 2**63, 10**30, 0.5, -1.5, 1e300, float("inf"), float("nan"), "", " ",
    "x", "1", "true", "none", "P0", "P1", "A", "B", "Rat", "minion 2/4", "minion 0/0", "minion 99999999999999999999/1", "Fire 1 (1/1)", "²",
    "½", "a\x1b[2Jb", "\u202e", "é" * 300, "{x}", "levelup", "kotc-17", "kotc-5", "/etc/passwd", ".", "..", "-", "=1+1", [], {}, [[]], [{}],
    {"card": 1}, {"card": None}, {"card": "A"}, [1, 2, 3], ["A", "A"], {"a": {"a": {"a": {}}}}, [None], {None: None}, {1: 1}, {True: 0},
    [True], {"name": 1}, {"P0": 3},
]  # fmt: skip
"""What takes the place of a part of an input."""


@dataclass
class Case:
    """A command line, in a folder of its own, with the files that it names."""

    arguments: list[str]
    files: dict[str, str | bytes]
    cached: bool = False
    """Whether the folder is also that of the cache."""


def mutated(tree: Any, rng: random.Random) -> Any:
    """Return a copy of a tree of dicts, lists and scalars with one to three parts changed, removed, doubled or exchanged."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        tree = _changed(tree, rng, rng.randrange(max(1, _size(tree))))
    return tree


def _size(tree: Any) -> int:
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return 1 + sum(_size(part) for part in inner)


def _changed(tree: Any, rng: random.Random, at: int) -> Any:
    if at == 0:
        return _other(tree, rng)
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
    copy: Any = dict(tree) if isinstance(tree, dict) else list(tree)
    at -= 1
    for key in keys:
        size = _size(copy[key])
        if at < size:
            kind = rng.randrange(8)
            if kind == 0:
                del copy[key]
            elif kind == 1 and isinstance(copy, list):
                copy.insert(key, copy[rng.randrange(len(copy))])
            elif kind == 1:
                copy[rng.choice(["x", 1, None, *map(str, keys)])] = copy.pop(key)
            else:
                copy[key] = _changed(copy[key], rng, at)
            return copy
        at -= size
    return copy


def _other(value: Any, rng: random.Random) -> Any:
    if isinstance(value, str) and value and rng.random() < 0.4:
        return text_changed(value, rng)
    if isinstance(value, int) and rng.random() < 0.3:
        return value + rng.choice((-1, 1, 100, -100, 2**15, 2**16))
    return rng.choice(JUNK)


def text_changed(text: str, rng: random.Random) -> str:
    """Return a text with a piece removed, doubled, exchanged for another of its pieces, or for a strange character."""
    low = rng.randrange(len(text) + 1)
    high = min(len(text), low + rng.choice((0, 1, 1, 2, 5, 20)))
    other = rng.randrange(len(text) + 1)
    new = rng.choice(
        (
            "",
            text[low:high] * 2,
            text[other : other + 5],
            rng.choice(" \n\t:-#&*!%@{}[]'\"\\,.;()/²½\x00\x1b\x85\u2028\u202e\ufeff\U0001f600"),
        )
    )
    return text[:low] + new + text[high:]


def _written(tree: Any, rng: random.Random, original: str) -> str:
    if rng.random() < 0.25:
        for _ in range(rng.randrange(1, 4)):
            original = text_changed(original, rng)
        return original
    return yaml.safe_dump(mutated(tree, rng), allow_unicode=True, sort_keys=False, width=10**6)


def _loaded(text: str) -> Any:
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def _samples(pattern: str) -> list[tuple[str, str]]:
    """Return (folder, text) of the files of the repository, each document of a file by itself."""
    found = []
    for path in sorted(ROOT.glob(pattern)):
        for part in re.split(r"^---$", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            if part.strip() and isinstance(_loaded(part), (dict, list)):
                found.append((str(path.parent), part))
    return found


def _sample(rng: random.Random, *patterns: str) -> tuple[str, str]:
    return rng.choice(_samples(rng.choice(patterns)))


def _deck(rng: random.Random) -> Case:
    folder, text = _sample(rng, "decks/*.yaml", "decks/levelup/[et][mi]*.yaml")
    text = re.sub(r"^include: (.*)$", rf"include: {folder}/\1", text, flags=re.MULTILINE)
    command = rng.choice(
        (["deck"], ["check"], ["card"], ["deck", "--json"], ["deck", "-e", rng.choice(("kotc-5", "kotc-9", "kotc-12", "levelup", "x"))])
    )
    return Case([*command, "deck.yaml"], {"deck.yaml": _written(_loaded(text), rng, text)})


def _card(rng: random.Random) -> Case:
    folder, text = _sample(rng, "decks/cards/*.yaml", "decks/levelup/starter-pool.yaml")
    tree = _loaded(text)
    cards = tree if isinstance(tree, list) else tree.get("cards", tree.get("library", [tree]))
    few = rng.sample(cards, min(3, len(cards)))
    small = yaml.safe_dump(few, allow_unicode=True)
    edition = ["-e", "levelup"] if "levelup" in folder else rng.choice(([], ["-e", rng.choice(edition_names())], ["--migrate", "kotc-17"]))
    return Case([rng.choice(("card", "check")), "cards.yaml", *edition], {"cards.yaml": _written(few, rng, small)})


def _card_text(rng: random.Random) -> Case:
    """Return a card whose text the grammar of an edition could make, or nearly so."""
    name = rng.choice(edition_names())
    rows = [row for row in load_edition(name).rows.values() if rng.random() < 0.9]
    sentence = []
    for section in rng.choice(
        (("caveat", "condition", "cost", "target", "effect"), ("condition", "effect"), ("effect", "effect"), ("cost", "effect"))
    ):
        choice = [row.text for row in rows if row.section == section]
        if choice and rng.random() < 0.9:
            sentence.append(
                rng.choice(choice).replace("{x}", str(rng.choice((0, 1, 3, 99, 10**12)))).replace("{y}", str(rng.choice((1, 2, -1))))
            )
    if rng.random() < 0.3:
        rng.shuffle(sentence)
    text = rng.choice(("", "NAME: ", "A, B: ")) + " ".join(sentence)
    if rng.random() < 0.5:
        text = text_changed(text, rng)
    card = {"name": "A", "sp": rng.choice((0, 3)), "hp": 2, "text": text * rng.choice((1, 1, 1, 2, 40))}
    if rng.random() < 0.3:
        card = {"name": "A", "kind": "spell", "text": text}
    return Case(["card", "cards.yaml", "-e", name], {"cards.yaml": yaml.safe_dump([card], allow_unicode=True)})


def _edition(rng: random.Random) -> Case:
    folder, text = _sample(rng, "kotc_sim/games/keeper/editions/*.yaml", "kotc_sim/games/levelup/editions/*.yaml")
    tree = _loaded(text)
    if rng.random() < 0.7 and isinstance(tree, dict) and len(tree) > 3:
        tree = {key: tree[key] for key in rng.sample(list(tree), 3)} | {
            "name": "mine",
            "extends": "levelup" if "levelup" in folder else rng.choice(edition_names()),
        }
    command = rng.choice((["edition", "show"], ["edition", "check"], ["check"], ["edition", "check", "--json"]))
    return Case([*command, "edition.yaml"], {"edition.yaml": _written(tree, rng, text)})


def _scenario(rng: random.Random) -> Case:
    _, text = _sample(rng, "tests/rules/17/*.yaml", "tests/rules/9/*.yaml", "tests/rules/5/*.yaml")
    return Case([rng.choice(("scenario", "scenario", "check")), "scenario.yaml"], {"scenario.yaml": _written(_loaded(text), rng, text)})


def _scenario_levelup(rng: random.Random) -> Case:
    _, text = _sample(rng, "tests/rules/levelup/*.yaml")
    return Case([rng.choice(("scenario", "scenario", "check")), "scenario.yaml"], {"scenario.yaml": _written(_loaded(text), rng, text)})


def _strategy(rng: random.Random) -> Case:
    word = rng.choice(
        ("greedy", "lookahead", "flat", "lookahead:greedy", "flat@400:aggro", "mine.py", "mine.py:score", "lookahead@40:mine.py")
    )
    word = rng.choice(
        (
            text_changed(word, rng),
            word + rng.choice(("@²", "@", "@0", "@-1", "@99999999999999999999", ":", "::", "@1@1", "\x00")),
            "lookahead:" * 2000 + "greedyy",
        )
    )
    if not word.strip() or word in ("greedy", "lookahead", "flat"):
        word = "greedyy"
    if word.startswith("-"):
        word = "." + word
    deck = str(ROOT / "decks" / "rats.yaml")
    program = text_changed("def score(game, match, me, option):\n    return 1.0\n", rng) + "\nraise ValueError('so far')\n"
    other = ["--strategy-b", "nobody"]  # so that nothing is played
    return Case(["replay", deck, deck, "--strategy-a", word, *other], {"mine.py": program})


def _options(rng: random.Random) -> Case:
    decks = [str(ROOT / "decks" / "rats.yaml"), str(ROOT / "decks" / "storm.yaml")]
    names = [
        "--games",
        "-n",
        "--seed",
        "--jobs",
        "-j",
        "--resume",
        "--html",
        "--csv",
        "--parquet",
        "--edition",
        "--fair",
        "--broken",
        "--precision",
    ]
    names += [
        "--sprt",
        "--game",
        "--victim",
        "--values",
        "--policy",
        "--trials",
        "--against",
        "--cards",
        "--profile",
        "--strategy",
        "--same",
        "--xyz",
        "-q",
    ]
    base = rng.choice(
        (["matchup", *decks], ["tournament", *decks], ["replay", *decks], ["battle", "4/6+2/4", "1/10"], ["strategies"], ["bench"],
         ["edition", "diff", "kotc-17", "kotc-17"], ["try", decks[0], "--out", "1 Rat", "--in", "1 Rat"], ["price", "destroy"],
         ["rate", decks[0]], ["ban", "destroy"])
    )  # fmt: skip
    values = [str(value) for value in JUNK if isinstance(value, (str, int, float))] + [
        "50,52",
        "nan,nan",
        "inf,1",
        "1,2,3",
        ",",
        "no/such/folder/x.html",
        ".",
    ]
    line = list(base)
    if base[0] == "battle" and rng.random() < 0.6:
        line = ["battle", *(text_changed(word, rng) or "1/1" for word in ("4/6+2/4[shield,sword]", "3x2/4")), "--trials", "10"]
        line = [word if not word.startswith("-") else f"1/1{word}" for word in line[:3]] + line[3:]
    for _ in range(rng.randrange(1, 3)):
        line += [rng.choice(names), rng.choice(values)]
    return Case([*line, "--not-an-option"] if base[0] != "battle" and rng.random() < 0.1 else [*line, *_ends_it(base[0])], {})


def _damaged(content: bytes, rng: random.Random) -> bytes:
    kind = rng.randrange(4)
    if kind == 0:
        return content[: rng.randrange(len(content))]
    changed = bytearray(content)
    for _ in range(1 if kind == 1 else rng.randrange(1, 20)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


_RATS = str(ROOT / "decks" / "rats.yaml")
_PLAY = ["matchup", _RATS, _RATS, "--strategy-a", "random", "--strategy-b", "random", "-n", "2", "-j", "1", "--resume", "run"]


@cache
def _run_folder() -> dict[str, bytes]:
    """Return the files of a run that is complete."""
    return _made_by(_PLAY, "run")


@cache
def _text_cache() -> dict[str, bytes]:
    """Return the files in which texts of cards are remembered."""
    return _made_by(["card", "cards.yaml"], ".", cached=True)


_CARDS = "- {name: A, kind: spell, text: 'ZAP: Target 1 on-field minion; destroy it.'}\n- {name: B, sp: 1, hp: 1}\n"


def _made_by(arguments: list[str], place: str, cached: bool = False) -> dict[str, bytes]:
    with _folder(Case(arguments, {"cards.yaml": _CARDS}, cached)) as folder:
        done = CliRunner().invoke(app, arguments, prog_name="kotc-sim")
        assert done.exit_code in (0, 1), done.output
        if cached:
            grammar(load_edition("kotc-17")).remembered.save()
        return {
            f"{place}/{path.name}": path.read_bytes() for path in (folder / place).iterdir() if path.suffix in (".json", ".npz", ".trees")
        }


def _checkpoint(rng: random.Random) -> Case:
    files: dict[str, str | bytes] = dict(_run_folder())
    name = rng.choice(sorted(files))
    content = files.pop(name)
    assert isinstance(content, bytes)
    if rng.random() < 0.9:
        files[name] = _damaged(content, rng)
    if rng.random() < 0.2:
        files[rng.choice(("run/.run.0123abcd.json", "run/x.txt", "run/" + "a" * 24 + ".npz"))] = _damaged(content, rng)
    return Case(_PLAY, files)


def _texts(rng: random.Random) -> Case:
    files: dict[str, str | bytes] = {"cards.yaml": _CARDS}
    for name, content in _text_cache().items():
        files[name] = _damaged(content, rng)
    return Case(["card", "cards.yaml"], files, cached=True)


def _ends_it(command: str) -> list[str]:
    """Return what makes a command that would play games refuse it, after its options have been read."""
    return {
        "matchup": ["--strategy-a", "nobody"], "tournament": ["-s", "nobody"], "replay": ["--strategy-b", "nobody"],
        "edition": ["-s", "nobody"], "try": ["-s", "nobody"], "price": ["--profile", "nobody"], "rate": ["--profile", "nobody"],
        "ban": ["-s", "nobody"], "bench": ["--only", "x"],
    }.get(command, [])  # fmt: skip


KINDS: dict[str, Callable[[random.Random], Case]] = {
    "deck": _deck,
    "card": _card,
    "text": _card_text,
    "edition": _edition,
    "scenario": _scenario,
    "scenario-levelup": _scenario_levelup,
    "strategy": _strategy,
    "options": _options,
    "checkpoint": _checkpoint,
    "texts": _texts,
}


def case_of(kind: str, number: int) -> Case:
    """Return a case by its kind and number: always the same one."""
    return KINDS[kind](random.Random(f"{kind} {number}"))


@contextlib.contextmanager
def _folder(case: Case) -> Iterator[Path]:
    """Make the case's folder with its files, and go there."""
    before = Path.cwd()
    folder = Path(tempfile.mkdtemp(prefix="kotc-fuzz-"))
    caches = mock.patch.object(remembered, "cache_folder", return_value=folder) if case.cached else contextlib.nullcontext()
    try:
        for name, content in case.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        os.chdir(folder)
        if case.cached:
            grammar.cache_clear()
        with caches:
            yield folder
    finally:
        os.chdir(before)
        if case.cached:
            grammar.cache_clear()
        shutil.rmtree(folder, ignore_errors=True)


def fault_of(case: Case) -> str:
    """Run a case in a folder of its own; return what is wrong with how it ended, or nothing."""
    with _folder(case):
        start, used = time.monotonic(), time.process_time()
        done = CliRunner().invoke(app, case.arguments, prog_name="kotc-sim")
        seconds = max(time.process_time() - used, (time.monotonic() - start) / WAITS)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        last = traceback.extract_tb(done.exception.__traceback__)[-1]
        return f"{type(done.exception).__name__}: {str(done.exception)[:100]} ({Path(last.filename).name}:{last.lineno})"
    if done.exit_code not in CODES:
        return f"exit code {done.exit_code}"
    if seconds > LONGEST:
        return f"took {seconds:.1f} s"
    if done.exit_code == 2 and "error: " not in done.stderr.lower():
        return "exit code 2 without a message"
    if found := _STEERS.search(done.output):
        return f"writes {found[0]!r}"
    return ""


def faults(kinds: list[str], numbers: Iterator[int], seconds: float) -> Iterator[tuple[str, int, str]]:
    """Yield kind, number and fault of each case, kinds in turn, until the numbers or the seconds are at an end."""
    end = time.monotonic() + seconds
    for number in numbers:
        for kind in kinds:
            if time.monotonic() > end:
                return
            yield kind, number, fault_of(case_of(kind, number))
