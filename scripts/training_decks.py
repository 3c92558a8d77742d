"""Random decks that pilots learn from: no shipped deck, no home and no reference deck is among them.

Half of their kinds of cards come from the edition's card files, the others are plain minions on a curve.
"""

from __future__ import annotations

import random
from pathlib import Path

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.reader import load_cards, plain_minion
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.reference import plain

ROOT = Path(__file__).resolve().parent.parent
POOLS = {
    "kotc-17": ("kotc-17-printed.yaml", "kotc-17-armory.yaml"),
    "kotc-12": ("kotc-12.yaml",),
    "kotc-9": ("kotc-9-starter.yaml",),
    "kotc-5": ("kotc-5.yaml",),
}
"""Files of cards by edition, in decks/cards."""
FRESH = 900_000
"""Decks with numbers from here on are for tests: nothing is learned from them."""


def training_deck(edition_name: str, seed: int) -> Deck:
    """Return a random deck of 40 cards: plain minions on a curve, and cards of the edition's card files."""
    rng = random.Random(f"{edition_name} {seed}")
    edition = load_edition(edition_name)
    pool = [card for name in POOLS[edition_name] for card in load_cards(ROOT / "decks" / "cards" / name, edition)]
    share = 2 if edition.rules["piercing"] else 5
    plain = [plain_minion(sp, share * hp, edition.name, edition.number) for sp in range(1, 4) for hp in range(3) if sp + hp < 5]
    chosen = rng.sample(pool, min(len(pool), rng.randint(3, 7))) + rng.sample(plain, rng.randint(2, 4))
    counts = [4] * len(chosen)
    while sum(counts) < 40:
        counts[rng.randrange(len(counts))] += 1
    while sum(counts) > 40:
        counts[rng.randrange(len(counts))] -= 1
    cards = tuple((card, count) for card, count in zip(chosen, counts, strict=True) if count > 0)
    reserves: tuple[tuple[Card, int], ...] = ()
    if edition.rules["reserves"] == "among":
        reserves = tuple((card, min(count, 2)) for card, count in cards[:5])
    elif edition.rules["reserves"] == "beside":
        reserves = ((cards[0][0], 5),)
    return Deck(f"{edition_name} {seed}", edition, None, cards, reserves)


def plain_curve(edition_name: str, seed: int) -> Deck:
    """Return a random deck of 40 plain minions with levels between 1 and 7."""
    rng = random.Random(f"plain {edition_name} {seed}")
    edition = load_edition(edition_name)
    top = rng.randint(3, 7)
    levels = sorted(min(top, max(1, round(rng.gauss((1 + top) / 2, top / 4)))) for _ in range(40))
    share = rng.uniform(0.35, 0.65)
    aside = ((plain(edition, 2), int(edition.rules["reserves_size"])),) if edition.rules["reserves"] == "beside" else ()
    return Deck(f"plain {edition_name} {seed}", edition, None, tuple((plain(edition, level, share), 1) for level in levels), aside)
