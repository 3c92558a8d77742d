"""Older cards: replaced, pruned, revised."""

from __future__ import annotations

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.text import normalize, refurbish
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.editions import load_edition
from tests.cards.reading import card, ids, rules


def renewed(text: str) -> tuple[str, list[str]]:
    edition = load_edition("kotc-17")
    read, made = refurbish(normalize(text, edition), edition)
    return read.shown, [entry.rule for entry in made]


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        pytest.param(
            "Target up to 2 of your resources; bounce the targets.",
            "Target up to 2 cards in your granary; bounce the targets.",
            "17.refurbish.5",
            marks=pytest.mark.rule("17.refurbish.5"),
        ),
        pytest.param(
            "Target 1 of your resources; bounce it.",
            "Target 1 card in your granary; bounce it.",
            "17.refurbish.5",
            marks=pytest.mark.rule("17.refurbish.5", "17.ruling.124"),
        ),
        pytest.param(
            "When this card in your hand is destroyed (ghost-play, must pay resource cost): Draw 1 card.",
            "When this card in your hand is destroyed (hex-play): Draw 1 card.",
            "17.refurbish.6",
            marks=pytest.mark.rule("17.refurbish.6"),
        ),
        pytest.param(
            "Target up to 2 in-play cards; destroy the targets.",
            "Target up to 2 on-field minions; destroy the targets.",
            "17.refurbish.7",
            marks=pytest.mark.rule("17.refurbish.7"),
        ),
        pytest.param(
            "Target 1 in-play card; destroy it.",
            "Target 1 on-field minion; destroy it.",
            "17.refurbish.7",
            marks=pytest.mark.rule("17.refurbish.7"),
        ),
        pytest.param(
            "Self-exhaust 2 minions→ Draw 1 card.",
            "Self-exhaust 2 on-field minions→ Draw 1 card.",
            "17.refurbish.8",
            marks=pytest.mark.rule("17.refurbish.8"),
        ),
        pytest.param(
            "Self-exhaust 1 minion→ Draw 1 card.",
            "Self-exhaust 1 on-field minion→ Draw 1 card.",
            "17.refurbish.8",
            marks=pytest.mark.rule("17.refurbish.8"),
        ),
        pytest.param(
            "Summon 2 level 3 pawns.",
            "Craft 2 level 3 pawns.",
            "17.refurbish.9",
            marks=pytest.mark.rule("17.refurbish.9", "17.refurbish.4"),
        ),
        pytest.param("Summon 1 level 3 pawn.", "Craft 1 level 3 pawn.", "17.refurbish.9", marks=pytest.mark.rule("17.refurbish.9")),
        pytest.param(
            "When this on-field minion is damaged: Draw 1 card.",
            "When your on-field minion(s) is damaged: Draw 1 card.",
            "17.refurbish.11",
            marks=pytest.mark.rule("17.refurbish.11"),
        ),
        pytest.param(
            "When this on-field minion is destroyed (ghost-play): Draw 1 card.",
            "When this card in your battlefield is destroyed (ghost-play): Draw 1 card.",
            "17.refurbish.12",
            marks=pytest.mark.rule("17.refurbish.12"),
        ),
        pytest.param(
            "When your on-field minion(s) (excluding this card) is damaged: Draw 1 card.",
            "When your on-field minion(s) is damaged: Draw 1 card.",
            "17.refurbish.13",
            marks=pytest.mark.rule("17.refurbish.13"),
        ),
    ],
)
def test_replacements(old: str, new: str, rule: str) -> None:
    assert renewed(old) == (new, [rule])
    assert renewed(new) == (new, [])
    found = card(text=old, design_edition=16)
    assert not found.problems
    assert found.abilities == card(text=new).abilities


@pytest.mark.rule("17.refurbish.10", "17.ruling.124")
def test_overlapping_replacements() -> None:
    text = "When this card as a resource is destroyed (ghost-play, must pay resource cost): Draw 1 card."
    assert renewed(text) == ("When this card in your granary is destroyed (hex-play): Draw 1 card.", ["17.refurbish.6", "17.refurbish.10"])


@pytest.mark.rule("17.ruling.124")
def test_a_condition_that_a_phrase_brings_about() -> None:
    new, made = renewed("When your in-play card(s) (excluding this card) is damaged: Draw 1 card.")
    assert new == "When your on-field minion(s) is damaged: Draw 1 card."
    assert made == ["17.refurbish.7", "17.refurbish.13"]


@pytest.mark.rule("17.wording.15", "17.refurbish.2", "17.wording.16")
def test_only_older_cards_are_refurbished() -> None:
    text = "Target 1 in-play card; destroy it."
    for indicator in (16, "16th Edition", 13):
        assert card(text=text, design_edition=indicator).level == 2
    with pytest.raises(KotcError, match="in-play card"):
        card(text=text)
    with pytest.raises(KotcError, match="in-play card"):
        card(text=text, design_edition="17th Edition")


@pytest.mark.rule("17.refurbish.1", "17.refurbish.3", "17.example.68", "17.deck.7")
def test_old_designs_are_pruned() -> None:
    for design in (1, 9, 12):
        assert rules(card(text="Draw 1 card.", design_edition=design)) == ["17.refurbish.3"]
    assert not card(text="Draw 1 card.", design_edition=13).problems
    # Whatever the text says, an old card is out, so it need not be readable.
    assert rules(card(text="Win the game at once.", design_edition=12)) == ["17.refurbish.3"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        pytest.param(
            "See enemy's hand and target up to 2 cards therein; bury the targets.",
            "17.refurbish.14",
            marks=pytest.mark.rule("17.refurbish.14"),
        ),
        pytest.param(
            "See enemy's hand and target 1 card therein; bury it.",
            "17.refurbish.14",
            marks=pytest.mark.rule("17.refurbish.14", "17.ruling.123"),
        ),
        pytest.param("Target up to 2 on-field minions; sheathe the targets.", "17.refurbish.15", marks=pytest.mark.rule("17.refurbish.15")),
        pytest.param(
            "Target 1 on-field minion; sheathe it.", "17.refurbish.15", marks=pytest.mark.rule("17.refurbish.15", "17.ruling.123")
        ),
        pytest.param(
            "Target this card; draw 1 card, then silo the target.",
            "17.refurbish.16",
            marks=pytest.mark.rule("17.refurbish.16", "17.ruling.123"),
        ),
        pytest.param("Target up to 2 on-field minions; silo the targets.", "17.refurbish.16", marks=pytest.mark.rule("17.refurbish.16")),
        pytest.param("Target this card; silo it.", "17.refurbish.16", marks=pytest.mark.rule("17.example.68", "17.refurbish.16")),
    ],
)
def test_pruned_texts(text: str, rule: str) -> None:
    for design in (13, 15):
        assert rules(card(text=text, design_edition=design)) == [rule]
    for design in (16, 17):
        assert not card(text=text, design_edition=design).problems


@pytest.mark.rule("17.ruling.122")
def test_refurbished_cards_are_priced_anew() -> None:
    found = card(text="Self-exhaust 2 minions→ Draw 2 cards.", design_edition=15, level=3)
    assert (found.level, rules(found)) == (2, ["17.ruling.122"])


@pytest.mark.rule("17.ruling.125")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("When this on-field minion is ability-targeted: Draw 1 card.", "When this on-field minion is targeted: Draw 1 card."),
        (
            "Target up to 3 cards on the top of any deck; destroy the targets.",
            "Target up to 3 cards on top of any deck; destroy the targets.",
        ),
        (
            "Target up to 2 on-field minions; remove up to 3 counters from each target.",
            "Target up to 2 on-field minions; remove up to 3 counters on each target.",
        ),
        ("Target 1 on-field minion; remove up to 1 counter from it.", "Target 1 on-field minion; remove up to 1 counter on it."),
        ("Target 1 on-field minion; remove up to 3 counters from the target.", "Target 1 on-field minion; remove up to 3 counters on it."),
    ],
)
def test_aliases(old: str, new: str) -> None:
    assert ids(old) == ids(new)


@pytest.mark.rule("17.ruling.126")
def test_later_editions_are_unknown() -> None:
    assert rules(card(text="Draw 1 card.", design_edition=18)) == ["17.ruling.126"]


# --- 9th and 5th Edition ----------------------------------------------------------------------------------

REVISED = [  # rule, old text, row, x, rest of the card
    ("9.revised.1", "Activate when a card in your deck is destroyed.", "cond.your_deck_destroyed", 1),
    ("9.revised.2", "Activate when a card in your hand is destroyed.", "cond.your_hand_destroyed", 1),
    ("9.revised.3", "Activate when another of your cards in play is damaged, but not destroyed.", "cond.others_damaged", 1),
    ("9.revised.4", "Activate when another of your cards in play is destroyed.", "cond.others_destroyed", 1),
    ("9.revised.5", "Activate when this card as a resource is destroyed.", "cond.resource_destroyed", 0),
    ("9.revised.6", "Activate when this card in your deck is destroyed.", "cond.deck_destroyed", 0),
    ("9.revised.7", "Activate when this card in your hand is destroyed.", "cond.hand_destroyed", 0),
    ("9.revised.8", "Activate when you take damage.", "cond.you_damaged", 5),
    ("9.revised.9", "Exhaust 2 of your unexhausted cards in play.", "cost.exhaust_creatures", 2),
    (
        "9.revised.10",
        "Exhaust 1 of your unexhausted cards in play chosen by an opponent of your choice.",
        "cost.exhaust_creatures_opponent",
        1,
    ),
]


@pytest.mark.rule(
    "9.revised.1",
    "9.revised.2",
    "9.revised.3",
    "9.revised.4",
    "9.revised.5",
    "9.revised.6",
    "9.revised.7",
    "9.revised.8",
    "9.revised.9",
    "9.revised.10",
)
@pytest.mark.parametrize(("rule", "old", "row", "x"), REVISED, ids=[entry[0] for entry in REVISED])
def test_revised_conditions_and_costs(rule: str, old: str, row: str, x: int) -> None:
    assert ids(f"{old} Increase your hitpoints by 1.", "kotc-9")[0] == (row, x, 0)
    assert rule in {entry.rule for entry in load_edition("kotc-9").aliases}


@pytest.mark.rule("9.revised.11")
@pytest.mark.parametrize(("old", "x"), [("2 resources", 2), ("1 resource", 1)])
def test_revised_target(old: str, x: int) -> None:
    assert ids(f"Target up to {old}. Exhaust all targets.", "kotc-9")[0] == ("target.your_resources", x, 0)


@pytest.mark.rule("9.revised.12")
def test_revised_effect() -> None:
    text = "You may re-roll up to 2 dice for the rest of this turn (excluding the current chain) up to 3 times each."
    assert ids(text, "kotc-9") == [("effect.reroll_turn", 2, 3)]


@pytest.mark.rule("9.revised.13", "5.revised.3")
@pytest.mark.parametrize("edition", ["kotc-9", "kotc-5"])
def test_revised_caveat(edition: str) -> None:
    text = "You must exhaust 2 of your unexhausted cards in play chosen by an opponent of your choice to summon this creature."
    assert ids(text, edition, "minion") == [("caveat.exhaust_creatures_opponent", 2, 0)]


@pytest.mark.rule("5.revised.1", "5.revised.2")
@pytest.mark.parametrize(("old", "row"), [entry[1:3] for entry in REVISED[8:]])
def test_revised_costs_of_the_5th(old: str, row: str) -> None:
    assert ids(f"{old} Draw 1 card.", "kotc-5")[0][0] == row


@pytest.mark.rule("9.revised.14", "9.revised.15", "9.deck.15")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Draw 2 cards.", "spell"),
        ("Target this card. Place 2 counters on the target.", "creature"),
        ("Target up to 2 cards in your hand. See all targets.", "spell"),
        ("This creature cannot attack.", "creature"),
        ("This creature cannot defend.", "creature"),
    ],
)
def test_revised_costs_need_the_indicator(text: str, kind: str) -> None:
    stats = {"offense": 1, "defense": 1} if kind == "creature" else {}
    for indicator in (None, 5, 8):
        assert rules(card("kotc-9", text=text, kind=kind, design_edition=indicator, **stats)) == ["9.revised.14"]
    assert not card("kotc-9", text=text, kind=kind, design_edition=9, **stats).problems


@pytest.mark.rule("9.revised.14", "5.revised.4", "5.deck.15")
def test_other_cards_need_no_indicator() -> None:
    text = "Increase your hitpoints by 2."
    assert not card("kotc-9", text=text, design_edition=None).problems
    assert not card("kotc-9", text=text, design_edition=3).problems
    assert not card("kotc-5", text="Draw 1 card.", design_edition=None).problems


@pytest.mark.rule("13.refurbish.1")
@pytest.mark.parametrize(("edition", "rule"), [("kotc-13", "13.refurbish.1"), ("kotc-15", "15.refurbish.2"), ("kotc-17", "17.refurbish.3")])
def test_a_pruned_card_cites_a_rule_of_its_edition(edition: str, rule: str) -> None:
    assert rules(card(edition, text="Draw 1 card.", design_edition=12)) == [rule]


@pytest.mark.rule("14.ruling.5")
@pytest.mark.parametrize("edition", ["kotc-14", "kotc-15", "kotc-16", "kotc-17"])
def test_costs_of_the_13th_are_joined_by_also(edition: str) -> None:
    text = "Self-exhaust 1 resource, also self-destroy 1 in-play card→ Draw 1 card, also 1-dice-heal yourself."
    two = card(edition, text=text, design_edition=13)
    assert not two.problems
    assert ids(two.text, "kotc-13") == [(part.row.id, part.x, part.y) for part in components(two.caveat, two.abilities)]
    three = text.replace("→", ", also self-bury 1 random card in your hand→", 1)
    assert not card(edition, text=three, design_edition=13).problems
    for design in {14, int(edition[-2:])}:
        with pytest.raises(KotcError):
            card(edition, text=text, design_edition=design)


@pytest.mark.rule("17.ruling.122", "17.refurbish.1")
@pytest.mark.parametrize(("text", "former", "level"), [("destroy", 3, 2), ("bury", 2, 0)])
def test_what_the_list_of_revised_levels_leaves_out_keeps_its_printed_level(text: str, former: int, level: int) -> None:
    """The 16th changed the prices of two costs, and its complete list of revised levels does not name them."""
    text = f"Self-{text} 2 resources→ Draw 2 cards."
    for edition in ("kotc-16", "kotc-17"):
        for printed, design, rule in ((former, 15, []), (level, 15, []), (former, 16, ["level"]), (former + 1, 15, ["level"])):
            found = card(edition, text=text, design_edition=design, level=printed)
            assert len(found.problems) == len(rule), (edition, printed, design)
            assert rule or found.level == printed
        assert card(edition, text=text, design_edition=15).level == level


@pytest.mark.rule("17.ruling.122", "13.level.1")
@pytest.mark.parametrize("edition", ["kotc-14", "kotc-15", "kotc-16", "kotc-17"])
def test_a_spell_of_the_13th_keeps_the_level_of_1_that_its_formula_gave(edition: str) -> None:
    text = "Self-exhaust 4 resources→ Draw 1 card."
    for printed, design, problems in ((1, 13, 0), (0, 13, 0), (1, 14, 1), (2, 13, 1)):
        found = card(edition, text=text, design_edition=design, level=printed)
        assert len(found.problems) == problems, (printed, design)
        assert problems or found.level == printed
