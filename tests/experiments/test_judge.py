"""What a weaker pilot than the strongest judged is provisional, in badge, sentence and JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kotc_sim.experiments.edition.result import EditionDiffResult, EditionHistoryResult
from kotc_sim.experiments.judge import judged, weaker
from kotc_sim.experiments.matchup.result import FieldResult, MatchupResult, TableResult, TournamentResult
from kotc_sim.experiments.price.result import BacktestResult, PriceResult
from kotc_sim.experiments.result import Answer, Both, Verdict
from kotc_sim.experiments.worth.deck_result import MetaResult, RestrictionResult, SubstitutionResult
from kotc_sim.experiments.worth.result import ExploitResult, RateResult
from tests.reports.samples import ALL, TOURNAMENT, module_of

JUDGED: dict[str, Any] = {
    "matchup": MatchupResult,
    "field": FieldResult,
    "matchup_table": TableResult,
    "tournament": TournamentResult,
    "substitution": SubstitutionResult,
    "restriction": RestrictionResult,
    "rate": RateResult,
    "price": PriceResult,
    "exploit": ExploitResult,
    "meta": MetaResult,
    "backtest": BacktestResult,
    "edition_diff": EditionDiffResult,
    "edition_history": EditionHistoryResult,
}


def words_in(part: Any) -> set[str]:
    """Every value under a key ``verdict``."""
    if isinstance(part, dict):
        return {str(value) for name, value in part.items() if name == "verdict"}.union(*map(words_in, part.values()))
    return set().union(*map(words_in, part)) if isinstance(part, (list, tuple)) else set()


def played_by(name: str, pilot: str) -> Any:
    result = JUDGED[name].of(ALL[name])
    who = {"matchup": Both(pilot, pilot), "substitution": {"deck": pilot, "opponents": pilot}, "restriction": {"both": pilot}}
    return replace(result, strategies=who.get(name, (pilot,)), provisional_by=None)


@pytest.mark.parametrize("name", JUDGED)
def test_a_weaker_pilot_has_no_other_word(name: str) -> None:
    found = judged(played_by(name, "greedy"))
    assert words_in(found.data) <= {"provisional"}
    assert found.exit_code is Answer.UNDECIDED
    shown = module_of(name).report(found).verdict
    assert (shown.code, shown.tone) == ("provisional, by greedy", "open")
    assert shown.sentence.startswith("Where greedy plays")
    assert not any(word in shown.sentence for word in ("overpriced", "undercosted", "too much", "too little", "priced right"))


@pytest.mark.parametrize("name", sorted({*JUDGED} - {"matchup_table"}))
def test_the_strongest_pilot_keeps_its_word(name: str) -> None:
    given = played_by(name, "best")
    assert judged(given) is given


def test_who_is_weaker() -> None:
    assert weaker(["greedy", "best", "best@96", "best@6", "own.py", "greedy"]) == ["greedy", "best@6", "own.py"]


def test_a_tournament_says_what_its_badge_says() -> None:
    """Once for each word: a decided sentence stands beside no undecided badge."""
    from kotc_sim.experiments.matchup.result import SecondOpinion

    second = SecondOpinion(strategy="lookahead", games=100, verdict=Verdict.SOLVED, place=("Wall",))
    given = replace(TournamentResult.of(TOURNAMENT), second=second)
    said = {
        word: module_of("tournament").report(replace(given, verdict=word)).verdict.sentence
        for word in (Verdict.SOLVED, Verdict.TWO_MATTER, Verdict.UNDECIDED, Verdict.DEPENDS)
    }
    assert len(set(said.values())) == len(said)
    assert said[Verdict.UNDECIDED].startswith("It is not decided")
    assert "depends on play" in said[Verdict.DEPENDS]
    assert "under lookahead Wall has a place" in said[Verdict.DEPENDS]
