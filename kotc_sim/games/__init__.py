"""The games, and which of them a file, a deck or an edition belongs to: the only place that knows their names.

A new game is a folder beside ``keeper`` and ``levelup`` with the same rooms in it, and one more name in `GAMES`. What a game offers is
`kotc_sim.games.protocol.Game`; nothing here or in a game's ``__init__`` imports an engine, since this module is imported by all of them.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kotc_sim.errors import STANDARD_INPUT as STANDARD_INPUT
from kotc_sim.errors import KotcError
from kotc_sim.games import keeper, levelup
from kotc_sim.games.alike import warn_of_names
from kotc_sim.games.decklists import fold
from kotc_sim.games.decks import Deck
from kotc_sim.games.protocol import Edition, Game, Match, ScenarioResult
from kotc_sim.yaml_source import Node, read_yaml, split_documents
from kotc_sim.yaml_source import files_read as files_read
from kotc_sim.yaml_source import read_text as read_text
from kotc_sim.yaml_source.places import deck_folder as deck_folder
from kotc_sim.yaml_source.places import located, shipped_files

GAMES: dict[str, Game] = {game.key: game for game in (keeper.GAME, levelup.GAME)}  # by key
FIRST = keeper.GAME  # the game of files that do not say otherwise

_DEPTH = 32
_EDITION_KEYS = {"extends", "rules", "conditions", "costs", "targets", "effects", "caveats", "counters", "terms"}


def of(thing: Any) -> Game:
    """Return the game of a deck, an edition or a match that was loaded."""
    return GAMES[thing.game]


def of_edition(name: str | os.PathLike[str], folder: str | os.PathLike[str] = "") -> Game:
    """Return the game of an edition, following ``extends`` of proposals.

    What cannot be read counts as the first game's, whose loader says what is wrong. ``name``: an edition's name, or the path of a
    proposal. ``folder``: where a relative path is looked for first; then in the current folder.
    """
    word = os.fspath(name)
    for _ in range(_DEPTH):
        for game in GAMES.values():
            if word in game.editions():
                return game
        path = next((p for p in (Path(folder) / word, located(word)) if os.path.isfile(p)), None)
        if path is None:
            return FIRST
        try:
            entries = read_yaml(path, "edition").entries()
        except KotcError:
            return FIRST
        if "extends" not in entries:
            return GAMES.get(entries["game"].raw, FIRST) if "game" in entries else FIRST
        word, folder = entries["extends"].raw, path.parent
    return FIRST


def of_node(root: Node, edition: str | None = None) -> Game:
    """Return the game of a deck, a file of cards, an edition or a scenario that is to be read in an edition (by default its own).

    A file says so by its ``edition:``, ``extends:`` or ``game:``; one that says nothing is recognised by its cards. A `KotcError` if there
    is no such edition, or it is one of another game.
    """
    game = _read_game(root)
    if edition is None:
        return game
    other = of_edition(edition)
    if other is not game:
        other.edition(edition)  # an edition that there is not is the first thing to say
        raise KotcError(
            f"this file is of another game than the edition {edition}",
            file=root.file,
            fix="Choose an edition of its game, or another file.",
        )
    return game


def read(path: str | os.PathLike[str], what: str = "file", edition: str | None = None) -> tuple[Game, Node]:
    """Read a file, once, and say whose it is: ``game, root = read(path)``, then ``game.deck(root)``.

    ``path``: a deck, a file of cards, or an edition. A `KotcError` as `kotc_sim.yaml_source.read_yaml` and `of_node`.
    """
    name = os.fspath(path)
    root = (None if os.path.exists(located(name)) else _shipped_card(name)) or read_yaml(name, what)
    warn_of_names(root)
    return of_node(root, edition), root


def _shipped_card(name: str) -> Node | None:
    """Return the card of this name out of those that come with the newest edition, or with another game; None if there is none."""
    if name in STANDARD_INPUT or os.path.basename(name) != name:
        return None
    wanted = fold(name).casefold()
    folders = [game.folder for game in GAMES.values()]
    for file in shipped_files().values():
        if file.parts[0] in folders or (file.parts[0] == "cards" and file.stem.startswith(FIRST.newest)):
            root = read_yaml(f"decks/{file.as_posix()}")
            parts = [one for key, one in root.pairs if key.raw in ("library", "cards")] if root.kind == "map" else [root]
            for card in (card for part in parts for card in part.items if card.kind == "map"):
                if any(key.raw == "name" and fold(value.raw).casefold() == wanted for key, value in card.pairs):
                    return Node("list", card.file, card.line, card.column, items=[card])
    return None


def read_documents(path: str | os.PathLike[str], edition: str | None = None) -> list[tuple[Game, Node]]:
    """Read a file of any kind, as `read`; one of scenarios may hold several documents, each of a game of its own.

    A `KotcError` as `read`, and if there are several documents that are no scenarios.
    """
    roots = split_documents(path, "file", "Fill it in, or name another one.")
    for number, root in enumerate(roots):
        if number and kind_of(root) != "scenario":
            raise root.error("the file holds more than one document", "Only scenarios may; remove the line `---` and what follows.")
        warn_of_names(root)
    return [(of_node(root, None if kind_of(root) == "scenario" else edition), root) for root in roots]


def kind_of(root: Node) -> str:
    """Return what a file, or a document of one, is, whatever its game: ``edition``, ``scenario``, ``deck`` or ``cards``."""
    if root.kind != "map":
        return "cards"
    keys = {key.raw: value for key, value in root.mapping("the file")}
    if "players" in keys or "expect" in keys:
        return "scenario"
    if _EDITION_KEYS & set(keys):
        return "edition"
    cards = keys.get("cards")
    if cards is not None and (
        cards.kind != "list"
        or any(one.kind == "scalar" or any(key.raw == "count" for key, _ in one.pairs) for one in cards.items)
        or "library" in keys
        or "include" in keys
        or "reserves" in keys
    ):
        return "deck"
    return "cards"


def edition(name: str | os.PathLike[str] | None = None) -> Edition:
    """Load an edition of any game by name or path; by default the newest of the first game. `of` says whose it is."""
    return FIRST.edition(FIRST.newest) if name is None else of_edition(name).edition(name)


def edition_of_decks(decks: Sequence[Deck], name: str | os.PathLike[str] | None = None) -> Edition:
    """Return the one edition of decks that were loaded; without decks the edition of that name, see `edition`.

    A `KotcError` if the decks are of several editions.
    """
    for deck in decks:
        if deck.edition.name != decks[0].edition.name:
            raise KotcError(f"the decks are of {decks[0].edition.name} and {deck.edition.name}", fix="Choose one with --edition")
    return decks[0].edition if decks else edition(name)


def run_scenarios(path: str | os.PathLike[str], *, log: bool = False, faults: list[KotcError] | None = None) -> Iterator[ScenarioResult]:
    """Play the scenarios of a file one after another, each by its own game; with ``log``, the results hold the game log.

    ``faults``: takes what is wrong with the file, or with a scenario of it; the others are played. Without it, the first is raised. A
    `KotcError` if the file or a scenario is malformed, or a script does not fit what happens.
    """
    try:
        roots = list(split_documents(path))
    except KotcError as error:
        if faults is None:
            raise
        faults.append(error)
        return
    for root in roots:
        try:
            yield of_node(root).scenario(root, log=log)
        except KotcError as error:
            if faults is None:
                raise
            faults.append(error)


def digest(match: Match, *, texts: bool = True) -> str:
    """Return a digest of what a match's games depend on, besides pilots, seed and sources; for pilots that do not learn without texts."""
    import numpy as np

    whole = np.asarray(match.record)
    fixed = np.frombuffer(bytearray(whole.tobytes()), whole.dtype)  # `copy` would leave what lies between fields to chance
    for name in ("advance", "handlers", "services", "serial"):  # addresses of machine code and the match's number: of this process
        if name in (fixed.dtype.names or ()):
            fixed[name] = 0
    found = hashlib.sha256(fixed.tobytes())
    found.update("\0".join([*match.names, *(match.texts if texts else ())]).encode())
    return found.hexdigest()


def _read_game(root: Node) -> Game:
    if root.kind == "map":
        stated = {key.raw: value for key, value in root.mapping("the file")}
        for key in ("edition", "extends"):
            if key in stated and stated[key].kind == "scalar":
                return of_edition(stated[key].raw, Path(root.file).parent)
        if "game" in stated and stated["game"].raw in GAMES:
            return GAMES[stated["game"].raw]
        nodes = [node for key in ("library", "cards") if key in stated for node in _items(stated[key])]
        if not nodes and "name" in stated:
            nodes = [root]
    else:
        nodes = _items(root)
    games = [game for game in GAMES.values() if any(game.claims(node) for node in nodes)]
    return games[0] if games else FIRST


def _items(node: Node) -> list[Node]:
    return node.items if node.kind == "list" else [value for _, value in node.pairs]
