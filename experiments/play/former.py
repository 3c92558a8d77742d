"""A new `best` against a former one, head to head: both sides with the same deck, which each has learned by itself.

A better score against another rung can hide a loss against what played before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kotc_sim.experiments.play.duel import duel
from kotc_sim.experiments.play.result import AgainstFormer
from kotc_sim.experiments.statistics.intervals import ends_of
from kotc_sim.games.protocol import Deck
from kotc_sim.runs import Contest, match_of, pilots_of
from kotc_sim.strategies import load

PILOT = "best"
BAR = 0.48
"""What the new one has to score on each deck."""


def meet_former(
    former: str,
    decks: Sequence[Deck],
    *,
    games: int = 200,
    seed: int = 1,
    jobs: int | None = None,
    on_games: Callable[[int], None] | None = None,
) -> tuple[AgainstFormer, ...]:
    """Play `best` against a former one, a strategy's name or file, on each deck; ``games`` on each are rounded down to pairs."""
    rows = []
    for deck in decks:
        pilots_of(Contest((deck, deck), (PILOT, former)))
        match: Any = match_of((deck, deck))

        def seat(name: str, deck: Deck = deck, match: Any = match) -> Any:
            pilot: Any = load(deck.game, name)
            return pilot.seated(match, pilot.learn((deck, deck), jobs=jobs or 1)) if pilot.learns else pilot

        found = duel(match, (seat(PILOT), seat(former)), seed, max(1, games // 2), jobs, on_games).score_interval()
        rows.append(AgainstFormer(deck=deck.name, score=found.value, interval=ends_of(found), holds=found.value >= BAR))
    return tuple(rows)
