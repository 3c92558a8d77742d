"""What is asked of texts: whether they are worth their price, and whether this tool would have found the prices that changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim import questions
from kotc_sim.errors import KotcError
from kotc_sim.experiments.price import prices_of, require_formulas
from kotc_sim.questions import Found, Question, Run, argument, option


@dataclass(frozen=True)
class Price(Question):
    """Is a text worth its price? Cards with it play in tuned decks, compared with the same cards without it and without its price.

    Effects of Level-Up (--edition levelup) are priced in points of attack; 'latent: When …' chooses the type of an effect.
    With --strict: exit code 1 if a component is shown to be mispriced, 3 if that is not decided.
    """

    FIRST = (("profiles", ["greedy"]), ("precision", 5.0), ("cross_check", False))

    texts: Sequence[str] = argument(
        '"TEXT"…', "Components, such as 'destroy the targets' or 'place 2 Sword Counters on it'.", kind=list[str] | None, default=(),
        many=True, holds="text", least=1,
    )  # fmt: skip
    everything: bool = option("--all", help="The whole vocabulary, ranked by mispricing.", default=False, most=0)
    hedonic: int = option("--hedonic", min=0, metavar="N", help="Also rate N random legal cards, and fit all prices at once.", default=0)
    profiles: Sequence[str] = questions.pilots()
    precision: float = questions.precision("the premium")
    cross_check: bool = option("--cross-check/--no-cross-check", help="Add the second estimate, from mirrored decks.", default=True)
    edition: str | None = questions.edition(stated=True)

    def answer(self, run: Run) -> Found:
        """Price the texts, or without one, in a notebook, all of the edition."""
        from kotc_sim import games as registry

        everything = self.everything or (run.arguments is None and not self.texts)
        if everything == bool(self.texts):
            raise KotcError("name the components to price, or all of them", fix="kotc-sim price 'draw 1 card', or --all")
        rules: Any = registry.edition(self.edition)
        game = registry.of(rules)
        if self.hedonic:
            require_formulas(game)
        game.design.require_texts(self.texts, rules)
        from kotc_sim.experiments.pilots import pilots_of
        from kotc_sim.experiments.price.remembered import remember
        from kotc_sim.experiments.price.result import PriceResult
        from kotc_sim.runs import playing  # which loads the compiler: what cannot be read is said before

        prices = prices_of(game)
        who = pilots_of(game, self.profiles).all
        with playing(run, warm=(game.reference_decks(rules)[:2], who)) as how:
            asked: dict[str, Any] = {"profiles": self.profiles, "precision": self.precision, "seed": run.seed, **how}
            if everything:
                result = prices.price_all(rules, **asked)
            else:
                result = prices.price_components(self.texts, rules, cross_check=self.cross_check, **asked)
            if isinstance(result, PriceResult):
                remember(result, rules)
            if self.hedonic and isinstance(result, PriceResult):
                from kotc_sim.experiments.price.hedonic import add_to, hedonic_prices

                result = add_to(result, hedonic_prices(rules, cards=self.hedonic, strategy=who[0], seed=run.seed, **how))
        return Found(result, "price", "components", judged=[rules])


@dataclass(frozen=True)
class Backtest(Question):
    """Would this tool have found them? Every price that the designers changed is judged in the edition before the change."""

    WITHOUT = ("strict",)

    only: str | None = option("--only", metavar="FIRST:LAST", help="Only these editions, such as 12-published:16.")
    controls: bool = option("--controls/--no-controls", help="Also judge prices that stood for four editions.", default=True)
    profiles: Sequence[str] = questions.pilots()
    precision: float = questions.precision("a premium")

    def answer(self, run: Run) -> Found:
        """Judge the prices."""
        from kotc_sim import games
        from kotc_sim.experiments.pilots import pilots_of
        from kotc_sim.experiments.price.backtest import backtest, changes
        from kotc_sim.runs import playing

        game = games.FIRST
        first, colon, last = (self.only or "").partition(":")
        if self.only and not colon:
            raise KotcError(f"--only {self.only} is no range of editions", fix="Write for instance --only 12-published:16")
        ends = (first, last) if self.only else None
        changes(ends)  # before the wait for the compiler
        with playing(run, warm=(game.reference_decks(game.edition(game.newest))[:2], pilots_of(game, self.profiles).all)) as how:
            result = backtest(
                only=ends, profiles=self.profiles, precision=self.precision, with_controls=self.controls, seed=run.seed, **how
            )
        return Found(result, "backtest", "changes")
