"""What a match-up's counts say."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.experiments.common_games import SELDOM
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.judge import strength
from kotc_sim.experiments.matchup import result as results
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.result import CONFIDENCE, Both, Limits, Measure, Notable, Used, Verdict
from kotc_sim.experiments.statistics.homogeneity import check_homogeneity
from kotc_sim.experiments.statistics.hypotheses import detectable_difference_pairs, holm
from kotc_sim.experiments.statistics.intervals import Interval, normal_quantile, t_quantile
from kotc_sim.experiments.statistics.pairs import Pairs, elo_of
from kotc_sim.experiments.statistics.sequences import betting_sequence
from kotc_sim.experiments.statistics.special import ndtr
from kotc_sim.experiments.statistics.verdicts import Bands, judge_matchup
from kotc_sim.runs import Contest, match_of
from kotc_sim.runs.tally import Counts, Tally
from kotc_sim.shared.result import Ending, Flag


def _ratio(tally: Tally, side: int, column: int, product: int) -> Measure:
    """Return a ratio of sums with its delta-method interval: damage per SP-turn (column 1) or per level paid (column 2)."""
    n = tally.games
    top, bottom = float(tally.sums[side, 0]), float(tally.sums[side, column])
    if bottom <= 0 or n < 2:
        return Measure(0.0, Ends(0.0, 0.0))
    ratio = top / bottom
    mean_bottom = bottom / n
    variance = (
        float(tally.squares[side, 0])
        - 2 * ratio * float(tally.products[side, product])
        + ratio * ratio * float(tally.squares[side, column])
    ) / n
    error = normal_quantile(CONFIDENCE) * (max(variance, 0.0) / n) ** 0.5 / mean_bottom
    return Measure(ratio, Ends(ratio - error, ratio + error))


def card_impacts(tally: Tally, names: list[str], owners: list[set[int]]) -> tuple[results.Impact, ...]:
    """Return each card's score when drawn minus when not drawn, stratified by game length, with interval and Holm's p.

    An association, not a cause (`kotc-sim try` finds causes): longer games see more cards, which the strata take out, and a drawn
    card comes with others. The difference is the mean over strata weighted by n1*n0/(n1 + n0).
    """
    rows: list[results.Impact] = []
    points = np.array([0.0, 0.5, 1.0])
    for side, letter in SIDES:
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
            half = normal_quantile(CONFIDENCE) * error
            z = abs(impact) / error if error > 0 else 0.0
            used = tally.used[side, definition]
            rows.append(
                results.Impact(
                    name=names[definition],
                    deck=letter,
                    impact=impact,
                    interval=Ends(impact - half, impact + half),
                    drawn=float((counts[:, 1] @ points).sum() / n[:, 1].sum()),
                    not_drawn=float((counts[:, 0] @ points).sum() / n[:, 0].sum()),
                    games=int(n[:, 1].sum()),
                    played_share=float(used[2] / max(1, used[0])),
                    p=float(2 * ndtr(-z)),
                )
            )
    adjusted = holm([row.p or 0.0 for row in rows]) if rows else ()
    return tuple(replace(row, p=float(p)) for row, p in zip(rows, adjusted, strict=True))


SIDES: tuple[tuple[int, Literal["a", "b"]], ...] = ((0, "a"), (1, "b"))


def _turns(tally: Tally) -> results.Turns:
    by_turn = tally.turns.sum(axis=1)
    n = int(by_turn.sum())
    turn = np.arange(len(by_turn))
    mean = float((by_turn * turn).sum() / n)
    spread = float((by_turn * (turn - mean) ** 2).sum() / max(1, n - 1))
    half = normal_quantile(CONFIDENCE) * (spread / n) ** 0.5
    histogram = tuple((int(t), int(tally.turns[t, 2]), int(tally.turns[t, 0]), int(tally.turns[t, 1])) for t in turn if by_turn[t])
    median = float(np.searchsorted(np.cumsum(by_turn), [(n + 1) // 2, n // 2 + 1]).mean())  # one game, or the two in the middle
    return results.Turns(
        mean=Measure(mean, Ends(mean - half, mean + half)), median=int(median) if median.is_integer() else median, histogram=histogram
    )


def limits_of(tally: Tally, names: list[str], owners: list[set[int]], strategies: tuple[str, str]) -> Limits:
    """Return what the model could not see in these games: cards hardly used, games capped or tied, the strongest player."""
    games = max(1, tally.games)
    used = ((f"{names[card]} ({'AB'[side]})", tally.used[side, card]) for side, _ in SIDES for card in sorted(owners[side]))
    return Limits(
        **hardly_used(used),
        capped=float(tally.endings[Ending.TURN_CAP].sum() / games),
        tied=float(tally.endings[:, 1].sum() / games),
        strongest=max(strategies, key=strength),
        long=tally.long or None,
    )


def hardly_used(counts: Iterable[tuple[str, NDArray[np.int64]]]) -> dict[str, Any]:
    """Return which cards were hardly used, by games in which each (by its words) was drawn, offered, played, activated: ``counts``."""
    never: list[str] = []
    barred: list[str] = []
    rarely = []
    for text, (drawn, offered, *used) in counts:
        most = int(max(used))
        if drawn and not most:
            (never if offered else barred).append(text)
        elif offered and most / offered < SELDOM:
            rarely.append(Used(text, float(most / offered)))
    return {"never_used": tuple(never), "never_playable": tuple(barred) or None, "rarely_used": tuple(rarely)}


def describe(
    contest: Contest, tally: Tally, looks: Sequence[Counts], stopping: results.Stopping, seed: int, bands: Bands
) -> results.MatchupResult:
    """Return the result of games; ``looks`` are `Tally.cells` at each look while the run went on, the last of the whole run."""
    game = match_of(contest.decks)
    pairs = Pairs.from_table(tally.table)
    same = contest.decks[0] is contest.decks[1] or contest.decks[0] == contest.decks[1]
    mirror = same and contest.strategies[0] == contest.strategies[1]
    fixed = stopping.rule == "fixed" or pairs.number in pairs.cells  # of pairs all alike it is known beforehand when a run ends
    interval = pairs.score_interval(mirror=mirror) if fixed else betting_sequence(tally.cells())[0]
    verdict = judge_matchup(interval, tally.games, bands)
    accepted = stopping.test is not None and not stopping.waiting
    word, missing = (Verdict.ACCEPTED, None) if accepted else (verdict.verdict, verdict.more_games)
    if not all(any(tally.used[side, definition, 2:].any() for definition in game.owners[side]) for side in range(2)):  # played or used
        word, missing = Verdict.IDLE, None
    played = games.of(contest.decks[0])
    ended = {name: tally.endings[e] for e, name in played.words.endings.items() if tally.endings[e].sum()}
    raised = {flag.name: int(tally.raised[i]) for i, flag in enumerate(Flag) if tally.raised[i]}
    a, b = contest.decks[:2]
    left, unit = margin(tally), played.words.hit_points
    return results.MatchupResult(
        seed=seed,
        edition=a.edition.name,
        terms=dict(a.edition.terms),
        decks=Both(_deck(a), _deck(b)),
        strategies=Both(*contest.strategies[:2]),
        play="named",
        score=pairs.score,
        interval=interval.ends,
        confidence=CONFIDENCE,
        verdict=word,
        more_games=missing,
        games=tally.games,
        pairs=tally.pairs,
        bands=results.BandsUsed(fair=bands.fair, broken=bands.broken),
        wilson=pairs.wilson().ends,
        pair_scores=five(tally.cells()),
        superiority=None if mirror else pairs.superiority,
        detectable=detectable_difference_pairs(tally.pairs),
        elo=elo_of(interval).measure,
        first_player_advantage=pairs.first_player_advantage().measure,
        stopping=stopping,
        progress=tuple(
            results.Look(games=int(2 * look.sum()), score=at.value, interval=at.ends)
            for look, at in zip(looks, betting_sequence(np.array(looks)), strict=True)
        ),
        turns=_turns(tally),
        endings={name: float(counts.sum() / tally.games) for name, counts in ended.items()},
        endings_by_winner={name: (int(counts[2]), int(counts[0]), int(counts[1])) for name, counts in ended.items()},
        damage_per_sp=results.PerSp(a=_ratio(tally, 0, 1, 0), b=_ratio(tally, 1, 1, 0), reference=3.5),
        damage_per_level=Both(_ratio(tally, 0, 2, 1), _ratio(tally, 1, 2, 1)),
        margin=results.Margin(value=left.value, interval=left.ends, unit=unit),
        homogeneity=homogeneity(looks),
        comebacks=(int(tally.comebacks[0]), int(tally.comebacks[1])),
        cards=card_impacts(tally, game.names, game.owners),
        limits=replace(limits_of(tally, game.names, game.owners, contest.strategies), **pilot_limits([contest])),
        notes=tuple(f"{count} games met a limit of the engine: {name}" for name, count in raised.items()),
        notable=_notable(tally, unit),
        game=played.mark.get("game"),
    )


def five(cells: Counts) -> tuple[int, int, int, int, int]:
    """Return the pairs of each score as numbers of Python."""
    none, half, one, more, two = map(int, cells)
    return none, half, one, more, two


def homogeneity(looks: Sequence[Counts]) -> results.Homogeneity:
    """Return whether the parts of a run between looks follow one law.

    They differ only in their seeds, so they must: if not, streams, threads or the machine are at fault, or a strategy remembers.
    """
    rows = np.diff(np.array(looks), axis=0, prepend=0)
    p, residuals = check_homogeneity(rows)
    return results.Homogeneity(p=p, parts=len(rows), worst=int(np.argmax(residuals)))


def _deck(deck: Any) -> results.NamedDeck:
    return results.NamedDeck(name=deck.name, path=str(deck.file), size=deck.size)


def _notable(tally: Tally, unit: str) -> tuple[Notable, ...]:
    why = {
        "comeback": f"won from 10 {unit} or more behind",
        "long": "among the longest",
        "short": "among the shortest",
        "capped": "stopped at the turn cap",
    }
    found: dict[int, tuple[int, list[str]]] = {}
    for kind, words in why.items():
        for game, turns in tally.notable.get(kind, [])[:2]:
            found.setdefault(int(game), (abs(int(turns)), []))[1].append(words)
    return tuple(Notable(game=game, why=", ".join(reasons), turns=turns) for game, (turns, reasons) in found.items())


def margin(tally: Tally) -> Interval:
    """Return A's HP at the end of a game minus B's, with its t interval over pairs; a single pair has infinite ends.

    HP below 0 count as 0. In Level-Up, points. The same deck and strategy on both sides give exactly 0.
    """
    pairs, total, squares = tally.pairs, int(tally.margin[0]), int(tally.margin[1])
    if pairs == 0:
        raise ValueError("there are no pairs")
    value = total / pairs / 2  # of a game
    if pairs == 1:
        return Interval(value, -math.inf, math.inf)
    spread = (squares * pairs - total * total) / (pairs * (pairs - 1))  # whole numbers first: common random numbers lose nothing
    half = t_quantile(CONFIDENCE, pairs - 1) * math.sqrt(spread / 4 / pairs)
    return Interval(value, value - half, value + half)
