"""What is asked of decks: who wins, and of many, which matter."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotc_sim import questions
from kotc_sim.errors import KotcError
from kotc_sim.questions import MOST_GAMES, NEEDED, Found, Question, Run, argument, option

if TYPE_CHECKING:
    from kotc_sim.experiments.matchup.result import MatchupResult, PlanResult
    from kotc_sim.runs import Contest, Workers

PLAN = "Play nothing: say what so many games could find, and how many an interval of ± 0.5 points takes."


BY_HAND = r"\d{1,4}[-–:]\d{1,4}([-–:]\d{1,4})?"  # a text that `games_by_hand` reads


def games_by_hand(text: str) -> tuple[int, ...]:
    """Return games won, lost and perhaps tied of a text such as ``7-3``; a `KotcError` where it is none, or no game was won or lost."""
    counts = tuple(map(int, re.split("[-–:]", text))) if re.fullmatch(BY_HAND, text, re.ASCII) else ()
    if not sum(counts[:2]):
        raise KotcError(f"--played {text} is no result of games", fix="Write games won and lost, such as --played 7-3; with a tie 7-3-1.")
    return counts


@dataclass(frozen=True)
class Matchup(Question):
    """Play two decks against each other thousands of times, or the first against each of several: who wins, by how much, and why.

    Stronger and stronger pilots play both decks; the score under the strongest is the verdict's, and it says if the answer depends on
    play. --quick, or a pilot that is named, plays alone. Games come in pairs, the same shuffles and dice with the seats swapped.

    With --strict: exit code 1 if it is broken, 3 if it depends on play or is not decided.
    """

    FIRST = (("quick", True), ("games", 400), ("strategy", None), ("strategy_a", None), ("strategy_b", None))

    decks: Sequence[Any] = argument(
        "DECK…", "Two decks (YAML), or one and the field that it plays, deck by deck.", kind=list[Path], check="files", many=True,
        holds="deck", least=2,
    )  # fmt: skip
    against: Sequence[Path] = option(
        "--against", metavar="FOLDER", help="Play the first deck against all of its edition in this folder; repeatable.",
        kind=list[Path] | None, default=(),
    )  # fmt: skip
    table: bool = option(
        "--table", help="Three decks or more at one table: all play each other at once, by lookahead or --strategy.", default=False
    )
    games: int | None = option(
        "--games", "-n", min=1, max=MOST_GAMES, metavar="N",
        help="Play exactly N games, rounded up to pairs, with the strongest pilot, or with the one that plays; no weaker one plays more.",
    )  # fmt: skip
    precision: float | None = option(
        "--precision", min=0.05, max=20, metavar="PP", check="number", help="Stop at ± this many percentage points."
    )
    sprt: tuple[float, float] | None = option(
        "--sprt", metavar="H0,H1", help="Sequential test of two scores in percent, such as 50,52.", kind=str | None,
        read=questions.two_numbers("--sprt", "50,52"), pattern=questions.TWO_NUMBERS,
    )  # fmt: skip
    quick: bool = option(
        "--quick", help="One fast pilot alone: 20,000 games of who the decks name, else greedy. Weak play may mislead.", default=False
    )
    plan: bool = option("--plan", help=PLAN, default=False)
    played: tuple[int, ...] | None = option(
        "--played", metavar="WON-LOST", kind=str | None, read=games_by_hand, pattern=BY_HAND,
        help="Games that A won and lost by hand, such as 7-3, or with ties 7-3-1: do they fit, and what do both say?",
    )  # fmt: skip
    strategy: str | None = questions.strategy("", "Who plays both")
    strategy_a: str | None = questions.strategy("a", "Who plays A")
    strategy_b: str | None = questions.strategy("b", "Who plays B")
    trust_decks: bool = questions.trust_decks()
    edition: str | None = questions.edition()
    fair: tuple[float, float] = option(
        "--fair", metavar="LOW,HIGH", help="What counts as fair, in percent.", default=(48.0, 52.0), show_default="48,52",
        kind=str | None, read=questions.two_numbers("--fair", "48,52"), pattern=questions.TWO_NUMBERS,
    )  # fmt: skip
    broken: float = option("--broken", metavar="PERCENT", help="Beyond this a match-up is broken.", default=55.0)

    @property
    def rule(self) -> Mapping[str, Any]:
        """When a run ends, as `matchup` takes it."""
        return {"games": self.games, "precision": self.precision, "sprt": self.sprt}

    @property
    def pilots(self) -> tuple[str | None, str | None]:
        """Who is named for A, and for B."""
        return self.strategy_a or self.strategy, self.strategy_b or (None if self.table else self.strategy)

    def answer(self, run: Run) -> Found:
        """Play, or plan."""
        from kotc_sim.experiments import inputs

        if self.quick and any(self.pilots):
            raise KotcError("--quick chooses the pilot", fix="Leave it out, or what names the pilot.")
        self._bands()  # what is wrong with them is said first
        if self.played is not None and (self.table or self.plan or self.against or len(self.decks) != 2):
            raise KotcError("--played compares games of two decks", fix="Name these two alone, without --plan.")
        if self.table:
            return self._at_table(run)
        first = inputs.load_deck(self.decks[0], self.edition)
        others = [inputs.load_deck(deck, self.edition) for deck in self.decks[1:]]
        others += [
            inputs.load_deck(path, self.edition) for folder in self.against for path in inputs.opponents_in(folder, first, self.edition)
        ]
        if not others:
            raise KotcError("a match-up needs two decks", fix="Name another deck, or a folder of them with --against")
        from kotc_sim.experiments.judge import unused_strategies  # what plays takes a second to load: what cannot be read is said first
        from kotc_sim.experiments.matchup.field import matchup_field
        from kotc_sim.runs import playing

        contests = [inputs.contest_of((first, other), *self.pilots, run=run, trusted=self.trust_decks) for other in others]
        if self.plan:
            return Found(self._plan(contests), "plan", "plan")
        play = self._ladder if not (self.quick or any(self.pilots)) else self._one_pilot
        with playing(run, self._total(len(others)), warm=None) as how:
            if len(contests) == 1:
                result: Any = play(contests[0], run, **how)
            else:
                by_deck = {id(contest.decks[1]): contest for contest in contests}
                result = matchup_field(first, others, lambda deck: play(by_deck[id(deck)], run, **how))
        if any(self.pilots):
            named = [pilot for contest in contests for pilot in contest.strategies]
            result = inputs.with_notes(result, unused_strategies([first, *others], named))
        if len(contests) > 1:
            return Found(result, "field", "field", judged=[first, *others])
        if self.played is not None:
            from kotc_sim.experiments.matchup.by_hand import compare

            result = replace(result, played=compare(result, *self.played))
        return Found(result, "matchup", "cards", log=_log_of(contests[0], result, run), judged=[first, *others])

    def _bands(self) -> Any:
        from kotc_sim.experiments.statistics.verdicts import Bands

        low, high = self.fair
        return Bands((low / 100, high / 100), self.broken / 100)

    def _total(self, count: int) -> int | None:
        """Return how many games are to be played, if that is known."""
        from kotc_sim.experiments.matchup.matchup import GAMES, require_one_rule

        require_one_rule(**self.rule)
        known = (self.quick or any(self.pilots)) and self.precision is None and self.sprt is None
        return count * (self.games or GAMES) if known else None

    def _at_table(self, run: Run) -> Found:
        from kotc_sim.experiments import inputs
        from kotc_sim.experiments.matchup.table import PILOT, games_for, matchup_table
        from kotc_sim.runs import playing

        if self.against or self.plan or self.strategy_b or self.precision is not None or self.sprt is not None:
            raise KotcError("--table takes decks, --games and --strategy only", fix="Leave out the other options.")
        decks = [inputs.load_deck(deck, self.edition) for deck in self.decks]
        inputs.require_one_game(decks)
        pilot = self.pilots[0] or PILOT
        games = self.games or games_for(pilot)
        with playing(run, games, warm=(decks[:2], [pilot])) as how:
            result = matchup_table(decks, pilot, games=games, seed=run.seed, **how)
        return Found(replace(result, asked=None if result.games == games else games), "matchup_table", "table", judged=decks)

    def _plan(self, contests: "Sequence[Contest]") -> "PlanResult":
        """Return what the run could find; nothing is played."""
        from kotc_sim.experiments.matchup.matchup import GAMES, require_one_rule
        from kotc_sim.experiments.matchup.pilot_levels import PilotLevel, pilot_levels_of
        from kotc_sim.experiments.matchup.plan import plan_matchups
        from kotc_sim.experiments.statistics.hypotheses import pairs_for_half_width

        require_one_rule(**self.rule)
        if self.sprt is not None:
            raise KotcError("a sequential test ends when it has decided, so it has no plan of games", fix="Leave out --sprt, or --plan")
        games = self.games if self.precision is None else 2 * pairs_for_half_width(self.precision / 100)
        first = contests[0].decks[0]
        if self.quick or any(self.pilots):
            who = list(dict.fromkeys(name for contest in contests for name in contest.strategies))
            rungs = [PilotLevel(", ".join(who), games or GAMES)]
        else:
            rungs = pilot_levels_of(first, games)
        names = [contest.decks[1].name for contest in contests]
        title = f"{first.name} against {names[0] if len(names) == 1 else f'a field of {len(names)} decks'}"
        late = "--precision stops by an interval that may be watched while games are played: it takes more games than this."
        found = plan_matchups("matchup", first.edition.name, title, rungs, len(contests))
        return found if self.precision is None else replace(found, notes=(late,))

    def _one_pilot(
        self, contest: "Contest", run: Run, workers: "Workers", on_chunk: Callable[[int], None] | None = None
    ) -> "MatchupResult":
        from kotc_sim.experiments.matchup.matchup import matchup
        from kotc_sim.runs import learn, warm_up

        warm_up(contest.decks, contest.strategies)
        contest = replace(contest, fit=learn(contest.decks, contest.strategies, jobs=run.jobs))
        result = matchup(contest, **self.rule, seed=run.seed, bands=self._bands(), workers=workers, on_chunk=on_chunk)
        return replace(result, play="quick" if self.quick else "named")

    def _ladder(self, contest: "Contest", run: Run, workers: "Workers", on_chunk: Callable[[int], None] | None = None) -> "MatchupResult":
        """Play all pilots of the ladder, and show what is known so far."""
        from kotc_sim.experiments.matchup.ladder import matchup_ladder
        from kotc_sim.experiments.matchup.pilot_levels import pilot_levels_of
        from kotc_sim.runs import warm_up

        decks = contest.decks
        rungs = pilot_levels_of(decks[0], self.games)
        warm_up(decks, [rung.strategy for rung in rungs], waiting=1)
        watcher = None if run.watcher is None else run.watcher(decks[0].name, decks[1].name)
        return matchup_ladder(
            decks, rungs=rungs, **self.rule, seed=run.seed, bands=self._bands(), workers=workers, jobs=run.jobs, watcher=watcher
        )


def _log_of(contest: "Contest", result: "MatchupResult", run: Run) -> Callable[[int], Sequence[str]]:
    """Return what tells a game of a match-up as ``kotc-sim replay`` does: the one that the result counts under its number."""

    def log(game: int) -> Sequence[str]:
        from kotc_sim.runs import learn, replay

        a, b = result.pilots_named
        fit = learn(contest.decks, (a, b), jobs=run.jobs)
        played = replay(replace(contest, strategies=(a, b), fit=fit), game, run.seed)
        return [*(f"Player {seat}: {name}" for seat, name in enumerate(played.seats, 1)), "", *played.lines]

    return log


@dataclass(frozen=True)
class Tournament(Question):
    """Which of several decks is the strongest, and what beats what? Everybody plays everybody.

    The report says which decks to play and how often, then gives all scores, ratings, decks that another one makes useless, and cycles.

    With --strict: exit code 1 if one deck answers all others, 3 if that is not decided.
    """

    FIRST = (("strategy", ["greedy"]), ("games", 100))

    decks: Sequence[Any] = argument(
        "DECKS…", "Two decks or more (YAML), all of one edition.", kind=list[Path], check="files", default=NEEDED, many=True, holds="deck",
        least=2,
    )  # fmt: skip
    games: int | None = option(
        "--games", "-n", min=4, max=MOST_GAMES, metavar="N", help="Games of each match-up, in pairs.",
        show_default="1500; 2000 of pilots that are named",
    )  # fmt: skip
    strategy: str | Sequence[str] | None = option(
        "--strategy", "-s", metavar="NAME|FILE", kind=list[str] | None, holds="pilot",
        help="Who plays all decks; named twice, each deck enters with both. By default best, and lookahead as a check.",
    )  # fmt: skip
    plan: bool = option("--plan", help=PLAN, default=False)
    edition: str | None = questions.edition()

    def answer(self, run: Run) -> Found:
        """Play, or plan."""
        from kotc_sim.experiments import inputs

        decks = [inputs.load_deck(path, self.edition) for path in self.decks]
        from kotc_sim.experiments.judge import unused_strategies  # what plays takes a second to load: what cannot be read is said first
        from kotc_sim.experiments.matchup.pilot_levels import PilotLevel, pilot_levels_of
        from kotc_sim.experiments.matchup.plan import plan_matchups
        from kotc_sim.experiments.matchup.tournament import BELOW, GAMES, JUDGED_GAMES, Entrant, check_entrants, learn_matchups, tournament
        from kotc_sim.runs import playing

        named = [self.strategy] if isinstance(self.strategy, str) else self.strategy
        below, judge = pilot_levels_of(decks[0], self.games)[-2:]
        entrants = [Entrant("", deck, name) for deck in decks for name in named or [judge.strategy]]
        check_entrants(entrants)
        games = self.games or (GAMES if named else min(JUDGED_GAMES, judge.games))
        pilots = [entrant.strategy for entrant in entrants]
        n = len(entrants)
        matchups = n * (n - 1) // 2
        if self.plan:
            rungs = [PilotLevel(", ".join(dict.fromkeys(pilots)), games)]
            return Found(plan_matchups("tournament", decks[0].edition.name, f"{n} decks", rungs, matchups), "plan", "plan")
        check = None if named else replace(below, games=min(below.games, games // BELOW))
        total = matchups * (games + games % 2 + (0 if check is None else check.games + check.games % 2))
        everybody = [*pilots, *([] if check is None else [check.strategy])]
        with playing(run, total, warm=(decks[:2], everybody)) as how:
            fits = learn_matchups(entrants, run.jobs)
            result = tournament(entrants, games=games, seed=run.seed, fits=fits, below=check, **how)
        result = inputs.with_notes(result, unused_strategies(decks, pilots))
        return Found(result, "tournament", "ratings", judged=decks)
