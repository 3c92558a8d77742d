"""The hedonic fit: random cards are legal, and planted prices are found again."""

from __future__ import annotations

import numpy as np
import pytest

from kotc_sim.experiments.price.hedonic import MOST_LEVEL, Priced, add_to, fit_parts, hedonic_prices, parts_of, random_card
from kotc_sim.experiments.price.result import PriceResult
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.level import price_card
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.design.test_cards import find_row, find_test_card
from kotc_sim.games.keeper.editions import load_edition
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON
from tests.reports.samples import PRICE


@pytest.mark.parametrize("name", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
def test_random_cards_are_legal_and_readable(name: str) -> None:
    edition = load_edition(name)
    effects = [row for row in edition.section("effect") if row.banned is None]
    random = np.random.default_rng(1)
    kinds = set()
    for _ in range(60):
        card = random_card(edition, random, effects)
        kinds.add(card.kind)
        assert card.level <= MOST_LEVEL
        assert card_problems(card, edition) == ()
        if card.abilities:
            assert parse_text(card.text, edition, card.kind) == (None, card.abilities)
    assert kinds == {"minion", "spell"}


def test_parts_add_up_to_the_level_before_rounding() -> None:
    effects = list(EDITION.section("effect"))
    random = np.random.default_rng(2)
    for _ in range(60):
        card = random_card(EDITION, random, effects)
        total, level = sum(parts_of(card, EDITION).values()), price_card(card, EDITION).level
        # Base and ability are each rounded up, and an ability costs at least 1.
        assert total <= level + 1e-9
        if len(card.abilities) == 0 or total >= 1:
            assert level < total + 2 + 1
    row, _, _ = find_row("destroy", EDITION)
    assert parts_of(find_test_card(row, EDITION, 1, 3).card, EDITION) == {"effect.destroy": 6.0}


def test_planted_prices_are_found() -> None:
    """Fair levels made up from true coefficients with noise 0.3; seven intervals: the seed is one of the good 70 %."""
    random = np.random.default_rng(4)
    truth = {"sp": 1.0, "hp": 0.7, "effect.destroy": 1.6, "effect.draw": 0.8, "cost.pay_hp": 1.0}
    cards = []
    for _ in range(200):
        parts = {name: float(random.integers(0, 4)) for name in truth}
        parts["cost.pay_hp"] *= -0.25
        parts = {name: value for name, value in parts.items() if value}
        fair = sum(truth[name] * value for name, value in parts.items()) + 0.5 + random.normal(0, 0.3)
        cards.append(Priced(None, parts, fair, 0.3))  # type: ignore[arg-type]
    fit = fit_parts(cards)
    for name, value in truth.items():
        assert fit[name].contains(value)
        assert fit[name].half_width < 0.6
    assert not fit["effect.destroy"].contains(1.0)
    assert fit["intercept"].contains(0.5)


@pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
@pytest.mark.slow
def test_real_cards_give_a_fit() -> None:
    found = hedonic_prices(EDITION, cards=40, rows=30)
    assert found.cards + found.left_out == 40
    assert {"sp", "hp", "intercept"} <= {one.part for one in found.coefficients}
    result = add_to(PriceResult.of(PRICE), found)
    assert "Hedonic fit" in result.data["notes"][-1]
    assert result.data["hedonic"]["cards"] == found.cards
