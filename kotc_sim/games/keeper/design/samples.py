"""Decks as people write them, drawn at random: a curve of plain minions, removal, and a few kinds of texts.

Tuned decks are few and extreme, so they say little about the next deck. These are neither tuned nor chosen: on average cards gain in them
what they gain in decks of human style that took no part (docs/rate.md).
"""

import math
import random
import re

from kotc_sim.games.hosts import HostDeck
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.design.hosts import ARCHETYPES, KeeperHosts
from kotc_sim.games.keeper.design.pool import pool
from kotc_sim.games.keeper.editions import Edition

DECKS, SEED = 96, 1
CENTRES, STEEPNESS = (1, 2, 4, 5), 2.0
"""Levels around which plain minions lie, one deck after the other; a level further away, a body is exp(STEEPNESS) times as seldom."""
BODIES = 6  # kinds of plain minions in a deck
THEMES, REMOVAL = (2, 4), (2, 6)
"""Least and most kinds of texts in a deck, and copies of the standard spell that removes a minion."""
COPIES = 4  # of a card with a text
DEAREST = 9  # level above which a text is not drawn


def sample_decks(edition: Edition) -> tuple[HostDeck, ...]:
    """Return the same random decks each time; their cards may give way in the order of the curve."""
    table = KeeperHosts(edition)
    start = table.start(ARCHETYPES[0])
    by_text: dict[str, list[Card]] = {}
    for card in pool(edition):
        if not table.is_plain(card) and card.level <= DEAREST:
            by_text.setdefault(re.sub(r"\d+", "#", f"{card.kind} {card.text}"), []).append(card)
    families, dice = list(by_text.values()), random.Random(SEED)
    return tuple(
        HostDeck(f"sample {number + 1}", _draw(table, families, CENTRES[number % len(CENTRES)], len(start.cards), dice), start.aside)
        for number in range(DECKS)
    )


def _draw(table: KeeperHosts, families: list[list[Card]], centre: int, size: int, dice: random.Random) -> tuple[Card, ...]:
    removal, *_ = table.standard()
    themes = [dice.choice(family) for family in dice.sample(families, min(dice.randint(*THEMES), len(families)))]
    cards = [card for card in themes for _ in range(COPIES)] + [removal] * dice.randint(*REMOVAL)
    # An exponential waiting time for each body; the first ones come (P. S. Efraimidis and P. G. Spirakis 2006, weighted sampling).
    waits = {card.name: dice.expovariate(math.exp(-STEEPNESS * abs(card.level - centre))) for card in table.plain}
    bodies = sorted(table.plain, key=lambda card: waits[card.name])[:BODIES]
    return (*cards, *(dice.choice(bodies) for _ in range(size - len(cards))))
