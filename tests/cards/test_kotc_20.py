"""Levels, Ultra Points and ages of cards in the 20th Edition: the official worked examples, and what its lists say of older cards."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.reader import load_cards
from kotc_sim.games.keeper.editions import load_edition

EDITION = load_edition("kotc-20")
CARDS = yaml.safe_load((Path(__file__).parent / "kotc_20_cards.yaml").read_text(encoding="utf-8"))
DRAW_FOR_4 = "exhaust 4 cards in your granary→ draw 1 card."
ALL_REFURBISHED = {
    "2-dice-wound yourself and enemy.": "effect.dice_wound_each",
    "Target up to 2 of your resources; bounce the targets.": "target.your_granary",
    "When this card in your hand is destroyed (ghost-play, must pay resource cost): Draw 1 card.": "cond.hand_destroyed",
    "Gift-summon 1 minion in your hand→ Draw 2 cards.": "cost.donate_minions_hand",
    "Target up to 2 in-play cards; bounce the targets.": "target.on_field",
    "Self-bounce 1 on-field minion→ Draw 1 card.": "cost.self_bounce_minions",
    "Self-destroy 2 on-field minions→ Draw 1 card.": "cost.self_destroy_minions",
    "Self-destroy 1 random card in your hand→ Draw 1 card.": "cost.self_destroy_hand",
    "Self-destroy 3 resources→ Draw 1 card.": "cost.self_destroy_resources",
    "Self-exhaust 1 minion→ Draw 1 card.": "cost.self_exhaust_minions",
    "Self-exhaust 2 on-field minions→ Draw 1 card.": "cost.self_exhaust_minions",
    "Self-exhaust 2 resources→ Draw 1 card.": "cost.self_exhaust_resources",
    "Self-sheathe 1 on-field minion→ Draw 1 card.": "cost.self_sheathe_minions",
    "Self-sheathe 2 random cards in your hand→ Draw 1 card.": "cost.self_sheathe_hand",
    "Self-sheathe 2 resources→ Draw 1 card.": "cost.self_sheathe_resources",
    "Summon 1 level 2 pawn.": "effect.craft",
    "When this card as a resource is destroyed (hex-play): Draw 1 card.": "cond.granary_destroyed",
    "Target 1 on-field minion; place 2 Voodoo Counters on it.": "effect.place_effigy",
    "When this card is summoned (ghost-play): Draw 1 card.": "cond.natural_summoned",
    "When this on-field minion is damaged: Draw 1 card.": "cond.your_minion_damaged",
    "When this on-field minion is destroyed (ghost-play): Draw 1 card.": "cond.battlefield_destroyed",
    "When this on-field minion is targeted: Draw 1 card.": "cond.targeted",
    "When your on-field minion(s) (excluding this card) is damaged: Draw 1 card.": "cond.your_minion_damaged",
}


def card(folder: Path, text: str, **fields: Any) -> Card:
    """Read one card; with SP it is a minion."""
    more = "".join(f", {key}: {value}" for key, value in fields.items())
    (folder / "card.yaml").write_text(f"- {{name: C, text: {json.dumps(text)}{more}}}\n", encoding="utf-8")
    return load_cards(folder / "card.yaml", EDITION)[0]


def rules(found: Card) -> list[str]:
    return [problem.rule for problem in found.problems]


@pytest.mark.rule("20.level.1")
@pytest.mark.parametrize(
    ("text", "level"),
    [
        (f"A: {DRAW_FOR_4}", 1),
        (f"A: {DRAW_FOR_4} B: {DRAW_FOR_4}", 2),
        (f"A: {DRAW_FOR_4} B: {DRAW_FOR_4} C: {DRAW_FOR_4}", 3),
        (f"A: Draw 1 card. B: {DRAW_FOR_4} C: {DRAW_FOR_4}", 4),
    ],
)
def test_one_ability_may_be_at_level_0(tmp_path: Path, text: str, level: int) -> None:
    found = card(tmp_path, text, sp=1, hp=0)
    assert (found.level, found.problems) == (level, ())


@pytest.mark.rule("20.level.2", "20.ruling.75")
@pytest.mark.parametrize("text", ["Target this card; draw 1 card.", "Destroy the targets."])
def test_targets_and_effects_on_them_go_together(tmp_path: Path, text: str) -> None:
    assert rules(card(tmp_path, text)) == ["20.level.2"]
    assert rules(card(tmp_path, text, design_edition=17)) == []


@pytest.mark.rule("20.wording.1")
def test_haste_may_be_written_on_a_plain_minion_alone(tmp_path: Path) -> None:
    words = "Haste (This minion can be summoned unexhausted.)"
    found = card(tmp_path, words, sp=2, hp=4, level=4)
    assert (found.level, found.abilities, found.problems) == (4, (), ())
    for text, fields in ((words, {}), (f"{words} A: Draw 1 card.", {"sp": 1}), ("Haste Draw 1 card.", {"sp": 1})):
        with pytest.raises(KotcError, match="stands on a card with abilities"):
            card(tmp_path, text, **fields)


@pytest.mark.rule("20.vocabulary.1")
def test_sections_have_as_many_texts_as_the_guide() -> None:
    assert {section: len(EDITION.section(section)) for section in ("condition", "cost", "target", "effect")} == {
        "condition": 63,
        "cost": 16,
        "target": 18,
        "effect": 59,
    }


@pytest.mark.rule("20.refurbish.1")
@pytest.mark.parametrize("text", ALL_REFURBISHED)
def test_outdated_texts_are_read_as_todays(tmp_path: Path, text: str) -> None:
    found = card(tmp_path, text, design_edition=17)
    (ability,) = found.abilities
    used = [ability.condition, *ability.costs, *(one for sub in ability.subs for one in (sub.target, *sub.effects))]
    assert ALL_REFURBISHED[text] in {component.row.id for component in used if component}
    assert found.problems == ()
    with pytest.raises(KotcError):
        card(tmp_path, text)  # a card of the 20th is not refurbished


def test_all_outdated_texts_are_tried() -> None:
    assert len(ALL_REFURBISHED) == sum(entry.rule == "20.refurbish.1" for entry in EDITION.refurbish) == 23


@pytest.mark.rule("20.refurbish.2")
@pytest.mark.parametrize(
    "cost",
    [
        "Pay 4 HP",
        "Self-bury 1 card in your hand",
        "Self-bury 2 random cards in your hand",
        "Self-bury 2 resources",
        "Self-bury 1 on-field minion",
        "Self-destroy 6 cards on top of your deck",
    ],
)
def test_redacted_texts_prune_a_card_of_any_age(tmp_path: Path, cost: str) -> None:
    found = card(tmp_path, f"{cost}→ Draw 1 card.", design_edition=17)
    assert rules(found) == ["20.refurbish.2"]
    assert "which the 18th Edition redacted" in found.problems[0].what


@pytest.mark.rule("20.refurbish.3")
@pytest.mark.parametrize(
    ("text", "oldest"),
    [
        ("2-dice-wound enemy.", 18),
        ("See enemy's hand and target 1 card therein; destroy it.", 18),
        ("Target up to 2 cards in your hand; deploy the targets.", 18),
        ("Target 1 on-field minion; sheathe it.", 16),
        ("Target 1 on-field minion; silo it.", 16),
    ],
)
def test_revised_levels_prune_older_designs(tmp_path: Path, text: str, oldest: int) -> None:
    assert rules(card(tmp_path, text, design_edition=oldest - 1)) == ["20.refurbish.3"]
    assert rules(card(tmp_path, text, design_edition=oldest)) == []


@pytest.mark.rule("20.refurbish.3")
@pytest.mark.parametrize("how", ["destroy", "sheathe"])
def test_costs_paid_with_the_hand_prune_older_designs(tmp_path: Path, how: str) -> None:
    assert rules(card(tmp_path, f"Self-{how} 1 card in your hand→ Draw 1 card.", design_edition=17)) == ["20.refurbish.3"]


@pytest.mark.rule("20.refurbish.4")
@pytest.mark.parametrize(
    ("text", "printed", "today", "since"),
    [
        ("2-dice-wound yourself and enemy.", 2, 0, 18),
        ("Target 1 card in the current chain; negate it.", 1, 0, 19),
        ("Target 1 on-field minion; place 1 Trap Counter on it.", 0, 1, 19),
    ],
)
def test_ultra_points_are_counted_anew(tmp_path: Path, text: str, printed: int, today: int, since: int) -> None:
    found = card(tmp_path, text, ultra=printed, design_edition=since - 1)
    assert (found.ultra, found.problems) == (today, ())
    assert rules(card(tmp_path, text, ultra=printed, design_edition=since)) == ["17.ruling.122"]


@pytest.mark.rule("20.refurbish.5")
@pytest.mark.parametrize("design", ["12", "null"])
def test_very_old_cards_and_those_without_indicator_are_out(tmp_path: Path, design: str) -> None:
    assert card(tmp_path, "Draw 1 card.", design_edition=design).problems
    assert not card(tmp_path, "Draw 1 card.", design_edition=13).problems


@pytest.mark.rule("20.ruling.73")
@pytest.mark.parametrize(
    "text",
    [
        "Target up to 2 cards in your granary; reveal and deploy the targets.",
        "Target 1 on-field minion; hypnotize it until the end of this turn.",
        "Target up to 2 on-field minions; remove up to 1 counter from each target.",
        "Target up to 2 cards on the top of any deck; bury the targets.",
        "When this on-field minion is ability-targeted: Draw 1 card.",
    ],
)
def test_other_spellings_mean_todays_texts(tmp_path: Path, text: str) -> None:
    assert card(tmp_path, text, design_edition=17).problems == ()
    with pytest.raises(KotcError):
        card(tmp_path, text)  # the guide of the 20th has no such component


@pytest.mark.rule("20.ruling.79", "20.ruling.80")
def test_cards_of_the_18th_are_read_by_the_lists_of_the_20th(tmp_path: Path) -> None:
    text = "Gift-summon 1 minion in your hand→ Target up to 2 cards in any hand randomly; destroy the targets."
    for design in (17, 18, 19):
        found = card(tmp_path, text, design_edition=design)
        assert (found.level, found.problems) == (2, ())


@pytest.mark.rule("20.ruling.74")
def test_an_older_card_may_print_level_1_for_an_ability(tmp_path: Path) -> None:
    text = f"A: {DRAW_FOR_4}"
    for level in (1, 2):
        found = card(tmp_path, text, sp=1, hp=0, level=level, design_edition=17)
        assert (found.level, found.problems) == (level, ())
    assert rules(card(tmp_path, text, sp=1, hp=0, level=2)) == ["17.ruling.122"]
    assert rules(card(tmp_path, text, sp=1, hp=0, level=3, design_edition=17)) == ["17.ruling.122"]


@pytest.mark.parametrize("fields", CARDS["levels"], ids=lambda fields: fields["text"][:60])
def test_levels_are_those_of_the_guide(tmp_path: Path, fields: dict[str, Any]) -> None:
    level, ultra = fields["want"]
    found = card(tmp_path, **{key: value for key, value in fields.items() if key != "want"})
    assert (found.level, found.ultra, found.problems) == (level, ultra, ())


@pytest.mark.parametrize("fields", CARDS["unreadable"], ids=lambda fields: fields["text"][:60])
def test_texts_that_the_guide_does_not_have_cannot_be_read(tmp_path: Path, fields: dict[str, Any]) -> None:
    with pytest.raises(KotcError, match=re.escape(fields["says"])):
        card(tmp_path, **{key: value for key, value in fields.items() if key != "says"})


@pytest.mark.parametrize("fields", CARDS["illegal"], ids=lambda fields: fields["text"][:60])
def test_cards_that_the_guide_does_not_allow_are_illegal(tmp_path: Path, fields: dict[str, Any]) -> None:
    assert rules(card(tmp_path, **{key: value for key, value in fields.items() if key != "against"})) == [fields["against"]]
