"""The metagame of an edition, found and not given: a double oracle over decks (docs/verdicts.md).

Start from the homes, and from decks that are known; compute the equilibrium of the decks so far; search for the best response to it
(`oracle`); add it; stop when starts from elsewhere find nothing that scores above one half beyond error. All decks are played by the fast
pilot and by the judge, whose equilibrium tells which matter and is what a response is searched against: what only weak play finds is a
candidate, not a finding.

H. B. McMahan, G. J. Gordon and A. Blum (2003), "Planning in the presence of cost functions controlled by an adversary".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.pilots import pilot_limits, pilots_of
from kotc_sim.experiments.result import Answer, answer_of
from kotc_sim.experiments.statistics.dynamics import replicate
from kotc_sim.experiments.worth.best_response import MATTERS, BestResponseSearch, Found, by_level
from kotc_sim.experiments.worth.field import Field, least_missed_first
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues
from kotc_sim.games.hosts import HostDeck
from kotc_sim.progress import stage
from kotc_sim.runs import Playing

ROUNDS = 8
"""Best responses that are searched at most: seven to ten minutes of two processors in the 17th."""
STARTS = 4
"""Searches one after the other that find nothing better before the equilibrium counts as found."""
RESPONSES_SHARE = 0.8
"""Share of the time that the responses take, about; the rest tells what the decks that matter miss."""


@dataclass
class MetaResult:
    """The result: ``data`` holds the keys of docs/reports.md, "meta"."""

    data: dict[str, Any]
    field: Field
    """The decks that matter by the judge's shares, what each misses least first."""
    decisions: Mapping[str, int] = dataclass_field(default_factory=dict)
    """In all games, by who decided."""

    @property
    def answer(self) -> Answer:
        """Whether more than one deck matters; not decided where the search was ended before it found nothing better."""
        if self.data["verdict"] != "solved" and not self.data["settled"]:
            return Answer.UNDECIDED
        return answer_of([self.data["verdict"]])

    @property
    def frame(self) -> Any:
        """One row a deck, as a pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame([{key: deck[key] for key in ("name", "share", "judged_share", "origin")} for deck in self.data["decks"]])


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
    """Find the decks that matter in an edition.

    Parameters
    ----------
    cards : sequence of Card
        Printed or proposed cards, besides what the vocabulary makes simple.
    rounds : int
        Best responses that are searched at most.
    begin : sequence of Home
        Decks that are known, to begin with besides the homes, at the edition's levels: what players play, or earlier searches found.
    profiles : sequence of str
        Who plays, in place of the usual pilots.
    seed : int
        Run seed.
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
            last = {"from": home.name, "score": score.value, "interval": score.ends(), "better": better, "pilot": who.judge}
            if better:
                oracle.add(Found(home, f"response {number + 1}"))
        failed = 0 if better else failed + 1
        if failed == STARTS:
            break
    with stage("equilibrium", 1 - RESPONSES_SHARE):
        data = _describe(oracle, edition, last, failed >= STARTS, source.texts_of)
        arms = PairedRuns(oracle.seed, **oracle.how)
        return MetaResult(data, _field(oracle, data, arms), oracle.decisions + arms.decisions)


def _of_pool(decks: Sequence[HostDeck], pool: Sequence[Any], identity: Callable[[Any], Any]) -> list[HostDeck]:
    """Return decks with the pool's cards in place of those that differ from them by name; of decks that are alike one."""
    own: dict[Any, Any] = {}
    for card in pool:
        own.setdefault(identity(card), card)
    found: dict[tuple[Any, ...], HostDeck] = {}
    for home in decks:
        cards = by_level([own.get(identity(card), card) for card in home.cards])
        found.setdefault(tuple(card.name for card in cards), HostDeck(home.name, cards, home.aside))
    return list(found.values())


def _field(oracle: BestResponseSearch, data: Mapping[str, Any], arms: PairedRuns) -> Field:
    """Return the decks that matter by the judge, ordered by what they miss when the fast pilot plays."""
    shares = {deck["name"]: float(deck["judged_share"]) for deck in data["decks"] if deck["matters"]}
    matter = [found.home for found in oracle.decks if found.home.name in shares]
    kept = [shares[home.name] for home in matter]
    gains = MarginalValues(oracle.table, matter, arms, shares=kept)
    ordered = tuple(least_missed_first(home, gains, oracle.who.fast) for home in matter)
    return Field(oracle.table, ordered, tuple(share / sum(kept) for share in kept))


def _describe(
    oracle: BestResponseSearch, edition: Any, last: dict[str, Any] | None, settled: bool, texts_of: Callable[[Any], list[str]]
) -> dict[str, Any]:
    """Describe what was found."""
    oracle.steady()
    (shares, _), (by_judge, mattering) = oracle.shares(oracle.who.fast), oracle.shares(oracle.who.judge)
    scores = oracle.against_equilibrium(oracle.who.judge)
    pairs, more = oracle.pairs_of(oracle.who.judge)
    decks = [
        {
            "name": found.home.name,
            "origin": found.origin,
            "share": share.value,
            "interval": share.ends(),
            "judged_share": judged.value,
            "judged_interval": judged.ends(),
            "judged_score": score.value,
            "judged_score_interval": score.ends(),
            "matters": judged.value >= MATTERS,
            "cards": counts_of(found.home),
        }
        for found, share, judged, score in zip(oracle.decks, shares, by_judge, scores, strict=True)
    ]
    order = sorted(range(len(decks)), key=lambda i: -(by_judge[i].value + shares[i].value))
    names = [found.home.name for found in oracle.decks]
    matter = [i for i in range(len(decks)) if by_judge[i].value >= MATTERS]
    return {
        "command": "meta",
        "edition": edition.name,
        "terms": dict(edition.terms),
        "seed": oracle.seed,
        "strategies": [oracle.who.fast, oracle.who.judge],
        "decks": [decks[i] for i in order],
        "matrix": [
            {"a": oracle.decks[i].home.name, "b": oracle.decks[j].home.name, **score.measure(), "pilot": pilot}
            for pilot, scores in oracle.scores.items()
            for (i, j), score in scores.items()
        ],
        "dynamics": show_dynamics(names, oracle.payoff(oracle.who.judge) + 0.5, np.ones(len(names)), "equal shares"),
        "components": _components([(oracle.decks[i].home, by_judge[i].value) for i in matter], texts_of),
        "mattering": mattering.measure(),
        "verdict": "solved" if len(matter) == 1 else "narrow" if len(matter) == 2 else "open",
        "response": last,
        "settled": settled,
        "games": oracle.games,
        "pairs": oracle.games // 2,
        "pool": len(oracle.pool),
        "limits": {"strongest": oracle.who.judge, **pilot_limits(oracle.judged)},
        "notes": [
            f"Shares by {oracle.who.judge} rest on {pairs} pairs a match-up, {pairs + more} between decks that may matter; "
            f"decks that only {oracle.who.fast} wants are candidates, not findings."
        ],
    }


def show_dynamics(names: Sequence[str], scores: NDArray[np.float64], start: NDArray[np.float64], words: str) -> dict[str, Any]:
    """Return how shares of decks move where players copy what wins, with the keys of docs/reports.md, "meta".

    Parameters
    ----------
    scores : ndarray, float64, shape (decks, decks)
        Row's score against column, 0..1.
    start : ndarray, float64, shape (decks,)
        Shares to begin with, all above 0.
    words : str
        What they are.
    """
    found = replicate(scores, start)
    return {
        "decks": list(names),
        "start": words,
        "shares": [[float(share) for share in row] for row in found.shares],
        "exploitable": [float(value) for value in found.exploitable],
        "rises_first": names[found.rises_first],
    }


def _components(decks: Sequence[tuple[HostDeck, float]], texts_of: Callable[[Any], list[str]]) -> list[dict[str, Any]]:
    """Return which texts appear in the decks that matter: share of the equilibrium that holds them, and copies a deck."""
    found: dict[str, list[float]] = {}
    for home, share in decks:
        copies: dict[str, int] = {}
        for card in home.cards:
            for text in texts_of(card):
                copies[text] = copies.get(text, 0) + 1
        for text, count in copies.items():
            held = found.setdefault(text, [0.0, 0.0])
            held[0] += share
            held[1] += share * count
    rows = [{"text": text, "share": share, "copies": copies / share} for text, (share, copies) in found.items()]
    return sorted(rows, key=lambda row: (-float(str(row["share"])), -float(str(row["copies"])), str(row["text"])))


def counts_of(home: HostDeck) -> list[list[Any]]:
    """Return a deck as a list of copies and names, the cheapest card first."""
    names = dict.fromkeys(card.name for card in by_level(home.cards))
    return [[sum(card.name == name for card in home.cards), name] for name in names]
