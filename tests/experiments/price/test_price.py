"""Prices of components: probe cards, the two estimators, the method's self-checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.price import race as module
from kotc_sim.experiments.price.component import describe, nearest_printable, relevelled, write_row
from kotc_sim.experiments.price.mirrored import Mirror, agrees
from kotc_sim.experiments.price.price import price_all, price_components
from kotc_sim.experiments.price.pricer import Judged, Point, Pricer, covering_of, premium_over
from kotc_sim.experiments.price.race import SORTED_ROWS, STANDS_OUT, furthest_first, race
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.intervals import Interval, fieller
from kotc_sim.experiments.statistics.verdicts import FAIR_GAIN
from kotc_sim.experiments.worth.curve import PLAYED, Curve
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.design.test_cards import (
    ABILITY,
    SPELL,
    Use,
    amounts,
    carries,
    find_row,
    find_test_card,
    with_more,
    write_component,
)
from kotc_sim.games.keeper.design.uses import alternatives, carrying_bodies, uses
from kotc_sim.games.keeper.editions import Row, load_edition
from kotc_sim.games.keeper.editions.formula import parse_formula
from kotc_sim.games.keeper.reference import minion
from kotc_sim.reports import price as report
from kotc_sim.reports import terminal
from kotc_sim.runs import Workers
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON, body
from tests.reports.samples import PRICE

EDITIONS = ("kotc-17", "kotc-12", "kotc-9", "kotc-5")
played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")


# --- probe cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_every_probe_is_a_card_of_its_edition(name: str) -> None:
    """Its text is read back as the same card: nothing is built that could not be printed."""
    edition = load_edition(name)
    found = 0
    for row in edition.rows.values():
        if row.banned is not None:
            continue
        for x, t in amounts(row):
            made = find_test_card(row, edition, x, t)
            for card in (made.card, made.base):
                if card is not None and card.text and card.abilities:
                    assert parse_text(card.text, edition, card.kind) == (card.caveat, card.abilities)
            found += 1
    assert found > 200


def test_prices_of_probes_are_the_formulas() -> None:
    for text, x, t, official in (
        ("destroy", 1, 3, 6),
        ("place_sword", 2, 3, 6),
        ("dice_burn", 4, 1, 4),
        ("cost.self_destroy_hand", 3, 1, -1.5),
        ("cond.attacks", 1, 1, 0),
        ("craft", 2, 3, 6),
    ):
        row, _, _ = find_row(text, EDITION)
        assert float(find_test_card(row, EDITION, x, t).official) == official


def test_components_are_found_by_name_and_by_text() -> None:
    for text, expected in (
        ("destroy the targets.", ("effect.destroy", 0, 0)),
        ("destroy", ("effect.destroy", 0, 0)),
        ("effect.destroy", ("effect.destroy", 0, 0)),
        ("Place 2 Sword Counters on it", ("effect.place_sword", 2, 0)),
        ("3-dice-burn the battlefield", ("effect.dice_burn", 3, 0)),
        ("{x}-dice-burn the battlefield.", ("effect.dice_burn", 0, 0)),
        ("Craft 2 level 3 pawns", ("effect.craft", 2, 3)),
        ("Self-destroy 1 card in your hand→", ("cost.self_destroy_hand", 1, 0)),
        ("When enemy attacks, after Attack Formation:", ("cond.enemy_attacks", 0, 0)),
    ):
        row, x, y = find_row(text, EDITION)
        assert (row.id, x, y) == expected
    for text, meant in (("destory the targets", "destroy the targets"), ("hypnotize the targets", "hypnotize the targets until the end")):
        with pytest.raises(KotcError, match=f"Did you mean '{meant}"):
            find_row(text, EDITION)
    selfish = replace(EDITION.rows["effect.destroy"], id="effect.self", name="self")
    with pytest.raises(KotcError, match="stands for"):
        find_row("self", replace(EDITION, rows={**EDITION.rows, selfish.id: selfish}))


def test_components_are_written_as_on_cards() -> None:
    row, _, _ = find_row("place_sword", EDITION)
    assert write_component(row, EDITION, 1, 1) == "place 1 Sword Counter on it."
    assert write_component(row, EDITION, 2, 3) == "place 2 Sword Counters on each target."


def test_the_pair_of_the_second_estimate_costs_the_same() -> None:
    for text in ("destroy", "draw", "cost.pay_hp", "cond.attacks", "cond.enemy_attacks"):
        row, _, _ = find_row(text, EDITION)
        pair = with_more(row, EDITION, 1, 1)
        assert pair is not None
        assert pair[0].level == pair[1].level
        assert pair[0].kind == pair[1].kind


# --- arithmetic -------------------------------------------------------------------------------------------


def test_estimates_agree_as_far_as_their_intervals_allow() -> None:
    assert agrees(Interval(1, 0.5, 1.5), Interval(1.6, 1.2, 2.0))
    assert not agrees(Interval(1, 0.9, 1.1), Interval(1.6, 1.5, 1.7))


# --- self-checks ------------------------------------------------------------------------------------------


@played
def test_no_effect_costs_nothing_and_one_sp_a_level() -> None:
    """Fixed seeds; the price of one SP is taken from other games than its unit, so chance is in it: 5 % false alarms."""
    with Workers() as workers:
        mirror = Mirror(EDITION, PairedRuns(1, workers), 2_000)
        nothing = mirror.price(replace(body(2, 2), name="copy"), body(2, 2))
        assert isinstance(nothing, Interval)
        assert (nothing.value, nothing.low, nothing.high) == (0, 0, 0)
        other = Mirror(EDITION, PairedRuns(2, workers), 2_000)
        # One SP on a minion of the unit's size and on one that is weaker: together as wide as the unit.
        more = other.value(replace(body(3, 2), level=3), body(2, 2), "greedy")
        less = other.value(body(2, 2), replace(body(1, 2), level=3), "greedy")
        value, unit = (more + less) / 2, mirror.unit("greedy")
    n = value.size
    price = fieller(float(value.mean()), float(unit.mean()), float(value.var(ddof=1)) / n, float(unit.var(ddof=1)) / n)
    assert isinstance(price, Interval)
    assert price.contains(1.0)
    assert price.half_width < 0.25


@played
def test_nothing_is_priced_while_one_sp_may_be_worth_nothing() -> None:
    """Random play of two pairs says nothing about one SP."""
    found = Mirror(EDITION, PairedRuns(1), 6).price(body(2, 2), body(2, 2), "random")
    assert found is None


# --- premiums ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_an_effect_is_carried_by_a_small_minion_and_by_a_spell(name: str) -> None:
    edition = load_edition(name)
    both = 0
    for row in edition.section("effect"):
        if row.banned is not None:
            continue
        try:
            found = uses(row, edition)
        except KotcError:
            continue
        for use in found:
            assert card_problems(use.card, edition) == ()
            assert parse_text(use.card.text, edition, use.card.kind) == (use.card.caveat, use.card.abilities)
        both += [use.kind for use in found] == [ABILITY, SPELL]
    assert both > 20
    body = minion(edition, *carrying_bodies(edition)[0])
    assert (body.level, body.sp) == (2, 1)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_carrier_that_is_tried_is_a_legal_card_beside_the_same_without(name: str) -> None:
    edition = load_edition(name)
    several = 0
    for row in edition.rows.values():
        if row.banned is not None:
            continue
        try:
            groups = alternatives(row, edition)
        except KotcError:
            continue
        for group in groups:
            cards = {(use.card.text, use.card.sp, use.card.hp) for use in group}
            assert len(cards) == len(group)
            assert len({use.kind for use in group}) == 1
            several += len(group) > 1
            for use in group[1:]:
                assert card_problems(use.card, edition) == ()
                assert carries(use.card, [row])
                assert use.base is not None
                assert not carries(use.base, [row])
                assert (use.base.kind, use.base.sp, use.base.hp) == (use.card.kind, use.card.sp, use.card.hp)
    assert several > 15


@played
def test_a_component_is_put_on_the_card_that_homes_would_play_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cheapest that is fair without it on the mean of the homes; if none is, the nearest to it, whatever the component costs."""
    row, _, _ = find_row("bounce", EDITION)
    best = {"1/2": -2.0, "1/4": 0.4, "2/2": -0.3}
    asked: list[Trial] = []

    def gains(
        _: MarginalValues, trials: Sequence[Trial], pilot: str, rows: int, stage: int = 0, first: int = 0
    ) -> list[NDArray[np.float64]]:
        asked.extend(trials)
        values = [best[trial.card.name.split()[1]] * (0.4 if trial.home.name == "middle" else 1.3) for trial in trials]
        return [np.full(rows, value) for value in values]

    monkeypatch.setattr(MarginalValues, "gains", gains)
    with Workers(1) as workers:
        pricer = Pricer(EDITION, pilots_of(games.GAMES["kotc"], ["greedy"]), PairedRuns(1, workers))
        ability, spell = pricer.carriers(row)
        assert ability.base is minion(EDITION, 2, 2)
        assert (ability.kind, spell.kind, spell.base) == (ABILITY, SPELL, None)
        assert len(asked) == len(best) * len(pricer.homes)
        assert pricer.carriers(find_row("draw", EDITION)[0])[0].base is minion(EDITION, 2, 2)
        assert len(asked) == len(best) * len(pricer.homes)  # plain minions are the same for all effects
    best |= {"1/2": -0.9, "1/4": 1.1, "2/2": 1.0}
    with Workers(1) as workers:
        pricer = Pricer(EDITION, pilots_of(games.GAMES["kotc"], ["greedy"]), PairedRuns(1, workers))
        assert pricer.carriers(row)[0].base is minion(EDITION, 1, 2)


@pytest.mark.parametrize(
    ("card", "base", "premium"),
    [
        (0.5, -1.0, 0.5),  # better than the home's cards: by that much, not by what the base is bad
        (-0.4, -1.0, 0.0),  # better than the base, but not than the home's cards
        (-1.3, -1.0, -0.3),
        (1.5, 1.0, 0.5),
        (0.4, 1.0, 0.0),  # worse than a good base, but still a gain
        (-0.3, 1.0, -0.3),
        (0.7, 0.0, 0.7),
    ],
)
def test_a_premium_must_hold_against_both_references(card: float, base: float, premium: float) -> None:
    noise = np.array([0.2, -0.2, 0.1, -0.1])
    found = premium_over(card + noise, base + noise[::-1])
    assert found.mean() == pytest.approx(premium)
    assert found.shape == noise.shape


def test_a_component_that_does_nothing_has_a_premium_of_exactly_zero() -> None:
    rows = np.array([0.3, -1.7, 0.2])
    assert not premium_over(rows, rows).any()


@played
@pytest.mark.usefixtures("few_games_here")
def test_a_planted_price_is_found(tmp_path: Path) -> None:
    """The same text, two levels more expensive in a proposal: its fair price is the same to the last digit, its verdict is not."""
    proposal = tmp_path / "expensive.yaml"
    proposal.write_text("name: expensive\nextends: kotc-17\neffects:\n  bury: {level: 4*t + 2}\n")
    before, after = (
        price_components(["bury"], edition, profiles=["greedy"], precision=1.0, cross_check=False).data["components"][0]
        for edition in (EDITION, load_edition(proposal))
    )
    assert (before["official"], after["official"]) == (4, 6)
    assert after["premium"]["value"] < before["premium"]["value"]
    by_use = [{(point["use"], point["label"]): point["fair"] for point in one["points"][:2]} for one in (before, after)]
    same = [key for key in by_use[0] if by_use[0][key] is not None and by_use[1].get(key) is not None]
    for key in same:
        assert by_use[0][key] == by_use[1][key]
    assert same


@played
@pytest.mark.usefixtures("few_games_here")
def test_the_result_has_the_documented_keys() -> None:
    data = price_components(["draw 2 cards"], EDITION, profiles=["random"], precision=4.5).data
    (component,) = data["components"]
    assert (component["id"], component["text"], component["official"]) == ("effect.draw", "draw 2 cards.", 4)
    assert [point["official"] for point in component["points"]] == [4, 4, 2, 6, 8]
    assert [point["use"] for point in component["points"]][:2] == [ABILITY, SPELL]
    section = (Path(__file__).parents[3] / "docs" / "reports.md").read_text("utf-8").split("## price\n")[1].split("\n## ")[0]
    assert all(f"`{key}`" in section for key in component)
    assert all(f"`{key}`" in section for point in component["points"] for key in point)
    assert set(component["cross_check"]) == {"fair", "interval", "agrees"}


@played
@pytest.mark.usefixtures("few_games_here")
def test_a_first_word_is_of_the_amount_that_was_asked_for() -> None:
    (component,) = price_components(["draw 2 cards"], EDITION, profiles=["random"], precision=5.0, cross_check=False).data["components"]
    assert {point["official"] for point in component["points"]} == {component["official"]} == {4}


@played
@pytest.mark.usefixtures("few_games_here")
def test_the_whole_vocabulary_runs_a_race() -> None:
    only = ("effect.draw", "effect.destroy", "cost.pay_hp")
    data = price_all(EDITION, profiles=["random"], precision=5.0, only=only).data
    assert {component["id"] for component in data["components"]} == set(only)
    premiums = [abs(component["premium"]["value"]) for component in data["components"]]
    assert premiums == sorted(premiums, reverse=True)
    assert data["limits"]["family"] == 3


@played
@pytest.mark.usefixtures("few_games_here")
def test_where_time_is_short_the_best_carriers_are_raced_and_what_looks_too_cheap_is_judged_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody plays at its price reads as what its places in the deck are worth, not as what the text is worth."""
    keys = ("effect.bury", "cost.self_bury_hand", "cond.hand_destroyed", "effect.dice_burn", "effect.draw")
    rows = [EDITION.rows[key] for key in keys]
    aims: list[float] = []

    def rough(pricer: Pricer, row: Row, points: Any, covering: Point, precision: float, *rest: Any, **options: Any) -> Any:
        aims.append(precision)
        return describe(pricer, row, points, covering, 5.0, *rest, **options)

    monkeypatch.setattr(module, "describe", rough)
    with Workers(1) as workers:
        pricer = Pricer(EDITION, pilots_of(games.GAMES["kotc"], ["greedy"]), PairedRuns(1, workers))
        only = furthest_first(pricer, rows)
        raced, left = race(pricer, only, 0.2, only=only, more=True)
    assert set(only) == set(rows)
    assert left == []
    for one in raced:
        assert {(point.use.kind, point.use.label) for point in one.points} == set(only[one.row])
    points = [one.covering for one in raced]
    order = [(not one.is_played, not (one.is_played or pricer.would_be_played(one, SORTED_ROWS)), one.premium.value < 0) for one in points]
    assert order == sorted(order)
    assert len(set(order)) >= 3
    assert aims == [max(0.2, abs(one.premium.value) / STANDS_OUT) for one in points]
    assert max(aims) > 0.2


@pytest.mark.parametrize(
    ("text", "fair", "row"),
    [
        ("draw 1 card", {1: 1.4, 2: 3.2}, "effects: {draw: {level: 3*x/2}}"),
        ("draw 1 card", {1: 1.9}, None),  # what it costs
        ("destroy the targets", {1: 4.1}, "effects: {destroy: {level: 4*t}}"),
        ("pay 4 HP", {4: -1.1}, None),
        ("pay 4 HP", {4: 0.05, 8: -0.05}, "costs: {pay_hp: {level: 0}}"),
    ],
)
def test_the_price_to_print_has_the_letters_of_the_official_one(text: str, fair: dict[int, float], row: str | None) -> None:
    component = find_row(text, EDITION)[0]
    probes = [(next(iter(alternatives(component, EDITION, x, 1)))[0], price) for x, price in fair.items()]
    best = nearest_printable(component, [(probe, Interval(price, price - 0.3, price + 0.3)) for probe, price in probes])
    assert (None if best is component.level else write_row(component, best)) == row


def test_what_another_price_changes_in_the_shipped_decks_is_said_at_once() -> None:
    row = find_row("destroy the targets", EDITION)[0]
    changed = relevelled(EDITION, row, parse_formula("4*t"))
    assert {"Thunderstrike": (2, 4), "Tornado": (4, 8)}.items() <= {one.name: (one.before, one.after) for one in changed}.items()
    assert relevelled(EDITION, row, row.level) == ()


def test_nothing_to_price_is_no_fault() -> None:
    assert price_all(load_edition("kotc-17"), only=()).data["components"] == []


def test_only_a_card_that_is_played_covers_a_price() -> None:
    """A premium of a card that is hardly ever played compares nothing, whatever its sign."""
    row, _, _ = find_row("destroy", EDITION)
    ability, spell = uses(row, EDITION, 1, 1)
    homes = host_decks_of(host_design_of(EDITION))
    names = [home.name for home in homes]

    def point(use: Use, premium: float, brought: Sequence[float]) -> Point:
        mean = Interval(premium, premium - 0.1, premium + 0.1)
        return Point(use, homes[0], mean, dict.fromkeys(names, mean), dict(zip(names, brought, strict=True)))

    rare = point(ability, 2.0, (PLAYED - 0.01,) * 3)
    common = point(spell, -1.0, (0.1, 0.5, 0.6))
    assert not rare.is_played
    assert covering_of([rare, common]) is common
    assert covering_of([rare, point(spell, -1.0, (0.0,) * 3)]) is rare
    curve = Curve(homes[0].name, "greedy", 9, (0, 1, 2, 3, 4), np.zeros((4, 5)), (1.0,) * 5)
    costly = replace(common, use=replace(spell, card=replace(spell.card, level=4)), curve=curve, brought_at=(0.9, 0.8, 0.4, 0.1, 0.0))
    assert costly.highest_played() == 2
    # A premium compares something if one of the two cards is played.
    assert rare.compares
    assert common.compares
    assert not replace(rare, base_brought=PLAYED - 0.01).compares
    assert replace(costly, brought_at=(0.1,) * 5).highest_played() is None
    assert common.highest_played() is None


@pytest.mark.parametrize(
    ("used", "cheaper", "premium", "word"),
    [
        (PLAYED - 0.05, PLAYED - 0.01, -1.2, Verdict.NOT_PLAYED),
        (None, 0.0, -1.2, Verdict.NOT_PLAYED),
        (0.0, PLAYED, -1.2, Verdict.OVERPRICED),  # it would be used if it cost less
        (0.0, PLAYED, -0.6, Verdict.NOT_PLAYED),  # it costs places, by less than shows a wrong price
        (0.0, PLAYED, -0.2, Verdict.NOT_PLAYED),
        (PLAYED, 0.0, -0.6, Verdict.LITTLE),
        (PLAYED, 0.0, -1.2, Verdict.OVERPRICED),
        (0.1, 0.1, 1.2, Verdict.UNDERCOSTED),  # a gain is not what places are worth
    ],
)
def test_a_text_that_is_seldom_used_has_no_price(used: float | None, cheaper: float, premium: float, word: Verdict) -> None:
    """Its card is played, and has cost eight places whatever the text costs: costs paid with cards in hand read −1.0 to −1.7."""
    row, _, _ = find_row("destroy", EDITION)
    use = uses(row, EDITION, 1, 1)[0]
    home = host_decks_of(host_design_of(EDITION))[0]
    curve = Curve(home.name, "greedy", 9, (0, use.card.level), np.full((4, 2), premium), (cheaper, used))
    mean = Interval(premium, premium - 0.2, premium + 0.2)
    point = Point(use, home, mean, {home.name: mean}, {home.name: 0.9})
    pricer: Any = SimpleNamespace(edition=EDITION, pilots=pilots_of(games.FIRST), rows=lambda _, rows: rows)
    found = describe(pricer, row, [point], replace(point, used=used, curve=curve), 0.25, FAIR_GAIN, second=False, screened=40)
    assert found.verdict is word


@pytest.mark.parametrize(
    ("by_home", "word"),
    [
        ((0.9, 0.0, -0.9), Verdict.BY_DECK),
        ((0.9, 0.0, -0.6), Verdict.FAIR),  # the last one may lie within the band
        ((0.6, 0.0, -0.9), Verdict.FAIR),
    ],
)
def test_homes_that_contradict_each_other_make_a_price_depend_on_the_deck(by_home: tuple[float, ...], word: Verdict) -> None:
    """Where one home shows that it is too low, and another that it is too high; the mean alone is fair."""
    row, _, _ = find_row("destroy", EDITION)
    use = uses(row, EDITION, 1, 1)[0]
    homes = host_decks_of(host_design_of(EDITION))
    found = {home.name: Interval(value, value - 0.2, value + 0.2) for home, value in zip(homes, by_home, strict=True)}
    curve = Curve("all", "best", 9, (0, use.card.level), np.zeros((4, 2)), (1.0, 1.0))
    mean = Interval(0.0, -0.1, 0.1)
    point = Point(use, homes[0], mean, found, {home.name: 0.9 for home in homes}, curve=curve, used=0.9)
    judged = Judged(mean, 90, found)
    pricer: Any = SimpleNamespace(edition=EDITION, pilots=pilots_of(games.FIRST), judge=lambda *_, **__: judged)
    priced = describe(pricer, row, [point], point, 0.25, FAIR_GAIN, second=False)
    assert priced.verdict is word
    assert priced.errors.homes == (min(by_home), max(by_home))


def test_the_report_names_both_ends_where_a_price_depends_on_the_deck() -> None:
    component = {**PRICE["components"][0], "verdict": "depends on the deck"}
    component["errors"] = {**component["errors"], "homes": [-0.9, 1.1]}
    shown = " ".join(terminal(report.report({**PRICE, "components": [component]})).split())
    assert "depends on the deck: each copy adds −0.9 points in one and +1.1 in another" in shown


@played
def test_no_home_wants_a_card_at_a_price_that_nobody_pays(tmp_path: Path) -> None:
    """Nobody pays 17 levels to bury a card, which takes the places of cards that are played: it costs too much.

    No shipped home has the text, so none is tuned again for its price, which takes minutes.
    """
    file = tmp_path / "expensive.yaml"
    file.write_text("name: expensive\nextends: kotc-17\neffects:\n  bury: {level: 14*t}\n")
    with Workers() as workers:
        (found,) = price_components(
            ["bury"], load_edition(file), profiles=["greedy"], precision=1.0, cross_check=False, most_amounts=1, workers=workers
        ).data["components"]
    assert (found["level"], found["at_level"]) == (17, 17)
    assert found["brought_share"] < PLAYED
    assert found["premium"]["interval"][1] < 0
    assert found["verdict"] in ("overpriced", "a little off", "pilot fails")  # by how much depends on the homes that are found


@pytest.mark.skipif(PLAIN_PYTHON, reason="many games")
@pytest.mark.usefixtures("few_games_here")
def test_points_of_a_body_are_priced_as_texts_are() -> None:
    data = price_components(["sp", "HP"], EDITION, profiles=["greedy"], precision=1.0, most_amounts=2, workers=Workers(1)).data
    sp, hp = data["components"]
    assert (sp["text"], sp["id"], sp["official"]) == ("+1 SP", "body.sp", 1.0)
    assert (hp["text"], hp["id"], hp["official"]) == ("+2 HP", "body.hp", 1.0)  # one HP is half a level, and no card has that
    assert [point["official"] for point in sp["points"]] == [1.0, 2.0]
    assert sp["interval"][0] < sp["fair"] < sp["interval"][1]
    assert sp["fair"] > 0
