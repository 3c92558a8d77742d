"""What is asked of editions: what a proposal changes, what changed so far, and what a number does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from kotc_sim import questions
from kotc_sim.errors import KotcError
from kotc_sim.questions import EDITION, MOST_GAMES, Found, Question, Run, argument, option

GAMES_SHARE = 0.1
"""Share of the time of a comparison with prices that its match-ups take, about; the rest are prices."""
JUDGED_GAMES, NAMED_GAMES = 240, 4_000
"""Games of each match-up in each edition by default: of the judge, and of a pilot that is named."""


def _games(default: int) -> Any:
    return option("--games", "-n", min=1, max=MOST_GAMES, metavar="N", help="Games to play (pairs: seats are swapped).", default=default)


@dataclass(frozen=True)
class Diff(Question):
    """Say what an edition or a proposal changes: the same decks play in both, on the same shuffles and dice.

    Cards are priced by each edition's formula and refurbished, designed again or left out as its rules say.
    What a proposal changes and no deck uses is played in decks that are built for it.
    With --strict: exit code 3 if it is not decided what changes.
    """

    FIRST = (("strategy", "greedy"), ("games", 160))

    TITLE = "{before} to {after}"

    before: str = argument("BEFORE", EDITION, holds="shipped")
    after: str = argument("AFTER", "The edition or proposal to compare it with.", holds="edition")
    decks: Sequence[Any] = argument(
        "[DECKS…]", "Decks (YAML) of any edition; by default those shipped for BEFORE.", kind=list[Path] | None, default=(), many=True,
        check="some files", holds="deck",
    )  # fmt: skip
    games: int | None = option(
        "--games", "-n", min=1, max=MOST_GAMES, metavar="N", help="Games of each match-up in each edition, in pairs.",
        show_default=f"{JUDGED_GAMES}; {NAMED_GAMES} of a pilot that is named",
    )  # fmt: skip
    strategy: str | None = option(
        "--strategy", "-s", metavar="NAME|FILE", help="Who plays all decks; by default the strongest.", holds="pilot"
    )
    fair: Literal["changed", "all"] | None = option(
        "--fair", metavar="changed|all", kind=str | None,
        help="Also find the fair level of the components that changed, or of all, in both.",
    )  # fmt: skip

    def answer(self, run: Run) -> Found:
        """Play in both editions."""
        from kotc_sim import games as registry
        from kotc_sim.experiments import inputs
        from kotc_sim.experiments.edition.carried import carry_all, carry_what_changed
        from kotc_sim.experiments.edition.diff import edition_diff
        from kotc_sim.experiments.edition.played import rounded_up
        from kotc_sim.experiments.judge import JUDGE, unused_strategies
        from kotc_sim.experiments.price import require_fair_levels
        from kotc_sim.progress import stage
        from kotc_sim.runs import playing

        if self.fair not in (None, "changed", "all"):
            raise KotcError(f"--fair: {self.fair!r} is no choice", fix="Write --fair changed, or --fair all.")
        before, after = str(self.before), str(self.after)
        if self.fair is not None:
            require_fair_levels(registry.of_edition(before))
        old: Any
        new: Any
        old, new, carried, loaded = carry_all(before, after, [inputs.load_deck(deck) for deck in self.decks])
        carried = [*carried, *carry_what_changed(old, new, carried)]
        who = self.strategy or JUDGE
        games = self.games or (NAMED_GAMES if self.strategy else JUDGED_GAMES)
        playable = [deck.before for deck in carried if deck.before is not None]
        n = len(playable)
        total = max(1, n * (n - 1) // 2) * 2 * games if self.fair is None else None  # how many games prices take is not known
        warm = ((2 * playable)[:2], [who]) if playable else None
        with playing(run, total, warm=warm) as how:
            with stage("games in both editions", 1.0 if self.fair is None else GAMES_SHARE):
                result = edition_diff(old, new, carried, who, games=games, seed=run.seed, **how)
                result = inputs.with_notes(result, unused_strategies(loaded, [who]))
            if self.fair is not None:
                from kotc_sim.experiments.price.edition_prices import with_fair_levels

                profiles = [self.strategy] if self.strategy else ()
                result = with_fair_levels(result, old, new, self.fair, profiles=profiles, seed=run.seed, **how)
        result = replace(result, asked=rounded_up(games))
        return Found(result, "edition_diff", "changes", judged=[*loaded, old, new])


@dataclass(frozen=True)
class History(Question):
    """Tell what changed from each published edition to the next, and how it plays: the same ideas of a deck play in all.

    The decks are of plain minions and standard spells, built from each edition's own prices: fast, middle and slow.
    --games is the number for each match-up and edition.
    """

    WITHOUT = ("strict",)

    games: int = _games(400)
    strategy: str = option("--strategy", "-s", metavar="NAME|FILE", help="Who plays all decks.", default="greedy")
    game: str = questions.game()

    def answer(self, run: Run) -> Found:
        """Play in all editions."""
        from kotc_sim import games as registry
        from kotc_sim.experiments.edition.history import edition_history, list_published
        from kotc_sim.experiments.edition.ideas import games_in_all, ideas
        from kotc_sim.experiments.edition.played import rounded_up
        from kotc_sim.runs import playing

        editions = list_published(registry.GAMES[self.game])
        with playing(run, games_in_all(editions, self.games), warm=(ideas(editions[0])[:2], [self.strategy])) as how:
            result = edition_history(editions, strategy=self.strategy, games_each=self.games, seed=run.seed, **how)
        result = replace(result, asked=rounded_up(self.games))
        return Found(result, "edition_history", "play")


@dataclass(frozen=True)
class Sweep(Question):
    """Show any number of an edition, a rule's or a price's, against any figure of games, with intervals.

    The decks are of plain cards and standard ones, rebuilt at each value, and play on the same seeds at all of them.
    --games is the number for each match-up and value.
    """

    FIRST = (("strategy", "greedy"), ("games", 240))

    WITHOUT = ("strict",)

    edition: str = argument("EDITION", EDITION, holds="edition")
    number: str = argument(
        "NUMBER=VALUES",
        "Which number and its values: 'rules.starting_hp=20..60/5', or a component, 'destroy=1..4', or 'sp=1/2..2/1/2'.",
        pattern=r"[^\W_][^=\x00-\x1f]{0,120}=[0-9./,]{1,80}",
    )
    figure: str | None = option(
        "--figure", metavar="TEXT", help="Which figure is shown first, by some of its words, such as 'length' or 'score of fast'.",
        pattern=r"[^\W_][\w ,.-]{0,80}",
    )  # fmt: skip
    strategy: str = option("--strategy", "-s", metavar="NAME|FILE", help="Who plays all decks.", default="best", holds="pilot")
    games: int = _games(400)

    def answer(self, run: Run) -> Found:
        """Play at all values."""
        from kotc_sim import games as registry
        from kotc_sim.experiments.edition.ideas import games_in_all, ideas
        from kotc_sim.experiments.edition.played import rounded_up
        from kotc_sim.experiments.edition.sweep import editions_of, sweep, values_of
        from kotc_sim.runs import playing

        named, equals, text = self.number.rpartition("=")
        if not equals or not named:
            raise KotcError(f"{self.number!r} names no values", fix="Write for instance rules.starting_hp=20..60/5")
        rules = registry.edition(self.edition)
        values = values_of(text)
        total = games_in_all(editions_of(rules, named.strip(), values), self.games)
        with playing(run, total, warm=(ideas(rules)[:2], [self.strategy])) as how:
            result = sweep(
                rules, named.strip(), values, strategy=self.strategy, games_each=self.games, figure=self.figure, seed=run.seed, **how
            )
        result = replace(result, asked=rounded_up(self.games))
        return Found(result, "sweep", "points", judged=[rules])
