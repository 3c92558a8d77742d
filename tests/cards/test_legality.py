"""Which cards and decks may be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.legality import deck_problems
from tests.cards.reading import card, deck, rules

RAT = "{name: Rat, sp: 1, hp: 0}"
RAT_9 = "{name: Rat, offense: 1, defense: 0}"


@pytest.mark.parametrize(
    ("edition", "low", "high", "rule"),
    [
        pytest.param("kotc-17", 40, 60, "17.deck.3", marks=pytest.mark.rule("17.deck.3", "17.example.67")),
        pytest.param("kotc-12", 40, 60, "12.deck.1", marks=pytest.mark.rule("12.deck.1")),
        pytest.param("kotc-9", 40, 40, "9.deck.1", marks=pytest.mark.rule("9.deck.1")),
        pytest.param("kotc-5", 40, 60, "5.deck.1", marks=pytest.mark.rule("5.deck.1", "5.example.15")),
    ],
)
def test_sizes(edition: str, low: int, high: int, rule: str, tmp_path: Path) -> None:
    for size in (low, high):
        assert not deck_problems(deck(tmp_path, f"{{{size}: Rat}}", edition, RAT))
    for size in (low - 1, high + 1):
        (problem,) = deck_problems(deck(tmp_path, f"{{{size}: Rat}}", edition, RAT))
        assert problem.rule == rule
        assert f"has {size} cards" in problem.what
    assert deck_problems(deck(tmp_path, f"{{{low - 1}: Rat}}", edition, RAT))[0].fix == "Add 1."


@pytest.mark.rule("17.deck.4", "17.example.67")
def test_ultra_points(tmp_path: Path) -> None:
    wrath = '{name: Wrath, text: "Target all level 4 or lower on-field minions; destroy the targets."}'
    assert not deck_problems(deck(tmp_path, "{35: Rat, 5: Wrath}", library=f"{RAT}, {wrath}"))
    legal = deck(tmp_path, "{35: Rat, 5: Wrath}", library=f"{RAT}, {wrath}")
    assert (legal.ultra, legal.size) == (10, 40)
    (problem,) = deck_problems(deck(tmp_path, "{34: Rat, 6: Wrath}", library=f"{RAT}, {wrath}"))
    assert (problem.rule, "12 Ultra Points" in problem.what) == ("17.deck.4", True)
    spite = '{name: Spite, text: "SPITE: When this card is summoned (ghost-play): Draw 1 card.", sp: 0, hp: 0}'
    (problem,) = deck_problems(deck(tmp_path, "{34: Rat, 5: Wrath, 1: Spite}", library=f"{RAT}, {wrath}, {spite}"))
    assert "11 Ultra Points, more than 10" in problem.what


@pytest.mark.rule("17.deck.9", "12.deck.4", "9.deck.3", "5.deck.3")
@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
def test_any_number_of_copies(edition: str, tmp_path: Path) -> None:
    assert not deck_problems(deck(tmp_path, "{40: Rat}", edition, RAT))


@pytest.mark.rule("17.deck.6", "12.ban.1")
@pytest.mark.parametrize(("edition", "rule"), [("kotc-17", "17.deck.6"), ("kotc-12", "12.ban.1")])
def test_a_card_without_indicator(edition: str, rule: str) -> None:
    assert rules(card(edition, sp=1, hp=1, design_edition=None)) == [rule]
    assert not card(edition, sp=1, hp=1).problems  # cards of a deck are of its edition unless they say otherwise


@pytest.mark.rule("12.ban.2", "12.ban.4")
def test_earlier_cards_in_the_12th() -> None:
    assert rules(card("kotc-12", sp=1, hp=1, design_edition=11)) == ["12.ban.2"]
    assert not card("kotc-12", sp=1, hp=1, design_edition=12).problems


@pytest.mark.rule("12.ban.3", "17.deck.7", "9.deck.4", "5.deck.4")
@pytest.mark.parametrize(
    ("edition", "bad", "rule"),
    [
        ("kotc-12", "{name: Old, sp: 1, hp: 0, design_edition: 11}", "12.ban.2"),
        ("kotc-17", "{name: Old, sp: 1, hp: 0, design_edition: 12}", "17.refurbish.3"),
        ("kotc-9", '{name: Old, text: "Inflict 5 damage to any one player."}', "9.ban.6"),
        ("kotc-5", '{name: Old, text: "Inflict 5 damage to any one player."}', "5.ban.2"),
    ],
)
def test_one_banned_card_makes_a_deck_illegal(edition: str, bad: str, rule: str, tmp_path: Path) -> None:
    assert rules(deck(tmp_path, "{39: Rat, 1: Old}", edition, f"{RAT}, {bad}")) == [rule]


@pytest.mark.rule("12.ban.3", "12.deck.2", "12.deck.3")
def test_reserves_of_the_12th(tmp_path: Path) -> None:
    assert not deck_problems(deck(tmp_path, "{60: Rat}", "kotc-12", RAT, "reserves: {5: Rat}"))
    legal = deck(tmp_path, "{40: Rat}", "kotc-12", RAT, "reserves: {5: Rat}")
    assert (legal.size, sum(1 for _ in legal.cards())) == (40, 40)
    assert rules(deck(tmp_path, "{40: Rat}", "kotc-12", RAT, "reserves: {6: Rat}")) == ["12.deck.2"]
    assert rules(deck(tmp_path, "{35: Rat}", "kotc-12", RAT, "reserves: {5: Rat}")) == ["12.deck.1"]
    old = "{name: Old, sp: 1, hp: 0, design_edition: 11}"
    assert rules(deck(tmp_path, "{40: Rat}", "kotc-12", f"{RAT}, {old}", "reserves: {1: Old}")) == ["12.ban.2"]


@pytest.mark.rule("9.deck.2", "9.setup.3")
def test_reserves_of_the_9th(tmp_path: Path) -> None:
    library = f"{RAT}, {{name: Cat, sp: 1, hp: 5}}"
    among = deck(tmp_path, "{30: Rat, 10: Cat}", "kotc-9", library, "reserves: {10: Cat}")
    besides = deck(tmp_path, "{30: Rat}", "kotc-9", library, "reserves: {10: Cat}")
    unnamed = deck(tmp_path, "{30: Rat, 10: Cat}", "kotc-9", library)
    for found in (among, besides, unnamed):
        assert not deck_problems(found)
        assert found.size == 40
        assert [(one.name, count) for one, count in found.main] == [("Rat", 30)]
        assert [(one.name, count) for one, count in found.reserves] == [("Cat", 10)]
    assert rules(deck(tmp_path, "{30: Rat, 10: Cat}", "kotc-9", library, "reserves: {9: Cat}")) == ["9.deck.2"]
    assert rules(deck(tmp_path, "{40: Rat}", "kotc-9", library, "reserves: {10: Cat}")) == ["9.deck.1"]


@pytest.mark.rule("5.deck.2")
@pytest.mark.parametrize("edition", ["kotc-5", "kotc-17"])
def test_no_reserves(edition: str, tmp_path: Path) -> None:
    (problem,) = deck_problems(deck(tmp_path, "{40: Rat}", edition, RAT, "reserves: {5: Rat}"))
    assert "has no reserves" in problem.what


@pytest.mark.rule("17.deck.1", "12.deck.6", "12.deck.7", "9.deck.5", "9.deck.8", "5.deck.5", "5.deck.8")
@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
def test_two_kinds_of_cards(edition: str) -> None:
    minion, spell = card(edition, sp=2, hp=5), card(edition, text="Draw 1 card.")
    assert (minion.kind, minion.sp, minion.hp, spell.kind, spell.sp, spell.hp) == ("minion", 2, 5, "spell", 0, 0)
    assert card(edition, kind="creature", offense=2, defense=5) == card(edition, kind="minion", sp=2, hp=5)
    with pytest.raises(KotcError, match="neither SP nor HP"):
        card(edition, kind="spell", sp=1, text="Draw 1 card.")
    with pytest.raises(KotcError, match="no kind of card 'trap'"):
        card(edition, kind="trap", text="Draw 1 card.")


@pytest.mark.rule("17.deck.2", "9.deck.6", "5.deck.6")
def test_names_have_no_effect() -> None:
    one, other = (card(name=name, sp=1, hp=1, text=f"{ability}: Draw 1 card.") for name, ability in (("Ann", "A"), ("Bob", "B")))
    assert one.level == other.level
    assert one.abilities[0].subs == other.abilities[0].subs


@pytest.mark.rule("17.deck.5", "12.deck.8", "9.deck.14", "5.deck.14")
@pytest.mark.parametrize(
    ("edition", "level", "rule"),
    [("kotc-17", 2, "17.ruling.122"), ("kotc-12", 1, "12.deck.8"), ("kotc-9", 2, "9.deck.14"), ("kotc-5", 4, "5.deck.14")],
)
def test_the_formula_decides(edition: str, level: int, rule: str) -> None:
    assert not card(edition, text="Draw 1 card.", level=level).problems
    assert rules(card(edition, text="Draw 1 card.", level=level + 1)) == [rule]
    assert rules(card("kotc-17", text="Draw 1 card.", ultra=1)) == ["17.ruling.122"]


@pytest.mark.rule("9.deck.9", "5.deck.9")
@pytest.mark.parametrize("edition", ["kotc-9", "kotc-5"])
def test_offense_and_defense_up_to_99(edition: str) -> None:
    assert not card(edition, sp=99, hp=99).problems
    assert rules(card(edition, sp=100, hp=0)) == [f"{edition[5:]}.deck.9"]
    assert not card("kotc-17", sp=100, hp=0).problems
    with pytest.raises(KotcError, match="sp is -1"):
        card(edition, sp=-1, hp=0)


BANNED_9 = [
    ("9.ban.1", "Activate in response to an opponent's summon. Increase your hitpoints by 1."),
    ("9.ban.2", "Activate in response to an opponent's attack. Increase your hitpoints by 1."),
    ("9.ban.3", "Activate in response to an opponent's card effect. Increase your hitpoints by 1."),
    ("9.ban.4", "Destroy 2 cards on the top of your deck. Increase your hitpoints by 2."),
    ("9.ban.5", "Target up to 2 cards in play. Inflict a total of 4 damage to targets."),
    ("9.ban.6", "Inflict 4 damage to any one player."),
    ("9.ban.7", "Target this card. Negate activated effect of the target."),
    ("9.ban.8", "Target this card. Negate attack of all targets."),
    ("9.ban.9", "Pay 3 hitpoints. Increase your hitpoints by 2."),
    ("9.ban.10", "Sacrifice 1 card on the top of your deck. Increase your hitpoints by 2."),
    ("9.ban.11", "Target up to 1 card in the current chain. Exhaust the target."),
    ("9.ban.12", "Target up to 1 card in your graveyard. Exhaust the target."),
    ("9.ban.13", "This creature cannot attack or defend."),
    ("9.ban.14", "You may re-roll up to 2 dice in the current chain up to 2 times each."),
    ("9.ban.15", "You must destroy 2 cards on the top of your deck to summon this creature."),
    ("9.ban.16", "You must pay 3 hitpoints to summon this creature."),
    ("9.ban.17", "You must sacrifice 1 card on the top of your deck to summon this creature."),
]


@pytest.mark.rule(
    "9.ban.1",
    "9.ban.2",
    "9.ban.3",
    "9.ban.4",
    "9.ban.5",
    "9.ban.6",
    "9.ban.7",
    "9.ban.8",
    "9.ban.9",
    "9.ban.10",
    "9.ban.11",
    "9.ban.12",
    "9.ban.13",
    "9.ban.14",
    "9.ban.15",
    "9.ban.16",
    "9.ban.17",
    "9.ban.18",
)
@pytest.mark.parametrize(("rule", "text"), BANNED_9, ids=[entry[0] for entry in BANNED_9])
def test_banned_texts_of_the_9th(rule: str, text: str) -> None:
    stats = {"sp": 1, "hp": 1} if "creature" in text else {}
    assert rules(card("kotc-9", text=text, **stats)) == [rule]


@pytest.mark.rule("9.ruling.38")
def test_the_old_phoenix_is_banned() -> None:
    text = (
        "Activate when this in-play card is destroyed. Target up to 1 card in your graveyard. Reveal "
        "the target, "
        "then summon or cast any number of targets that are not in play (paying the usual costs)."
    )
    assert rules(card("kotc-9", sp=1, hp=5, text=text)) == ["9.ban.12"]
    assert not card("kotc-9", sp=1, hp=5, text=text.replace("up to 1 card in your graveyard", "this card")).problems


@pytest.mark.rule("9.ban.19")
def test_numbers_above_a_limit() -> None:
    text = "Pay 15 hitpoints. Increase your hitpoints by 2."
    assert rules(card("kotc-9", text=text)) == ["9.ban.9", "9.ban.19"]
    assert not card("kotc-5", text=text).problems


@pytest.mark.rule("5.ban.1", "5.ban.2", "5.ban.3")
def test_banned_texts_of_the_5th() -> None:
    legal_in_the_5th = {"9.ban.5": ["5.ban.1"], "9.ban.6": ["5.ban.2"]}
    for rule, text in BANNED_9:
        stats = {"sp": 1, "hp": 1} if "creature" in text else {}
        assert rules(card("kotc-5", text=text, **stats)) == legal_in_the_5th.get(rule, []), rule


@pytest.mark.rule("9.ruling.23", "12.ruling.57")
def test_zero_targets_are_an_edition_flag() -> None:
    from kotc_sim.games.keeper.editions import load_edition

    assert [load_edition(name).rules["up_to_zero"] for name in ("kotc-17", "kotc-12", "kotc-9")] == [True, False, True]
