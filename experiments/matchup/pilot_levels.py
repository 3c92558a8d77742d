"""The rungs of play that a match-up climbs: which pilots, how many games each, and whether the verdict has settled at the top.

A score is a score under some pilot (docs/verdicts.md). The number of games depends on the edition alone, not on the clock, so that the
same arguments give the same result; the table of pilots (`kotc_sim.strategies.builtin`) has them, so that rungs of shipped decks take
less than 20 seconds of two processors, most of them at the strongest, whose interval is the headline's. Learning, and variants of the
strongest (`variants`), come on top.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from kotc_sim import games as registry
from kotc_sim.experiments.matchup.result import MatchupResult, Pairing
from kotc_sim.experiments.matchup.variants import moves
from kotc_sim.experiments.result import CONFIDENCE, Verdict
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.verdicts import USUAL, Bands, judge_matchup, more_games
from kotc_sim.games.decks import Deck
from kotc_sim.strategies.builtin import PILOTS

CLOSE = 0.05
"""The two strongest rungs say the same if the interval of their difference contains 0 and is narrower than ± this."""


@dataclass(frozen=True, slots=True)
class PilotLevel:
    """A pilot who plays both decks, and the number of games."""

    strategy: str
    games: int


def pilot_levels_of(deck: Deck, games: int | None = None) -> list[PilotLevel]:
    """Return the rungs of a deck's edition, from weakest to strongest; ``games`` are the strongest's, exactly, and no other plays more."""
    key = registry.of(deck).key
    found = [
        PilotLevel(name, row.slower.get(deck.edition.base, row.games)) for name, row in PILOTS.items() if row.games and key in row.plays
    ]
    if games is None:
        return found
    *below, top = found
    return [*(PilotLevel(one.strategy, min(one.games, games)) for one in below), PilotLevel(top.strategy, games)]


Scored = MatchupResult | Pairing  # A match-up under one pilot


@dataclass(frozen=True, slots=True)
class Settled:
    """Whether a verdict has settled at the top of the ladder."""

    settled: bool | None
    """True: the two strongest rungs agree in a verdict that is decided, or their difference is 0 within ± `CLOSE`. False: they contradict
    each other, or the score moves under a variant of the strongest (`variants.moves`). None: too few games to tell.
    """
    difference: Interval  # score of the strongest rung minus that of the one below it; the two count as independent
    verdict: Verdict
    """The one verdict: *depends on play* if not settled; *undecided* if there are too few games to tell (what a sequential test has decided
    stays decided); else the strongest rung's.
    """
    more_games: int | None  # for *undecided*: about how many more games of the strongest rung would decide it


def difference_of(result: Scored, other: Scored) -> Interval:
    """Return one score minus the other, as if the two were independent: on the same deals they are not, and the interval is wider."""
    halves = [max(one.interval[1] - one.score, one.score - one.interval[0]) for one in (result, other)]
    half, shift = math.hypot(*halves), result.score - other.score
    return Interval(shift, shift - half, shift + half, CONFIDENCE)


def settle(strongest: Scored, below: Scored, bands: Bands = USUAL, variants: Iterable[Scored] = ()) -> Settled:
    """Judge two rungs of one match-up together, and the strongest by what its variants score.

    More games may decide what was undecided, but they do not turn one verdict into another by rule alone: that play matters is only
    said where the interval of the difference excludes 0.
    """
    (word, side), (other, other_side) = (_judge(result, bands) for result in (strongest, below))
    difference = difference_of(strongest, below)
    half = difference.high - difference.value
    if any(moves(difference_of(variant, strongest)) for variant in variants):
        return Settled(False, difference, Verdict.DEPENDS, None)
    if strongest.verdict is Verdict.IDLE:
        return Settled(None, difference, Verdict.IDLE, None)
    agree = word == other is not Verdict.UNDECIDED and (word is Verdict.FAIR or side == other_side)
    same = difference.contains(0.0)
    own, missing = strongest.verdict, strongest.more_games
    if agree or (same and half < CLOSE):
        return Settled(True, difference, own, missing)
    if not same:
        return Settled(False, difference, Verdict.DEPENDS, None)
    if own in (Verdict.UNDECIDED, Verdict.ACCEPTED):
        return Settled(None, difference, own, missing)
    return Settled(None, difference, Verdict.UNDECIDED, more_games(strongest.games, half, CLOSE))


def _judge(result: Scored, bands: Bands) -> tuple[Verdict, bool]:
    """Return what the interval says by the bands, and whether A is ahead."""
    low, high = result.interval
    found = judge_matchup(Interval(result.score, low, high, CONFIDENCE), result.games, bands)
    return found.verdict, result.score > 0.5
