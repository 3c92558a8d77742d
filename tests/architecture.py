"""Who imports whom, counted over the syntax trees: rooms, floors, arrows, circles.

A room is what stands directly in ``kotc_sim/`` (a module or a folder, the package's ``__init__`` too), and the folder
``scripts/``. An arrow is a pair of rooms of which one imports the other, wherever the line stands: in a function and
under ``TYPE_CHECKING`` as well. The floor of a room is one more than the highest floor that it imports. A circle is a
set of rooms, or of files, that reach each other; what stands in the same circle stands on the same floor.
"""

from __future__ import annotations

import ast
import functools
import os
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)

BY_NAME = {"import_module", "__import__"}
"""Functions that import a module whose name is a string."""


WHICH = {"key", "game", "folder"}
"""Attributes that say which game something is of."""


@dataclass(frozen=True)
class House:
    """The modules of a tree and what they import of it.

    Attributes
    ----------
    package
        Name of the package, such as ``kotc_sim``.
    files
        Module name to its file.
    imports
        Module name to the modules of the tree that it imports.

    """

    package: str
    files: dict[str, Path]
    imports: dict[str, frozenset[str]]

    def room(self, module: str) -> str:
        """Return the room of a module: ``kotc_sim.games.keeper`` stands in ``games``, the package itself in ``__init__``."""
        parts = module.split(".")
        if parts[0] != self.package:
            return parts[0]
        return parts[1] if len(parts) > 1 else "__init__"

    def rooms(self) -> set[str]:
        """Return the names of all rooms."""
        return {self.room(module) for module in self.files}

    def room_imports(self) -> dict[str, set[str]]:
        """Return for each room the other rooms that it imports."""
        found: dict[str, set[str]] = {room: set() for room in self.rooms()}
        for module, targets in self.imports.items():
            found[self.room(module)] |= {self.room(target) for target in targets} - {self.room(module)}
        return found

    def arrows(self) -> set[tuple[str, str]]:
        """Return the pairs (importing room, imported room)."""
        return {(room, target) for room, targets in self.room_imports().items() for target in targets}

    def floors(self) -> dict[str, int]:
        """Return the floor of each room, the lowest being 1."""
        imports = self.room_imports()
        circle = {room: frozenset(group) for group in components(imports) for room in group}
        floor: dict[frozenset[str], int] = {}
        for group in components(imports):  # what is imported comes first
            below = {circle[target] for room in group for target in imports[room]} - {frozenset(group)}
            floor[frozenset(group)] = 1 + max((floor[lower] for lower in below), default=0)
        return {room: floor[circle[room]] for room in imports}

    def room_circles(self) -> list[set[str]]:
        """Return the sets of rooms that import each other."""
        return [group for group in components(self.room_imports()) if len(group) > 1]

    def file_circles(self) -> list[set[str]]:
        """Return the sets of modules that import each other."""
        return [group for group in components(self.imports) if len(group) > 1]


def read_house(root: Path, package: str = "kotc_sim", beside: Iterable[str] = ("scripts",)) -> House:
    """Read a tree's Python files: those of the package (links followed) and those of the folders beside it."""
    files: dict[str, Path] = {}
    for top in (package, *beside):
        for folder, _, names in os.walk(root / top, followlinks=True):
            for name in names:
                if name.endswith(".py"):
                    path = Path(folder, name)
                    parts = path.relative_to(root).with_suffix("").parts
                    files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    imports = {}
    for module, path in files.items():
        tree = parsed(path)
        found = {known for name in imported(tree, module, path.name == "__init__.py") if (known := _known(name, files))}
        imports[module] = frozenset(found - {module})
    return House(package, files, imports)


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Return a file's syntax tree; it is parsed once."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(tree: ast.AST, module: str, is_package: bool = False) -> Iterator[str]:
    """Yield the dotted names that a module's import statements name, relative ones resolved."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                parts = parts[: len(parts) - node.level + is_package]
                base = ".".join([*parts, *filter(None, [node.module])])
            for name in node.names:
                yield f"{base}.{name.name}"


def _known(name: str, files: Mapping[str, Path]) -> str | None:
    """Return the module that a name means: itself, or the module that the last word is taken from."""
    if name in files:
        return name
    base = name.rpartition(".")[0]
    return base if base in files else None


def imports_by_name(path: Path) -> list[int]:
    """Return the lines of a file that import a module whose name is a string."""
    lines = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call):
            function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if function in BY_NAME:
                lines.append(node.lineno)
    return lines


def asks_which_game(path: Path) -> list[int]:
    """Return the lines of a file that ask which game it is: ``GAMES["kotc"]``, or a game's key or folder compared with a constant."""

    def is_games(node: ast.AST) -> bool:
        return (node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")) == "GAMES"

    def says(node: ast.AST) -> bool:
        return any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in ast.walk(node))

    lines = []
    for node in (node for node in ast.walk(parsed(path)) if isinstance(node, ast.expr)):
        if isinstance(node, ast.Subscript):
            found = is_games(node.value) and isinstance(node.slice, ast.Constant)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            found = is_games(node.func.value) and isinstance(node.args[0], ast.Constant)
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            found = any(isinstance(side, ast.Attribute) and side.attr in WHICH for side in sides) and any(map(says, sides))
        else:
            found = False
        if found:
            lines.append(node.lineno)
    return sorted(lines)


def components(graph: Mapping[Name, Iterable[Name]]) -> list[set[Name]]:
    """Return the strongly connected components, each behind those that it reaches (Tarjan 1972)."""
    order: dict[Name, int] = {}
    low: dict[Name, int] = {}
    stack: list[Name] = []
    waiting: set[Name] = set()
    found: list[set[Name]] = []

    def visit(name: Name) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        waiting.add(name)
        for target in graph[name]:
            if target not in order:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in waiting:
                low[name] = min(low[name], order[target])
        if low[name] == order[name]:
            group: set[Name] = set()
            while name not in group:
                group.add(member := stack.pop())
                waiting.discard(member)
            found.append(group)

    for name in graph:
        if name not in order:
            visit(name)
    return found
