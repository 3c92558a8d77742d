"""Rules of the editions that are written as differences which no single position shows: counters, prices, older texts, chance."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.editions import edition_names, load_edition
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.scenario.reader import read_document
from kotc_sim.games.keeper.scenario.state import build
from kotc_sim.yaml_source import parse_yaml
from tests.cards.reading import card, deck, ids, level, rules

PROACTIVE = ("sword", "weakness", "damage", "exhaustion")


def refused(text: str, edition: str) -> None:
    """Check that an edition does not read a text."""
    with pytest.raises(KotcError, match=r"matches|joined"):
        ids(text, edition)


def counters(edition: str) -> set[str]:
    return set(load_edition(edition).counters)


@pytest.mark.parametrize(
    ("edition", "more"),
    [
        pytest.param("kotc-12-published", ("shield", "dice"), marks=pytest.mark.rule("12p.counter.1")),
        pytest.param("kotc-16", ("shield", "fatigue", "berzerk", "taunt", "dice", "trap"), marks=pytest.mark.rule("16.counter.2")),
        pytest.param("kotc-14", ("shield", "berzerk", "taunt", "dice", "trap"), marks=pytest.mark.rule("14.counter.2")),
        pytest.param("kotc-13", ("shield", "dice"), marks=pytest.mark.rule("13.counter.1")),
    ],
)
def test_counters_of_an_edition(edition: str, more: Iterable[str]) -> None:
    assert counters(edition) == {*PROACTIVE, *more}


@pytest.mark.rule("16.deck.1")
@pytest.mark.parametrize("edition", [name for name in edition_names() if name not in ("kotc-17", "kotc-20")])
def test_only_the_17th_and_later_have_ultra_points(edition: str) -> None:
    found = load_edition(edition)
    assert found.rules["ultra_limit"] == "none"
    assert all(row.ultra == 0 for row in found.rows.values())


THRESHOLD = "Activate when your cards in play take a total of at least 5 damage. Draw 2 cards."


# What an edition reads that its neighbour does not, and the other way round.
@pytest.mark.parametrize(
    ("text", "yes", "no"),
    [
        pytest.param("Summon 3 level 1 pawns.", "kotc-15", "kotc-14", marks=pytest.mark.rule("14.vocabulary.1", "15.wording.1")),
        pytest.param("2-dice-burn the battlefield.", "kotc-15", "kotc-14", marks=pytest.mark.rule("14.vocabulary.1")),
        pytest.param("Pay 2 HP→ Draw 2 cards.", "kotc-17", "kotc-16", marks=pytest.mark.rule("16.vocabulary.1")),
        pytest.param(
            "Target up to 2 cards in your grave; bury the targets.", "kotc-17", "kotc-16", marks=pytest.mark.rule("16.vocabulary.1")
        ),
        pytest.param("Batch add 3 to the targets' offense.", "kotc-12", "kotc-12-published", marks=pytest.mark.rule("12p.vocabulary.1")),
        pytest.param("Sacrifice 1 in-play card→ Draw 8 cards.", "kotc-12", "kotc-12-published", marks=pytest.mark.rule("12p.vocabulary.1")),
        pytest.param(THRESHOLD, "kotc-8", "kotc-7", marks=pytest.mark.rule("7.vocabulary.1")),
        pytest.param("Target up to 2 of your resources. Destroy all targets.", "kotc-6", "kotc-5", marks=pytest.mark.rule("6.target.1")),
        pytest.param(
            "Target up to 2 cards in one opponent's hand selected by that player. Destroy all targets.",
            "kotc-6",
            "kotc-5",
            marks=pytest.mark.rule("6.target.2"),
        ),
        pytest.param(
            "Roll 2 six-sided dice and increase your hitpoints by the result.", "kotc-4", "kotc-3", marks=pytest.mark.rule("3.vocabulary.1")
        ),
        pytest.param("Destroy 1 of your resources. Draw 1 card.", "kotc-2", "kotc-1", marks=pytest.mark.rule("1.vocabulary.1")),
        pytest.param("Self-bury 1 card in your hand→ Draw 2 cards.", "kotc-16", "kotc-15", marks=pytest.mark.rule("15.vocabulary.1")),
        pytest.param("Gift-summon 1 minion in your hand→ Draw 2 cards.", "kotc-16", "kotc-15", marks=pytest.mark.rule("15.vocabulary.1")),
    ],
)
def test_vocabulary_of_neighbours(text: str, yes: str, no: str) -> None:
    assert ids(text, yes)
    refused(text, no)


@pytest.mark.rule("16.vocabulary.1")
def test_the_16th_has_25_texts_less() -> None:
    assert len(set(load_edition("kotc-17").rows) - set(load_edition("kotc-16").rows)) == 25


DESTROY_3 = "Target up to 3 in-play cards; Destroy the targets."
DAMAGED = "Activate when you take damage. "
FREE = "Self-exhaust 4 resources→ Draw 1 card."
BERSERKER = "If this in-play creature is unexhausted at the end of your own Battle Phase, destroy this creature."


# Text, edition, kind, SP, HP, level: by hand from the guides.
@pytest.mark.parametrize(
    ("text", "edition", "kind", "sp", "hp", "expected"),
    [
        pytest.param("Target 1 on-field minion; sheathe it.", "kotc-16", "spell", 0, 0, 3, marks=pytest.mark.rule("16.level.1")),
        pytest.param("Target 1 on-field minion; silo it.", "kotc-16", "spell", 0, 0, 2, marks=pytest.mark.rule("16.level.1")),
        pytest.param("Target 1 in-play card; sheathe it.", "kotc-15", "spell", 0, 0, 1, marks=pytest.mark.rule("15.level.1")),
        pytest.param("Target 1 in-play card; silo it.", "kotc-15", "spell", 0, 0, 3, marks=pytest.mark.rule("15.level.1")),
        pytest.param("Self-destroy 4 resources→ Draw 3 cards.", "kotc-15", "spell", 0, 0, 4, marks=pytest.mark.rule("15.level.1")),
        pytest.param("Self-destroy 4 resources→ Draw 3 cards.", "kotc-16", "spell", 0, 0, 2, marks=pytest.mark.rule("16.level.1")),
        pytest.param("Self-bury 3 resources→ Draw 3 cards.", "kotc-15", "spell", 0, 0, 3, marks=pytest.mark.rule("15.level.1")),
        pytest.param(
            "See enemy's hand and target up to 2 cards therein; destroy the targets.",
            "kotc-15", "spell", 0, 0, 10, marks=pytest.mark.rule("15.level.1"),
        ),
        pytest.param(FREE, "kotc-14", "spell", 0, 0, 0, marks=pytest.mark.rule("13.level.1")),
        pytest.param(FREE, "kotc-13", "spell", 0, 0, 1, marks=pytest.mark.rule("13.level.1")),
        pytest.param("A: Self-exhaust 4 resources→ Draw 1 card.", "kotc-14", "minion", 1, 1, 3, marks=pytest.mark.rule("13.level.2")),
        pytest.param("", "kotc-11", "minion", 3, 10, 5, marks=pytest.mark.rule("11.level.2")),
        pytest.param("A: Gain 4 HP.\nB: Gain 4 HP.", "kotc-11", "minion", 0, 1, 3, marks=pytest.mark.rule("11.level.2")),
        pytest.param(DESTROY_3, "kotc-11", "spell", 0, 0, 6, marks=pytest.mark.rule("11.level.1")),
        pytest.param(
            "When you take at least 10 damage: Target up to 8 in-play cards; Destroy the targets. Draw 4 cards.",
            "kotc-11", "spell", 0, 0, 5, marks=pytest.mark.rule("11.level.1"),
        ),
        pytest.param("Target up to 2 level 9 or lower enemy creatures; Bounce the targets.", "kotc-11", "spell", 0, 0, 2,
                     marks=pytest.mark.rule("11.ruling.2")),
        pytest.param("", "kotc-12-published", "minion", 0, 0, 0, marks=pytest.mark.rule("12p.level.1")),
        pytest.param("", "kotc-12-published", "minion", 100, 7, 102, marks=pytest.mark.rule("12p.level.2", "12p.deck.1")),
        pytest.param(
            "A: Target 1 of your resources; bounce it.", "kotc-12-published", "minion", 1, 1, 3, marks=pytest.mark.rule("12p.level.2")
        ),
        pytest.param(FREE, "kotc-12-published", "spell", 0, 0, 1, marks=pytest.mark.rule("12p.level.2")),
        pytest.param(BERSERKER, "kotc-10", "minion", 3, 5, 2, marks=pytest.mark.rule("10.level.1")),
        pytest.param(BERSERKER + "\nDraw 1 card.", "kotc-10", "minion", 0, 5, 2, marks=pytest.mark.rule("10.level.1")),
        pytest.param("Draw 2 cards.", "kotc-8", "spell", 0, 0, 8, marks=pytest.mark.rule("8.level.1")),
        pytest.param("Target up to 2 cards in play. See all targets.", "kotc-8", "spell", 0, 0, 4, marks=pytest.mark.rule("8.level.1")),
        pytest.param("This creature cannot attack.\nDraw 1 card.", "kotc-8", "minion", 2, 5, 6, marks=pytest.mark.rule("8.level.1")),
        pytest.param("Pay 20 hitpoints. Draw 6 cards.", "kotc-2", "spell", 0, 0, 4, marks=pytest.mark.rule("1.level.1")),
        pytest.param("Pay 30 hitpoints. Draw 6 cards.", "kotc-2", "spell", 0, 0, 1, marks=pytest.mark.rule("1.level.1")),
        pytest.param("Pay 30 hitpoints. Draw 6 cards.", "kotc-1", "spell", 0, 0, 4, marks=pytest.mark.rule("1.level.1")),
        pytest.param(
            DAMAGED + "Pay 30 hitpoints. Draw 6 cards.", "kotc-1", "spell", 0, 0, 4, marks=pytest.mark.rule("1.level.1")
        ),
        pytest.param("A: Draw 1 card.\nB: 1-dice-heal yourself.", "kotc-13", "minion", 2, 3, 7, marks=pytest.mark.rule("13.level.2")),
    ],
)  # fmt: skip
def test_levels_of_published_editions(text: str, edition: str, kind: str, sp: int, hp: int, expected: int) -> None:
    assert level(text, edition, kind, sp, hp) == expected


@pytest.mark.rule("13.wording.1")
def test_costs_are_joined_by_also_in_the_13th() -> None:
    text = "Self-exhaust 1 resource, also self-destroy 1 in-play card→ Draw 3 cards."
    assert [part[0] for part in ids(text, "kotc-13")] == ["cost.self_exhaust_resources", "cost.self_destroy_minions", "effect.draw"]
    refused(text, "kotc-14")
    refused(text.replace(", also", " and"), "kotc-13")


REFURBISHED = {
    "16.refurbish.1": "Target 1 of your resources; bounce it.",
    "16.refurbish.2": "When this card in your hand is destroyed (ghost-play, must pay resource cost): Draw 1 card.",
    "16.refurbish.3": "Target 1 in-play card; destroy it.",
    "16.refurbish.4": "Self-exhaust 2 minions→ Draw 2 cards.",
    "16.refurbish.5": "Summon 2 level 1 pawns.",
    "16.refurbish.6": "When this card as a resource is destroyed (hex-play): Draw 1 card.",
    "16.ruling.6": "Target this card; remove up to 2 counters from it.",
}


@pytest.mark.rule("16.refurbish.1", "16.refurbish.2", "16.refurbish.3", "16.refurbish.4", "16.refurbish.5", "16.refurbish.6", "16.ruling.6")
@pytest.mark.parametrize("rule", REFURBISHED)
def test_older_texts_are_read_in_the_16th(rule: str) -> None:
    found = card("kotc-16", text=REFURBISHED[rule], design_edition=15)
    assert not found.problems
    names = {entry.rule for entry in (*load_edition("kotc-16").refurbish, *load_edition("kotc-16").aliases)}
    assert rule in names


@pytest.mark.rule("15.refurbish.1")
def test_the_15th_and_14th_know_the_older_words_for_hex_play() -> None:
    text = "When this card in your deck is destroyed (ghost-play, must pay resource cost): Draw 1 card."
    for name in ("kotc-15", "kotc-14"):
        assert not card(name, text=text, design_edition=13).problems


@pytest.mark.rule("13.refurbish.1")
def test_the_13th_reads_no_other_words() -> None:
    with pytest.raises(KotcError):
        card("kotc-13", text="When this card in your deck is destroyed (hex-play): Draw 1 card.")
    assert rules(card("kotc-13", sp=1, hp=1, design_edition=12)) == ["13.refurbish.1"]


@pytest.mark.parametrize(
    ("edition", "design", "text", "rule"),
    [
        pytest.param("kotc-16", 12, "Draw 1 card.", "16.refurbish.7", marks=pytest.mark.rule("16.refurbish.7")),
        pytest.param("kotc-16", 15, "Target this card; silo it.", "16.refurbish.8", marks=pytest.mark.rule("16.refurbish.8")),
        pytest.param("kotc-16", 15, "Target 1 on-field minion; sheathe it.", "16.refurbish.8", marks=pytest.mark.rule("16.refurbish.8")),
        pytest.param("kotc-15", 12, "Draw 1 card.", "15.refurbish.2", marks=pytest.mark.rule("15.refurbish.2")),
    ],
)
def test_pruned_cards(edition: str, design: int, text: str, rule: str) -> None:
    assert rules(card(edition, text=text, design_edition=design)) == [rule]
    assert not card(edition, text=text, design_edition=16 if edition == "kotc-16" else 13).problems


DIG = """edition: {}
cards:
  - {{name: Dig, kind: spell, text: "Excavate 12 cards and target up to 1 excavated card; bounce it."}}
players:
  1: {{granary: 9, hand: {{S: Dig}}, deck: [{}]}}
  2: {{}}
expect: {{}}
name: dig
"""


@pytest.mark.rule("15.keyword.1", "17.keyword.37", "12p.keyword.2", "11.keyword.5")
@pytest.mark.parametrize(
    ("edition", "stays"), [("kotc-12-published", True), ("kotc-13", True), ("kotc-15", True), ("kotc-16", False), ("kotc-17", False)]
)
def test_excavated_cards_keep_their_places_before_the_16th(edition: str, *, stays: bool) -> None:
    """Twelve cards come out of a shuffle in their old order once in 12! times."""
    cards = ", ".join(f"{chr(97 + i)}: minion 1/2" for i in range(12))
    game = build(read_document(parse_yaml(DIG.format(edition, cards), "dig.yaml")))
    g = game.g
    g.scripted = 0
    before = game.zone(0, kinds.Zone.DECK)
    game.advance()
    while g.players[0].n[kinds.Zone.GRAVE] == 0:
        cast = [i for i in range(int(g.n_options)) if g.options[i].kind == kinds.Opt.CAST]
        none = [i for i in range(int(g.n_options)) if g.options[i].kind == kinds.Opt.PASS]
        game.answer((cast or none or [0])[0])  # the 12th has to pick one
    after = game.zone(0, kinds.Zone.DECK)
    assert len(after) >= 11
    assert (after == [c for c in before if c in after]) == stays


@pytest.mark.rule("8.setup.1", "8.deck.1", "8.deck.2", "1.setup.1", "1.deck.1")
def test_sizes_of_the_older_editions(tmp_path: Path) -> None:
    rat = "{name: Rat, offense: 1, defense: 0}"
    for name, low, high, hp in (("kotc-8", 40, 60, 60), ("kotc-7", 40, 60, 60), ("kotc-4", 40, 60, 60), ("kotc-1", 50, 50, 100)):
        assert load_edition(name).rules["starting_hp"] == hp
        for size, fits in ((low - 1, False), (low, True), (high, True), (high + 1, False)):
            assert (not deck_problems(deck(tmp_path, f"{{{size}: Rat}}", name, rat))) == fits, (name, size)
    assert not card("kotc-8", text="Draw 1 card.", design_edition=None).problems
    assert rules(deck(tmp_path, "{40: Rat}", "kotc-8", rat, "reserves: {5: Rat}")) == ["8.deck.1"]


PAYING = [
    ("Pay {} hitpoints. Draw 1 card.", 14),
    ("Sacrifice {} cards on the top of your deck. Draw 1 card.", 7),
    ("Destroy {} cards on the top of your deck. Draw 1 card.", 7),
    ("You must pay {} hitpoints to summon this creature.", 14),
    ("You must sacrifice {} cards on the top of your deck to summon this creature.", 7),
    ("You must destroy {} cards on the top of your deck to summon this creature.", 7),
]


@pytest.mark.rule("6.ban.1", "8.vocabulary.1")
@pytest.mark.parametrize(("text", "most"), PAYING)
def test_limits_from_the_6th_to_the_8th(text: str, most: int) -> None:
    stats = {"sp": 9, "hp": 0} if "summon" in text else {}
    for name, rule in (("kotc-6", "6.ban.1"), ("kotc-7", "9.ban.19"), ("kotc-8", "9.ban.19")):
        assert not card(name, text=text.format(most), **stats).problems
        assert rules(card(name, text=text.format(most + 1), **stats)) == [rule]
    assert not card("kotc-5", text=text.format(most + 1), **stats).problems


@pytest.mark.rule("8.vocabulary.1")
def test_texts_that_the_9th_redacted_are_legal_in_the_8th() -> None:
    assert not card("kotc-8", text="Target up to 2 cards in your graveyard. Destroy all targets.").problems
    assert not card("kotc-8", text="This creature cannot attack or defend.", sp=1, hp=5).problems
    assert rules(card("kotc-9", text="Target up to 2 cards in your graveyard. Destroy all targets.")) == ["9.ban.12"]


@pytest.mark.rule("8.vocabulary.2", "7.ban.1")
@pytest.mark.parametrize(
    ("edition", "text", "by"),
    [
        ("kotc-10", "Pay 2 hitpoints. Draw 1 card.", "9th"),
        ("kotc-8", "Activate in response to an opponent's attack. Draw 1 card.", "7th"),
        ("kotc-8", "Inflict 2 damage to any one player.", "2nd"),
        ("kotc-7", "Activate when this card as a resource is destroyed. Draw 1 card.", "7th"),
        ("kotc-3", "Inflict 2 damage to any one player.", "2nd"),
    ],
)
def test_a_refusal_names_the_edition_that_redacted_the_text(edition: str, text: str, by: str) -> None:
    (problem,) = card(edition, text=text).problems
    assert problem.what.endswith(f"is banned: the {by} Edition redacted it")
    assert problem.rule


OPPONENT_EXHAUSTS = "Exhaust 2 of your unexhausted cards in play chosen by an opponent of your choice. Draw 2 cards."
REROLL = "You may re-roll up to 2 dice for the rest of this turn (excluding the current chain) up to 3 times each."
REVISED = {
    "7.revised.1": ("kotc-7", "Exhaust 2 of your unexhausted cards in play. Draw 2 cards.", "cost.exhaust_creatures"),
    "7.revised.2": (
        "kotc-7", OPPONENT_EXHAUSTS, "cost.exhaust_creatures_opponent",
    ),
    "7.revised.3": (
        "kotc-7", "You must exhaust 2 of your unexhausted cards in play chosen by an opponent of your choice to summon this creature.",
        "caveat.exhaust_creatures_opponent",
    ),
    "7.revised.4": ("kotc-7", "Target up to 2 resources. Destroy all targets.", "target.your_resources"),
    "7.revised.5": (
        "kotc-7", REROLL, "effect.reroll_turn",
    ),
    "6.revised.1": ("kotc-6", "Target up to 2 resources. Destroy all targets.", "target.your_resources"),
    "2.revised.1": ("kotc-2", "Exhaust 2 of your unexhausted cards in play. Draw 2 cards.", "cost.exhaust_creatures"),
    "2.revised.2": (
        "kotc-2", OPPONENT_EXHAUSTS, "cost.exhaust_creatures_opponent",
    ),
}  # fmt: skip


@pytest.mark.rule("7.revised.1", "7.revised.2", "7.revised.3", "7.revised.4", "7.revised.5", "6.revised.1", "2.revised.1", "2.revised.2")
@pytest.mark.parametrize("rule", REVISED)
def test_revised_texts_of_the_older_editions(rule: str) -> None:
    edition, text, component = REVISED[rule]
    assert ids(text, edition, "minion" if "summon" in text else "spell")[0][0] == component
    assert rule in {entry.rule for entry in load_edition(edition).aliases}


@pytest.mark.rule("11.deck.1", "11.ban.1", "11.ruling.2")
def test_cards_of_the_11th() -> None:
    assert rules(card("kotc-11", sp=100, hp=5)) == ["11.deck.1"]
    assert rules(card("kotc-11", sp=1, hp=5, design_edition=10)) == ["11.ban.1"]
    assert rules(card("kotc-11", sp=1, hp=5, design_edition=None)) == ["11.ban.1"]
    with pytest.raises(KotcError, match="division by zero"):
        card("kotc-11", text="Target up to 2 level 10 or lower enemy creatures; Bounce the targets.")


@pytest.mark.rule("11.wording.1", "11.ability.1")
def test_words_of_the_11th() -> None:
    assert [part[0] for part in ids("Self-exhaust 1 resource; Target this card; Add 3 to its offense. Draw 2 cards.", "kotc-11")] == [
        "cost.self_exhaust_resources", "target.self", "effect.batch_add_offense", "effect.draw",
    ]  # fmt: skip
    for text in ("Self-exhaust 1 resource→ Draw 2 cards.", "Target this card; Exhaust it. Target this card; Bounce it."):
        with pytest.raises(KotcError):
            ids(text, "kotc-11")


@pytest.mark.rule("8.ruling.2")
def test_conditions_without_thresholds_are_read_in_the_8th() -> None:
    assert ids("Activate when you take damage. Draw 2 cards.", "kotc-8")[0] == ("cond.you_damaged", 5, 0)


@pytest.mark.rule("11.counter.1")
def test_generic_counters_of_the_11th_do_nothing() -> None:
    generic = load_edition("kotc-11").counters["generic"]
    assert (generic.pop, generic.react, generic.program) == (None, None, ())


@pytest.mark.rule("2.vocabulary.1", "1.vocabulary.1")
def test_caveats_of_the_first_editions() -> None:
    assert len(load_edition("kotc-3").section("caveat")) == 16
    assert len(load_edition("kotc-2").section("caveat")) == 10
    assert not load_edition("kotc-1").section("caveat")
    assert set(load_edition("kotc-1").counters) == {"generic", "offense", "defense", "weakness", "damage"}
