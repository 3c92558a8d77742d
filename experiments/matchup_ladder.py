"""A match-up along the ladder: the same two decks under stronger and stronger play, and one verdict of the strongest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup import matchup, require_one_rule
from kotc_sim.experiments.matchup_result import MatchupResult
from kotc_sim.experiments.rungs import Rung, rungs_of, settle
from kotc_sim.experiments.statistics import Bands
from kotc_sim.games.protocol import Deck
from kotc_sim.runs import Contest, Workers, learn
from kotc_sim.runs.tally import Tally


class Watcher(Protocol):
    """Who is told what is known so far."""

    def begin(self, rung: Rung, total: int | None) -> None:
        """Note that a rung begins; ``total`` is its number of games, if that is known."""

    def advance(self, games: int) -> None:
        """Note that so many more games are finished."""

    def look(self, tally: Tally) -> None:
        """Take the counts of the rung so far."""

    def end(self, rung: Rung, result: MatchupResult) -> None:
        """Note that the rung has been played."""


def matchup_ladder(
    decks: Sequence[Deck],
    *,
    rungs: Sequence[Rung] | None = None,
    games: int | None = None,
    precision: float | None = None,
    sprt: tuple[float, float] | None = None,
    seed: int = 1,
    bands: Bands | None = None,
    workers: Workers | None = None,
    jobs: int | None = None,
    watcher: Watcher | None = None,
) -> MatchupResult:
    """Play two decks against each other under each rung of their edition, weakest first, and judge by the strongest.

    Parameters
    ----------
    decks : sequence of Deck
        A and B.
    rungs : sequence of Rung, optional
        From weakest to strongest, two or more; by default those of `rungs_of`.
    games, precision, sprt
        As `matchup` has them: they apply to the strongest rung. With ``games`` no other rung plays more than that.
    seed : int
        Run seed: all rungs play the same deals.
    bands : Bands, optional
        What counts as fair and broken.
    workers : Workers, optional
        Where to play.
    jobs : int, optional
        Threads for what pilots learn; by default all processors.
    watcher : Watcher, optional
        Told what is known so far.

    Returns
    -------
    MatchupResult
        The strongest rung's, with ``ladder`` and ``settled`` in its data, and the verdict of both (`settle`).

    Raises
    ------
    KotcError
        If there are fewer than two rungs, or more than one stopping rule is given.
    """
    require_one_rule(games, precision, sprt)
    climbed = list(rungs_of(decks[0], games) if rungs is None else rungs)
    if len(climbed) < 2:
        raise KotcError("a ladder needs two rungs or more", fix="Name the pilots with --strategy-a and --strategy-b")
    own = workers is None
    crew = workers or Workers(jobs)
    try:
        found: dict[str, MatchupResult] = {}
        game = registry.of(decks[0])
        fit: Any = None
        # Who need not learn first plays first: a reader sees figures while the others learn.
        for rung in sorted(climbed, key=lambda rung: registry.pilot(game, rung.strategy).learns):
            top = rung is climbed[-1]
            rule: dict[str, Any] = {"games": rung.games}
            if top and (precision is not None or sprt is not None):
                rule = {"games": games, "precision": precision, "sprt": sprt}
            fit = fit or learn(decks, [rung.strategy], jobs=jobs)
            contest = Contest(tuple(decks), (rung.strategy, rung.strategy), fit)
            on_chunk: Callable[[int], None] | None = None
            on_look: Callable[[Tally], None] | None = None
            if watcher is not None:
                watcher.begin(rung, None if "precision" in rule else rung.games)
                on_chunk, on_look = watcher.advance, watcher.look
            result = matchup(contest, **rule, seed=seed, bands=bands, workers=crew, on_chunk=on_chunk, on_look=on_look)
            if watcher is not None:
                watcher.end(rung, result)
            found[rung.strategy] = result
    finally:
        if own:
            crew.close()
    result = _together([found[rung.strategy] for rung in climbed], bands)
    for deck in decks:
        if deck.strategy:
            result.data["notes"].append(f"{deck.name} names the strategy {deck.strategy}, which is no rung and did not play.")
    return result


def _together(results: Sequence[MatchupResult], bands: Bands | None) -> MatchupResult:
    """Return the strongest rung's result with the ladder, and the verdict of the two strongest."""
    strongest, below = results[-1], results[-2]
    found = settle(strongest, below, bands)
    strongest.data |= {
        "verdict": found.verdict,
        "more_games": found.more_games,
        "play": "ladder",
        "ladder": [rung_of(result) for result in results],
        "settled": found.settled,
        "ladder_difference": {"value": found.difference.value, "interval": [found.difference.low, found.difference.high]},
    }
    return strongest


def rung_of(result: MatchupResult) -> dict[str, Any]:
    """Return a rung of ``ladder`` as docs/reports.md has it; of two different pilots, the name of A's and of B's."""
    a, b = result.data["strategies"]["a"], result.data["strategies"]["b"]
    return {
        "strategy": a if a == b else f"{a}, {b}",
        "score": result.data["score"],
        "interval": result.data["interval"],
        "games": result.data["games"],
        "margin": result.data["margin"],
        "first_player_advantage": result.data["first_player_advantage"],
    }
