"""Components in company: which cards are their partners, and what counts as a gain beside one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.price.price import price_all, price_components
from kotc_sim.experiments.price.pricer import CHOOSE, Company, Pricer
from kotc_sim.experiments.price.synergy import price_with_partners
from kotc_sim.experiments.worth.marginal_value import Trial
from kotc_sim.games.design import MOST_PARTNERS as MOST
from kotc_sim.games.hosts import COPIES, COPIES_BESIDE
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.design.synergy import partners
from kotc_sim.games.keeper.design.test_cards import amounts, carries, find_row
from kotc_sim.games.keeper.design.uses import uses
from kotc_sim.games.keeper.editions import Edition, load_edition
from kotc_sim.games.keeper.reference import minion
from kotc_sim.reports import price as report
from kotc_sim.reports import terminal
from kotc_sim.runs import Workers
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON

played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
DESTROYED = "cond.battlefield_destroyed"


def found(name: str, edition: Edition = EDITION) -> list[Card]:
    row, _, _ = find_row(name, edition)
    return partners(row, [use.card for use in uses(row, edition, *amounts(row)[0])], edition)


def has(cards: list[Card], name: str, edition: Edition = EDITION) -> bool:
    return any(carries(card, [edition.rows[name]]) for card in cards)


@pytest.mark.parametrize(
    ("component", "partner"),
    [
        ("cost.self_destroy_hand", "cond.hand_destroyed"),
        ("cost.self_destroy_hand", "cond.your_hand_destroyed"),
        ("cond.hand_destroyed", "cost.self_destroy_hand"),
        ("cost.self_destroy_minions", "cond.your_minion_destroyed"),
        ("cond.battlefield_destroyed", "cost.self_destroy_minions"),
        ("cost.self_destroy_deck", "cond.deck_destroyed"),
        ("cost.self_sheathe_hand", "target.any_deck_top"),
        ("target.your_grave", "cost.self_destroy_hand"),
        ("target.your_granary", "effect.silo"),
        ("target.all_on_field", "effect.down_level"),
        ("cost.remove_counters", "effect.place_sword"),
        ("effect.place_sword", "cost.remove_counters"),
        ("cond.your_minion_damaged", "effect.place_damage"),
        ("cond.targeted", "effect.place_sword"),
        ("cond.summoned", "effect.clone"),
        ("cond.enemy_summons", "cost.gift_summon"),
        ("cost.self_bounce_minions", "cond.summoned"),
        ("cost.pay_hp", "effect.dice_heal"),
    ],
)
def test_partners_are_read_from_programs(component: str, partner: str) -> None:
    assert has(found(component), partner)


@pytest.mark.parametrize("name", ["effect.destroy", "effect.draw", "effect.bounce", "cond.attacks", "cost.self_bury_resources"])
def test_what_needs_no_company_has_no_partner(name: str) -> None:
    assert found(name) == []


@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
def test_partners_are_legal_cards_without_the_component(edition: str) -> None:
    rules, count = load_edition(edition), 0
    for row in rules.rows.values():
        if row.banned is not None or not amounts(row):
            continue
        try:
            made = uses(row, rules, *amounts(row)[0])
        except KotcError:
            continue
        cards = partners(row, [use.card for use in made], rules)
        assert len(cards) <= MOST
        assert [card.level for card in cards] == sorted(card.level for card in cards)
        for card in cards:
            assert card_problems(card, rules) == ()
            assert not carries(card, [row])
        count += bool(cards)
    assert count > 20


def test_names_and_texts_decide_nothing(tmp_path: Path) -> None:
    """The same programs under other names and words have the same partners; a test of the state is a need as well."""
    draft = tmp_path / "draft.yaml"
    draft.write_text(
        "name: draft\nextends: kotc-17\n"
        "conditions:\n"
        "  hand_destroyed: null\n  your_hand_destroyed: null\n  owned_destroyed: null\n"
        '  lost: {text: "When this card leaves sadly (hex-play):", on: destroyed, subject: self, zone: hand, play: hex}\n'
        '  full: {text: "When the yard is full:", when: "your_grave >= 9"}\n'
    )
    edition = load_edition(draft)
    assert has(found("cost.self_destroy_hand", edition), "cond.lost", edition)
    assert has(found("cond.lost", edition), "cost.self_destroy_hand", edition)
    assert has(found("cond.full", edition), "cost.self_destroy_hand", edition)


def pricer(workers: Workers, pilot: str = "greedy") -> Pricer:
    return Pricer(EDITION, pilots_of(games.GAMES[EDITION.game], [pilot]), PairedRuns(1, workers))


@played
def test_a_partner_alone_is_no_gain() -> None:
    """Of a component that does nothing (both cards are the same) the premium is 0 beside a good partner, and no more beside a useless one.

    The first is exact, whatever the play; in the second eight cards are wasted, and the home as it is has none of them.
    """
    row, _, _ = find_row("cost.self_destroy_hand", EDITION)
    (use,) = uses(row, EDITION)
    assert use.base is not None
    same = replace(use, card=use.base)
    good, useless = minion(EDITION, 3, 2), replace(minion(EDITION, 0, 0), level=9)
    with Workers(2) as workers:
        price = pricer(workers)
        homes = price.with_partner(same, good, "greedy", 40)[0].homes
        beside = Company(good, homes, homes)
        for rows in price.premium(same, homes, "greedy", 40, CHOOSE, company=beside):
            assert not rows.any()
        company, premiums = price.with_partner(same, useless, "greedy", 40)
    assert company.without == tuple(price.homes)
    assert all(rows.mean() < 1e-12 for rows in premiums)
    assert any(rows.mean() < -0.1 for rows in premiums)


@played
def test_a_premium_in_company_is_over_the_better_deck_without() -> None:
    """Recounted from the decks' scores."""
    row, _, _ = find_row(DESTROYED, EDITION)
    (use,) = uses(row, EDITION)
    assert use.base is not None
    partner = found(DESTROYED)[0]
    with Workers(2) as workers:
        price = pricer(workers)
        company, premiums = price.with_partner(use, partner, "greedy", 60)
        for plain, home, rows in zip(price.homes, company.homes, premiums, strict=True):
            cards = list(home.cards)
            places = price.table.slots(plain)[COPIES : COPIES + COPIES_BESIDE]
            assert [card for i, card in enumerate(cards) if i in places] == [partner] * COPIES_BESIDE
            assert all(card is plain.cards[i] for i, card in enumerate(cards) if i not in places)
            assert price.table.slots(home) == price.table.slots(plain)
            decks = [price.gains.deck(trial) for trial in (
                Trial(home, use.card, use.card.level), Trial(home, use.base, use.base.level), Trial(plain, use.base, use.base.level)
            )]  # fmt: skip
            own, stays, goes = (scores.mean() for scores in price.gains.scores(decks, "greedy", 60, CHOOSE))
            assert rows.mean() == pytest.approx(100 * (own - max(stays, goes)) / COPIES)
            assert company.with_partner(home) is (home if stays >= goes else plain)


@played
@pytest.mark.usefixtures("few_games_here")
def test_the_better_of_alone_and_in_company_counts() -> None:
    """A minion that answers its own death, beside spells that destroy: 0.6 points more than the same minion alone in the slow home."""
    row, _, _ = find_row(DESTROYED, EDITION)
    made = uses(row, EDITION)
    with Workers(2) as workers:
        price = pricer(workers)
        alone, together = price.point(made[0]), price_with_partners(price, row, made)
        result = price_components([DESTROYED, "petrify"], EDITION, profiles=["greedy"], precision=1.0, cross_check=False, workers=workers)
    assert together is not None
    assert {one.partner.name for one in together.tried} == {card.name for card in found(DESTROYED)}
    values = [one.premium.value for one in together.tried]
    assert values == sorted(values, reverse=True)
    more = [together.point.by_home[home].value - premium.value for home, premium in alone.by_home.items()]
    assert max(more) > 0.25
    first, second = result.data["components"]
    company = first["company"]
    assert (company["counts"], first["beside"]) == (True, company["partner"])
    assert first["premium"] != company["premium"]  # chosen on other games than those that are counted
    assert [point["beside"] for point in first["points"]] == [None, company["partner"]]
    assert (second["company"], second["beside"]) == (None, None)
    assert f"{COPIES_BESIDE} copies of" in terminal(report.report({"version": "0", "reproduce": "", **result.data, "components": [first]}))


@played
@pytest.mark.usefixtures("few_games_here")
def test_a_race_tries_partners_too() -> None:
    only = (DESTROYED, "effect.draw")
    with Workers(2) as workers:
        data = price_all(EDITION, profiles=["greedy"], precision=3.0, only=only, workers=workers).data
    by_id = {component["id"]: component for component in data["components"]}
    assert by_id["effect.draw"]["company"] is None
    assert by_id[DESTROYED]["company"]["partner"] in {card.name for card in found(DESTROYED)}
    assert by_id[DESTROYED]["beside"] == by_id[DESTROYED]["company"]["partner"]
