"""Decks in two editions: read, designed again or left out as each edition's rules say, for `kotc_sim.experiments.edition.diff`."""

from collections.abc import Sequence

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.games.decks import Deck
from kotc_sim.games.design import Carried
from kotc_sim.games.protocol import Edition
from kotc_sim.games.shipped import list_shipped_decks


def carry_all(before: str, after: str, decks: Sequence[Deck]) -> tuple[Edition, Edition, list[Carried], list[Deck]]:
    """Carry decks into two editions of one game; without decks, those shipped for ``before``.

    Returns both editions, the decks as carried, and the decks themselves. Raises `KotcError` if there is no such edition, or the editions
    and decks are of several games.
    """
    old, new = games.edition(before), games.edition(after)
    game = games.of(old)
    if games.of(new) is not game:
        raise KotcError(f"{after} is an edition of another game than {game.title}", fix="Compare editions of one game.")
    played = list(decks)
    if not played:
        played = [game.deck(games.read(path, "deck")[1]) for path in list_shipped_decks([old.base])]
    for deck in played:
        if games.of(deck) is not game:
            raise KotcError(f"the deck {deck.name} is of another game than {game.title}", fix="Leave it out.")
    return old, new, [game.design.carrying.carry(deck, old, new) for deck in played], played


HOME = "middle"
"""The host deck that decks are built on: it pays for most cards, early enough to use them."""
MOST_BUILT = 6
"""Decks that are built at most: a proposal that changes more than this is tested where decks use it."""


def carry_what_changed(before: Edition, after: Edition, carried: Sequence[Carried]) -> list[Carried]:
    """Return decks built from homes that hold what a proposal changes and no given deck uses, the first `MOST_BUILT` such texts.

    Between published editions nothing is built: each has a vocabulary of its own.
    """
    if before.base != after.base:
        return []
    game = games.of(before)
    carrying, rows = game.design.carrying, game.difference(before, after).components or ()
    held = {
        name for deck in carried if deck.before is not None for one in (deck.before, deck.after) for name in carrying.components_used(one)
    }
    missing = [row.id for row in rows if row.id not in held]
    if not missing:
        return []
    try:
        home = next(home for home in host_decks_of(host_design_of(before), find=False) if home.name == HOME)
    except KotcError:  # the edition has no host decks yet
        return []
    return carrying.carriers(missing[:MOST_BUILT], before, after, home)
