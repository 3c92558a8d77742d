"""A match-up along the ladder: the same two decks under stronger and stronger play, and one verdict of the strongest."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup.matchup import is_clear, matchup, require_one_rule
from kotc_sim.experiments.matchup.pilot_levels import PilotLevel, Scored, difference_of, pilot_levels_of, settle
from kotc_sim.experiments.matchup.result import Climb, MatchupResult, VariantScore
from kotc_sim.experiments.matchup.result import Rung as Played
from kotc_sim.experiments.matchup.variants import MOST, Variant, moves, stays, variants_for
from kotc_sim.experiments.statistics.verdicts import USUAL, Bands
from kotc_sim.games.decks import Deck
from kotc_sim.games.protocol import attributes
from kotc_sim.runs import Contest, Workers, crew_of, finish_compiling, learn_aside
from kotc_sim.runs.tally import Tally
from kotc_sim.strategies import load


class Watcher(Protocol):
    """Called with what is known so far."""

    def begin(self, pilot: str, total: int | None) -> None:
        """Note that a pilot begins; ``total`` is its number of games, if that is known."""

    def advance(self, games: int) -> None:
        """Note that so many more games are finished."""

    def look(self, tally: Tally) -> None:
        """Take the pilot's counts so far."""

    def end(self, pilot: str, result: MatchupResult) -> None:
        """Note that the pilot has played."""


def matchup_ladder(
    decks: Sequence[Deck],
    *,
    rungs: Sequence[PilotLevel] | None = None,
    games: int | None = None,
    precision: float | None = None,
    sprt: tuple[float, float] | None = None,
    seed: int = 1,
    bands: Bands = USUAL,
    workers: Workers | None = None,
    jobs: int | None = None,
    watcher: Watcher | None = None,
) -> MatchupResult:
    """Play two decks against each other under each rung of their edition, weakest first, and judge by the strongest.

    - ``rungs``: from weakest to strongest, two or more; by default those of `pilot_levels_of`.
    - ``games``, ``precision``, ``sprt``: as `matchup` has them: they apply to the strongest rung. With ``games`` no other rung plays more
      than that.
    - ``jobs``: threads for what pilots learn; by default all processors.
    - ``watcher``: called with what is known so far.

    The result is the strongest rung's, with ``climb``, and the verdict of all of them (`settle`). A `KotcError`
    if there are fewer than two rungs, or more than one stopping rule is given.
    """
    require_one_rule(games, precision, sprt)
    climbed = list(pilot_levels_of(decks[0], games) if rungs is None else rungs)
    if len(climbed) < 2:
        raise KotcError("a ladder needs two rungs or more", fix="Name the pilots with --strategy-a and --strategy-b")
    with crew_of(workers, jobs) as crew:

        def play(strategy: str, fit: Any, rule: Mapping[str, Any], variant: str = "") -> MatchupResult:
            contest = Contest(tuple(decks), (strategy, strategy), fit)
            if watcher is None:
                return matchup(contest, **rule, seed=seed, bands=bands, workers=crew)
            name = f"{strategy}, {variant}" if variant else strategy
            watcher.begin(name, None if "precision" in rule else rule["games"])
            result = matchup(contest, **rule, seed=seed, bands=bands, workers=crew, on_chunk=watcher.advance, on_look=watcher.look)
            watcher.end(name, result)
            return result

        found: dict[str, MatchupResult] = {}
        game = registry.of(decks[0])
        learners = [rung.strategy for rung in climbed if load(game.key, rung.strategy).learns]
        learned = functools.cache(learn_aside(decks, learners, jobs=jobs))
        # Who need not learn first plays first: a reader sees figures while the others learn.
        for rung in sorted(climbed, key=lambda rung: rung.strategy in learners):
            if rung.strategy in learners:  # the others played while these were compiled
                finish_compiling()
            rule: Mapping[str, Any] = {"games": rung.games, "until": None if games else lambda cells: is_clear(cells, bands)}
            if rung is climbed[-1] and (precision is not None or sprt is not None):
                rule = {"games": games, "precision": precision, "sprt": sprt}
            fit = learned() if rung.strategy in learners else None
            found[rung.strategy] = play(rung.strategy, fit, rule)
        strongest = found[climbed[-1].strategy]
        clear = is_clear(np.array(strongest.pair_scores), bands)
        known = clear or settle(strongest, found[climbed[-2].strategy], bands).settled is False  # no variant could change the word
        asked = [] if known else variants_for(decks, climbed[-1].strategy, fit, strongest.games, jobs=jobs)
        checks = [(one, play(one.strategy, one.learned(), {"games": n, "until": stays(strongest.score, n)}, one.what)) for one, n in asked]
    result = _together([found[rung.strategy] for rung in climbed], checks, clear, bands)
    silent = (f"{deck.name} names the strategy {deck.strategy}, which is no rung and did not play." for deck in decks if deck.strategy)
    return replace(result, notes=(*(result.notes or ()), *silent))


def _together(
    results: Sequence[MatchupResult], checks: Sequence[tuple[Variant, MatchupResult]], clear: bool, bands: Bands
) -> MatchupResult:
    """Return the strongest rung's result with the ladder and its variants, and the verdict of the two strongest and these."""
    strongest, below = results[-1], results[-2]
    found = settle(strongest, below, bands, [result for _, result in checks])
    climb = Climb(
        ladder=tuple(rung_of(result) for result in results),
        variants=tuple(variant_score(variant, result, strongest) for variant, result in checks),
        clear=clear or None,
        settled=found.settled,
        ladder_difference=found.difference.measure,
    )
    return replace(strongest, verdict=found.verdict, more_games=found.more_games, play="ladder", climb=climb)


def variant_score(variant: Variant, result: MatchupResult, strongest: Scored) -> VariantScore:
    """Return what a result says as one of a variant of the strongest pilot."""
    change = difference_of(result, strongest)
    scored = {name: getattr(rung_of(result), name) for name in Played.__dataclass_fields__}
    return VariantScore(**scored, variant=variant.what, moved=change.measure, allowed=MOST, moves=moves(change))


def rung_of(result: MatchupResult) -> Played:
    """Return what a result says as a rung of a ladder."""
    a, b = result.pilots_named
    return Played(strategy=a if a == b else f"{a}, {b}", **attributes(result, "score interval games margin first_player_advantage"))
