"""Random games over an edition's whole vocabulary, by seed or by hypothesis.

Everything is drawn through ``random.Random``, so that a seed names a deck, and hypothesis can shrink one (``st.randoms``). Decks keep the
size and Ultra limit. Numbers are small and cheap cards are preferred, because only cards that get played show anything.
"""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
from hypothesis import strategies as st

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import card_problems, deck_problems
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.printer import write_text
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.cards.tree import Ability, SubAbility
from kotc_sim.games.keeper.editions import Edition, edition_names, load_edition
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.strategies.keeper.pool_decks import list_rows, random_component

EDITIONS = edition_names()
CHEAP = 5
TRIES = 6


def copy(g: Any, other: Any) -> None:
    """Copy a game's record, byte for byte, into one that exists: numba looks at the type of each new one for long."""
    other.base.view(np.uint8)[:] = g.base.view(np.uint8)


def random_ability(rng: random.Random, edition: Edition, name: str) -> Ability:
    """Return an ability of any form that the edition's wording has: condition, costs, sub-abilities."""
    arrows = edition.wording.style == "arrows"
    condition = random_component(rng, list_rows(edition, "condition"), edition) if rng.randrange(2) else None
    most_costs = 3 if arrows else edition.wording.max_costs
    costs = tuple(
        random_component(rng, list_rows(edition, "cost"), edition) for _ in range(min(most_costs, rng.choice((0, 0, 1, 1, 2, 3))))
    )
    subs = []
    for _ in range(rng.choice((1, 1, 2)) if arrows else 1):
        effects = tuple(random_component(rng, list_rows(edition, "effect"), edition) for _ in range(rng.choice((1, 1, 2))))
        aimed = any("t" in effect.row.level.names for effect in effects)
        target = None
        if aimed or (not rng.randrange(4) and "idle_target" not in edition.citations):
            target = random_component(rng, list_rows(edition, "target"), edition)
        subs.append(SubAbility(target, effects))
    return Ability(name, condition, costs, tuple(subs))


def random_card(rng: random.Random, edition: Edition, name: str) -> Card:
    """Return a legal card of the edition; the cheapest of a few tries, as soon as one is cheap."""
    best: Card | None = None
    for _ in range(TRIES):
        card = _any_card(rng, edition, name)
        if best is None or card.level < best.level:
            best = card
        if best.level <= CHEAP:
            break
    assert best is not None
    assert not card_problems(best, edition), best
    return best


def _any_card(rng: random.Random, edition: Edition, name: str) -> Card:
    caveat, sp, hp = None, 0, 0
    if rng.randrange(3):
        kind = "minion"
        sp, hp = rng.randint(0, 3), rng.randint(0, 6 if edition.rules["piercing"] else 15)
        named = edition.wording.style == "arrows"
        abilities = tuple(random_ability(rng, edition, f"ABILITY {i}" if named else "") for i in range(rng.choice((0, 1, 1, 2))))
        caveats = list_rows(edition, "caveat")
        if caveats and not rng.randrange(4):
            caveat = random_component(rng, caveats, edition)
    else:
        kind, abilities = "spell", (random_ability(rng, edition, ""),)
    bill = price(edition, kind, sp, hp, caveat, abilities)
    text = write_text(caveat, abilities, edition)
    price_of, made_for = (bill.level, None, bill.ultra), (edition.name, edition.number)
    return Card(name, kind, sp, hp, abilities, caveat, *price_of, *made_for, text)


def random_deck(rng: random.Random, edition: Edition, name: str = "deck") -> Deck:
    """Return a legal deck of twelve random cards and plain minions."""
    size = rng.randint(int(edition.rules["deck_min"]), int(edition.rules["deck_max"]))
    limit = edition.rules["ultra_limit"]
    ultra = limit if isinstance(limit, int) else 10**6
    counts: list[tuple[Card, int]] = []
    left = size - 4
    for i in range(12):
        card = random_card(rng, edition, f"{name} {i}")
        copies = min(left, rng.randint(1, 5))
        if card.ultra:
            copies = min(copies, ultra // card.ultra)
        if copies:
            counts.append((card, copies))
            left -= copies
            ultra -= copies * card.ultra
    counts.append((plain_minion(rng.randint(1, 2), rng.randint(1, 4), edition.name, f"{name} plain"), left + 4))
    reserves: tuple[tuple[Card, int], ...] = ()
    if edition.rules["reserves"] == "among":
        aside, wanted = [], int(edition.rules["reserves_size"])
        for card, copies in reversed(counts):
            taken = min(wanted, copies)
            if taken:
                aside.append((card, taken))
            wanted -= taken
        reserves = tuple(aside)
    elif edition.rules["reserves"] == "beside":
        reserves = ((random_card(rng, edition, f"{name} reserve"), rng.randint(1, int(edition.rules["reserves_size"]))),)
    deck = Deck(name, edition, None, tuple(counts), reserves)
    assert not deck_problems(deck), deck_problems(deck)
    return deck


@functools.cache
def random_decks(seed: int, edition: Edition, players: int) -> tuple[Deck, ...]:
    """Return one random legal deck a player: the match that a seed names, drawn once for all tests."""
    rng = random.Random(seed)
    return tuple(random_deck(rng, edition, f"P{p + 1}") for p in range(players))


@functools.cache
def random_match(seed: int, edition: str, players: int) -> Any:
    """Return the record of a match of `random_decks`, compiled once for all tests: no game writes into it."""
    return compile_match(random_decks(seed, load_edition(edition), players)).record


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
