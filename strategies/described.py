"""The one-line descriptions of the strategies that come with kotc-sim, read from their files: importing these would compile the engine."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

from kotc_sim.strategies.pilot import GameStrategies


def written_description(game: GameStrategies, name: str) -> str | None:
    """Return the description of one of a game's own strategies as its file states it; None if it does not as a plain text.

    Parameters
    ----------
    game : GameStrategies
        Of the strategy.
    name : str
        One of ``game.names``. A search is described by ``DESCRIPTIONS`` of the package's module ``searching``, any other by the call
        that makes it (``profile("greedy", "takes what …")``, or a decorator's), which states name and description first.
    """
    if name in game.searches:
        tree = _parsed(game, "searching")
        return None if tree is None else _of_search(tree, name, game.base)
    tree = _parsed(game, name)
    return None if tree is None else _of_call(tree, name)


def _parsed(game: GameStrategies, module: str) -> ast.Module | None:
    spec = importlib.util.find_spec(f"{game.package}.{module}")
    if spec is None or spec.origin is None:
        return None
    try:
        return ast.parse(Path(spec.origin).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None


def _of_search(tree: ast.Module, name: str, base: str) -> str | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["DESCRIPTIONS"]:
            try:
                return str(ast.literal_eval(node.value)[name]).format(base=base)
            except (ValueError, KeyError, TypeError):
                return None
    return None


def _of_call(tree: ast.Module, name: str) -> str | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) >= 2:
            first, second = (arg.value if isinstance(arg, ast.Constant) else None for arg in node.args[:2])
            if first == name and isinstance(second, str):
                return second
    return None
