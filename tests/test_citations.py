"""What a text of the repository cites is there: files, modules of the package, and rules by their ids."""

from __future__ import annotations

import ast
import functools
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("kotc_sim", "strategies", "experiments", "reports", "scripts", "tests", "docs", "decks", ".ci")
LINKS = [ROOT / "kotc_sim" / name for name in ("strategies", "experiments", "reports")]

EXAMPLES = {
    *("my-deck.yaml", "mine.yaml", "mine.py", "rush.py", "NAME.py", "deck.yaml", "cards.yaml", "A.yaml", "B.yaml"),
    *("drain.yaml", "drain-moment.yaml", "leech.yaml", "rust.yaml", "rust-moment.yaml", "underdog.yaml", "underdog-moment.yaml"),
    *("quick.yaml", "expensive-hp.yaml", "cheaper-stone.yaml", "numpy.py", "config.toml", "result.json"),
    *(
        "before.json",
        "tournament.json",
        "demo-report.html",
        "report.html",
        "rats.html",
        "rats.svg",
        "rats.csv",
        "set.csv",
        "out.csv",
        "cards.csv",
        "rated.csv",
        "cards.yaml",
        "result.csv",
    ),
    *("rats-impact-of-each-card.csv", "rats-how-long-games-last.csv", "result-how-games-end.csv", "test_x.py", "export.html"),
    *("my-card.yaml", "my-proposal.yaml", "farewell.html"),
}
"""The files that a reader writes, or a command writes for them."""

FILE = re.compile(r"(?<![\w/.*<{}$-])((?:[\w-]+/|\.{1,2}/)*[\w.-]*\w\.(?:md|py|ya?ml|csv|json|toml|c|tex|html|txt|sh|png|svg))\b(?![\w(])")
MODULE = re.compile(r"\bkotc_sim(?:\.\w+)+")
SHORT = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`(?!`)|:(?:func|class|mod|meth|data|attr):`~?([\w.]+)`")
"""A name in single backticks: code of ours, or of a package that is imported. What is no name stands in two."""
FOREIGN = sys.stdlib_module_names | {"numpy", "numba", "scipy", "pandas"}
RULE = re.compile(r"(?<![\w.])(?:\d+p?|levelup)\.[a-z]\w*\.\d+\b")


def ours(patterns: Iterable[str]) -> list[Path]:
    """Return the files of the repository, each once, that have one of these names."""
    found = [path for pattern in patterns for path in ROOT.glob(pattern)]
    found += [path for folder in FOLDERS for pattern in patterns for path in (ROOT / folder).rglob(pattern)]
    return sorted({path for path in found if "__pycache__" not in path.parts and not any(map(path.is_relative_to, LINKS))})


@functools.cache
def texts(path: Path) -> list[tuple[int, str]]:
    """Return what a file says to a reader: all lines of a page, the docstrings and comments of a Python file."""
    return list(_texts(path))


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from enumerate(source.splitlines(), 1)
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from enumerate(node.value.value.splitlines(), node.lineno)


def endings(paths: Iterable[Path]) -> set[str]:
    """Return each path from the root, and from any folder on the way: ``cards/reader.py`` is as good as the whole."""
    parts = [path.relative_to(ROOT).parts for path in paths]
    return {"/".join(one[first:]) for one in parts for first in range(len(one))}


def missing_files(lines: Iterable[tuple[int, str]], known: set[str]) -> list[str]:
    """Return the files cited that are neither in the repository nor a reader's own."""
    found = []
    for number, line in lines:
        for name in FILE.findall(re.sub(r"https?://\S+", "", line)):
            plain = re.sub(r"^(\.{1,2}/)+", "", name)
            if plain not in known and plain.rpartition("/")[2] not in EXAMPLES and not MODULE.match(plain):
                found.append(f"{number}: {name}")
    return found


def missing_modules(lines: Iterable[tuple[int, str]], known: dict[str, str]) -> list[str]:
    """Return the dotted names cited that are no module, and no name that the module or a class of it has."""
    found = []
    for number, line in lines:
        for name in MODULE.findall(line):
            module, rest = name, []
            while module not in known and "." in module:
                module, _, last = module.rpartition(".")
                rest.append(last)
            if rest and (module == "kotc_sim" or not all(re.search(rf"\b{word}\b", known[module]) for word in rest)):
                found.append(f"{number}: {name}")
    return found


def names_of(source: str) -> set[str]:
    """Return every word that a Python file has outside of texts and comments."""
    return {token.string for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type == tokenize.NAME}


def defined_in(source: str) -> set[str]:
    """Return the functions, classes, variables and attributes that a module defines."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found


def missing_names(lines: Iterable[tuple[int, str]], known: set[str]) -> list[str]:
    """Return the names cited in a docstring or comment of which a part is nowhere defined: ``Shelf``, or ``shelf.Shelf``."""
    found = []
    for number, line in lines:
        for short, role in SHORT.findall(line):
            parts = (short or role).split(".")
            if parts[0] not in FOREIGN and parts[0] != "kotc_sim" and not set(parts) <= known:
                found.append(f"{number}: {short or role}")
    return found


def missing_rules(lines: Iterable[tuple[int, str]], known: set[str]) -> list[str]:
    """Return the ids cited that no list of rules has."""
    return [f"{number}: {name}" for number, line in lines for name in RULE.findall(line) if name not in known]


PAGES = ours(["*.md", "*.py", "*.yaml", "*.c", "*.toml", "Makefile"])
KNOWN_FILES = endings(ours(["*.*", "Makefile", "LICENSE"]))
KNOWN_RULES = {name for path in (ROOT / "docs" / "rules").glob("*.md") for name in RULE.findall(path.read_text(encoding="utf-8"))}


@pytest.fixture(scope="module")
def modules() -> dict[str, str]:
    """Every module of the package with its source."""
    found = {}
    for path in ours(["*.py"]):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] in ("kotc_sim", "strategies", "experiments", "reports"):
            full = parts if parts[0] == "kotc_sim" else ("kotc_sim", *parts)
            found[".".join(full[:-1] if full[-1] == "__init__" else full)] = path.read_text(encoding="utf-8")
    return found | dict.fromkeys(("kotc_sim.decks", "kotc_sim.docs", "kotc_sim.__version__"), "")


def test_what_is_cited_exists(modules: dict[str, str]) -> None:
    wrong = []
    for path in PAGES:
        lines = texts(path)
        found = [*missing_files(lines, KNOWN_FILES), *missing_modules(lines, modules), *missing_rules(lines, KNOWN_RULES)]
        wrong += [f"{path.relative_to(ROOT)}:{one}" for one in found]
    assert wrong == [], "name what a reader has; a file of their own goes into EXAMPLES"


def test_short_names_in_docstrings_exist(modules: dict[str, str]) -> None:
    ours_to_cite = [path for path in PAGES if path.suffix == ".py" and not path.is_relative_to(ROOT / "tests")]
    defined = {part for name in modules for part in name.split(".")}
    for source in modules.values():
        defined |= defined_in(source)
    wrong = []
    for path in ours_to_cite:
        known = defined | names_of(path.read_text(encoding="utf-8"))
        wrong += [f"{path.relative_to(ROOT)}:{one}" for one in missing_names(texts(path), known)]
    assert wrong == [], "name what is there; words that are no names of Python stand in two backticks"


def test_every_example_is_mentioned_somewhere() -> None:
    said = " ".join(line for path in PAGES if path != Path(__file__).resolve() for _, line in texts(path))
    assert sorted(name for name in EXAMPLES if name not in said) == []


def test_citations_that_lead_nowhere_are_seen(tmp_path: Path, modules: dict[str, str]) -> None:
    path = tmp_path / "x.py"
    path.write_text(
        '"""See docs/nowhere.md, docs/state.md and\nmine.py (17.battle.999)."""\nx = 1  # as `kotc_sim.engine.battle` (method.md)\n'
    )
    lines = texts(path)
    assert missing_files(lines, {"docs/state.md"}) == ["3: method.md", "1: docs/nowhere.md"]
    assert missing_modules(lines, modules) == ["3: kotc_sim.engine.battle"]
    assert missing_rules(lines, KNOWN_RULES) == ["2: 17.battle.999"]
    cited = [(1, "as :class:`Shelf` and `shelf.open`, not `numpy.array`, `x` or ``y``")]
    assert missing_names(cited, {"x", "open"}) == ["1: Shelf", "1: shelf.open"]
