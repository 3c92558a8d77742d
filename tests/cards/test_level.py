"""Levels: the formula rule by rule, and every priced card of the rule files."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from kotc_sim.games.keeper.cards.level import price_card
from kotc_sim.games.keeper.cards.reader import load_cards, plain_minion
from kotc_sim.games.keeper.editions import load_edition
from tests.cards.reading import bill, card, level

DECKS = Path(__file__).parents[2] / "decks"


@pytest.mark.rule("17.example.69", "17.deck.5")
def test_printed_cards_of_the_17th_edition() -> None:
    cards = load_cards(DECKS / "cards" / "kotc-17-printed.yaml", load_edition("kotc-17"))
    assert [(found.name, found.level, found.ultra) for found in cards] == [
        ("Velociraptor", 4, 0),
        ("Microraptor", 2, 0),
        ("Thor", 9, 0),
        ("Equus Africanus Asinus", 3, 0),
        ("Antibiotic", 2, 0),
        ("Tornado", 4, 0),
        ("Thunderstrike", 2, 0),
        ("Asteroid Impact", 8, 2),
    ]
    assert all(found.printed_level == found.level and not found.problems for found in cards)


@pytest.mark.rule("9.deck.14")
def test_starter_cards_of_the_9th_edition() -> None:
    path = DECKS / "cards" / "kotc-9-starter.yaml"
    cards = load_cards(path, load_edition("kotc-9"))
    printed = {entry["name"]: entry["cost"] for entry in yaml.safe_load(path.read_text(encoding="utf-8"))["library"]}
    assert len(cards) == 30
    assert {found.name: found.level for found in cards} == printed
    assert not [problem for found in cards for problem in found.problems]


@pytest.mark.rule("17.level.1", "17.level.4")
def test_rounded_once_after_the_sum() -> None:
    # 2/5 + 8/5 is exactly 2; rounded one by one it would be 3.
    assert (
        level(
            "Excavate 1 card and target 1 excavated card; draw 1 card, also conscript it. "
            "Excavate 3 cards and target 1 excavated card; distract it."
        )
        == 2 + 2
    )
    assert bill("Self-exhaust 1 resource→ Draw 2 cards.").lines[-1].value == Fraction(1, 2)


@pytest.mark.rule("17.level.2", "17.ruling.33", "17.target.1")
def test_the_selection_sets_t_and_adds_nothing() -> None:
    assert level("Target up to 3 on-field minions; draw 1 card.") == 2
    assert level("Target up to 3 on-field minions; destroy the targets.") == 6
    assert level("Destroy the targets. Draw 1 card.") == 2


@pytest.mark.rule("17.level.3", "17.ability.11")
def test_each_sentence_has_its_own_targets() -> None:
    assert level("Target 1 on-field minion; destroy it. Bounce it. Draw 1 card.") == 4


@pytest.mark.rule("17.example.17", "17.level.4", "17.level.5", "17.level.6")
def test_levels_of_the_worked_example() -> None:
    assert level("", kind="minion", sp=1, hp=3) == 3
    assert level("Target 1 on-field minion; conscript it, also distract it.") == 1
    assert level("Excavate 3 cards and target 1 excavated card; sheathe it.") == 5
    assert level("A: Self-exhaust 4 resources→ Draw 1 card.", kind="minion") == 1
    assert level("Self-exhaust 4 resources→ Draw 1 card.") == 0


@pytest.mark.rule("17.level.5", "17.level.7")
def test_cost_beyond_the_minimum_is_lost() -> None:
    text = "A: Self-bury 9 on-field minions→ Draw 1 card.\nB: Draw 2 cards."
    assert level(text, kind="minion", sp=1, hp=1) == 2 + 1 + 4


@pytest.mark.rule("17.level.7")
def test_abilities_are_rounded_one_by_one() -> None:
    half = "Target 1 on-field minion; conscript it."
    assert level(f"A: {half}\nB: {half}", kind="minion", sp=0, hp=1) == 1 + 1 + 1


@pytest.mark.rule("17.level.8", "17.level.9", "17.condition.2")
def test_conditions_change_ultra_points_only() -> None:
    plain, conditioned = bill("Draw 1 card."), bill("When enemy summons a minion: Draw 1 card.")
    assert (plain.level, plain.ultra) == (2, 0)
    assert (conditioned.level, conditioned.ultra) == (2, 2)


@pytest.mark.rule("17.level.10")
def test_ultra_points_count_each_use() -> None:
    text = "Pay 1 HP→ 1-dice-wound enemy. 2-dice-wound enemy. Target up to 2 cards in your grave; bounce the targets."
    assert bill(text).ultra == 1 + 2 + 2 + 1


@pytest.mark.rule("17.example.67")
def test_ultra_points_of_the_example() -> None:
    found = bill("Target all level 4 or lower on-field minions; destroy the targets.")
    assert (found.level, found.ultra) == (8, 2)


@pytest.mark.parametrize(
    ("text", "expected", "ultra"),
    [
        pytest.param("Self-destroy 1 card in your hand→ Draw 2 cards.", 4, 0, marks=pytest.mark.rule("17.example.47")),
        pytest.param(
            "When this card in your hand is destroyed (hex-play): 1-dice-heal yourself.", 1, 0, marks=pytest.mark.rule("17.example.47")
        ),
        pytest.param(
            "When enemy casts a spell or activates an ability: Target 1 card in the current chain; negate it.",
            2,
            3,
            marks=pytest.mark.rule("17.example.49"),
        ),
        pytest.param("2-dice-heal yourself. Target this card; bounce it.", 4, 0, marks=pytest.mark.rule("17.example.50")),
        pytest.param("Target up to 2 cards in your hand; reveal and deploy the targets.", 4, 0, marks=pytest.mark.rule("17.example.54")),
        pytest.param("When you take damage: 2-dice-heal yourself.", 2, 0, marks=pytest.mark.rule("17.example.54")),
        pytest.param(
            "Self-destroy 20 cards on top of your deck→ 1-dice-heal yourself.",
            0,
            1,
            marks=pytest.mark.rule("17.example.56", "17.ruling.34"),
        ),
        ("See enemy's granary and target up to 2 exhausted cards therein; bury the targets.", 8, 0),
        ("Craft 3 level 2 pawns.", 6, 0),
        ("Target up to 2 on-field minions; clone the targets up to 3 times.", 6, 0),
    ],
)
def test_levels_in_17th_edition_examples(text: str, expected: int, ultra: int) -> None:
    found = bill(text)
    assert (found.level, found.ultra) == (expected, ultra)


TWELFTH = [  # the table of the level formula in kotc-12.md: text, offense, defense, level
    ("", 2, 10, 4),
    ("2-dice-heal yourself.", None, None, 2),
    ("Target up to 4 in-play cards; destroy the targets.", None, None, 8),
    ("Target 1 in-play card; destroy it.", None, None, 2),
    ("THOR'S HAMMER: When this card attacks, after Attack Formation (ghost-play): Target 1 in-play card; destroy it.", 3, 20, 9),
    (
        "NECROMANCY: Target up to 3 cards in any graveyard randomly; reveal and deploy the "
        "targets.\nDYING CURSE: "
        "When this in-play card is destroyed (ghost-play): self-exhaust 4 resources→ Target up to 3 "
        "cards in any "
        "graveyard randomly; bounce the targets.",
        0,
        0,
        4,
    ),
    ("", 1, 7, 3),
    ("", 0, 0, 1),
    ("Self-exhaust 1 resource→ Draw 2 cards.", None, None, 2),
    ("Target 1 in-play card; exhaust and fatigue it. Draw 1 card.", None, None, 2),
    ("Excavate 5 cards and target up to 2 excavated cards; bounce the targets.", None, None, 3),
    ("See one opponent's hand and target up to 2 cards therein; destroy the targets.", None, None, 10),
    ("Target up to 3 in-play cards; batch subtract 5 from the targets' offense.", None, None, 2),
    ("Target up to 2 in-play cards; batch add 10 to the targets' defense.", None, None, 1),
    ("Target 1 in-play card; 6-dice-damage it.", None, None, 2),
    ("Target 1 in-play card; place 1 Immortality Counter on it.", None, None, 2),
    ("Sacrifice 1 in-play card→ Target up to 5 in-play cards; destroy the targets.", None, None, 2),
    ("Self-destroy 3 in-play cards→ Draw 1 card.", None, None, 1),
]


@pytest.mark.rule("12.deck.8")
@pytest.mark.parametrize(("text", "sp", "hp", "expected"), TWELFTH)
def test_levels_of_the_12th_edition(text: str, sp: int | None, hp: int | None, expected: int) -> None:
    kind = "spell" if sp is None else "minion"
    assert level(text, "kotc-12", kind, sp or 0, hp or 0) == expected


NINTH = [  # 9.example.31, 9.example.32
    (
        "spell",
        0,
        0,
        "Activate when your cards in play take a total of at least 6 damage. Target up to 1 card in play. "
        "Increase the target's defense by 6.",
        1,
    ),
    ("minion", 3, 10, "This card has no abilities.", 5),
    ("minion", 0, 0, "This card has no abilities.", 1),
    ("minion", 1, 6, "This card has no abilities.", 3),
    ("minion", 1, 0, "This creature cannot attack.\nThis card has no abilities.", 1),
    ("minion", 1, 0, "This creature cannot attack.\nTarget this card. Place 2 counters on each target.\nDraw 1 card.", 3),
    ("spell", 0, 0, "Target up to 2 cards in play. Destroy all targets.", 16),
    ("spell", 0, 0, "Sacrifice 3 cards in play. Target up to 2 cards in play. Destroy all targets.", 4),
    ("spell", 0, 0, "Target up to 2 cards in play with at least 3 counters. Destroy all targets. Draw 1 card.", 6),
    (
        "spell",
        0,
        0,
        "Have one opponent look at exactly 6 cards on top of your deck and target up to 2 of those cards "
        "selected by that player. Destroy all targets.",
        6,
    ),
    ("spell", 0, 0, "Activate when you take at least 5 damage. Roll 2 six-sided dice and increase your hitpoints by the result.", 7),
]


@pytest.mark.rule("9.example.31", "9.example.32", "9.ruling.36")
@pytest.mark.parametrize(("kind", "sp", "hp", "text", "expected"), NINTH)
def test_costs_of_the_9th_edition(kind: str, sp: int, hp: int, text: str, expected: int) -> None:
    assert level(text, "kotc-9", kind, sp, hp) == expected


FIFTH = [  # 5.example.17
    ("minion", 1, 5, "This creature cannot attack.\nTarget this card. Place 2 counters on each target.", 3),
    ("minion", 2, 5, "This creature cannot attack or defend.\nThis card has no abilities.", 2),
    ("minion", 4, 20, "You must pay 10 hitpoints to summon this creature.\nThis card has no abilities.", 3),
    ("spell", 0, 0, "Draw 2 cards.", 8),
    ("spell", 0, 0, "Target up to 4 cards in one player's hand randomly. See all targets.", 8),
    (
        "spell",
        0,
        0,
        "Activate in response to an opponent's attack. Target up to 2 cards in the current chain. Negate attack of all targets.",
        5,
    ),
    ("spell", 0, 0, "Activate when you take damage. Increase your hitpoints by 3.", 5),
    ("spell", 0, 0, "Pay 5 hitpoints. Target up to 1 card in play. Destroy all targets.", 3),
    ("spell", 0, 0, "You may re-roll up to 2 dice in the current chain up to 2 times each.", 4),
]


@pytest.mark.rule("5.example.17", "5.deck.14")
@pytest.mark.parametrize(("kind", "sp", "hp", "text", "expected"), FIFTH)
def test_costs_of_the_5th_edition(kind: str, sp: int, hp: int, text: str, expected: int) -> None:
    assert level(text, "kotc-5", kind, sp, hp) == expected


@pytest.mark.rule("9.caveat.17", "5.caveat.20")
def test_a_caveat_lowers_the_base_only() -> None:
    # Base 1 less 2 is 0 and not -1; the ability of 2 is paid in full.
    assert level("This creature cannot attack.\nDraw 1 card.", "kotc-9", "minion", 1, 0) == 2


@pytest.mark.rule("9.ruling.31", "17.keyword.69")
def test_effects_without_targets_cost_nothing() -> None:
    assert level("Destroy all targets. Draw 1 card.", "kotc-9") == 2


def test_the_9th_rounds_once_at_the_end() -> None:
    # 1/5 + 4/5 of the base and 1 + 1/5 of an ability: 2.2, rounded to 3; rounded apart it would be 1 + 2.
    assert level("Target up to 1 card in play. Increase the target's defense by 1.", "kotc-9", "minion", 0, 4) == 2


@pytest.mark.parametrize("name", ["kotc-17-printed.yaml", "kotc-17-armory.yaml"])
def test_bills_add_up(name: str) -> None:
    edition = load_edition("kotc-17")
    for found in load_cards(DECKS / "cards" / name, edition):
        lines = price_card(found, edition).lines
        assert sum(line.value for line in lines) == found.level


def test_a_plain_minion() -> None:
    plain = plain_minion(2, 4)
    assert (plain.name, plain.kind, plain.level, plain.abilities) == ("minion 2/4", "minion", 4, ())
    assert plain_minion(2, 10, "kotc-12").level == 4


@pytest.mark.rule("17.ruling.122")
@pytest.mark.parametrize("stated", [3, 5])
def test_a_wrong_level_is_a_problem(stated: int) -> None:
    assert not card(sp=2, hp=4, level=4).problems
    (problem,) = card(sp=2, hp=4, level=stated).problems
    assert problem.rule == "17.ruling.122"
    assert f"printed level is {stated}, the formula gives 4" in problem.what
