"""What is asked of pilots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kotc_sim.questions import Found, Question, Run, option


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

    def answer(self, run: Run) -> Found:
        """Play everybody against everybody."""
        from kotc_sim.experiments.inputs import load_deck
        from kotc_sim.experiments.play.ladder import RUNGS, ladder_of, standard_decks
        from kotc_sim.experiments.play.settled import by_edition, settled_of
        from kotc_sim.progress import Progress
        from kotc_sim.runs import Workers

        names = RUNGS if self.strategies is None else tuple(self.strategies.split(","))
        loaded = [load_deck(path) for path in self.decks] if self.decks else standard_decks()
        editions = by_edition(loaded) if self.settled else {}
        total = len(names) * (len(names) - 1) // 2 * len(loaded) * 2 * max(1, self.games // 2)
        with Progress(total, "games") as progress, Workers(run.jobs) as workers:
            data = ladder_of(names, loaded, games=self.games, seed=run.seed, workers=workers, jobs=run.jobs, on_games=progress.advance)
        if editions:
            with Progress(None, "games") as progress:
                more: dict[str, Any] = {"games": self.settled, "seed": run.seed, "jobs": run.jobs, "on_games": progress.advance}
                data["settled"] = {name: settled_of(own, **more) for name, own in editions.items()}
        return Found(data, "ladder", "rungs")
