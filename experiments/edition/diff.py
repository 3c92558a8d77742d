"""What changes for a player from one edition to another, or to a proposal.

The same decks, carried over (`kotc_sim.experiments.edition.carried`), play the same round robin on the same seeds in
both editions. Pairs are counted in blocks (`kotc_sim.experiments.edition.played`), and errors come from leaving out one
block at a time in both editions at once: what the shared seeds save goes into the interval of the difference.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple, Unpack

import numpy as np

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.edition import result as results
from kotc_sim.experiments.edition.played import BLOCKS, OF_A_DECK, Played, Sum, jackknife, limits_of, play_blocks, quantities
from kotc_sim.experiments.result import ALPHA, CONFIDENCE, BeforeAfter, Verdict
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval, t_quantile
from kotc_sim.games.design import Carried, ComponentChange
from kotc_sim.games.protocol import Edition, Words, attributes
from kotc_sim.runs import Contest, Playing, learn, match_of

GAMES = 4_000  # games of each match-up in each edition, if nothing else is asked for
LEARNING = 8.0
"""Processor-seconds, about, in which pilots that learn learn the decks, in each edition."""
SIDES = ("before", "after")
SAME = {"share": 0.01, "turns": 0.25, "": 0.05}
"""By unit: a change is *same* if its interval lies within ± this, *changed* if it lies beyond it, *slight* if it only excludes 0."""


def edition_diff(
    before: Edition, after: Edition, carried: Sequence[Carried], strategy: str, *, games: int = GAMES, seed: int = 1, **how: Unpack[Playing]
) -> results.EditionDiffResult:
    """Play the same decks in two editions of one game, on the same seed, and say what changes.

    Decks that could not be carried over are only listed. ``games`` of each match-up in each edition are rounded up to whole blocks of
    pairs. Raises `KotcError` if no deck can be played in both.
    """
    playable: list[Carried] = []
    lost = [item for deck in carried for item in deck.lost]
    for deck in carried:
        if deck.before is None:
            continue
        try:
            for one in (deck.before, deck.after):
                match_of((one, one))
        except KotcError as error:
            lost.append((deck.name, error.what))
            continue
        playable.append(deck)
    if not playable:
        raise KotcError(
            f"no deck can be played in both {before.name} and {after.name}: " + "; ".join(f"{name}: {why}" for name, why in lost[-3:]),
            fix="Name decks that both editions know, such as decks of plain minions.",
        )
    who = list(itertools.combinations(range(len(playable)), 2)) or [(0, 0)]
    workers = how.get("workers")
    jobs = None if workers is None else workers.jobs
    contests = []
    for side in SIDES:
        decks = [getattr(one, side) for one in playable]
        fit = learn(decks, [strategy], jobs=jobs, budget=LEARNING, compared=True)
        contests.append([Contest((decks[a], decks[b]), (strategy, strategy), fit) for a, b in who])
    arms = play_blocks(contests, games, seed, how)
    total = int(arms[0].sums[:, :, Sum.GAMES].sum())
    game = registry.of(before)
    changes, of_decks = _judge(_changes(arms, game.words), _decks(playable, who, arms))
    shares = [arm.sums[:, :, Sum.ENDINGS :].sum(axis=(0, 1)) / total for arm in arms]
    notes = [f"{len(playable)} of {len(carried)} decks were played in both editions."]
    if len(playable) == 1:
        notes.append("With one deck, it plays against itself: no deck's score can change.")
    cards = dict.fromkeys(change for deck in carried for change in deck.changes)
    differs = game.difference(before, after)
    used = game.design.carrying.components_used
    holds = [(deck.name, used(deck)) for both in playable for deck in (both.before, both.after)]
    components = None if differs.components is None else tuple(component_of(row, holds) for row in differs.components)
    untested = tuple(row.text for row in components or () if not row.used_by)
    only = len(untested) == len(components or ()) and not differs.rules and not cards
    words = {row.verdict for row in (*changes, *of_decks)}
    least = Verdict.SAME if words <= {Verdict.SAME} else Verdict.UNDECIDED
    verdict = next((word for word in (Verdict.CHANGED, Verdict.SLIGHT) if word in words), least)
    return results.EditionDiffResult(
        seed=seed,
        editions=BeforeAfter(before.name, after.name),
        strategies=(strategy,),
        games=2 * total,
        pairs=total,
        confidence=CONFIDENCE,
        changes=changes,
        decks=of_decks,
        cards=tuple(results.CardDifference(**vars(change)) for change in cards),
        endings={
            name: (float(shares[0][ending]), float(shares[1][ending]))
            for ending, name in game.words.endings.items()
            if shares[0][ending] or shares[1][ending]
        },
        turns=BeforeAfter(*(tuple((int(t), int(arm.turns[t])) for t in np.flatnonzero(arm.turns)) for arm in arms)),
        not_carried=tuple(results.LeftOut(name=name, reason=why) for name, why in dict.fromkeys(lost)),
        notes=tuple(notes),
        limits=limits_of(arms, [arm[-1] for arm in contests], len(changes) + len(of_decks)),
        rules=tuple(results.RuleDifference(**row._asdict()) for row in differs.rules),
        components=components,
        not_tested=untested,
        verdict=Verdict.NOT_TESTED if untested and only else verdict,
    )


def component_of(row: ComponentChange, holds: Sequence[tuple[str, set[str]]] | None = None) -> results.ComponentDifference:
    """Return a component that differs, and of decks with the ids of what they hold those that use it.

    What no deck uses cannot change a game: such a change has not been tested, whatever was played. Decks that carry it have to be
    among ``carried`` of `edition_diff` to test it.
    """
    *_, before, after = row
    formulas = results.Formulas(formula_before=before, formula_after=after)
    same = attributes(row, "id change text official_before official_after")
    users = None if holds is None else tuple(dict.fromkeys(name for name, ids in holds if row.id in ids))
    return results.ComponentDifference(**same, formulas=formulas, used_by=users)


class _Shift(NamedTuple):
    """A figure's name and unit, and its value before and after, and the change."""

    name: str
    unit: str
    before: Interval
    after: Interval
    change: Interval


def _changes(arms: list[Played], words: Words) -> list[_Shift]:
    both = [arm.sums.sum(axis=0) for arm in arms]
    return [_Shift(one.what, one.unit, *jackknife(one.value, *both)) for one in quantities(both, words)]


def _decks(playable: list[Carried], who: list[tuple[int, int]], arms: list[Played]) -> list[_Shift]:
    if len(playable) < 2:
        return []
    return [
        _Shift(one.name, "share", *jackknife(OF_A_DECK["score"], *(arm.of_deck(i, who) for arm in arms))) for i, one in enumerate(playable)
    ]


def _judge(figures: list[_Shift], decks: list[_Shift]) -> tuple[tuple[results.FigureChange, ...], tuple[results.DeckChange, ...]]:
    """Return all rows with p (Holm's, over all of them) and a verdict."""
    rows = [*figures, *decks]
    quantile = t_quantile(CONFIDENCE, BLOCKS - 1)
    errors = [row.change.half_width / quantile for row in rows]
    adjusted = holm([normal_p(row.change.value, error if error > 1e-12 else 0.0) for row, error in zip(rows, errors, strict=True)])
    compared = [_compare(row, float(p)) for row, p in zip(rows, adjusted, strict=True)]
    return (
        tuple(results.FigureChange(what=row.name, unit=row.unit, **vars(one)) for row, one in zip(figures, compared, strict=False)),
        tuple(results.DeckChange(name=row.name, **vars(one)) for row, one in zip(decks, compared[len(figures) :], strict=True)),
    )


def _compare(row: _Shift, p: float) -> results.Difference:
    margin = SAME["share" if row.unit == "points" else row.unit]
    verdict = word_of(row.change.low, row.change.high, margin, beyond_chance=p < ALPHA)
    before, after = (one.cut(0, 1) if row.unit == "share" else one for one in (row.before, row.after))
    return results.Difference(before=before.measure, after=after.measure, difference=row.change.measure, p=p, verdict=verdict)


def word_of(low: float, high: float, margin: float, *, beyond_chance: bool) -> Verdict:
    """Return the verdict on a change; more games narrow its interval, and do not turn *changed* into *same* or back by rule alone."""
    if -margin < low and high < margin:
        return Verdict.SAME
    if not beyond_chance:
        return Verdict.UNDECIDED
    return Verdict.CHANGED if low > margin or high < -margin else Verdict.SLIGHT
