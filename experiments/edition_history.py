"""What changed from each published edition of a game to the next, and how the same ideas of a deck play in each.

The ideas are the reference decks of a game (`Game.reference_decks`): plain minions and standard spells, built anew from the prices of
each edition, since hardly a card of the first edition is legal in the last. They play a round robin on the same seeds in every edition.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kotc_sim import games
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.played import BLOCKS, Array, Played, Quantity, Sum, estimate, estimate_share, pairs_of_a_block, quantities, ratio
from kotc_sim.experiments.statistics import Interval
from kotc_sim.games.protocol import Deck, Edition, Game, Words
from kotc_sim.runs import Contest, Part, Workers, simulate_parts
from kotc_sim.runs.tally import MAX_TURNS
from kotc_sim.shared.result import Ending

GAMES = 400
"""Games of each match-up in each edition, if nothing else is asked for."""
KINDS = ("added", "removed", "redacted", "allowed", "repriced", "reworded")
"""What may become of a component."""

_SCORE, _GAMES, _TURNS, _STARTER, _DAMAGE, _SP, _LEVELS = range(7)
_OF_A_DECK = {  # sums of the games that a deck takes part in
    "score": ratio(_SCORE, _GAMES, 0.5),
    "turns": ratio(_TURNS, _GAMES),
    "first_player_advantage": ratio(_STARTER, _GAMES, 0.5, -0.5),
    "damage_per_sp": ratio(_DAMAGE, _SP),
    "damage_per_level": ratio(_DAMAGE, _LEVELS),
}


@dataclass
class EditionHistoryResult:
    """The result; ``data`` holds the keys of docs/reports.md, "edition history"."""

    data: dict[str, Any]


def published(game: Game) -> list[Edition]:
    """Return the published editions of a game, the first one first.

    Raises
    ------
    KotcError
        If the game has no history.
    """
    found: list[Edition] = games.home(game, "games", "editions.history").published()
    return found


def ideas(edition: Edition) -> Sequence[Deck]:
    """Return the decks that stand for the same ideas in every edition."""
    return games.of(edition).reference_decks(edition)


def games_in_all(editions: Sequence[Edition], each: int) -> int:
    """Return how many games a history plays with so many asked for each match-up."""
    return sum(len(_matchups(ideas(edition))) for edition in editions) * 2 * BLOCKS * pairs_of_a_block(each)


def edition_history(
    editions: Sequence[Edition],
    *,
    strategy: str = games.STRATEGY,
    games_each: int = GAMES,
    seed: int = 1,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> EditionHistoryResult:
    """Say what changed from each edition to the next, and play the same ideas of a deck in all of them.

    Parameters
    ----------
    editions : sequence of Edition
        Of one game, in their order; `published` for all.
    strategy : str
        Who plays all decks.
    games_each : int
        Games of each match-up in each edition, rounded up to whole blocks of pairs.
    seed : int
        Run seed, the same in every edition.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.

    Returns
    -------
    EditionHistoryResult
    """
    pairs = pairs_of_a_block(games_each)
    decks = [ideas(edition) for edition in editions]
    arms = [Played.empty(len(_matchups(of_it))) for of_it in decks]
    parts, where = [], []
    for i, of_it in enumerate(decks):
        for k, (a, b) in enumerate(_matchups(of_it)):
            contest = Contest((of_it[a], of_it[b]), (strategy, strategy))
            for block in range(BLOCKS):
                parts.append(Part(contest, pairs, block * pairs))
                where.append((i, k, block))
    for i, run in simulate_parts(parts, seed, workers=workers, on_chunk=on_chunk):
        edition, k, block = where[i]
        arms[edition].add(k, block, run.tally)
    data = _describe(editions, decks, arms, strategy, seed)
    data["limits"] |= pilot_limits({i: part.contest for (i, _, _), part in zip(where, parts, strict=True)}.values())
    return EditionHistoryResult(data)


def _matchups(decks: Sequence[Deck]) -> list[tuple[int, int]]:
    return list(itertools.combinations(range(len(decks)), 2))


def _describe(
    editions: Sequence[Edition], decks: Sequence[Sequence[Deck]], arms: Sequence[Played], strategy: str, seed: int
) -> dict[str, Any]:
    game = games.of(editions[0])
    history = games.home(game, "games", "editions.history")
    total = int(sum(arm.sums[..., Sum.GAMES].sum() for arm in arms))
    steps = []
    for before, after in itertools.pairwise(editions):
        changes = history.step(before, after)
        counts = Counter(kind for row in changes["components"] for kind in row["change"])
        steps.append(
            {
                "before": before.name,
                "after": after.name,
                "counts": {kind: counts[kind] for kind in KINDS},
                **changes,
            }
        )
    data: dict[str, Any] = {
        "command": "edition history",
        "seed": seed,
        "editions": [game.describe.edition_row(edition)[1] for edition in editions],
        "strategies": [strategy],
        "games": total,
        "pairs": total // 2,
        "confidence": 0.95,
        "steps": steps,
        "play": _play(editions, arms, game.words),
        "decks": [
            {"edition": edition.name, **row}
            for edition, of_it, arm in zip(editions, decks, arms, strict=True)
            for row in _of_decks(of_it, arm)
        ],
        "left_out": [{"name": name, "reason": why} for name, why in history.EARLY_TEXTS.items()],
        "notes": [
            "The decks hold plain minions and standard spells, at each edition's prices; what else a step changed does not act on them.",
            "Editions that differ only in what these decks do not use play the same games, as the seeds are the same.",
            "Intervals hold for each figure alone, not for all of them at once.",
        ],
        "limits": {
            "capped": float(max(_share(arm, Sum.ENDINGS + Ending.TURN_CAP) for arm in arms)),
            "tied": float(max(_share(arm, Sum.TIES) for arm in arms)),
        },
    }
    if long := sum(int(arm.turns[MAX_TURNS]) for arm in arms):
        data["limits"]["long"] = long
    return data


def _share(arm: Played, column: int) -> float:
    return float(arm.sums[..., column].sum() / arm.sums[..., Sum.GAMES].sum())


def _play(editions: Sequence[Edition], arms: Sequence[Played], words: Words) -> list[dict[str, Any]]:
    """Return the quantities of all games of each edition, the same ones in each."""
    told = quantities([arm.sums for arm in arms], words)
    return [
        {"edition": edition.name, "what": one.what, "unit": one.unit, **_measure(_estimate(one, arm.sums.sum(axis=0)))}
        for edition, arm in zip(editions, arms, strict=True)
        for one in told
    ]


def _estimate(one: Quantity, sums: Array) -> Interval:
    return (estimate_share if one.unit == "share" else estimate)(one.value, sums)


def _of_decks(decks: Sequence[Deck], arm: Played) -> list[dict[str, Any]]:
    """Return the quantities of each deck in an edition, over the games that it takes part in."""
    rows = []
    for i, deck in enumerate(decks):
        blocks: Array = np.zeros((BLOCKS, 7))
        for k, (a, b) in enumerate(_matchups(decks)):
            if i not in (a, b):
                continue
            counted = arm.sums[k]
            blocks[:, _SCORE] += arm.scores[k] if i == a else 2 * counted[:, Sum.GAMES] - arm.scores[k]
            for column, from_ in ((_GAMES, Sum.GAMES), (_TURNS, Sum.TURNS), (_STARTER, Sum.STARTER)):
                blocks[:, column] += counted[:, from_]
            blocks[:, _DAMAGE:] += arm.sides[k, :, 0 if i == a else 1]
        rows.append({"name": deck.name, **{key: _measure(estimate(value, blocks)) for key, value in _OF_A_DECK.items()}})
    return rows


def _measure(found: Interval) -> dict[str, Any]:
    return {"value": found.value, "interval": [found.low, found.high]}
