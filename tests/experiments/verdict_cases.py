"""What the tests of verdicts share: how much they play, and small decks built in code."""

from __future__ import annotations

from dataclasses import replace

import numba

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.editions import Edition, load_edition
from kotc_sim.games.keeper.reference import minion
from kotc_sim.strategies.builtin import PILOTS

PLAIN_PYTHON = bool(numba.config.DISABLE_JIT)
"""Then a game takes a tenth of a second: tests that need many games are left to the compiled run."""

EDITION = load_edition("kotc-17")


def deck_of(*bodies: tuple[int, int, int], edition: Edition = EDITION, name: str = "plain") -> Deck:
    """Return a deck of (copies, SP, HP) of plain minions, in this order."""
    return Deck(name, edition, None, tuple((minion(edition, sp, hp), copies) for copies, sp, hp in bodies))


def names(deck: Deck) -> list[str]:
    """Return the deck's cards by name, in the order before the shuffle."""
    return [card.name for card in deck.cards()]


def body(sp: int, hp: int) -> Card:
    """Return a plain minion."""
    return minion(EDITION, sp, hp)


FAST_LEVELS = {name: replace(PILOTS[name], games=games) for name, games in (("random", 40), ("greedy", 60))}
"""A table of pilots in which a match-up climbs two levels that need not learn."""

SMALL_SEARCH = {
    "CLIMBS": 2,
    "RACE": ((4, 6), (12, 1)),
    "SCREENED_RACE": ((4, 2), (8, 1)),
    "MATRIX_PAIRS": 20,
    "CLIMBED_PAIRS": 20,
    "SCREENED_PAIRS": 10,
    "VALUE_PAIRS": 40,
    "AGAIN_PAIRS": 80,
    "JUDGED_PAIRS": 4,
    "STEADY_PAIRS": 4,
    "MOST_EXCHANGES": 30,
    "MOST_STEPS": 3,
    "MOST_SCREENED": 1,
}
"""Settings of `oracle` with which a search takes seconds."""
