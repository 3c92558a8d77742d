"""What an effect of a magic card of Level-Up is worth in points of attack: score for score.

A magic card has no attack that it could lack, so its effect cannot be priced on the card itself. Instead two things are
done to the same deck, each alone: magic cards that have no effect get it, and as many plain creatures elsewhere in
the deck get another attack. The price is the change of attack of one creature that moves the deck's score as much
as the effect on one card does. As the card is in both decks, its slot, its draw and its play are no part of the price.

The search, the pairing on shared luck, the interval and the limits of the grid are those of fair attacks
(`kotc_sim.experiments.levelup.rate`): score with the effect minus score with the attack falls as the attack rises.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kotc_sim.experiments.levelup.rate import AttackProbe, AttackRater, used_by
from kotc_sim.experiments.statistics import FairLevel, Interval, mean_interval
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.text import Effect
from kotc_sim.yaml_source import Node

_NOWHERE = Node("scalar", "", 0, 0)


@dataclass(frozen=True)
class ScoreRating:
    """What a magic card's effect does to a deck, and the attack that does the same.

    Attributes
    ----------
    creature : Card
        The plain creature on the line whose attack is changed.
    fair : FairLevel
        Its ``level`` is the attack with which the creatures do as much for the deck as the effect; its ``delta`` the score with
        the effect minus the score with that attack.
    by_archetype : dict of str to FairLevel
    score : Interval
        Score with the effect minus score without it.
    reach : Interval
        Score with the highest attack tried minus score with the lowest: what attack can do in these decks at all.
    pairs : dict of int to int
        Pairs with each attack.
    used : ndarray, int64, shape (4,)
        Of the magic card, sums over copies and games: drawn, offered, played, activated.
    """

    creature: Card
    fair: FairLevel
    by_archetype: dict[str, FairLevel]
    score: Interval
    reach: Interval
    pairs: dict[int, int]
    used: NDArray[np.int64] = field(repr=False)

    @property
    def used_share(self) -> float | None:
        """Share of the games in which the effect was activated, of those in which the card could be played."""
        return min(1.0, int(self.used[3]) / int(self.used[1])) if self.used[1] else None


def magic_card(effect: Effect | None = None) -> Card:
    """Return a magic card with this effect and no other, or with none."""
    name = f"{effect.kind}: {effect.text}" if effect is not None else "magic card without effects"
    return Card(name, "magic", "Magic", "", 0, 0, 0, (effect,) if effect is not None else (), _NOWHERE)


def rate_by_score(rater: AttackRater, changed: Card, unchanged: Card, creature: Card, strategy: str = "greedy") -> ScoreRating:
    """Find the attack of creatures that moves a deck's score as much as a change of its magic cards.

    Parameters
    ----------
    rater : AttackRater
        The reference decks, and where games are played.
    changed, unchanged : Card
        The magic card with and without what is priced, in as many slots as the creature.
    creature : Card
        A plain creature on the line.
    strategy : str
        Plays both sides.
    """
    probe = AttackProbe(
        rater,
        rater.bench.contexts(creature.type, creature.level, magic_slots=True),
        lambda context: rater.deck(context, creature, changed),
        lambda context, attack: rater.deck(context, replace(creature, attack=attack), unchanged),
        creature.attack,
        strategy,
    )
    # With the line's own attack the tried deck is the one without the effect: what the effect does to the score.
    probe.search(always=[creature.attack])
    attacks, rows = probe.table()
    effect = rows[:, attacks.index(creature.attack)]
    ends = rows[:, 0] - rows[:, -1]
    outcomes = [outcome for found in probe.referred.values() for outcome in found]
    return ScoreRating(
        creature,
        probe.fair(),
        probe.by_archetype(),
        mean_interval(effect[np.isfinite(effect)]),
        mean_interval(ends[np.isfinite(ends)]),
        probe.pairs(),
        used_by(changed, outcomes, rater.bench.slots),
    )
