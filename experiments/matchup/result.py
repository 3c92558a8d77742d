"""What a match-up's counts say: the keys of docs/reports.md, "matchup"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kotc_sim import games
from kotc_sim.experiments.pilots import pilot_limits, strength
from kotc_sim.experiments.result import Answer
from kotc_sim.experiments.statistics import Bands, Pairs, Verdict, betting_sequence, check_homogeneity, holm, judge_matchup
from kotc_sim.experiments.statistics.intervals import Interval, normal_quantile, t_quantile
from kotc_sim.experiments.statistics.power import detectable_difference_pairs
from kotc_sim.runs import Contest, match_of
from kotc_sim.runs.tally import Counts, Tally
from kotc_sim.shared.result import Ending, Flag

ACCEPTED = "accepted"
"""Verdict of a sequential test that has decided: its decision, whatever the bands say."""
DEPENDS = "depends on play"
"""Verdict where the two strongest pilots contradict each other."""


@dataclass
class MatchupResult:
    """The result of a match-up: ``data`` holds the keys of docs/reports.md, ``tally`` the counts behind them."""

    data: dict[str, Any]
    tally: Tally

    @property
    def score(self) -> float:
        """A's mean score, 0..1."""
        return float(self.data["score"])

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the score."""
        low, high = self.data["interval"]
        return float(low), float(high)

    @property
    def answer(self) -> Answer:
        """Whether the match-up is not broken; not decided if it depends on play, or a sequential test has not ended."""
        return answer_in(self.data, self.data["bands"]["broken"])


def answer_in(data: dict[str, Any], broken: float) -> Answer:
    """Return the answer of a match-up's result, or of its row in a field; ``broken`` is the edge of the band.

    A sequential test that has ended is decided, also where its interval reaches over an edge.
    """
    low, high = data["interval"]
    waiting = data["stopping"]["rule"] == "sprt" and data["stopping"]["accepted"] is None
    if waiting or data["verdict"] in (DEPENDS, Verdict.UNDECIDED):
        return Answer.UNDECIDED
    return Answer.NO if low > broken or high < 1 - broken else Answer.YES


def _measure(interval: Interval) -> dict[str, Any]:
    return {"value": interval.value, "interval": [interval.low, interval.high]}


def _ratio(tally: Tally, side: int, column: int, product: int) -> dict[str, Any]:
    """Return a ratio of sums with its delta-method interval: damage per SP-turn (column 1) or per level paid (column 2)."""
    n = tally.games
    top, bottom = float(tally.sums[side, 0]), float(tally.sums[side, column])
    if bottom <= 0 or n < 2:
        return {"value": 0.0, "interval": [0.0, 0.0]}
    ratio = top / bottom
    mean_bottom = bottom / n
    variance = (
        float(tally.squares[side, 0])
        - 2 * ratio * float(tally.products[side, product])
        + ratio * ratio * float(tally.squares[side, column])
    ) / n
    error = normal_quantile(0.95) * (max(variance, 0.0) / n) ** 0.5 / mean_bottom
    return {"value": ratio, "interval": [ratio - error, ratio + error]}


def card_impacts(tally: Tally, names: list[str], owners: list[set[int]]) -> list[dict[str, Any]]:
    """Return each card's score when drawn minus when not drawn, stratified by game length, with interval and Holm's p.

    An association, not a cause (`kotc-sim try` finds causes): longer games see more cards, which the strata take out, and a drawn
    card comes with others. The difference is the mean over strata weighted by n1*n0/(n1 + n0).
    """
    rows: list[dict[str, Any]] = []
    p_values: list[float] = []
    points = np.array([0.0, 0.5, 1.0])
    for side, letter in ((0, "a"), (1, "b")):
        for definition in sorted(owners[side]):
            counts = tally.cards[side, definition].astype(np.float64)  # strata, drawn, score
            n = counts.sum(axis=2)
            if n[:, 1].sum() < 2 or n[:, 0].sum() < 2:
                continue
            usable = (n[:, 0] > 1) & (n[:, 1] > 1)
            if not usable.any():
                continue
            kept = counts[usable]
            size = kept.sum(axis=2)
            mean = kept @ points / size
            spread = (kept @ points**2 / size - mean**2) * size / (size - 1)
            weight = size[:, 0] * size[:, 1] / size.sum(axis=1)
            total = weight.sum()
            impact = float((weight * (mean[:, 1] - mean[:, 0])).sum() / total)
            variance = float((weight**2 * (spread[:, 1] / size[:, 1] + spread[:, 0] / size[:, 0])).sum() / total**2)
            error = variance**0.5
            half = normal_quantile(0.95) * error
            z = abs(impact) / error if error > 0 else 0.0
            drawn = int(n[:, 1].sum())
            used = tally.used[side, definition]
            rows.append(
                {
                    "name": names[definition],
                    "deck": letter,
                    "impact": impact,
                    "interval": [impact - half, impact + half],
                    "drawn": float((counts[:, 1] @ points).sum() / n[:, 1].sum()),
                    "not_drawn": float((counts[:, 0] @ points).sum() / n[:, 0].sum()),
                    "games": drawn,
                    "played_share": float(used[2] / max(1, used[0])),
                }
            )
            p_values.append(float(_two_sided(z)))
    if rows:
        for row, p in zip(rows, holm(p_values).adjusted, strict=True):
            row["p"] = float(p)
    return rows


def _two_sided(z: float) -> float:
    from kotc_sim.experiments.statistics.special import ndtr

    return float(2 * ndtr(-z))


def _turns(tally: Tally) -> dict[str, Any]:
    by_turn = tally.turns.sum(axis=1)
    n = int(by_turn.sum())
    turn = np.arange(len(by_turn))
    mean = float((by_turn * turn).sum() / n)
    spread = float((by_turn * (turn - mean) ** 2).sum() / max(1, n - 1))
    half = normal_quantile(0.95) * (spread / n) ** 0.5
    histogram = [[int(t), int(tally.turns[t, 2]), int(tally.turns[t, 0]), int(tally.turns[t, 1])] for t in turn if by_turn[t]]
    median = int(np.searchsorted(np.cumsum(by_turn), (n + 1) / 2))
    return {
        "mean": {"value": mean, "interval": [mean - half, mean + half]},
        "median": median,
        "histogram": histogram,
    }


def limits_of(tally: Tally, names: list[str], owners: list[set[int]], strategies: tuple[str, str]) -> dict[str, Any]:
    """Return what the model could not see in these games: cards hardly used, games capped or tied, the strongest player."""
    games = max(1, tally.games)
    never, rarely = [], []
    for side, letter in ((0, "A"), (1, "B")):
        for definition in sorted(owners[side]):
            drawn, offered, played, activated = (int(x) for x in tally.used[side, definition])
            if drawn == 0:
                continue
            if max(played, activated) == 0:
                never.append(f"{names[definition]} ({letter})")
            elif offered and max(played, activated) / offered < 0.2:
                rarely.append({"text": f"{names[definition]} ({letter})", "share": max(played, activated) / offered})
    notes: dict[str, Any] = {
        "never_used": never,
        "rarely_used": rarely,
        "capped": float(tally.endings[Ending.TURN_CAP].sum() / games),
        "tied": float(tally.endings[:, 1].sum() / games),
        "strongest": max(strategies, key=strength),
    }
    if tally.long:
        notes["long"] = tally.long
    return notes


def describe(contest: Contest, tally: Tally, looks: Sequence[Counts], stopping: dict[str, Any], seed: int, bands: Bands) -> dict[str, Any]:
    """Return the keys of docs/reports.md, "matchup", of games that were played.

    Parameters
    ----------
    contest : Contest
        Who played whom.
    tally : Tally
        The counts of all games.
    looks : sequence of int64 arrays, shape (5,)
        `Tally.cells` at each look while the run went on; the last is the whole run.
    stopping : dict
        Why it ended.
    seed : int
        Run seed.
    bands : Bands
        What counts as fair and broken.
    """
    game = match_of(contest.decks)
    pairs = Pairs.from_table(tally.table)
    same = contest.decks[0] is contest.decks[1] or contest.decks[0] == contest.decks[1]
    mirror = same and contest.strategies[0] == contest.strategies[1]
    fixed = stopping["rule"] == "fixed"
    interval = pairs.score_interval(mirror=mirror) if fixed else betting_sequence(tally.cells()).at(0)
    verdict = judge_matchup(interval, tally.games, bands)
    accepted = stopping["rule"] == "sprt" and stopping["accepted"] is not None
    sequence = betting_sequence(np.array(looks))
    played = games.of(contest.decks[0])
    names = played.words.endings
    endings = {name: float(tally.endings[e].sum() / tally.games) for e, name in names.items()}
    raised = {flag.name: int(tally.raised[i]) for i, flag in enumerate(Flag) if tally.raised[i]}
    wilson = pairs.wilson()
    a, b = contest.decks[:2]
    data: dict[str, Any] = {
        "command": "matchup",
        "edition": a.edition.name,
        "terms": dict(a.edition.terms),
        "seed": seed,
        "decks": {"a": _deck(a), "b": _deck(b)},
        "strategies": {"a": contest.strategies[0], "b": contest.strategies[1]},
        "play": "named",
        "score": pairs.score,
        "interval": [interval.low, interval.high],
        "confidence": 0.95,
        "verdict": ACCEPTED if accepted else str(verdict.verdict.value),
        "more_games": None if accepted else verdict.more_games,
        "games": tally.games,
        "pairs": tally.pairs,
        "bands": {"fair": list(bands.fair), "broken": bands.broken},
        "wilson": [wilson.low, wilson.high],
        "pair_scores": [int(n) for n in tally.cells()],
        "superiority": None if mirror else pairs.superiority,
        "detectable": detectable_difference_pairs(tally.pairs),
        "elo": _measure(pairs.elo()),
        "first_player_advantage": _measure(pairs.first_player_advantage()),
        "stopping": stopping,
        "progress": [
            {
                "games": int(2 * look.sum()),
                "score": float(sequence.at(i).value),
                "interval": [float(sequence.at(i).low), float(sequence.at(i).high)],
            }
            for i, look in enumerate(looks)
        ],
        "turns": _turns(tally),
        "endings": {name: share for name, share in endings.items() if share > 0},
        "endings_by_winner": {
            name: [int(tally.endings[e, 2]), int(tally.endings[e, 0]), int(tally.endings[e, 1])]
            for e, name in names.items()
            if tally.endings[e].sum()
        },
        "damage_per_sp": {"a": _ratio(tally, 0, 1, 0), "b": _ratio(tally, 1, 1, 0), "reference": 3.5},
        "damage_per_level": {"a": _ratio(tally, 0, 2, 1), "b": _ratio(tally, 1, 2, 1)},
        "margin": _measure(margin(tally)) | {"unit": played.words.hit_points},
        "homogeneity": homogeneity(looks),
        "comebacks": [int(n) for n in tally.comebacks],
        "cards": card_impacts(tally, game.names, game.owners),
        "limits": limits_of(tally, game.names, game.owners, contest.strategies) | pilot_limits([contest]),
        "notes": [f"{count} games met a limit of the engine: {name}" for name, count in raised.items()],
        "notable": _notable(tally, played.words.hit_points),
    }
    data.update(played.mark)
    return data


def homogeneity(looks: Sequence[Counts]) -> dict[str, Any]:
    """Return whether the parts of a run between looks follow one law: ``p``, ``parts``, and ``worst``, the part that differs most.

    They differ only in their seeds, so they must: if not, streams, threads or the machine are at fault, or a strategy remembers.
    """
    rows = np.diff(np.array(looks), axis=0, prepend=0)
    found = check_homogeneity(rows)
    return {"p": found.p, "parts": len(rows), "worst": int(np.argmax(found.residuals))}


def _deck(deck: Any) -> dict[str, Any]:
    return {"name": deck.name, "path": str(deck.file), "size": deck.size}


def _notable(tally: Tally, unit: str) -> list[dict[str, Any]]:
    why = {
        "long": "among the longest",
        "short": "among the shortest",
        "comeback": f"won from 10 {unit} or more behind",
        "capped": "stopped at the turn cap",
    }
    found: dict[int, dict[str, Any]] = {}
    for kind in ("comeback", "long", "short", "capped"):
        for game, turns in tally.notable.get(kind, [])[:2]:
            row = found.setdefault(int(game), {"game": int(game), "why": "", "turns": abs(int(turns))})
            row["why"] += f", {why[kind]}" if row["why"] else why[kind]
    return list(found.values())


def margin(tally: Tally, confidence: float = 0.95) -> Interval:
    """Return A's HP at the end of a game minus B's, with its t interval over pairs.

    HP below 0 count as 0. In Level-Up, points. The same deck and strategy on both sides give exactly 0.

    Parameters
    ----------
    tally : Tally
        At least one pair; a single one has infinite ends.
    confidence : float
    """
    value, variance = _mean_and_variance(tally)
    if math.isinf(variance):
        return Interval(value, -math.inf, math.inf, confidence)
    half = t_quantile(confidence, tally.pairs - 1) * math.sqrt(variance)
    return Interval(value, value - half, value + half, confidence)


def _mean_and_variance(tally: Tally) -> tuple[float, float]:
    """Return the mean margin of a game, and the variance of that mean."""
    pairs, total, squares = tally.pairs, int(tally.margin[0]), int(tally.margin[1])
    if pairs == 0:
        raise ValueError("there are no pairs")
    mean = total / pairs
    if pairs == 1:
        return mean / 2, math.inf
    spread = (squares * pairs - total * total) / (pairs * (pairs - 1))  # whole numbers first: nothing is lost where luck is shared
    return mean / 2, spread / 4 / pairs
