"""The weights of quick for the decks at hand: those of the edition, moved until the policy of a fit scores more against greedy.

The policy's corrections are fitted to what a search took, which looks further ahead than greedy's scores do; with both added up, other
weights are the best ones, and they differ from deck to deck. An evolution strategy looks for them: sets of weights around the present
ones play the same games, and the present ones move towards those that won more. A game takes some hundred-thousandths of a second, so
it can afford many. Chances are drawn and sums are made in a fixed order by Python's own numbers: the same fit gives the same weights.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import new_game
from kotc_sim.strategies.fit import quantised
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.levelup.adjustments import NAMES, tuned_weights
from kotc_sim.strategies.levelup.greedy import score as GREEDY
from kotc_sim.strategies.levelup.policies import added_name, policy_numbers
from kotc_sim.strategies.threads import threads_of

GENERATIONS = 60
SETS = 16
"""Of weights, in a generation; the second half are the first ones turned round."""
GAMES = 200  # of each set, over all matches
FIRST_STEP, LAST_STEP = 0.6, 0.25
"""Standard deviation of a weight in the first and in the last generation, in points."""
DRAWS = 3
"""Numbers between -1 and 1 of which a step is the sum: their variance is 1, and no function of the machine's library is needed."""
SETTLED = 2 / 3
"""Share of the generations after which the weights are averaged: each alone is as noisy as its games."""
SEEDS = 100_000
"""The seeds of the games are those of learning and so much: the trial of the pilots, which comes after it, plays games of its own."""

Point = list[float]
Judge = Callable[[Point, int], float]
"""Returns how good a point is, by games of a generation."""


@dataclass(frozen=True)
class _Arena:
    """A match in which sets of weights are tried, by ``games`` of each; ``places`` (float64) are the policy's corrections in it."""

    match: Any
    places: Any
    games: int

    def score(self, weights: Point, seed: int) -> float:
        """Return what the policy scores with these weights of the heuristic, in games won."""
        from kotc_sim.games.levelup.engine.machine import advance
        from kotc_sim.strategies.levelup.deck_games import score_against

        numbers = np.concatenate([np.array(weights), self.places])
        game, scores = new_game(self.match.record)[0], np.zeros(kinds.MAX_OPTIONS)
        with np.errstate(over="ignore"):
            return float(score_against(advance, GREEDY.address, game, scores, np.uint64(seed), self.games, numbers))


def with_deck_weights(matches: Sequence[Any], fit: Fit, seed: int, generations: int, jobs: int = 1) -> Fit:
    """Return the fit, which has a policy, with what is added to the edition's weights: the same in all these matches.

    ``generations`` is how long is searched; without any, the fit itself is returned. ``seed`` is that of learning; ``jobs`` threads play.
    """
    from kotc_sim.strategies.levelup.deck_games import BLOCK

    if generations < 1:
        return fit
    games = BLOCK * max(1, GAMES // (BLOCK * len(matches)))
    arenas = [_Arena(match, policy_numbers(match, fit)[len(NAMES) :], games) for match in matches]

    def judge(point: Point, generation: int) -> float:
        return sum(arena.score(point, seed + SEEDS + generation) for arena in arenas)

    start = tuned_weights()
    judge(start.tolist(), 0)  # in one thread: numba finds out what it is given, which is not safe in several
    found = evolved(judge, start.tolist(), generations, random.Random(seed), threads_of(jobs).map)
    added = quantised(np.array(found) - start)
    return replace(fit, weights={**fit.weights, **{added_name(name): steps for name, steps in zip(NAMES, added, strict=True)}})


def evolved(judge: Judge, start: Point, generations: int, chances: random.Random, each: Callable[..., Iterable[float]] = map) -> Point:
    """Return the mean of the last points of a walk from ``start`` towards what is judged to be better; ``each`` maps as `map` does."""
    point, passed = start, []
    for generation in range(generations):
        part = generation / max(1, generations - 1)
        steps = _steps(len(start), FIRST_STEP + (LAST_STEP - FIRST_STEP) * part, chances)
        worth = list(each(lambda tried: judge(*tried), [(_moved(point, step, 1.0), generation) for step in steps]))
        best = sorted(range(SETS), key=worth.__getitem__, reverse=True)[: SETS // 2]
        point = _towards(point, [steps[i] for i in best])
        passed.append(point)
    settled = passed[int(SETTLED * generations) :]
    return [sum(values) / len(settled) for values in zip(*settled, strict=True)]


def _steps(count: int, size: float, chances: random.Random) -> list[Point]:
    """Return steps of a generation: half of them by chance, and each of these turned round."""
    drawn = [[size * sum(chances.uniform(-1.0, 1.0) for _ in range(DRAWS)) for _ in range(count)] for _ in range(SETS // 2)]
    return drawn + [[-x for x in step] for step in drawn]


def _moved(point: Point, step: Point, share: float) -> Point:
    return [x + share * d for x, d in zip(point, step, strict=True)]


def _towards(point: Point, steps: Sequence[Point]) -> Point:
    """Return a point moved by the mean of the steps, of which the first counts most, and each later one as much less."""
    shares = [len(steps) - k for k in range(len(steps))]
    for share, step in zip(shares, steps, strict=True):
        point = _moved(point, step, share / sum(shares))
    return point
