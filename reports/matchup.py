"""The report of a matchup: who wins, by how much, why."""

from typing import Any

from kotc_sim.experiments.matchup.result import MatchupResult
from kotc_sim.reports.kit import charts_counts, charts_curve
from kotc_sim.reports.kit.charts_intervals import Mark, forest, score_bar
from kotc_sim.reports.kit.envelope import confidence, measure, read_count, rounded_up, verdict, where, with_the_seat, would_decide
from kotc_sim.reports.kit.report import Fact, Report, Section, Table, Verdict, heads
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import Measure, clean, count, interval, number, percent, plural, value_and_interval, word, write_measured
from kotc_sim.reports.matchup_play import dependence, scores_by_pilot, show_settled, strength, unit_of

UNLIKE = 0.001
"""The parts of a run are said not to agree if chance alone would let them differ as much less often than this."""
PAIR_SCORES = ("0", "½", "1", "1½", "2")


@reads(MatchupResult)
def report(result: MatchupResult) -> Report:
    """Return the report of a matchup."""
    a, b = (clean(deck.name) for deck in (result.decks.a, result.decks.b))
    if a == b:  # a mirror: the two sides still need names
        a, b = f"{a} (first)", f"{b} (second)"
    score = read_count(result.score, result.interval)
    fair, broken = result.bands.fair, result.bands.broken
    return Report(
        title=f"{a} against {b}",
        verdict=_verdict(result, a, b, score, fair, broken),
        figure=score_bar(score.value, result.interval, a, b, fair, broken, rungs=scores_by_pilot(result.climb)),
        facts=_facts(result, a),
        sections=[
            _by_hand(result, a, b),
            strength(result.climb, a),
            _cards(result, a, b),
            _length(result, a, b),
            _endings(result, a, b),
            _damage(result, a, b),
            _run(result, a),
        ],
    )


def _verdict(result: MatchupResult, a: str, b: str, score: Measure, fair: tuple[float, float], broken: float) -> Verdict:
    code = str(result.verdict)
    better, other, beyond = (a, b, percent(broken, 0)) if score.value >= 0.5 else (b, a, percent(1 - broken, 0))
    scored = percent(score.value)
    band = f"{percent(fair[0], 0)} to {percent(fair[1], 0)}"
    sentences = {
        "fair": f"{a} and {b} are evenly matched.",
        "watch": f"{better} has the edge over {other}: {a} scores {scored}.",
        "broken": f"{better} beats {other} far too often: {a} scores {scored}.",
        "accepted": _decision(result, a, b),
        "depends on play": dependence(result.climb, a, b),
        "undecided": f"Not decided yet: {a} scores {scored} against {b}.",
        "provisional": _decision(result, a, b) or f"{where(result)}, {a} scores {scored} against {b}.",
    }
    more = would_decide(result.more_games, "more game")
    narrow = "The interval is too wide for a verdict"
    low, high = (score.value if end is None else end for end in (score.low, score.high))
    if result.climb is not None and result.climb.settled is None and not any(low <= edge <= high for edge in fair):
        narrow = "There are too few games to tell whether play matters"
    reasons = {
        "fair": f"The whole interval lies inside the fair band of {band}.",
        "watch": f"The interval is not inside the fair band of {band}, and does not lie beyond {beyond}.",
        "broken": f"The whole interval lies beyond {beyond}.",
        "undecided": f"{narrow}; {more}." if more else f"{narrow}.",
    }
    games = f"over {plural(result.games, 'game')}"
    rungs = scores_by_pilot(result.climb)
    if rungs:
        games += f" under {rungs[-1][0]}, the strongest pilot"
    text = [
        f"{a} scores {write_measured(score, 'share')} {games} ({confidence(result)} interval).",
        reasons.get(code, ""),
        show_settled(result.climb),
    ]
    sentence = sentences.get(code, f"{a} scores {scored} against {b}.")
    sentence = with_the_seat(sentence, result.first_player_advantage, broken - 0.5, score.value - 0.5)
    return verdict(result, code, sentence, " ".join(filter(None, text)))


def _decision(result: MatchupResult, a: str, b: str) -> str:
    test = result.stopping.test
    if test is None or test.accepted is None:
        return ""
    found, other = (test.h0, test.h1) if test.accepted == "h0" else (test.h1, test.h0)
    return f"The test is decided: for {a} against {b} it accepts {percent(found, 0)}, not {percent(other, 0)}."


def _facts(result: MatchupResult, a: str) -> list[Fact]:
    facts = []
    if result.played is not None:
        head, tail = value_and_interval(read_count(result.played.score), "share")
        fits = "fits the simulated score" if result.played.consistent else "contradicts the simulated score"
        games = f"{result.played.won}–{result.played.lost}" + (f"–{result.played.tied}" if result.played.tied else "")
        facts.append(Fact(f"By hand {games}", f"{head} {tail}", fits))
    elo, first, left = map(read_count, (result.elo, result.first_player_advantage, result.margin))
    facts.append(Fact("Elo difference", *value_and_interval(elo, "signed", 0 if abs(elo.value) >= 10 else 1)))
    facts.append(Fact("Going first is worth", *value_and_interval(first, "difference")))
    facts.append(Fact(f"{unit_of(result.margin)} ahead at the end", *value_and_interval(left, "signed", 1)))
    facts.append(Fact("Turns in a game", number(result.turns.mean.value, 1), f"median {result.turns.median:g}"))
    if result.superiority is not None:
        sure = result.superiority
        shown = "> 99.9 %" if sure > 0.999 else "< 0.1 %" if sure < 0.001 else percent(sure)
        facts.append(Fact(f"{a} is the better deck", shown, "likelihood of superiority"))
    pairs = plural(result.pairs, "pair") if result.pairs else ""
    facts.append(Fact("Games", count(result.games), f"{pairs}, seats swapped{rounded_up(result)}" if pairs else ""))
    facts.append(Fact("Could detect", f"{number(result.detectable * 100)} pp", "at 80 % power"))
    return facts


def _by_hand(result: MatchupResult, a: str, b: str) -> Section:
    """Return the section on games by hand: whether they fit, what all games say, or what the hand games say alone."""
    played = result.played
    if played is None:
        return Section("Played by hand")
    alone = write_measured(read_count(played.score), "share")
    chance = number(played.p, 3) if played.p >= UNLIKE else f"< {UNLIKE}"
    ties = f" {plural(played.tied, 'tied game is', 'tied games are')} left out." if played.tied else ""
    text = f"By hand {a} won {played.won} and lost {played.lost} against {b}: {alone}.{ties}"
    if played.together is not None:
        both = write_measured(read_count(played.together), "share")
        text += f" That is consistent with the simulated score (p = {chance}). Both together say {both}."
    else:
        text += (
            f" That contradicts the simulated score (p = {chance}), so there is no figure for both: the players play otherwise than the "
            "pilots, or by other rules or cards. Of how these people play, the games by hand tell more."
        )
    return Section("Played by hand", [text, "How the two are compared: kotc-sim docs verdicts."])


def _cards(result: MatchupResult, a: str, b: str) -> Section:
    cards = sorted(result.cards, key=lambda card: (str(card.deck), -card.impact))
    if not cards:
        return Section("Which cards matter")
    names = {"a": a, "b": b}
    marks = [Mark(clean(card.name), measure(card.impact, card.interval), names[card.deck], colour=card.deck) for card in cards]
    columns = heads(
        "Card",
        "Deck",
        ("Impact", "difference"),
        ("Drawn", "share"),
        ("Not drawn", "share"),
        ("Played", "share"),
        ("Games", "count"),
        ("p (Holm)", "probability"),
    )
    rows = [
        [
            card.name, names[card.deck], measure(card.impact, card.interval), card.drawn, card.not_drawn, card.played_share, card.games,
            card.p,
        ]
        for card in cards
    ]  # fmt: skip
    figure = forest(
        marks,
        title="Impact of each card",
        kind="difference",
        axis="drawn minus not drawn, percentage points",
        zero=0.0,
        table=Table("Impact of each card", columns, rows).without_empty_columns(),
    )
    text = [
        "How much more its owner scores in games in which the card was drawn, compared at equal length. "
        "This is an association, not a cause: kotc-sim try tests a card by substitution."
    ]
    return Section("Which cards matter", text, [figure])


def _length(result: MatchupResult, a: str, b: str) -> Section:
    turns = result.turns
    figure = charts_counts.game_length(turns.histogram, [f"{a} wins", f"{b} wins", "tied"], turns.median)
    text = f"A game takes {write_measured(read_count(turns.mean), 'number', 1)} turns on average, both players counted."
    return Section(charts_counts.LASTS, [text], [figure])


def _endings(result: MatchupResult, a: str, b: str) -> Section:
    return Section("How games end", figures=[charts_counts.endings(result.endings_by_winner, [f"{a} wins", f"{b} wins", "tied"])])


def _damage(result: MatchupResult, a: str, b: str) -> Section:
    rows = []
    per_sp, per_level = result.damage_per_sp, result.damage_per_level
    for name, of_sp, of_level in zip((a, b), (per_sp.a, per_sp.b), (per_level.a, per_level.b), strict=True):
        sp, level = measure(of_sp), measure(of_level)
        if sp is not None or level is not None:
            rows.append([name, sp, None if sp is None else sp.value / per_sp.reference, level])
    if not rows:
        return Section("What the dice buy")
    return _WHAT_IS_BOUGHT.get(result.game or "", _dice)(result, rows, per_sp.reference)


def _dice(result: MatchupResult, rows: list[list[Any]], reference: float) -> Section:
    """Return the section of a game with dice: damage for SP and for levels, compared with an unblocked die."""
    columns = heads(
        "Deck",
        (f"Damage per {word(result, 'sp')}", "number", 2),
        ("Efficiency", "share", 0),
        (f"Damage per {word(result, 'level')}", "number", 2),
    )
    table = Table("Damage inflicted for what was paid", columns, rows).without_empty_columns()
    text = [
        f"Damage per {word(result, 'sp')} on the field and turn. "
        f"An unblocked die deals {number(reference)}: that is an efficiency of 100 %."
    ]
    return Section("What the dice buy", text, tables=[table])


def _points_taken(result: MatchupResult, rows: list[list[Any]], reference: float) -> Section:
    """Return the section of Level-Up: points that the opponent lost, for the attack and the levels that it took."""
    columns = heads("Deck", ("Points per attack", "number", 2), ("Points per level", "number", 2))
    text = [
        "Points that a deck's cards took from the opponent, for each point of attack on the field in its Battle Phases, "
        "and for each level of the creatures that it brought to the field."
    ]
    table = Table("Points taken for what was played", columns, [[name, sp, level] for name, sp, _, level in rows]).without_empty_columns()
    return Section("What the creatures win", text, tables=[table])


_WHAT_IS_BOUGHT = {"levelup": _points_taken}
"""By what a result says of its game; a result that says nothing is of a game with dice."""


def _run(result: MatchupResult, a: str) -> Section:
    text, figures = [], []
    stopping = result.stopping
    if stopping.test is not None:
        test = stopping.test
        hypotheses = {"h0": percent(test.h0, 0), "h1": percent(test.h1, 0)}
        end = "neither was accepted" if test.accepted is None else f"{hypotheses[test.accepted]} was accepted"
        text.append(
            f"Sequential test of {hypotheses['h0']} against {hypotheses['h1']}: {end}. "
            f"Log-likelihood ratio {number(test.llr, 2)}, bounds {interval(*test.bounds, 2)}."
        )
    elif stopping.planned is not None:
        text.append(
            f"The match-up was clearly broken after {count(result.games)} of {count(stopping.planned)} games, so the others were not "
            "played. The interval allows for that."
        )
    elif stopping.target is not None:
        text.append(f"The run stopped when the interval was narrower than ± {number(stopping.target * 100, 2)} percentage points.")
    text.append(f"The Wilson interval, a check that knows nothing of pairs, is {interval(*result.wilson, 1, 100)} %.")
    parts = result.homogeneity
    if parts.p < UNLIKE:
        text.append(
            f"The parts of this run do not agree: by chance they would differ as much in {percent(parts.p, 3)} of runs. "
            f"Part {parts.worst + 1} of {parts.parts} differs most. Do not trust the interval: a strategy may remember "
            "earlier games, or the machine may err."
        )
    points = result.progress
    if len(points) > 1:  # a single one is the score itself
        figures.append(
            charts_curve.line(
                [p.games for p in points],
                [p.score for p in points],
                [p.interval for p in points],
                title="The score while games were played",
                x_axis="games",
                y_axis="score, %",
                kind="share",
                zero=0.5,
                band=True,
                log=points[-1].games / points[0].games > 30,
                caption="The band is a confidence sequence: it may be watched, and is wider for that.",
            )
        )
    total = sum(result.pair_scores) or 1
    rows = [[points, n, n / total] for points, n in zip(PAIR_SCORES, result.pair_scores, strict=True)]
    columns = heads(f"{a} scored", ("Pairs", "count"), ("Share", "share"))
    return Section("How sure this is", text, figures, [Table("Pairs of games by score", columns, rows)])
