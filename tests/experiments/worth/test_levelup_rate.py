"""Self-checks of gains and prices of Level-Up: known answers come out. Fixed seeds; planted errors are far outside the intervals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.price.effects import price_effects, ratio
from kotc_sim.experiments.result import Answer
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.worth.hosts import digest_of, host_decks_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial
from kotc_sim.experiments.worth.rate import rate
from kotc_sim.experiments.worth.rate import rate as rate_cards
from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.cards.reader import load_library
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.design.effects import carrier, find_effect, vocabulary_examples
from kotc_sim.games.levelup.design.hosts import ARCHETYPES, LevelUpHosts
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.reference import creature, plain, reference_decks
from kotc_sim.reports import price_effects as price_report
from kotc_sim.reports import rate as rate_report
from kotc_sim.reports import terminal
from kotc_sim.runs import Workers
from kotc_sim.yaml_source.places import deck_folder
from tests.experiments.verdict_cases import PLAIN_PYTHON

EDITION = load_edition()
VOCABULARY = Vocabulary(EDITION)
TABLE = LevelUpHosts(EDITION)
POOL = load_library(Path(__file__).parents[3] / "decks" / "levelup" / "starter-pool.yaml", VOCABULARY)
MINE = "Equip to 1 creature you control: It has {} attack."

pytestmark = pytest.mark.skipif(PLAIN_PYTHON, reason="many games")


@pytest.fixture(scope="module")
def crew() -> Workers:
    return Workers(1)


@pytest.mark.parametrize(("level", "defense"), [(1, 3), (2, 6), (3, 8), (4, 12)])
def test_a_plain_creature_on_the_line_gains_exactly_nothing(crew: Workers, level: int, defense: int) -> None:
    card = plain(EDITION, level, defense, "Dark")
    gains = MarginalValues(TABLE, host_decks_of(TABLE), PairedRuns(1, crew))
    for found in gains.gains([Trial(home, card, 0) for home in gains.homes], "greedy", 40):
        assert set(found.tolist()) == {0.0}


@pytest.mark.parametrize("pilot", ["greedy", "best@8"])
def test_more_attack_or_defense_never_gains_less(crew: Workers, pilot: str) -> None:
    gains = MarginalValues(TABLE, host_decks_of(TABLE), PairedRuns(1, crew))
    home = gains.homes[0]
    bodies = [creature(EDITION, 1, attack, defense, "Fire") for attack, defense in ((4, 3), (6, 3), (4, 5))]
    # All beside the same plain creature, so that what is compared is the body alone.
    scores = gains.scores([TABLE.deck(home, TABLE.fill_places(home, card, 8), card.name) for card in bodies], pilot, 120)
    for better in scores[1:]:
        assert (better - scores[0]).mean() > 0


@pytest.mark.usefixtures("few_games_here")
@pytest.mark.parametrize(("off", "verdict"), [(3, "undercosted"), (-3, "overpriced")])
def test_a_planted_error_is_found(crew: Workers, off: int, verdict: str) -> None:
    card = plain(EDITION, 2, 6, "Fire")
    wrong = replace(card, name="Planted", attack=card.attack + off)
    result = rate([wrong], EDITION, profiles=["greedy"], workers=crew)
    (row,) = result.data["cards"]
    assert row["verdict"] == verdict
    assert row["attack"] - row["fair_attack"] == pytest.approx(off, abs=1)
    assert result.answer == Answer.NO
    said = terminal(rate_report.report(result.data | {"version": "0", "reproduce": "kotc-sim rate"}))
    assert f"Planted is too {'strong' if off > 0 else 'weak'} for its level: with attack {wrong.attack}" in " ".join(said.split())


def test_an_effect_of_attack_is_worth_that_attack(crew: Workers) -> None:
    # The carrier with 2 attack less plays the very same games as the plain creature.
    effect = find_effect("passive: This creature has +2 attack.", VOCABULARY)
    gains = MarginalValues(TABLE, host_decks_of(TABLE), PairedRuns(1, crew))
    (found,) = gains.gains([Trial(gains.homes[0], carrier(EDITION, effect, 1), 2)], "greedy", 40)
    assert set(found.tolist()) == {0.0}
    data = price_effects([effect], EDITION, levels=(2,), profiles=["greedy"], workers=crew).data
    for point in data["components"][0]["points"]:
        assert point["verdict"] == "priced"
        low, high = point["interval"]
        assert low - 0.5 <= 2.0 <= high + 0.5  # between attacks that meet the same defenses nothing is told apart


@pytest.mark.usefixtures("few_games_here")
def test_an_empty_effect_is_worth_nothing(crew: Workers) -> None:
    # Nothing in the homes has a level of 9.
    effect = find_effect("passive: This card is immune to effects of level 9 creatures.", VOCABULARY)
    (component,) = price_effects([effect], EDITION, levels=(1,), profiles=["greedy"], workers=crew).data["components"]
    assert component["premium"] == {"value": 0.0, "interval": [0.0, 0.0]}
    assert component["points"][0]["fair"] == pytest.approx(0.0, abs=1e-9)


def test_signs_of_prices(crew: Workers) -> None:
    texts = ("passive: This creature cannot attack.", "This creature has -2 defense.", "You draw 1 card.")
    effects = [find_effect(text, VOCABULARY) for text in texts]
    data = price_effects(effects, EDITION, levels=(2,), profiles=["greedy"], workers=crew).data
    halted, weakened, draws = data["components"]
    assert halted["premium"]["interval"][1] < 0
    assert weakened["fair"] < 0 < draws["fair"]
    assert draws["p"] < 0.05
    assert data["limits"]["family"] == 3


def test_an_equip_effect_is_priced_by_what_attack_gains(crew: Workers) -> None:
    small, large, empty, own = (
        find_effect(text, VOCABULARY)
        for text in (
            MINE.format("+1"),
            MINE.format("+4"),
            "equip: Equip to 1 creature you control: It is immune to effects of level 9 creatures.",
            "passive: This creature has +2 attack.",
        )
    )
    data = price_effects([small, large, empty, own], EDITION, levels=(1,), profiles=["greedy"], precision=0.2, workers=crew).data
    one, four, nothing, worn = data["components"]
    assert (one["estimator"], worn["estimator"]) == ("score for score", "attack for attack")
    assert 0 < one["interval"][0] < one["fair"] < four["fair"]
    assert four["played_share"] > 0.5
    assert nothing["premium"]["interval"][0] <= 0 <= nothing["premium"]["interval"][1]
    assert any("score for score" in note for note in data["notes"])
    assert any(note.startswith("A price is the attack") for note in data["notes"])
    alone = data | {"components": [one], "version": "0", "reproduce": "kotc-sim price"}
    text = " ".join(terminal(price_report.report(alone)).split())
    assert f"does as much for a deck as {one['fair']:.1f} more attack on a plain creature of level 1" in text
    assert "Premium +" in text
    both = " ".join(terminal(price_report.report(data | {"version": "0", "reproduce": "kotc-sim price"})).split())
    assert "Worth most, score for score, is" in both
    assert "Worth most, attack for attack, is" in both


def test_the_interval_of_a_ratio() -> None:
    found = ratio(Interval(2.0, 1.8, 2.2), Interval(0.5, 0.45, 0.55))
    assert found.value == 4.0
    assert found.half_width == pytest.approx(4.0 * (0.1**2 + 0.1**2) ** 0.5)


def test_a_card_of_the_pool(crew: Workers) -> None:
    result = rate([POOL["Flare Duelist"], POOL["Toll of Echoes"]], EDITION, profiles=["greedy"], workers=crew)
    (row,) = result.data["cards"]
    assert (row["level"], row["attack"], row["defense"], row["line"]) == (2, 6, 6, 6)
    assert result.data["axis"] == "attack"
    assert 4 < row["fair_attack"] < 6  # it has two effects more than a plain 6/6
    assert 0 < row["played_share"] <= 1
    assert any("Magic cards" in note for note in result.data["notes"])
    assert {one["home"] for one in row["by_home"]} == {"fast", "middle", "slow"}
    attacks = [point["attack"] for point in row["curves"][0]["points"]]
    assert attacks == sorted(attacks, reverse=True)


@pytest.mark.usefixtures("few_games_here")
def test_in_a_deck_of_a_user(crew: Workers) -> None:
    ember = games.GAMES["levelup"].deck(games.read(deck_folder() / "levelup" / "ember-and-stone.yaml", "deck")[1])
    found = rate_cards([POOL["Flare Duelist"]], EDITION, profiles=["greedy"], precision=1.0, deck=ember, workers=crew).data
    assert found["homes"] == ["Ember and Stone"]
    assert found["cards"][0]["home"] == "Ember and Stone"


@pytest.mark.usefixtures("few_games_here")
def test_the_same_seed_gives_the_same(crew: Workers) -> None:
    first, second = (rate([POOL["Cinder Pup"]], EDITION, profiles=["greedy"], precision=1.0, seed=5, workers=crew).data for _ in range(2))
    assert first == second


def test_homes_keep_their_bounds_and_are_told_from_their_files() -> None:
    homes = host_decks_of(TABLE, find=False)
    folder = deck_folder() / "homes" / "levelup"
    for archetype, home in zip(ARCHETYPES, homes, strict=True):
        levels = [card.level for card in home.cards if TABLE.is_plain(card)]
        assert all(bound.holds(levels) for bound in archetype.bounds)
        deck = TABLE.deck(home, home.cards, home.name)
        assert deck.size == 50
        assert problems(deck) == []
        first, *rest = (folder / f"{archetype.name}.yaml").read_text().splitlines()
        assert TABLE.yaml(home, first.removeprefix("# "), f"{home.name} home of levelup").splitlines()[1:] == rest
    assert digest_of(TABLE) == digest_of(LevelUpHosts(load_edition()))


def test_decks_differ_in_the_places_alone() -> None:
    home = host_decks_of(TABLE)[1]
    for card in (POOL["Flare Duelist"], POOL["Toll of Echoes"]):
        reference = TABLE.reference(card)
        assert reference is not None
        ours, theirs = TABLE.fill_places(home, card, 8), TABLE.fill_places(home, reference, 8)
        assert len(ours) == len(theirs) == len(home.cards)
        assert sum(one == card for one in ours) == 8
        assert [i for i, one in enumerate(ours) if one == card] == [
            i for i, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one != other
        ]
        assert problems(TABLE.deck(home, ours, "with it")) == []


def test_reference_decks_are_legal() -> None:
    for deck in reference_decks(EDITION):
        assert deck.size == 50
        assert problems(deck) == []


def test_what_cannot_be_rated_is_said() -> None:
    with pytest.raises(KotcError, match="no creature to rate"):
        rate([POOL["Toll of Echoes"]], EDITION)
    with pytest.raises(KotcError, match="says nothing about level 5"):
        rate([replace(POOL["Cinder Pup"], level=5)], EDITION)
    with pytest.raises(KotcError, match="40 slots do not fit"):
        reference_decks(EDITION, 40)
    with pytest.raises(KotcError, match="no template has the text 'draw a card'"):
        find_effect("draw a card", VOCABULARY)
    with pytest.raises(KotcError, match="no template"):
        find_effect("equip: Equip to 1 creature: It wins.", VOCABULARY)


def test_every_template_has_an_example() -> None:
    effects, left = vocabulary_examples(EDITION)
    assert left == []
    assert len(effects) == len(EDITION.templates)
    assert len({effect.template for effect in effects}) == len(effects)
    assert sum(effect.kind == "equip" for effect in effects) == 5
