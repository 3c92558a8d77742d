"""Who wins, by how much, why: the statistics of one match-up of two decks (docs/statistics.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.arms import strength
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.statistics import (
    Bands,
    Pairs,
    Sprt,
    SprtPlan,
    betting_sequence,
    holm,
    judge_matchup,
)
from kotc_sim.experiments.statistics.intervals import Interval, normal_quantile
from kotc_sim.experiments.statistics.power import detectable_difference_pairs
from kotc_sim.experiments.statistics.sprt import Decision
from kotc_sim.runs import Contest, Workers, chunk_size, match_of, simulate
from kotc_sim.runs.tally import Tally
from kotc_sim.shared.result import Ending, Flag

GAMES_CAP = 1_000_000
SPRT_BATCH = 256
LOOKS = 40


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
    def exit_code(self) -> int:
        """0 done, 1 broken, 3 a sequential test that has not decided."""
        if self.data["stopping"]["rule"] == "sprt" and self.data["stopping"]["accepted"] is None:
            return 3
        return 1 if self.data["verdict"] == "broken" else 0


def matchup(
    contest: Contest,
    *,
    games: int | None = None,
    precision: float | None = None,
    sprt: tuple[float, float] | None = None,
    seed: int = 1,
    bands: Bands | None = None,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> MatchupResult:
    """Play two decks against each other and judge the result.

    Parameters
    ----------
    contest : Contest
        Decks A and B and their strategies.
    games : int, optional
        Play exactly this many (rounded up to pairs); 20,000 if no rule is given.
    precision : float, optional
        Stop at this half-width of the confidence sequence, in percentage points.
    sprt : (float, float), optional
        Run the exact sequential test of these two scores, in percent.
    seed : int
        Run seed.
    bands : Bands, optional
        What counts as fair and broken.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.

    Returns
    -------
    MatchupResult

    Raises
    ------
    KotcError
        If more than one stopping rule is given.
    """
    if sum(rule is not None for rule in (games, precision, sprt)) > 1:
        raise KotcError("only one of --games, --precision and --sprt can end a run", fix="State one of them")
    own = workers is None
    crew = workers or Workers()
    try:
        run = _Progress(contest, seed, crew, on_chunk)
        if sprt is not None:
            stopping = run.until_decided(SprtPlan(sprt[0] / 100, sprt[1] / 100))
        elif precision is not None:
            stopping = run.until_precise(precision / 100)
        else:
            stopping = run.fixed(-(-(games or 20_000) // 2))
    finally:
        if own:
            crew.close()
    return MatchupResult(_describe(contest, run, stopping, seed, bands or Bands()), run.tally)


class _Progress:
    """A run under way: counts so far, and the looks at the score in the order of pairs."""

    def __init__(self, contest: Contest, seed: int, crew: Workers, on_chunk: Callable[[int], None] | None) -> None:
        self.contest, self.seed, self.crew, self.on_chunk = contest, seed, crew, on_chunk
        self.tally = Tally.empty()
        self.looks: list[np.ndarray] = []

    def play(self, pairs: int) -> Tally:
        part = simulate(
            self.contest,
            pairs,
            self.seed,
            workers=self.crew,
            first_pair=self.tally.pairs,
            on_chunk=self.on_chunk,
        ).tally
        return part

    def keep(self, part: Tally) -> None:
        self.tally.add(part)
        self.looks.append(self.tally.cells())

    def fixed(self, pairs: int) -> dict[str, Any]:
        size = chunk_size(self.contest)
        step = max(size * 4, -(-pairs // LOOKS))
        while self.tally.pairs < pairs:
            self.keep(self.play(min(step, pairs - self.tally.pairs)))
        return {"rule": "fixed"}

    def until_precise(self, half_width: float) -> dict[str, Any]:
        cap = GAMES_CAP // 2
        step = max(512, chunk_size(self.contest))
        while self.tally.pairs < cap:
            self.keep(self.play(min(step, cap - self.tally.pairs)))
            now = betting_sequence(self.tally.cells()).at(0)
            if (now.high - now.low) / 2 <= half_width:
                break
            step = max(512, self.tally.pairs // 4)
        return {"rule": "precision", "target": half_width}

    def until_decided(self, plan: SprtPlan) -> dict[str, Any]:
        test = Sprt(plan)
        undecided = True
        while undecided and self.tally.pairs < plan.cap:
            ahead = [simulate_batch(self, k) for k in range(4)]
            for part in ahead:
                self.keep(part)
                if test.update(part.cells()) is not Decision.CONTINUE:
                    undecided = False
                    break
        found = dict(test.stopping())
        found["rule"] = "sprt"
        return found


def simulate_batch(run: _Progress, k: int) -> Tally:
    """Play the ``k``-th batch of pairs after what has been counted."""
    return simulate(
        run.contest,
        SPRT_BATCH,
        run.seed,
        workers=run.crew,
        first_pair=run.tally.pairs + k * SPRT_BATCH,
        on_chunk=run.on_chunk,
    ).tally


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


def _describe(contest: Contest, run: _Progress, stopping: dict[str, Any], seed: int, bands: Bands) -> dict[str, Any]:
    tally = run.tally
    game = match_of(contest.decks)
    pairs = Pairs.from_table(tally.table)
    same = contest.decks[0] is contest.decks[1] or contest.decks[0] == contest.decks[1]
    mirror = same and contest.strategies[0] == contest.strategies[1]
    fixed = stopping["rule"] == "fixed"
    interval = pairs.score_interval(mirror=mirror) if fixed else betting_sequence(tally.cells()).at(0)
    verdict = judge_matchup(interval, tally.games, bands)
    sequence = betting_sequence(np.array(run.looks))
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
        "score": pairs.score,
        "interval": [interval.low, interval.high],
        "confidence": 0.95,
        "verdict": str(verdict.verdict.value),
        "more_games": verdict.more_games,
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
            for i, look in enumerate(run.looks)
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
        "comebacks": [int(n) for n in tally.comebacks],
        "cards": card_impacts(tally, game.names, game.owners),
        "limits": limits_of(tally, game.names, game.owners, contest.strategies) | pilot_limits([contest]),
        "notes": [f"{count} games met a limit of the engine: {name}" for name, count in raised.items()],
        "notable": _notable(tally, played.words.hit_points),
    }
    data.update(played.mark)
    return data


def _deck(deck: Any) -> dict[str, Any]:
    return {"name": deck.name, "path": str(deck.file), "size": deck.size}


def _notable(tally: Tally, unit: str) -> list[dict[str, Any]]:
    why = {
        "long": "among the longest",
        "short": "among the shortest",
        "comeback": f"won from 10 {unit} or more behind",
        "capped": "stopped at the turn cap",
    }
    found = []
    for kind in ("comeback", "long", "short", "capped"):
        for game, turns in tally.notable.get(kind, [])[:2]:
            found.append({"game": int(game), "why": why[kind], "turns": abs(int(turns))})
    return found
