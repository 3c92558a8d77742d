"""Which game a file belongs to: Keeper of the Cards (``kotc``) or Level-Up (``levelup``)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.levelup.editions.loader import BASE
from kotc_sim.yaml_source import Node, read_yaml

LEVELUP, KOTC = "levelup", "kotc"
# What a card of Level-Up has and one of Keeper of the Cards has not.
_CARD_KEYS = {"effects", "attack"}
_DEPTH = 32


def game_played(thing: Any) -> str:
    """Return the game of a loaded deck or edition: ``levelup`` or ``kotc``."""
    return str(getattr(thing, "game", KOTC))


def game_of_edition(name: str | os.PathLike[str], folder: str | os.PathLike[str] = "") -> str:
    """Return the game of an edition, following ``extends`` of proposals.

    Parameters
    ----------
    name : str or path
        An edition's name, or the path of a proposal.
    folder : path
        Where a relative path is looked for first; then in the current folder.

    Returns
    -------
    str
        ``levelup`` or ``kotc``; what cannot be read counts as ``kotc``, whose loader says what is wrong.
    """
    word = os.fspath(name)
    for _ in range(_DEPTH):
        if word == BASE:
            return LEVELUP
        path = next((p for p in (Path(folder) / word, Path(word)) if p.is_file()), None)
        if path is None:
            return KOTC
        try:
            entries = read_yaml(path, "edition").entries()
        except KotcError:
            return KOTC
        if "extends" not in entries:
            return LEVELUP if "game" in entries and entries["game"].raw == LEVELUP else KOTC
        word, folder = entries["extends"].raw, path.parent
    return KOTC


def game_of_file(path: str | os.PathLike[str]) -> str:
    """Return the game of a deck, a card file or an edition file.

    A file says so by its ``edition:``, ``extends:`` or ``game:``; one that says nothing is recognised by its cards.

    Raises
    ------
    KotcError
        If the file cannot be read.
    """
    root = read_yaml(path, "file")
    folder = Path(path).parent
    if root.kind == "map":
        stated = {key.raw: value for key, value in root.mapping("the file")}
        for key in ("edition", "extends"):
            if key in stated and stated[key].kind == "scalar":
                return game_of_edition(stated[key].raw, folder)
        if "game" in stated and stated["game"].raw == LEVELUP:
            return LEVELUP
        nodes = [node for key in ("library", "cards") if key in stated for node in _items(stated[key])]
        if not nodes and "name" in stated:
            nodes = [root]
    else:
        nodes = _items(root)
    return LEVELUP if any(_is_levelup(node) for node in nodes) else KOTC


def game_of(path: str | os.PathLike[str], edition: str | None = None) -> str:
    """Return the game of a file that is to be read in an edition (by default its own).

    Raises
    ------
    KotcError
        If the file cannot be read, there is no such edition, or it is one of the other game.
    """
    game = game_of_file(path)
    if edition is None or game_of_edition(edition) == game:
        return game
    if game == LEVELUP:
        load_edition(edition)  # an edition that there is not is the first thing to say
    raise KotcError(f"this file is of another game than the edition {edition}", file=path, fix="Leave --edition out, or choose another.")


def _items(node: Node) -> list[Node]:
    return node.items if node.kind == "list" else [value for _, value in node.pairs]


def _is_levelup(node: Node) -> bool:
    return node.kind == "map" and any(key.raw in _CARD_KEYS for key, _ in node.pairs)
