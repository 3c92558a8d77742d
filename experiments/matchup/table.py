"""Three players or more at one table: what each deck's share of the wins is."""

from collections.abc import Sequence
from typing import Unpack

import numpy as np

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup.result import AtTable, MeanTurns, TableResult
from kotc_sim.experiments.pilots import pilot_limits, searches
from kotc_sim.experiments.result import CONFIDENCE, Limits, Verdict
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import all_alike, mean_interval
from kotc_sim.games.decks import Deck
from kotc_sim.runs import Contest, Part, Playing, simulate_parts
from kotc_sim.runs.tally import Tally
from kotc_sim.shared.result import MAX_PLAYERS, Ending
from kotc_sim.strategies import load

PILOT = "lookahead"
"""The strongest pilot that plays at a table: `best` learns matches of two decks. So what a table says is provisional."""
GAMES, SEARCHED_GAMES = 20_000, 4_000  # games of pilots at greedy's speed, and of those that search


def matchup_table(
    decks: Sequence[Deck], strategy: str = PILOT, *, games: int | None = None, seed: int = 1, **how: Unpack[Playing]
) -> TableResult:
    """Play three to eight decks of one edition at one table; a pilot that learns cannot, as it learns matches of two decks.

    The decks sit in every order that comes of turning the table, with the first two seats exchanged as well: each deck plays equally often
    in each seat. So ``games`` (by default as `games_for` says) are rounded up to whole turns of the table, two for each deck. Raises
    `KotcError` if there are too few or too many decks, they cannot play together, or the strategy learns.
    """
    n = len(decks)
    if not 3 <= n <= MAX_PLAYERS:
        raise KotcError(f"a table has 3 to {MAX_PLAYERS} players, not {n}", fix="Two decks are a match-up, without --table.")
    game = registry.of(decks[0])
    if load(game.key, strategy).learns:
        raise KotcError(f"{strategy} learns matches of two decks, and cannot play at a table", fix="Name another pilot, such as lookahead.")
    pairs = max(1, -(-(games or games_for(strategy)) // (2 * n)))
    orders = [[(place + turn) % n for place in range(n)] for turn in range(n)]
    contests = [Contest(tuple(decks[k] for k in order), (strategy, strategy)) for order in orders]
    counts = np.zeros((n, 3), np.int64)
    total = Tally()
    for i, run in simulate_parts([Part(contest, pairs) for contest in contests], seed, **how):
        for place, k in enumerate(orders[i]):
            counts[k] += run.tally.places[place]
        total.turns += run.tally.turns
        total.endings += run.tally.endings
    means = [(mean_interval([0.0, 0.5, 1.0], row), row) for row in counts]
    scores = [all_alike(one.value, int(row.sum())) if row.max() == row.sum() else one for one, row in means]
    p = holm([normal_p(one.value - 1 / n, one.standard_error) for one in scores])
    rows = tuple(
        AtTable(name=deck.name, path=str(deck.file), score=one.value, interval=one.cut(0, 1).ends, p=float(value))
        for deck, one, value in zip(decks, scores, p, strict=True)
    )
    by_turn, played = total.turns.sum(axis=1), total.games
    return TableResult(
        seed=seed,
        edition=decks[0].edition.name,
        game=game.mark.get("game"),
        strategies=(strategy,),
        play="table",
        verdict=Verdict.PROVISIONAL,
        provisional_by=strategy,
        games=played,
        confidence=CONFIDENCE,
        share=1 / n,
        table=rows,
        turns=MeanTurns(mean=float(by_turn @ np.arange(len(by_turn)) / played)),
        endings={name: float(total.endings[e].sum() / played) for e, name in game.words.endings.items() if total.endings[e].sum()},
        limits=Limits(capped=float(total.endings[Ending.TURN_CAP].sum() / played), family=n, **pilot_limits([contests[0]])),
    )


def games_for(strategy: str) -> int:
    """Return how many games are played where nobody says it."""
    return SEARCHED_GAMES if searches(strategy) else GAMES
