"""``kotc-sim matchup A.yaml B.yaml``: who wins, by how much, why; with more decks, the first against each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kotc_sim.commands.options import (
    MOST_GAMES,
    BothStrategies,
    Brief,
    Csv,
    Edition,
    Html,
    Jobs,
    Json,
    Parquet,
    Plan,
    Resume,
    Scheduler,
    Seed,
    StrategyA,
    StrategyB,
    Strict,
    TrustDecks,
    a_number,
    all_readable,
    arguments,
)
from kotc_sim.errors import KotcError
from kotc_sim.games.pilots import STRATEGY

if TYPE_CHECKING:
    from kotc_sim.experiments.matchup.result import MatchupResult
    from kotc_sim.experiments.matchup.table import TableResult
    from kotc_sim.experiments.result import Both
    from kotc_sim.experiments.statistics.verdicts import Bands
    from kotc_sim.runs import Contest, Workers

Decks = Annotated[
    list[Path],
    typer.Argument(metavar="DECK…", callback=all_readable, help="Two decks (YAML), or one and the field that it plays, deck by deck."),
]
Against = Annotated[
    list[Path] | None,
    typer.Option("--against", metavar="FOLDER", help="Play the first deck against all of its edition in this folder; repeatable."),
]
AtTable = Annotated[
    bool,
    typer.Option("--table", help="Three decks or more at one table: all play each other at once, by one fast pilot or --strategy."),
]
GamesOrRule = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        min=1,
        max=MOST_GAMES,
        metavar="N",
        help="Play exactly N games (in pairs) with the strongest pilot, or with the one that plays; no weaker one plays more.",
    ),
]
Quick = Annotated[
    bool,
    typer.Option("--quick", help="One fast pilot alone: 20,000 games of who the decks name, else greedy. Weak play may mislead."),
]
Precision = Annotated[
    float | None,
    typer.Option("--precision", min=0.05, max=20, metavar="PP", callback=a_number, help="Stop at ± this many percentage points."),
]
SprtOption = Annotated[
    str | None,
    typer.Option("--sprt", metavar="H0,H1", help="Sequential test of two scores in percent, such as 50,52."),
]
FairBand = Annotated[str, typer.Option("--fair", metavar="LOW,HIGH", help="What counts as fair, in percent.")]
BrokenBand = Annotated[float, typer.Option("--broken", metavar="PERCENT", help="Beyond this a match-up is broken.")]


def command(
    decks: Decks,
    against: Against = None,
    table: AtTable = False,
    games: GamesOrRule = None,
    precision: Precision = None,
    sprt: SprtOption = None,
    quick: Quick = False,
    plan: Plan = False,
    seed: Seed = 1,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = None,
    strategy: BothStrategies = None,
    strategy_a: StrategyA = None,
    strategy_b: StrategyB = None,
    trust_decks: TrustDecks = False,
    edition: Edition = None,
    fair: FairBand = "48,52",
    broken: BrokenBand = 55.0,
    strict: Strict = False,
    brief: Brief = False,
    json: Json = False,
    html: Html = None,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Play two decks against each other thousands of times, or the first against each of several: who wins, by how much, and why.

    Stronger and stronger pilots play both decks; the score under the strongest is the verdict's, and it says if the answer depends on
    play. --quick, or a pilot that is named, plays alone. Games come in pairs, the same shuffles and dice with the seats swapped.

    With --strict: exit code 1 if it is broken, 3 if it depends on play or is not decided.
    """
    from kotc_sim.commands.files import contest_of, load_deck, opponents_in
    from kotc_sim.commands.play import finish, leave, numbers
    from kotc_sim.experiments.statistics.verdicts import Bands
    from kotc_sim.reports import field as field_report
    from kotc_sim.reports import matchup as report

    strategy_a, strategy_b = strategy_a or strategy, strategy_b or (None if table else strategy)
    low, high = numbers(fair, 2, "--fair")
    hypotheses = None
    if sprt is not None:
        h0, h1 = numbers(sprt, 2, "--sprt")
        hypotheses = (h0, h1)
    if quick and (strategy_a or strategy_b):
        raise KotcError("--quick chooses the pilot", fix="Leave it out, or what names the pilot.")
    bands = Bands((low / 100, high / 100), broken / 100)
    if table:
        if against or plan or strategy_b or precision is not None or hypotheses is not None:
            raise KotcError("--table takes decks, --games and --strategy only", fix="Leave out the other options.")
        found = _at_table(
            decks, games, strategy_a, edition, seed, jobs, scheduler, resume, brief=brief, json=json, html=html, csv=csv, parquet=parquet
        )
        leave(found.answer, strict)
        return
    others, loaded = list(decks[1:]), dict[Path, Any]()
    if against:
        loaded[decks[0]] = load_deck(decks[0], edition)
        others += [path for folder in against for path in opponents_in(folder, loaded[decks[0]], edition)]
    if not others:
        raise KotcError("a match-up needs two decks", fix="Name another deck, or a folder of them with --against")
    contests = [contest_of([decks[0], other], strategy_a, strategy_b, edition, trusted=trust_decks, loaded=loaded) for other in others]
    asked = _Asked({"games": games, "precision": precision, "sprt": hypotheses}, quick, bool(strategy_a or strategy_b), seed, bands, jobs)
    if plan:
        from kotc_sim.reports import plan as plan_report

        data = asked.plan(contests)
        finish(data, plan_report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
        return
    with asked.session(len(others), scheduler, resume) as play:
        if len(contests) == 1:
            result: Any = play(contests[0])
        else:
            from kotc_sim.experiments.matchup.field import matchup_field

            by_deck = {id(contest.decks[1]): contest for contest in contests}
            result = matchup_field(contests[0].decks[0], [contest.decks[1] for contest in contests], lambda deck: play(by_deck[id(deck)]))
    log = None if len(contests) > 1 else _log_of(contests[0], result.strategies, seed, jobs)
    made = report if len(contests) == 1 else field_report
    finish(result, made, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet, log=log)
    leave(result.answer, strict)


def _log_of(contest: Contest, strategies: Both[str], seed: int, jobs: int | None) -> Callable[[int], Sequence[str]]:
    """Return what tells a game of a match-up as ``kotc-sim replay`` does: the one that the result counts under its number."""

    def log(game: int) -> Sequence[str]:
        from kotc_sim.runs import learn, replay

        who = (strategies.a, strategies.b)
        played = replay(replace(contest, strategies=who, fit=learn(contest.decks, who, jobs=jobs)), game, seed)
        return [*(f"Player {seat}: {name}" for seat, name in enumerate(played.seats, 1)), "", *played.lines]

    return log


def _at_table(
    paths: list[Path],
    games: int | None,
    strategy: str | None,
    edition: str | None,
    seed: int,
    jobs: int | None,
    scheduler: str | None,
    resume: Path | None,
    **output: Any,
) -> TableResult:
    """Play all decks at one table, and show the result."""
    from kotc_sim.commands.files import load_deck, require_one_game
    from kotc_sim.commands.play import finish
    from kotc_sim.experiments.matchup.table import GAMES, matchup_table
    from kotc_sim.reports import matchup_table as report
    from kotc_sim.runs import open_session, warm_up

    decks = [load_deck(path, edition) for path in paths]
    require_one_game(decks, paths)
    pilot = strategy or STRATEGY
    warm_up(decks[:2], [pilot])
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=games or GAMES) as (workers, on_chunk):
        result = matchup_table(decks, pilot, games=games or GAMES, seed=seed, workers=workers, on_chunk=on_chunk)
    finish(result.data, report, seed=seed, **output)
    return result


@dataclass(frozen=True)
class _Asked:
    """What is asked of every match-up of a command line."""

    rule: dict[str, Any]
    quick: bool
    named: bool
    seed: int
    bands: Bands
    jobs: int | None

    @contextmanager
    def session(self, count: int, scheduler: str | None, resume: Path | None) -> Iterator[Callable[[Contest], MatchupResult]]:
        """Lend what plays a match-up, by one pair of pilots or along the ladder."""
        from kotc_sim.experiments.matchup.matchup import GAMES, require_one_rule
        from kotc_sim.runs import open_session

        require_one_rule(**self.rule)
        one = self.quick or self.named
        total = None
        if one and self.rule["precision"] is None and self.rule["sprt"] is None:
            total = count * (self.rule["games"] or GAMES)
        with open_session(arguments(), jobs=self.jobs, scheduler=scheduler, resume=resume, total=total) as (workers, on_chunk):
            if one:
                yield lambda contest: self._one_pilot(contest, workers, on_chunk)
            else:
                yield lambda contest: self._ladder(contest.decks, workers)

    def plan(self, contests: Sequence[Contest]) -> dict[str, Any]:
        """Return what the run could find; nothing is played."""
        from kotc_sim.experiments.matchup.matchup import GAMES, require_one_rule
        from kotc_sim.experiments.matchup.plan import plan_matchup
        from kotc_sim.experiments.matchup.rungs import Rung, rungs_of
        from kotc_sim.experiments.statistics.power import pairs_for_half_width

        require_one_rule(**self.rule)
        if self.rule["sprt"] is not None:
            raise KotcError("a sequential test ends when it has decided, so it has no plan of games", fix="Leave out --sprt, or --plan")
        games = self.rule["games"]
        if self.rule["precision"] is not None:
            games = 2 * pairs_for_half_width(self.rule["precision"] / 100)
        first = contests[0]
        if self.quick or self.named:
            who = list(dict.fromkeys(name for contest in contests for name in contest.strategies))
            rungs = [Rung(", ".join(who), games or GAMES)]
        else:
            rungs = rungs_of(first.decks[0], games)
        names = [contest.decks[1].name for contest in contests]
        title = f"{first.decks[0].name} against {names[0] if len(names) == 1 else f'a field of {len(names)} decks'}"
        found = plan_matchup(rungs, opponents=len(contests))
        if self.rule["precision"] is not None:
            found["notes"] = ["--precision stops by an interval that may be watched while games are played: it takes more games than this."]
        return {"command": "matchup", "edition": first.decks[0].edition.name, "title": title, **found}

    def _one_pilot(self, contest: Contest, workers: Workers, on_chunk: Callable[[int], None]) -> MatchupResult:
        """Play one pair of pilots."""
        from kotc_sim.experiments.matchup.matchup import matchup
        from kotc_sim.runs import learn, warm_up

        warm_up(contest.decks, contest.strategies)
        contest = replace(contest, fit=learn(contest.decks, contest.strategies, jobs=self.jobs))
        result = matchup(contest, **self.rule, seed=self.seed, bands=self.bands, workers=workers, on_chunk=on_chunk)
        return replace(result, play="quick" if self.quick else "named")

    def _ladder(self, decks: Sequence[Any], workers: Workers) -> MatchupResult:
        """Play all rungs, and show what is known so far."""
        from kotc_sim.commands.provisional import Provisional
        from kotc_sim.experiments.matchup.ladder import matchup_ladder
        from kotc_sim.experiments.matchup.rungs import rungs_of
        from kotc_sim.runs import warm_up

        rungs = rungs_of(decks[0], self.rule["games"])
        warm_up(decks, [rung.strategy for rung in rungs], waiting=1)
        watcher = Provisional(decks[0].name, decks[1].name)
        return matchup_ladder(
            decks, rungs=rungs, **self.rule, seed=self.seed, bands=self.bands, workers=workers, jobs=self.jobs, watcher=watcher
        )
