"""Playing a scenario and saying whether its expectations hold."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.engine.kinds import Log
from kotc_sim.games.keeper.scenario.expect import compare
from kotc_sim.games.keeper.scenario.reader import Document, edition_word, read_document, split_documents
from kotc_sim.games.keeper.scenario.script import Player
from kotc_sim.games.keeper.scenario.state import Game, build
from kotc_sim.games.keeper.transcript import describe
from kotc_sim.yaml_source import Node


@dataclass(slots=True)
class ScenarioResult:
    """What came out of a scenario.

    Attributes
    ----------
    name : str
        The scenario's.
    file, line : str, int
        Where it stands.
    passed : bool
        Whether all expectations hold.
    differences : list of str
        What differs, one line each.
    log : list of str
        The game log as text; empty unless it was asked for.
    """

    name: str
    file: str
    line: int
    passed: bool
    differences: list[str]
    log: list[str] = field(default_factory=list)


def run_document(document: Document, *, log: bool = False) -> ScenarioResult:
    """Play one scenario.

    Parameters
    ----------
    document : Document
        The scenario.
    log : bool
        Whether to write the game log.

    Returns
    -------
    ScenarioResult
        Whether the expectations hold, and what differs.

    Raises
    ------
    KotcError
        If the scenario is malformed, or its script, dice or random indices do not fit what happens.
    """
    game = build(document)
    game.g.log_on = int(log)
    hp = [int(game.g.players[p].hp) for p in range(int(game.g.n_players))]
    player = Player(game, document.script)
    try:
        player.play()
        over = bool(game.g.over == 1) and not player.turn_over()
        assert document.expect is not None
        differences = [f"line {e.node.line}: this is legal at its moment" for e in player.legal]
        differences += compare(game, document.expect, over)
    except KotcError as error:
        if error.file is None:
            raise KotcError(f"{document.name}: {error.what}", file=document.file, line=document.line, fix=error.fix) from None
        raise
    if game.g.raised:
        raise KotcError(f"{document.name}: a limit of the engine was met", file=document.file, line=document.line)
    lines = _log(game, document, over, hp) if log else []
    return ScenarioResult(document.name, document.file, document.line, not differences, differences, lines)


def _log(game: Game, document: Document, over: bool, hp: list[int]) -> list[str]:
    """Return the log as text; the first time that a labelled card is named, with what it is."""
    entries = game.log
    if not over:  # the end of the turn is where the scenario stops, not the end of the game
        entries = [entry for entry in entries if entry[0] != Log.END]
    introduced: set[int] = set()

    def name(c: int) -> str:
        label, card = game.label(c), game.name(c)
        if c in introduced or label == card or game.g.cards[c].pawn:
            return label
        introduced.add(c)
        return f"{label} ({card})"

    turn = None if document.phase == "setup" else (document.turn_number, document.turn)
    return describe(game.match.names, entries, name, hp, game.match.record, omniscient=True, turn=turn)


def _plain(node: Node) -> Any:
    """Return a node as dicts, lists and scalars; keys that are numbers stay numbers."""
    if node.kind == "map":
        return {key.value: _plain(value) for key, value in node.pairs}
    return [_plain(item) for item in node.items] if node.kind == "list" else node.value


def run_node(root: Node, *, log: bool = False) -> ScenarioResult:
    """Play one scenario from its YAML node, of whichever game; errors as `run_document`.

    Scenarios of Level-Up are played by ``kotc_sim.games.levelup.scenario.run``.
    """
    if edition_word(root).startswith("levelup"):
        play = importlib.import_module("kotc_sim.games.levelup.scenario.run").run
        passed, differences, lines = play(_plain(root), root.file)
        name = root.entries()["name"].raw if "name" in root.entries() else f"line {root.line}"
        return ScenarioResult(name, root.file, root.line, passed, list(differences), list(lines) if log else [])
    return run_document(read_document(root), log=log)


def run_file(path: str | os.PathLike[str], *, log: bool = False) -> Iterator[ScenarioResult]:
    """Play the scenarios of a file, one after another; errors as `run_document`."""
    for root in split_documents(path):
        yield run_node(root, log=log)
