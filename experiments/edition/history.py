"""What changed from each published edition of a game to the next, and how the same ideas of a deck play in each.

The ideas are the reference decks of a game (`Game.reference_decks`): plain minions and standard spells, rebuilt from the prices of
each edition, since hardly a card of the first edition is legal in the last. They play a round robin on the same seeds in every edition.
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Unpack

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.edition import result as results
from kotc_sim.experiments.edition.diff import component_of
from kotc_sim.experiments.edition.ideas import GAMES, play_ideas
from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.games.pilots import STRATEGY
from kotc_sim.games.protocol import Edition, Game, History
from kotc_sim.runs import Playing

KINDS = ("added", "removed", "redacted", "allowed", "repriced", "reworded")
"""What may become of a component."""


def list_published(game: Game) -> Sequence[Edition]:
    """Return the published editions of a game, the first one first; `KotcError` if it has no history."""
    return _history(game).list_published()


def _history(game: Game) -> History:
    if game.history is None:
        raise KotcError(f"{game.title} has one edition and no history", fix=f"Leave --game out, for {games.FIRST.title}.")
    return game.history


def edition_history(
    editions: Sequence[Edition], *, strategy: str = STRATEGY, games_each: int = GAMES, seed: int = 1, **how: Unpack[Playing]
) -> results.EditionHistoryResult:
    """Say what changed from each edition of a game to the next, and play the same ideas of a deck in all of them, on the same seed.

    ``games_each`` are those of each match-up in each edition, rounded up to whole blocks of pairs.
    """
    played = play_ideas(editions, strategy, games_each, seed, **how)
    game = games.of(editions[0])
    history = _history(game)
    return results.EditionHistoryResult(
        seed=seed,
        editions=tuple(results.PublishedEdition(**game.describe.edition_row(edition)[1]) for edition in editions),
        strategies=(strategy,),
        games=played.games,
        pairs=played.games // 2,
        confidence=CONFIDENCE,
        steps=tuple(_step(history, before, after) for before, after in itertools.pairwise(editions)),
        play=tuple(results.FigureInEdition(edition=one.name, **vars(row)) for i, one in enumerate(editions) for row in played.figures(i)),
        decks=tuple(results.DeckInEdition(edition=one.name, **vars(row)) for i, one in enumerate(editions) for row in played.of_decks(i)),
        left_out=tuple(results.LeftOut(name=name, reason=why) for name, why in history.EARLY_TEXTS.items()),
        notes=(
            "The decks hold plain minions and standard spells, at each edition's prices; what else a step changed does not act on them.",
            "Editions that differ only in what these decks do not use play the same games, as the seeds are the same.",
            "Intervals hold for each figure alone, not for all of them at once.",
        ),
        limits=played.limits(),
    )


def _step(history: History, before: Edition, after: Edition) -> results.EditionStep:
    changes = history.step(before, after)
    counts = Counter(kind for row in changes.components or () for kind in row.change)
    return results.EditionStep(
        before=before.name,
        after=after.name,
        counts={kind: counts[kind] for kind in KINDS},
        rules=tuple(results.RuleDifference(**row._asdict()) for row in changes.rules),
        components=tuple(map(component_of, changes.components or ())),
    )
