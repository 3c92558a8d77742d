"""Keeper of the Cards: `GAME` is all that the rest of kotc-sim knows of it. Its rooms are imported when a method needs them."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kotc_sim.errors import STANDARD_INPUT, Faults, KotcError
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.editions import Edition, edition_names, load_edition
from kotc_sim.games.keeper.editions.loader import NEWEST
from kotc_sim.games.protocol import Game, Path, Problem, Words
from kotc_sim.yaml_source import Node, nothing_quoted

if TYPE_CHECKING:
    from kotc_sim.games.keeper.match import KeeperMatch


class Keeper(Game):
    """Keeper of the Cards; see `kotc_sim.games.protocol.Game` for the methods."""

    key = "kotc"
    title = "Keeper of the Cards"
    folder = "keeper"
    newest = NEWEST
    mark: Mapping[str, str] = {}
    words = Words("hit points", {}, "HP")

    def editions(self) -> tuple[str, ...]:
        return edition_names()

    def claims(self, card: Node) -> bool:
        """Return False: its cards have no key that no other game's have, and it is the game of files that say nothing."""
        return False

    def edition(self, name: Path, folder: Path | None = None) -> Edition:
        """Load an edition by name, or a file that extends one; a path object is a file, even if it is called like an edition."""
        if folder is None and isinstance(name, os.PathLike) and os.path.exists(name) and os.fspath(name) not in STANDARD_INPUT:
            name = os.path.realpath(name)
        with nothing_quoted(name):
            return load_edition(name, folder)

    def cards(self, root: Node, edition: Any = None, faults: list[KotcError] | None = None) -> list[Card]:
        """Read cards; a fault in a file that is read in its own edition says which edition could read the card."""
        from kotc_sim.games.keeper.cards.reader import card_nodes, read_card

        chosen = edition or self.own_edition(root)
        found, wrong = [], Faults()
        for node in card_nodes(root):
            try:
                found.append(read_card(node, chosen))
            except KotcError as error:
                from kotc_sim.games.keeper.cards.elsewhere import find_edition

                if edition is None and (name := find_edition(node, chosen)) is not None:
                    error.fix = f"{error.fix or ''} It is readable in {name}: --edition {name}.".strip()
                wrong.append(error)
        if faults is None:
            wrong.raise_all()
        else:
            faults += wrong
        return found

    def check(self, thing: Any) -> tuple[Problem, ...]:
        """Return what makes a deck or a card illegal; an edition that was read is sound."""
        if isinstance(thing, Deck):
            return deck_problems(thing)
        return thing.problems if isinstance(thing, Card) else ()

    def compile(self, decks: Sequence[Deck]) -> "KeeperMatch":
        """Compile a match of 2 to 8 decks of one edition."""
        from kotc_sim.games.keeper.match import KeeperMatch

        return KeeperMatch(decks)

    def compile_kernels(self, first: str = "", on_share: Callable[[float], None] | None = None) -> None:
        """Compile the engine's handlers and services, with ``first`` in a second process."""
        from kotc_sim.games.keeper.engine.machine import compile_all

        compile_all(first, on_share)

    def read_scenario(self, root: Node) -> None:
        from kotc_sim.games.keeper.scenario.reader import read_document

        with nothing_quoted(root.file):
            read_document(root)


GAME = Keeper()
