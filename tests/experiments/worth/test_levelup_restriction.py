"""Restricted play in Level-Up: which effects go, and what they are found to be worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.worth.restriction import restriction
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.design.effects import carrier, find_effect
from kotc_sim.games.levelup.design.restriction import component
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.yaml_source.places import deck_folder
from tests.experiments.verdict_cases import PLAIN_PYTHON

EDITION = load_edition()
VOCABULARY = Vocabulary(EDITION)


def deck_named(name: str) -> Deck:
    deck = games.GAMES["levelup"].deck(games.read(deck_folder() / "levelup" / f"{name}.yaml", "deck")[1])
    assert isinstance(deck, Deck)
    return deck


def card(*texts: str) -> Card:
    effects = tuple(find_effect(text, VOCABULARY) for text in texts)
    return replace(carrier(EDITION, effects[0], 2), effects=effects)


@pytest.mark.parametrize(
    ("asked", "said", "is_meant"),
    [
        ("You draw 1 card.", "You draw 2 cards.", True),
        ("You draw 1 card.", "latent: When this creature attacks: You draw 1 card.", True),
        ("You draw 1 card.", "Your opponent draws 1 card.", False),
        ("latent: When this creature attacks: You draw 1 card.", "You draw 1 card.", False),
        ("latent: When this creature attacks: You draw 1 card.", "latent: When this card is destroyed: You draw 1 card.", False),
        ("normal: You draw 1 card.", "dormant: You draw 1 card.", False),
        ("This creature has +2 attack.", "passive: This creature has +1 attack.", True),
        ("This creature has +2 attack.", "passive: This creature has -1 attack.", False),
        ("destroy", "Destroy all creatures on the field.", True),
        ("destroy", "Destroy exactly 1 creature you control to draw 2 cards.", False),
    ],
)
def test_words_are_meant_and_numbers_are_not(asked: str, said: str, is_meant: bool) -> None:
    assert component(asked, EDITION).says(find_effect(said, VOCABULARY)) is is_meant


def test_only_effects_with_the_text_go() -> None:
    whole = card("You draw 2 cards.", "passive: This creature cannot attack.")
    left = component("You draw 1 card.", EDITION).restrict(whole)
    assert [effect.text for effect in left.effects] == ["This creature cannot attack."]
    assert (left.type, left.level, left.attack, left.defense) == (whole.type, whole.level, whole.attack, whole.defense)
    assert left.name != whole.name  # in one match a name is one card
    assert component("mill", EDITION).restrict(whole) is whole


def test_decks_are_restricted_line_for_line() -> None:
    deck, destroys = deck_named("ember-and-stone"), component("destroy", EDITION)
    changed = destroys.without(deck)
    assert problems(changed) == problems(deck)
    lost = [one.name for one, other in zip(deck.cards(), changed.cards(), strict=True) if one is not other]
    assert set(lost) == {one.name for one in destroys.users(deck)} != set()
    assert destroys.users(changed) == []


def test_creatures_carry_what_does_something_on_their_level() -> None:
    assert component("You draw 1 card.", EDITION).carrier().level == 1
    assert component("free_play", EDITION).carrier().level == 3
    assert component("equip_stat", EDITION).carrier().kind == "magic"


def test_a_deck_without_the_effect_is_refused() -> None:
    with pytest.raises(KotcError, match=r"none of these decks uses 'You have no hand size limit\.'"):
        restriction(["no_hand_limit"], EDITION, [deck_named("ember-and-stone")])


@pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
def test_what_effects_are_worth_to_who_has_them() -> None:
    """Nothing has level 9: exactly nothing. More attack helps, a creature that cannot attack hurts; each over ten standard errors."""
    texts = ["passive: This card is immune to effects of level 9 creatures.", "passive: This creature has +3 attack.", "pacifist"]
    result = restriction(texts, EDITION, strategy="greedy", games=2_000)
    nothing, more, halted = result.data["components"]
    assert nothing["worth"] == {"value": 0.0, "interval": [0.0, 0.0]}
    assert nothing["verdict"] == "does not matter"
    assert more["worth"]["value"] > 0.05
    assert halted["worth"]["value"] < -0.02
    assert more["verdict"] == halted["verdict"] == "matters"
    assert more["p"] < 0.001
    assert more["used_share"] > 0.5
    assert [deck["name"] for deck in more["decks"]] == ["fast", "middle", "slow"]
