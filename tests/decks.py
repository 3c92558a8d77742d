"""Random games over an edition's whole vocabulary, by seed or by hypothesis: `kotc_sim.games.keeper.cards.drawn` draws the decks."""

from __future__ import annotations

from hypothesis import strategies as st

from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.drawn import random_card as random_card
from kotc_sim.games.keeper.cards.drawn import random_deck
from kotc_sim.games.keeper.cards.drawn import random_decks as random_decks
from kotc_sim.games.keeper.editions import edition_names, load_edition

EDITIONS = edition_names()


@st.composite
def minions(draw: st.DrawFn, most_sp: int = 6, most_hp: int = 8) -> tuple[int, int]:
    """Return SP and HP of a plain minion."""
    return draw(st.integers(0, most_sp)), draw(st.integers(0, most_hp))


@st.composite
def decks(draw: st.DrawFn, edition: str = "kotc-17") -> Deck:
    """Return a random legal deck of an edition."""
    return random_deck(draw(st.randoms(use_true_random=False)), load_edition(edition))


@st.composite
def games(draw: st.DrawFn, edition: str = "kotc-17", most_players: int = 4) -> tuple[list[Deck], int]:
    """Return what names a game: the decks of all seats, and a seed."""
    players = draw(st.integers(2, most_players))
    return [draw(decks(edition)) for _ in range(players)], draw(st.integers(0, 2**32 - 1))
