"""Which test shows which rule: read from the sources, so that nothing has to be imported or compiled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

# An id counts where it is defined: first on its line, bold, in backquotes, or as the id of a YAML example.
_RULE = r"(?:\d+p?|levelup)\.[a-z]\w*\.\w+"
_DEFINITION = re.compile(rf"^(?:[-|] )?(?:\*\*({_RULE})\*\*|`({_RULE})`)|^id: ({_RULE})\s*$")
# A scenario may also cite the component it shows: `cond.attacks` is the row `attacks` of the conditions.
_COMPONENTS = {"caveats": "caveat", "conditions": "cond", "costs": "cost", "targets": "target", "effects": "effect"}
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def rules(folder: Path) -> dict[str, str]:
    """Return the rule ids of the rule files (docs/rules/*.md) in their order, each with ``file:line``."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := _DEFINITION.match(line):
                rule = next(group for group in match.groups() if group)
                found.setdefault(rule, f"{path.name}:{number}")
    return found


def components(folder: Path) -> set[str]:
    """Return the ids of the vocabulary rows of the edition files (kotc_sim/games/keeper/editions/*.yaml)."""
    found: set[str] = set()
    for path in folder.glob("*.yaml"):
        edition = yaml.load(path.read_text(encoding="utf-8"), _Loader)
        for section, prefix in _COMPONENTS.items():
            found |= {f"{prefix}.{name}" for name in edition.get(section) or ()}
    return found


def citations(tests: Path) -> Iterator[tuple[str, str]]:
    """Yield (rule id, test) for each ``pytest.mark.rule("…")`` and for each ``rule:`` of a scenario."""
    for path in sorted(tests.rglob("test_*.py")):
        yield from _marks(path, path.relative_to(tests).as_posix())
    for path in sorted((tests / "rules").rglob("*.yaml")):
        yield from _scenarios(path, path.relative_to(tests).as_posix())


def _marks(path: Path, name: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, f"{name}:{node.lineno}"


def _scenarios(path: Path, name: str) -> Iterator[tuple[str, str]]:
    with path.open(encoding="utf-8") as stream:
        for document in yaml.compose_all(stream, Loader=_Loader):
            if isinstance(document, yaml.MappingNode):
                for key, value in document.value:
                    if key.value == "rule":
                        cited = value.value if isinstance(value, yaml.SequenceNode) else [value]
                        for node in cited:
                            yield node.value, f"{name}:{node.start_mark.line + 1}"


def reasons(path: Path) -> dict[str, str]:
    """Return why a rule has no test, by rule id (docs/rules/untested.yaml; it need not exist)."""
    return (yaml.safe_load(path.read_text(encoding="utf-8")) or {}) if path.is_file() else {}


def rule_table(root: Path) -> tuple[list[str], list[str]]:
    """Return the lines of the table, and what is wrong with it: no test, no such rule, tested after all."""
    known = rules(root / "docs" / "rules")
    excused = reasons(root / "docs" / "rules" / "untested.yaml")
    tested: dict[str, list[str]] = {}
    for rule, test in citations(root / "tests"):
        tested.setdefault(rule, []).append(test)

    width = max(map(len, known), default=0)
    lines, wrong = [], []
    for rule, place in known.items():
        shown = ", ".join(tested.get(rule, ())) or (f"- {excused[rule]}" if rule in excused else "MISSING")
        lines.append(f"{rule:{width}}  {shown}")
        if rule not in tested and rule not in excused:
            wrong.append(f"{place}: no test for {rule}")
        if rule in tested and rule in excused:
            wrong.append(f"untested.yaml: {rule} has a test: {tested[rule][0]}")
    citable = known.keys() | components(root / "kotc_sim" / "games" / "keeper" / "editions")
    wrong += [f"{test}: there is no rule {rule}" for rule, t in tested.items() if rule not in citable for test in t]
    wrong += [f"untested.yaml: there is no rule {rule}" for rule in excused if rule not in known]
    if not known:
        wrong.append("docs/rules: no rule found")
    count = sum(rule in tested for rule in known)
    lines.append(f"{len(known)} rules, {count} tested, {sum(rule in excused for rule in known)} with a reason")
    return lines, wrong
