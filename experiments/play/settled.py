"""Whether play has settled: the same decks under the strongest pilot, with four times its budget, and after other training games.

A verdict that moves with the pilot is the pilot's and not the decks' (docs/ladder.md).
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup.variants import AGAIN, MORE, variants_of
from kotc_sim.experiments.play.duel import duel
from kotc_sim.experiments.play.result import CrossedScore, Scored, Settled, SettledMatch, SettledMirror
from kotc_sim.games.decks import Deck
from kotc_sim.runs import learn, match_of
from kotc_sim.strategies import load

PILOT = "best"
LABELS = ("once", "more", "again")
"""By the pilot as it is, with more budget, after another training."""
CROSSED = ("more", "once"), ("once", "more"), ("again", "once"), ("once", "again")
"""Who plays the first deck, and who the second, where the two are not played by the same pilot."""


def measure_settled(
    decks: Sequence[Deck], *, games: int = 300, seed: int = 1, jobs: int | None = None, on_games: Callable[[int], None] | None = None
) -> Settled:
    """Play every two of some decks of one edition under variants of the strongest pilot, and these against it.

    ``games`` of each match under each two pilots are rounded down to pairs; all pilots play the same deals. ``on_games`` is called with the
    number of games of each finished piece.
    """
    pairs = max(1, games // 2)
    richer = ""

    def seats(couple: tuple[Deck, Deck]) -> Mapping[str, Any]:
        nonlocal richer
        game, match, fit = registry.of(couple[0]), match_of(couple), learn(couple, [PILOT], jobs=jobs)
        others = {variant.what: variant for variant in variants_of(couple, PILOT, fit, jobs=jobs)}
        richer = others[MORE].strategy
        by = {"once": (PILOT, fit), "more": (richer, fit), "again": (PILOT, others[AGAIN].learned())}
        return {label: load(game.key, name).seated(match, learned) for label, (name, learned) in by.items()}

    def played(couple: tuple[Deck, Deck], pilots: Mapping[str, Any], a: str, b: str) -> Scored:
        found = duel(match_of(couple), (pilots[a], pilots[b]), seed, pairs, jobs, on_games).score_interval()
        return Scored(score=found.value, interval=found.ends)

    matches, mirrors = [], []
    changes: list[float] = []
    for couple in itertools.combinations(decks, 2):
        pilots = seats(couple)
        once, more, again = (played(couple, pilots, label, label) for label in LABELS)
        crossed = tuple(CrossedScore(a=a, b=b, **vars(played(couple, pilots, a, b))) for a, b in CROSSED)
        moved = [abs(one.score - once.score) for one in (more, again)]
        changes += moved
        a, b = couple
        matches.append(SettledMatch(a=a.name, b=b.name, once=once, more=more, again=again, crossed=crossed, moved=max(moved)))
    for deck in decks:
        pilots = seats((deck, deck))
        more, again = (played((deck, deck), pilots, label, "once") for label in LABELS[1:])
        mirrors.append(SettledMirror(deck=deck.name, more=more, again=again))
    mean = sum(changes) / len(changes)
    return Settled(pilot=PILOT, richer=richer, games=2 * pairs, matches=tuple(matches), mean=mean, mirrors=tuple(mirrors))


def by_edition(decks: Sequence[Deck]) -> dict[str, list[Deck]]:
    """Return decks by the name of their edition, for `measure_settled`; `KotcError` if one is alone in its edition."""
    editions: dict[str, list[Deck]] = {}
    for deck in decks:
        editions.setdefault(deck.edition.name, []).append(deck)
    for name, own in editions.items():
        if len(own) < 2:
            fix = "Name two or more decks of each edition."
            raise KotcError(f"{own[0].name} is the only deck of {name}, and --settled plays every two", file=own[0].file or None, fix=fix)
    return editions
