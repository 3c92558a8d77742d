"""Decks in two editions: read, designed again or left out as each edition's rules say, for `kotc_sim.experiments.edition.diff`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.protocol import Deck, Edition
from kotc_sim.games.shipped import shipped_decks


@dataclass(frozen=True)
class CardChange:
    """A card whose level or legality differs; a level is None where the card cannot be written."""

    name: str
    level_before: int | None
    level_after: int | None
    legal_before: bool
    legal_after: bool
    reason: str


@dataclass(frozen=True)
class Carried:
    """A deck in both editions.

    Attributes
    ----------
    name : str
    before, after : Deck or None
        None if the deck could not be carried over.
    changes : tuple of CardChange
        Cards that changed.
    lost : tuple of (str, str)
        Names of cards, or of the deck, that could not be carried over, and why.
    """

    name: str
    before: Any
    after: Any
    changes: tuple[CardChange, ...]
    lost: tuple[tuple[str, str], ...]


def carry_all(before: str, after: str, decks: Sequence[Deck]) -> tuple[Edition, Edition, list[Carried], list[Deck]]:
    """Carry decks into two editions.

    Parameters
    ----------
    before, after : str
        Names of editions, or files that extend one; both of one game.
    decks : sequence of Deck
        Decks that were loaded, of that game; none for those shipped for ``before``.

    Returns
    -------
    tuple
        Both editions, the decks as carried, and the decks themselves.

    Raises
    ------
    KotcError
        If there is no such edition, or the editions and decks are of several games.
    """
    old, new = games.edition(before), games.edition(after)
    game = games.of(old)
    if games.of(new) is not game:
        raise KotcError(f"{after} is an edition of another game than {game.title}", fix="Compare editions of one game.")
    played = list(decks)
    if not played:
        played = [game.deck(games.read(path, "deck")[1]) for path in shipped_decks([old.base])]
    for deck in played:
        if games.of(deck) is not game:
            raise KotcError(f"the deck {deck.name} is of another game than {game.title}", fix="Leave it out.")
    carry = games.home(game, "experiments", "carry").carry
    return old, new, [carry(deck, old, new) for deck in played], played


MOST_BUILT = 6
"""Decks that are built at most: a proposal that changes more than this is tested where decks use it."""


def carry_what_changed(before: Edition, after: Edition, carried: Sequence[Carried]) -> list[Carried]:
    """Return decks built from homes that hold what a proposal changes and no given deck uses, the first `MOST_BUILT` such texts.

    Parameters
    ----------
    before, after : Edition
        Between published editions nothing is built: each has a vocabulary of its own.
    carried : sequence of Carried
        The given decks.
    """
    if before.base != after.base:
        return []
    game = games.of(before)
    rows = games.home(game, "games", "editions.difference").as_json(before, after).get("components") or []
    used = games.home(game, "experiments", "carry").used
    held = {name for deck in carried if deck.before is not None for one in (deck.before, deck.after) for name in used(one)}
    missing = [row["id"] for row in rows if row["id"] not in held]
    if not missing:
        return []
    found: list[Carried] = games.home(game, "experiments", "carriers").carriers(missing[:MOST_BUILT], before, after)
    return found
