"""All types of results, by the section of docs/reports.md (of `battle`, docs/battle.md): page and JSON schema are made from them."""

from __future__ import annotations

from kotc_sim.experiments.balance.result import BalanceResult
from kotc_sim.experiments.battle.result import BattleResult
from kotc_sim.experiments.edition.result import EditionDiffResult, EditionHistoryResult, SweepResult
from kotc_sim.experiments.matchup.plan_result import PlanResult
from kotc_sim.experiments.matchup.result import FieldResult, MatchupResult, TableResult, TournamentResult
from kotc_sim.experiments.play.result import LadderResult
from kotc_sim.experiments.price.result import BacktestResult, LevelUpPriceResult, PriceResult
from kotc_sim.experiments.result import Result
from kotc_sim.experiments.worth.deck_result import MetaResult, RestrictionResult, SubstitutionResult
from kotc_sim.experiments.worth.result import ExploitResult, RateResult

RESULTS: dict[str, type[Result]] = {
    "matchup": MatchupResult,
    "matchup against a field": FieldResult,
    "matchup at one table": TableResult,
    "tournament": TournamentResult,
    "battle": BattleResult,
    "rate": RateResult,
    "exploit": ExploitResult,
    "price": PriceResult,
    "price of Level-Up": LevelUpPriceResult,
    "meta": MetaResult,
    "edition diff": EditionDiffResult,
    "edition history": EditionHistoryResult,
    "sweep": SweepResult,
    "plans": PlanResult,
    "balance": BalanceResult,
    "backtest": BacktestResult,
    "ladder": LadderResult,
    "try": SubstitutionResult,
    "ban": RestrictionResult,
}
