"""Texts: every way to write a component is read, and nothing else is."""

from __future__ import annotations

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.parser import parse_normalized, parse_text
from kotc_sim.games.keeper.cards.printer import write_text
from kotc_sim.games.keeper.cards.text import normalize
from kotc_sim.games.keeper.editions import load_edition
from tests.cards.reading import ability, card, effect, ids, level, rules


def refused(text: str, edition: str = "kotc-17", kind: str = "spell") -> str:
    with pytest.raises(KotcError) as caught:
        parse_text(text, load_edition(edition), kind)
    return str(caught.value)


TWO_ABILITIES = "ASSIST: Draw 1 card.\nREASSESS: Self-exhaust 2 resources→ Target this card; silo it."


@pytest.mark.rule("17.wording.1", "17.ability.1")
@pytest.mark.parametrize("gap", ["\n", "\n\n", " \n  "])
def test_abilities_are_paragraphs(gap: str) -> None:
    _, found = parse_text(TWO_ABILITIES.replace("\n", gap), load_edition("kotc-17"), "minion")
    assert [(one.name, len(one.costs), len(one.subs)) for one in found] == [("ASSIST", 0, 1), ("REASSESS", 1, 1)]


@pytest.mark.rule("17.wording.1", "17.spell.1")
def test_a_spell_has_one_ability_without_a_name() -> None:
    assert "exactly one ability, this has 2" in refused(TWO_ABILITIES)
    assert "no text" in refused("  \n ")
    assert rules(card(text="FIRE: Draw 1 card.")) == ["17.wording.1"]


@pytest.mark.rule("17.wording.1", "17.minion.4", "17.ability.1")
def test_abilities_of_minions_have_names() -> None:
    assert rules(card(kind="minion", sp=1, hp=1, text=TWO_ABILITIES)) == []
    nameless = card(kind="minion", sp=1, hp=1, text="Draw 1 card.")
    assert [(one.rule, one.what) for one in nameless.problems] == [("17.wording.1", "Card: an ability of a minion needs a name")]
    assert "STRIKE: …" in nameless.problems[0].fix
    assert rules(card(kind="minion", sp=1, hp=1, text="Draw 1 card.\nREASSESS: Draw 1 card.")) == ["17.wording.1"]
    assert rules(card("kotc-12", kind="minion", offense=1, defense=1, text="Draw 1 card.")) == ["12.ability.1"]
    assert rules(card("kotc-9", kind="creature", offense=1, defense=1, text="Draw 1 card.")) == []


@pytest.mark.rule("17.wording.2", "17.ability.2")
@pytest.mark.parametrize("name", ["A", "THOR'S HAMMER", "PLAN 9", "X’S 2ND TRY", "ÄRA"])
def test_ability_names(name: str) -> None:
    found = ability(f"{name}: Draw 1 card.", kind="minion")
    assert found.name == name.replace("’", "'")
    assert [one.row.id for one in found.subs[0].effects] == ["effect.draw"]


@pytest.mark.rule("17.wording.2")
def test_small_letters_are_no_name() -> None:
    assert "'Assist:'" in refused("Assist: Draw 1 card.", kind="minion")


@pytest.mark.rule("17.wording.3", "17.wording.6", "17.ability.10")
def test_joining_replaces_terminators() -> None:
    text = (
        "When you take damage: pay 1 HP→ Target up to 2 on-field minions; destroy the targets, then draw 1 card. Target this card; silo it."
    )
    assert ids(text) == [
        ("cond.you_damaged", 0, 0),
        ("cost.pay_hp", 1, 0),
        ("target.on_field", 2, 0),
        ("effect.destroy", 0, 0),
        ("effect.draw", 1, 0),
        ("target.self", 0, 0),
        ("effect.silo", 0, 0),
    ]
    subs = ability(text).subs
    assert [len(sub.effects) for sub in subs] == [2, 1]


def test_a_blank_behind_an_arrow_or_a_full_stop_may_be_missing() -> None:
    assert ids("Pay 1 HP→Draw 1 card.Draw 2 cards.") == ids("Pay 1 HP→ Draw 1 card. Draw 2 cards.")


@pytest.mark.rule("17.wording.4", "17.cost.1")
def test_several_costs() -> None:
    one, two, three = "Pay 1 HP", "self-exhaust 2 resources", "self-bounce 1 on-field minion"
    assert len(ability(f"{one}→ Draw 1 card.").costs) == 1
    assert len(ability(f"{one} and {two}→ Draw 1 card.").costs) == 2
    assert len(ability(f"{one}, {two}, and {three}→ Draw 1 card.").costs) == 3
    assert len(ability(f"{one}, {two}, {three}, and {two}-> Draw 1 card.").costs) == 4
    for wrong in (f"{one}, {two}→", f"{one} and {two} and {three}→", f"{one}, {two} and {three}→", f"{one}, and {two}→"):
        assert "A and B→" in refused(f"{wrong} Draw 1 card."), wrong


@pytest.mark.rule("17.wording.5")
def test_then_and_also_mean_the_same() -> None:
    assert ids("Draw 1 card, then 2-dice-heal yourself.") == ids("Draw 1 card, also 2-dice-heal yourself.")
    refused("Draw 1 card and 2-dice-heal yourself.")
    refused("Draw 1 card, 2-dice-heal yourself.")


@pytest.mark.rule("17.wording.7")
def test_either_case_is_read() -> None:
    assert ids("self-exhaust 1 resource→ draw 1 card.") == ids("Self-exhaust 1 resource→ Draw 1 card.")
    assert ids("target 1 on-field minion; Destroy it.") == ids("Target 1 on-field minion; destroy it.")


@pytest.mark.rule("17.wording.8", "17.ruling.127")
def test_numbers() -> None:
    assert effect("Draw 12 cards.").x == 12
    assert effect("10-dice-heal yourself.").x == 10
    assert "from 1 to" in refused("Draw 0 cards.")
    assert "from 1 to" in refused("Draw 99999999999999999999999 cards.")
    for wrong in ("Draw two cards.", "Draw -1 cards.", "Draw 1.5 cards.", "10 -dice-heal yourself.", "Draw z cards."):
        refused(wrong)


@pytest.mark.rule("17.ruling.127")
def test_more_targets_than_excavated_cards() -> None:
    assert ids("Excavate 2 cards and target up to 3 excavated cards; bounce the targets.")[0] == ("target.excavate", 2, 3)
    assert level("Excavate 2 cards and target up to 3 excavated cards; bounce the targets.") == 6


@pytest.mark.rule("17.wording.9")
@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Draw 1 card.", "Draw 2 cards."),
        ("Self-exhaust 1 resource→ Draw 1 card.", "Self-exhaust 2 resources→ Draw 1 card."),
        ("Self-bounce 1 on-field minion→ Draw 1 card.", "Self-bounce 2 on-field minions→ Draw 1 card."),
        ("Craft 1 level 2 pawn.", "Craft 2 level 1 pawns."),
        ("Target 1 on-field minion; place 1 Sword Counter on it.", "Target 1 on-field minion; place 2 Sword Counters on it."),
        ("Target 1 on-field minion; clone it up to 1 time.", "Target 1 on-field minion; clone it up to 2 times."),
        (
            "Excavate 3 cards and target 1 excavated card; bury it.",
            "Excavate 3 cards and target up to 2 excavated cards; bury the targets.",
        ),
        (
            "Target all level 1 or lower on-field minions; destroy the targets.",
            "Target all level 2 or lower on-field minions; destroy the targets.",
        ),
    ],
)
def test_the_noun_follows_its_number(one: str, many: str) -> None:
    assert [part[0] for part in ids(one)] == [part[0] for part in ids(many)]


@pytest.mark.rule("17.wording.9", "17.wording.17")
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Draw 1 cards.", "Draw 1 card."),
        ("Draw 2 card.", "Draw 2 cards."),
        ("Craft 2 level 1 pawn.", "Craft 2 level 1 pawns."),
        ("Target all level 1 or lower on-field minion; destroy it.", "Target all level 1 or lower on-field minions;"),
        ("Target 2 on-field minions; destroy the targets.", "Target up to 2 on-field minions;"),
        ("Drow 3 cards.", "Draw 3 cards."),
        ("Target 1 minion; destroy it.", "Target 1 on-field minion;"),
        ("When enemy atacks, after Attack Formation: Draw 1 card.", "When enemy attacks, after Attack Formation:"),
        ("When this in-play minion is destroyed: Draw 1 card.", "When this card in your battlefield is destroyed (ghost-play):"),
        ("When this minion dies, draw 1 card.", "When this card in your battlefield is destroyed (ghost-play):"),
    ],
)
def test_the_nearest_component_is_named(wrong: str, right: str) -> None:
    assert f"Did you mean '{right}'" in refused(wrong)


@pytest.mark.rule("17.wording.10", "17.ruling.39", "17.ruling.40")
def test_up_to_is_kept_apart() -> None:
    def up_to(text: str) -> bool:
        target = ability(text).subs[0].target
        assert target is not None
        return target.up_to

    assert not up_to("Target 1 on-field minion; destroy it.")
    assert up_to("Target up to 1 on-field minion; destroy it.")
    assert up_to("Target up to 2 on-field minions; destroy the targets.")
    assert not up_to("Excavate 3 cards and target 1 excavated card; bury it.")
    assert not up_to("Target this card; silo it.")
    refused("Target 1 on-field minion; remove 1 counter on it.")
    assert ids("Target 1 on-field minion; remove up to 1 counter on it.")[1] == ("effect.remove_counters", 1, 0)


@pytest.mark.rule("17.wording.11", "17.keyword.48")
def test_words_for_one_target() -> None:
    for words in ("it", "the target", "the targets"):
        assert ids(f"Target 1 on-field minion; destroy {words}.")[1][0] == "effect.destroy"
    for words in ("it", "the target", "each target"):
        assert ids(f"Target this card; place 2 Sword Counters on {words}.")[1] == ("effect.place_sword", 2, 0)
    for words in ("it", "the target"):
        assert "Write 'destroy the targets'" in refused(f"Target up to 2 on-field minions; destroy {words}.")
    assert "several" in refused("Target all level 3 or lower on-field minions; destroy it.")


@pytest.mark.rule("17.wording.12")
def test_conditions_are_fixed() -> None:
    assert ids("When your on-field minion(s) is destroyed: Draw 1 card.")[0][0] == "cond.your_minion_destroyed"
    refused("When your on-field minions are destroyed: Draw 1 card.")
    refused("When this card attacks, after Attack Formation: Draw 1 card.")


@pytest.mark.rule("17.wording.13", "17.ability.12")
@pytest.mark.parametrize(
    "tutorial", ["(Roll 2 dice.)", "(Roll (both) dice; gain HP.) (Really.)", "*(Draw.)*", "(It costs 2→ so what: yes.)"]
)
def test_tutorial_text_is_skipped(tutorial: str) -> None:
    assert ids(f"2-dice-heal yourself. {tutorial}") == [("effect.dice_heal", 2, 0)]


@pytest.mark.rule("17.wording.13")
def test_tutorial_text_only_at_the_end() -> None:
    refused("Draw 1 card. (Nice.) Draw 1 card.")
    refused("Draw 1 card (nice).")
    assert len(parse_text("A: Draw 1 card. (Nice.)\nB: Draw 2 cards. (Nicer.)", load_edition("kotc-17"), "minion")[1]) == 2


@pytest.mark.rule("17.wording.14")
def test_quotation_marks_and_line_breaks() -> None:
    straight = "See enemy's hand and target up to 2 cards therein; bury the targets."
    assert ids(straight.replace("'", "’")) == ids(straight)
    assert ids(straight.replace(" ", "\n")) == ids(straight)
    wrapped = "ASSIST: Draw\n  1 card.\n Draw 2\ncards.\n\nB: Draw 3 cards."
    _, found = parse_text(wrapped, load_edition("kotc-17"), "minion")
    assert [len(one.subs) for one in found] == [2, 1]


@pytest.mark.rule("17.wording.17", "17.ability.10", "17.ruling.32")
@pytest.mark.parametrize(
    "text",
    [
        "Draw 1 card",
        "Draw 1 card..",
        "Draw 1 card. And win.",
        "Win the game.",
        "Target 1 on-field minion;",
        "Target 1 on-field minion; Target this card; destroy it.",
        "Target 1 on-field minion. Destroy it.",
        "When you take damage: When you take damage: Draw 1 card.",
        "When you take damage Draw 1 card.",
        "Pay 1 HP: Draw 1 card.",
        "Draw 1 card→ Pay 1 HP.",
        "Destroy 1 on-field minion.",
        "Draw 1 card;",
        "1-dice-wound yourself.",
        "Draw {x} cards.",
        "(Draw 1 card.)",
    ],
)
def test_nothing_is_guessed(text: str) -> None:
    refused(text)


def test_one_selection_in_each_sentence() -> None:
    found = ability("Target 1 on-field minion; destroy it. Target up to 2 cards in your hand; bury the targets.")
    assert [sub.target.row.id for sub in found.subs if sub.target] == ["target.on_field", "target.your_hand"]


def test_messages_name_line_and_column() -> None:
    edition = load_edition("kotc-17")
    with pytest.raises(KotcError) as caught:
        parse_normalized(normalize("Draw 1 card. Drow 2 cards.", edition, "a.yaml", 7, 11), edition, "spell")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("a.yaml", 7, 24)
    with pytest.raises(KotcError) as caught:
        parse_normalized(normalize("A: Draw 1 card.\nB: Drow 2 cards.", edition, "a.yaml", 7), edition, "minion")
    assert (caught.value.line, caught.value.column) == (8, None)
    assert "'Drow 2 cards.'" in str(caught.value)


def test_a_misplaced_component_is_told_from_an_unknown_one() -> None:
    assert "'Pay 2 HP→' is an activation cost, which cannot stand here." in refused("Draw 1 card. Pay 2 HP→ Draw 1 card.")
    assert "But an activation cost cannot stand here" in refused("Draw 1 card. Pays 2 HP→ Draw 1 card.")


# --- 12th Edition -----------------------------------------------------------------------------------------


def test_costs_of_the_12th_are_joined_by_also() -> None:
    text = "Self-exhaust 1 resource, also self-destroy 1 in-play card→ Draw 5 cards."
    assert [part[0] for part in ids(text, "kotc-12")] == ["cost.self_exhaust_resources", "cost.self_destroy_in_play", "effect.draw"]
    refused(text.replace(", also", " and"), "kotc-12")


def test_singular_and_possessive_in_the_12th() -> None:
    assert ids("Target 1 of your resources; bounce it.", "kotc-12")[0] == ("target.your_granary", 1, 0)
    refused("Target 1 of your resource; bounce it.", "kotc-12")
    for words in ("its", "the target's", "the targets'"):
        for verb in ("add", "batch add"):
            text = f"Target 1 in-play card; {verb} 3 to {words} offense."
            assert ids(text, "kotc-12")[1] == ("effect.batch_add_offense", 3, 0), text
    refused("Target up to 2 in-play cards; add 3 to the targets' offense.", "kotc-12")


@pytest.mark.rule("12.ruling.43")
def test_selections_of_the_12th_are_one_a_sentence() -> None:
    found = ability("Target 1 in-play card; destroy it. Target this card; silo it.", "kotc-12")
    assert len(found.subs) == 2


@pytest.mark.rule("12.ruling.44")
def test_aimless_effects_are_illegal_in_the_12th() -> None:
    assert rules(card("kotc-12", text="Destroy the targets. Draw 1 card.")) == ["12.ruling.44"]
    assert not rules(card("kotc-17", text="Destroy the targets. Draw 1 card."))


# --- 9th and 5th Edition ----------------------------------------------------------------------------------


@pytest.mark.rule("9.deck.12", "9.ability.1", "9.caveat.1")
def test_paragraphs_of_the_9th() -> None:
    text = "This creature cannot attack.\nDraw 1 card.\n\nPEEK: Target this card. Exhaust the target."
    caveat, found = parse_text(text, load_edition("kotc-9"), "minion")
    assert caveat is not None
    assert caveat.row.id == "caveat.no_attack"
    assert [one.name for one in found] == ["", "PEEK"]
    assert parse_text("This creature cannot attack.\nThis card has no abilities.", load_edition("kotc-9"), "minion")[1] == ()
    assert parse_text("This card has no abilities.", load_edition("kotc-9"), "minion") == (None, ())


@pytest.mark.rule("9.deck.10", "9.deck.11", "9.deck.12", "5.deck.10", "5.deck.11", "5.deck.12")
@pytest.mark.parametrize("edition", ["kotc-9", "kotc-5"])
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("This creature cannot attack.\nThis creature cannot defend.", "minion"),
        ("Draw 1 card.\nThis creature cannot attack.", "minion"),
        ("This creature cannot attack.\nDraw 1 card.", "spell"),
        ("Draw 1 card.\nDraw 1 card.", "spell"),
        ("This card has no abilities.", "spell"),
        ("Draw 1 card. Target this card. Exhaust the target.", "minion"),
        ("Target this card. Target this card. Exhaust the target.", "minion"),
        ("Sacrifice 1 card in play. Sacrifice 1 card in play. Draw 1 card.", "spell"),
        ("Sacrifice 1 card in play.", "spell"),
        ("Draw 1 card. Sacrifice 1 card in play.", "spell"),
        ("This card has no abilities.\nDraw 1 card.", "minion"),
    ],
)
def test_order_within_cards_of_the_9th_and_5th(edition: str, text: str, kind: str) -> None:
    refused(text, edition, kind)


@pytest.mark.rule("9.deck.12", "9.deck.13", "5.deck.13")
def test_one_paragraph_holds_all_parts() -> None:
    text = (
        "Activate when you take at least 5 damage. Sacrifice 1 card in play. Target up to 2 cards in play. "
        "Exhaust all targets. Draw 1 card."
    )
    assert [part[0] for part in ids(text, "kotc-9")] == [
        "cond.you_damaged",
        "cost.sacrifice_in_play",
        "target.in_play",
        "effect.exhaust",
        "effect.draw",
    ]
    assert "from 1 to" in refused(text.replace("at least 5", "at least 0"), "kotc-9")
    assert "from 1 to" in refused("Draw 0 cards.", "kotc-5")


@pytest.mark.parametrize("mark", ["; you can", ". You can", "; You can", ". you can"])
def test_the_end_of_counter_texts(mark: str) -> None:
    text = (
        f"Target this card. Place 2 offense counters on the target{mark} remove an offense counter "
        f"from a card at "
        "any time to increase its offense by 1."
    )
    if mark in ("; you can", ". You can"):
        assert ids(text, "kotc-9")[1] == ("effect.place_offense", 2, 0)
    else:
        refused(text, "kotc-9")


@pytest.mark.parametrize(
    ("text", "component"),
    [
        ("Target up to 1 card in play. Increase the target's offense by 3.", "effect.batch_add_offense"),
        ("Target up to 1 card in play. Increase targets' offense by a total of 3.", "effect.batch_add_offense"),
        ("Target this card. Roll 1 six-sided die and inflict the result as damage to the target.", "effect.dice_damage"),
        ("Target this card. Roll 1 six-sided dice and inflict the result of each die as damage to one target.", "effect.dice_damage"),
        ("You may re-roll up to 1 dice for the rest of this turn up to 2 times.", "effect.reroll_turn"),
        ("You may re-roll up to 1 die for the rest of this turn up to 1 time each.", "effect.reroll_turn"),
        (
            "Target up to 1 card in play. Switch control of the target in-play creature to a "
            "different player of your "
            "choice until the end of this turn.",
            "effect.hypnotize",
        ),
        ("Target up to 3 cards in play. Inflict a total of 4 damage to targets.", "effect.damage_total"),
        ("Target up to 1 card in play. Inflict 4 damage to the target.", "effect.damage_total"),
    ],
)
def test_forms_of_the_9th(text: str, component: str) -> None:
    assert ids(text, "kotc-9")[-1][0] == component


@pytest.mark.parametrize(
    ("text", "x"),
    [
        ("Activate when at least 1 of your cards in play (excluding this card) is destroyed. Draw 1 card.", 1),
        ("Activate when at least 2 of your cards in play (excluding this card) are destroyed. Draw 1 card.", 2),
    ],
)
def test_is_and_are(text: str, x: int) -> None:
    assert ids(text, "kotc-9")[0] == ("cond.others_destroyed", x, 0)
    refused(text.replace(" is ", " are ") if x == 1 else text.replace(" are ", " is "), "kotc-9")


@pytest.mark.parametrize(
    "text",
    [
        "Target up to 2 cards in play. Increase the target's offense by 3.",
        "Target up to 2 cards in play. Increase targets' offense by 3.",
        "You may re-roll up to 2 dice for the rest of this turn up to 2 times.",
        "Target 1 card in play. Exhaust all targets.",
        "Roll 2 six-sided dice and increase your hitpoints by the result, then roll 3 six-sided dice "
        "and increase the "
        "hitpoints of one opponent by the result.",
    ],
)
def test_forms_that_the_9th_does_not_have(text: str) -> None:
    refused(text, "kotc-9")


def test_the_longer_text_counts() -> None:
    assert (
        ids("Exhaust 1 of your unexhausted creatures in play chosen by an opponent of your choice. Draw 1 card.", "kotc-9")[0][0]
        == "cost.exhaust_creatures_opponent"
    )
    assert (
        ids("Target up to 2 cards in play selected by an opponent of your choice. Exhaust all targets.", "kotc-9")[0][0]
        == "target.in_play_opponent_selects"
    )


def test_a_wrapped_line_of_the_9th_goes_on() -> None:
    assert ids("Target up to 2\ncards in play. Exhaust\nall targets.", "kotc-9")[0] == ("target.in_play", 2, 0)


DICE_COUNTERS = "on each target; you can remove a dice counter from a card at any time to re-roll any one die."


@pytest.mark.parametrize(("number", "noun"), [(1, "dice counter"), (2, "dice counters")])
def test_a_noun_before_another_is_not_the_one_that_is_counted(number: int, noun: str) -> None:
    text = f"Target up to 2 cards in play. Place {number} {noun} {DICE_COUNTERS}"
    assert ids(text, "kotc-9")[1] == ("effect.place_dice", number, 0)
    caveat, abilities = parse_text(text, load_edition("kotc-9"), "spell")
    assert write_text(caveat, abilities, load_edition("kotc-9")) == text


@pytest.mark.parametrize("wrong", ["1 dice counters", "1 die counter", "1 die counters", "2 dice counter"])
def test_a_counted_noun_agrees_with_its_number(wrong: str) -> None:
    refused(f"Target up to 2 cards in play. Place {wrong} {DICE_COUNTERS}", "kotc-9")


# --- 11th Edition -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.wording.2", "11.wording.3")
@pytest.mark.parametrize(
    ("shorter", "sentences"),
    [
        ("Self-exhaust 1 resource, then target this card; see it.", "Self-exhaust 1 resource; Target this card; See it."),
        ("Target this card; Deck-stack the targets, then draw 2 cards.", "Target this card; Deck-stack the targets. Draw 2 cards."),
        ("Draw 1 card, also draw 2 cards, then draw 1 card.", "Draw 1 card. Draw 2 cards. Draw 1 card."),
        ("Draw 1 card (take the topmost card). (Nothing else.)", "Draw 1 card."),
        ("Self-destroy 1 resource (enemy's choice); Draw 1 card. (Or not.)", "Self-destroy 1 resource (enemy's choice); Draw 1 card."),
    ],
)
def test_the_11th_chains_sentences_and_explains_in_parentheses(shorter: str, sentences: str) -> None:
    found = ids(shorter, "kotc-11")
    assert found == ids(sentences, "kotc-11")
    assert level(shorter, "kotc-11") == level(sentences, "kotc-11")
    assert ids(write_text(None, (ability(shorter, "kotc-11"),), load_edition("kotc-11")), "kotc-11") == found
    refused("Draw 1 card, then draw 1 card.", "kotc-9")


@pytest.mark.parametrize("slip", ["nemy's choice", "enemys choice", "enemy's choise"])
def test_a_slip_in_the_parentheses_of_a_component_does_not_explain(slip: str) -> None:
    with pytest.raises(KotcError):
        parse_text(f"Sacrifice 1 in-play card ({slip}); Draw 1 card.", load_edition("kotc-11"), "spell")


# --- 1st to 6th Edition -----------------------------------------------------------------------------------


@pytest.mark.rule("4.wording.1", "5.wording.1", "6.wording.1")
def test_names_of_abilities_in_the_first_editions() -> None:
    """They came with the 5th, in any letters, and are in capital letters from the 6th on."""
    for number in range(1, 10):
        edition = load_edition(f"kotc-{number}")
        effect = next(row for row in edition.rows.values() if row.id == "effect.draw")
        text = effect.text.replace("{x}", "2")
        for name in ("HEALING", "Healing spring"):
            given = {"sp": 1, "hp": 5, "text": f"{name}: {text}", "design_edition": number if number > 8 else None}
            if number == 5 or (name == "HEALING" and number > 5):
                assert [one.name for one in card(edition.name, **given).abilities] == [name]
                assert not card(edition.name, **given).problems
            elif name == "HEALING":
                (problem,) = card(edition.name, **given).problems
                assert (problem.rule, "have no names" in problem.what) == ("4.wording.1", True)
            else:
                with pytest.raises(KotcError):
                    card(edition.name, **given)
