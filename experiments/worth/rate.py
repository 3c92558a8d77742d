"""What is a card worth? Its gain at the printed cost in tuned homes, its fair cost where that is identified, and a verdict.

A cost is a level; in Level-Up, the attack that a creature lacks to its edition's line. A card is judged in its best home (`judging`). The
verdict's number is the judge's mean over many decks (`next_deck`); in a deck of one's own, and in Level-Up, it is the judge's in that
home. docs/verdicts.md has each word with an example.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from kotc_sim import games
from kotc_sim.experiments.common_games import PairedRuns, use_of
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.verdicts import FAIR_GAIN, judge_gain
from kotc_sim.experiments.worth import result as results
from kotc_sim.experiments.worth.curve import PLAYED
from kotc_sim.experiments.worth.field import Field, find_field, in_metagame, least_missed_first
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.judging import CHOOSE_DECKS, NO, PRECISION, Judge, Judged, errors_of, verdict_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues
from kotc_sim.experiments.worth.next_deck import OtherDecks, next_deck_of
from kotc_sim.games.hosts import COPIES, LEVEL, Axis, HostDesign
from kotc_sim.progress import stage
from kotc_sim.runs import Playing

FIELD_SHARE, CHOICE_SHARE = 0.15, 0.03
"""Shares of all the time that the decks that matter take, and the choice of decks, about."""
PRICED = (*NO, Verdict.LITTLE)  # words that say a card costs too much or too little
BY_PILOTS = (Verdict.DEPENDS, Verdict.PILOT_FAILS, Verdict.NOT_PLAYED)
"""Words that say how it is played."""


def rate(
    cards: Sequence[Any],
    edition: Any,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    copies: int = COPIES,
    deck: Any = None,
    metagame: Field | None = None,
    seed: int = 1,
    **how: Unpack[Playing],
) -> results.RateResult:
    """Judge cards by their mean gain in decks of human style; in a deck of one's own and in Level-Up by their gain in the best home.

    - ``cards``: cards of the edition; ``level`` is what is judged, and may be declared otherwise than by the formula.
    - ``profiles``: who plays, in place of the usual pilots: the strongest judges, the next one checks.
    - ``precision``: half-width of the verdict's interval that is aimed at, percentage points a copy.
    - ``deck``: a user's deck: the only home, in place of the tuned ones, which remain the opponents.
    - ``metagame``: decks that matter, in which the card is tried as well; by default those that are shipped for the edition, if any.

    A `KotcError` if the edition has no homes, or the deck has fewer cards than copies are tried.
    """
    cards, left_out = games.of(edition).design.ratable(cards, edition)
    table = host_design_of(edition)
    pilots = pilots_of(games.of(edition), profiles)
    arms = PairedRuns(seed, **how)
    homes = host_decks_of(table, workers=arms.workers)
    gains = MarginalValues(table, homes, arms)
    tried = homes if deck is None else (least_missed_first(table.home_of_deck(deck), gains, pilots.fast),)
    field = None if deck is not None else metagame or find_field(table)
    samples = () if deck is not None else games.of(edition).design.sample_decks(edition)
    others = None
    if samples:
        with stage("choosing decks of human style", CHOICE_SHARE):
            others = OtherDecks(gains, samples, pilots.fast, CHOOSE_DECKS)
    judge = Judge(gains, tried, pilots, copies, precision, others)
    found, share = [], 1.0 - (FIELD_SHARE if field else 0.0) - (CHOICE_SHARE if samples else 0.0)
    for number, card in enumerate(cards, 1):
        with stage(card.name if len(cards) == 1 else f"{card.name} ({number} of {len(cards)})", share / len(cards)):
            found.append(judge.judge(card))
    names = distinct([card.name for card in cards])
    rows = [describe(table, one, name, pilots) for one, name in zip(found, names, strict=True)]
    if others is not None:
        rows = [with_next_deck(row, row.next_deck) for row in rows]
    for i, one in enumerate(found):
        if field is not None:
            with stage(f"{rows[i].name}: in the decks that matter", FIELD_SHARE / len(rows)):
                rows[i] = with_metagame(rows[i], in_metagame(field, one.card, arms, pilots, copies, decides=is_dear(rows[i])))
    adjusted = holm([row.p for row in rows]) if rows else ()
    used = ((row.name, row.played_share) for row in rows if row.played_share or row.verdict is Verdict.NOT_PLAYED)  # of one deck of many
    return results.RateResult(
        edition=edition.name,
        game=edition.game,
        axis=table.axis(cards[0]).name if cards else LEVEL.name,
        terms=table.terms,
        seed=seed,
        strategies=tuple(pilots.all),
        pilots=pilots,
        homes=tuple(home.name for home in tried),
        copies=copies,
        band=FAIR_GAIN,
        games=arms.games,
        pairs=arms.games // 2,
        cards=tuple(replace(row, p=float(p)) for row, p in zip(rows, adjusted, strict=True)),
        limits=arms.limits(results.WorthLimits, len(rows), used),
        notes=(f"{table.places.format(copies=copies)}; opponents are the edition's homes.", *filter(None, (left_out,))),
    )


def is_dear(row: results.RatedCard) -> bool:
    """Say whether a card is shown to be a little too dear, so that its word turns on whether a deck that matters wants it."""
    return row.verdict is Verdict.LITTLE and row.gain.value < 0


def with_metagame(row: results.RatedCard, found: results.InMetagame) -> results.RatedCard:
    """Return what a card is worth with what it gains in the decks that matter: it is not a little too dear where one of them wants it."""
    verdict = Verdict.BY_DECK if is_dear(row) and found.wanted else row.verdict
    return replace(row, verdict=verdict, metagame=found)


def with_next_deck(row: results.RatedCard, found: results.NextDeck | None) -> results.RatedCard:
    """Return what a card is worth on average in decks of human style, beyond plain cards: that is then its gain, and has the word.

    If the range of that for the next deck holds both signs beyond the band, no price is wrong. If even the home that gains most
    loses beyond the band, and the mean is below zero, the card is too dear. What pilots make of it in one home stands: that they
    contradict each other, fail or do not play it.
    """
    if found is None or found.beyond.interval is None:
        return row
    low, high = found.beyond_interval
    mean = Interval(found.beyond.value, *found.beyond.interval)
    verdict = row.verdict if row.verdict in BY_PILOTS else judge_gain(mean, row.pairs).verdict
    if row.verdict is Verdict.OVERPRICED and mean.high < 0:
        verdict = Verdict.OVERPRICED
    elif verdict in PRICED and low < -FAIR_GAIN and high > FAIR_GAIN:
        verdict = Verdict.BY_DECK
    return replace(
        row,
        verdict=verdict,
        gain=found.beyond,
        is_mean=True,
        next_deck=found,
        more_pairs=None,  # they would not narrow how much decks differ
        p=normal_p(mean.value, mean.standard_error),
    )


def distinct(names: Sequence[str]) -> list[str]:
    """Return a name for each card that no other has: two proposals may differ in their level only."""
    found: list[str] = []
    for title in names:
        name, n = title, 2
        while name in found:
            name, n = f"{title} ({n})", n + 1
        found.append(name)
    return found


def describe(table: HostDesign, one: Judged, name: str, pilots: results.Roles) -> results.RatedCard:
    """Return what was found of a card."""
    card, gain, axis = one.card, one.gain, one.curve.axis
    cost = table.cost(card)
    verdict, more = verdict_of(one)
    share = use_of(one.outcomes, *table.list_names(card, one.copies[-1][0])).played_share
    if gain.low <= 0 and all(part is None or part < PLAYED for part in (share, *one.curve.played)):
        verdict, more = Verdict.NOT_PLAYED, None
    fair, words = one.curve.report()
    by_pilot = pilots.by_pilot(gain, one.second)
    exchange = one.curve.exchange(cost)
    rises = one.curve.rises(cost) or one.curve.rises()
    homes = tuple(
        results.InHome(
            home=curve.home, value=gain.value, interval=gain.ends, **_fair(axis, curve.report()[0]), fair_words=curve.report()[1]
        )
        for gain, curve in zip(one.by_home, one.curves, strict=True)
    )
    return results.RatedCard(
        name=name,
        **table.facts(card),
        verdict=verdict,
        gain=gain.measure,
        is_mean=False,
        home=one.home.name,
        **_fair(axis, fair),
        interval=None if fair is None else fair.ends,
        fair_words=words,
        exchange=None if exchange is None else exchange.measure,
        by_home=homes,
        by_profile={
            pilot: results.ByPilot(gain=found.value, interval=found.ends, verdict=judge_gain(found, one.rows).verdict)
            for pilot, found in by_pilot.items()
        },
        difference=None if one.difference is None else one.difference.measure,
        errors=errors_of(gain, one.by_home, by_pilot.values()),
        copies=tuple(results.WithCopies(copies=number, value=found.value, interval=found.ends) for number, found in one.copies),
        curves=tuple(curve.describe() for curve in (one.curve, *one.curves)),
        rises=None
        if rises is None
        else results.Rise(start=int(axis.shown(rises[0])), end=int(axis.shown(rises[1])), value=rises[2].value, interval=rises[2].ends),
        pairs=one.rows,
        more_pairs=more,
        p=normal_p(gain.value, gain.standard_error) if gain.half_width > 0 else 1.0,
        played_share=share,
        next_deck=next_deck_of(*one.measured, one.by),
    )


def _fair(axis: Axis, found: Interval | None) -> Mapping[str, Any]:
    """Return the field of a fair cost on an axis."""
    value = None if found is None or not math.isfinite(found.value) else found.value
    return (
        {"in_levels": results.FairLevel(fair_level=value)}
        if axis.name == LEVEL.name
        else {"in_attack": results.FairAttack(fair_attack=value)}
    )
