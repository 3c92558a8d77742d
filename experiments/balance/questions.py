"""What is asked of an edition: which few of its prices and rules should change."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kotc_sim import questions
from kotc_sim.errors import KotcError
from kotc_sim.questions import EDITION, Found, Question, Run, argument, option

RANGE = r"[0-9.]{1,9}(±|\.\.)[0-9.]{1,9}"


@dataclass(frozen=True)
class Balance(Question):
    """Propose the next edition: the fewest printable prices after which no component is shown to be mispriced.

    Rounds of measuring every component, choosing prices for those shown to be mispriced, and tuning homes again; each change is judged once
    more on fresh games. With --strict: exit code 1 if a price should change, 3 if the budget was spent before that was settled.
    """

    edition: str | None = argument("EDITION", EDITION, kind=str, default=None, holds="edition")
    only: Sequence[str] = option(
        "--only", metavar="TEXT", help="Measure and change only this component; repeatable. sp and hp: points of a minion's body.",
        kind=list[str] | None, default=(), holds="text",
    )  # fmt: skip
    keep: Sequence[str] = option(
        "--keep", metavar="TEXT", help="Do not change this component, or this rule (rules.hand_size); repeatable.",
        kind=list[str] | None, default=(), holds="text",
    )  # fmt: skip
    most: int | None = option("--most", min=1, most=1_000, metavar="N", help="Change so many prices at most.")
    budget: float = option(
        "--budget", metavar="TIME", help="About so much processor time, such as 10m or 8h; always the same games.", kind=str | None,
        read=questions.seconds_of, default=10_800.0, show_default="3h", pattern=questions.TIME,
    )  # fmt: skip
    prefer: str = option(
        "--prefer", metavar="bodies|texts", default="",
        help="Where plain minions are mispriced: mend their bodies first, or texts alone. By default both are tried.",
    )  # fmt: skip
    rounds: int = option("--rounds", min=1, max=20, metavar="N", help="Rounds of measuring and choosing at most.", default=6)
    rules: bool = option("--rules", help="Also change rule numbers, for the targets that follow.", default=False)
    turns: str | None = option("--turns", metavar="LOW..HIGH", help="How many turns a game should take, such as 15..25.", pattern=RANGE)
    first_player: str | None = option(
        "--first-player", metavar="RANGE", help="How many games in a hundred who goes first should win, such as 50±1.", pattern=RANGE
    )
    decided: str | None = option(
        "--decided", metavar="RANGE", help="How many games in a hundred should have a winner: 98..100.", pattern=RANGE
    )
    profiles: Sequence[str] = questions.pilots()
    precision: float = questions.precision("a premium that is judged", 0.35)
    with_field: bool = option(
        "--field/--no-field", default=True,
        help="Tell which decks matter and how games go, before and after, and choose how far prices go.",
    )  # fmt: skip
    with_exploits: bool = option("--exploits/--no-exploits", help="Search for cards that cost too little under the proposal.", default=True)
    out: Path | None = option("--out", metavar="FILE", check="output", help="Write the proposal here, as an edition file.")

    def answer(self, run: Run) -> Found:
        """Search, and propose."""
        from kotc_sim import games
        from kotc_sim.experiments.balance import balance as search
        from kotc_sim.experiments.pilots import pilots_of
        from kotc_sim.experiments.price import require_stated_prices
        from kotc_sim.games.protocol import attributes
        from kotc_sim.runs import playing

        rules: Any = games.edition(self.edition)
        game = games.of(rules)
        require_stated_prices(game, "kotc-sim balance changes stated prices")
        if self.prefer not in ("", "bodies", "texts"):
            raise KotcError(f"--prefer {self.prefer} is neither bodies nor texts")
        targets = self._targets()
        asked = attributes(self, "most prefer budget rounds profiles precision with_field with_exploits")
        asked |= {"only": search.ids_of(self.only, rules), "keep": search.ids_of(self.keep, rules), "targets": targets}
        with playing(run, warm=(game.reference_decks(rules)[:2], pilots_of(game, self.profiles).all)) as how:
            result = search.balance(rules, **asked, seed=run.seed, **how)

        def files(again: str) -> dict[Path, str]:
            if self.out is None:
                return {}
            heading = f"Proposed by `{again}`: {result.verdict}."
            return {self.out: search.file_of(result, f"{rules.name} balanced", self.out, heading)}

        return Found(result, "balance", "changes", files=files, judged=[rules])

    def _targets(self) -> list[Any]:
        from kotc_sim.experiments.balance.rule_targets import target_of

        given = {"--turns": self.turns, "--first-player": self.first_player, "--decided": self.decided}
        stated = {option: text for option, text in given.items() if text is not None}
        if stated and not self.rules:
            raise KotcError(f"{next(iter(stated))} is a target for rule numbers", fix="Add --rules, which lets them change.")
        if self.rules and not stated:
            raise KotcError("--rules without a target", fix="State one: --turns 15..25, --first-player 50±1, --decided 98..100")
        return [target_of(option, text) for option, text in stated.items()]
