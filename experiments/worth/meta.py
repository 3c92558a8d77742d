"""The metagame of an edition, found and not given: a double oracle over decks (docs/verdicts.md).

Start from the homes, and from decks that are known; compute the equilibrium of the decks so far; search for the best response to it
(`oracle`); add it; stop when starts from elsewhere find nothing that scores above one half beyond error. All decks are played by the fast
pilot and by the judge, whose equilibrium tells which matter and is what a response is searched against: what only weak play finds is a
candidate, not a finding.

H. B. McMahan, G. J. Gordon and A. Blum (2003), "Planning in the presence of cost functions controlled by an adversary".
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.matchup.tournament import word_of_ends
from kotc_sim.experiments.pilots import pilot_limits, pilots_of
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.dynamics import replicate
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.worth.best_response import MATTERS, BestResponseSearch, Found, by_level
from kotc_sim.experiments.worth.deck_result import BestResponse, Dynamics, HeldText, MetaDeck, MetaPair, MetaResult
from kotc_sim.experiments.worth.field import Field, least_missed_first
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues
from kotc_sim.experiments.worth.result import WorthLimits
from kotc_sim.games.hosts import HostDeck
from kotc_sim.progress import stage
from kotc_sim.runs import Playing

ROUNDS = 8
"""Best responses that are searched at most: seven to ten minutes of two processors in the 17th."""
STARTS = 4
"""Searches one after the other that find nothing better before the equilibrium counts as found."""
RESPONSES_SHARE = 0.8
"""Share of the time that the responses take, about; the rest tells what the decks that matter miss."""


def meta(
    edition: Any,
    cards: Sequence[Any] = (),
    *,
    rounds: int = ROUNDS,
    begin: Sequence[HostDeck] = (),
    profiles: Sequence[str] = (),
    seed: int = 1,
    **how: Unpack[Playing],
) -> MetaResult:
    """Find the decks that matter in an edition, by so many ``rounds`` of best responses at most.

    ``cards`` are printed or proposed ones, besides what the vocabulary makes simple. ``begin`` are decks that are known, to begin with
    besides the homes, at the edition's levels: what players play, or earlier searches found. ``profiles`` play, in place of the usual
    pilots.
    """
    game = games.of(edition)
    who = pilots_of(game, profiles)
    source = game.design.pool
    oracle = BestResponseSearch(host_design_of(edition), source.pool(edition, cards), who, seed, **how)
    with stage("decks to begin with"):
        oracle.begin(host_decks_of(oracle.table, workers=how.get("workers")), _of_pool(begin, oracle.pool, source.identity))
    failed, last = 0, None
    for number in range(rounds):
        with stage(f"response {number + 1} of at most {rounds}", RESPONSES_SHARE / rounds):
            home, score = oracle.respond()
            better = score.low > 0.5
            last = BestResponse(deck=home.name, score=score.value, interval=score.cut(0, 1).ends, better=better, pilot=who.judge)
            if better:
                oracle.add(Found(home, f"response {number + 1}"))
        failed = 0 if better else failed + 1
        if failed == STARTS:
            break
    with stage("equilibrium", 1 - RESPONSES_SHARE):
        found = _describe(oracle, edition, last, failed >= STARTS, source.texts_of)
        arms = PairedRuns(oracle.seed, **oracle.how)
        return replace(found, field=_field(oracle, found, arms), decisions=oracle.decisions + arms.decisions)


def _of_pool(decks: Sequence[HostDeck], pool: Sequence[Any], identity: Callable[[Any], Any]) -> list[HostDeck]:
    """Return decks with the pool's cards in place of those that differ from them by name; of decks that are alike one."""
    own = {identity(card): card for card in reversed(pool)}  # of cards that are alike the first
    found: dict[tuple[Any, ...], HostDeck] = {}
    for home in decks:
        cards = by_level([own.get(identity(card), card) for card in home.cards])
        found.setdefault(tuple(card.name for card in cards), HostDeck(home.name, cards, home.aside))
    return list(found.values())


def _field(oracle: BestResponseSearch, result: MetaResult, arms: PairedRuns) -> Field:
    """Return the decks that matter by the judge, ordered by what they miss when the fast pilot plays."""
    shares = {deck.name: deck.judged_share for deck in result.decks if deck.matters}
    matter = [found.home for found in oracle.decks if found.home.name in shares]
    kept = [shares[home.name] for home in matter]
    gains = MarginalValues(oracle.table, matter, arms, shares=kept)
    ordered = tuple(least_missed_first(home, gains, oracle.who.fast) for home in matter)
    return Field(oracle.table, ordered, tuple(share / sum(kept) for share in kept))


def _describe(
    oracle: BestResponseSearch, edition: Any, last: BestResponse | None, settled: bool, texts_of: Callable[[Any], list[str]]
) -> MetaResult:
    oracle.steady()
    (shares, _), (by_judge, mattering) = oracle.shares(oracle.who.fast), oracle.shares(oracle.who.judge)
    scores = oracle.against_equilibrium(oracle.who.judge)
    pairs, more = oracle.pairs_of(oracle.who.judge)
    decks = [
        MetaDeck(
            name=found.home.name,
            origin=found.origin,
            share=share.value,
            interval=share.ends,
            judged_share=judged.value,
            judged_interval=judged.ends,
            judged_score=score.value,
            judged_score_interval=score.cut(0, 1).ends,
            matters=judged.value >= MATTERS,
            cards=tuple((count, name) for name, count in Counter(card.name for card in by_level(found.home.cards)).items()),
        )
        for found, share, judged, score in zip(oracle.decks, shares, by_judge, scores, strict=True)
    ]
    names = [found.home.name for found in oracle.decks]
    matter = [(found.home, share.value) for found, share in zip(oracle.decks, by_judge, strict=True) if share.value >= MATTERS]
    return MetaResult(
        edition=edition.name,
        terms=dict(edition.terms),
        seed=oracle.seed,
        strategies=(oracle.who.fast, oracle.who.judge),
        decks=tuple(sorted(decks, key=lambda deck: -(deck.judged_share + deck.share))),
        matrix=tuple(
            MetaPair(a=names[i], b=names[j], value=score.value, interval=score.cut(0, 1).ends, pilot=pilot)
            for pilot, scores in oracle.scores.items()
            for (i, j), score in scores.items()
        ),
        dynamics=show_dynamics(names, oracle.payoff(oracle.who.judge) + 0.5, np.ones(len(names)), "equal shares"),
        components=_components(matter, texts_of),
        mattering=mattering.measure,
        verdict=verdict_of(mattering, max(by_judge, key=lambda share: share.value)),
        response=last,
        settled=settled,
        games=oracle.games,
        pairs=oracle.games // 2,
        pool=len(oracle.pool),
        limits=WorthLimits(strongest=oracle.who.judge, **pilot_limits(oracle.judged)),
        notes=(
            f"Shares by {oracle.who.judge} rest on {pairs} pairs a match-up, {pairs + more} between decks that may matter; "
            f"decks that only {oracle.who.fast} wants are candidates, not findings.",
        ),
    )


def verdict_of(mattering: Interval, top: Interval) -> Verdict:
    """Return the word on how many decks matter, and on the largest share: *undecided* where their errors allow for several words.

    One deck solves a metagame if its share is above one half beyond error, as in a tournament.
    """

    def word(decks: float) -> Verdict:
        return {1: Verdict.SOLVED, 2: Verdict.TWO_MATTER}.get(round(decks), Verdict.MANY_MATTER)

    return word_of_ends(word(mattering.low), word(mattering.high), top)


def show_dynamics(names: Sequence[str], scores: NDArray[np.float64], start: NDArray[np.float64], words: str) -> Dynamics:
    """Return how shares of decks move where players copy what wins, from those to ``start`` with, all above 0, which ``words`` name.

    ``scores``, float64 of shape (decks, decks), are the row's against the column, 0..1.
    """
    shares, exploitable = replicate(scores, start)
    return Dynamics(
        decks=tuple(names),
        start=words,
        shares=tuple(tuple(map(float, row)) for row in shares),
        exploitable=tuple(map(float, exploitable)),
        rises_first=names[int(np.argmax(shares[1] / shares[0]))],  # in proportion
    )


def _components(decks: Sequence[tuple[HostDeck, float]], texts_of: Callable[[Any], list[str]]) -> tuple[HeldText, ...]:
    """Return which texts appear in the decks that matter: share of the equilibrium that holds them, and copies a deck."""
    found: dict[str, list[float]] = {}
    for home, share in decks:
        for text, count in Counter(text for card in home.cards for text in texts_of(card)).items():
            held = found.setdefault(text, [0.0, 0.0])
            held[0] += share
            held[1] += share * count
    rows = [HeldText(text=text, share=share, copies=copies / share) for text, (share, copies) in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.share, -row.copies, row.text)))
