"""How exploitable a pilot is: a learner that meets it alone, and what that learner then scores against it.

A score near one half says that this learner finds nothing against the pilot, and no more: another one may.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kotc_sim import games as registry
from kotc_sim.experiments.play.duel import duel
from kotc_sim.experiments.play.result import DeckResponse, ResponseResult
from kotc_sim.experiments.statistics.pairs import Pairs
from kotc_sim.games.decks import Deck
from kotc_sim.games.protocol import attributes
from kotc_sim.runs import learn, learn_with
from kotc_sim.strategies import load

RESPONDER = "best"


def response_of(
    name: str,
    decks: Sequence[Deck],
    *,
    games: int = 400,
    seed: int = 1,
    budget: float | None = None,
    jobs: int | None = None,
    on_games: Callable[[int], None] | None = None,
) -> ResponseResult:
    """Learn a best response to a pilot on each deck of a game, both sides with that deck, and play it against the pilot.

    ``games`` of each deck are rounded down to pairs, and are other games than those that are learned from; ``seed`` is theirs. ``budget``
    are processor-seconds of learning on each deck, by default the plan of `best`. ``on_games`` is called with the number of games of each
    finished piece. Raises `KotcError` if there is no such pilot.
    """
    game = registry.of(decks[0])
    pilot: Any = load(game.key, name)
    responder: Any = load(game.key, RESPONDER)
    responder = responder if budget is None else responder.within(budget)
    pairs = max(1, games // 2)
    rows, cells = [], np.zeros(5, np.int64)
    for deck in decks:
        mirror = (deck, deck)
        own = learn(mirror, [name], jobs=jobs)
        response = responder.against(pilot, own)
        fit = learn_with(functools.partial(_train, response, mirror), jobs)
        match = game.compile(mirror)
        found = duel(match, (response.seated(match, fit), pilot.seated(match, own)), seed, pairs, jobs, on_games)
        score = found.score_interval()
        cells += found.cells
        learned = attributes(fit, "made_of digest")
        rows.append(DeckResponse(name=deck.name, edition=deck.edition.name, score=score.value, interval=score.ends, **learned))
    whole = Pairs(cells).score_interval()
    return ResponseResult(
        pilot=name, responder=RESPONDER, pairs=pairs * len(rows), score=whole.value, interval=whole.ends, decks=tuple(rows)
    )


def _train(response: Any, decks: Sequence[Deck], on_games: Callable[[int], None], jobs: int) -> Any:
    return response.train(decks, jobs=jobs, on_games=on_games)
