"""Restricted play: which abilities go, and what they are found to be worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.worth.restriction import judge, restriction
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.design.restriction import restrict
from kotc_sim.games.keeper.design.test_cards import carries, find_row, find_test_card
from kotc_sim.games.keeper.editions import load_edition
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON, body, deck_of

DECKS = Path(__file__).parents[3] / "decks"
GAMES = 12 if PLAIN_PYTHON else 2_000


def card_with(text: str) -> Card:
    row, _, _ = find_row(text, EDITION)
    return find_test_card(row, EDITION, 1, 1).card


def test_only_abilities_with_the_component_go() -> None:
    destroy, _, _ = find_row("destroy", EDITION)
    on_attack = card_with("cond.attacks")  # a 2/2 minion that destroys when it attacks
    left = restrict(on_attack, [destroy])
    assert (left.sp, left.hp, left.level, left.abilities) == (2, 2, on_attack.level, ())
    draw = card_with("draw")
    assert restrict(draw, [destroy]) is draw
    assert restrict(card_with("destroy"), [destroy]).abilities == ()


@pytest.mark.parametrize("part", ["cond.attacks", "cost.pay_hp", "target.on_field", "effect.petrify"])
def test_any_part_of_an_ability_can_be_forbidden(part: str) -> None:
    card, row = card_with(part), find_row(part, EDITION)[0]
    assert carries(card, [row])
    assert not carries(restrict(card, [row]), [row])


def test_a_minion_with_a_forbidden_caveat_cannot_be_played() -> None:
    edition = load_edition("kotc-9")
    row = next(row for row in edition.section("caveat") if row.banned is None)
    card = find_test_card(row, edition, 1, 1).card
    left = restrict(card, [row])
    assert (left.kind, left.abilities, left.caveat, left.level) == ("spell", (), None, card.level)


def test_decks_are_restricted_slot_for_slot() -> None:
    deck = load_deck(DECKS / "kotc-9-claws.yaml")
    rows = list(deck.edition.rows.values())
    changed = deck.restricted(lambda card: restrict(card, rows))
    assert [card.name for card in changed.cards()] == [card.name for card in deck.cards()]
    assert not any(carries(card, rows) for card in changed.cards())


def test_verdicts_follow_the_interval() -> None:
    assert judge(Interval(0.05, 0.02, 0.08)) == "matters"
    assert judge(Interval(-0.05, -0.08, -0.02)) == "matters"
    assert judge(Interval(0.002, -0.004, 0.008)) == "does not matter"
    assert judge(Interval(0.01, -0.02, 0.04)) == "undecided"


def test_a_deck_without_the_component_is_refused() -> None:
    with pytest.raises(KotcError, match="none of these decks uses"):
        restriction(["destroy"], EDITION, [deck_of((40, 2, 2))])


def test_forbidding_what_cannot_happen_changes_nothing_exactly() -> None:
    """A cost that nobody can pay is no loss: minions without counters cannot remove any."""
    result = restriction(["cost.remove_counters"], EDITION, strategy="random", games=GAMES)
    (component,) = result.data["components"]
    assert component["worth"] == {"value": 0.0, "interval": [0.0, 0.0]}
    assert component["verdict"] == "does not matter"
    assert not component["used_share"]


@pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
def test_an_answer_matters() -> None:
    """Eight minions that destroy a minion, against eight that cannot: over 9 standard errors from nothing."""
    result = restriction(["destroy", "draw 1 card"], EDITION, games=400)
    first, second = result.data["components"]
    assert first["verdict"] == "matters"
    assert abs(second["worth"]["value"]) < first["worth"]["value"]
    assert first["worth"]["value"] > 0.04
    assert first["used_share"] > 0.5
    assert [deck["name"] for deck in first["decks"]] == ["fast", "middle", "slow"]


def test_bodies_are_no_components() -> None:
    assert restrict(body(2, 2), list(EDITION.rows.values())) is body(2, 2)
