"""Which few prices should change: printable formulas, proposals, the choice of prices, rounds, targets for rules."""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kotc_sim.experiments.balance.balance as module
from kotc_sim import cli, games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.balance import price_scale, price_search, price_steps
from kotc_sim.experiments.balance.balance import NO_EXPLOITS, NO_FIELD, SHARES, balance, file_of, ids_of
from kotc_sim.experiments.balance.describe import PARTLY
from kotc_sim.experiments.balance.price_scale import PARTS, Reached, Searched, furthest_with_most, list_paid_by_most, partly, parts_of
from kotc_sim.experiments.balance.price_search import Asked, Way, check, search_prices
from kotc_sim.experiments.balance.price_steps import PriceSteps, Suspect, adjust
from kotc_sim.experiments.balance.result import PriceChange, TargetRange
from kotc_sim.experiments.balance.rule_targets import Tried, candidates, mend_rules, target_of
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.encoding import Ends, as_json
from kotc_sim.experiments.pilots import pilots_of, seconds_of
from kotc_sim.experiments.price.pricer import Point, Pricer
from kotc_sim.experiments.price.race import NOT_FOR_LESS, TOO_LATE, race
from kotc_sim.experiments.result import ALPHA, Measure
from kotc_sim.experiments.statistics.hypotheses import band_p
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.worth import best_response
from kotc_sim.experiments.worth.deck_result import HeldText, MetaResult
from kotc_sim.experiments.worth.field import Field
from kotc_sim.experiments.worth.hosts import host_design_of
from kotc_sim.experiments.worth.meta import meta
from kotc_sim.games.hosts import HostDeck
from kotc_sim.games.keeper.cards.level import price_card
from kotc_sim.games.keeper.design.printable import PRINTED, factor_of, printable, with_factor
from kotc_sim.games.keeper.design.proposal import Proposal, has_body_prices, level_in
from kotc_sim.games.keeper.design.uses import uses
from kotc_sim.games.keeper.editions import Edition, Row, edition_names, load_edition, parse_formula
from kotc_sim.games.keeper.reference import minion
from kotc_sim.reports import balance as report
from kotc_sim.reports import terminal
from kotc_sim.runs import Workers
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON
from tests.reports.samples import META, RATE

played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
GREEDY = pilots_of(games.GAMES["kotc"], ["greedy"])
QUICK = pilots_of(games.GAMES["kotc"], ["quick"])
SEARCHED = MetaResult.of(META)


# --- formulas a person would print ------------------------------------------------------------------------


def test_every_formula_of_every_edition_keeps_its_shape() -> None:
    """Another number in front multiplies the price by the ratio of the numbers, whatever the amounts."""
    rng = random.Random(1)
    seen = set()
    for name in edition_names():
        for row in load_edition(name).rows.values():
            if row.level.text in seen:
                continue
            seen.add(row.level.text)
            own = factor_of(row.level)
            amounts = {letter: Fraction(rng.randint(1, 9)) for letter in "xyta"}
            for number, formula in printable(row.level, may_vanish=True):
                value = formula.evaluate(**amounts)
                if row.level.names:
                    assert value == row.level.evaluate(**amounts) * number / own
                else:
                    assert value == number
    assert len(seen) > 40


def test_formulas_read_as_a_person_writes_them() -> None:
    for text, factor, shown in (
        ("2*t", 3, "3*t"),
        ("x*t", Fraction(3, 2), "3*x*t/2"),
        ("3*x*t/2", 1, "x*t"),
        ("(x + 4*y)/5", 1, "x+4*y"),
        ("x/4", Fraction(1, 3), "x/3"),
        ("1", 2, "2"),
    ):
        assert with_factor(parse_formula(text), Fraction(factor)).text == shown
    assert [formula.text for _, formula in printable(parse_formula("0"), may_vanish=True)][:2] == ["-4", "-3"]
    assert min(number for number, _ in printable(parse_formula("2*t"))) == PRINTED[0]


# --- proposals --------------------------------------------------------------------------------------------


def changed(**formulas: str) -> Proposal:
    found = Proposal(EDITION)
    for key, text in formulas.items():
        found = found.changed(key.replace("__", "."), parse_formula(text))
    return found


def test_a_proposal_says_in_its_file_what_it_is_in_memory(tmp_path: Path) -> None:
    proposal = changed(effect__destroy="3*t", cost__pay_hp="x/3", body__hp="x/4", target__on_field="2*x").set_rule("starting_hp", 40)
    file = tmp_path / "mine.yaml"
    file.write_text(proposal.yaml("mine", file, "by a test", lambda key: f"of {key}"), "utf-8")
    read, made = load_edition(file), proposal.priced()
    assert read.base == made.base == "kotc-17"
    assert dict(read.rules) == dict(made.rules)
    assert read.rules["base_level"] == "sp + hp/4"
    assert {key: row.level.tree for key, row in read.rows.items()} == {key: row.level.tree for key, row in made.rows.items()}
    assert "# of effect.destroy" in file.read_text("utf-8")
    assert "starting_hp: 40  # of rules.starting_hp" in file.read_text("utf-8")


def test_a_change_can_be_taken_back() -> None:
    assert changed(effect__destroy="3*t").without("effect.destroy").priced() is EDITION
    assert changed(effect__destroy="2*t").priced() is EDITION
    assert Proposal(EDITION).set_rule("starting_hp", 40).set_rule("starting_hp", 35).priced() is EDITION
    one, other = changed(effect__destroy="3*t"), changed(effect__destroy="4*t")
    assert len({one.digest, other.digest, one.priced().name, other.priced().name}) == 4


def test_cards_cost_what_the_proposal_asks() -> None:
    proposal = changed(effect__bounce="3*t", body__sp="x/2")
    edition = proposal.priced()
    for use in uses(EDITION.rows["effect.bounce"], EDITION):
        again = next(one for one in uses(edition.rows["effect.bounce"], edition) if one.kind == use.kind)
        if use.card.sp == again.card.sp:
            assert level_in(use.card, edition) == price_card(again.card, edition).level
    assert level_in(minion(EDITION, 4, 4), edition) == 4  # 4/2 + 4/2
    assert level_in(minion(EDITION, 4, 4), EDITION) == 6


def test_prices_go_a_part_of_the_way_to_the_nearest_printable_number() -> None:
    """By ratio: half of the way from 1 to 5/2 is 1.58; where a price may be 0 or below, by difference. Others stay as they are."""
    whole = changed(effect__dice_burn="5*x/2", effect__destroy="5*t/2", target__all_on_field="x/2", body__sp="2*x")
    ids = ["effect.dice_burn", "target.all_on_field", "body.sp"]
    half, back = (partly(whole, ids, part) for part in PARTS)
    assert {key: one.text for key, one in half.formulas.items()} == {
        "effect.dice_burn": "3*x/2",
        "effect.destroy": "5*t/2",
        "target.all_on_field": "2*x/3",
        "body.sp": "3*x/2",
    }
    assert {key: one.text for key, one in back.formulas.items()} == {"effect.destroy": "5*t/2"}
    assert partly(whole, ids, Fraction(1)).digest == whole.digest
    there = changed(cond__attacks="-3")
    assert partly(there, ["cond.attacks"], Fraction(1, 3)).formulas["cond.attacks"].text == "-1"


def test_the_field_judges_prices_that_most_decks_pay() -> None:
    rows = [
        HeldText(text=EDITION.rows[key].text, share=share, copies=1.0)
        for key, share in (("effect.dice_burn", 1.0), ("effect.craft", 0.5), ("effect.destroy", 0.49), ("effect.bounce", 0.9))
    ]
    today = replace(SEARCHED, components=tuple(rows))
    whole = changed(effect__destroy="5*t/2", effect__craft="3*x*y/2", effect__dice_burn="5*x/2", body__sp="2*x")
    assert list_paid_by_most(whole, today) == ["effect.craft", "effect.dice_burn"]


def test_a_price_that_stays_is_told_beside_those_taken_back_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(key: str, formula: str, why: str | None = None) -> PriceChange:
        words: Any = dict.fromkeys(("text", "amounts_before", "amounts_after", "formula_before"), "")
        zeros: Any = dict.fromkeys(("premium_before", "premium_after", "nearer"), Measure(0.0))
        return PriceChange(id=key, formula_after=formula, official_before=0.0, official_after=0.0, p=0.0, why=why, **words, **zeros)

    def check(asked: Asked, proposal: Proposal, number: int) -> tuple[Proposal, list[PriceChange]]:
        return proposal, [judged(key, formula.text) for key, formula in proposal.formulas.items()]

    monkeypatch.setattr(price_scale, "check", check)
    whole = changed(effect__destroy="5*t/2", effect__dice_burn="5*x/2")
    found = [judged("effect.destroy", "5*t/2"), judged("effect.dice_burn", "5*x/2"), judged("effect.draw", "2*x", "not shown")]
    way = Way("", [], whole, found, None, True)  # type: ignore[arg-type]
    half, back = parts_of(Asked(EDITION), way, ["effect.dice_burn"])
    assert {one.id: (one.formula_after, one.why) for one in half.checked} == {
        "effect.destroy": ("5*t/2", None),
        "effect.dice_burn": ("3*x/2", None),
        "effect.draw": ("2*x", "not shown"),
    }
    assert {one.id: one.why for one in back.checked} == {"effect.destroy": None, "effect.dice_burn": PARTLY, "effect.draw": "not shown"}


def test_bodies_have_prices_where_points_add_up(tmp_path: Path) -> None:
    assert all(has_body_prices(load_edition(name)) for name in ("kotc-17", "kotc-12", "kotc-9", "kotc-5"))
    file = tmp_path / "square.yaml"
    file.write_text("{name: square, extends: kotc-17, rules: {base_level: sp*sp + hp}}")
    assert not has_body_prices(load_edition(file))


# --- the choice of prices ---------------------------------------------------------------------------------


def suspects(*ids: str, premium: float = 2.0) -> list[Suspect]:
    """Return components that are shown to be mispriced, each with its cards at the smallest amounts in one home."""
    with Workers(1) as workers:
        home = Pricer(EDITION, GREEDY, PairedRuns(1, workers)).homes[0]
    found = []
    for row_id in ids:
        use = uses(EDITION.rows[row_id], EDITION)[-1]
        mean = Interval(premium, premium - 0.2, premium + 0.2)
        point = Point(use, home, mean, {home.name: mean}, {home.name: 1.0})
        found.append(Suspect(EDITION.rows[row_id], [point], Interval(premium, premium - 0.2, premium + 0.2), p=0.0))
    return found


def choose(monkeypatch: pytest.MonkeyPatch, found: list[Suspect], worth: dict[str, float], most: int = 9) -> dict[str, str]:
    """Choose prices where each level costs a point, and a card is worth so many; return what was chosen."""

    def premium(pricer: Pricer, point: Point, edition: object, *rest: object) -> np.ndarray:
        level = level_in(point.use.card, edition)  # type: ignore[arg-type]
        base = level_in(point.use.base, edition) if point.use.base is not None else 0  # type: ignore[arg-type]
        spread: np.ndarray = np.array([0.01, -0.01, 0.02, -0.02])
        return spread + (worth[point.use.card.name] - (level - base))

    monkeypatch.setattr(price_steps, "premium_under", premium)
    with Workers(1) as workers:
        pricer = Pricer(EDITION, GREEDY, PairedRuns(1, workers))
    for one in found:
        value = float(premium(pricer, one.points[0], EDITION).mean())
        one.premium = Interval(value, value - 0.2, value + 0.2)
    adjust(found, 0.25, len(found))
    proposal, choices = PriceSteps(pricer, found, Proposal(EDITION), 0.25, lambda row: row.id != "effect.bounce").choose(most)
    assert [choice.id for choice in choices] == list(dict.fromkeys(choice.id for choice in choices))
    return {key: formula.text for key, formula in proposal.formulas.items()}


def test_the_price_that_cards_are_worth_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    found = suspects("effect.sheathe", "effect.bury")
    worth = {found[0].points[0].use.card.name: 5.0, found[1].points[0].use.card.name: 4.0}  # at levels 3 and 4
    assert choose(monkeypatch, found, worth) == {"effect.sheathe": "5*t"}


def test_one_wrong_price_is_blamed_and_not_all_cards_that_carry_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Selections of targets are tried with destroy: where destroy is too cheap, they look it too, and need no change of their own."""
    found = suspects("target.on_field", "target.enemy_hand", "effect.destroy", "effect.silo")
    by_id = {one.row.id: one.points[0].use.card for one in found}
    worth = {by_id["effect.destroy"].name: 4.0, by_id["target.enemy_hand"].name: 8.0, by_id["effect.silo"].name: 2.0}
    assert choose(monkeypatch, found, worth) == {"effect.destroy": "4*t"}


def test_a_price_that_may_not_change_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    found = suspects("effect.bounce")
    assert choose(monkeypatch, found, {found[0].points[0].use.card.name: 5.0}) == {}


@pytest.mark.parametrize(
    ("row_id", "dear"), [("effect.sheathe", True), ("effect.sheathe", False), ("cost.pay_hp", True), ("cost.pay_hp", False)]
)
def test_no_price_moves_away_from_what_was_shown(monkeypatch: pytest.MonkeyPatch, row_id: str, dear: bool) -> None:
    """The screening pilot errs here: to it only the wrong direction mends, as what nobody plays loses less than what is played badly."""
    found = suspects(row_id)
    (own,) = (level_in(one.points[0].use.card, EDITION) for one in found)

    def premium(pricer: Pricer, point: Point, edition: Any, *rest: object) -> np.ndarray:
        level = level_in(point.use.card, edition)
        mended = level > own if dear else level < own
        return np.array([0.01, -0.01, 0.02, -0.02]) + (0.0 if mended else -2.0 if dear else 2.0)

    monkeypatch.setattr(price_steps, "premium_under", premium)
    found[0].premium = Interval(-2.0, -2.2, -1.8) if dear else Interval(2.0, 1.8, 2.2)
    with Workers(1) as workers:
        pricer = Pricer(EDITION, GREEDY, PairedRuns(1, workers))
    proposal, choices = PriceSteps(pricer, found, Proposal(EDITION), 0.25, lambda row: True).choose(9)
    assert (dict(proposal.formulas), choices) == ({}, [])


def test_no_more_changes_than_allowed_the_ones_that_mend_most(monkeypatch: pytest.MonkeyPatch) -> None:
    found = suspects("effect.sheathe", "effect.bury")
    worth = {found[0].points[0].use.card.name: 5.0, found[1].points[0].use.card.name: 8.0}
    assert choose(monkeypatch, found, worth, most=1) == {"effect.bury": "8*t"}


def test_the_family_counts_components_that_were_not_judged() -> None:
    """Holm's p is the band's p times what is left of the family; a component without a price has 1."""
    found = suspects("effect.sheathe", "effect.bury")
    found[0].premium, found[1].premium = Interval(1.0, 0.6, 1.4), Interval(2.0, 1.9, 2.1)
    found[1].why = "pilot fails"
    adjust(found, 0.25, 20)
    error = 0.4 / 1.959964
    assert found[0].p == pytest.approx(20 * band_p(1.0, error, 0.25), rel=1e-5)
    assert found[1].p == 1.0
    assert band_p(0.2, 0.1, 0.25) > 0.5
    assert (band_p(0.3, 0.0, 0.25), band_p(-0.2, 0.0, 0.25)) == (0.0, 1.0)


# --- rules ------------------------------------------------------------------------------------------------


def test_targets_are_read() -> None:
    assert target_of("--turns", "15..25") == TargetRange(words="--turns 15..25", what="length of a game", low=15, high=25)
    first = target_of("--first-player", "50±1")
    assert (first.low, first.high) == pytest.approx((-0.01, 0.01))
    tied = target_of("--decided", "98..100")
    assert (tied.low, tied.high) == pytest.approx((0.0, 0.02))
    assert target_of("--turns", "20+-5").misses(30) == pytest.approx(0.5)
    for text in ("", "25..15", "a..b", "20"):
        with pytest.raises(KotcError):
            target_of("--turns", text)


def test_rule_numbers_that_are_tried_differ_from_those_of_the_edition() -> None:
    found = candidates(EDITION)
    assert ("rules.first_turn_less", Fraction(0)) in found
    assert all(value != int(EDITION.rules[name.removeprefix("rules.")]) for name, value in found)
    assert len({name for name, _ in found}) == 4


@played
def test_games_that_are_too_short_get_more_hit_points() -> None:
    """Of 21 turns a game, 30 to 34 are wanted: with 80 games of each match-up the length is known to about half a turn."""
    wanted = [target_of("--turns", "30..34")]
    keep = ["hand_size", "deck_min", "first_turn_less"]
    with Workers(2) as workers:
        proposal, taken, tried = mend_rules(EDITION, wanted, keep=keep, strategy="greedy", games_each=80, workers=workers)
    assert taken[0].misses > 0 == taken[-1].misses
    assert int(proposal.rules["starting_hp"]) > 35
    assert len(taken) == 2
    assert isinstance(tried[-1], Tried)
    assert tried[0].report(wanted).figures[0].met is False


# --- rounds -----------------------------------------------------------------------------------------------

FEW = ("effect.destroy", "effect.hypnotize")


def field(decks: int, settled: bool = True) -> dict[str, Any]:
    """Return what is told of a field of so many decks."""
    return {
        "decks": [{"name": f"deck {i}", "origin": "home", "share": 1 / decks, "cards": [[40, "minion 2/2"]]} for i in range(decks)],
        "components": [{"text": text, "share": 1 / decks, "copies": 8.0} for text in ("{x}-dice-burn the battlefield.", "plain 2/2")],
        "home": {"name": "slow", "value": 0.31, "interval": [0.27, 0.35]},
        "mattering": {"value": decks, "interval": [decks - 1, decks + 1]},
        "verdict": "open",
        "settled": settled,
        "response": {"from": "deck 9", "score": 0.57, "interval": [0.55, 0.59], "better": not settled, "pilot": "best"},
    }


@played
@pytest.mark.usefixtures("few_games_here")
def test_a_cheap_text_gets_a_price_and_a_fair_one_keeps_it(tmp_path: Path) -> None:
    """*destroy* is worth 1.2 points a copy more than its price by greedy (20 standard errors), *hypnotize* 0.5."""
    with Workers(2) as workers:
        result = balance(EDITION, only=FEW, profiles=["greedy"], precision=0.4, with_field=False, with_exploits=False, workers=workers)
    data = result.data
    assert [change["id"] for change in data["changes"]] == ["effect.destroy"]
    (change,) = data["changes"]
    assert change["nearer"]["interval"][0] > 0
    assert change["p"] <= ALPHA
    assert (data["verdict"], data["finished"], int(result.answer)) == ("changes proposed", True, 1)
    assert data["mispriced"]["before"] == 1
    file = tmp_path / "next.yaml"
    file.write_text(file_of(result, "next", file, "by a test"), "utf-8")
    assert load_edition(file).rows["effect.destroy"].level.text == change["formula_after"]
    assert "premium" in file.read_text("utf-8")
    text = terminal(
        report.report({**data, "version": "", "reproduce": "", "metagame": {"before": field(3, settled=False), "after": field(4)}})
    )
    assert "1 price should change" in text
    rows = {line.split("  ")[0].strip(): line for line in text.splitlines()}
    assert re.findall(r"\d \[\d, \d\](?:, not settled)?", rows["decks that matter"]) == ["3 [2, 4], not settled", "4 [3, 5]"]
    assert rows["best home against them"].count("31.0 % [27.0, 35.0]") == 2
    assert rows["last response against them"].count("57.0 % [55.0, 59.0]") == 2
    for before, after, words in (
        (3, 4, "Whether more or fewer decks matter under the proposal is not shown: 4 [3, 5], before 3 [2, 4]"),
        (6, 3, "Under the proposal fewer decks matter: 3 [2, 4], before 6 [5, 7]"),
        (2, 5, "Under the proposal more decks matter: 5 [4, 6], before 2 [1, 3]"),
    ):
        told = terminal(
            report.report({**data, "version": "", "reproduce": "", "metagame": {"before": field(before), "after": field(after)}})
        )
        assert f"{words}, by two searches each." in " ".join(told.split("\n\n")[1].split())  # in the head


@played
@pytest.mark.usefixtures("few_games_here")
def test_todays_decks_are_the_first_that_are_tried_under_a_proposal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search before begins with the decks that come with the edition, the one after with those that it found, at new prices.

    So do those where a price goes a part of the way, with the decks of the whole. Then all decks that were found are tried in each of
    these editions; what is proposed is what all is told of.
    """
    file = tmp_path / "cheap.yaml"
    file.write_text("name: cheap\nextends: kotc-17\neffects:\n  dice_burn: {level: x/2}\n", "utf-8")
    cheap = load_edition(file)
    pairs = {"MATRIX_PAIRS": 6, "CLIMBED_PAIRS": 6, "SCREENED_PAIRS": 4, "VALUE_PAIRS": 8, "AGAIN_PAIRS": 12}
    for name, value in {"RESAMPLES": 20, "CLIMBS": 1, "MOST_EXCHANGES": 8, "MOST_STEPS": 1, **pairs}.items():
        monkeypatch.setattr(best_response, name, value)
    monkeypatch.setattr("kotc_sim.experiments.worth.field.ROWS", 20)
    monkeypatch.setattr(module, "META_ROUNDS", 1)
    monkeypatch.setattr(module, "PLAYED_GAMES", 8)
    found: list[tuple[Edition, Sequence[HostDeck], MetaResult]] = []

    def noted(edition: Edition, *, begin: Sequence[HostDeck], **options: Any) -> MetaResult:
        found.append((edition, begin, meta(edition, begin=begin, **options)))
        return found[-1][-1]

    monkeypatch.setattr(module, "meta", noted)
    monkeypatch.setattr(price_scale, "furthest_with_most", lambda reached: reached[-1])  # whatever a small search finds
    monkeypatch.setattr(price_scale, "list_paid_by_most", lambda proposal, today: ["effect.dice_burn"])
    with Workers(2) as workers:
        options = {"profiles": ["greedy"], "precision": 1.0, "rounds": 1, "with_exploits": False}
        data = balance(cheap, only=["effect.dice_burn"], workers=workers, **options).data  # type: ignore[arg-type]
    (_, shipped, first), (after, today, whole), *rest = found
    parts, again = rest[: len(rest) // 2 - 1], rest[len(rest) // 2 - 1 :]
    (now, _, before), (_, _, then), *_ = again
    assert len(shipped) > 2
    assert after.rows["effect.dice_burn"].level != cheap.rows["effect.dice_burn"].level
    assert [home.name for home in today] == [home.name for home in first.field.homes]
    assert all(card.level == level_in(card, after) for home in today for card in home.cards)
    known = [home.name for home in (*first.field.homes, *whole.field.homes)]
    for edition, begin, _ in parts:
        assert [home.name for home in begin][: len(known)] == known
        assert all(card.level == level_in(card, edition) for home in begin for card in home.cards)
    # What any of these found is tried once more in every field, by the same name and on other games.
    assert [edition.name for edition, *_ in again] == [cheap.name, *(edition.name for edition, *_ in (found[1], *parts))]
    names = [home.name for home in again[0][1]]
    assert names == [f"{home.name} (today)" for home in first.field.homes] + [
        f"{home.name} ({far})"
        for far, (*_, one) in zip(("all of the proposal", "prices 1/2 of the way"), (found[1], *parts), strict=True)
        for home in one.field.homes
    ]
    for edition, begin, _ in again:
        assert [home.name for home in begin] == names
        assert all(card.level == level_in(card, edition) for home in begin for card in home.cards)
    assert now is cheap
    assert data["metagame"]["before"]["mattering"] == as_json(Searched((first, before)).mattering.measure)
    assert data["extents"][0]["mattering"] == as_json(Searched((whole, then)).mattering.measure)
    assert data["metagame"]["before"]["response"] == before.data["response"]
    assert data["games"] > sum(one.data["games"] for *_, one in found)
    assert all(deck["origin"].split(":")[0] in ("home", "given", "response 1") for deck in data["metagame"]["after"]["decks"])
    assert len(data["extents"]) == 1 + len(parts) == 2  # with the one price taken back, nothing would be proposed
    assert data["paid_by_most"] == ["effect.dice_burn"]
    assert [one["proposed"] for one in data["extents"]] == [False] * len(parts) + [True]
    assert {change["id"]: change["formula_after"] for change in data["changes"]} == data["extents"][-1]["prices"]
    assert data["extents"][-1]["prices"] != data["extents"][0]["prices"] == data["alternatives"][0]["prices"]
    assert data["metagame"]["after"]["mattering"] == data["extents"][-1]["mattering"]
    assert [one["id"] for one in data["components"]["after"]] == ["effect.dice_burn"]
    assert [one["why"] for one in data["unsettled"]] == [PARTLY] * data["mispriced"]["after"]


def reached(extent: Fraction, low: float, high: float) -> Reached:
    """Return a part of the way at which so many decks matter."""
    return Reached(Way("", [], changed(), [], None, True, extent), Searched((mattering(low, low, high),)))  # type: ignore[arg-type]


def mattering(value: float, low: float, high: float) -> MetaResult:
    """Return a search that found so many decks that matter."""
    return replace(SEARCHED, mattering=Measure(value, Ends(low, high)))


def test_how_many_decks_matter_is_by_all_searches() -> None:
    """The last search says the number. Two searches that disagree show nothing, whatever the interval of each."""
    first, again = mattering(6, 6, 8), mattering(5, 3, 5)
    assert Searched((first,)).mattering == Interval(6, 6, 8)
    assert Searched((first, again)).mattering == Interval(5, 3, 8)
    assert Searched((again, first)).mattering == Interval(6, 3, 8)


def test_prices_go_less_far_only_where_more_decks_are_shown_to_matter() -> None:
    whole, part, less = Fraction(1), *PARTS
    for found, best in (
        ([(whole, 2, 3)], whole),
        ([(whole, 2, 3), (part, 3, 5), (less, 3, 4)], whole),
        ([(whole, 2, 3), (part, 4, 5), (less, 5, 6)], part),
        ([(whole, 2, 3), (part, 4, 5), (less, 6, 7)], less),
        ([(whole, 4, 6), (part, 2, 3), (less, 7, 7)], less),
    ):
        assert furthest_with_most([reached(*one) for one in found]).way.extent == best


def test_the_report_says_how_far_prices_go() -> None:
    def told(*proposed: bool) -> str:
        extents = [
            {"extent": extent, "prices": {"effect.destroy": "3*t"}, "proposed": is_proposed, **field(decks)}
            for extent, is_proposed, decks in zip((1.0, 0.5, 0.0), proposed, (2, 5, 4), strict=False)
        ]
        data: dict[str, Any] = {key: [] for key in ("changes", "unsettled", "alternatives")}
        data |= {key: "" for key in ("command", "version", "seed", "reproduce")}
        data |= {"verdict": "changes proposed", "band": 0.25, "family": 9, "extents": extents, "paid_by_most": ["effect.craft"]}
        data |= {"mispriced": {"before": 1, "after": 0}, "components": {"before": [], "after": []}, "seed": 1}
        data |= {"finished": True, "strategies": [], "pilots": RATE["pilots"], "taken_back": [], "late": 0, "rounds": [], "limits": {}}
        return " ".join(terminal(report.report(data)).replace("\u00a0", " ").split())

    whole = told(True, False, False)
    assert "At least half of the decks first found today pay for “effect.craft”: the field judges how far this price goes." in whole
    assert "It goes all of the way: at no part of it more decks are shown to matter than 2 [1, 3]." in whole
    assert whole.count("effect.destroy 3*t") == 3
    assert "It goes 50 % of the way: 5 [4, 6] decks matter, 2 [1, 3] at all of the way." in told(False, True, False)
    assert "It stays as it is: 4 [3, 5] decks matter, 2 [1, 3] at all of the way." in told(False, False, True)
    assert "No part of the way was tried" in told(True)


def within(seconds: float, *only: str, precision: float = 1.0, **options: Any) -> dict[str, Any]:
    """Return a balance of these components that may take so long."""
    with Workers(2) as workers:
        return balance(EDITION, only=only, profiles=["greedy"], precision=precision, budget=seconds, workers=workers, **options).data


@played
@pytest.mark.parametrize("seconds", [0.01, 2.0])
def test_a_spent_budget_gives_a_partial_answer(seconds: float) -> None:
    """It names what was not measured, and what the judge had no time for."""
    data = within(seconds, "effect.dice_burn")
    assert (data["verdict"], data["finished"], data["late"]) == ("not finished", False, 1)
    assert [note for note in data["notes"] if "The budget was spent" in note or note in (NO_FIELD, NO_EXPLOITS)] == data["notes"][-3:]
    assert not {"metagame", "exploits"} & set(data)
    assert [(one["why"], one["premium"] is None) for one in data["unsettled"]] == [("there was no time left", seconds < 1)]
    page = terminal(report.report(data | {"version": "", "reproduce": ""}))
    unmeasured = "Not measured, there was no time left: “{x}-dice-burn the battlefield.”."
    assert (unmeasured in page.replace("\u00a0", " ")) == (seconds < 1)
    head = " ".join(page.split("\n\n")[1].split())
    assert "There was no time to judge 1 component that may be mispriced." in head
    assert "afterwards" not in head  # nothing was changed


@played
def test_a_short_budget_goes_to_what_is_furthest_from_its_price() -> None:
    data = within(4.0, "effect.bury", "effect.place_weakness", "effect.silo", "effect.dice_burn")
    assert [one["id"] for one in data["components"]["before"] if one["shown"]] == ["effect.dice_burn"]
    assert [one["id"] for one in data["changes"]] == ["effect.dice_burn"]
    assert (data["verdict"], data["mispriced"], data["late"]) == ("not finished", {"before": 1, "after": None}, 3)
    assert {one["id"] for one in data["unsettled"]} == {"effect.bury", "effect.place_weakness", "effect.silo"}


@played
def test_what_nobody_plays_at_its_price_is_said_to_be_so_where_there_was_no_time_to_judge_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*args: Any, **options: Any) -> Any:
        raced, left = race(*args, **options)
        assert {one.row.id: one.covering.is_played for one in raced} == {"cond.hand_destroyed": False, "effect.dice_burn": True}
        return [replace(one, judged=False, late=True) for one in raced], left

    monkeypatch.setattr(price_search, "race", late)
    data = within(8.0, "cond.hand_destroyed", "effect.dice_burn", with_field=False)
    assert {one["id"]: one["why"] for one in data["unsettled"]} == {"cond.hand_destroyed": NOT_FOR_LESS, "effect.dice_burn": TOO_LATE}
    assert data["late"] == 2


@played
def test_a_change_that_there_is_no_time_to_judge_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Sequence[str]] = []

    def spent(asked: Asked, proposal: Proposal, number: int) -> tuple[Proposal, list[PriceChange]]:
        chosen.append(list(proposal.formulas))
        asked.decisions["greedy"] += 10**9
        return check(asked, proposal, number)

    monkeypatch.setattr(price_search, "check", spent)
    data = within(20.0, "effect.destroy", with_field=False)
    assert chosen == [["effect.destroy"]]
    assert (data["changes"], data["taken_back"]) == ([], [])
    assert [(one["id"], one["why"]) for one in data["unsettled"]] == [("effect.destroy", price_search.NOT_JUDGED)]


@played
@pytest.mark.parametrize(("with_field", "part"), [(False, 1.0), (True, SHARES["prices"])])
def test_no_round_begins_once_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch, with_field: bool, part: float) -> None:
    """A round without time would tell nothing of what the one before it measured, and one that takes the fields' time would cost these."""
    chosen = price_search._choose

    def spent(asked: Asked, *rest: Any, **options: Any) -> Any:
        asked.decisions["greedy"] += math.ceil((part * asked.budget - asked.spent) / seconds_of(games.of(EDITION), Counter(greedy=1)))
        return chosen(asked, *rest, **options)

    monkeypatch.setattr(price_search, "_choose", spent)
    data = within(20.0, "effect.dice_burn", with_field=with_field)
    assert (len(data["rounds"]), data["late"], data["finished"]) == (1, 0, False)
    if not with_field:
        assert [(one["id"], one["why"]) for one in data["unsettled"]] == [("effect.dice_burn", price_search.NOT_JUDGED)]


@played
@pytest.mark.usefixtures("few_games_here")
def test_fields_that_are_not_searched_to_the_end_judge_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their games are counted all the same."""
    searched = []

    def meta_of_a_day(edition: Edition, **options: Any) -> MetaResult:
        searched.append(edition.name)
        return replace(SEARCHED, games=12, components=(), field=Field(host_design_of(edition), (), ()), decisions=Counter(greedy=10**12))

    monkeypatch.setattr(module, "meta", meta_of_a_day)
    whole = within(1_000.0, "effect.destroy", precision=0.4, seed=5, rounds=1, with_field=False, with_exploits=False)
    data = within(1_000.0, "effect.destroy", precision=0.4, seed=5, rounds=1)
    assert searched == [EDITION.name]
    assert data["games"] == whole["games"] + 12
    assert data["changes"] == whole["changes"] != []
    assert data["notes"] == [*whole["notes"], NO_FIELD, NO_EXPLOITS]
    assert "metagame" not in data


@played
@pytest.mark.usefixtures("few_games_here")
def test_the_same_question_gives_the_same_answer_for_any_jobs() -> None:
    found = []
    for jobs in (1, 2):
        with Workers(jobs) as workers:
            options = {"profiles": ["greedy"], "precision": 1.0, "rounds": 1, "with_field": False, "with_exploits": False}
            found.append(balance(EDITION, only=FEW[:1], workers=workers, **options).data)  # type: ignore[arg-type]
    assert json.dumps(found[0]) == json.dumps(found[1])


def test_components_are_named_by_texts() -> None:
    assert ids_of(["destroy the targets", "SP", "rules.hand_size"], EDITION) == ["rules.hand_size", "effect.destroy", "body.sp"]
    with pytest.raises(KotcError, match="no component"):
        ids_of(["destroy everything"], EDITION)


def test_the_command_says_what_it_cannot_do() -> None:
    for words, what in (
        (("kotc-18",), "no edition"),
        (("kotc-17", "--only", "no such text"), "no component"),
        (("kotc-17", "--prefer", "spells"), "neither bodies nor texts"),
        (("kotc-17", "--turns", "15..25"), "--rules"),
        (("kotc-17", "--rules"), "without a target"),
        (("kotc-17", "--budget", "soon"), "no time"),
    ):
        done = CliRunner().invoke(cli.app, ["balance", *words])
        assert (done.exit_code, what in done.output) == (2, True), done.output


# --- planted errors ---------------------------------------------------------------------------------------

TUNED = {
    "dice_burn": "4*x",
    "exhaust_fatigue": "3*t/2",
    "petrify": "4*t",
    "place_damage": "3*x*t",
    "place_weakness": "3*x*t/2",
    "sheathe": "4*t",
}
"""Prices under which all components below have premiums within the band, by quick at the smallest amounts."""
MEASURED = (*TUNED, "bounce", "bury", "silo")
PLANTED = {"bury": ("2*t", "6*t"), "dice_burn": ("2*x", "6*x"), "petrify": ("2*t", "6*t"), "sheathe": ("2*t", "6*t")}
"""Errors of two levels that change a premium by a point or more: where a curve is flat, two levels hardly matter, and nothing could
tell them."""


def price(row: Row) -> Fraction:
    """Return the price at the smallest amounts."""
    return row.level.evaluate(x=1, t=1)


def aim(name: str) -> Fraction:
    """Return the price of a component in the tuned edition."""
    return parse_formula(TUNED[name]).evaluate(x=1, t=1) if name in TUNED else price(EDITION.rows[f"effect.{name}"])


@played
@pytest.mark.slow
@pytest.mark.parametrize("is_planted", [True, False])
def test_three_planted_errors_are_found_in_nine_of_ten_seeds(is_planted: bool) -> None:
    """And at most one other price changes; with nothing planted, none does in nine of ten.

    A seed without a planted error changes a price with a probability of at most 5 % (Holm, twice), if all premiums lie within the band or
    no printable price is nearer: two or more of ten then have a probability of 9 %; with errors that are found in 97 % of all seeds, two
    or more misses have one of 3 %.
    """
    good = 0
    for seed in range(1, 11):
        rng = random.Random(seed)
        wrong = rng.sample(sorted(PLANTED), 3) if is_planted else []
        start = Proposal(EDITION)
        for name, text in {**TUNED, **{name: rng.choice(PLANTED[name]) for name in wrong}}.items():
            start = start.changed(f"effect.{name}", parse_formula(text))
        edition = start.priced()
        with Workers(2) as workers:
            asked = Asked(
                edition, only=[f"effect.{name}" for name in MEASURED], pilots=QUICK, seed=seed, how={"workers": workers}, precision=0.12
            )
            way = search_prices(asked, "texts")[0]
        moved = {key: price(way.proposal.row(key)) - price(edition.rows[key]) for key in way.proposal.formulas}
        right = all(moved.get(f"effect.{name}", 0) * (aim(name) - price(edition.rows[f"effect.{name}"])) > 0 for name in wrong)
        others = [key for key in moved if key.removeprefix("effect.") not in wrong]
        good += right and len(others) <= (1 if is_planted else 0)
    assert good >= 9
