"""Self-checks of prices score for score, of Equip effects: known answers come out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.arms import Arms
from kotc_sim.experiments.levelup.price import find_effect, price_effects
from kotc_sim.experiments.levelup.rate import AttackRater
from kotc_sim.experiments.levelup.scores import ScoreRating, magic_card, rate_by_score
from kotc_sim.experiments.statistics import Root
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.reference import Bench, plain
from kotc_sim.reports.levelup import price as report
from kotc_sim.runs import Workers

EDITION = load_edition()
VOCABULARY = Vocabulary(EDITION)
MINE = "Equip to 1 creature you control: It has {} attack."
NOTHING = "Equip to 1 creature you control: It is immune to effects of level 9 creatures."


@pytest.fixture(scope="module")
def rater() -> AttackRater:
    return AttackRater(Bench(EDITION), Arms(1, Workers(1)), 3_000)


def body(level: int) -> Card:
    return plain(EDITION, level, EDITION.strength(level) // 2)


def equip(rater: AttackRater, text: str) -> ScoreRating:
    return rate_by_score(rater, magic_card(find_effect(text, VOCABULARY)), magic_card(), body(1))


def test_a_card_without_an_effect_is_worth_nothing(rater: AttackRater) -> None:
    # With the line's own attack both decks are the same cards, and play the very same games.
    found = rate_by_score(rater, magic_card(), magic_card(), body(1))
    assert found.fair.root is Root.FOUND
    assert found.fair.level.value == found.creature.attack
    assert (found.score.value, found.score.low, found.score.high) == (0.0, 0.0, 0.0)
    assert found.used_share == 0.0  # there was nothing to activate


def test_planted_attack_in_the_other_slots_is_worth_that_attack(rater: AttackRater) -> None:
    # Plain creatures stand in the slots for magic: two more attack there is as good as two more attack here.
    creature = body(1)
    planted = replace(creature, name="planted")
    fair = rate_by_score(rater, replace(planted, attack=creature.attack + 2), planted, creature).fair
    assert fair.level.value - creature.attack == pytest.approx(2.0, abs=0.35)
    assert fair.level.low <= creature.attack + 2 <= fair.level.high
    assert fair.level.half_width < 0.5


def test_the_price_of_equipped_attack_is_positive_and_grows(rater: AttackRater) -> None:
    small, middle, large = (equip(rater, MINE.format(delta)) for delta in ("+1", "+2", "+4"))
    line = small.creature.attack
    assert line < small.fair.level.low
    assert small.fair.level.high < large.fair.level.low
    assert small.fair.level.value < middle.fair.level.value < large.fair.level.value
    assert small.score.low > 0
    assert small.score.value < middle.score.value < large.score.value
    assert large.used_share is not None
    assert large.used_share > 0.5


def test_an_equip_effect_that_does_nothing_is_worth_nothing(rater: AttackRater) -> None:
    found = equip(rater, NOTHING)  # nothing in the reference decks has a level of 9
    assert found.score.low <= 0 <= found.score.high
    assert found.fair.level.low <= found.creature.attack <= found.fair.level.high
    assert found.fair.level.value == pytest.approx(found.creature.attack, abs=0.5)


def test_signs(rater: AttackRater) -> None:
    against = equip(rater, "Equip to 1 creature your opponent controls: It has -2 attack.")
    assert against.fair.level.low > against.creature.attack
    own = equip(rater, MINE.format("-2"))  # the text leaves no other host
    assert own.score.high < 0


def test_both_estimators_in_one_report() -> None:
    effects = [find_effect(text, VOCABULARY) for text in (MINE.format("+2"), "passive: This creature has +2 attack.")]
    assert [effect.kind for effect in effects] == ["equip", "passive"]
    data = price_effects(effects, EDITION, levels=(1,), games=1_500, workers=Workers(1)).data
    worn, own = data["components"]
    assert (worn["estimator"], own["estimator"]) == ("score for score", "attack for attack")
    assert worn["verdict"] == "priced"
    (point,) = worn["points"]
    low, high = worn["interval"]
    assert 0 < low < worn["fair"] < high
    assert point["score"]["interval"][0] > 0
    assert point["tried"][0] <= point["line"] + low
    assert worn["p"] < 0.05
    assert any("score for score" in note for note in data["notes"])
    assert any(note.startswith("A price is the attack") for note in data["notes"])
    assert set(worn["by_profile"]) == {"greedy, fast deck", "greedy, middle deck", "greedy, slow deck"}
    alone = data | {"components": [worn], "version": "0", "reproduce": "kotc-sim price"}
    text = " ".join(report.terminal(alone).split())
    assert f"does as much for a deck as {worn['fair']:.1f} more attack on a plain creature of level 1" in text
    assert "Score with the effect minus score without it: +" in text
    both = " ".join(report.terminal(data | {"version": "0", "reproduce": "kotc-sim price"}).split())
    assert "Worth most, score for score, is" in both
    assert "Worth most, attack for attack, is" in both


def test_a_price_that_attack_cannot_measure_is_not_given() -> None:
    # Level 3 is reached so seldom that no attack there does as much as four points on a host of any level.
    effect = find_effect(MINE.format("+4"), VOCABULARY)
    (component,) = price_effects([effect], EDITION, levels=(3,), games=2_000, workers=Workers(1)).data["components"]
    assert (component["fair"], component["interval"], component["verdict"]) == (None, None, "worth more than any attack")
    assert component["p"] < 0.05  # that it is worth something is known all the same


def test_the_decks_differ_in_the_slots_alone() -> None:
    bench = Bench(EDITION)
    creature, magic = body(2), magic_card(find_effect(MINE.format("+2"), VOCABULARY))
    for context in bench.contexts(creature.type, creature.level, magic_slots=True):
        decks = [context.deck(creature, one) for one in (magic, magic_card())]
        assert [deck.size for deck in decks] == [50, 50]
        assert all(problems(deck) == [] for deck in decks)
        pairs = list(zip(*(deck.entries for deck in decks), strict=True))
        changed = [new.card for new, old in pairs if new.card != old.card]
        assert len(changed) == bench.slots
        assert all(card.effects == magic.effects for card in changed)
        with pytest.raises(ValueError, match="slots for one"):
            context.deck(creature)


def test_a_text_that_fits_no_equip_effect_is_refused() -> None:
    with pytest.raises(KotcError, match="no template"):
        find_effect("equip: Equip to 1 creature: It wins.", VOCABULARY)
