"""One rule for all commands with a verdict: 0 answered; with --strict 1 if the answer is no, 3 if it is not decided."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.cli import COMMANDS, LazyCommand
from kotc_sim.commands.options import without_output
from kotc_sim.experiments import judge
from kotc_sim.experiments.edition.result import EditionDiffResult
from kotc_sim.experiments.matchup.result import FieldResult, MatchupResult, TableResult
from kotc_sim.experiments.price.result import LevelUpPriceResult, PriceResult
from kotc_sim.experiments.result import Answer, Verdict, answer_of
from kotc_sim.experiments.worth.deck_result import MetaResult, RestrictionResult, SubstitutionResult
from kotc_sim.experiments.worth.result import ExploitResult, RateResult
from tests.reports.samples import EDITION_DIFF, EXPLOITS, FIELD, MATCHUP, META, PRICE, RATE, RESTRICTION, SUBSTITUTION, TABLE

DECKS = Path(__file__).resolve().parents[2] / "decks"
YES, NO, OPEN = Answer.YES, Answer.NO, Answer.UNDECIDED
FIXED = {"rule": "fixed"}
SPRT = {"rule": "sprt", "h0": 0.5, "h1": 0.52, "llr": 0.0, "bounds": [-3.0, 3.0], "accepted": None}
WITH_A_VERDICT = ("matchup", "rate", "price", "try", "ban", "tournament", "exploit", "meta")


def test_one_no_is_enough_and_yes_takes_all() -> None:
    assert answer_of(["fair", "undecided", "broken"]) is NO
    assert answer_of(["fair", "undecided"]) is OPEN
    assert answer_of(["fair", "fair"]) is YES
    assert answer_of([]) is OPEN
    assert [int(answer) for answer in (YES, NO, OPEN)] == [0, 1, 3]


@pytest.mark.parametrize(
    ("verdict", "low", "high", "stopping", "answer"),
    [
        ("fair", 0.49, 0.51, FIXED, YES),
        ("watch", 0.525, 0.54, FIXED, YES),
        ("broken", 0.56, 0.6, FIXED, NO),
        ("broken", 0.4, 0.44, FIXED, NO),
        ("undecided", 0.3, 0.7, FIXED, OPEN),
        ("depends on play", 0.2, 0.24, FIXED, OPEN),
        ("undecided", 0.49, 0.6, SPRT, OPEN),
        ("accepted", 0.49, 0.6, {**SPRT, "accepted": "h1"}, YES),
        ("accepted", 0.56, 0.6, {**SPRT, "accepted": "h1"}, NO),
    ],
)
def test_a_match_up(verdict: str, low: float, high: float, stopping: dict[str, Any], answer: Answer) -> None:
    row = {"verdict": verdict, "interval": [low, high], "stopping": stopping, "score": (low + high) / 2}
    assert MatchupResult.of({**MATCHUP, **row}).answer is answer
    fair = {"verdict": "fair", "interval": [0.49, 0.51], "stopping": FIXED}
    rows = [{**FIELD["field"][0], **fair}, {**FIELD["field"][0], **row}]
    assert FieldResult.of({**FIELD, "verdict": verdict, "field": rows}).answer is answer


def priced(*verdicts: str) -> PriceResult:
    """Return what `price` says of components with these verdicts."""
    return PriceResult.of({**PRICE, "components": [{**PRICE["components"][0], "verdict": verdict} for verdict in verdicts]})


def effects(*verdicts: str) -> LevelUpPriceResult:
    """Return what `price` says of effects of Level-Up with these verdicts."""
    row = {"kind": "latent", "estimator": "attack for attack", "by_home": [], "points": [], "by_profile": {}}
    rows = [{**PRICE["components"][0], **row, "verdict": verdict} for verdict in verdicts]
    return LevelUpPriceResult.of({**PRICE, "components": rows})


def rated(*verdicts: str) -> RateResult:
    """Return what `rate` says of cards with these verdicts."""
    return RateResult.of({**RATE, "cards": [{**RATE["cards"][0], "verdict": verdict} for verdict in verdicts]})


def restricted(*verdicts: str) -> RestrictionResult:
    """Return what `ban` says of texts with these verdicts."""
    rows = [{**RESTRICTION["components"][0], "verdict": verdict} for verdict in verdicts]
    return RestrictionResult.of({**RESTRICTION, "components": rows})


def searched(**judged: list[tuple[str, bool]]) -> ExploitResult:
    """Return what `exploit` judged: verdicts, and whether each was found."""
    return ExploitResult.of(
        EXPLOITS
        | {
            key: [{**EXPLOITS[key][0], "verdict": verdict, "confirmed": found} for verdict, found in judged.get(key, [])]
            for key in ("cards", "combos")
        }
    )


@pytest.mark.parametrize(
    ("result", "answer"),
    [
        (rated("fair", "fair"), YES),
        (rated("fair", "overpriced", "undecided"), NO),
        *[(rated("fair", str(word.value)), OPEN) for word in (Verdict.LITTLE, Verdict.DEPENDS, Verdict.PILOT_FAILS)],
        (priced("fair"), YES),
        (priced("undercosted"), NO),
        (priced("not played"), OPEN),
        (effects("priced", "beyond the grid"), YES),
        (effects("cannot be priced"), OPEN),
        (searched(cards=[("undercosted", True)]), NO),
        (searched(cards=[("undercosted", False)]), OPEN),
        (searched(cards=[("fair", False), ("overpriced", False)]), YES),
        (searched(cards=[("fair", False)], combos=[("undercosted", True)]), NO),
        (searched(cards=[("fair", False)], combos=[("undercosted", False)]), OPEN),
        (searched(cards=[("fair", False)], combos=[("fair", False)]), YES),
        (restricted("matters", "does not matter"), YES),
        (restricted("undecided"), OPEN),
        (SubstitutionResult.of(SUBSTITUTION | {"verdict": "same"}), YES),
        (SubstitutionResult.of(SUBSTITUTION | {"verdict": "slightly worse"}), NO),
        (SubstitutionResult.of(SUBSTITUTION | {"verdict": "undecided"}), OPEN),
        (MetaResult.of(META | {"verdict": "open", "settled": True}), YES),
        (MetaResult.of(META | {"verdict": "open", "settled": False}), OPEN),
        (MetaResult.of(META | {"verdict": "solved", "settled": False}), NO),
        (TableResult.of(TABLE | {"verdict": "watch"}), YES),
        (TableResult.of(TABLE | {"verdict": "undecided"}), OPEN),
        (EditionDiffResult.of(EDITION_DIFF | {"verdict": "changed"}), YES),
        (EditionDiffResult.of(EDITION_DIFF | {"verdict": "not tested"}), OPEN),
    ],
)
def test_what_the_other_questions_answer(result: Any, answer: Answer) -> None:
    assert result.answer is answer


@pytest.mark.parametrize("name", [*WITH_A_VERDICT, "edition"])
def test_every_command_with_a_verdict_has_the_option(name: str) -> None:
    command = LazyCommand(name, COMMANDS[name][0], "").load()
    command = command.commands["diff"] if name == "edition" else command
    assert "--strict" in {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize(
    ("games", "verdict", "code", "strongest"), [("20", "broken", 1, True), ("2", "undecided", 3, True), ("20", "provisional", 3, False)]
)
def test_a_script_stops_only_where_it_asks_for_it(
    games: str, verdict: str, code: int, strongest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random players of Rats win 16 or more of 20 games, and two decide nothing; were there no stronger pilot, they would judge."""
    if strongest:
        monkeypatch.setattr(judge, "weaker", lambda names: [])
    pilots = ["--strategy-a", "random", "--strategy-b", "random"]
    words = ["matchup", str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml"), *pilots, "-n", games]
    for more, ends in (((), 0), (("--strict",), code)):
        done = CliRunner().invoke(cli.app, [*words, *more, "--json"])
        data = json.loads(done.stdout)
        assert (data["verdict"], done.exit_code) == (verdict, ends)
        assert data.get("provisional_by") == (None if strongest else "random")
        assert "--strict" not in data["reproduce"]  # it changes no result


def test_what_a_result_is_reproduced_by_has_no_strict() -> None:
    assert without_output(["rate", "x.yaml", "--strict", "--json"]) == ["rate", "x.yaml"]
