"""Level-Up: `GAME` is all that the rest of kotc-sim knows of it. Its rooms are imported when a method needs them."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kotc_sim.compiler import compile_in_background
from kotc_sim.errors import KotcError
from kotc_sim.games.protocol import Game, Path, Problem, Words
from kotc_sim.yaml_source import Node, nothing_quoted

if TYPE_CHECKING:
    from kotc_sim.games.levelup.cards.card import Card, Deck
    from kotc_sim.games.levelup.editions.model import LevelUpEdition
    from kotc_sim.games.levelup.match import LevelUpMatch

# What a card of Level-Up has and one of another game has not.
_CARD_KEYS = {"effects", "attack"}


class LevelUp(Game):
    """Level-Up; see `kotc_sim.games.protocol.Game` for the methods."""

    key = "levelup"
    title = "Level-Up"
    folder = "levelup"
    newest = "levelup"
    mark: Mapping[str, str] = {"game": "levelup"}
    words = Words(
        "points",
        {
            "games won from 10 HP behind": "games won from 10 points behind",
            "damage per SP on the field": "points taken per attack on the field",
            "damage per level paid": "points taken per level played",
        },
        "points",
    )
    history = None
    migrate = None

    def editions(self) -> tuple[str, ...]:
        return (self.newest,)

    def claims(self, card: Node) -> bool:
        return card.kind == "map" and any(key.raw in _CARD_KEYS for key, _ in card.pairs)

    def edition(self, name: Path, folder: Path | None = None) -> "LevelUpEdition":
        """Load ``levelup``, or a proposal's file."""
        from kotc_sim.games.levelup.editions.loader import load_edition

        if folder is not None and os.fspath(name) not in self.editions():
            beside = os.path.join(folder, name)
            name = beside if os.path.isfile(beside) else name
        with nothing_quoted(name):
            return load_edition(name)

    def cards(self, root: Node, edition: Any = None, faults: list[KotcError] | None = None) -> "list[Card]":
        """Read cards; all that is wrong is one error, whatever ``faults`` is: names tell cards apart, so a file is read as a whole."""
        from kotc_sim.games.levelup.cards.reader import read_library
        from kotc_sim.games.levelup.cards.text import Vocabulary

        return list(read_library(root, Vocabulary(edition or self.own_edition(root))).values())

    def check(self, thing: Any) -> tuple[Problem, ...]:
        """Return what is wrong with a deck; of an edition, its texts are read as cards would read them."""
        from kotc_sim.games.levelup.cards.card import Deck
        from kotc_sim.games.levelup.cards.legality import problems
        from kotc_sim.games.levelup.cards.text import Vocabulary
        from kotc_sim.games.levelup.editions.model import LevelUpEdition

        if isinstance(thing, LevelUpEdition):
            Vocabulary(thing)
        return tuple(problems(thing)) if isinstance(thing, Deck) else ()

    def compile(self, decks: "Sequence[Deck]") -> "LevelUpMatch":
        """Compile a match of two decks of one edition."""
        from kotc_sim.games.levelup.match import LevelUpMatch

        return LevelUpMatch(*decks)

    def compile_kernels(self, first: str = "", on_share: Callable[[float], None] | None = None) -> None:
        """Import the engine, which compiles it, with ``first`` in a second process; most of it is one kernel, so no share is reported."""
        with compile_in_background(first):
            import kotc_sim.games.levelup.engine.doors
            import kotc_sim.games.levelup.engine.machine  # noqa: F401

    def read_scenario(self, root: Node) -> None:
        """Read a scripted moment: its shape, its edition and its cards."""
        from kotc_sim.games.levelup.cards.reader import parse_card
        from kotc_sim.games.levelup.cards.text import Vocabulary
        from kotc_sim.games.levelup.scenario.shape import check_document

        with nothing_quoted(root.file):
            check_document(root)
            vocabulary = Vocabulary(self.own_edition(root))
            for card in root.entries()["cards"].items if "cards" in root.entries() else []:
                parse_card(card, vocabulary, partial=True)


GAME = LevelUp()
