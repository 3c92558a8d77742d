"""What is asked of pilots, and of single games."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotc_sim import questions
from kotc_sim.errors import KotcError
from kotc_sim.questions import MOST_GAMES, Found, Question, Run, argument, option
from kotc_sim.strategies.builtin import PILOT_LEVELS

if TYPE_CHECKING:
    from kotc_sim.experiments.play.result import DeckResponse, Loss, ResponseResult


@dataclass(frozen=True)
class Ladder(Question):
    """Round robin of the strategies over mirrored decks: ratings, time, and use of optional effects.

    With --settled: what best scores with 4 times its budget and after another training, decks of an edition against each other, with
    pilots crossed, and both sides with the same deck. best learns each two decks twice for that, half a minute each.
    """

    WITHOUT = ("scheduler", "resume", "strict", "brief", "csv", "parquet")

    games: int = option("--games", "-n", min=2, metavar="N", help="Games for each pair of strategies and deck.", default=200)
    strategies: str | None = option("--strategies", metavar="A,B,…", help="From weakest to strongest; default: all.")
    decks: Sequence[Any] = option(
        "--deck", metavar="FILE", help="Mirrored decks to play; may be repeated.", kind=list[Path] | None, default=()
    )
    settled: int = option(
        "--settled", min=0, metavar="N", help="Also N games of each two decks by best, its variants, and these crossed.", default=0
    )
    former: str | None = option("--former", metavar="NAME|FILE", help="Also best against a former one, on each deck.", default=None)

    def answer(self, run: Run) -> Found:
        """Play everybody against everybody."""
        from kotc_sim.experiments.inputs import load_deck
        from kotc_sim.experiments.play.duel import meet_former
        from kotc_sim.experiments.play.ladder import ladder_of, standard_decks
        from kotc_sim.experiments.play.settled import by_edition, measure_settled
        from kotc_sim.progress import Progress
        from kotc_sim.runs import Workers

        names = PILOT_LEVELS if self.strategies is None else tuple(self.strategies.split(","))
        loaded = [load_deck(path) for path in self.decks] if self.decks else standard_decks()
        editions = by_edition(loaded) if self.settled else {}
        total = len(names) * (len(names) - 1) // 2 * len(loaded) * 2 * max(1, self.games // 2)
        with Progress(total, "games") as progress, Workers(run.jobs) as workers:
            result = ladder_of(names, loaded, games=self.games, seed=run.seed, workers=workers, jobs=run.jobs, on_games=progress.advance)
        if editions:
            with Progress(None, "games") as progress:
                settled = {
                    name: measure_settled(own, games=self.settled, seed=run.seed, jobs=run.jobs, on_games=progress.advance)
                    for name, own in editions.items()
                }
            result = replace(result, settled=settled)
        if self.former is not None:
            with Progress(len(loaded) * 2 * max(1, self.games // 2), "games") as progress:
                met = meet_former(self.former, loaded, games=self.games, seed=run.seed, jobs=run.jobs, on_games=progress.advance)
            result = replace(result, former=met)
        return Found(result, "ladder", "rungs")


@dataclass(frozen=True)
class Moments(Question):
    """Play moments of the 17th Edition whose worth is known exactly, and say what each pilot loses in a turn of them."""

    WITHOUT = ("scheduler", "resume", "strict", "brief", "html", "csv", "parquet")

    names: Sequence[str] = argument("[NAME]...", "Pilots; default: all rungs of the ladder.", kind=list[str] | None, default=(), many=True)
    moments: int = option("--moments", min=2, metavar="N", help="Moments of each kind.", default=60)
    games: int = option("--games", "-n", min=1, metavar="N", help="Times that each pilot plays a moment.", default=3)

    def answer(self, run: Run) -> Found:
        """Play the moments."""
        from kotc_sim.experiments.play.moments import KINDS, moments_of
        from kotc_sim.progress import Progress

        chosen = tuple(self.names or PILOT_LEVELS)
        with Progress(self.moments * self.games * len(KINDS) * len(chosen), "turns") as progress:
            found = moments_of(chosen, count=self.moments, games=self.games, seed=run.seed, jobs=run.jobs, on_games=progress.advance)
        lines: list[str] = []
        for kind, rows in itertools.groupby(found.losses, key=lambda row: row.kind):
            losses = list(rows)
            worth = f"worth {100 * losses[0].worth:.1f} % on the mean with the best play"
            lines.append(f"{kind}: {self.moments} moments, {worth}; points lost a turn:")
            lines += [f"  {row.strategy:<12} {100 * row.loss:.1f} {_ends(row)}" for row in losses]
        return Found(found, rows="losses", text="\n".join(lines))


@dataclass(frozen=True)
class Respond(Question):
    """Train a best response against one pilot alone, and report what it scores against that pilot."""

    WITHOUT = ("scheduler", "resume", "strict", "brief", "html", "csv", "parquet")

    name: str = argument("NAME|FILE", "The pilot: a strategy's name, or a Python file.")
    decks: Sequence[Any] = option(
        "--decks", metavar="FILE", help="Mirrored decks, or folders; may be repeated. Default: the newest edition's.",
        kind=list[Path] | None, default=(),
    )  # fmt: skip
    games: int = option("--games", "-n", min=2, metavar="N", help="Games on each deck.", default=400)
    budget: float | None = option(
        "--budget", metavar="TIME", help="Processor time of learning on each deck, such as 60s.", kind=str | None,
        read=questions.seconds_of,
    )  # fmt: skip
    game: str = questions.game()

    def answer(self, run: Run) -> Found:
        """Learn, and play."""
        from kotc_sim import games
        from kotc_sim.experiments.inputs import load_decks
        from kotc_sim.experiments.play.response import response_of
        from kotc_sim.games.shipped import list_shipped_decks
        from kotc_sim.progress import Progress
        from kotc_sim.runs import warm_up

        loaded = load_decks(self.decks or list_shipped_decks([games.GAMES[self.game].newest]))
        warm_up((loaded[0], loaded[0]), [self.name, "best"])
        with Progress(None, "games") as progress:
            found = response_of(
                self.name, loaded, games=self.games, seed=run.seed, budget=self.budget, jobs=run.jobs, on_games=progress.advance
            )
        lines = [f"A best response scores {_percent(found)} against {self.name}, over {2 * (found.pairs or 0):,} games."]
        lines += [f"  {row.name} ({row.edition}): {_percent(row)}" for row in found.decks]
        lines.append("Near 50 %: this learner finds nothing against it. Far above: verdicts under this pilot can be its weaknesses.")
        return Found(found, rows="decks", text="\n".join(lines))


def _percent(row: "ResponseResult | DeckResponse") -> str:
    return f"{100 * row.score:.1f} % {_ends(row)}"


def _ends(row: "ResponseResult | DeckResponse | Loss") -> str:
    low, high = row.interval
    return f"[{100 * low:.1f}, {100 * high:.1f}]"


@dataclass(frozen=True)
class Replay(Question):
    """How did one game of a match-up go? It is played again, and written as a log.

    It is exactly the game that kotc-sim matchup counts under this number, with the same seed and strategies. Games 0 and 1, 2 and 3, and
    so on are pairs with the seats swapped.
    """

    WITHOUT = ("jobs", "scheduler", "resume", "strict", "brief", "html", "csv", "parquet")

    a: Any = argument("DECK", "A deck (YAML).", kind=Path, check="file", holds="deck")
    b: Any = argument("DECK", "A deck (YAML).", kind=Path, check="file", holds="deck")
    game: int = option("--game", min=0, max=MOST_GAMES, most=10**9, metavar="N", help="Number of the game in the run, from 0.", default=0)
    strategy: str | None = questions.strategy("", "Who plays both")
    strategy_a: str | None = questions.strategy("a", "Who plays A")
    strategy_b: str | None = questions.strategy("b", "Who plays B")
    trust_decks: bool = questions.trust_decks()
    edition: str | None = questions.edition()
    omniscient: bool = option("--omniscient", help="Name hidden cards too.", default=False)
    boards: bool = option("--boards", help="With --json, also what lies on the table, moment by moment.", default=False)

    def answer(self, run: Run) -> Found:
        """Play the game again."""
        from kotc_sim.experiments.inputs import contest_of, load_deck
        from kotc_sim.experiments.play.result import ReplayResult
        from kotc_sim.runs import learn, replay, warm_up

        decks = [load_deck(deck, self.edition) for deck in (self.a, self.b)]
        who = self.strategy_a or self.strategy, self.strategy_b or self.strategy
        contest = contest_of(decks, *who, run, trusted=self.trust_decks)
        warm_up(contest.decks, contest.strategies)
        contest = replace(contest, fit=learn(contest.decks, contest.strategies))
        played = replay(contest, self.game, run.seed, omniscient=self.omniscient, boards=self.boards)
        if self.boards and not played.boards:
            raise KotcError("what lies on the table is not shown for this game", fix="Leave --boards out.")
        result = ReplayResult(
            game=played.game, seats=played.seats, score=tuple(score / 2 for score in played.score2), turns=played.turns,
            hp=tuple(played.hp), log=tuple(played.lines), boards=played.boards if self.boards else None,
        )  # fmt: skip
        return Found(
            result,
            rows="log",
            text="\n".join([*(f"Player {seat}: {name}" for seat, name in enumerate(played.seats, 1)), "", *played.lines]),
        )
