"""Kernels read like the rulebook: fields, operands, stages and kinds have names, and no function is longer than a screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotc_sim.games.keeper.engine.fields import FRAME_FIELDS, LENGTHS

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("keeper", "levelup")
LONGEST = 80
CODES = {"pc", "stage", "step", "kind"}
"""Names of variables and fields that hold a code: a member of an enum."""
COUNTERS = {"g.step"}
"""Fields that are called like a code and count."""
LISTS = {"slots", "frames", *LENGTHS}
"""Fields whose entries have names: stages, sides, faces."""
PLAIN = {0.0, 1.0}
HEURISTICS = {"heuristic", "effects", "fight", "sowing", "worth", "evaluate", "table", "greedy", "adjust"}
"""Modules of strategies whose coefficients have names, with what they mean beside them."""
LETTERS = {"a", "b", "c", "d"}
UNNAMED = {"stack.push", "frames._push"}
"""Functions that make a frame of any kind: they begin at its first stage."""


def sources() -> Iterator[Path]:
    for game in GAMES:
        yield from sorted((ROOT / "kotc_sim" / "games" / game / "engine").glob("*.py"))
        yield from sorted((ROOT / "strategies" / game).glob("*.py"))


def is_number(node: ast.expr) -> bool:
    """Return whether an expression is a whole number written out: 3, -1, 2 + 1."""
    parts = [part for part in ast.walk(node) if isinstance(part, (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.Subscript))]
    return all(isinstance(part, ast.Constant) and type(part.value) is int for part in parts)


def is_code(node: ast.expr) -> bool:
    """Return whether an expression is a variable or field that holds a code."""
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in CODES and ast.unparse(node) not in COUNTERS


def is_slot(node: ast.AST) -> bool:
    """Return whether an expression is an entry of a frame's list, ``f.slots[…]``, or a frame by its place, ``g.frames[…]``."""
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr in LISTS


def is_operand_by_letter(node: ast.AST) -> bool:
    """Return whether an expression is an operand of a program's line that has a letter for a name; the log's entries have two."""
    return isinstance(node, ast.Attribute) and node.attr in LETTERS and ast.unparse(node.value) not in ("e", "entry")


def says_nothing_twice(node: ast.AST) -> bool:
    """Return whether a call is given -1 more than once: a smaller function, or a name, says what there is none of."""
    given = [ast.unparse(argument) for argument in node.args] if isinstance(node, ast.Call) and ast.unparse(node.func) != "range" else []
    return given.count("-1") > 1


def coefficients_in(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the fractions that a heuristic reckons with and that have no name."""
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value not in PLAIN:
            yield f"line {node.lineno}: {node.value}"


def numbers_in(function: ast.FunctionDef) -> Iterator[str]:
    """Yield what is said by a number where a name belongs."""
    for node in ast.walk(function):
        if is_slot(node) and isinstance(node, ast.Subscript):
            index = node.slice
            ends = [index.lower, index.upper] if isinstance(index, ast.Slice) else [index]
            if any(end is not None and is_number(end) for end in ends):
                yield f"line {node.lineno}: {ast.unparse(node)}"
        elif is_operand_by_letter(node) or says_nothing_twice(node):
            yield f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}"
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            bound = isinstance(node.ops[0], (ast.Lt, ast.GtE)) and ast.unparse(sides[1]) == "0"  # is it there at all?
            if any(map(is_code, sides)) and any(map(is_number, sides)) and not bound:
                yield f"line {node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.Assign) and any(map(is_code, node.targets)) and is_number(node.value):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def faults(source: str, module: str = "", of_strategy: bool = False) -> list[str]:
    """Return what is wrong with the kernels of a module: functions with a decorator."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
            continue
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        if length > LONGEST:
            found.append(f"line {node.lineno}: {node.name} has {length} lines, more than {LONGEST}")
        if f"{module}.{node.name}" not in UNNAMED:
            found += numbers_in(node)
        if of_strategy and module in HEURISTICS:
            found += coefficients_in(node)
    return found


@pytest.mark.parametrize("path", [pytest.param(path, id=str(path.relative_to(ROOT))) for path in sources()])
def test_kernels_name_slots_stages_and_kinds(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8"), path.stem, path.parent.parent.name == "strategies") == []


@pytest.mark.parametrize(
    "line",
    [
        "f.slots[8] = face",
        "first = f.slots[6:12]",
        "f.firsts[1 + 1] = 0",
        "g.frames[g.depth - 1].locked[1] = at",
        "g.frames[0].pc = Stage.ROLL",
        "return f.pc == 3",
        "f.pc = 24",
        "stage = 0",
        "return b.stage >= 2",
        "return 1 == o.kind",
        "frame.step = 1",
        "n = line.b",
        "m.code[i].a = 3",
        "offer(g, kinds.Opt.PASS, -1, ability, -1, 0, p, 4)",
        "ask(g, p, kinds.Ask.ACTION, -1, -1, -1)",
    ],
)
def test_a_number_in_place_of_a_name_is_found(line: str) -> None:
    assert len(faults(f"@kernel()\ndef planted(g, m, f, b):\n    {line}\n")) == 1


@pytest.mark.parametrize(
    "line",
    [
        "f.firsts[k + 1] = 0",
        "f.slots[i] = 0",
        "f.locked[kinds.Side.DEFENDING] = 0",
        "log(g, kinds.Log.PAY, p, -1, 0, n, hp)",
        "e.a = a",
        "g.frames[BOTTOM].pc = Stage.ROLL",
        "return f.pc == Stage.ROLL",
        "f.pc = Stage.ROLL",
        "g.step = 0",
        "return s.kind < 0",
        "k = 3",
    ],
)
def test_names_and_plain_arithmetic_are_no_fault(line: str) -> None:
    assert faults(f"@kernel()\ndef planted(g, m, f, b, s):\n    {line}\n") == []


def test_a_coefficient_without_a_name_is_found() -> None:
    planted = "@kernel()\ndef planted(hp, w):\n    return 0.0 if hp <= 1.0 else 0.25 * w[HP] * hp\n"
    assert faults(planted, "worth", True) == ["line 3: 0.25"]
    assert faults(planted.replace("0.25", "SHARE"), "worth", True) == []


def test_a_long_function_is_found() -> None:
    body = "    g.turn += 1\n" * LONGEST
    assert faults(f"@handler\ndef planted(g):\n{body}") == [f"line 2: planted has {LONGEST + 1} lines, more than {LONGEST}"]


def test_the_engine_and_the_strategies_are_read() -> None:
    names = {path.stem for path in sources()}
    assert {"battle", "turn", "program", "heuristic", "search", "effects", "policy"} <= names


def fields_of(function: ast.FunctionDef) -> set[str]:
    """Return the fields of frames that a function reads or writes of its frame ``f``."""
    found = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "f"}
    return found - {"kind", "pc"}


def kernels_of_keeper() -> dict[str, ast.FunctionDef]:
    modules = (path for path in sources() if path.parent.parent.name == "keeper" and path.parent.name == "engine")
    return {
        f"{path.stem}.{node.name}": node
        for path in modules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    }


def is_of_one_kind(fields: set[str]) -> bool:
    """Return whether some kind of frame has all of these fields."""
    return any(fields <= set(own) for own in FRAME_FIELDS.values())


def test_a_function_uses_the_fields_of_one_kind_of_frame() -> None:
    """Fields of different kinds lie over each other: the field of another kind would be a number that means something else."""
    mixed = {name: fields for name, node in kernels_of_keeper().items() if not is_of_one_kind(fields := fields_of(node))}
    assert mixed == {}


def test_every_field_of_a_frame_is_used() -> None:
    used = set().union(*map(fields_of, kernels_of_keeper().values()))
    assert {name for own in FRAME_FIELDS.values() for name in own} == used


def test_the_field_of_another_kind_is_found() -> None:
    planted = ast.parse("def planted(g, f):\n    f.victim = f.circumstance\n").body[0]
    assert isinstance(planted, ast.FunctionDef)
    assert not is_of_one_kind(fields_of(planted))
