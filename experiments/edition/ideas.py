"""The same ideas of a deck played in several editions: plain cards and standard ones, rebuilt from the prices of each.

The ideas are the reference decks of a game (`Game.reference_decks`); they play a round robin on the same seeds in every edition.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from kotc_sim import games
from kotc_sim.experiments.edition import played
from kotc_sim.experiments.edition.result import DeckFigures, EditionLimits, Figure
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.games.decks import Deck
from kotc_sim.games.protocol import Edition
from kotc_sim.runs import Contest, Playing

GAMES = 400  # games of each match-up in each edition, if nothing else is asked for


def ideas(edition: Edition) -> Sequence[Deck]:
    """Return the decks that stand for the same ideas in every edition."""
    return games.of(edition).reference_decks(edition)


def games_in_all(editions: Sequence[Edition], each: int) -> int:
    """Return how many games are played with so many asked for each match-up."""
    return sum(len(_matchups(ideas(edition))) for edition in editions) * 2 * played.BLOCKS * played.pairs_of_a_block(each)


@dataclass(frozen=True)
class PlayedIdeas:
    """What was counted of the ideas in each edition: their decks there, and a contest of each match-up."""

    editions: Sequence[Edition]
    decks: list[Sequence[Deck]]
    arms: list[played.Played]
    contests: list[Contest]

    @property
    def games(self) -> int:
        """Games of all editions."""
        return int(sum(arm.sums[..., played.Sum.GAMES].sum() for arm in self.arms))

    def quantities(self) -> list[played.Quantity]:
        """Return what is reported of games, the same in each edition."""
        return played.quantities([arm.sums for arm in self.arms], games.of(self.editions[0]).words)

    def report(self, one: played.Quantity, i: int) -> Interval:
        """Return a quantity in edition ``i`` with its interval."""
        return (played.estimate_share if one.unit == "share" else played.estimate)(one.value, self.arms[i].sums.sum(axis=0))

    def figures(self, i: int) -> list[Figure]:
        """Return all quantities in edition ``i``."""
        found = ((one, self.report(one, i)) for one in self.quantities())
        return [Figure(what=one.what, unit=one.unit, value=shown.value, interval=shown.ends) for one, shown in found]

    def of_decks(self, i: int) -> list[DeckFigures]:
        """Return the quantities of each deck in edition ``i``, over the games that it takes part in."""
        rows = []
        for k, deck in enumerate(self.decks[i]):
            blocks = self.arms[i].of_deck(k, _matchups(self.decks[i]))
            figures = {key: played.estimate(value, blocks) for key, value in played.OF_A_DECK.items()}
            figures["score"] = figures["score"].cut(0, 1)
            rows.append(DeckFigures(name=deck.name, **{key: one.measure for key, one in figures.items()}))
        return rows

    def limits(self) -> EditionLimits:
        """Return what the report says of all games."""
        return played.limits_of(self.arms, self.contests)


def play_ideas(editions: Sequence[Edition], strategy: str, games_each: int, seed: int, **how: Unpack[Playing]) -> PlayedIdeas:
    """Play the ideas in each edition of a game, on the same seed: ``games_each`` of each match-up, rounded up to whole blocks of pairs."""
    decks = [ideas(edition) for edition in editions]
    contests = [[Contest((of_it[a], of_it[b]), (strategy, strategy)) for a, b in _matchups(of_it)] for of_it in decks]
    arms = played.play_blocks(contests, games_each, seed, how)
    return PlayedIdeas(editions, decks, arms, list(itertools.chain.from_iterable(contests)))


def _matchups(decks: Sequence[Deck]) -> list[tuple[int, int]]:
    return list(itertools.combinations(range(len(decks)), 2))
