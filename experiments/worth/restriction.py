"""Restricted play: what a component is worth to a player who may use it, against the same who may not.

Both sides hold the same deck and are played by the same strategy. The restricted side's cards lose every ability or effect that uses the
component; level and body stay. So no strategy needs to know of the ban, and it values its cards for what they can still do. What uses a
component, and what is left without it, a game says (`kotc_sim.games.design.Restriction`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.common_games import RANGE, Outcome, PairedRuns, use_of
from kotc_sim.experiments.judge import JUDGE
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.worth.deck_result import InOneDeck, Restricted, RestrictionResult
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.result import TextLimits
from kotc_sim.experiments.worth.substitution import LEARNING, games_for
from kotc_sim.games.design import Component
from kotc_sim.games.hosts import COPIES
from kotc_sim.runs import Contest, Part, Playing, learn

BAND = 0.01  # a worth whose whole interval lies within ± this share does not matter


def components(texts: Sequence[str], edition: Any) -> list[Component]:
    """Return what texts stand for (`kotc_sim.games.design.Restriction`); `KotcError` if a component does not exist."""
    game = registry.of(edition).design.restriction
    return [game.component(text, edition) for text in texts]


def restriction(
    texts: Sequence[str],
    edition: Any,
    decks: Sequence[Any] = (),
    *,
    strategy: str = JUDGE,
    games: int | None = None,
    seed: int = 1,
    band: float = BAND,
    **how: Unpack[Playing],
) -> RestrictionResult:
    """Measure what components, named by texts of the edition, are worth to who may use them.

    - ``decks``: decks that use them; those that do not are left out for that component. By default the edition's homes, with eight cards
      that carry the component and little else.
    - ``games``: games for each component, over all decks; by default as `games_for` says.
    - ``band``: half the width of the band in which a component does not matter, a share.

    A `KotcError` if a component does not exist, or none of the decks uses it.
    """
    games = games or games_for(strategy)
    arms = PairedRuns(seed, **how)
    wanted = [(component, _hosts(component, edition, decks, arms)) for component in components(texts, edition)]
    fit = learn(decks, [strategy], jobs=arms.jobs, budget=LEARNING, compared=True) if decks else None
    found = [_play(arms, component, hosts, strategy, games, band, fit) for component, hosts in wanted]
    adjusted = holm([row.p for row in found])
    return RestrictionResult(
        edition=edition.name,
        game=registry.of(edition).mark.get("game"),
        seed=seed,
        strategies={"both": strategy},
        games=arms.games,
        pairs=arms.games // 2,
        components=tuple(replace(row, p=float(p)) for row, p in zip(found, adjusted, strict=True)),
        limits=arms.limits(TextLimits, len(found), ((row.text, row.used_share) for row in found)),
        notes=(registry.of(edition).design.restriction.NOTE,),
    )


def _hosts(component: Component, edition: Any, decks: Sequence[Any], arms: PairedRuns) -> list[Any]:
    if decks:
        found = [deck for deck in decks if component.users(deck)]
        if not found:
            raise KotcError(f"none of these decks uses {component.text!r}", fix="Name others, or none: the edition's homes then carry it")
        return found
    table, card = host_design_of(edition), component.carrier()
    return [table.deck(home, table.fill_places(home, card, COPIES), home.name) for home in host_decks_of(table, workers=arms.workers)]


def _play(arms: PairedRuns, component: Component, hosts: Sequence[Any], strategy: str, games: int, band: float, fit: Any) -> Restricted:
    pairs = max(2, -(-games // (2 * len(hosts))))
    parts = []
    for i, deck in enumerate(hosts):
        sides = (deck, component.without(deck))
        parts.append(Part(Contest(sides, (strategy, strategy), fit), pairs, i * RANGE))
    outcomes = arms.play(parts)
    scores = np.stack([outcome.scores for outcome in outcomes], axis=1) - 0.5
    # Decks draw from pair numbers of their own; the mean over decks of each pair is the unit.
    worth = mean_interval(scores.mean(axis=1))
    return Restricted(
        text=component.text,
        id=component.id,
        worth=worth.measure,
        used_share=_share_used(component, hosts, outcomes),
        verdict=judge(worth, band),
        p=normal_p(worth.value, worth.standard_error),
        decks=tuple(
            InOneDeck(
                name=deck.name, worth=mean_interval(outcome.scores - 0.5).measure, used_share=_share_used(component, [deck], [outcome])
            )
            for deck, outcome in zip(hosts, outcomes, strict=True)
        ),
    )


def judge(worth: Interval, band: float = BAND) -> Verdict:
    """Return ``matters`` (0 outside the interval), ``does not matter`` (all of it within the band), ``undecided``."""
    if worth.inside(-band, band):
        return Verdict.NO_MATTER
    return Verdict.UNDECIDED if worth.contains(0.0) else Verdict.MATTERS


def _share_used(component: Component, hosts: Sequence[Any], outcomes: Sequence[Outcome]) -> float | None:
    """Return how often cards with the component were used where they could be, the mean over cards and decks."""
    shares = [
        component.share_used(use_of([outcome], card.name), card)
        for deck, outcome in zip(hosts, outcomes, strict=True)
        for card in component.users(deck)
    ]
    known = [share for share in shares if share is not None]
    return float(np.mean(known)) if known else None
