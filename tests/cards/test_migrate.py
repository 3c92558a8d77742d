"""Cards on their way into another edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.games.keeper.cards.migrate import Migration, migrate
from kotc_sim.games.keeper.cards.reader import load_cards
from kotc_sim.games.keeper.editions import load_edition
from tests.cards.reading import card

DECKS = Path(__file__).parents[2] / "decks" / "cards"


def moved(source: str, target: str, **values: object) -> Migration:
    return migrate(card(source, **values), load_edition(source), load_edition(target))


def test_a_card_of_the_12th_is_pruned_but_has_a_counterpart() -> None:
    found = moved("kotc-12", "kotc-17", text="Target up to 2 in-play cards; destroy the targets.")
    assert not found.playable
    assert [problem.rule for problem in found.problems] == ["17.refurbish.3"]
    assert found.card is not None
    assert found.card.text == "Target up to 2 on-field minions; destroy the targets."
    assert (found.card.level, found.card.design_edition, found.rules) == (4, 17, ("17.refurbish.7",))


def test_a_text_that_the_17th_dropped() -> None:
    found = moved("kotc-12", "kotc-17", text="Target 1 in-play card; batch add 3 to its offense. Draw 1 card.")
    assert found.card is None
    assert found.missing == ("batch add 3 to the targets' offense",)


def test_component_by_component() -> None:
    found = moved("kotc-9", "kotc-12", text="Destroy 1 of your cards in play. Draw 3 cards.")
    assert found.card is not None
    assert found.card.text == "Self-destroy 1 in-play card→ Draw 3 cards."
    assert found.card.level == 1
    assert not found.playable
    assert "12.ban.2" in [problem.rule for problem in found.problems]


@pytest.mark.rule("9.revised.8")
def test_revised_texts_from_the_5th_to_the_9th() -> None:
    found = moved("kotc-5", "kotc-9", text="Activate when you take damage. Increase your hitpoints by 3.", design_edition=5)
    assert found.card is not None
    assert (found.playable, found.card.level, found.rules) == (True, 5, ("9.revised.8",))
    assert found.card.text.startswith("Activate when you take at least 5 damage.")


@pytest.mark.rule("9.revised.14")
def test_revised_costs_from_the_5th_to_the_9th() -> None:
    found = moved("kotc-5", "kotc-9", text="Draw 2 cards.", design_edition=5)
    assert found.card is not None
    assert (found.playable, found.card.level) == (False, 4)
    assert [problem.rule for problem in found.problems] == ["9.deck.14", "9.revised.14"]


@pytest.mark.rule("9.ban.9")
def test_texts_banned_in_the_9th() -> None:
    found = moved("kotc-5", "kotc-9", text="Pay 5 hitpoints. Increase your hitpoints by 3.", design_edition=5)
    assert [problem.rule for problem in found.problems] == ["9.ban.9"]


def test_a_refurbished_card_of_the_16th_keeps_its_place() -> None:
    found = moved("kotc-17", "kotc-17", text="Self-exhaust 1 minion→ Draw 2 cards.", design_edition=16)
    assert found.card is not None
    assert (found.playable, found.card.text) == (True, "Self-exhaust 1 on-field minion→ Draw 2 cards.")


def test_two_sentences_do_not_fit_into_the_9th() -> None:
    found = moved("kotc-12", "kotc-9", text="Target this card; silo it. Target 1 in-play card; destroy it.")
    assert found.card is None


def test_every_starter_card_of_the_9th_has_an_answer() -> None:
    source, target = load_edition("kotc-9"), load_edition("kotc-12")
    answers = {found.name: migrate(found, source, target) for found in load_cards(DECKS / "kotc-9-starter.yaml", source)}
    assert all((answer.card is None) == bool(answer.missing) for answer in answers.values())
    carried = {name for name, answer in answers.items() if answer.card is not None}
    assert carried == {
        "Harpactira",
        "Velociraptor",
        "Canis Lupus",
        "Tyrannosaurus",
        "Loxodonta Africana",
        "Thunderstrike",
        "Tornado",
        "Takeover Drone",
        "Serpent's Temptation",
    }
    assert answers["Felis Catus"].missing == ("This creature cannot attack.",)
