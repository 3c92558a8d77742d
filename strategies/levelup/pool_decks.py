"""Random decks that pilots for Level-Up learn from: cards of the starter pool, of two or three types; no shipped deck is among them."""

import random
from collections import Counter

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.cards.card import Deck
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.games.levelup.reference import card_pool

FRESH = 900_000  # decks with numbers from here on are for tests: nothing is learned from them
FEW, MANY = 2, 3  # types of a deck
MAGIC = 0.25  # share of magic cards, on average


def pool_deck(edition: LevelUpEdition, number: int) -> Deck:
    """Return a random legal deck: creatures of two or three types, more of the low levels, and magic cards."""
    rng = random.Random(f"{edition.name} {number}")
    pool = card_pool(edition)
    copies, least = int(edition.parameter("copies")), int(edition.parameter("deck_min"))
    size = min(least + 8, rng.randint(least, int(edition.parameter("deck_max"))))
    types = sorted({card.type for card in pool if card.kind != "magic"})
    chosen = rng.sample(types, min(len(types), rng.randint(FEW, MANY)))
    magic = [card for card in pool if card.kind == "magic"]
    creatures = [card for card in pool if card.type in chosen and card.kind != "magic"]
    others = [card for card in pool if card.kind != "magic" and card.type not in chosen]
    wanted = min(len(magic) * copies, round(size * rng.uniform(0.5 * MAGIC, 1.5 * MAGIC)))
    picked = rng.sample([card.name for card in magic for _ in range(copies)], wanted)
    held = sorted((rng.random() * card.level, card.name) for card in creatures for _ in range(copies))  # low levels first, on average
    picked += [name for _, name in held[: size - wanted]]
    spare = [card.name for card in others if card.level == 1 for _ in range(copies)]
    picked += rng.sample(spare, min(len(spare), max(0, size - len(picked))))
    if len(picked) < least:
        raise KotcError(f"the starter pool is too small for a deck of {least} cards", file=edition.file)
    by_name = {card.name: card for card in pool}
    return Deck(f"{edition.name} {number}", edition, None, tuple((by_name[name], count) for name, count in Counter(picked).items()))
