"""Self-checks of fair attacks and prices of Level-Up: known answers come out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.answer import Answer
from kotc_sim.experiments.levelup.price import find_effect, price_effects, vocabulary_examples
from kotc_sim.experiments.levelup.rate import rate
from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.cards.reader import load_library
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.reference import Bench, creature, plain
from kotc_sim.runs import Workers

EDITION = load_edition()
VOCABULARY = Vocabulary(EDITION)
POOL = load_library(Path(__file__).parents[2] / "decks" / "levelup" / "starter-pool.yaml", VOCABULARY)


@pytest.fixture(scope="module")
def crew() -> Workers:
    return Workers(1)


@pytest.mark.parametrize(("level", "defense"), [(1, 3), (1, 4), (2, 6), (3, 8)])
def test_a_plain_creature_on_the_line_rates_at_its_own_attack(crew: Workers, level: int, defense: int) -> None:
    card = plain(EDITION, level, defense, "Fire")
    row = rate([card], EDITION, games=3_000, workers=crew).data["cards"][0]
    low, high = row["interval"]
    assert card.attack + card.defense == EDITION.strength(level)
    # With its own attack the card and the plain creature play the very same games.
    assert low <= card.attack <= high
    assert {point["delta"] for point in row["delta"] if point["attack"] == card.attack} == {0.0}
    assert row["fair_attack"] == pytest.approx(card.attack, abs=0.5)


@pytest.mark.parametrize(("off", "verdict"), [(2, "undercosted"), (-2, "overpriced")])
def test_a_planted_error_is_found(crew: Workers, off: int, verdict: str) -> None:
    for level in (1, 2):
        on = plain(EDITION, level, EDITION.strength(level) // 2, "Fire")
        card = creature(EDITION, level, on.attack + off, on.defense, "Fire")
        result = rate([card], EDITION, games=12_000, workers=crew)
        row = result.data["cards"][0]
        assert row["verdict"] == verdict
        assert row["attack"] - row["fair_attack"] == pytest.approx(off, abs=0.5)
        assert result.answer == Answer.NO


def test_an_effect_of_attack_is_worth_that_attack(crew: Workers) -> None:
    # The carrier with 2 attack less plays the very same games as the plain creature.
    effect = find_effect("passive: This creature has +2 attack.", VOCABULARY)
    data = price_effects([effect], EDITION, levels=(1, 2), games=8_000, workers=crew).data
    for point in data["components"][0]["points"]:
        assert point["verdict"] == "priced"
        assert point["fair"] == pytest.approx(2.0, abs=0.25)


def test_an_empty_effect_is_worth_nothing(crew: Workers) -> None:
    # Nothing in the reference decks has a level of 9.
    effect = find_effect("passive: This card is immune to effects of level 9 creatures.", VOCABULARY)
    point = price_effects([effect], EDITION, levels=(1,), games=8_000, workers=crew).data["components"][0]["points"][0]
    assert point["fair"] == pytest.approx(0.0, abs=1e-9)


def test_signs_of_prices(crew: Workers) -> None:
    texts = ("passive: This creature cannot attack.", "This creature has -2 defense.", "You draw 1 card.")
    effects = [find_effect(text, VOCABULARY) for text in texts]
    data = price_effects(effects, EDITION, levels=(2,), games=8_000, workers=crew).data
    halted, weakened, draws = data["components"]
    assert halted["verdict"] == "beyond the grid"  # no attack makes up for never attacking
    assert weakened["fair"] < 0 < draws["fair"]
    assert draws["p"] < 0.05
    assert data["limits"]["family"] == 3


def test_a_card_of_the_pool(crew: Workers) -> None:
    result = rate([POOL["Flare Duelist"], POOL["Toll of Echoes"]], EDITION,
                          games=8_000, workers=crew)  # fmt: skip
    (row,) = result.data["cards"]
    assert (row["level"], row["attack"], row["defense"], row["line"]) == (2, 6, 6, 6)
    assert row["fair_attack"] < 6  # it has two effects more than a plain 6/6
    assert 0 < row["activated_share"] <= 1
    assert any("Magic cards" in note for note in result.data["notes"])
    assert list(result.frame["name"]) == ["Flare Duelist"]
    assert set(row["by_profile"]) == {"greedy, fast deck", "greedy, middle deck", "greedy, slow deck"}


def test_the_same_seed_gives_the_same(crew: Workers) -> None:
    first, second = (rate([POOL["Cinder Pup"]], EDITION, games=2_000, seed=5, workers=crew).data for _ in range(2))
    assert first == second


def test_reference_decks_are_legal_and_can_level_up() -> None:
    bench = Bench(EDITION)
    for level in (1, 2, 3, 4):
        card = plain(EDITION, level, 4, "Dark")
        decks = [context.deck(card) for context in bench.contexts("Dark", level)]
        assert [deck.size for deck in decks] == [50, 50, 50]
        for deck in (*decks, *bench.opponents):
            assert problems(deck) == []
    assert bench.contexts("Dark", 2) is bench.contexts("Dark", 2)


def test_what_cannot_be_rated_is_said() -> None:
    with pytest.raises(KotcError, match="no creature to rate"):
        rate([POOL["Toll of Echoes"]], EDITION)
    with pytest.raises(KotcError, match="says nothing about level 5"):
        rate([replace(POOL["Cinder Pup"], level=5)], EDITION)
    with pytest.raises(KotcError, match="40 slots do not fit"):
        Bench(EDITION, 40)
    with pytest.raises(KotcError, match="no template has the text 'draw a card'"):
        find_effect("draw a card", VOCABULARY)


def test_every_template_has_an_example() -> None:
    effects, left = vocabulary_examples(EDITION)
    assert left == []
    assert len(effects) == len(EDITION.templates)
    assert len({effect.template for effect in effects}) == len(effects)
    assert sum(effect.kind == "equip" for effect in effects) == 5
