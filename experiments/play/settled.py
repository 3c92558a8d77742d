"""Whether play has settled: the same decks under the strongest pilot, with four times its budget, and after other training games.

A verdict that moves with the pilot is the pilot's and not the decks' (docs/ladder.md).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup.variants import AGAIN, MORE, variants_of
from kotc_sim.experiments.play.strength import duel
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.games.protocol import Deck
from kotc_sim.runs import learn, match_of
from kotc_sim.strategies import load

PILOT = "best"
LABELS = ("once", "more", "again")
"""By the pilot as it is, with more budget, after another training."""
CROSSED = ("more", "once"), ("once", "more"), ("again", "once"), ("once", "again")
"""Who plays the first deck, and who the second, where the two are not played by the same pilot."""


def measure_settled(
    decks: Sequence[Deck],
    *,
    games: int = 300,
    seed: int = 1,
    jobs: int | None = None,
    on_games: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play every two of some decks under variants of the strongest pilot, and these against it.

    Parameters
    ----------
    decks : sequence of Deck
        Two or more of one edition.
    games : int
        Of each match under each two pilots, rounded down to pairs.
    seed : int
        Of the run: all pilots play the same deals.
    jobs : int, optional
        Threads; by default all processors.
    on_games : callable, optional
        Told the number of games of each finished piece.

    Returns
    -------
    dict
        ``pilot``, ``richer`` (its name with four times the budget) and ``games``; ``matches``: for each two decks ``a``, ``b``, A's
        score and its interval where both are played by the pilot (``once``), with four times its budget (``more``) and after a second
        training (``again``), ``crossed`` (the same where each deck has another pilot: ``a``, ``b``, score, interval) and ``moved``, the
        largest change; ``mean``, the mean change under ``more`` and ``again``; ``mirrors``: for each ``deck``, what ``more`` and
        ``again`` score against the pilot with the same deck.
    """
    pairs = max(1, games // 2)
    richer = ""

    def seats(couple: tuple[Deck, Deck]) -> dict[str, Any]:
        nonlocal richer
        game, match, fit = registry.of(couple[0]), match_of(couple), learn(couple, [PILOT], jobs=jobs)
        others = {variant.what: variant for variant in variants_of(couple, PILOT, fit, jobs=jobs)}
        richer = others[MORE].strategy
        by = {"once": (PILOT, fit), "more": (richer, fit), "again": (PILOT, others[AGAIN].fit)}
        return {label: load(game.key, name).seated(match, learned) for label, (name, learned) in by.items()}

    def played(couple: tuple[Deck, Deck], pilots: dict[str, Any], a: str, b: str) -> dict[str, Any]:
        found = duel(match_of(couple), (pilots[a], pilots[b]), seed, pairs, jobs, on_games).score_interval()
        return _score(found)

    matches, changes = [], []
    for couple in itertools.combinations(decks, 2):
        pilots = seats(couple)
        row: dict[str, Any] = {"a": couple[0].name, "b": couple[1].name}
        row |= {label: played(couple, pilots, label, label) for label in pilots}
        row["crossed"] = [{"a": a, "b": b, **played(couple, pilots, a, b)} for a, b in CROSSED]
        moved = [abs(row[label]["score"] - row["once"]["score"]) for label in ("more", "again")]
        changes += moved
        matches.append({**row, "moved": max(moved)})
    mirrors = []
    for deck in decks:
        pilots = seats((deck, deck))
        mirrors.append({"deck": deck.name, **{label: played((deck, deck), pilots, label, "once") for label in ("more", "again")}})
    mean = sum(changes) / len(changes)
    return {"pilot": PILOT, "richer": richer, "games": 2 * pairs, "matches": matches, "mean": mean, "mirrors": mirrors}


def by_edition(decks: Sequence[Deck]) -> dict[str, list[Deck]]:
    """Return decks by the name of their edition, for `measure_settled`.

    Raises
    ------
    KotcError
        If one is alone in its edition.
    """
    editions: dict[str, list[Deck]] = {}
    for deck in decks:
        editions.setdefault(deck.edition.name, []).append(deck)
    for name, own in editions.items():
        if len(own) < 2:
            fix = "Name two or more decks of each edition."
            raise KotcError(f"{own[0].name} is the only deck of {name}, and --settled plays every two", file=own[0].file or None, fix=fix)
    return editions


def _score(found: Interval) -> dict[str, Any]:
    return {"score": found.value, "interval": [found.low, found.high]}
